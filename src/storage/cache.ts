import nodeFileSystem, { link, mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { privateFolder } from '../private-modes.ts';
import { openForReading } from './disk.ts';
import { errnoOf, flushFile } from './file-system.ts';
import { isKey } from './keys.ts';
import type { OpenFile } from './storage.ts';

/** Eviction leaves this share of the limit, so that not every new file causes one. */
const keptAfterwards = 0.9;

/**
 * A least-recently-used cache of files by content. Its entries are hard links, so a lent file stays readable when the
 * cache evicts it, also with several processes.
 */
export interface Cache {
  /** Takes in a file that stays where it is. */
  add(key: string, path: string): Promise<void>;
  /** Gives the file a second name; false when it is not here. */
  lend(key: string, path: string): Promise<boolean>;
  /** Null when it is not here. */
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
    // Counted again, since other processes may share the folder.
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
      // Flushed before it gets its name: after a power cut, a file of zeros would pass for the content.
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
