import { fork } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setFlagsFromString } from 'node:v8';
import type { MemoryFS } from '@electric-sql/pglite';
import { fromPglite, PgBoss } from 'pg-boss';
import { readsTypeScript } from '../reads-typescript.ts';
import { webAssemblyFlags } from './begun-thread.ts';
import type { Database, Queries } from './database.ts';
import { createEmbeddedClient, type EmbeddedClient } from './embedded-client.ts';
import { type Link, linkToThread, linkWithin } from './embedded-link.ts';
import { migrateEmbedded, queriesOf } from './embedded-queries.ts';
import { FolderInUse } from './folder-in-use.ts';
import { keepRoom, makeRoomToStart, startFailure } from './folder-room.ts';
import { createMoments, momentQuery } from './moments.ts';
import { queueOptionsAlone } from './settings.ts';
import { createSnapshots, type HeldMoment } from './snapshots.ts';
import { createTurns, inOrder } from './turns.ts';

/**
 * Where the embedded database lives: a folder, which is begun with a template where there is one, or memory alone, started from these
 * files if some are given. In a folder it works in a thread of its own; in memory, which is for tests, in the one that asks it.
 */
export type EmbeddedPlace = { folder: string; templates?: string } | { memory: true; files?: MemoryFS };

/** Opens the embedded PostgreSQL, bringing its tables up to date first. Only one process may have a folder open. */
export async function openEmbedded(place: EmbeddedPlace): Promise<Database> {
  const { client, close } = await openClient(place);
  return databaseOn(client, close);
}

/** The same before anything asks it. */
export async function openClient(
  place: EmbeddedPlace,
): Promise<{ client: EmbeddedClient; close: () => Promise<void> }> {
  await using opened = new AsyncDisposableStack();
  for (const flag of webAssemblyFlags) setFlagsFromString(flag);
  if ('folder' in place) opened.use(await lockFolder(place.folder));
  const client = createEmbeddedClient(await link(place), endProcess);
  opened.defer(() => client.close());
  await migrateEmbedded(client);
  if ('folder' in place) opened.use(keepRoom(client, place.folder));
  const parts = opened.move();
  return { client, close: () => parts.disposeAsync() };
}

async function link(place: EmbeddedPlace): Promise<Link> {
  if (!('folder' in place)) return linkWithin(place.files === undefined ? {} : { fs: place.files });
  const files = await madeFolder(place.folder, place.templates);
  return linkToThread(files).catch(async (error: unknown) => {
    throw await startFailure(place.folder, error);
  });
}

/** Nothing goes on without it, and whoever supervises the process starts it again: as with any failure that nobody has thought of. */
function endProcess(error: Error): void {
  process.nextTick(() => {
    throw error;
  });
}

/** What the service asks, of an embedded PostgreSQL that is open and has all tables. */
export function databaseOn(client: EmbeddedClient, close: () => Promise<void>): Database {
  const db = queriesOf(client);
  const turns = createTurns();
  return {
    kind: 'embedded',
    db,
    patient: db,
    // Nobody else comes between, since a transaction has the one connection to itself.
    snapshot: createSnapshots(() => holdConnection(db)),
    // Nobody sees what another has committed before it is where all that is committed is.
    settled: (read) => read(db),
    moment: createMoments(async () => {
      const { rows } = await client.query<{ moment: string }>(momentQuery);
      return rows[0]?.moment ?? null;
    }),
    listen: (channel, hear) => client.listen(channel, hear),
    notify: async (channel, payload) => {
      await client.query('select pg_notify($1, $2)', [channel, payload]);
    },
    pools: () => ({}),
    // The lock on the folder proves that there is no other process to keep out.
    exclusively: (names, work) => turns.take(inOrder(names), () => work(db)),
    boss: new PgBoss({ ...queueOptionsAlone, db: fromPglite(client), backend: 'pglite' }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function holdConnection(db: Queries): Promise<HeldMoment> {
  const held = Promise.withResolvers<HeldMoment>();
  const over = Promise.withResolvers<void>();
  const done = db.transaction(async (tx) => {
    held.resolve({
      db: tx,
      end: () => {
        over.resolve();
        return done;
      },
    });
    await over.promise;
  });
  done.catch(held.reject);
  return held.promise;
}

/**
 * PGlite takes no lock of its own, and two processes on one folder would diverge without a word. SQLite's exclusive
 * lock is let go by the operating system however the process ends.
 */
async function lockFolder(folder: string): Promise<Disposable> {
  await mkdir(folder, { recursive: true });
  const lock = new DatabaseSync(path.join(folder, 'lock.sqlite'), { timeout: 0 });
  try {
    lock.exec(
      'PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; CREATE TABLE IF NOT EXISTS held (by INTEGER); COMMIT',
    );
    return { [Symbol.dispose]: () => lock.close() };
  } catch (cause) {
    lock.close();
    if (!isBusy(cause)) throw cause;
    throw new FolderInUse(
      'The data folder is in use by another process. Stop that one first, or give this one a DATA_DIR of its own; ' +
        'to share data between several, set DATABASE_URL to a PostgreSQL server.',
      { cause },
    );
  }
}

/** SQLite's code for a lock that another process holds; it has others for a disk that is full or read-only. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5;
}

/**
 * The folder of the database, made if there is none: aside, so that a process killed meanwhile leaves no half of one.
 */
async function madeFolder(folder: string, templates?: string): Promise<string> {
  const made = path.join(folder, 'postgres');
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
