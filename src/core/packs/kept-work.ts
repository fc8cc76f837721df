/** Results that cost work, kept until others are wanted; who wants one that is being worked on waits for that one. */
export interface KeptWork<Result> {
  /**
   * The result at this key, if it is kept, or else as `workOut` makes it. Rejects with the reason of `signal` when that
   * aborts; the work goes on as long as somebody else waits for it, and its own signal aborts when nobody does.
   */
  get(key: string, workOut: (signal: AbortSignal) => Promise<Result>, signal: AbortSignal): Promise<Result>;
}

interface UnderWay<Result> {
  result: Promise<Result>;
  ending: AbortController;
  waiting: number;
}

/** Keeps results of at most `maxBytes` in all; what was not wanted for longest goes first. */
export function createKeptWork<Result>(
  maxBytes: number,
  bytesOf: (result: Result) => number,
): KeptWork<Result> {
  // A map hands out its keys in the order of their arrival: the first is the one not wanted for longest.
  const kept = new Map<string, { result: Result; bytes: number }>();
  const underWay = new Map<string, UnderWay<Result>>();
  let bytes = 0;

  function keep(key: string, result: Result): void {
    const one = { result, bytes: bytesOf(result) };
    if (one.bytes > maxBytes) return;
    kept.set(key, one);
    bytes += one.bytes;
    for (const [oldest, { bytes: freed }] of kept) {
      if (bytes <= maxBytes) return;
      kept.delete(oldest);
      bytes -= freed;
    }
  }

  function begin(key: string, workOut: (signal: AbortSignal) => Promise<Result>): UnderWay<Result> {
    const ending = new AbortController();
    const one = { result: workOut(ending.signal), ending, waiting: 0 };
    underWay.set(key, one);
    one.result.then(
      (result) => {
        if (leaveOff(key, one)) keep(key, result);
      },
      () => leaveOff(key, one),
    );
    return one;
  }

  /** Whether it was still what others would have waited for. */
  function leaveOff(key: string, one: UnderWay<Result>): boolean {
    return underWay.get(key) === one && underWay.delete(key);
  }

  return {
    async get(key, workOut, signal) {
      signal.throwIfAborted();
      const found = kept.get(key);
      if (found !== undefined) {
        kept.delete(key);
        kept.set(key, found);
        return found.result;
      }
      const one = underWay.get(key) ?? begin(key, workOut);
      const gone = Promise.withResolvers<never>();
      const leave = () => gone.reject(signal.reason);
      signal.addEventListener('abort', leave);
      one.waiting += 1;
      try {
        return await Promise.race([one.result, gone.promise]);
      } finally {
        signal.removeEventListener('abort', leave);
        one.waiting -= 1;
        if (one.waiting === 0 && leaveOff(key, one)) one.ending.abort(signal.reason);
      }
    },
  };
}
