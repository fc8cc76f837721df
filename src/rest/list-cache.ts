import { BoundedMap } from '../bounded-map.ts';

/** Parts of lists as bytes, each small enough to be sent without blocking the event loop for long. */
export type PartBytes = readonly Buffer[];

/** Parts of lists, each for one revision; the least recently used are evicted. */
export interface ListCache {
  /**
   * Returns the cached part of this key and revision, or creates and caches it. The revision must have been read before
   * the part. Concurrent callers share one creation.
   */
  get(key: string, revision: string, make: () => Promise<PartBytes>): Promise<PartBytes>;
}

interface Kept {
  revision: string;
  part: Promise<PartBytes>;
  /** 0 while the part is being created. */
  bytes: number;
}

/** Caches parts of at most `maxBytes` in total; a new part replaces the older one of its key. */
export function createListCache(maxBytes: number): ListCache {
  const kept = new BoundedMap<string, Kept>(maxBytes, ({ bytes }) => bytes);
  return {
    get(key, revision, make) {
      const found = kept.get(key);
      if (found?.revision === revision) return found.part;
      const entry: Kept = { revision, part: make(), bytes: 0 };
      kept.set(key, entry);
      entry.part.then(
        (part) => {
          if (kept.get(key) === entry) kept.set(key, { ...entry, bytes: lengthOf(part) });
        },
        () => {
          if (kept.get(key) === entry) kept.delete(key);
        },
      );
      return entry.part;
    },
  };
}

function lengthOf(part: PartBytes): number {
  return part.reduce((sum, { length }) => sum + length, 0);
}
