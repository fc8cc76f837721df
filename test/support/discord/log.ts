/** Something that happened, in order, for a test to wait on: an append-only list that hands out what comes next. */
export interface Log<T> {
  readonly entries: readonly T[];
  record(entry: T): void;
  /** The first entry from position `from` on that fits, now or when it comes; rejects when the log is closed first. */
  find(fits: (entry: T) => boolean, from?: number): Promise<{ entry: T; position: number }>;
  /** Rejects everyone who still waits. */
  close(): void;
}

interface Waiter<T> {
  fits: (entry: T) => boolean;
  resolve: (found: { entry: T; position: number }) => void;
  reject: (reason: Error) => void;
}

/** An empty log; `name` appears in the error of those who wait in vain. */
export function createLog<T>(name: string): Log<T> {
  const entries: T[] = [];
  let waiters: Waiter<T>[] = [];
  let closed = false;
  const vain = () => new Error(`The fake Discord was closed while a test waited for its ${name}.`);
  return {
    entries,
    record(entry) {
      const position = entries.push(entry) - 1;
      const served = waiters.filter((waiter) => waiter.fits(entry));
      waiters = waiters.filter((waiter) => !served.includes(waiter));
      for (const waiter of served) waiter.resolve({ entry, position });
    },
    find(fits, from = 0) {
      const position = entries.findIndex((entry, index) => index >= from && fits(entry));
      const entry = entries[position];
      if (entry !== undefined) return Promise.resolve({ entry, position });
      if (closed) return Promise.reject(vain());
      return new Promise((resolve, reject) => waiters.push({ fits, resolve, reject }));
    },
    close() {
      closed = true;
      for (const waiter of waiters) waiter.reject(vain());
      waiters = [];
    },
  };
}
