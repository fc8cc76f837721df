/** Lets each subject speak once in a while; what it remembers of one is forgotten when the while is over. */
export interface Throttle {
  /** Whether this subject may speak now; if so, it has. `now` is in milliseconds and never goes back. */
  allows(subject: number, now: number): boolean;
  /** Lets the subject speak at once the next time. */
  forget(subject: number): void;
  /** Number of remembered subjects. */
  readonly size: number;
}

/** Lets each subject speak at most once in `pauseMs` milliseconds. */
export function createThrottle(pauseMs: number): Throttle {
  // In the order in which they spoke, so that those whose pause is over come first.
  const spokeAt = new Map<number, number>();
  return {
    allows(subject, now) {
      for (const [earlier, at] of spokeAt) {
        if (now - at < pauseMs) break;
        spokeAt.delete(earlier);
      }
      if (spokeAt.has(subject)) return false;
      spokeAt.set(subject, now);
      return true;
    },
    forget: (subject) => void spokeAt.delete(subject),
    get size() {
      return spokeAt.size;
    },
  };
}
