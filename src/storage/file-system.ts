import type nodeFileSystem from 'node:fs/promises';
import { join } from 'node:path';

/** The file system calls of the disk store; tests pass a failing one. */
export type FileSystem = Pick<
  typeof nodeFileSystem,
  'mkdir' | 'open' | 'readdir' | 'rename' | 'rm' | 'stat' | 'utimes'
> & {
  /** The file system that holds `path`, counted in blocks of `bsize` bytes; `bavail` of them are free. */
  statfs(path: string): Promise<{ bsize: number; blocks: number; bavail: number }>;
};

/** The names of entries in `folder` that were last modified before `before`. */
export async function* olderThan(
  fileSystem: FileSystem,
  folder: string,
  before: Date,
): AsyncGenerator<string> {
  for (const name of await fileSystem.readdir(folder)) {
    const modified = await modifiedAt(fileSystem, join(folder, name));
    if (modified !== null && modified < before.getTime()) yield name;
  }
}

/** The modification time in milliseconds; null when the file was removed meanwhile. */
async function modifiedAt(fileSystem: FileSystem, path: string): Promise<number | null> {
  try {
    return (await fileSystem.stat(path)).mtimeMs;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Flushes a file to disk and dates it now. */
export async function flushFile(fileSystem: FileSystem, path: string): Promise<void> {
  const file = await fileSystem.open(path, 'r+');
  try {
    const now = new Date();
    await file.utimes(now, now);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes the names in a folder survive a power cut. */
export async function flushFolder(fileSystem: FileSystem, path: string): Promise<void> {
  // Windows cannot open a folder as a file, and orders its own metadata.
  if (process.platform === 'win32') return;
  const folder = await fileSystem.open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** The code of a failed system call, such as ENOENT; null for other errors. */
export function errnoOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}
