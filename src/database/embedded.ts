import { fork } from 'node:child_process';
import { mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { MemoryFS } from '@electric-sql/pglite';
import { fromPglite, PgBoss } from 'pg-boss';
import { readsTypeScript } from '../reads-typescript.ts';
import { filesIn, newThread, takeThread, webAssemblyFlags } from './begun-thread.ts';
import type { Database, Queries } from './database.ts';
import { createEmbeddedClient, type EmbeddedClient } from './embedded-client.ts';
import { type Link, linkToThread, linkWithin } from './embedded-link.ts';
import { migrateEmbedded, queriesOf } from './embedded-queries.ts';
import { lockFolder } from './folder-lock.ts';
import { keepRoom, makeRoomToStart, startFailure } from './folder-room.ts';
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
  const link =
    'folder' in place
      ? await linkToFolder(place, opened)
      : await linkWithin(place.files === undefined ? {} : { fs: place.files });
  const client = createEmbeddedClient(link, endProcess);
  opened.defer(() => client.close());
  await migrateEmbedded(client);
  if ('folder' in place) opened.use(keepRoom(client, place.folder));
  const parts = opened.move();
  return { client, close: () => parts.disposeAsync() };
}

/** Has the folder for as long as `opened` does. */
async function linkToFolder(
  { folder, templates }: { folder: string; templates?: string },
  opened: AsyncDisposableStack,
): Promise<Link> {
  const begun = takeThread(folder);
  // A thread that works in the folder already ends before the folder is another's; one that is not told of it yet may be needed by nobody.
  if (begun?.lock) opened.use(begun.lock);
  if (begun) opened.defer(async () => void (await begun.thread.terminate()));
  if (!begun?.lock) opened.use(lockFolder(folder));
  const files = await madeFolder(folder, templates);
  return linkToThread(files, begun ?? newThread()).catch(async (error: unknown) => {
    throw await startFailure(folder, error);
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
