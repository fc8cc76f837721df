import { open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { privateFile } from '../private-modes.ts';

const MiB = 1024 * 1024;

/** Bytes kept in the folder for a start on a full disk: one file of the write-ahead log, and what recovery writes beside it. */
export const reserveBytes = 32 * MiB;
/** Bytes that a new database takes up, with the log that it keeps ahead. */
const newDatabaseBytes = 128 * MiB;
/** With less than this an existing database is not even tried: recovery writes small files, and ends the process without room. */
const leastToStart = 4 * MiB;
/** With less free space the database is not written to, so that PostgreSQL never lacks room for a log file. */
const leastToWrite = 8 * MiB;
/** Files of the write-ahead log, 16 MiB each, after which a checkpoint makes the older ones free for new use. */
const mostLogFiles = 4;
/** Log files that are made ahead, so that the log can go on for a while on a disk that is full all of a sudden. */
const leastLogFiles = 3;
const lookEveryMs = 1000;

/** There is too little room for the embedded database to start; the message says how much it needs. */
export class NoRoomToStart extends Error {
  override readonly name = 'NoRoomToStart';

  constructor(needed: number, options?: ErrorOptions) {
    super(
      `The disk of the data folder is full: the embedded database needs ${needed / MiB} MiB free to start. ` +
        'Make room there and start again; nothing that was stored is lost.',
      options,
    );
  }
}

/** The calls on the embedded database that keep it within its room. */
export interface KeptDatabase {
  exec(statements: string): Promise<unknown>;
}

/** Reads the free bytes of a folder's disk. */
export type FreeBytes = (folder: string) => Promise<number>;

/**
 * Makes sure that the database can start: on a full disk the reserve that an earlier start has left is given up, to be
 * made again when there is room. Fails with NoRoomToStart.
 */
export async function makeRoomToStart(
  folder: string,
  isNew: boolean,
  freeBytes: FreeBytes = freeOnDisk,
): Promise<void> {
  if (isNew) {
    if ((await freeBytes(folder)) < newDatabaseBytes) throw new NoRoomToStart(newDatabaseBytes);
    return;
  }
  if ((await freeBytes(folder)) >= reserveBytes) return;
  await rm(reserveOf(folder), { force: true });
  if ((await freeBytes(folder)) < leastToStart) throw new NoRoomToStart(leastToStart);
}

/** The failure of a start, in one sentence when the disk is the likely reason. */
export async function startFailure(
  folder: string,
  error: unknown,
  freeBytes: FreeBytes = freeOnDisk,
): Promise<unknown> {
  return (await freeBytes(folder)) < reserveBytes ? new NoRoomToStart(reserveBytes, { cause: error }) : error;
}

/**
 * Watches the disk while the database runs. Embedded, PostgreSQL makes no checkpoint by itself, so that its log would
 * grow until the process ends; and on a full disk the first log file that cannot be made would end it. So checkpoints are
 * made here, and near the end of the disk transactions may read only (SQLSTATE 25006).
 */
export function keepRoom(
  database: KeptDatabase,
  folder: string,
  freeBytes: FreeBytes = freeOnDisk,
): AsyncDisposable {
  const log = path.join(folder, 'postgres', 'pg_wal');
  const over = new AbortController();
  let readOnly = false;
  let looking: Promise<void> | null = null;

  async function look(): Promise<void> {
    const free = await freeBytes(folder);
    if (free < leastToWrite !== readOnly) {
      await database.exec(`set default_transaction_read_only = ${readOnly ? 'off' : 'on'}`);
      readOnly = !readOnly;
    }
    if (readOnly) return;
    const logFiles = (await readdir(log)).filter((name) => /^[0-9A-F]{24}$/.test(name)).length;
    if (logFiles > mostLogFiles) await database.exec('checkpoint');
    if (free < 2 * reserveBytes) return;
    if (logFiles < leastLogFiles) await makeLogFiles(database, leastLogFiles - logFiles);
    await makeReserve(folder, over.signal);
  }

  const timer = setInterval(() => {
    // The next look tries again; a write that fails meanwhile reports its own failure.
    looking ??= look()
      .catch(() => undefined)
      .finally(() => {
        looking = null;
      });
  }, lookEveryMs).unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      over.abort();
      // After closing, the folder may be copied, deleted or opened by another process.
      await looking;
    },
  };
}

/** A log file that is full, if only by switching to the next one, is kept for new use by the checkpoint. */
async function makeLogFiles(database: KeptDatabase, count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) {
    await database.exec("select pg_logical_emit_message(false, 'log', 'next'), pg_switch_wal()");
  }
  await database.exec('checkpoint');
}

async function makeReserve(folder: string, signal: AbortSignal): Promise<void> {
  const reserve = reserveOf(folder);
  if ((await stat(reserve).catch(() => null))?.size === reserveBytes) return;
  const unfinished = `${reserve}.new`;
  const file = await open(unfinished, 'w', privateFile);
  try {
    // Random bytes, since some file systems store zeros without using space.
    const bytes = crypto.getRandomValues(new Uint8Array(64 * 1024));
    for (let size = 0; size < reserveBytes; size += bytes.length) {
      signal.throwIfAborted();
      await file.writeFile(bytes);
    }
    await file.sync();
    await file.close();
    await rename(unfinished, reserve);
  } catch (error) {
    await file.close();
    // On a disk that is full after all, half of it would only be in the way.
    await rm(unfinished, { force: true });
    throw error;
  }
}

function reserveOf(folder: string): string {
  return path.join(folder, 'reserve');
}

async function freeOnDisk(folder: string): Promise<number> {
  const { blocks, bavail, bsize } = await statfs(folder);
  // Some network file systems do not say how large they are.
  return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize;
}
