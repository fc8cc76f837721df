import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDiskStorage, type DiskStorageOptions } from '../../src/storage/disk.ts';
import type { Storage } from '../../src/storage/storage.ts';

/** A disk store in a folder of its own that goes with it. */
export interface TemporaryStorage extends AsyncDisposable {
  storage: Storage;
  directory: string;
}

export async function openTemporaryStorage(
  options: Omit<DiskStorageOptions, 'directory'> = {},
): Promise<TemporaryStorage> {
  const directory = await mkdtemp(join(tmpdir(), 'storage-'));
  const storage = await createDiskStorage({ directory, ...options });
  return {
    storage,
    directory,
    [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }),
  };
}
