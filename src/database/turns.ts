/** Work by name: what has the same name is done one after the other, within this process. */
export interface Turns {
  /** Of several names each is taken, one after the other in their order. `wait` may end the waiting for those before with a failure; then the work is not done. */
  take<Result>(
    name: string | readonly string[],
    work: () => Promise<Result>,
    wait?: (before: Promise<unknown>) => Promise<unknown>,
  ): Promise<Result>;
}

export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  const turns: Turns = {
    async take(name, work, wait = (before) => before) {
      if (typeof name !== 'string') {
        const [first, ...rest] = name;
        return first === undefined ? work() : turns.take(first, () => turns.take(rest, work, wait), wait);
      }
      const before = last.get(name);
      const done = Promise.withResolvers<void>();
      last.set(name, done.promise);
      try {
        if (before) await wait(before);
        return await work();
      } finally {
        // Whoever gives up waiting lets nobody pass those before.
        void Promise.resolve(before).then(() => {
          if (last.get(name) === done.promise) last.delete(name);
          done.resolve();
        });
      }
    },
  };
  return turns;
}

/** In the one order in which whoever takes several names takes them, so that no two wait for each other. */
export function inOrder(names: string | readonly string[]): string[] {
  return typeof names === 'string' ? [names] : [...new Set(names)].sort();
}
