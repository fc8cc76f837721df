import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Queries } from './database.ts';
import { sendWritten, type WrittenStatement, writeStatement } from './drizzle-session.ts';

/**
 * Statements that requests ask for all the time. The text of one is made when its shape is first asked for, and named, so
 * that the server, too, reads it once on each connection.
 */
export interface Statements<Row> {
  /**
   * The rows of the statement with this shape; `values` are its parameters, in their order. `build` makes the statement,
   * which must have the same text whenever the shape is the same.
   */
  rows(db: Queries, shape: string, values: unknown[], build: (db: Queries) => Buildable<Row>): Promise<Row[]>;
}

/** A statement of drizzle's that selects such rows. */
export interface Buildable<Row> extends PromiseLike<Row[]> {
  prepare(name: string): unknown;
}

interface Made extends Pick<WrittenStatement, 'text' | 'fields'> {
  /** The server keeps what it has read under this name. */
  name: string;
}

/** Statements of one kind, whose shapes are few: clients have no say in them. */
export function createStatements<Row>(): Statements<Row> {
  const known = new Map<string, Made>();
  const madeOf = (shape: string, make: () => Made) => {
    const made = known.get(shape) ?? make();
    known.set(shape, made);
    return made;
  };
  return {
    async rows(db, shape, values, build) {
      const made = madeOf(shape, () => make(build, values));
      const rows = await sendWritten(db, { ...made, values });
      if (!areOfType<Row>(rows)) throw new TypeError('The database driver answered no rows.');
      return rows;
    },
  };
}

/** The name under which the server keeps a statement: the same for the same text. */
export function nameOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** They come from a statement that drizzle has given this very type. */
function areOfType<Row>(rows: unknown): rows is Row[] {
  return Array.isArray(rows);
}

/** A list of numbers as one parameter, for `any(...::int[])`. */
export function asArray(numbers: readonly number[]): string {
  return `{${numbers.join(',')}}`;
}

function make<Row>(build: (db: Queries) => Buildable<Row>, values: unknown[]): Made {
  const { text, values: written, fields } = writeStatement(build);
  if (!isDeepStrictEqual(written, values)) throw new Error(`Other values than those of ${text}`);
  return { name: nameOf(text), text, fields };
}
