import { fileURLToPath } from 'node:url';

export const migrationsFolder = fileURLToPath(new URL('../../drizzle/migrations', import.meta.url));

/**
 * A job of a node that died is noticed by its heartbeat, which these intervals (seconds) look for; the library's own
 * defaults would let it lie for a minute or more.
 */
export const queueOptions = {
  useListenNotify: true,
  superviseIntervalSeconds: 2,
  monitorIntervalSeconds: 2,
} as const;

/**
 * What the embedded database is started with. It serves one connection; the defaults are made for a server with a
 * hundred, and took 374 MB of memory after the start where these take 231.
 */
export const embeddedParameters = [
  ...['-c', 'shared_buffers=16MB'],
  ...['-c', 'wal_buffers=512kB'],
  ...['-c', 'max_connections=5'],
];
