import { fileURLToPath } from 'node:url';

export const migrationsFolder = fileURLToPath(new URL('../../drizzle/migrations', import.meta.url));

/** Seconds between two looks whether a chore is due, and for who is to do it: the most that the library takes. Chores come every quarter of an hour. */
const choreLooks = { cronMonitorIntervalSeconds: 45, cronWorkerIntervalSeconds: 45 } as const;

/**
 * A dead node's job is noticed by its missing heartbeat. `core/supervision.ts` checks every two seconds at most, the
 * shortest interval the library allows.
 */
export const queueOptions = {
  useListenNotify: true,
  supervise: false,
  monitorIntervalSeconds: 1,
  ...choreLooks,
} as const;

/**
 * With a single process no other node can die with a job, and each check costs the processor that serves. The library
 * checks once a minute.
 */
export const queueOptionsAlone = {
  useListenNotify: true,
  superviseIntervalSeconds: 60,
  monitorIntervalSeconds: 60,
  // Our jobs have no dependencies, which the library would check every five seconds.
  flowIntervalSeconds: 3600,
  ...choreLooks,
} as const;

/** Use of a PostgreSQL server by one node; `docs/settings.md` says how many connections that makes. */
export interface ServerSettings {
  /**
   * The server's address without its transaction pooler, for notifications, locks and migrations, which need a
   * connection of their own. Null: no pooler, or one that keeps sessions.
   */
  directUrl: string | null;
  /** Connections for requests. */
  pool: number;
  /** Connections for the work on runs and the recurring chores. */
  workPool: number;
  /** Connections that hold a lock while bytes are published or removed. */
  lockPool: number;
  /** Connections of the queue. */
  queuePool: number;
  /** Milliseconds within which there has to be a connection, new or free. */
  connectTimeoutMs: number;
  /** Milliseconds that a statement of a request may take. */
  statementTimeoutMs: number;
  /** Milliseconds that a statement of the work on runs may take. */
  workStatementTimeoutMs: number;
  /** Milliseconds that a transaction may wait for its next statement before the server ends it. */
  idleTransactionTimeoutMs: number;
  /** Milliseconds between two looks whether the connection that listens still answers. */
  pingMs: number;
  /** Milliseconds in which it has to. */
  silenceMs: number;
}

/**
 * A request meets a database that swallows everything at one statement or one connection, and is told so after
 * `connectTimeoutMs`, `statementTimeoutMs` and the time that an answer may be on its way: 8.5 s of the 10 promised.
 */
export const defaultServerSettings: ServerSettings = {
  directUrl: null,
  pool: 10,
  workPool: 4,
  lockPool: 4,
  queuePool: 5,
  connectTimeoutMs: 3_000,
  statementTimeoutMs: 5_000,
  workStatementTimeoutMs: 300_000,
  idleTransactionTimeoutMs: 30_000,
  pingMs: 5_000,
  silenceMs: 5_000,
};

/**
 * Parameters of the embedded database. It serves one connection; PostgreSQL's defaults are made for a hundred, and
 * took 374 MB after the start where these take 231.
 */
export const embeddedParameters = [
  // 16 MiB a file: how much log is kept for new use after a checkpoint, which `folder-room.ts` makes.
  ...['-c', 'min_wal_size=48MB'],
  ...['-c', 'max_wal_size=64MB'],
  // Replication is not used; with its default, a checkpoint that has no room for its replication file ends the process.
  ...['-c', 'max_active_replication_origins=0'],
  ...['-c', 'shared_buffers=16MB'],
  ...['-c', 'max_connections=5'],
  // Rows that are looked at to learn what a table holds, 300 times as many: with the default of 100, one statement took 277 ms.
  ...['-c', 'default_statistics_target=25'],
];
