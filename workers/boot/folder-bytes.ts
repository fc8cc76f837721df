import { chmod, lstat, opendir, rm, statfs } from 'node:fs/promises';
import path from 'node:path';

/** Bytes of the disk that the files of a folder take, without following links; no more is counted beyond `enough`. */
export async function bytesBelow(folder: string, enough = Number.POSITIVE_INFINITY): Promise<number> {
  let bytes = 0;
  const folders = [folder];
  for (let one = folders.pop(); one !== undefined && bytes <= enough; one = folders.pop()) {
    // Files and folders come and go while a server runs.
    const entries = await opendir(one).catch(() => null);
    if (entries === null) continue;
    try {
      for await (const entry of entries) {
        const name = path.join(one, entry.name);
        if (entry.isDirectory()) folders.push(name);
        const found = await lstat(name).catch(() => null);
        bytes += (found?.blocks ?? 0) * 512;
      }
    } catch {
      // The folder has gone.
    }
  }
  return bytes;
}

/** Bytes that are free on the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Removes a folder, also one whose folders a server has made unreadable. */
export async function removeFolder(folder: string): Promise<void> {
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  try {
    await remove();
  } catch {
    await openFolders(folder);
    await remove();
  }
}

async function openFolders(folder: string): Promise<void> {
  const folders = [folder];
  for (let one = folders.pop(); one !== undefined; one = folders.pop()) {
    await chmod(one, 0o700).catch(() => {});
    const entries = await opendir(one).catch(() => null);
    if (entries === null) continue;
    for await (const entry of entries) if (entry.isDirectory()) folders.push(path.join(one, entry.name));
  }
}
