import { execFileSync } from 'node:child_process';
import { appendFile, mkdtemp, rm, rmdir, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** A file system of its own, in memory, that a test can fill. Mounting needs root and the program mount. */
export interface SmallDisk extends AsyncDisposable {
  folder: string;
  /** Takes room away until `left` bytes are free. */
  fill(left: number): Promise<void>;
  /** Gives back what was taken away. */
  clear(): Promise<void>;
  /** Mounts it anew so that nothing on it can be written, or again can. */
  setReadOnly(readOnly: boolean): void;
}

/** Whether this process may mount one. */
export const canMount = process.platform === 'linux' && process.getuid?.() === 0;

export async function openSmallDisk(megabytes: number): Promise<SmallDisk> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'small-disk-'));
  const filler = path.join(folder, 'filler');
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'none', folder]);
  const free = async () => {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  };
  return {
    folder,
    async fill(left) {
      for (let rest = (await free()) - left; rest > 0; rest = (await free()) - left) {
        try {
          await appendFile(filler, Buffer.alloc(Math.min(rest, 1024 * 1024)));
        } catch (error) {
          // Whoever else writes to it may have been quicker.
          if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
        }
      }
    },
    clear: () => rm(filler, { force: true }),
    setReadOnly(readOnly) {
      execFileSync('mount', ['-o', `remount,${readOnly ? 'ro' : 'rw'}`, folder]);
    },
    async [Symbol.asyncDispose]() {
      execFileSync('umount', ['--lazy', folder]);
      await rmdir(folder);
    },
  };
}
