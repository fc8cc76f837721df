import { and, eq, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { figures as kept, modPacks, queuedRuns } from '../../../drizzle/schema.ts';
import { type Queries, rows } from '../../database/database.ts';
import { asArray } from '../../database/statements.ts';
import { AppError } from '../../errors.ts';
import {
  announceJob,
  announcement,
  claimedBy,
  firstDue,
  type Held,
  inSeconds,
  type JobTable,
  StaleAttempt,
  unclaimed,
} from '../../jobs/job-tables.ts';
import { isAnonymous, keptForTokens, limitReached, type SharedLimit } from '../../limits/shared-limits.ts';
import type { Run } from '../events/events.ts';

/** Seconds after which a caller may try a full queue again. */
const retryAfter = 30;

const figures = z.tuple([
  z.object({
    waiting: z.coerce.number(),
    own: z.coerce.number(),
  }),
]);

/** The runs that no worker has begun. */
const unsent = sql`state in ('HELD', 'WAITING')`;

/**
 * Fails with TOO_MANY_REQUESTS when the caller has reached its limit of waiting runs, and with UNAVAILABLE when the
 * queue is full for this caller. A call before an upload spares the caller the upload; `queueRun` checks again.
 */
export async function refuseFullQueue(db: Queries, caller: string, limits: SharedLimit): Promise<void> {
  const query = sql`with ${figuresOf(caller, null)} select waiting, own from found`;
  const [found] = figures.parse(await rows(db, query));
  refuseBeyond(caller, found, limits);
}

/** The figures by which a run is queued: runs that wait, those of the caller, the next turn, and whether the modpack has a run. */
function figuresOf(caller: string, modPackId: number | null): SQL {
  return sql`
    own as materialized (select turn from ${queuedRuns} where caller = ${caller} and ${unsent}),
    clock as (
      select coalesce((select turn from ${queuedRuns} where state = 'WAITING' order by turn limit 1), 0) as turn
    ),
    later as (
      select turn + 1 as turn from (
        select turn from clock union all select turn from own where turn > (select turn from clock)
      ) as taken
    ),
    found as materialized (
      select
        (select coalesce(sum(amount), 0) from ${kept} where kind = 'WAITING_RUNS') as waiting,
        (select count(*) from own) as own,
        greatest(
          (select turn from clock),
          (select min(turn) from later where exists (select from own) and turn not in (select turn from own)),
          (select max(turn) from ${queuedRuns} where mod_pack_id = ${modPackId}::integer)
        ) as turn,
        exists (select from ${queuedRuns} where mod_pack_id = ${modPackId}::integer) as held
    )`;
}

function refuseBeyond(
  caller: string,
  { waiting, own }: { waiting: number; own: number },
  limits: SharedLimit,
): void {
  // Callers without a token may not use the last part of the queue, which is reserved for callers with one.
  const used = { caller: own, all: waiting, anonymous: waiting };
  switch (limitReached(limits, used, { anonymous: isAnonymous(caller) })) {
    case 'caller': {
      const message = `${own} runs that you have asked for wait for their turn; at most ${limits.caller} may. Try again when some of them have ended.`;
      throw new AppError('TOO_MANY_REQUESTS', message, { retryAfter });
    }
    case 'all': {
      const message = `${waiting} runs wait for their turn, the most that this service takes. Try again later.`;
      throw new AppError('UNAVAILABLE', message, { retryAfter });
    }
    case 'anonymous': {
      const most = Math.floor(limits.anonymous);
      const message = `${waiting} runs wait for their turn; callers without a token can add to fewer than ${most}. ${keptForTokens}`;
      throw new AppError('UNAVAILABLE', message, { retryAfter });
    }
  }
}

/**
 * Queues a run inside the transaction that creates its rows, which has to hold the modpack's row: the runs of one
 * modpack are worked on in the order of these calls. The queue is fair between callers: a caller's first waiting run
 * gets the next turn, and each further run the next turn in which the caller has none, so many runs of one caller wait
 * behind few of another. A run behind many of its modpack has a late turn, which does not delay its caller's runs of
 * other modpacks. Fails as `refuseFullQueue` does.
 */
export async function queueRun(
  tx: Queries,
  run: Run,
  { caller, limits }: { caller: string; limits: SharedLimit },
): Promise<void> {
  // Concurrent requests of one caller would otherwise get the same turn and exceed the limit.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('queued_runs'), hashtext(${caller}))`);
  const { modPackId, runConfigurationId } = run;
  const query = sql`with ${figuresOf(caller, modPackId)},
    queued as (
      insert into ${queuedRuns} (run_configuration_id, mod_pack_id, caller, turn, state)
      select ${runConfigurationId}::integer, ${modPackId}::integer, ${caller}, turn, case when held then 'HELD' else 'WAITING' end
      from found returning state
    )
    select waiting, own, (${announcement(runJobs)} from queued where state = 'WAITING') from found`;
  const [found] = figures.parse(await rows(tx, query));
  refuseBeyond(caller, found, limits);
}

/** Queued runs are jobs, one of a modpack at a time: later runs of the modpack are held until the first ends. */
export const runJobs: JobTable = {
  name: 'queued_runs',
  key: 'run_configuration_id',
  // The trigger that releases the next run of a modpack uses the same channel name.
  channel: 'waiting_runs',
  due: 'next_attempt',
  open: sql`one.state <> 'HELD'`,
  order: sql`one.turn, one.run_configuration_id`,
};

/** A run that a worker has taken. */
export interface TakenRun {
  /** The id of the run configuration. */
  id: number;
  modPackId: number;
  /** The caller whose queue limit this run counts against. */
  caller: string;
  /** Attempts that have begun, including this one. */
  tries: number;
  /** Earlier claims whose processes never released the run: they must have died or stood still too long. */
  lostNodes: number;
}

/**
 * Takes the next run; null when none waits. `alive` are earlier claims whose processes are known not to have died, `own`
 * those under which this process works.
 */
export async function takeRun(
  db: Queries,
  claim: string,
  alive: readonly string[] = [],
  own: readonly string[] = [],
): Promise<TakenRun | null> {
  const { runConfigurationId: id, modPackId, caller, tries, lostNodes } = queuedRuns;
  const isLost = sql`${queuedRuns.claim} is not null and ${queuedRuns.claim} <> all(${asArray(alive)}::uuid[])`;
  const [taken] = await db
    .update(queuedRuns)
    .set({
      ...claimedBy(claim),
      state: 'BEGUN',
      tries: sql`${tries} + 1`,
      lostNodes: sql`${lostNodes} + case when ${isLost} then 1 else 0 end`,
    })
    .where(eq(id, firstDue(runJobs, undefined, own)))
    .returning({ id, modPackId, caller, tries, lostNodes });
  return taken ?? null;
}

/** Columns of a modpack that a step of its run changes. */
export type ModPackChange = Partial<
  Pick<typeof modPacks.$inferInsert, 'status' | 'report' | 'icon' | 'holdsAccounts'>
> & {
  title?: SQL;
  projectID?: string;
  versionID?: string;
};

/**
 * Locks the modpack of a run, or changes it, then proves that this attempt holds the run, as `demandJob` does: one
 * statement in the order of `row-locks.ts`. Of a run that an attempt holds, only this attempt records events.
 */
export async function demandRun(
  tx: Queries,
  { modPackId }: Pick<Run, 'modPackId'>,
  { id, claim }: Held,
  change: ModPackChange = {},
): Promise<void> {
  const ofRun = eq(modPacks.id, modPackId);
  const pack = tx
    .$with('pack')
    .as(
      Object.keys(change).length === 0
        ? tx.select({ id: modPacks.id }).from(modPacks).where(ofRun).for('no key update')
        : tx.update(modPacks).set(change).where(ofRun).returning({ id: modPacks.id }),
    );
  const kept = await tx
    .with(pack)
    .update(queuedRuns)
    .set({ claimedUntil: claimedBy(claim).claimedUntil })
    .from(pack)
    .where(and(eq(queuedRuns.runConfigurationId, id), eq(queuedRuns.claim, claim)))
    .returning({ id: queuedRuns.runConfigurationId });
  if (kept.length === 0) throw new StaleAttempt();
}

/** Releases a run, which becomes due again after so many seconds. */
export async function letGoOfRun(db: Queries, { id, claim }: Held, seconds: number): Promise<void> {
  await db
    .update(queuedRuns)
    .set({ ...unclaimed, nextAttempt: inSeconds(seconds) })
    .where(and(eq(queuedRuns.runConfigurationId, id), eq(queuedRuns.claim, claim)));
}

/** Makes a waiting run due now. */
export async function goOnWithRun(tx: Queries, runConfigurationId: number): Promise<void> {
  await tx
    .update(queuedRuns)
    .set({ nextAttempt: sql`now()` })
    .where(eq(queuedRuns.runConfigurationId, runConfigurationId));
  await announceJob(tx, runJobs);
}
