/** Work by name: what has the same name is done one after the other, within this process. */
export interface Turns {
  /** `wait` may end the waiting for those before with a failure; then the work is not done. */
  take<Result>(
    name: string,
    work: () => Promise<Result>,
    wait?: (before: Promise<unknown>) => Promise<unknown>,
  ): Promise<Result>;
}

export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return {
    async take(name, work, wait = (before) => before) {
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
}
