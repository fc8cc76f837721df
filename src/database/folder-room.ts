import { open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { workWhenWoken } from '../jobs/work-when-woken.ts';
import { privateFile } from '../storage/private-modes.ts';

const MiB = 1024 * 1024;

/**
 * Bytes reserved in the folder for a start on a full disk: one file of the write-ahead log, and the other files that
 * recovery writes.
 */
export const reserveBytes = 32 * MiB;
/** Bytes of a new database, including the log files that it creates ahead. */
const newDatabaseBytes = 128 * MiB;
/**
 * With less free space an existing database is not even started: recovery writes small files, and ends the process when
 * it cannot.
 */
const leastToStart = 4 * MiB;
/** With less free space the database is read-only, so that PostgreSQL never lacks space for a log file. */
const leastToWrite = 8 * MiB;
/** Files of the write-ahead log, 16 MiB each, after which a checkpoint makes the older ones reusable. */
const mostLogFiles = 4;
/** Log files that are created ahead, so that the log can grow for a while on a disk that suddenly becomes full. */
const leastLogFiles = 3;
const checkEveryMs = 1000;

/** The disk has too little space for the embedded database to start; the message says how much it needs. */
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

/** The calls on the embedded database that keep its disk usage within limits. */
export interface KeptDatabase {
  exec(statements: string): Promise<unknown>;
}

/** Watches the disk space of a database until it is disposed of. */
export interface KeptRoom extends AsyncDisposable {
  /** Must be called when the database has been restarted, which resets the settings of its connection. */
  startedAgain(): void;
}

/** Reads the free bytes of a folder's disk. */
export type FreeBytes = (folder: string) => Promise<number>;

/**
 * Makes sure that the database can start: on a full disk, the reserve from an earlier start is deleted, and created
 * again when there is space. Fails with NoRoomToStart.
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

/** The failure of a start, in one sentence when a full disk is the likely reason. */
export async function startFailure(
  folder: string,
  error: unknown,
  freeBytes: FreeBytes = freeOnDisk,
): Promise<unknown> {
  return (await freeBytes(folder)) < reserveBytes ? new NoRoomToStart(reserveBytes, { cause: error }) : error;
}

/**
 * Watches the disk while the database runs. Embedded, PostgreSQL makes no checkpoints by itself, so its log would grow
 * until the process ends; and on a full disk, the first log file that cannot be created would end it. So this module
 * makes checkpoints, and makes transactions read-only when the disk is nearly full (SQLSTATE 25006).
 */
export function keepRoom(
  database: KeptDatabase,
  folder: string,
  freeBytes: FreeBytes = freeOnDisk,
): KeptRoom {
  const log = path.join(folder, 'postgres', 'pg_wal');
  const over = new AbortController();
  let readOnly = false;

  async function check(): Promise<void> {
    const free = await freeBytes(folder);
    const isFull = free < leastToWrite;
    if (isFull !== readOnly) {
      await database.exec(`set default_transaction_read_only = ${isFull ? 'on' : 'off'}`);
      readOnly = isFull;
    }
    if (readOnly) return;
    const logFiles = (await readdir(log)).filter((name) => /^[0-9A-F]{24}$/.test(name)).length;
    if (logFiles > mostLogFiles) await database.exec('checkpoint');
    if (free < 2 * reserveBytes) return;
    if (logFiles < leastLogFiles) await makeLogFiles(database, leastLogFiles - logFiles);
    await makeReserve(folder, over.signal);
  }

  // After a failure the next check tries again; a write that fails meanwhile reports its own failure.
  const checking = workWhenWoken(check, () => {});
  const timer = setInterval(checking.wake, checkEveryMs).unref();
  return {
    startedAgain() {
      readOnly = false;
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      over.abort();
      // After closing, the folder may be copied, deleted or opened by another process.
      await checking.close();
    },
  };
}

/**
 * Creates log files ahead. A switch to the next log file closes the current one, which the checkpoint then keeps for
 * reuse.
 */
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
    // An incomplete reserve would only take space on a disk that has become full meanwhile.
    await rm(unfinished, { force: true });
    throw error;
  }
}

function reserveOf(folder: string): string {
  return path.join(folder, 'reserve');
}

async function freeOnDisk(folder: string): Promise<number> {
  const { blocks, bavail, bsize } = await statfs(folder);
  // Some network file systems do not report their size.
  return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize;
}
