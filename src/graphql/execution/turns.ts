import { setImmediate as nextRound } from 'node:timers/promises';

/** Milliseconds that the resolving of queries may take of one turn of the event loop, all queries together. */
const share = 20;

/**
 * Limits how long one request keeps the event loop. Resolvers call each other in microtasks, which let no other work
 * in, so resolvers with much below them wait for a later turn once this one is used up.
 */
export interface Turns {
  /** Resolves in a later turn that has time left. */
  wait(): Promise<void>;
  /**
   * Calls back once the resolvers that can run have run, those that wait for a turn among them: what they load is loaded
   * together, however many turns they take.
   */
  afterResolvers(callback: () => void): void;
}

const waiting: (() => void)[] = [];
let shareEndsAt: number | null = null;
let isLettingOn = false;
let isBeginning = false;

/**
 * Resolves in a turn that has time for an operation to begin. Operations that arrive together, on many connections or
 * in one piece of a socket, would otherwise be parsed and validated in one turn.
 */
export async function turnToBegin({ turns }: { turns: Turns }): Promise<void> {
  // Callers in the same microtasks have not parsed yet, so the clock does not show the work of the first one.
  if (isBeginning || isTurnUsedUp()) return turns.wait();
  isBeginning = true;
  process.nextTick(() => {
    isBeginning = false;
  });
}

/** Whether this turn has given queries their share. */
export function isTurnUsedUp(): boolean {
  const now = performance.now();
  if (shareEndsAt !== null) return now >= shareEndsAt;
  shareEndsAt = now + share;
  // Immediates belong to the turn whose events set them: what begins at an event has its share until those of the next turn.
  setImmediate(() => {
    setImmediate(() => {
      shareEndsAt = null;
    });
  });
  return false;
}

export function createTurns(): Turns {
  let waitingHere = 0;
  let held: (() => void)[] = [];
  const afterResolvers = (callback: () => void) => {
    // As a data loader does by itself: after the promises that are settled by now, and what follows from them.
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
          if (!isLettingOn) void letOn();
        });
      } while (isTurnUsedUp());
      waitingHere -= 1;
      if (waitingHere > 0) return;
      const callbacks = held;
      held = [];
      for (const callback of callbacks) afterResolvers(callback);
    },
  };
}

async function letOn(): Promise<void> {
  isLettingOn = true;
  while (waiting.length > 0) {
    await nextRound();
    let letOnHere = 0;
    while (letOnHere < waiting.length && !isTurnUsedUp()) {
      waiting[letOnHere]?.();
      letOnHere += 1;
      // All that follows from it, a list of hundreds perhaps, before it is asked again whether this turn has time left.
      await new Promise<void>((resolve) => process.nextTick(resolve));
    }
    waiting.splice(0, letOnHere);
  }
  isLettingOn = false;
}
