import { createDiskStorage, type DiskStorageOptions } from './disk.ts';
import type { Storage } from './storage.ts';

/** Which backend keeps the bytes, with what that backend needs. */
export type StorageConfig = { kind: 'disk' } & Omit<DiskStorageOptions, 'fileSystem'>;

/** Opens the configured store. */
export function createStorage(config: StorageConfig): Promise<Storage> {
  switch (config.kind) {
    case 'disk':
      return createDiskStorage(config);
  }
}
