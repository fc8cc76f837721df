/** Locks by name within this process: work under the same name runs one after the other. */
export interface LocalLocks {
  /**
   * Takes several names in the given order. When `wait` rejects before the earlier holders have released them, the work
   * is not done.
   */
  take<Result>(
    name: string | readonly string[],
    work: () => Promise<Result>,
    wait?: (before: Promise<unknown>) => Promise<unknown>,
  ): Promise<Result>;
}

export function createLocalLocks(): LocalLocks {
  const last = new Map<string, Promise<unknown>>();
  const locks: LocalLocks = {
    async take(name, work, wait = (before) => before) {
      if (typeof name !== 'string') {
        const [first, ...rest] = name;
        return first === undefined ? work() : locks.take(first, () => locks.take(rest, work, wait), wait);
      }
      const before = last.get(name);
      const done = Promise.withResolvers<void>();
      last.set(name, done.promise);
      try {
        if (before) await wait(before);
        return await work();
      } finally {
        // A caller that stops waiting keeps its position until the callers before it are done.
        void Promise.resolve(before).then(() => {
          if (last.get(name) === done.promise) last.delete(name);
          done.resolve();
        });
      }
    },
  };
  return locks;
}

/** Sorts names in the same order for all callers, which rules out deadlocks. */
export function inOrder(names: string | readonly string[]): string[] {
  return typeof names === 'string' ? [names] : [...new Set(names)].sort();
}
