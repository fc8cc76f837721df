import type { Wanted } from '../lenient/json.ts';
import { flag, isObject, items, label, member } from '../lenient/value.ts';

/** Requirements: at least one id of each inner list. An empty inner list cannot be met. */
export type Needs = string[][];

/** Most alternatives in one need, and most needs from one entry; an entry with more counts as met. */
const most = { alternatives: 16, needs: 16 };
const deepest = 8;
/** Most characters of a group and an id, as in the reader. */
const longestEntry = 2_000;
const longestVersion = 100;

/** The parts read from an entry in `depends` of `quilt.mod.json`: an id, an object, or alternatives in an array. */
export const quiltDependency: Wanted = wantedAt(deepest);

function wantedAt(depth: number): Wanted {
  const inner = depth === 0 ? {} : wantedAt(depth - 1);
  const members = {
    id: {},
    versions: {
      longest: longestVersion,
      items: { of: { longest: longestVersion }, most: most.alternatives },
    },
    optional: {},
    ...(depth > 0 && { unless: inner, any: inner, all: inner }),
  };
  return { members, items: { of: depth === 0 ? { members } : inner, most: most.alternatives + 1 } };
}

/**
 * The needs of an entry. Any element satisfies an array, `unless` is an alternative to the id, and an optional entry
 * needs nothing.
 */
export function quiltNeeds(entry: unknown): Needs {
  if (Array.isArray(entry)) return anyOf(entry);
  if (!isObject(entry)) return oneOf([quiltId(entry)]);
  const any = member(entry, 'any');
  const all = member(entry, 'all');
  if (any !== undefined) return anyOf(items(any));
  if (all !== undefined) return limited(items(all).flatMap(quiltNeeds));
  if (flag(member(entry, 'optional')) === true) return [];
  const unless = member(entry, 'unless');
  return unless === undefined ? oneOf([quiltId(entry)]) : anyOf([member(entry, 'id'), unless]);
}

/** The id in a `depends` or `provides` entry, without its group (`group:id`). */
export function quiltId(entry: unknown): string {
  const id = label(typeof entry === 'string' ? entry : member(entry, 'id'), longestEntry);
  return id.slice(id.lastIndexOf(':') + 1);
}

function oneOf(ids: readonly string[]): Needs {
  const named = ids.filter((id) => id !== '');
  return named.length === 0 ? [] : [named];
}

/** One of several entries is enough, so each need of one entry is joined with each need of the others. */
function anyOf(entries: readonly unknown[]): Needs {
  if (entries.length === 0 || entries.length > most.alternatives) return [];
  let joined: Needs = [[]];
  for (const entry of entries) {
    joined = limited(
      joined.flatMap((ids) => quiltNeeds(entry).map((more) => [...new Set([...ids, ...more])])),
    );
    // An alternative without needs satisfies the whole array; too many alternatives count as met.
    if (joined.length === 0) return [];
  }
  return joined;
}

function limited(needs: Needs): Needs {
  return needs.length > most.needs || needs.some((ids) => ids.length > most.alternatives) ? [] : needs;
}
