import { setImmediate as turn } from 'node:timers/promises';
import type { Results } from '@electric-sql/pglite';
import type { Link } from './embedded-link.ts';
import {
  type Answer,
  asError,
  jsonTypes,
  type Notification,
  type Question,
  type Reading,
  type Told,
  takeOver,
} from './embedded-questions.ts';

/** What takes statements: the embedded database, or a transaction of it. */
export interface EmbeddedConnection {
  query<Row>(text: string, values?: readonly unknown[], reading?: Reading): Promise<Results<Row>>;
}

/** Asks the embedded database, wherever it works. It has one connection: what is asked while a transaction is open waits for its end. */
export interface EmbeddedClient extends EmbeddedConnection {
  /** Any number of statements, without values. */
  exec(statements: string): Promise<Results<object>[]>;
  transaction<Result>(work: (connection: EmbeddedConnection) => Promise<Result>): Promise<Result>;
  /** Answers how to listen no more. */
  listen(channel: string, hear: (payload: string) => void): Promise<() => Promise<void>>;
  /** Closes it once what was asked before is over. */
  close(): Promise<void>;
}

/**
 * Milliseconds after which the event loop gets a turn. Answers come as quickly as they are read, and reading them is only part of what they
 * set going: without it, a run of them would be one turn.
 */
const longestMs = 10;

/** `lost` hears of the end of a database that nobody has closed. */
export function createEmbeddedClient(link: Link, lost: (error: Error) => void): EmbeddedClient {
  /** Those whose answers are to come, in that order. */
  const waiting: { resolve(results: Results<unknown[]>[]): void; reject(error: Error): void }[] = [];
  const listeners = new Map<string, Set<(payload: string) => void>>();
  /** Why nothing more can be asked. */
  let over: Error | null = null;
  /** The end of the transactions that were begun. */
  let transactions: Promise<unknown> = Promise.resolve();
  let closing: Promise<void> | null = null;

  /** What has come of the next answer. */
  let begun: unknown[][] = [];
  /** Told, and waiting for a turn of the event loop. */
  const later: Told[] = [];
  let turnAt = performance.now() + longestMs;

  link.open(
    (told) => {
      if (later.length === 0 && performance.now() < turnAt) take(told);
      else if (later.push(told) === 1) setImmediate(takeNext);
    },
    (cause) => {
      over = new Error('The embedded database has ended.', { cause });
      for (const { reject } of waiting.splice(0)) reject(over);
      lost(over);
    },
  );

  function takeNext(): void {
    turnAt = performance.now() + longestMs;
    const told = later.shift();
    if (later.length > 0) setImmediate(takeNext);
    if (told) take(told);
  }

  function take(told: Told): void {
    if ('channel' in told) notify(told);
    else if ('rows' in told) {
      takeOver(told.rows);
      begun = begun.concat(told.rows);
      link.ask('more');
    } else settle(told);
  }

  function settle(answer: Answer): void {
    const first = waiting.shift();
    if (waiting.length === 0) link.hold(false);
    if ('failure' in answer) {
      first?.reject(asError(answer.failure));
      return;
    }
    for (const { rows } of answer.results) takeOver(rows);
    const [result] = answer.results;
    if (result && begun.length > 0) {
      result.rows = begun.concat(result.rows);
      begun = [];
    }
    first?.resolve(answer.results);
  }

  function notify({ channel, payload }: Notification): void {
    for (const hear of listeners.get(channel) ?? []) hear(payload);
  }

  function ask(question: Question): Promise<Results<unknown[]>[]> {
    if (over !== null) return Promise.reject(over);
    const { promise, resolve, reject } = Promise.withResolvers<Results<unknown[]>[]>();
    // What cannot be copied fails here, and is not waited for.
    link.ask(question);
    if (waiting.push({ resolve, reject }) === 1) link.hold(true);
    return promise;
  }

  /** The connection, for whoever has it. */
  const connection: Pick<EmbeddedClient, 'query' | 'exec'> = {
    async query<Row>(text: string, values: readonly unknown[] = [], reading: Reading = {}) {
      const asText = Object.keys(reading.parsers ?? {}).map(Number);
      const [result] = await ask({ text, values, asText });
      if (result === undefined) throw new Error('The embedded database answered nothing.');
      return read<Row>(result, reading);
    },
    async exec(statements) {
      const found: Results<object>[] = [];
      for (const result of await ask({ statements })) found.push(await read<object>(result, {}));
      return found;
    },
  };

  async function transact<Result>(work: (held: EmbeddedConnection) => Promise<Result>): Promise<Result> {
    let isOver = false;
    const held: EmbeddedConnection = {
      query: async (...args) => {
        if (isOver) throw new Error('The transaction is over.');
        return connection.query(...args);
      },
    };
    try {
      // Not waited for: where it fails, the database has ended.
      connection.exec('begin').catch(() => {});
      const result = await work(held);
      isOver = true;
      const [ended] = await connection.exec('commit');
      if (ended?.command === 'COMMIT') return result;
    } catch (error) {
      isOver = true;
      await connection.exec('rollback').catch(() => {});
      throw error;
    }
    throw new Error('A statement of this transaction failed, and its failure was passed over.');
  }

  const client: EmbeddedClient = {
    async query(...args) {
      await transactions;
      return connection.query(...args);
    },
    async exec(...args) {
      await transactions;
      return connection.exec(...args);
    },
    transaction(work) {
      const done = transactions.then(() => transact(work));
      transactions = done.catch(() => {});
      return done;
    },
    async listen(channel, hear) {
      const name = `"${channel.replaceAll('"', '""')}"`;
      const all = listeners.get(channel) ?? new Set();
      listeners.set(channel, all.add(hear));
      await client.exec(`listen ${name}`);
      return async () => {
        if (all.delete(hear) && all.size === 0) await client.exec(`unlisten ${name}`);
      };
    },
    close() {
      closing ??= transactions.then(async () => {
        if (over === null) {
          const closed = ask('close');
          over = new Error('The embedded database is closed.');
          await closed;
        }
        await link.end();
      });
      return closing;
    },
  };
  return client;
}

/** Rows as they are wanted. Texts may be long: the event loop gets a turn in between. */
async function read<Row>(
  { rows, ...result }: Results<unknown[]>,
  { rowMode, parsers }: Reading,
): Promise<Results<Row>> {
  const parses = result.fields.map(
    ({ dataTypeID }) => parsers?.[dataTypeID] ?? (jsonTypes.includes(dataTypeID) ? JSON.parse : null),
  );
  let turnAt = performance.now() + longestMs;
  for (const row of rows) {
    for (const [index, parse] of parses.entries()) {
      const value = row[index];
      if (parse !== null && typeof value === 'string') row[index] = parse(value);
    }
    if (performance.now() < turnAt) continue;
    await turn();
    turnAt = performance.now() + longestMs;
  }
  const names = result.fields.map(({ name }) => name);
  const found =
    rowMode === 'array'
      ? rows
      : rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]])));
  if (!areOfType<Row>(found)) throw new TypeError('The embedded database answered no rows.');
  return { ...result, rows: found };
}

/** Whoever asks says what a row is. */
function areOfType<Row>(rows: unknown[]): rows is Row[] {
  return Array.isArray(rows);
}
