import type { ListName } from '../../../drizzle/schema.ts';
import { requirePermission } from '../../access/permissions.ts';
import * as core from '../../core/lists/list-parts.ts';
import type { Context } from '../context.ts';
import { writeCursor } from './connection.ts';

/** A list by date, without a filter, and its direction. */
export interface ListByDate {
  list: ListName;
  direction: 'ASC' | 'DESC';
}

/** The part of a list between two cursors, with a revision that changes whenever the part does. */
export interface PartBetween {
  revision: string;
  /** For the list's `after`. */
  after: string;
  /** For the list's `before`. */
  before: string;
}

type Needs = Pick<Context, 'database' | 'access' | 'viewer'>;

/** The name, in a list's cursors, of its order by date. */
const orderNames: Record<ListName, string> = {
  MOD_PACKS: 'DATE_CREATED',
  SERVER_PACKS: 'DATE_CREATED',
  RUN_CONFIGURATIONS: 'id',
  EVENTS: 'id',
};

const largestId = 2_147_483_647;

/**
 * A value that is new after every change to the list. Not in the schema: only the whole lists of REST need it, since
 * clients of GraphQL follow a subscription.
 */
export function findListRevision({ database, access, viewer }: Needs, list: ListName): Promise<string> {
  requirePermission(access.mode, viewer, 'read');
  return core.findListRevision(database, list);
}

/** The parts of a list in its order, which together are the whole of it. */
export async function findListParts(
  { database, access, viewer }: Needs,
  { list, direction }: ListByDate,
): Promise<PartBetween[]> {
  requirePermission(access.mode, viewer, 'read');
  const descending = direction === 'DESC';
  const parts = await core.findListParts(database, list, { descending });
  return parts.map(({ firstId, lastId, revision }) => {
    const below = cursorAt(list, firstId - 1);
    const above = cursorAt(list, Math.min(lastId + 1, largestId));
    const [after, before] = descending ? [above, below] : [below, above];
    return { revision, after, before };
  });
}

function cursorAt(list: ListName, id: number): string {
  return writeCursor({ order: orderNames[list], value: id, id });
}
