import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makePrivateFolder } from '../storage/private-modes.ts';
import { FolderInUse } from './folder-in-use.ts';

/**
 * Locks the folder of an embedded database; throws `FolderInUse` when another process has locked it. PGlite has no lock
 * of its own, and two processes on one folder would silently corrupt it. The operating system releases SQLite's
 * exclusive lock however the process ends.
 */
export function lockFolder(folder: string): Disposable {
  makePrivateFolder(folder);
  const lock = new DatabaseSync(path.join(folder, 'lock.sqlite'), { timeout: 0 });
  try {
    lock.exec(
      'PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; CREATE TABLE IF NOT EXISTS held (by INTEGER); COMMIT',
    );
    return { [Symbol.dispose]: () => lock.close() };
  } catch (cause) {
    lock.close();
    if (!isBusy(cause)) throw cause;
    throw new FolderInUse(
      'The data folder is in use by another process. Stop that one first, or give this one a DATA_DIR of its own; ' +
        'to share data between several, set DATABASE_URL to a PostgreSQL server.',
      { cause },
    );
  }
}

/** Recognises SQLite's code for a lock that another process holds; full or read-only disks have other codes. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5;
}
