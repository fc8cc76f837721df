import { Socket } from 'node:net';
import pg from 'pg';
import { NamedQuery, type NamedStatement } from './named-query.ts';
import type { ServerSettings } from './settings.ts';

/** What an answer may take on its way beyond what the server may take for it, in milliseconds. */
const onItsWayMs = 500;

/** How long a pool may take to say goodbye, in milliseconds. */
const goodbyeMs = 5_000;

/** What all connections have in common. A dead peer is noticed by the system, too, while nothing is asked. */
export function connectionOptions(url: string, { connectTimeoutMs }: ServerSettings): pg.ClientConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'server-packs',
  };
}

/** How long statements may take, told to the server, and kept watch over here in case that the server is silent. */
export function toldLimits(ms: number, { idleTransactionTimeoutMs }: ServerSettings): pg.ClientConfig {
  return {
    statement_timeout: ms,
    query_timeout: ms + onItsWayMs,
    idle_in_transaction_session_timeout: idleTransactionTimeoutMs,
  };
}

/**
 * The same for connections that may lead through a pooler, which takes no such wishes: there the limit is kept watch over here
 * alone. Who is given up on ends its connection, and the pooler with it what the server still does for it. How long a transaction may
 * stand still is told with each (`server-queries.ts`).
 */
export function statementLimits(ms: number, settings: ServerSettings): pg.ClientConfig {
  return settings.directUrl === null ? toldLimits(ms, settings) : { query_timeout: ms + onItsWayMs };
}

/** Connections to the server, made when they are needed and never used again once they have failed. */
export interface ConnectionPool extends AsyncDisposable {
  pool: pg.Pool;
  /** How many connections have been made until now. */
  opened(): number;
  /** Answers what ends the connections that have heard nothing since this call. */
  watchSilence(): () => void;
}

/**
 * Makes a pool of at most `max` connections, none of them open yet. Statements lose their names unless `named`: a pooler
 * that hands on single transactions leads to a server's process that may not know them.
 */
export function openPool({
  named,
  query_timeout: answerMs,
  ...options
}: pg.PoolConfig & { max: number; named: boolean }): ConnectionPool {
  const pool = new pg.Pool({
    idleTimeoutMillis: 60_000,
    ...options,
    // Sends what is asked together without waiting.
    pipeline: true,
  });
  const clients = new Set<pg.PoolClient>();
  let opened = 0;
  // The next to ask gets another connection; without a listener, the process would end.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    clients.add(client);
    opened += 1;
    tune(client, { named, answerMs });
  });
  pool.on('remove', (client) => clients.delete(client));
  return {
    pool,
    opened: () => opened,
    watchSilence() {
      const heard = new Map([...clients].map((client) => [client, bytesHeard(client)]));
      return () => {
        for (const [client, before] of heard) {
          if (bytesHeard(client) === before) client.connection.stream.destroy();
        }
      };
    },
    async [Symbol.asyncDispose]() {
      const ended = pool.end();
      const late = setTimeout(() => {
        for (const client of clients) client.connection.stream.destroy();
      }, goodbyeMs);
      await ended.finally(() => clearTimeout(late));
    },
  };
}

type Told = (error: Error | null, result?: unknown) => void;

/**
 * Sends what is asked within one turn by one write: a `begin` with the first question, or two lists. A connection whose statement gets no
 * answer in time ends, and all that was asked of it fails.
 *
 * The driver's own `query_timeout` sets a function on each statement. V8 makes functions that are set on a property among what lives long,
 * so that each statement, and all that it led to, stayed until the next great collection of garbage.
 */
function tune(
  client: pg.PoolClient,
  { named, answerMs }: { named: boolean; answerMs: number | undefined },
): void {
  const { query } = client;
  let isGathering = false;
  const giveUp = () => client.connection.stream.destroy(new Error('Query read timeout'));
  const ask = (asked: unknown, values: unknown, tell: Told): void => {
    const { stream } = client.connection;
    if (!isGathering) {
      isGathering = true;
      stream.cork();
      process.nextTick(() => {
        isGathering = false;
        stream.uncork();
      });
    }
    const late = answerMs === undefined ? undefined : setTimeout(giveUp, answerMs);
    const answered: Told = (error, result) => {
      clearTimeout(late);
      tell(error, result);
    };
    Reflect.apply(query, client, [named ? asked : nameless(asked), values, answered]);
  };
  const value = (asked: unknown, values?: unknown, tell?: Told): unknown => {
    if (asked instanceof NamedQuery) {
      if (named) ask(asked, undefined, (error) => asked.tell(error));
      else
        asked.tell(
          new Error('Nothing is asked by its name where a pooler may lead to another server each time.'),
        );
      return asked;
    }
    if (tell === undefined)
      return new Promise((resolve, reject) => {
        ask(asked, values, (error, result) => (error ? reject(error) : resolve(result)));
      });
    return ask(asked, values, tell);
  };
  Object.defineProperty(client, 'query', { value });
}

function nameless(asked: unknown): unknown {
  const isNamed = typeof asked === 'object' && asked !== null && 'name' in asked;
  return isNamed ? { ...asked, name: undefined } : asked;
}

/** The rows, each with its values in the order of the columns. Only servers that are asked without a pooler keep statements. */
export async function rowsOf(
  asked: pg.Pool | pg.PoolClient,
  statement: NamedStatement,
  values: readonly unknown[] = [],
): Promise<unknown[][]> {
  const query = new NamedQuery(statement, values);
  if (!(asked instanceof pg.Pool)) return asked.query(query).answer;
  const client = await asked.connect();
  let hasFailed = true;
  try {
    const rows = await client.query(query).answer;
    hasFailed = false;
    return rows;
  } finally {
    client.release(hasFailed);
  }
}

function bytesHeard({ connection: { stream } }: pg.PoolClient): number {
  return stream instanceof Socket ? stream.bytesRead : 0;
}
