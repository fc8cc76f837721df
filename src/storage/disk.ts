import { createHash, randomUUID } from 'node:crypto';
import nodeFileSystem from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { writeFailure } from './failures.ts';
import { errnoOf, type FileSystem, flushFile, flushFolder, olderThan } from './file-system.ts';
import { holdFiles } from './hold.ts';
import { checkKey, isKey } from './keys.ts';
import { privateFile, privateFolder } from './private-modes.ts';
import { openResumable } from './resumable.ts';
import { openRoom, type ReserveSettings, type Room, type RoomClaim } from './room.ts';
import { shareFlushes } from './shared-flushes.ts';
import type { FileWriter, IncomingFile, LocalFile, OpenFile, ReceiveLimits, Storage } from './storage.ts';
import { pieceBytes, type Writing, watchSource, writeBytes } from './write-bytes.ts';

/** The disk store's folder, and its access to the disk. */
export interface DiskStorageOptions {
  /** The folder is created. It must not span file systems, since publishing is a rename. */
  directory: string;
  /** Uploads and server packs leave `bytes` free, on the store's file system and those of the folders in `beside`. */
  reserve?: { bytes: number; beside: readonly string[] };
  fileSystem?: FileSystem;
  /** Milliseconds between two heartbeats of files under way; a minute by default. */
  touchEveryMs?: number;
}

const shardForm = /^[0-9a-f]{2}$/;

type WatchedLimits = ReceiveLimits & { grown?: (path: string, end: number) => void };

/** The disk store, with the hooks that the S3 store builds on. */
export interface DiskStorage extends Storage {
  /** `grown` is called with the file's new end as bytes arrive. */
  receive(source: Readable, limits: WatchedLimits): Promise<IncomingFile>;
  receiveFrom(write: FileWriter, limits: WatchedLimits): Promise<IncomingFile>;
  room: Room;
}

/**
 * Keeps bytes in a folder of this machine: `files/ab/<sha256>` once published, `incoming/`, `resumable/` and `scratch/`
 * before. Several processes may share the folder.
 */
