/** Time limits of an optional host. */
export interface OptionalHostSettings {
  /** Milliseconds that a caller waits for an answer. */
  waitMs: number;
  /** Milliseconds that the host rests after the first failure; each further failure doubles them, up to an hour. */
  firstRestMs?: number;
  /** Called for each failure that starts a rest. */
  failed(error: unknown): void;
}

/** A host whose answers are optional: waits are short, and its failures are ignored. */
export interface OptionalHost {
  /**
   * Returns the answer to `request`; null after the time limit, and at once while the host rests. A slow request
   * continues in the background, and its late answer ends the rest. Fails with the signal's reason alone.
   */
  query<Answer>(request: () => Promise<Answer>, signal?: AbortSignal): Promise<{ answer: Answer } | null>;
  /** The failure that lasts; null if the last request succeeded. */
  trouble(): HostTrouble | null;
}

/** A host whose last request failed. */
export interface HostTrouble {
  since: Date;
  /** The first request after this time is sent again. */
  restsUntil: Date;
}

const minuteMs = 60_000;
const longestRestMs = 3_600_000;

/**
 * Every request whose answer is optional goes through such a host: one attempt, a short wait, and rests that grow while
 * the host is away.
 */
export function openOptionalHost({
  waitMs,
  firstRestMs = minuteMs,
  failed,
}: OptionalHostSettings): OptionalHost {
  let failures = 0;
  let restsUntil = Number.NEGATIVE_INFINITY;
  let failingSince: Date | null = null;

  const rests = () => performance.now() < restsUntil;
  const fail = (error: unknown) => {
    // Concurrent requests that fail together count as one failure.
    if (rests()) return;
    restsUntil =
      performance.now() + Math.min(firstRestMs * 2 ** failures, Math.max(longestRestMs, firstRestMs));
    failures += 1;
    failingSince ??= new Date();
    failed(error);
  };

  return {
    async query(request, signal) {
      signal?.throwIfAborted();
      if (rests()) return null;
      const over = Promise.withResolvers<null>();
      const waited = setTimeout(() => {
        fail(new Error(`There was no answer within ${waitMs} ms.`));
        over.resolve(null);
      }, waitMs);
      const leave = () => over.reject(signal?.reason);
      signal?.addEventListener('abort', leave, { once: true });
      const answered = request().then(
        (answer) => {
          failures = 0;
          restsUntil = Number.NEGATIVE_INFINITY;
          failingSince = null;
          return { answer };
        },
        (error: unknown) => {
          if (signal?.aborted !== true) fail(error);
          return null;
        },
      );
      try {
        const first = await Promise.race([answered, over.promise]);
        signal?.throwIfAborted();
        return first;
      } finally {
        clearTimeout(waited);
        signal?.removeEventListener('abort', leave);
      }
    },
    trouble: () =>
      failingSince && {
        since: failingSince,
        restsUntil: new Date(Date.now() + restsUntil - performance.now()),
      },
  };
}
