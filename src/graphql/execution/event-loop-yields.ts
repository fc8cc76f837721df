import { setImmediate as nextRound } from 'node:timers/promises';

/** Milliseconds of one turn of the event loop that all queries together may use for resolving. */
const share = 20;

/**
 * Limits how long one request blocks the event loop. Resolvers call each other in microtasks, which let no other work
 * run, so resolvers with many fields below wait for a later turn once this turn's share is used.
 */
export interface EventLoopYields {
  /** Resolves in a later turn that has time left. */
  wait(): Promise<void>;
  /**
   * Calls back once all runnable resolvers have run, including those that wait for a turn, so their loads are batched
   * together however many turns they take.
   */
  afterResolvers(callback: () => void): void;
}

const waiting: (() => void)[] = [];
let shareEndsAt: number | null = null;
let isResuming = false;
let isBeginning = false;

/**
 * Resolves in a turn with time to begin an operation. Otherwise, operations that arrive together, on many connections
 * or in one chunk of a socket, would all be parsed and validated in one turn.
 */
export async function yieldBeforeOperation({ yields }: { yields: EventLoopYields }): Promise<void> {
  // Callers in the same microtasks have not parsed yet, so the clock does not show their work.
  if (isBeginning || mustYield()) return yields.wait();
  isBeginning = true;
  process.nextTick(() => {
    isBeginning = false;
  });
}

/** Whether queries have used their share of this turn. */
export function mustYield(): boolean {
  const now = performance.now();
  if (shareEndsAt !== null) return now >= shareEndsAt;
  shareEndsAt = now + share;
  // Immediates run in the turn whose events set them, so work that begins at an event has its share until the next
  // turn's immediates.
  setImmediate(() => {
    setImmediate(() => {
      shareEndsAt = null;
    });
  });
  return false;
}

export function createEventLoopYields(): EventLoopYields {
  let waitingHere = 0;
  let held: (() => void)[] = [];
  const afterResolvers = (callback: () => void) => {
    // Like a data loader's own scheduling: after the promises settled by now, and their reactions.
    void Promise.resolve().then(() =>
      process.nextTick(() => {
        if (waitingHere === 0) callback();
        else held.push(callback);
      }),
    );
  };
  return {
    afterResolvers,
    async wait() {
      waitingHere += 1;
      do {
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
          if (!isResuming) void resumeWaiting();
        });
      } while (mustYield());
      waitingHere -= 1;
      if (waitingHere > 0) return;
      const callbacks = held;
      held = [];
      for (const callback of callbacks) afterResolvers(callback);
    },
  };
}

async function resumeWaiting(): Promise<void> {
  isResuming = true;
  while (waiting.length > 0) {
    await nextRound();
    let resumed = 0;
    while (resumed < waiting.length && !mustYield()) {
      waiting[resumed]?.();
      resumed += 1;
      // A tick runs all reactions of the resumed resolver, perhaps a list of hundreds, before the clock is checked
      // again.
      await new Promise<void>((resolve) => process.nextTick(resolve));
    }
    waiting.splice(0, resumed);
  }
  isResuming = false;
}