export async function createDiskStorage(options: DiskStorageOptions): Promise<DiskStorage> {
  const fileSystem = options.fileSystem ?? nodeFileSystem;
  const root = resolve(options.directory);
  const files = join(root, 'files');
  const incoming = join(root, 'incoming');
  const scratch = join(root, 'scratch');
  const resumable = join(root, 'resumable');
  for (const folder of [files, incoming, scratch, resumable])
    await fileSystem.mkdir(folder, { recursive: true, mode: privateFolder });
  await flushFolder(fileSystem, root);
  const flush = shareFlushes((folder) => flushFolder(fileSystem, folder));
  const held = holdFiles(fileSystem, options.touchEveryMs);
  const room = openRoom(fileSystem, reserveOf(root, options));

  function pathOf(key: string): string {
    checkKey(key);
    return join(files, key.slice(0, 2), key);
  }

  /** Moving and removing by path is limited to files that this store has named. */
  function ownPath(file: IncomingFile): string {
    const folder = dirname(file.path);
    if (![incoming, scratch, resumable].includes(folder))
      throw new Error('The file was neither received nor scratched here');
    return file.path;
  }

  const madeShards = new Set<string>();
  /** Another process may have made the folder without flushing it, so each process flushes the folder once. */
  async function makeShard(folder: string): Promise<void> {
    if (madeShards.has(folder)) return;
    await fileSystem.mkdir(folder, { recursive: true, mode: privateFolder });
    await flush(files);
    madeShards.add(folder);
  }

  async function removeQuietly(path: string): Promise<void> {
    // The sweep removes a file that cannot be removed now; the caller reports the first failure.
    await fileSystem.rm(path, { force: true }).catch(() => undefined);
  }

  /** Writes a scratch file and removes it after a failure. */
  async function putAside(
    keepFree: number | undefined,
    write: (path: string, claim: RoomClaim) => Promise<{ size: number; sha256: string }>,
  ): Promise<IncomingFile> {
    const path = join(incoming, randomUUID());
    using claim = room.claim({ keepFree });
    held.add(path);
    try {
      return { path, ...(await write(path, claim)) };
    } catch (error) {
      await removeQuietly(path);
      held.delete(path);
      throw writeFailure(error);
    }
  }

  async function openPublished(key: string): Promise<OpenFile | null> {
    try {
      return await openForReading(fileSystem, pathOf(key));
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return null;
      throw error;
    }
  }

  return {
    room,

    receive: (source, { maxBytes, admit, keepFree, grown }) =>
      putAside(keepFree, (path, claim) => {
        const grownHere = grown && ((end: number) => grown(path, end));
        return write(fileSystem, { path, claim, maxBytes, admit, grown: grownHere }, source);
      }),

    receiveFrom: (write, { admit, keepFree, grown }) =>
      putAside(keepFree, async (path, claim) => {
        let [end, claimed] = [0, pieceBytes];
        await claim.next(pieceBytes);
        return write(path, async (bytes) => {
          end += bytes;
          grown?.(path, end);
          await admit?.(bytes);
          claimed -= bytes;
          if (claimed > 0) return;
          claimed = pieceBytes;
          await claim.next(pieceBytes);
        });
      }),

    async scratch({ expectedBytes, keepFree } = { expectedBytes: 0 }) {
      const path = join(scratch, randomUUID());
      const claim = room.claim({ written: () => sizeOf(fileSystem, path), keepFree });
      try {
        await claim.next(expectedBytes);
      } catch (error) {
        claim[Symbol.dispose]();
        throw writeFailure(error);
      }
      held.add(path);
      return {
        path,
        async [Symbol.asyncDispose]() {
          claim[Symbol.dispose]();
          await fileSystem.rm(path, { force: true }).finally(() => held.delete(path));
        },
      };
    },

    resumable: openResumable({ fileSystem, room }, { folder: resumable, published: pathOf }),

    async publish(file) {
      const to = pathOf(file.sha256);
      const from = file.path === to ? to : ownPath(file);
      try {
        if (await refresh(fileSystem, to, file.size)) {
          if (from !== to) await removeQuietly(from);
        } else {
          // A received file is flushed already; a new date keeps the sweep from treating it as abandoned.
          if (dirname(from) === incoming) await fileSystem.utimes(from, new Date(), new Date());
          else await flushFile(fileSystem, from);
          await makeShard(dirname(to));
          await fileSystem.rename(from, to);
        }
        await flush(dirname(to));
      } catch (error) {
        throw writeFailure(error);
      }
      held.delete(from);
      return file.sha256;
    },

    async discard(file) {
      const path = ownPath(file);
      await fileSystem.rm(path, { force: true });
      held.delete(path);
    },

    async check() {
      await fileSystem.stat(files);
    },

    freeBytes: () => room.free(),

    settled: (patienceMs) => held.released(patienceMs),

    open: openPublished,

    openStored: openPublished,

    async local(key): Promise<LocalFile> {
      const path = pathOf(key);
      await fileSystem.stat(path);
      return { path, [Symbol.asyncDispose]: async () => undefined };
    },

    address: async () => null,

    remove: (key) => fileSystem.rm(pathOf(key), { force: true }),

    async *publishedBefore(before) {
      for (const shard of await fileSystem.readdir(files)) {
        if (!shardForm.test(shard)) continue;
        for await (const name of olderThan(fileSystem, join(files, shard), before)) {
          if (isKey(name) && name.startsWith(shard)) yield name;
        }
      }
    },

    async sweepUnpublished(before) {
      let removed = 0;
      for (const folder of [incoming, scratch]) {
        for await (const name of olderThan(fileSystem, folder, before)) {
          await fileSystem.rm(join(folder, name), { force: true });
          removed += 1;
        }
      }
      return removed;
    },
  };
}

/** Writes `source` to a new file and flushes it; hashing and writing run at the same time. */
async function write(
  fileSystem: FileSystem,
  { path, ...writing }: Omit<Writing, 'position' | 'see'> & { path: string },
  source: Readable,
): Promise<{ size: number; sha256: string }> {
  const watched = watchSource(source);
  const hash = createHash('sha256');
  const see = (chunk: Uint8Array) => void hash.update(chunk);
  const file = await fileSystem.open(path, 'wx', privateFile);
  try {
    const size = await writeBytes(file, watched, { ...writing, position: 0, see });
    await file.sync();
    return { size, sha256: hash.digest('hex') };
  } finally {
    await file.close();
  }
}

export async function openForReading(fileSystem: FileSystem, path: string): Promise<OpenFile> {
  const file = await fileSystem.open(path, 'r');
  try {
    const { size } = await file.stat();
    return {
      size,
      async read(buffer, position) {
        let filled = 0;
        while (filled < buffer.length) {
          const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, position + filled);
          if (bytesRead === 0) break;
          filled += bytesRead;
        }
        return filled;
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Gives published bytes a new date, so that no sweep treats them as abandoned; false when some are missing. */
async function refresh(fileSystem: FileSystem, path: string, size: number): Promise<boolean> {
  try {
    const now = new Date();
    await fileSystem.utimes(path, now, now);
    return (await fileSystem.stat(path)).size === size;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return false;
    throw error;
  }
}

function reserveOf(root: string, { reserve }: DiskStorageOptions): ReserveSettings {
  return { bytes: reserve?.bytes ?? 0, folders: [root, ...(reserve?.beside ?? [])] };
}

/** The file's size in bytes; 0 when the file does not exist yet. */
async function sizeOf(fileSystem: FileSystem, path: string): Promise<number> {
  try {
    return (await fileSystem.stat(path)).size;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return 0;
    throw error;
  }
}
