import { and, count, desc, type SQL, sql } from 'drizzle-orm';
import { modPacks, searchedNames } from '../../../drizzle/schema.ts';
import type { Queries } from '../../database/database.ts';
import { type FewIds, fewOf } from './few.ts';
import { isStorable } from './filters.ts';

/** The part of a filter about modpack names. */
export interface NameFilter {
  /**
   * Words of the title or the file name, or parts of them, in their order, without regard to case: “sky 2.4” matches
   * “Skyfarers-2.4.1.zip”.
   */
  nameContains?: string | undefined;
}

const names = searchedNames(modPacks);
/** Most letters of a part that uses the index for short parts: a trigram index finds no part of fewer than three. */
const shortPart = 2;
/** Newest modpacks that are checked first: a part that many of them have counts as common. */
const newest = 200;
const common = 10;

/** The modpacks with this part in their names, if they are few. */
export async function findNamed({ db }: { db: Queries }, part: string): Promise<FewIds | null> {
  if (part === '' || (await isCommon(db, part))) return null;
  const conditions = nameConditions(part, 'all');
  // The duplicate condition lowers the planner's estimate, so that it uses the index: it may expect one row in a
  // hundred where there is one in a million.
  const fitting = db
    .select({ id: modPacks.id })
    .from(modPacks)
    .where(and(...conditions, ...nameConditions(part, 'all')));
  return fewOf(db, fitting);
}

/** Finding rows with a common part by its index takes longer than meeting them in a list's order. */
async function isCommon(db: Queries, part: string): Promise<boolean> {
  const latest = db.$with('latest').as(
    db
      .select({ names: names.as('names') })
      .from(modPacks)
      .orderBy(desc(modPacks.id))
      .limit(newest),
  );
  const [row] = await db
    .with(latest)
    .select({ count: count() })
    .from(latest)
    .where(and(...hasPart(sql`${latest.names}`, part)));
  return (row?.count ?? 0) >= common;
}

/**
 * Conditions for a modpack with this part in its name, for the whole list or its first page. They match the indexes on
 * names, whose statistics let the database estimate the number of rows.
 */
export function nameConditions(part: string | undefined, wanted: 'all' | 'first'): SQL[] {
  if (part === undefined || part === '') return [];
  if (wanted === 'all' && isShort(part)) return [hasShort([part])];
  // Words of fewer than three letters use their own index, also next to longer ones.
  const short = wanted === 'all' ? [...new Set(wordsOf(part).filter(isShort))] : [];
  return [...(short.length === 0 ? [] : [hasShort(short)]), ...hasPart(names, part)];
}

function hasPart(text: SQL, part: string): SQL[] {
  if (!isStorable(part)) return [sql`false`];
  const pattern = `%${wordsOf(part)
    .map((word) => word.replace(/[\\%_]/g, '\\$&'))
    .join('%')}%`;
  return [sql`lower(${text}) collate "C" like lower(${pattern})`];
}

/** The words of a part; a part of spaces alone is one word. */
function wordsOf(part: string): string[] {
  const words = part.split(' ').filter((word) => word !== '');
  return words.length === 0 ? [part] : words;
}

function isShort(part: string): boolean {
  // A letter may become two in lower case.
  return part !== '' && isStorable(part) && [...part.toLowerCase()].length <= shortPart;
}

function hasShort(parts: readonly string[]): SQL {
  const lower = parts.map((part) => sql`lower(${part})`);
  return sql`name_parts(lower(${names})) @> array[${sql.join(lower, sql`, `)}]`;
}
