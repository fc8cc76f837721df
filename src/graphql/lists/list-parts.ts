import type { ListName } from '../../../drizzle/schema.ts';
import { requirePermission } from '../../access/permissions.ts';
import * as core from '../../core/lists/list-parts.ts';
import type { Context } from '../context.ts';
import { writeCursor } from './connection.ts';
import { type DateOrder, isDescending } from './order.ts';

/** An unfiltered list by date, and its order. */
export interface ListByDate {
  list: ListName;
  orderBy: typeof DateOrder.$inferType;
}

/** The part of a list between two cursors, with a revision that changes whenever the part does. */
export interface PartBetween {
  revision: string;
  /** The cursor for the list's `after`. */
  after: string;
  /** The cursor for the list's `before`. */
  before: string;
}

/** The name of the order by date in each list's cursors. */
const orderNames: Record<ListName, string> = {
  MOD_PACKS: 'CREATED_AT',
  SERVER_PACKS: 'CREATED_AT',
  RUN_CONFIGURATIONS: 'id',
  EVENTS: 'id',
};

const largestId = 2_147_483_647;

/**
 * A value that is new after every change to the list. It is not in the schema, because only the whole lists of REST
 * need it; GraphQL clients use a subscription.
 */
export function findListRevision({ parts, viewer, operation }: Context, list: ListName): Promise<string> {
  requirePermission(parts.access.mode, viewer, 'read');
  return core.findListRevision(operation.database, list);
}

/** The consecutive parts that make up the whole list. */
export async function findListParts(
  { parts, viewer, operation }: Context,
  { list, orderBy }: ListByDate,
): Promise<PartBetween[]> {
  requirePermission(parts.access.mode, viewer, 'read');
  const descending = isDescending(orderBy, false);
  const found = await core.findListParts(operation.database, list, { descending });
  return found.map(({ firstId, lastId, revision }) => {
    const below = cursorAt(list, firstId - 1);
    const above = cursorAt(list, Math.min(lastId + 1, largestId));
    const [after, before] = descending ? [above, below] : [below, above];
    return { revision, after, before };
  });
}

function cursorAt(list: ListName, id: number): string {
  return writeCursor({ order: orderNames[list], value: id, id });
}
