/** Limits concurrent work; waiting work starts in the order of its calls. */
export interface Limiter {
  /** `work` occupies a slot until `work` ends or calls `release`. */
  take<Result>(work: (release: () => void) => Promise<Result>): Promise<Result>;
}

export function createLimiter(most: number): Limiter {
  const waiting: (() => void)[] = [];
  let underWay = 0;
  return {
    async take(work) {
      if (underWay < most) underWay += 1;
      // A finished task passes its slot to the next.
      else await new Promise<void>((resolve) => waiting.push(resolve));
      let hasSlot = true;
      const release = () => {
        if (!hasSlot) return;
        hasSlot = false;
        const next = waiting.shift();
        if (next) next();
        else underWay -= 1;
      };
      try {
        return await work(release);
      } finally {
        release();
      }
    },
  };
}
