/** Lets only so many things be done at a time; the others wait in the order in which they came. */
export interface Limiter {
  take<Result>(work: () => Promise<Result>): Promise<Result>;
}

export function createLimiter(most: number): Limiter {
  const waiting: (() => void)[] = [];
  let underWay = 0;
  return {
    async take(work) {
      if (underWay < most) underWay += 1;
      // Whoever ends hands its place on.
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else underWay -= 1;
      }
    },
  };
}
