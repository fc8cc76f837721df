import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { writeFailure } from './failures.ts';
import { errnoOf, type FileSystem, flushFolder, olderThan } from './file-system.ts';
import { privateFile } from './private-modes.ts';
import type { Room } from './room.ts';
import type { ResumableFiles } from './storage.ts';
import { watchSource, writeBytes } from './write-bytes.ts';

const idForm = /^[0-9a-f-]{36}$/;
/** Bytes hashed at a time, which takes a millisecond. */
const hashedAtOnce = 1024 * 1024;

/** Keeps each file in `folder` under its id; `published` returns the path of the published file with this hash. */
export function openResumable(
  { fileSystem, room }: { fileSystem: FileSystem; room: Room },
  { folder, published }: { folder: string; published: (sha256: string) => string },
): ResumableFiles {
  function pathOf(id: string): string {
    if (!idForm.test(id)) throw new Error(`A resumable file is known by a UUID, not ${JSON.stringify(id)}`);
    return join(folder, id);
  }

  async function sizeAt(path: string): Promise<number | null> {
    try {
      return (await fileSystem.stat(path)).size;
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return null;
      throw error;
    }
  }

  return {
    async begin(id) {
      try {
        const file = await fileSystem.open(pathOf(id), 'wx', privateFile);
        await file.close();
        await flushFolder(fileSystem, folder);
      } catch (error) {
        throw writeFailure(error);
      }
    },

    size: (id) => sizeAt(pathOf(id)),

    async append(id, source, { maxBytes, admit, keepFree }) {
      const watched = watchSource(source);
      using claim = room.claim({ keepFree });
      try {
        const file = await fileSystem.open(pathOf(id), 'r+');
        try {
          const { size } = await file.stat();
          await writeBytes(file, watched, { position: size, claim, maxBytes, admit });
        } finally {
          // Senders learn the stored size, so these bytes are flushed even after a lost connection.
          await file.sync().finally(() => file.close());
        }
      } catch (error) {
        throw writeFailure(error);
      }
    },

    async hash(id) {
      const hash = createHash('sha256');
      const buffer = Buffer.allocUnsafeSlow(hashedAtOnce);
      const file = await fileSystem.open(pathOf(id), 'r');
      try {
        for (;;) {
          const { bytesRead } = await file.read(buffer, 0, buffer.length, null);
          if (bytesRead === 0) return hash.digest('hex');
          hash.update(buffer.subarray(0, bytesRead));
        }
      } finally {
        await file.close();
      }
    },

    async whole(id, { size, sha256 }) {
      for (const path of [pathOf(id), published(sha256)]) {
        if ((await sizeAt(path)) === size) return { path, size, sha256 };
      }
      return null;
    },

    discard: (id) => fileSystem.rm(pathOf(id), { force: true }),

    async *olderThan(before) {
      for await (const name of olderThan(fileSystem, folder, before)) if (idForm.test(name)) yield name;
    },
  };
}
