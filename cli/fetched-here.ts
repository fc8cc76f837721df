import type { FetchedFiles, StoredFile } from '../src/fetching/fetch-files.ts';
import type { Storage } from '../src/storage/storage.ts';

/** Files that are fetched for one command and forgotten with it; `bySha256` has them all. */
export function fetchedHere(
  storage: Pick<Storage, 'publish'>,
): FetchedFiles & { bySha256: ReadonlyMap<string, StoredFile> } {
  let lastId = 0;
  const bySha256 = new Map<string, StoredFile>();
  return {
    bySha256,
    findAll: async () => new Map(),
    async obtain(_wanted, _signal, fetch) {
      const { incoming, crc32 } = await fetch();
      const storageKey = await storage.publish(incoming);
      lastId += 1;
      const { sha256, size } = incoming;
      const stored = { fileId: lastId, sha256, size, storageKey, crc32 };
      bySha256.set(sha256, stored);
      return stored;
    },
  };
}
