import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { z } from 'zod';
import { type Database, type Queries, rows } from '../database/database.ts';

/** Milliseconds between two looks for jobs that somebody works on. */
const lookEveryMs = 2_000;

/** Milliseconds after which the queue is looked after in any case, for what need not be found soon. */
const longestMs = 60_000;

const looks = z.tuple([z.object({ active: z.boolean() })]);

/**
 * Has the queue library look after its queues, which finds the jobs of nodes that have died or that take too long: every two
 * seconds while any node works on any job, and once a minute otherwise.
 */
export function superviseQueues({
  database,
  log,
}: {
  database: Pick<Database, 'db' | 'boss'>;
  log: Logger;
}): AsyncDisposable {
  let looking: Promise<void> | null = null;
  const look = createLook(database);
  const timer = setInterval(() => {
    looking ??= look(performance.now())
      .catch((error: unknown) => log.warn({ err: error }, 'the queue could not be looked after'))
      .finally(() => {
        looking = null;
      });
  }, lookEveryMs).unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await looking;
    },
  };
}

/**
 * One look, at a time in milliseconds. Looking after the queues takes the library ten statements. Nobody can be lost over a job while
 * nobody works on one, and to see that takes one.
 */
export function createLook({ db, boss }: Pick<Database, 'db' | 'boss'>): (now: number) => Promise<void> {
  let nextAt = Number.NEGATIVE_INFINITY;
  return async (now) => {
    if (now < nextAt && !(await isAnyActive(db))) return;
    nextAt = now + longestMs;
    await boss.supervise();
  };
}

/** Whether some node works on a job, or has died over one. */
async function isAnyActive(db: Queries): Promise<boolean> {
  const found = await rows(db, sql`select exists (select from pgboss.job where state = 'active') as active`);
  const [{ active }] = looks.parse(found);
  return active;
}
