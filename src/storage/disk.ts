import { createHash, randomUUID } from 'node:crypto';
import nodeFileSystem from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '../errors.ts';
import { errnoOf, type FileSystem, flushFile, flushFolder, olderThan } from './file-system.ts';
import type { IncomingFile, LocalFile, OpenFile, Storage } from './storage.ts';

/** Where the disk store keeps its bytes, and through what it reaches the disk. */
export interface DiskStorageOptions {
  /** Created when it is not there; must not span file systems, since publishing is a rename. */
  directory: string;
  fileSystem?: FileSystem;
}

const keyForm = /^[0-9a-f]{64}$/;
const shardForm = /^[0-9a-f]{2}$/;

/**
 * Keeps bytes in a folder of this machine: `files/ab/<sha256>` once published, `incoming/` and `scratch/` before.
 * Several processes may share the folder.
 */
export async function createDiskStorage(options: DiskStorageOptions): Promise<Storage> {
  const fileSystem = options.fileSystem ?? nodeFileSystem;
  const root = resolve(options.directory);
  const files = join(root, 'files');
  const incoming = join(root, 'incoming');
  const scratch = join(root, 'scratch');
  for (const folder of [files, incoming, scratch]) await fileSystem.mkdir(folder, { recursive: true });
  await flushFolder(fileSystem, root);

  function pathOf(key: string): string {
    if (!keyForm.test(key))
      throw new Error(`A storage key is 64 lower-case hexadecimal digits, not ${JSON.stringify(key)}`);
    return join(files, key.slice(0, 2), key);
  }

  /** Only files that this store named may be moved or removed by path. */
  function ownPath(file: IncomingFile): string {
    const folder = dirname(file.path);
    if (folder !== incoming && folder !== scratch)
      throw new Error('The file was neither received nor scratched here');
    return file.path;
  }

  async function removeQuietly(path: string): Promise<void> {
    // What cannot be removed now is swept later; the first failure is the one to report.
    await fileSystem.rm(path, { force: true }).catch(() => undefined);
  }

  return {
    async receive(source, { maxBytes }) {
      const path = join(incoming, randomUUID());
      try {
        const written = await write(fileSystem, path, source, maxBytes);
        return { path, ...written };
      } catch (error) {
        await removeQuietly(path);
        throw asFailure(error);
      }
    },

    async scratch() {
      const path = join(scratch, randomUUID());
      return { path, [Symbol.asyncDispose]: () => fileSystem.rm(path, { force: true }) };
    },

    async publish(file) {
      const from = ownPath(file);
      const to = pathOf(file.sha256);
      try {
        if (await refresh(fileSystem, to, file.size)) await removeQuietly(from);
        else {
          await flushFile(fileSystem, from);
          await fileSystem.mkdir(dirname(to), { recursive: true });
          await flushFolder(fileSystem, files);
          await fileSystem.rename(from, to);
        }
        await flushFolder(fileSystem, dirname(to));
      } catch (error) {
        throw asFailure(error);
      }
      return file.sha256;
    },

    discard: (file) => fileSystem.rm(ownPath(file), { force: true }),

    async open(key) {
      try {
        return await openForReading(fileSystem, pathOf(key));
      } catch (error) {
        if (errnoOf(error) === 'ENOENT') return null;
        throw error;
      }
    },

    async local(key): Promise<LocalFile> {
      const path = pathOf(key);
      await fileSystem.stat(path);
      return { path, [Symbol.asyncDispose]: async () => undefined };
    },

    remove: (key) => fileSystem.rm(pathOf(key), { force: true }),

    async *publishedBefore(before) {
      for (const shard of await fileSystem.readdir(files)) {
        if (!shardForm.test(shard)) continue;
        for await (const name of olderThan(fileSystem, join(files, shard), before)) {
          if (keyForm.test(name) && name.startsWith(shard)) yield name;
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

/** Writes all of `source` to a new file, flushed; the hash is made while the bytes are on their way to the disk. */
async function write(
  fileSystem: FileSystem,
  path: string,
  source: Readable,
  maxBytes: number,
): Promise<{ size: number; sha256: string }> {
  const failure = watchFailure(source);
  const hash = createHash('sha256');
  let size = 0;
  const file = await fileSystem.open(path, 'wx');
  try {
    for await (const bytes of bytesOf(source, failure)) {
      size += bytes.length;
      if (size > maxBytes)
        throw new AppError('TOO_LARGE', `The file is larger than the ${maxBytes} bytes that are accepted.`);
      const writing = file.writeFile(bytes);
      hash.update(bytes);
      await writing;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { size, sha256: hash.digest('hex') };
}

/** The chunks of `source`, whose end before time is the sender's failure, not ours; leaves `source` to its owner. */
async function* bytesOf(source: Readable, failure: () => Error | null): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of source.iterator({ destroyOnReturn: false })) {
      if (!(chunk instanceof Uint8Array)) throw new TypeError('A stored source must yield bytes');
      yield chunk;
    }
    const error = failure();
    if (error !== null) throw error;
  } catch (error) {
    if (error instanceof AppError || error instanceof TypeError) throw error;
    throw new AppError(
      'UPLOAD_INTERRUPTED',
      'The upload broke off before its end; send it again.',
      {},
      { cause: error },
    );
  }
}

/** Hears of the failure of `source` from now on, even while nobody reads it, when it would end the process. */
function watchFailure(source: Readable): () => Error | null {
  let failure: Error | null = null;
  source.on('error', (error) => {
    failure ??= error;
  });
  return () => failure;
}

async function openForReading(fileSystem: FileSystem, path: string): Promise<OpenFile> {
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

/**
 * Makes bytes that are published already as young as new ones, so that no sweep takes them for abandoned; false
 * when there are none, or not all of them.
 */
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

function asFailure(error: unknown): unknown {
  const errno = errnoOf(error);
  if (errno !== 'ENOSPC' && errno !== 'EDQUOT') return error;
  return new AppError(
    'STORAGE_FULL',
    'There is no room to store the file; try again later.',
    {},
    { cause: error },
  );
}
