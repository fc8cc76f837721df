import { z } from 'zod';
import type { Page, PageRequest, Position } from '../core/pages.ts';
import { AppError } from '../errors.ts';
import { defaultPageSize } from './cost.ts';

const position = z.tuple([z.string().max(40), z.union([z.string().refine(isStorable), z.int()]), z.int32()]);

interface ConnectionArgs {
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
}

/** Reads a connection's arguments. Fails with INVALID_INPUT, naming the argument and the figures. */
export function pageRequest(args: ConnectionArgs, maxPageSize: number): PageRequest {
  const first = args.first ?? null;
  const last = args.last ?? null;
  if (first !== null && last !== null) {
    throw new AppError('INVALID_INPUT', 'Give either first or last, not both.', { field: 'last' });
  }
  const [field, limit] =
    last === null ? (['first', first ?? defaultPageSize] as const) : (['last', last] as const);
  if (limit < 0 || limit > maxPageSize) {
    throw new AppError('INVALID_INPUT', `${field} must be between 0 and ${maxPageSize}, not ${limit}.`, {
      field,
    });
  }
  return {
    limit,
    after: readCursor('after', args.after),
    before: readCursor('before', args.before),
    fromEnd: last !== null,
  };
}

/** A page as the Relay specification shapes it; the whole list is counted only when somebody asks. */
export function toConnection<Row>(page: Page<Row>, totalCount: () => Promise<number>) {
  const { rows, positions } = page;
  // A cursor is written when it is asked for: whole lists are read by their pages' last ones alone.
  const edges = rows.map((node, index) => ({
    node,
    get cursor() {
      return writeCursor(positions[index]);
    },
  }));
  return {
    edges,
    totalCount,
    pageInfo: {
      hasNextPage: page.hasNext,
      hasPreviousPage: page.hasPrevious,
      get startCursor() {
        return edges.at(0)?.cursor ?? null;
      },
      get endCursor() {
        return edges.at(-1)?.cursor ?? null;
      },
    },
  };
}

/** A place in a list, for `after` and `before`. */
export function writeCursor(place: Position | undefined): string {
  if (!place) throw new Error('A page has a row without a position.');
  return Buffer.from(JSON.stringify([place.order, place.value, place.id])).toString('base64url');
}

function readCursor(field: string, cursor: string | null | undefined): Position | null {
  if (cursor === null || cursor === undefined) return null;
  const parsed = position.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()));
  if (!parsed.success) {
    throw new AppError('INVALID_INPUT', `${field} must be a cursor that this connection answered.`, {
      field,
    });
  }
  const [order, value, id] = parsed.data;
  return { order, value, id };
}

/** The database takes no other text as a parameter. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
