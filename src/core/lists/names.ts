import { type SQL, sql } from 'drizzle-orm';
import { modPacks } from '../../../drizzle/schema.ts';
import type { Queries } from '../../database/database.ts';
import { isStorable } from './filters.ts';

/** What of a filter is about the names of modpacks. */
export interface NameFilter {
  /** Part of the name, without regard to case. */
  nameContains?: string | undefined;
  /** The modpacks that have such a name, where it is known already. */
  namedModPacks?: readonly number[] | undefined;
}

/** Letters of the longest parts that have an index of their own: one of trigrams knows none of fewer than three. */
const shortPart = 2;
/** Modpacks that are looked up by their ids. */
const few = 1_000;

/**
 * Finds the modpacks of a short part first, where there are few. Asked for a page in its order, the database cannot tell few from many beforehand:
 * where it takes few for many, it looks for them in all names.
 */
export async function findNames<Filter extends NameFilter>(
  { db }: { db: Queries },
  filter: Filter,
): Promise<Filter> {
  const { nameContains: part } = filter;
  if (part === undefined || !isShort(part)) return filter;
  const found = await db
    .select({ id: modPacks.id })
    .from(modPacks)
    .where(hasShort(part))
    .limit(few + 1);
  if (found.length > few) return filter;
  return { ...filter, nameContains: undefined, namedModPacks: found.map(({ id }) => id) };
}

/**
 * The conditions for a modpack with that part in its name, where all are wanted or only the first of a page. They are written as the indexes on names
 * are: these find parts, and by what is known of them the database reckons how many fit.
 */
export function nameConditions(part: string | undefined, wanted: 'all' | 'first'): SQL[] {
  if (part === undefined || part === '') return [];
  if (!isStorable(part)) return [sql`false`];
  if (wanted === 'all' && isShort(part)) return [hasShort(part)];
  const pattern = `%${part.replace(/[\\%_]/g, '\\$&')}%`;
  return [sql`lower(${modPacks.name}) collate "C" like lower(${pattern})`];
}

function isShort(part: string): boolean {
  // A letter may become two in lower case.
  return part !== '' && isStorable(part) && [...part.toLowerCase()].length <= shortPart;
}

function hasShort(part: string): SQL {
  return sql`name_parts(lower(${modPacks.name})) @> array[lower(${part})]`;
}
