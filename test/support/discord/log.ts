/** Something that happened, in order, for a test to wait on: an append-only list that hands out what comes next. */
export interface Log<T> {
  readonly entries: readonly T[];
  record(entry: T): void;
  /** The first entry from position `from` on that fits, now or when it comes; rejects when the log is closed first. */
  find(fits: (entry: T) => boolean, from?: number): Promise<{ entry: T; position: number }>;
  /** Rejects everyone who still waits. */
  close(): void;
}

/** An empty log; `name` appears in the error of those who wait in vain. */
export function createLog<T>(name: string): Log<T> {
  const entries: T[] = [];
  let next = Promise.withResolvers<void>();
  let closed = false;
  return {
    entries,
    record(entry) {
      entries.push(entry);
      next.resolve();
      next = Promise.withResolvers();
    },
    async find(fits, from = 0) {
      for (let position = from; ; position++) {
        while (position >= entries.length) {
          if (closed) throw new Error(`The fake Discord was closed while a test waited for its ${name}.`);
          await next.promise;
        }
        const entry = entries[position];
        if (entry !== undefined && fits(entry)) return { entry, position };
      }
    },
    close() {
      closed = true;
      next.resolve();
    },
  };
}
