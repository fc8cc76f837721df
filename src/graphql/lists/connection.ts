import { z } from 'zod';
import { exactly, type Total } from '../../core/figures/totals.ts';
import type { Page, PageRequest, Position } from '../../core/lists/pages.ts';
import { AppError } from '../../errors.ts';
import { defaultPageSize } from '../execution/cost.ts';

const position = z.tuple([z.string().max(40), z.union([z.string().refine(isStorable), z.int()]), z.int32()]);

interface ConnectionArgs {
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
}

/** Reads a connection's arguments. Fails with INVALID_INPUT, naming the argument and the numbers. */
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

/** Counts a whole list; a plain number is exact. */
type Count = () => Promise<number | Total>;

/**
 * A page in the shape of the Relay specification. Nested lists make hundreds of pages whose fields are rarely read, so
 * edges, cursors and the count are made on first use. A list that fits on its page is not counted again.
 */
class Connection<Row> {
  readonly #page: Page<Row>;
  /** Shared by `totalCount` and `totalCountIsEstimated`. */
  readonly total: () => Promise<Total>;

  constructor(page: Page<Row>, count: Count) {
    this.#page = page;
    const readTotal = async () => {
      if (page.isWhole) return exactly(page.rows.length);
      const counted = await count();
      if (typeof counted === 'number') return exactly(counted);
      const shown = page.rows.length + Number(page.hasNext || page.hasPrevious);
      return counted.isEstimated ? { ...counted, count: Math.max(counted.count, shown) } : counted;
    };
    let total: Promise<Total> | null = null;
    this.total = () => {
      total ??= readTotal();
      return total;
    };
  }

  get edges(): Edge<Row>[] {
    const { rows, positions } = this.#page;
    return rows.map((node, index) => new Edge(node, positions[index]));
  }

  get pageInfo() {
    return new PageInfo(this.#page);
  }
}

class Edge<Row> {
  readonly node: Row;
  readonly #position: Position | undefined;

  constructor(node: Row, position: Position | undefined) {
    this.node = node;
    this.#position = position;
  }

  get cursor(): string {
    return writeCursor(this.#position);
  }
}

class PageInfo {
  readonly #page: Page<unknown>;

  constructor(page: Page<unknown>) {
    this.#page = page;
  }

  get hasNextPage(): boolean {
    return this.#page.hasNext;
  }

  get hasPreviousPage(): boolean {
    return this.#page.hasPrevious;
  }

  get startCursor(): string | null {
    const { rows, positions } = this.#page;
    return rows.length === 0 ? null : writeCursor(positions[0]);
  }

  get endCursor(): string | null {
    const { rows, positions } = this.#page;
    return rows.length === 0 ? null : writeCursor(positions[rows.length - 1]);
  }
}

export function toConnection<Row>(page: Page<Row>, count: Count): Connection<Row> {
  return new Connection(page, count);
}

/** The cursor of a position in a list, for `after` and `before`. */
export function writeCursor(position: Position | undefined): string {
  if (!position) throw new Error('A page has a row without a position.');
  return Buffer.from(JSON.stringify([position.order, position.value, position.id])).toString('base64url');
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

/** PostgreSQL refuses other texts as parameters. */
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
