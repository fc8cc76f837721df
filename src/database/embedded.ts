import { fork } from 'node:child_process';
import { mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { MemoryFS } from '@electric-sql/pglite';
import { PgBoss } from 'pg-boss';
import { readsTypeScript } from '../reads-typescript.ts';
import { type Asker, openConnection } from './connection.ts';
import type { Database } from './database.ts';
import { filesIn, startThread, takeThread, webAssemblyFlags } from './database-thread.ts';
import { type EmbeddedStream, streamToThread, streamWithin } from './embedded-stream.ts';
import { lockFolder } from './folder-lock.ts';
import { keepRoom, makeRoomToStart, startFailure } from './folder-room.ts';
import { createLocalLocks, inOrder } from './local-locks.ts';
import { migrate } from './migrate.ts';
import type { Connections } from './pool.ts';
import { holdSnapshot, queriesOf, type Reach, type Watch } from './queries.ts';
import { queueOn } from './queue-connection.ts';
import { queueOptionsAlone } from './settings.ts';
import { createSnapshots } from './snapshots.ts';
import { shareConnection } from './sole-connection.ts';

/**
 * Place of the embedded database. A folder is created from a template where there is one, and works in a thread of its
 * own. Memory is for tests, works in the calling thread, and may start from given files.
 */
export type EmbeddedPlace = { folder: string; templates?: string } | { memory: true; files?: MemoryFS };

/** Opens the embedded PostgreSQL, bringing its tables up to date first. Only one process may have a folder open. */
export async function openEmbedded(place: EmbeddedPlace, watch?: Watch): Promise<Database> {
  const { client, close } = await openClient(place);
  return databaseOn(client, close, watch);
}

/** The one connection of the embedded database, which many share. */
export interface EmbeddedClient extends Connections {
  /** Answers how to listen no more. */
  listen(channel: string, hear: (payload: string) => void): Promise<() => Promise<void>>;
}

/** No limits are set, and a commit is on the disk when it is answered. */
const unwatched: Reach = { direct: false };

/** Opens the connection to the embedded database, brings its tables up to date and keeps room on its disk. */
export async function openClient(
  place: EmbeddedPlace,
): Promise<{ client: EmbeddedClient; close: () => Promise<void> }> {
  await using opened = new AsyncDisposableStack();
  for (const flag of webAssemblyFlags) setFlagsFromString(flag);
  const stream =
    'folder' in place
      ? await streamToFolder(place, opened)
      : await streamWithin(place.files === undefined ? {} : { fs: place.files });
  const { client, close: closeClient } = await connectClient(stream, endProcess);
  opened.defer(closeClient);
  await migrate(queriesOf(client, unwatched));
  if ('folder' in place)
    opened.use(keepRoom({ exec: (statements) => client.query(statements) }, place.folder));
  const parts = opened.move();
  return { client, close: () => parts.disposeAsync() };
}

/** `lost` is called when the database ends without having been closed. */
export async function connectClient(
  stream: EmbeddedStream,
  lost: (error: Error) => void,
): Promise<{ client: EmbeddedClient; close: () => Promise<void> }> {
  const listeners = new Map<string, Set<(payload: string) => void>>();
  let isClosing = false;
  const connection = await openConnection(stream, {
    parameters: {},
    prepares: 'repeated',
    hold: (isWaitedFor) => stream.hold(isWaitedFor),
    onNotification(channel, payload) {
      for (const hear of listeners.get(channel) ?? []) hear(payload);
    },
    onEnd(reason) {
      if (!isClosing) lost(reason);
    },
  });
  const fresh = withFreshPlans(connection);
  const shared = shareConnection(connection, fresh);
  const client: EmbeddedClient = {
    ...shared,
    async listen(channel, hear) {
      const name = `"${channel.replaceAll('"', '""')}"`;
      const all = listeners.get(channel) ?? new Set();
      listeners.set(channel, all.add(hear));
      await shared.query(`listen ${name}`);
      return async () => {
        if (all.delete(hear) && all.size === 0) await shared.query(`unlisten ${name}`);
      };
    },
  };
  let closed: Promise<void> | null = null;
  const close = async () => {
    // Earlier statements have been answered once the connection is ours.
    const held = await shared.take();
    isClosing = true;
    await connection.end();
    shared.handBack(held);
  };
  return {
    client,
    close() {
      closed ??= close();
      return closed;
    },
  };
}

/**
 * Milliseconds for which a plan is used. Statistics change only at a clean-up, so a plan for a few rows would
 * otherwise be used for ever.
 */
const plansMs = 60_000;

/** Discards the plans of prepared statements from time to time. */
function withFreshPlans(asker: Asker): Asker {
  let madeAt = performance.now();
  return {
    query(...asked) {
      if (performance.now() - madeAt > plansMs) {
        madeAt = performance.now();
        asker.query('discard plans').catch(() => {});
      }
      return asker.query(...asked);
    },
  };
}

/** Has the folder for as long as `opened` does. */
async function streamToFolder(
  { folder, templates }: { folder: string; templates?: string },
  opened: AsyncDisposableStack,
): Promise<EmbeddedStream> {
  const begun = takeThread(folder);
  // A thread that has the folder ends before the folder is released; one without a folder may not be needed at all.
  if (begun?.lock) opened.use(begun.lock);
  if (begun) opened.defer(async () => void (await begun.thread.terminate()));
  if (!begun?.lock) opened.use(lockFolder(folder));
  const files = await madeFolder(folder, templates);
  return streamToThread(files, begun ?? startThread()).catch(async (error: unknown) => {
    throw await startFailure(folder, error);
  });
}

/**
 * The service cannot go on without its database. As after any uncaught failure, the supervisor restarts the process.
 */
function endProcess(error: Error): void {
  process.nextTick(() => {
    throw error;
  });
}

/** The service's database interface over an open embedded PostgreSQL that has all tables. */
export function databaseOn(client: EmbeddedClient, close: () => Promise<void>, watch?: Watch): Database {
  const reach = { ...unwatched, watch };
  const db = queriesOf(client, reach);
  const locks = createLocalLocks();
  return {
    kind: 'embedded',
    db,
    patient: db,
    // A transaction has the only connection to itself, so it is a snapshot.
    snapshot: createSnapshots(() => holdSnapshot(client, reach)),
    // A commit is visible only when it is on the disk.
    settled: (read) => read(db),
    listen: (channel, hear) => client.listen(channel, hear),
    notify: async (channel, payload) => {
      await client.query('select pg_notify($1, $2)', [channel, payload]);
    },
    pools: () => ({}),
    // The lock on the folder keeps other processes out.
    exclusively: (names, work) => locks.take(inOrder(names), () => work(db)),
    boss: new PgBoss({
      ...queueOptionsAlone,
      backend: 'pglite',
      db: {
        ...queueOn(client),
        listen: async (channel, hear, miss) => {
          const close = await client.listen(channel, hear);
          miss();
          return { close };
        },
      },
    }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/**
 * The folder of the database, made if there is none: aside, so that a process killed meanwhile leaves no half of one.
 */
async function madeFolder(folder: string, templates?: string): Promise<string> {
  const made = filesIn(folder);
  const isNew = !(await exists(made));
  await makeRoomToStart(folder, isNew);
  if (!isNew) return made;
  const unfinished = (await readdir(folder)).filter((name) => name.startsWith('postgres.new'));
  for (const name of unfinished) await rm(path.join(folder, name), { recursive: true, maxRetries: 5 });
  // A name of its own: the maker that a killed process left behind may take a moment to notice.
  const aside = await mkdtemp(path.join(folder, 'postgres.new-'));
  const { templatesFolder, unpackTemplate } = await import('./template.ts');
  if (!(await unpackTemplate(templates ?? templatesFolder, aside))) await makeFiles(aside);
  await rename(aside, made);
  return made;
}

/** Takes seconds and half a gigabyte: another process does it, so that the memory is given back. */
async function makeFiles(folder: string): Promise<void> {
  const maker = fork(new URL('./make-folder.ts', import.meta.url), [folder], {
    execArgv: [...webAssemblyFlags, ...readsTypeScript],
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  maker.on('error', reject);
  maker.on('exit', (code, signal) =>
    code === 0
      ? resolve()
      : reject(new Error(`Making the database ended with ${signal ?? `exit code ${code}`}.`)),
  );
  await promise;
}

async function exists(file: string): Promise<boolean> {
  const found = await stat(file).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  return found !== null;
}
