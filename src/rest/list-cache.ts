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
  const kept = new Map<string, Kept>();
  let bytes = 0;

  function remove(key: string): void {
    bytes -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  }

  /** A map iterates in the order of insertion, so inserting again makes the key the newest. */
  function putLast(key: string, entry: Kept): Promise<PartBytes> {
    kept.delete(key);
    kept.set(key, entry);
    return entry.part;
  }

  function account(key: string, entry: Kept, length: number): void {
    if (kept.get(key) !== entry) return;
    entry.bytes = length;
    bytes += length;
    for (const [oldest] of kept) {
      if (bytes <= maxBytes) return;
      remove(oldest);
    }
  }

  return {
    get(key, revision, make) {
      const found = kept.get(key);
      if (found?.revision === revision) return putLast(key, found);
      remove(key);
      const entry: Kept = { revision, part: make(), bytes: 0 };
      entry.part.then(
        (part) => account(key, entry, lengthOf(part)),
        () => {
          if (kept.get(key) === entry) remove(key);
        },
      );
      return putLast(key, entry);
    },
  };
}

function lengthOf(part: PartBytes): number {
  return part.reduce((sum, { length }) => sum + length, 0);
}
