/** Time limits of an optional host. */
export interface OptionalHostSettings {
  /** Milliseconds that an answer is waited for. */
  waitMs: number;
  /** Milliseconds that it is left alone after the first failure; it doubles from one to the next, up to an hour. */
  firstRestMs?: number;
  /** Called for each failure after which the host rests. */
  failed(error: unknown): void;
}

/** A host whose answers only help: waits are short, and its failures are ignored. */
export interface OptionalHost {
  /**
   * Returns the answer to `question`; null after the time limit, and at once while the host rests. A slow question
   * goes on by itself, and its late answer ends the rest. Fails with the signal's reason alone.
   */
  ask<Answer>(question: () => Promise<Answer>, signal?: AbortSignal): Promise<{ answer: Answer } | null>;
  /** Since when it has failed, and until when it is left alone; null unless it failed last. */
  trouble(): HostTrouble | null;
}

/** A host that failed when it was asked last. */
export interface HostTrouble {
  since: Date;
  /** From then on it is asked again, once there is a question. */
  restsUntil: Date;
}

const minuteMs = 60_000;
const longestRestMs = 3_600_000;

/** Every question whose answer only helps is asked by one of these: one try, a short wait, and rests that grow while it is away. */
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
    // Those who asked at the same time have met with one failure.
    if (rests()) return;
    restsUntil =
      performance.now() + Math.min(firstRestMs * 2 ** failures, Math.max(longestRestMs, firstRestMs));
    failures += 1;
    failingSince ??= new Date();
    failed(error);
  };

  return {
    async ask(question, signal) {
      signal?.throwIfAborted();
      if (rests()) return null;
      const over = Promise.withResolvers<null>();
      const waited = setTimeout(() => {
        fail(new Error(`There was no answer within ${waitMs} ms.`));
        over.resolve(null);
      }, waitMs);
      const leave = () => over.reject(signal?.reason);
      signal?.addEventListener('abort', leave, { once: true });
      const answered = question().then(
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
