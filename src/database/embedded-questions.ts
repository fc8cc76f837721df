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
  | 'close';

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

export type Told = Answer | Notification;

/** How rows are wanted, as PGlite has it. */
export type Reading = Pick<QueryOptions, 'rowMode' | 'parsers'>;

/** json and jsonb. Their texts are passed on: a text is copied far quicker than what it stands for. */
export const jsonTypes: readonly number[] = [114, 3802];

/** What whoever asked hears of it. */
export function asError({ message, details }: Failure): Error {
  return Object.assign(new Error(message), details);
}

/** A long text on its way between threads: handed over, where any other would be copied, all of an answer in one turn of who gets it. */
interface LongText {
  utf8: Uint8Array;
}

/** Characters of a text that is handed over. */
const longest = 16_384;

/** Has long texts handed over with what is told; answers the bytes. */
export function handOver(told: Told): ArrayBuffer[] {
  if (!('results' in told)) return [];
  const handed: ArrayBuffer[] = [];
  for (const { rows } of told.results)
    for (const row of rows)
      for (const [index, value] of row.entries()) {
        if (typeof value !== 'string' || value.length < longest) continue;
        const utf8 = new TextEncoder().encode(value);
        row[index] = { utf8 } satisfies LongText;
        handed.push(utf8.buffer);
      }
  return handed;
}

/** A value as the database gave it. */
export function takeOver(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('utf8' in value)) return value;
  if (!(value.utf8 instanceof Uint8Array)) return value;
  return Buffer.from(value.utf8.buffer).toString();
}
