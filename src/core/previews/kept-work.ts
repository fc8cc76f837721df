import { isAnonymous, roomLeft, type SharedLimit } from '../../limits/shared-limits.ts';

/** A cache of expensive results; concurrent callers share one piece of work. */
export interface KeptWork<Result> {
  /**
   * Returns the cached result of this key, or runs `workOut` and caches its result on the caller's account. Rejects
   * with the reason of `signal` when that aborts; the work continues while another caller waits, and is aborted when
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

/** A cached result, counted for the caller who requested it. */
interface Kept<Result> {
  result: Result;
  bytes: number;
  caller: string;
}

/**
 * Caches results up to a number of bytes. The least recently used are evicted first: a caller's own when it has too
 * much, those of callers without a token when they have, and any when the total is too large.
 */
export function createKeptWork<Result>(
  limit: SharedLimit,
  bytesOf: (result: Result) => number,
): KeptWork<Result> {
  // A map iterates in the order of insertion: its first entry is the least recently used.
  const kept = new Map<string, Kept<Result>>();
  const underWay = new Map<string, UnderWay<Result>>();
  const ofCaller = new Map<string, number>();
  const bytes = { all: 0, anonymous: 0 };

  function count({ bytes: size, caller }: Kept<Result>, sign: 1 | -1): void {
    bytes.all += sign * size;
    if (isAnonymous(caller)) bytes.anonymous += sign * size;
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
    const anonymous = isAnonymous(one.caller);
    const found = kept.get(key);
    // Two callers may have worked the same result out at the same time.
    if (anonymous && found !== undefined && !isAnonymous(found.caller)) return;
    if (roomLeft(limit, { caller: 0, all: 0, anonymous: 0 }, { anonymous }) < one.bytes) return;
    put(key, one);
    makeRoom(
      ({ caller }) => caller === one.caller,
      () => (ofCaller.get(one.caller) ?? 0) <= limit.caller,
    );
    makeRoom(
      ({ caller }) => isAnonymous(caller),
      () => bytes.anonymous <= limit.anonymous,
    );
    makeRoom(
      () => true,
      () => bytes.all <= limit.all,
    );
  }

  /** Evicts the oldest of these entries until there is room enough. */
  function makeRoom(isOne: (one: Kept<Result>) => boolean, isEnough: () => boolean): void {
    if (isEnough()) return;
    for (const [key, one] of kept) {
      if (!isOne(one)) continue;
      take(key);
      if (isEnough()) return;
    }
  }

  /**
   * The key of the shared work. Work of callers without a token has its own keys, so that callers with a token never
   * wait for it.
   */
  const workKeyOf = (key: string, anonymous: boolean) => `${anonymous ? 'behind' : 'ahead'} ${key}`;

  function begin(
    key: string,
    workOut: (signal: AbortSignal) => Promise<Result>,
    caller: string,
  ): UnderWay<Result> {
    const ending = new AbortController();
    const one = { result: workOut(ending.signal), ending, waiting: 0 };
    const workKey = workKeyOf(key, isAnonymous(caller));
    underWay.set(workKey, one);
    one.result.then(
      (result) => {
        if (leaveOff(workKey, one)) keep(key, { result, bytes: bytesOf(result), caller });
      },
      () => leaveOff(workKey, one),
    );
    return one;
  }

  /** Removes finished or abandoned work; false if newer work has replaced it. */
  function leaveOff(workKey: string, one: UnderWay<Result>): boolean {
    return underWay.get(workKey) === one && underWay.delete(workKey);
  }

  return {
    async get(key, workOut, { caller, signal }) {
      signal.throwIfAborted();
      const found = kept.get(key);
      if (found !== undefined) {
        // A result used by a caller with a token is not evicted for callers without one.
        put(key, isAnonymous(caller) ? found : { ...found, caller });
        return found.result;
      }
      const ahead = workKeyOf(key, false);
      const workKey = underWay.has(ahead) ? ahead : workKeyOf(key, isAnonymous(caller));
      const one = underWay.get(workKey) ?? begin(key, workOut, caller);
      const gone = Promise.withResolvers<never>();
      const leave = () => gone.reject(signal.reason);
      signal.addEventListener('abort', leave);
      one.waiting += 1;
      try {
        return await Promise.race([one.result, gone.promise]);
      } finally {
        signal.removeEventListener('abort', leave);
        one.waiting -= 1;
        if (one.waiting === 0 && leaveOff(workKey, one)) one.ending.abort(signal.reason);
      }
    },
  };
}
