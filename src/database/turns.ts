/** Work by name: what has the same name is done one after the other, within this process. */
export interface Turns {
  take<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}

export function createTurns(): Turns {
  const last = new Map<string, Promise<unknown>>();
  return {
    async take(name, work) {
      const before = last.get(name);
      const done = Promise.withResolvers<void>();
      last.set(name, done.promise);
      try {
        await before;
        return await work();
      } finally {
        if (last.get(name) === done.promise) last.delete(name);
        done.resolve();
      }
    },
  };
}
