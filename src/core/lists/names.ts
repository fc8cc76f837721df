import { and, count, desc, type SQL, sql } from 'drizzle-orm';
import { modPacks, searchedNames } from '../../../drizzle/schema.ts';
import type { Queries } from '../../database/database.ts';
import { type FewIds, fewOf } from './few.ts';
import { isStorable } from './filters.ts';

/** The part of a filter about modpack names. */
export interface NameFilter {
  /** Words of the title or the file name, or parts of them, in their order, without regard to case: “sky 2.4” fits “Skyfarers-2.4.1.zip”. */
  nameContains?: string | undefined;
}

const names = searchedNames(modPacks);
/** Letters of the longest parts that have an index of their own: one of trigrams knows none of fewer than three. */
const shortPart = 2;
/** So many of the newest modpacks are looked at first; with so many among them, a part is common. */
const newest = 200;
const common = 10;

/** The modpacks with that part in their names, where they are few. */
export async function findNamed({ db }: { db: Queries }, part: string): Promise<FewIds | null> {
  if (part === '' || (await isCommon(db, part))) return null;
  const conditions = nameConditions(part, 'all');
  // Said twice, the planner expects few of them, and asks the index: it may take one in a hundred for what one in a million has.
  const fitting = db
    .select({ id: modPacks.id })
    .from(modPacks)
    .where(and(...conditions, ...nameConditions(part, 'all')));
  return fewOf(db, fitting);
}

/** To find a common part by its index takes longer than to come across it. */
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
 * Conditions for a modpack with that part in its name, for the whole list or its first page. They match the indexes on
 * names, whose statistics let the database estimate how many rows fit.
 */
export function nameConditions(part: string | undefined, wanted: 'all' | 'first'): SQL[] {
  if (part === undefined || part === '') return [];
  if (wanted === 'all' && isShort(part)) return [hasShort(part)];
  // Words of fewer than three letters have an index of their own among longer ones, too.
  const short = wanted === 'all' ? wordsOf(part).filter(isShort) : [];
  return [...short.map(hasShort), ...hasPart(names, part)];
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

function hasShort(part: string): SQL {
  return sql`name_parts(lower(${names})) @> array[lower(${part})]`;
}
