import path from 'node:path';
import { createDiskStorage, type DiskStorageOptions } from './disk.ts';
import { makePrivateFolder } from './private-modes.ts';
import type { S3StorageOptions } from './s3.ts';
import type { S3Settings } from './s3-settings.ts';
import type { Storage } from './storage.ts';

/** Which backend keeps the bytes, with what that backend needs. */
export type StorageConfig =
  | ({ kind: 'disk' } & Omit<DiskStorageOptions, 'fileSystem'>)
  | ({ kind: 's3' } & S3StorageOptions);

interface Settings {
  dataDir: string;
  reserveBytes: number;
}

/** The store in `dataDir`. */
export function diskConfig({ dataDir, reserveBytes }: Settings): StorageConfig {
  const directory = path.join(dataDir, 'store');
  return { kind: 'disk', directory, reserve: { bytes: reserveBytes, beside: [dataDir] } };
}

/** The S3 store has its own folder in `dataDir`: the disk store's files must not be evicted as a cache. */
export function s3Config({ dataDir, reserveBytes }: Settings, s3: S3Settings): StorageConfig {
  const directory = path.join(dataDir, 's3');
  return { kind: 's3', s3, directory, reserve: { bytes: reserveBytes, beside: [dataDir] } };
}

/** Opens the configured store. Fails with StoreNotOpened when its server cannot be used. */
export async function createStorage(config: StorageConfig): Promise<Storage> {
  makePrivateFolder(config.directory);
  switch (config.kind) {
    case 'disk':
      return createDiskStorage(config);
    case 's3': {
      const { createS3Storage } = await import('./s3.ts');
      return createS3Storage(config);
    }
  }
}
