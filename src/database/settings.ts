import { fileURLToPath } from 'node:url';

export const migrationsFolder = fileURLToPath(new URL('../../drizzle/migrations', import.meta.url));

/** How one node uses a PostgreSQL server; `docs/settings.md` states the resulting number of connections. */
export interface ServerSettings {
  /**
   * The server's address that bypasses its transaction pooler, for notifications, locks and migrations, which need a
   * session of their own. Null when there is no pooler, or one that keeps sessions.
   */
  directUrl: string | null;
  /** Most connections for requests. */
  pool: number;
  /** Most connections for jobs and the claims on them. */
  workPool: number;
  /** Most connections that hold a lock while files are published or removed. */
  lockPool: number;
  /** Milliseconds for which a caller waits for a new or free connection. */
  connectTimeoutMs: number;
  /** Milliseconds that a statement of a request may take. */
  statementTimeoutMs: number;
  /** Milliseconds that a statement of a job may take. */
  workStatementTimeoutMs: number;
  /** Milliseconds that a transaction may wait for its next statement before the server ends it. */
  idleTransactionTimeoutMs: number;
  /** Milliseconds between two checks that the listening connection still answers. */
  pingMs: number;
  /** Milliseconds within which the listening connection has to answer. */
  silenceMs: number;
}

/**
 * A database that stops responding meets a request during one statement or one connection. The request fails after
 * `connectTimeoutMs`, `statementTimeoutMs` and the time for an answer to travel: 8.5 s of the promised 10.
 */
export const defaultServerSettings: ServerSettings = {
  directUrl: null,
  pool: 10,
  workPool: 6,
  lockPool: 4,
  connectTimeoutMs: 3_000,
  statementTimeoutMs: 5_000,
  workStatementTimeoutMs: 300_000,
  idleTransactionTimeoutMs: 30_000,
  pingMs: 5_000,
  silenceMs: 5_000,
};

/**
 * Parameters of the embedded database. PostgreSQL's defaults are meant for a hundred connections and took 374 MB after
 * the start; with these parameters one connection takes 231 MB.
 */
export const embeddedParameters = [
  // Each file has 16 MiB: this much log is kept for reuse after a checkpoint, which `folder-room.ts` requests.
  ...['-c', 'min_wal_size=48MB'],
  ...['-c', 'max_wal_size=64MB'],
  // Replication is not used; with the default, a checkpoint without space for its replication file ends the process.
  ...['-c', 'max_active_replication_origins=0'],
  ...['-c', 'shared_buffers=16MB'],
  ...['-c', 'max_connections=5'],
  // Each unit makes ANALYZE sample 300 rows: with the default of 100, one statement took 277 ms.
  ...['-c', 'default_statistics_target=25'],
];
