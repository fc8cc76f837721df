import nodeFileSystem, { link, mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { openForReading } from './disk.ts';
import { errnoOf, flushFile } from './file-system.ts';
import { isKey } from './keys.ts';
import { privateFolder } from './private-modes.ts';
import type { OpenFile } from './storage.ts';

/** Eviction leaves this share of the limit, so that not every new file causes one. */
const keptAfterwards = 0.9;

/**
 * A least-recently-used cache of files by content. Its entries are hard links, so a lent file stays readable when the
 * cache evicts it, also with several processes.
 */
export interface Cache {
  /** Adds a file, which also stays at its path. */
  add(key: string, path: string): Promise<void>;
  /** Gives the cached file a second name at `path`; false when the file is not cached. */
  lend(key: string, path: string): Promise<boolean>;
  /** Opens a cached file; null when the file is not cached. */
  open(key: string): Promise<OpenFile | null>;
  remove(key: string): Promise<void>;
  /** Evicts files down to `mostBytes`, by default the cache's own limit. */
  shrink(mostBytes?: number): Promise<void>;
}

/** A cache in `folder`, on the same file system as the files that are added. */
export async function openCache(folder: string, limit: number): Promise<Cache> {
  await mkdir(folder, { recursive: true, mode: privateFolder });
  const pathOf = (key: string) => join(folder, key);
  let bytes = (await filesIn(folder)).reduce((sum, { size }) => sum + size, 0);
  let shrinking = Promise.resolve();

  async function shrinkTo(most: number): Promise<void> {
    const files = await filesIn(folder);
    // Other processes may share the folder, so the bytes are counted again.
    bytes = files.reduce((sum, { size }) => sum + size, 0);
    if (bytes <= most) return;
    for (const { name, size } of files.toSorted((a, b) => a.used - b.used)) {
      if (bytes <= most * keptAfterwards) return;
      await rm(join(folder, name), { force: true });
      bytes -= size;
    }
  }

  function shrink(most = limit): Promise<void> {
    shrinking = shrinking.then(() => shrinkTo(most));
    const done = shrinking;
    shrinking = shrinking.catch(() => undefined);
    return done;
  }

  if (bytes > limit) await shrink();
  return {
    async add(key, path) {
      // The file is flushed before it is named: after a power cut, a file of zeros would pass for the content.
      await flushFile(nodeFileSystem, path);
      try {
        await link(path, pathOf(key));
      } catch (error) {
        if (errnoOf(error) === 'EEXIST') return;
        throw error;
      }
      bytes += (await stat(path)).size;
      if (bytes > limit) await shrink();
    },

    async lend(key, path) {
      try {
        await link(pathOf(key), path);
      } catch (error) {
        if (errnoOf(error) === 'ENOENT') return false;
        throw error;
      }
      const now = new Date();
      await utimes(path, now, now);
      return true;
    },

    async open(key) {
      try {
        const file = await openForReading(nodeFileSystem, pathOf(key));
        const now = new Date();
        await utimes(pathOf(key), now, now).catch(() => undefined);
        return file;
      } catch (error) {
        if (errnoOf(error) === 'ENOENT') return null;
        throw error;
      }
    },

    remove: (key) => rm(pathOf(key), { force: true }),
    shrink,
  };
}

async function filesIn(folder: string): Promise<{ name: string; size: number; used: number }[]> {
  const files = [];
  for (const name of (await readdir(folder)).filter(isKey)) {
    const found = await stat(join(folder, name)).catch(() => null);
    if (found) files.push({ name, size: found.size, used: found.mtimeMs });
  }
  return files;
}
