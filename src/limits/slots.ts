import {
  isAnonymous,
  type LimitWords,
  limitReached,
  refuseShared,
  type SharedLimit,
} from './shared-limits.ts';

/** A slot in use by its caller until it is released; a second release does nothing. */
export interface Slot {
  release(): void;
}

/** The slots in use on this node. */
export interface Slots {
  /** Takes a slot for the caller. Fails with TOO_MANY_REQUESTS or UNAVAILABLE beyond the limit. */
  take(caller: string): Slot;
  /** Slots in use, and those of them by callers without a token. */
  taken(): { all: number; anonymous: number };
}

/** Slots in use, in total and by caller; limits that share a caller's count share a tally. */
export interface Tally {
  all: number;
  readonly byCaller: Map<string, number>;
}

export function openTally(): Tally {
  return { all: 0, byCaller: new Map() };
}

/** Counts the slots in use, by caller. */
export function openSlots(limit: SharedLimit, words: LimitWords, tally: Tally = openTally()): Slots {
  const { byCaller } = tally;
  let anonymous = 0;
  let all = 0;
  const count = (caller: string, isWithoutToken: boolean, more: 1 | -1) => {
    all += more;
    tally.all += more;
    if (isWithoutToken) anonymous += more;
    const own = (byCaller.get(caller) ?? 0) + more;
    if (own > 0) byCaller.set(caller, own);
    else byCaller.delete(caller);
  };
  return {
    take(caller) {
      const isWithoutToken = isAnonymous(caller);
      const used = { caller: byCaller.get(caller) ?? 0, all: tally.all, anonymous };
      const reached = limitReached(limit, used, { anonymous: isWithoutToken });
      if (reached !== null) throw refuseShared(limit, reached, words);
      count(caller, isWithoutToken, 1);
      let isTaken = true;
      return {
        release() {
          if (!isTaken) return;
          isTaken = false;
          count(caller, isWithoutToken, -1);
        },
      };
    },
    taken: () => ({ all, anonymous }),
  };
}

/** Lets each call of `work` use a slot of its caller while it runs. Fails as `Slots.take` and as `work`. */
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
