import { fork } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { type MemoryFS, PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { fromPglite, PgBoss } from 'pg-boss';
import * as schema from '../../drizzle/schema.ts';
import { readsTypeScript } from '../reads-typescript.ts';
import type { Database, Queries } from './database.ts';
import { FolderInUse } from './folder-in-use.ts';
import { keepRoom, makeRoomToStart, startFailure } from './folder-room.ts';
import { createMoments, momentQuery } from './moments.ts';
import { embeddedParameters, migrationsFolder, queueOptionsAlone, webAssemblyFlags } from './settings.ts';
import { createSnapshots, type HeldMoment } from './snapshots.ts';
import { createTurns, inOrder } from './turns.ts';

/**
 * Where the embedded database lives: a folder, which is begun with a template where there is one, or memory alone, started from these
 * files if some are given.
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
): Promise<{ client: PGlite; close: () => Promise<void> }> {
  await using opened = new AsyncDisposableStack();
  for (const flag of webAssemblyFlags) setFlagsFromString(flag);
  const options: PGliteOptions = { startParams: [...PGlite.defaultStartParams, ...embeddedParameters] };
  if ('folder' in place) {
    opened.use(await lockFolder(place.folder));
    options.dataDir = await madeFolder(place.folder, place.templates);
  } else if (place.files) {
    options.fs = place.files;
  }
  const client = new FairPGlite(options);
  await client.waitReady.catch(async (error: unknown) => {
    throw 'folder' in place ? await startFailure(place.folder, error) : error;
  });
  opened.defer(async () => {
    if (!client.closed) await client.close();
  });
  await migrate(drizzle(client), { migrationsFolder });
  if ('folder' in place) opened.use(keepRoom(client, place.folder));
  const parts = opened.move();
  return { client, close: () => parts.disposeAsync() };
}

/** What the service asks, of an embedded PostgreSQL that is open and has all tables. */
export function databaseOn(client: PGlite, close: () => Promise<void>): Database {
  const db = drizzle(client, { schema, casing: 'snake_case' });
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

/**
 * PGlite answers in microtasks only, so a run of queries keeps timers and sockets waiting. After 10 ms of them the
 * event loop gets a turn.
 */
class FairPGlite extends PGlite {
  #turnAt = performance.now() + 10;

  async #fair<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } finally {
      if (performance.now() > this.#turnAt) {
        await turn();
        this.#turnAt = performance.now() + 10;
      }
    }
  }

  override query: PGlite['query'] = (...args) => this.#fair(super.query(...args));
  override exec: PGlite['exec'] = (...args) => this.#fair(super.exec(...args));
  override transaction: PGlite['transaction'] = (work) =>
    this.#fair(super.transaction((tx) => work({ ...tx, query: (...args) => this.#fair(tx.query(...args)) })));
}
