import type { QueryOptions, Results } from '@electric-sql/pglite';

/*
 * What goes to and fro between those who ask the embedded database and the thread that it works in: plain data.
 */

/** What is asked of it. */
export type Question =
  /** One statement. Values of these types are answered as their text. */
  | { text: string; values: readonly unknown[]; asText: readonly number[] }
  /** Any number of statements, without values. */
  | { statements: string }
  /** To end in good order. */
  | 'close'
  /** To go on with an answer that comes in pieces. */
  | 'more';

/** Tables with their rows as lists, or why there are none. Questions are answered in their order. */
export type Answer = { results: Results<unknown[]>[] } | { failure: Failure };

/** An error as it may be copied: the database's own have a code, a constraint and more. */
export interface Failure {
  message: string;
  details: Record<string, string | number>;
}

/** Told by the database when someone notifies a channel that it listens to. */
export interface Notification {
  channel: string;
  payload: string;
}

/** The first rows of an answer that is long; it goes on once more are asked for. */
export interface Piece {
  rows: unknown[][];
}

export type Told = Answer | Piece | Notification;

/** How rows are wanted, as PGlite has it. */
export type Reading = Pick<QueryOptions, 'rowMode' | 'parsers'>;

/** json and jsonb. Their texts are passed on: a text is copied far quicker than what it stands for. */
export const jsonTypes: readonly number[] = [114, 3802];

/** What whoever asked hears of it. */
export function asError({ message, details }: Failure): Error {
  return Object.assign(new Error(message), details);
}

/** A long text on its way between threads, handed over where any other is copied. */
interface LongText {
  utf8: Uint8Array;
}

/** Characters of a text that is handed over. */
const leastHandedOver = 16_384;
/** Characters of such texts that are told at once: who hears them takes all that is told in one turn. */
const mostAtOnce = 2_097_152;

/** Rows in pieces, each with the bytes that are handed over. */
export function* handOver(rows: unknown[][]): Generator<{ rows: unknown[][]; bytes: ArrayBuffer[] }> {
  let piece: { rows: unknown[][]; bytes: ArrayBuffer[] } = { rows: [], bytes: [] };
  let length = 0;
  for (const row of rows) {
    if (length >= mostAtOnce) {
      yield piece;
      piece = { rows: [], bytes: [] };
      length = 0;
    }
    for (const [index, value] of row.entries()) {
      if (typeof value !== 'string' || value.length < leastHandedOver) continue;
      const utf8 = new TextEncoder().encode(value);
      row[index] = { utf8 } satisfies LongText;
      piece.bytes.push(utf8.buffer);
      length += value.length;
    }
    piece.rows.push(row);
  }
  yield piece;
}

/** Makes these rows what the database gave. */
export function takeOver(rows: unknown[][]): void {
  for (const row of rows)
    for (const [index, value] of row.entries())
      if (isLongText(value)) row[index] = Buffer.from(value.utf8.buffer).toString();
}

function isLongText(value: unknown): value is LongText {
  return typeof value === 'object' && value !== null && 'utf8' in value;
}
