import { isDeepStrictEqual } from 'node:util';
import type { SQLWrapper } from 'drizzle-orm';
import type { Queries } from './database.ts';
import { sendWritten, writeSql } from './drizzle-session.ts';
import { nameOf } from './statements.ts';

/** A last statement of a transaction, with its parameters in order. Its result is not read. */
export interface LastStatement {
  /** The server keeps what it has read under this name. */
  name: string;
  text: string;
  values: readonly unknown[];
}

/** A transaction that knows how it ends. */
export interface Ending {
  /** Null until `endWith` is called. */
  ending: readonly LastStatement[] | null;
}

/**
 * Ends a transaction with these statements, as its last call. On a server they are sent together with the commit,
 * which releases its locks before it is on the disk: neither a round trip nor a disk write is spent under the locks
 * these statements take. The transaction's caller still waits for the disk (`queries.ts`), and gets failures as usual.
 */
export async function endWith(tx: Queries, statements: readonly LastStatement[]): Promise<void> {
  if (knowsEnding(tx)) {
    tx.ending = [...(tx.ending ?? []), ...statements];
    return;
  }
  for (const { values, ...statement } of statements)
    await sendWritten(tx, { ...statement, values: [...values] });
}

/** True for a transaction that can be told its last statements by `endWith`. */
function knowsEnding(tx: Queries): tx is Queries & Ending {
  return 'ending' in tx;
}

/**
 * Statements to end transactions with, of which drizzle writes each once: when its shape is first asked for. `values` are its parameters as the
 * database is sent them; `build` makes the statement, which must have the same text whenever the shape is the same.
 */
export function createLastStatements(): (
  shape: string,
  values: readonly unknown[],
  build: () => SQLWrapper,
) => LastStatement {
  const known = new Map<string, { name: string; text: string }>();
  const make = (values: readonly unknown[], build: () => SQLWrapper) => {
    const { text, values: written } = writeSql(build());
    if (!isDeepStrictEqual(written, values)) throw new Error(`Other values than those of ${text}`);
    return { name: nameOf(text), text };
  };
  return (shape, values, build) => {
    const made = known.get(shape) ?? make(values, build);
    known.set(shape, made);
    return { ...made, values };
  };
}
