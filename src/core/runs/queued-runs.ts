import { and, eq, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { z } from 'zod';
import { figures as kept, queuedRuns } from '../../../drizzle/schema.ts';
import { type Database, type Queries, rows } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { isStranger, keptForTokens, limitReached, type SharedGood } from '../shared-goods.ts';
import { type RunJob, sendRuns } from './jobs.ts';
import type { QueueWatch } from './watch-queue.ts';

/** The channel on which nodes hear that a run waits for its turn. */
const waitingChannel = 'waiting_runs';

/** When it makes sense to ask again whether the queue has room, in seconds. */
const retryAfter = 30;

const figures = z.tuple([
  z.object({
    waiting: z.coerce.number(),
    own: z.coerce.number(),
    turn: z.number(),
    held: z.boolean(),
  }),
]);

/** The runs whose jobs no node has sent. */
const unsent = sql`state in ('HELD', 'WAITING')`;

/**
 * Fails with TOO_MANY_REQUESTS when the caller has as many runs waiting as it may have, and with UNAVAILABLE when as many wait as it
 * may add to. Asked before an upload, it spares a caller the sending; `queueRun` asks again.
 */
export async function refuseFullQueue(db: Queries, caller: string, limits: SharedGood): Promise<void> {
  refuseBeyond(caller, await figuresOf(db, { caller, modPackId: null }), limits);
}

async function figuresOf(db: Queries, { caller, modPackId }: { caller: string; modPackId: number | null }) {
  const [found] = figures.parse(
    await rows(
      db,
      sql`
        with own as materialized (select turn from ${queuedRuns} where caller = ${caller} and ${unsent}),
        clock as (
          select coalesce((select turn from ${queuedRuns} where state = 'WAITING' order by turn limit 1), 0) as turn
        ),
        later as (
          select turn + 1 as turn from (
            select turn from clock union all select turn from own where turn > (select turn from clock)
          ) as taken
        )
        select
          (select coalesce(sum(amount), 0) from ${kept} where kind = 'WAITING_RUNS') as waiting,
          (select count(*) from own) as own,
          greatest(
            (select turn from clock),
            (select min(turn) from later where exists (select from own) and turn not in (select turn from own)),
            (select max(turn) from ${queuedRuns} where mod_pack_id = ${modPackId}::integer)
          ) as turn,
          exists (select from ${queuedRuns} where mod_pack_id = ${modPackId}::integer) as held
      `,
    ),
  );
  return found;
}

function refuseBeyond(
  caller: string,
  { waiting, own }: { waiting: number; own: number },
  limits: SharedGood,
): void {
  // Callers without a token may fill the queue except its last part, which is kept for callers with one.
  const used = { caller: own, all: waiting, strangers: waiting };
  switch (limitReached(limits, used, { stranger: isStranger(caller) })) {
    case 'caller': {
      const message = `${own} runs that you have asked for wait for their turn; at most ${limits.caller} may. Try again when some of them have ended.`;
      throw new AppError('TOO_MANY_REQUESTS', message, { retryAfter });
    }
    case 'all': {
      const message = `${waiting} runs wait for their turn, the most that this service takes. Try again later.`;
      throw new AppError('UNAVAILABLE', message, { retryAfter });
    }
    case 'strangers': {
      const most = Math.floor(limits.strangers);
      const message = `${waiting} runs wait for their turn; callers without a token can add to fewer than ${most}. ${keptForTokens}`;
      throw new AppError('UNAVAILABLE', message, { retryAfter });
    }
  }
}

/**
 * Queues a run inside the transaction that makes its rows, which has to hold the modpack's row: the runs of one
 * modpack are worked in the order of this call. Between callers it is fair: the first run of a caller without waiting
 * runs gets the next turn, and each further one the next turn in which the caller has none, so many runs of one caller
 * stand behind few of another. A run behind many of its modpack has a late turn, which does not delay its caller's
 * runs of other modpacks. Fails as `refuseFullQueue` does.
 */
export async function queueRun(
  tx: Queries,
  run: RunJob,
  { caller, limits }: { caller: string; limits: SharedGood },
): Promise<void> {
  // Several requests of one caller at the same time would get the same turn, and go beyond the limit.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('queued_runs'), hashtext(${caller}))`);
  const found = await figuresOf(tx, { caller, modPackId: run.modPackId });
  refuseBeyond(caller, found, limits);
  const { turn, held } = found;
  await tx.insert(queuedRuns).values({ ...run, caller, turn, state: held ? 'HELD' : 'WAITING' });
  if (!held) await tx.execute(sql`select pg_notify(${waitingChannel}, '')`);
}

/**
 * Whether a run is in line that no node has sent the job of; none sends it then until the transaction ends. The event that ends the
 * run takes it out of line, and has the next of its modpack wait for its turn. The caller has the modpack's row.
 */
export async function holdInLine(tx: Queries, runConfigurationId: number): Promise<boolean> {
  const held = await tx
    .select({ id: queuedRuns.runConfigurationId })
    .from(queuedRuns)
    .where(and(eq(queuedRuns.runConfigurationId, runConfigurationId), unsent))
    .for('update');
  return held.length > 0;
}

/**
 * Notes that a process has begun with a run; answers how many before it had and never let go of it, so that they must have died,
 * or stood still until their claim was over.
 */
export async function beginRun(db: Queries, runConfigurationId: number, begunBy: string): Promise<number> {
  const { state, sentBy, lostNodes } = queuedRuns;
  const [begun] = await db
    .update(queuedRuns)
    .set({
      state: 'BEGUN',
      sentBy: begunBy,
      lostNodes: sql`${lostNodes} + case when ${state} = 'BEGUN' and ${sentBy} <> ${begunBy}::uuid then 1 else 0 end`,
    })
    .where(eq(queuedRuns.runConfigurationId, runConfigurationId))
    .returning({ lostNodes });
  return begun?.lostNodes ?? 0;
}

/** Whether a run was asked for without a token. */
export async function isRunOfStranger(db: Queries, runConfigurationId: number): Promise<boolean> {
  const [run] = await db
    .select({ caller: queuedRuns.caller })
    .from(queuedRuns)
    .where(eq(queuedRuns.runConfigurationId, runConfigurationId));
  return run !== undefined && isStranger(run.caller);
}

/** Notes that the process which has begun with a run lets go of it alive. */
export async function letGoOfRun(db: Queries, runConfigurationId: number): Promise<void> {
  await db
    .update(queuedRuns)
    .set({ sentBy: null })
    .where(eq(queuedRuns.runConfigurationId, runConfigurationId));
}

const looks = z.tuple([z.object({ waiting: z.boolean(), sent: z.coerce.number() })]);
const sentRuns = z.array(z.object({ modPackId: z.number(), runConfigurationId: z.number() }));

/** Sends the jobs of the runs whose turn it is, as many as this process has workers for that no sent job is for yet. */
export async function sendNext(
  { db, boss }: Pick<Database, 'db' | 'boss'>,
  { sentBy, free }: { sentBy: string; free: number },
): Promise<void> {
  // Mostly there is none, and that costs one statement.
  const [{ waiting, sent: own }] = looks.parse(
    await rows(
      db,
      sql`
        select exists (select from ${queuedRuns} where state = 'WAITING') as waiting,
          (select count(*) from ${queuedRuns} where state = 'SENT' and sent_by = ${sentBy}::uuid) as sent
      `,
    ),
  );
  const most = free - own;
  if (!waiting || most <= 0) return;
  await db.transaction(async (tx) => {
    const sent = sentRuns.parse(
      await rows(
        tx,
        sql`
          with next as (
            select run_configuration_id as id from ${queuedRuns} where state = 'WAITING'
            order by turn, run_configuration_id
            limit ${most}
            for update skip locked
          )
          update ${queuedRuns} set state = 'SENT', sent_by = ${sentBy}::uuid from next where run_configuration_id = next.id
          returning mod_pack_id as "modPackId", run_configuration_id as "runConfigurationId"
        `,
      ),
    );
    if (sent.length > 0) await sendRuns(boss, tx, sent);
  });
}

/** Hands the queue library what this process has workers for, so that the line is kept here until the last moment. */
export interface JobSender {
  /** To be told whenever there are more free workers than before, or fewer sent jobs. */
  look(): void;
  close(): Promise<void>;
}

/** Starts queued runs while workers are free. A failed look is made up for by the next. */
export async function startSendingJobs(
  {
    database,
    queueWatch,
    log,
  }: { database: Pick<Database, 'db' | 'boss' | 'listen'>; queueWatch: QueueWatch; log: Logger },
  { sentBy, free }: { sentBy: string; free: () => number },
): Promise<JobSender> {
  let wanted = false;
  let closed = false;
  let looking: Promise<void> | null = null;
  const lookUntilDone = async () => {
    while (wanted && !closed) {
      wanted = false;
      await sendNext(database, { sentBy, free: free() }).catch((error: unknown) =>
        log.warn({ err: error }, 'the queue could not be looked at'),
      );
    }
    looking = null;
  };
  const look = () => {
    if (free() <= 0) return;
    wanted = true;
    looking ??= lookUntilDone();
  };
  const unlisten = await database.listen(waitingChannel, look, look);
  const unfollow = queueWatch.follow(({ waiting }) => {
    if (waiting) look();
  });
  look();
  return {
    look,
    async close() {
      closed = true;
      unfollow();
      await unlisten();
      await looking;
    },
  };
}
