import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { untilUndisturbed } from './conflicts.ts';
import {
  type ConnectionPool,
  connectionOptions,
  openPool,
  rowsOf,
  statementLimits,
  toldLimits,
} from './connections.ts';
import type { Database, Pools } from './database.ts';
import { openListener } from './listener.ts';
import { createMoments, momentQuery } from './moments.ts';
import { createNamedLocks } from './named-locks.ts';
import { beginning, flush, handBack, queriesOf, queriesOfConnection, type Way } from './server-queries.ts';
import { migrationsFolder, queueOptions, type ServerSettings } from './settings.ts';
import { createSnapshots } from './snapshots.ts';

/** Opens a PostgreSQL server's database, bringing its tables up to date first. */
export async function openServer(url: string, settings: ServerSettings, log?: Logger): Promise<Database> {
  const options = connectionOptions(url, settings);
  const direct = connectionOptions(settings.directUrl ?? url, settings);
  const named = settings.directUrl === null;
  const requestMs = settings.statementTimeoutMs;
  const forRequests = { ...options, ...statementLimits(requestMs, settings) };
  // Waiting for one of these connections is no sign that the server cannot be reached: long work may hold them all.
  const waitedFor = { connectionTimeoutMillis: 0, Client: clientOf(options) };
  const workMs = settings.workStatementTimeoutMs;
  const forWork = { ...options, ...waitedFor, ...statementLimits(workMs, settings) };
  const forLocks = { ...direct, ...waitedFor, ...toldLimits(requestMs, settings) };
  await migrateServer(direct);
  await using opened = new AsyncDisposableStack();
  const requests = opened.use(openPool({ ...forRequests, max: settings.pool, named }));
  const work = opened.use(openPool({ ...forWork, max: settings.workPool, named }));
  const locks = opened.use(openPool({ ...forLocks, max: settings.lockPool, named: true }));
  const queue = opened.use(openPool({ ...forWork, max: settings.queuePool, named }));
  const pools = [requests, work, locks, queue];
  const listener = opened.use(
    await openListener({
      options: { ...direct, ...toldLimits(requestMs, settings) },
      pingMs: settings.pingMs,
      silenceMs: settings.silenceMs,
      watchSilence() {
        const watches = pools.map((pool) => pool.watchSilence());
        return () => {
          for (const endSilent of watches) endSilent();
        };
      },
      log,
    }),
  );
  const way: Way = named ? { direct: true } : { direct: false, idleMs: settings.idleTransactionTimeoutMs };
  const db = queriesOf(requests.pool, way);
  const parts = opened.move();
  const close = () => parts.disposeAsync();
  return {
    kind: 'server',
    db,
    patient: queriesOf(work.pool, way),
    snapshot: createSnapshots(async () => {
      const client = await requests.pool.connect();
      // Sent together with the first question; where it fails, the connection has.
      client.query(beginning(way, ' isolation level repeatable read read only')).catch(() => {});
      return {
        db: queriesOfConnection(client, way),
        end: () =>
          client
            .query('commit')
            .catch(() => {})
            .finally(() => handBack(client)),
      };
    }),
    settled: (read) =>
      db.transaction(async (tx) => {
        const found = await read(tx);
        if (found.length > 0) await tx.execute(flush);
        return found;
      }),
    moment: createMoments(() => momentOf(requests, named)),
    listen: listener.listen,
    notify: async (channel, payload) => {
      await requests.pool.query('select pg_notify($1, $2)', [channel, payload]);
    },
    exclusively: createNamedLocks(
      locks.pool,
      () => requests.pool.query('select 1'),
      settings.idleTransactionTimeoutMs,
    ),
    boss: new PgBoss({
      ...queueOptions,
      db: {
        executeSql: (text, values) => queue.pool.query(text, values),
        listen: async (channel, hear, miss) => ({ close: await listener.listen(channel, hear, miss) }),
      },
    }),
    pools: () => ({
      requests: useOf(requests),
      work: useOf(work),
      locks: useOf(locks),
      queue: useOf(queue),
    }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/**
 * Numbers of transactions that a crash has cut off are given out once more after it, and then name other work. A crash ends all
 * connections: a moment holds good between questions that no new connection lies between. What a pooler hands on hides that.
 */
async function momentOf({ pool, opened }: ConnectionPool, named: boolean): Promise<string | null> {
  if (!named) return null;
  const before = opened();
  const [[moment] = []] = await rowsOf(pool, { name: 'moment', text: momentQuery });
  return moment !== undefined && opened() === before ? `${before} ${moment}` : null;
}

function useOf({ pool }: ConnectionPool): Pools[string] {
  return { busy: pool.totalCount - pool.idleCount, waiting: pool.waitingCount };
}

/** A client that has a limit on connecting, where its pool has none on waiting. */
function clientOf({ connectionTimeoutMillis = 0 }: pg.ClientConfig) {
  return class extends pg.Client {
    constructor(config: pg.ClientConfig = {}) {
      super({ ...config, connectionTimeoutMillis });
    }
  };
}

/**
 * Several nodes may start at once: one migrates, the others wait on the lock and find nothing left to do. Nodes of the release before write meanwhile:
 * where they and the changes of tables wait for each other, the database undoes one of them, and it is done again.
 */
async function migrateServer(options: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(options);
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(`select pg_advisory_lock(hashtext('migrations'))`);
    await untilUndisturbed(() => migrate(drizzle(client), { migrationsFolder }));
  } finally {
    await client.end();
  }
}
