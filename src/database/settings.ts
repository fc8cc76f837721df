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
 * How V8 is to compile the embedded database: once, quickly. Compiling its large functions again for speed took 720 MB
 * at the peak of a start where this takes 220; in return, statements that look at many rows take up to 1.5 times the
 * processor's time, those about single rows up to 1.2 times. Both flags are needed, and before it is loaded.
 */
export const webAssemblyFlags = ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

/**
 * What the embedded database is started with. It serves one connection; the defaults are made for a server with a
 * hundred, and took 374 MB of memory after the start where these take 231.
 */
export const embeddedParameters = [
  ...['-c', 'shared_buffers=16MB'],
  ...['-c', 'wal_buffers=512kB'],
  ...['-c', 'max_connections=5'],
];
