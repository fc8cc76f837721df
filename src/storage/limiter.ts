/** Limits concurrent work; waiting work starts in the order of its calls. */
export interface Limiter {
  /** `work` holds its place until it ends, or until it releases the place. */
  take<Result>(work: (leave: () => void) => Promise<Result>): Promise<Result>;
}

export function createLimiter(most: number): Limiter {
  const waiting: (() => void)[] = [];
  let underWay = 0;
  return {
    async take(work) {
      if (underWay < most) underWay += 1;
      // A finished task passes its place to the next.
      else await new Promise<void>((resolve) => waiting.push(resolve));
      let hasPlace = true;
      const leave = () => {
        if (!hasPlace) return;
        hasPlace = false;
        const next = waiting.shift();
        if (next) next();
        else underWay -= 1;
      };
      try {
        return await work(leave);
      } finally {
        leave();
      }
    },
  };
}
