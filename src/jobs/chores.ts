import { eq, sql } from 'drizzle-orm';
import { chores as table } from '../../drizzle/schema.ts';
import { claimedBy, firstDue, type JobTable, unclaimed } from './job-tables.ts';
import { startWorker, type Worker, type WorkerNeeds } from './worker.ts';

/** Recurring work that one node at a time does. */
export interface Chore {
  name: string;
  /** Minutes between two due times, counted from midnight in UTC; `at` delays each of them by so many minutes. */
  every: number;
  at: number;
  run(): Promise<void>;
}

const choreJobs: JobTable = {
  name: 'chores',
  key: 'id',
  channel: 'chores',
  due: 'due',
  open: sql`true`,
  order: sql`one.due, one.id`,
};

/** Chores are minutes apart, so a node polls rarely. */
const pollMs = 12_000;
const minuteMs = 60_000;
/** Milliseconds after which a failed chore is retried, unless it is due earlier. */
const retryMs = 15 * minuteMs;

/** The next time at which a chore is due, later than now and than `done`, the time at which it was due before. */
export function nextTime({ every, at }: Pick<Chore, 'every' | 'at'>, now: Date, done = now): Date {
  const span = every * minuteMs;
  const offset = at * minuteMs;
  return new Date(
    (Math.floor((Math.max(now.getTime(), done.getTime()) - offset) / span) + 1) * span + offset,
  );
}

/**
 * Takes part in doing the chores. A chore that came due while no node was running is done at once. A chore in progress
 * at the stop is not waited for, and starts again later.
 */
export async function startChores(needs: WorkerNeeds, chores: readonly Chore[]): Promise<Worker> {
  const { db } = needs.database;
  const now = new Date();
  await db
    .insert(table)
    .values(chores.map((chore) => ({ name: chore.name, due: nextTime(chore, now) })))
    // An earlier release may have scheduled the chore less often.
    .onConflictDoUpdate({ target: table.name, set: { due: sql`least(${table.due}, excluded.due)` } });
  const byName = new Map(chores.map((chore) => [chore.name, chore]));
  const known = sql`one.name in (${sql.join(
    [...byName.keys()].map((name) => sql`${name}`),
    sql`, `,
  )})`;
  return startWorker(needs, {
    table: choreJobs,
    most: chores.length,
    pollMs,
    async take(claim, own) {
      const [taken] = await db
        .update(table)
        .set(claimedBy(claim))
        .where(eq(table.id, firstDue(choreJobs, known, own)))
        .returning({ id: table.id, name: table.name, due: table.due });
      return taken ?? null;
    },
    async work({ name, due }, { held, signal }) {
      const chore = byName.get(name);
      if (!chore) return;
      const doing = chore.run().then(
        () => false,
        (err: unknown) => {
          needs.log.error({ err, chore: name }, 'a chore failed and is done again later');
          return true;
        },
      );
      const failed = await Promise.race([doing, aborted(signal)]);
      if (failed === null) return;
      // By the clock of the database, it may be later than here.
      const next = nextTime(chore, new Date(), due);
      const soon = new Date(Date.now() + retryMs);
      await db
        .update(table)
        .set({ ...unclaimed, due: failed && soon < next ? soon : next })
        .where(eq(table.claim, held.claim));
    },
  });
}

function aborted(signal: AbortSignal): Promise<null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  if (signal.aborted) resolve(null);
  else signal.addEventListener('abort', () => resolve(null), { once: true });
  return promise;
}
