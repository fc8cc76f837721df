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
