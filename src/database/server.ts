import type { Logger } from 'pino';
import { untilUndisturbed } from './conflicts.ts';
import { connect, serverLimits, statementLimits, type Way, wayTo } from './connections.ts';
import type { Database, Pools, Queries } from './database.ts';
import { openListener } from './listener.ts';
import { migrate } from './migrate.ts';
import { createNamedLocks } from './named-locks.ts';
import { type ConnectionPool, type Connections, openPool } from './pool.ts';
import { refusePooler } from './pooler.ts';
import { flush, holdSnapshot, queriesOf, queriesOfConnection, type Reach, type Watch } from './queries.ts';
import type { ServerSettings } from './settings.ts';
import { createSnapshots } from './snapshots.ts';
import { type Patience, waitForServer } from './wait-for-server.ts';

/** Opens a PostgreSQL server's database and migrates its tables. */
export async function openServer(
  url: string,
  settings: ServerSettings,
  {
    log,
    watch,
    patience,
    migrates = true,
  }: {
    log?: Logger | undefined;
    watch?: Watch | undefined;
    patience?: Patience | undefined;
    /** False: the tables are left as they are. */
    migrates?: boolean;
  } = {},
): Promise<Database> {
  const named = settings.directUrl === null;
  const direct = wayTo(settings.directUrl ?? url, settings, { prepares: 'named' });
  const requestMs = settings.statementTimeoutMs;
  const way = wayTo(url, settings, { prepares: named ? 'named' : 'nothing' });
  const forRequests = { ...way, limits: statementLimits(requestMs, settings) };
  const forWork = { ...way, limits: statementLimits(settings.workStatementTimeoutMs, settings) };
  const forLocks = { ...direct, limits: serverLimits(requestMs, settings) };
  if (patience) for (const one of named ? [direct] : [direct, way]) await waitForServer(one, patience);
  if (named) await refusePooler(forRequests);
  if (migrates) await migrateServer(direct);
  await using opened = new AsyncDisposableStack();
  const open = (to: Way, max: number, waitMs?: number) =>
    opened.use(openPool({ max, waitMs, connect: (onEnd) => connect(to, { onEnd }) }));
  const requests = open(forRequests, settings.pool, settings.connectTimeoutMs);
  // A long wait for one of these connections does not mean that the server is lost: long work may use all of them.
  const work = open(forWork, settings.workPool);
  const locks = open(forLocks, settings.lockPool);
  const pools = [requests, work, locks];
  const listener = opened.use(
    await openListener({
      way: forLocks,
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
  const reach: Reach = named
    ? { direct: true, watch }
    : { direct: false, idleMs: settings.idleTransactionTimeoutMs, watch };
  const db = queriesOf(requests, reach);
  const parts = opened.move();
  const close = () => parts.disposeAsync();
  return {
    kind: 'server',
    db,
    patient: queriesOf(work, reach),
    snapshot: createSnapshots(() =>
      holdSnapshot(requests, reach, { isolationLevel: 'repeatable read', accessMode: 'read only' }),
    ),
    settled: named
      ? (read) => settledOn(requests, reach, read)
      : (read) =>
          db.transaction(async (tx) => {
            const found = await read(tx);
            if (found.length > 0) await tx.execute(flush);
            return found;
          }),
    listen: listener.listen,
    notify: async (channel, payload) => {
      await requests.query('select pg_notify($1, $2)', [channel, payload], { name: 'notify' });
    },
    exclusively: createNamedLocks(
      locks,
      () => requests.query('select 1'),
      settings.idleTransactionTimeoutMs,
      watch,
    ),
    pools: () => ({
      requests: useOf(requests),
      work: useOf(work),
      locks: useOf(locks),
    }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/**
 * Reads and flushes without a transaction, but on one connection: on another, the flush could reach a server that has
 * lost the rows and restarted. Behind a pooler only a transaction guarantees this.
 */
async function settledOn<Row>(
  connections: Connections,
  reach: Reach,
  read: (db: Queries) => Promise<Row[]>,
): Promise<Row[]> {
  const connection = await connections.take();
  let hasFailed = true;
  try {
    const found = await read(queriesOfConnection(connection, reach));
    if (found.length > 0) await connection.query(flush, [], { name: 'flush' });
    hasFailed = false;
    return found;
  } finally {
    connections.handBack(connection, hasFailed);
  }
}

function useOf(pool: ConnectionPool): Pools[string] {
  const { busy, waiting } = pool.use();
  return { busy, waiting };
}

/** The key of the lock under which tables are made and changed. */
export const migrationsLock = "hashtext('migrations')";

/**
 * Nodes that start together migrate one at a time under the lock. A node of the previous release that was not stopped may
 * write meanwhile; a deadlock with it undoes one transaction, which is retried.
 */
async function migrateServer(way: Way): Promise<void> {
  const connection = await connect(way);
  const db = queriesOfConnection(connection, { direct: true });
  try {
    await connection.query(`select pg_advisory_lock(${migrationsLock})`);
    await untilUndisturbed(() => migrate(db));
  } finally {
    await connection.end();
  }
}
