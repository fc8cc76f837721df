import { type GoodWords, isStranger, limitReached, refuseGood, type SharedGood } from './shared-goods.ts';

/** A slot of its caller until it is released; a second release does nothing. */
export interface Slot {
  release(): void;
}

/** The pieces of a good that are taken on this node. */
export interface Slots {
  /** Takes a slot on the caller's account. Fails with TOO_MANY_REQUESTS or UNAVAILABLE beyond the most. */
  take(caller: string): Slot;
  /** Slots in use, and those of them by callers without a token. */
  taken(): { all: number; strangers: number };
}

/** Slots in use in total and by caller; goods with one limit a caller share a tally. */
export interface Tally {
  all: number;
  readonly byCaller: Map<string, number>;
}

export function openTally(): Tally {
  return { all: 0, byCaller: new Map() };
}

/** Counts who has how many. */
export function openSlots(good: SharedGood, words: GoodWords, tally: Tally = openTally()): Slots {
  const { byCaller } = tally;
  let strangers = 0;
  let all = 0;
  const count = (caller: string, stranger: boolean, more: 1 | -1) => {
    all += more;
    tally.all += more;
    if (stranger) strangers += more;
    const own = (byCaller.get(caller) ?? 0) + more;
    if (own > 0) byCaller.set(caller, own);
    else byCaller.delete(caller);
  };
  return {
    take(caller) {
      const stranger = isStranger(caller);
      const used = { caller: byCaller.get(caller) ?? 0, all: tally.all, strangers };
      const limit = limitReached(good, used, { stranger });
      if (limit !== null) throw refuseGood(good, limit, words);
      count(caller, stranger, 1);
      let isTaken = true;
      return {
        release() {
          if (!isTaken) return;
          isTaken = false;
          count(caller, stranger, -1);
        },
      };
    },
    taken: () => ({ all, strangers }),
  };
}

/** Gives each call of some work a slot of its caller while it runs. Fails as `Slots.take` and as the work does. */
export function inSlots<Task, Hooks extends { caller: string }, Result>(
  slots: Slots,
  work: (task: Task, hooks: Hooks) => Promise<Result>,
): (task: Task, hooks: Hooks) => Promise<Result> {
  return async (task, hooks) => {
    const slot = slots.take(hooks.caller);
    try {
      return await work(task, hooks);
    } finally {
      slot.release();
    }
  };
}
