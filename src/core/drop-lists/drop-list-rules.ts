import type { UsedDropList } from '../../archive/run-configuration.ts';
import { AppError } from '../../errors.ts';
import { nameFault } from '../lines/line-rules.ts';

/** Limits of drop lists; a list has no more prefixes than a run configuration may have of its own. */
export const dropListLimits = {
  /** Lists that one run uses. */
  ofRun: 5,
  /** Characters of the prefixes of all lists that one run uses. */
  charactersOfRun: 100_000,
  /** Lists of one token or subject. */
  ofOwner: 50,
  /** Kept versions of one list; the oldest goes first. */
  versions: 50,
};

/** A drop list as a request names it; null means the newest version. */
export interface NamedDropList {
  name: string;
  version: number | null;
}

const form = /^([a-z\d-]+)(?:@([1-9]\d{0,8}))?$/;

/** The names of a request as they are stored, without duplicates; null for the default list. Fails with INVALID_INPUT. */
export function parseDropListNames(given: readonly string[] | null | undefined): string[] | null {
  if (given === null || given === undefined) return null;
  const names = [...new Set(given.slice(0, dropListLimits.ofRun + 1).map((name) => name.trim()))];
  if (given.length > dropListLimits.ofRun)
    throw invalid(`dropLists has ${given.length} lists; at most ${dropListLimits.ofRun} are accepted.`);
  for (const name of names) readDropListName(name);
  return names;
}

/** Reads `name` or `name@3`. Fails with INVALID_INPUT. */
export function readDropListName(text: string): NamedDropList {
  const [, name = '', version] = form.exec(text) ?? [];
  if (nameFault(name) === null) return { name, version: version === undefined ? null : Number(version) };
  throw invalid(`${JSON.stringify(text.slice(0, 60))} names no drop list; write name, or name@version.`);
}

/** Fails with INVALID_INPUT for lists that are too long together. */
export function refuseLongLists(lists: readonly UsedDropList[]): void {
  const most = dropListLimits.charactersOfRun;
  const characters = lists
    .flatMap(({ clientOnly, keep }) => [...clientOnly, ...keep])
    .reduce((sum, prefix) => sum + prefix.length, 0);
  if (characters > most)
    throw invalid(`The drop lists have ${characters} characters together; at most ${most} are accepted.`);
}

function invalid(message: string): AppError {
  return new AppError('INVALID_INPUT', message, { field: 'dropLists' });
}
