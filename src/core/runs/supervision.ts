import type { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { QueueWatch } from './watch-queue.ts';

/** Milliseconds after which the queue is looked after in any case, for what need not be found soon. */
const longestMs = 60_000;

/**
 * Has the queue library look after its queues, which finds the jobs of nodes that have died or that take too long: with every look
 * while any node works on any job, and once a minute otherwise.
 */
export function superviseQueues({
  boss,
  queueWatch,
  log,
}: {
  boss: Pick<PgBoss, 'supervise'>;
  queueWatch: QueueWatch;
  log: Logger;
}): AsyncDisposable {
  let caring: Promise<void> | null = null;
  const care = createCare(boss);
  const unfollow = queueWatch.follow(({ active }) => {
    caring ??= care(performance.now(), active)
      .catch((error: unknown) => log.warn({ err: error }, 'the queue could not be looked after'))
      .finally(() => {
        caring = null;
      });
  });
  return {
    async [Symbol.asyncDispose]() {
      unfollow();
      await caring;
    },
  };
}

/**
 * Called after each look, with the time in milliseconds and whether a job is active. Supervising takes the library ten
 * statements, and jobs can only be lost while one is active.
 */
export function createCare(boss: Pick<PgBoss, 'supervise'>): (now: number, active: boolean) => Promise<void> {
  let nextAt = Number.NEGATIVE_INFINITY;
  return async (now, active) => {
    if (now < nextAt && !active) return;
    nextAt = now + longestMs;
    await boss.supervise();
  };
}
