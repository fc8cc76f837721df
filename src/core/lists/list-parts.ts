import { asc, desc, eq, sql } from 'drizzle-orm';
import { type ListName, listChanges, listParts } from '../../../drizzle/schema.ts';
import type { Queries } from '../../database/database.ts';

/**
 * A part of a list: the rows from one id to another, both included, and a revision that is new after every change to
 * them.
 */
export interface ListPart {
  firstId: number;
  lastId: number;
  revision: string;
}

/**
 * A value that changes with every commit that changes the list, equal on all nodes. Later reads are at least as new as
 * the value.
 */
export async function findListRevision({ db }: { db: Queries }, list: ListName): Promise<string> {
  const [row] = await db
    .select({ revision: sql<string>`md5(coalesce(sum(${listChanges.mark}), 0)::text)` })
    .from(listChanges)
    .where(eq(listChanges.list, list));
  if (!row) throw new Error('The database answered no row for the revision of a list.');
  return row.revision;
}

/**
 * All parts of a list as committed now, ordered by id, equal on all nodes. Later reads are at least as new as their
 * revisions; rows added later may belong to none of them.
 */
export async function findListParts(
  { db }: { db: Queries },
  list: ListName,
  { descending }: { descending: boolean },
): Promise<ListPart[]> {
  return db
    .select({ firstId: listParts.firstId, lastId: listParts.lastId, revision: listParts.revision })
    .from(listParts)
    .where(eq(listParts.list, list))
    .orderBy((descending ? desc : asc)(listParts.firstId));
}
