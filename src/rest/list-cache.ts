/** Bodies of lists, each for one revision; what was not asked for longest goes first. */
export interface ListCache {
  /** The body of the list at this address, if it is kept and of this revision. */
  get(url: string, revision: string): Buffer | null;
  /** A collector for a body that is being sent; it gives up by itself when the body is too large to keep. */
  collect(url: string, revision: string): ListCollector;
}

export interface ListCollector {
  add(chunk: Buffer): void;
  /** Keeps what was added. Only right when the revision was still the same after the last chunk had been read. */
  keep(): void;
}

/** Keeps bodies of at most `maxBytes` in all; a new one takes the place of its list's older one. */
export function createListCache(maxBytes: number): ListCache {
  const kept = new Map<string, { revision: string; body: Buffer }>();
  let bytes = 0;

  function remove(url: string): void {
    bytes -= kept.get(url)?.body.length ?? 0;
    kept.delete(url);
  }

  function put(url: string, revision: string, body: Buffer): void {
    remove(url);
    for (const [oldest] of kept) {
      if (bytes + body.length <= maxBytes) break;
      remove(oldest);
    }
    kept.set(url, { revision, body });
    bytes += body.length;
  }

  return {
    get(url, revision) {
      const entry = kept.get(url);
      if (entry?.revision !== revision) return null;
      // A map hands out its keys in the order of their arrival: this one becomes the newest.
      kept.delete(url);
      kept.set(url, entry);
      return entry.body;
    },
    collect(url, revision) {
      let chunks: Buffer[] | null = [];
      let length = 0;
      return {
        add(chunk) {
          length += chunk.length;
          if (length > maxBytes) chunks = null;
          chunks?.push(chunk);
        },
        keep() {
          if (chunks) put(url, revision, Buffer.concat(chunks));
        },
      };
    },
  };
}
