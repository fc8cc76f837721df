import { mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { MemoryFS } from '@electric-sql/pglite';
import type { Logger } from 'pino';
import { startChild } from '../../workers/child.ts';
import { version } from '../version.ts';
import type { Database } from './database.ts';
import {
  type DatabaseThread,
  filesIn,
  startThread,
  takeThread,
  webAssemblyFlags,
} from './database-thread.ts';
import { connectClient, type EmbeddedClient } from './embedded-client.ts';
import { type EmbeddedStream, streamToThread, streamWithin } from './embedded-stream.ts';
import { lockFolder } from './folder-lock.ts';
import { type KeptRoom, keepRoom, makeRoomToStart, startFailure } from './folder-room.ts';
import { createLocalLocks, inOrder } from './local-locks.ts';
import { migrate } from './migrate.ts';
import { holdSnapshot, queriesOf, type Reach, type Watch } from './queries.ts';
import { RefusedTables } from './refused-tables.ts';
import { defaultServerSettings, type ServerSettings } from './settings.ts';
import { createSnapshots } from './snapshots.ts';

/**
 * Where the embedded database runs. A folder is created from a template if there is one, and its database runs in a
 * thread of its own. A database in memory is for tests, runs in the calling thread, and may start from given files.
 */
export type EmbeddedLocation = { folder: string; templates?: string } | { memory: true; files?: MemoryFS };

/** Options of the embedded database; its statements have the same limits as on a server. */
export interface EmbeddedUse {
  server?: Pick<ServerSettings, 'statementTimeoutMs' | 'workStatementTimeoutMs'>;
  log?: Logger | undefined;
  watch?: Watch | undefined;
  /** False: the tables are left as they are. */
  migrates?: boolean;
}

/** Opens the embedded PostgreSQL and migrates its tables. Only one process may have a folder open. */
export async function openEmbedded(location: EmbeddedLocation, use: EmbeddedUse = {}): Promise<Database> {
  const { client, close } = await openClient(location, use);
  return databaseOn(client, close, use);
}

/** No limits apply, and a commit is on disk when it is answered. */
const unwatched: Reach = { direct: false };

/** Opens the connection to the embedded database, migrates its tables and watches the space on its disk. */
export async function openClient(
  location: EmbeddedLocation,
  { log, migrates = true }: Pick<EmbeddedUse, 'log' | 'migrates'> = {},
): Promise<{ client: EmbeddedClient; close: () => Promise<void> }> {
  await using opened = new AsyncDisposableStack();
  for (const flag of webAssemblyFlags) setFlagsFromString(flag);
  if (!('folder' in location)) {
    const stream = await streamWithin(location.files === undefined ? {} : { fs: location.files });
    const { client, close } = await connectClient(stream, { lost: endProcess });
    opened.defer(close);
    await migrate(queriesOf(client, unwatched));
    const parts = opened.move();
    return { client, close: () => parts.disposeAsync() };
  }
  const { folder } = location;
  let room: KeptRoom | null = null;
  const reopen = async () => {
    await makeRoomToStart(folder, false);
    const stream = await startIn(folder, startThread());
    room?.startedAgain();
    return stream;
  };
  const stream = await streamToFolder(location, opened);
  const { client, close } = await connectClient(stream, { reopen, lost: endProcess, log });
  opened.defer(close);
  if (migrates) await migrate(queriesOf(client, unwatched));
  room = opened.use(keepRoom({ exec: (statements) => client.query(statements) }, folder));
  const parts = opened.move();
  return { client, close: () => parts.disposeAsync() };
}

/** Locks the folder for as long as `opened` exists. */
async function streamToFolder(
  { folder, templates }: { folder: string; templates?: string },
  opened: AsyncDisposableStack,
): Promise<EmbeddedStream> {
  const begun = takeThread(folder);
  // A thread that has the folder ends before the folder is released; a thread without a folder may not be needed at
  // all.
  if (begun?.lock) opened.use(begun.lock);
  if (begun) opened.defer(async () => void (await begun.thread.terminate()));
  if (!begun?.lock) opened.use(lockFolder(folder));
  await makeFolder(folder, templates);
  return startIn(folder, begun ?? startThread());
}

function startIn(folder: string, thread: DatabaseThread): Promise<EmbeddedStream> {
  return streamToThread(filesIn(folder), thread).catch(async (error: unknown) => {
    throw await startFailure(folder, error);
  });
}

/**
 * Ends the process, since the service cannot work without its database. As after any uncaught failure, the supervisor
 * restarts the process.
 */
function endProcess(error: Error): void {
  process.nextTick(() => {
    throw error;
  });
}

/**
 * Milliseconds that statements may still run after their client has disconnected: about as long as a restart of the
 * database takes, so that requests for ordinary pages never cause a restart.
 */
const goneMs = 1_000;

/** The service's database interface over an open embedded PostgreSQL that has all tables. */
export function databaseOn(
  client: EmbeddedClient,
  close: () => Promise<void>,
  { server = defaultServerSettings, watch }: Omit<EmbeddedUse, 'log'> = {},
): Database {
  const reach = { ...unwatched, watch };
  const requests = client.within({ ms: server.statementTimeoutMs });
  const patient = client.within({ ms: server.workStatementTimeoutMs });
  const db = queriesOf(requests, reach);
  const locks = createLocalLocks();
  return {
    kind: 'embedded',
    db,
    patient: queriesOf(patient, reach),
    snapshot: createSnapshots(async () => {
      const limit = { ms: server.statementTimeoutMs };
      // A transaction has the only connection to itself, so it sees one snapshot.
      const held = await holdSnapshot(client.within(limit), reach);
      return {
        ...held,
        stop() {
          setTimeout(() => {
            limit.ms = 0;
          }, goneMs).unref();
        },
      };
    }),
    // A commit is visible only when it is on disk.
    settled: (read) => read(db),
    listen: client.listen,
    notify: async (channel, payload) => {
      await requests.query('select pg_notify($1, $2)', [channel, payload]);
    },
    pools: () => ({}),
    // The lock on the folder excludes other processes.
    exclusively: (names, work) => locks.take(inOrder(names), () => work(db)),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/**
 * Creates the folder of the database if there is none, under a temporary name, so that a process killed meanwhile
 * leaves no incomplete folder.
 */
async function makeFolder(folder: string, templates?: string): Promise<void> {
  const made = filesIn(folder);
  const isNew = !(await exists(made));
  await makeRoomToStart(folder, isNew);
  if (!isNew) return refuseOtherEngine(made);
  const unfinished = (await readdir(folder)).filter((name) => name.startsWith('postgres.new'));
  for (const name of unfinished) await rm(path.join(folder, name), { recursive: true, maxRetries: 5 });
  // The temporary name is unique: the child of a killed process may take a moment to notice that its parent has died.
  const aside = await mkdtemp(path.join(folder, 'postgres.new-'));
  const { templatesFolder, unpackTemplate } = await import('./template.ts');
  if (!(await unpackTemplate(templates ?? templatesFolder, aside))) await makeFiles(aside);
  await rename(aside, made);
}

/** PostgreSQL's major version in the engine's package; one of another version cannot read the files. */
const engineVersion = '18';

async function refuseOtherEngine(files: string): Promise<void> {
  const found = await readFile(path.join(files, 'PG_VERSION'), 'utf8').catch(() => engineVersion);
  if (found.trim() === engineVersion) return;
  throw new RefusedTables(`The service cannot start: PostgreSQL ${found.trim()} made the files in ${files}, and version ${version} of the \
service has PostgreSQL ${engineVersion}. Nothing was changed. Install the version of the service that made them, or restore the backup that was made \
before it was installed (docs/operations.md, "Upgrading and rolling back").`);
}

/** Another process creates the files, since this takes half a gigabyte of memory, which is returned when it ends. */
async function makeFiles(folder: string): Promise<void> {
  const main = new URL('./make-folder.ts', import.meta.url);
  const { succeeded, how, lastWords } = await startChild(main, folder, { flags: webAssemblyFlags }).ended;
  if (!succeeded) throw new Error(`Making the database ended with ${how}: ${lastWords}`);
}

async function exists(file: string): Promise<boolean> {
  const found = await stat(file).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  return found !== null;
}
