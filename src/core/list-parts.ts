import { and, eq } from 'drizzle-orm';
import { type ListName, listParts } from '../../drizzle/schema.ts';
import type { Queries } from '../database/database.ts';
import {
  orderById,
  type Page,
  type PageRequest,
  pageConditions,
  pageLimit,
  pageOrder,
  toPage,
} from './pages.ts';

/** A part of a list: the rows from one id to another, both included, and a value that is new after every change there. */
export interface ListPart {
  /** The first id, which tells the parts of a list apart. */
  id: number;
  lastId: number;
  revision: string;
}

/**
 * A page of the parts of a list, in the order of their ids, as they are committed now, on every node alike. What is read
 * after this call is at least as new as their revisions; rows of parts that came to be since are in none of them.
 */
export async function findListParts(
  { db }: { db: Queries },
  list: ListName,
  { request, descending }: { request: PageRequest; descending: boolean },
): Promise<Page<ListPart>> {
  const order = orderById<ListPart>(listParts.firstId, descending);
  const rows = await db
    .select({ id: listParts.firstId, lastId: listParts.lastId, revision: listParts.revision })
    .from(listParts)
    .where(and(eq(listParts.list, list), ...pageConditions(order, request)))
    .orderBy(...pageOrder(order, request))
    .limit(pageLimit(request));
  return toPage(rows, order, request);
}

/** How many parts a list has. */
export async function countListParts({ db }: { db: Queries }, list: ListName): Promise<number> {
  return db.$count(listParts, eq(listParts.list, list));
}
