import { isStranger, roomLeft, type SharedGood } from '../shared-goods.ts';

/** A cache of expensive results; callers for a result in progress wait for it. */
export interface KeptWork<Result> {
  /**
   * Returns the cached result of this key, or runs `workOut` and caches its result on the caller's account. Rejects
   * with the reason of `signal` when that aborts; the work goes on while another caller waits, and is aborted when
   * none does.
   */
  get(
    key: string,
    workOut: (signal: AbortSignal) => Promise<Result>,
    waiting: { caller: string; signal: AbortSignal },
  ): Promise<Result>;
}

interface UnderWay<Result> {
  result: Promise<Result>;
  ending: AbortController;
  waiting: number;
}

/** A result that is kept, for the caller who wanted it. */
interface Kept<Result> {
  result: Result;
  bytes: number;
  caller: string;
}

/**
 * Caches results of so many bytes. The least recently used go first: a caller's own when it has too much, those of
 * callers without a token when they have, and any when the total is too large.
 */
export function createKeptWork<Result>(
  good: SharedGood,
  bytesOf: (result: Result) => number,
): KeptWork<Result> {
  // A map hands out its keys in the order of their arrival: the first is the one not wanted for longest.
  const kept = new Map<string, Kept<Result>>();
  const underWay = new Map<string, UnderWay<Result>>();
  const ofCaller = new Map<string, number>();
  const bytes = { all: 0, strangers: 0 };

  function count({ bytes: size, caller }: Kept<Result>, sign: 1 | -1): void {
    bytes.all += sign * size;
    if (isStranger(caller)) bytes.strangers += sign * size;
    const own = (ofCaller.get(caller) ?? 0) + sign * size;
    if (own > 0) ofCaller.set(caller, own);
    else ofCaller.delete(caller);
  }

  function put(key: string, one: Kept<Result>): void {
    take(key);
    kept.set(key, one);
    count(one, 1);
  }

  function take(key: string): void {
    const one = kept.get(key);
    if (one === undefined) return;
    kept.delete(key);
    count(one, -1);
  }

  function keep(key: string, one: Kept<Result>): void {
    const stranger = isStranger(one.caller);
    const found = kept.get(key);
    // Both may have worked it out at the same time.
    if (stranger && found !== undefined && !isStranger(found.caller)) return;
    if (roomLeft(good, { caller: 0, all: 0, strangers: 0 }, { stranger }) < one.bytes) return;
    put(key, one);
    makeRoom(
      ({ caller }) => caller === one.caller,
      () => (ofCaller.get(one.caller) ?? 0) <= good.caller,
    );
    makeRoom(
      ({ caller }) => isStranger(caller),
      () => bytes.strangers <= good.strangers,
    );
    makeRoom(
      () => true,
      () => bytes.all <= good.all,
    );
  }

  /** Lets go of the oldest of these until there is room enough. */
  function makeRoom(isOne: (one: Kept<Result>) => boolean, isEnough: () => boolean): void {
    if (isEnough()) return;
    for (const [key, one] of kept) {
      if (!isOne(one)) continue;
      take(key);
      if (isEnough()) return;
    }
  }

  /**
   * Queue of the work at a key. Work of callers without a token has its own queue, so that callers with one never wait
   * for it.
   */
  const line = (key: string, stranger: boolean) => `${stranger ? 'behind' : 'ahead'} ${key}`;

  function begin(
    key: string,
    workOut: (signal: AbortSignal) => Promise<Result>,
    caller: string,
  ): UnderWay<Result> {
    const ending = new AbortController();
    const one = { result: workOut(ending.signal), ending, waiting: 0 };
    const place = line(key, isStranger(caller));
    underWay.set(place, one);
    one.result.then(
      (result) => {
        if (leaveOff(place, one)) keep(key, { result, bytes: bytesOf(result), caller });
      },
      () => leaveOff(place, one),
    );
    return one;
  }

  /** Ends waiting for this work; false where other work has taken its place. */
  function leaveOff(place: string, one: UnderWay<Result>): boolean {
    return underWay.get(place) === one && underWay.delete(place);
  }

  return {
    async get(key, workOut, { caller, signal }) {
      signal.throwIfAborted();
      const found = kept.get(key);
      if (found !== undefined) {
        // A result used by a caller with a token is not evicted for callers without one.
        put(key, isStranger(caller) ? found : { ...found, caller });
        return found.result;
      }
      const ahead = line(key, false);
      const place = underWay.has(ahead) ? ahead : line(key, isStranger(caller));
      const one = underWay.get(place) ?? begin(key, workOut, caller);
      const gone = Promise.withResolvers<never>();
      const leave = () => gone.reject(signal.reason);
      signal.addEventListener('abort', leave);
      one.waiting += 1;
      try {
        return await Promise.race([one.result, gone.promise]);
      } finally {
        signal.removeEventListener('abort', leave);
        one.waiting -= 1;
        if (one.waiting === 0 && leaveOff(place, one)) one.ending.abort(signal.reason);
      }
    },
  };
}
