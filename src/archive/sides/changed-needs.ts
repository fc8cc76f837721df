import { modloaders } from '../../modloaders/index.ts';
import type { ModDescriptor, NeedOverrides } from '../../modloaders/modloader.ts';
import { readJson } from '../lenient/json.ts';
import { decodeText } from '../lenient/text.ts';
import { parseToml } from '../lenient/toml.ts';
import { member, members } from '../lenient/value.ts';
import type { RunConfiguration } from '../run-configuration.ts';

/** Mods whose dependencies the pack's author overrides for the modloader. */
export interface ChangedNeeds {
  of(descriptor: Pick<ModDescriptor, 'mods'>): boolean;
}

export const noChangedNeeds: ChangedNeeds = { of: () => false };
const anyNeeds: ChangedNeeds = { of: () => true };

/** Largest file that is read, in bytes, and most mods in it. */
const most = { bytes: 256 * 1024, mods: 1_000 };

/** Reads the file in which a pack changes dependencies; an unreadable file may change any. */
export function readChangedNeeds(
  { modloader }: Pick<RunConfiguration, 'modloader'>,
  read: (name: string) => Buffer | null,
  isThere: (name: string) => boolean,
): ChangedNeeds {
  const { needOverrides } = modloaders[modloader];
  if (needOverrides === null || !isThere(needOverrides.file)) return noChangedNeeds;
  const bytes = read(needOverrides.file);
  const ids = bytes === null || bytes.length > most.bytes ? null : idsIn(bytes, needOverrides);
  return ids === null ? anyNeeds : { of: ({ mods }) => mods.some(({ id }) => ids.has(id.toLowerCase())) };
}

function idsIn(bytes: Buffer, { file, member: name }: NeedOverrides): ReadonlySet<string> | null {
  if (name === null) return null;
  try {
    const found = file.endsWith('.toml') ? fromToml(bytes, name) : fromJson(bytes, name);
    return found === null || found.length > most.mods ? null : new Set(found.map((id) => id.toLowerCase()));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function fromJson(bytes: Buffer, name: string): string[] {
  const ids: string[] = [];
  const take = (_: unknown, id: string) => {
    if (ids.length <= most.mods) ids.push(id);
  };
  readJson(bytes, { members: { [name]: { entries: { of: {}, take } } } });
  return ids;
}

function fromToml(bytes: Buffer, name: string): string[] | null {
  const { document, isWhole } = parseToml(decodeText(bytes));
  return isWhole ? members(member(document, name)).map(([id]) => id) : null;
}
