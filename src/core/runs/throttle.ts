/** Limits how often each subject may speak; a subject is forgotten when its pause is over. */
export interface Throttle {
  /** Whether this subject may speak now, which starts its pause. `now` is in milliseconds and never goes back. */
  allows(subject: number, now: number): boolean;
  /** Lets the subject speak again without a pause. */
  forget(subject: number): void;
  /** Number of remembered subjects. */
  readonly size: number;
}

/** Lets each subject speak at most once in `pauseMs` milliseconds. */
export function createThrottle(pauseMs: number): Throttle {
  // Ordered by the time at which subjects spoke, so that those whose pause is over come first.
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
