import { lstat, opendir, statfs } from 'node:fs/promises';
import { type BootLimits, spareFiles } from '../../src/boot/boot-limits.ts';

/** Disk usage of a folder. */
export interface FolderSize {
  bytes: number;
  /** Files and folders. */
  entries: number;
  /** Whether the whole folder was measured: folders may be closed, or nested deeper than a path can be long. */
  isWhole: boolean;
}

/** Measures a folder without following links, and stops once it exceeds its limits. */
export async function measureFolder(
  folder: string,
  { diskBytes, entries }: Pick<BootLimits, 'diskBytes' | 'entries'>,
): Promise<FolderSize> {
  const size = { bytes: 0, entries: 0, isWhole: true };
  // Names are bytes that need not be valid text.
  const folders = [Buffer.from(folder)];
  for (let one = folders.pop(); one !== undefined; one = folders.pop()) {
    try {
      for await (const entry of await opendir(one, { encoding: 'latin1', bufferSize: 512 })) {
        const name = Buffer.concat([one, Buffer.from(`/${entry.name}`, 'latin1')]);
        if (entry.isDirectory()) folders.push(name);
        size.bytes += (await lstat(name)).blocks * 512;
        size.entries += 1;
        if (size.bytes > diskBytes || size.entries > entries) return size;
      }
    } catch (error) {
      // A running server adds and removes files meanwhile.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) size.isWhole = false;
    }
  }
  return size;
}

/**
 * Whether a boot has used too much disk or too many files, has filled the file system, or has folders that cannot be
 * measured.
 */
export async function isTooMuchDisk(
  folder: string,
  limits: Pick<BootLimits, 'diskBytes' | 'entries' | 'spareBytes'>,
): Promise<boolean> {
  const { bytes, entries, isWhole } = await measureFolder(folder, limits);
  const { bavail, bsize, files, ffree } = await statfs(folder);
  // Deleted files that are still open count in no folder's sum. Some file systems do not count files.
  const isFull = bavail * bsize < limits.spareBytes || (files > 0 && ffree < spareFiles);
  return bytes > limits.diskBytes || entries > limits.entries || !isWhole || isFull;
}
