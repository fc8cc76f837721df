import type { FetchedFiles } from '../src/fetching/fetch-files.ts';
import type { Storage } from '../src/storage/storage.ts';

/** Files that are fetched for one command and forgotten with it. */
export function fetchedHere(storage: Storage): FetchedFiles {
  let lastId = 0;
  return {
    findAll: async () => new Map(),
    async obtain(_wanted, _signal, fetch) {
      const { incoming, crc32 } = await fetch();
      const storageKey = await storage.publish(incoming);
      lastId += 1;
      return { fileId: lastId, sha256: incoming.sha256, size: incoming.size, storageKey, crc32 };
    },
  };
}
