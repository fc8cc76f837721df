import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { boots, runConfigurations, serverPacks } from '../../../drizzle/schema.ts';
import type { BootQueueLimits } from '../../boot/boot-limits.ts';
import type { BootPhase, BootResult } from '../../boot/boot-result.ts';
import type { Database, Queries } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { refuseQuarantined } from '../packs/scans.ts';

/** A boot as it is shown. */
export interface Boot {
  serverPackId: number;
  state: (typeof boots.$inferSelect)['state'];
  /** Null unless it is running. */
  phase: string | null;
  /** Null until it has ended. */
  result: BootResult | null;
  dateCreated: Date;
  dateEnded: Date | null;
}

/** Seconds after which a process that was not heard of counts as lost. */
export const claimSeconds = 15;
/** How often a boot is begun whose process was lost each time. */
const mostAttempts = 3;
const unfinished = ['WAITING', 'RUNNING'] as const;

/** The newest boots of these server packs, in no order. */
export async function findBoots(
  { db }: { db: Queries },
  serverPackIds: readonly number[],
): Promise<(Boot & { id: number })[]> {
  const rows = await db
    .select()
    .from(boots)
    .where(inArray(boots.serverPackId, [...serverPackIds]));
  return rows.map(({ result, ...row }) => ({
    ...row,
    id: row.serverPackId,
    // It was written by this service, so it is not parsed by a schema; an older version knew no repairs.
    result: result === null ? null : { repairs: [], ...JSON.parse(result) },
  }));
}

/**
 * Puts a boot of a server pack into the queue, in place of an earlier one that has ended. Fails with NOT_FOUND, with
 * INVALID_INPUT for one that does not start by itself, with CONFLICT while one waits or runs, and with TOO_MANY_REQUESTS or UNAVAILABLE when too many do.
 */
export async function requestBoot(
  { db }: Pick<Database, 'db'>,
  {
    serverPackId,
    caller,
    repair,
    limits,
  }: { serverPackId: number; caller: string; repair: boolean; limits: BootQueueLimits },
): Promise<void> {
  await db.transaction(async (tx) => {
    // Requests come one after the other, so that none counts before another has been written.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('boots'))`);
    const [serverPack] = await tx
      .select({ format: runConfigurations.format, modPackId: serverPacks.modPackId })
      .from(serverPacks)
      .innerJoin(runConfigurations, eq(runConfigurations.id, serverPacks.runConfigurationId))
      .where(eq(serverPacks.id, serverPackId));
    if (!serverPack) throw new AppError('NOT_FOUND', `There is no server pack ${serverPackId}.`);
    await refuseQuarantined({ db: tx }, serverPack.modPackId);
    if (serverPack.format !== 'ZIP')
      throw new AppError(
        'INVALID_INPUT',
        `Server pack ${serverPackId} is an .mrpack, which does not start by itself. Generate it as ZIP to have it tried.`,
        { field: 'serverPack' },
      );
    const open = await tx
      .select({ id: boots.serverPackId, caller: boots.caller })
      .from(boots)
      .where(inArray(boots.state, unfinished));
    if (open.some(({ id }) => id === serverPackId))
      throw new AppError('CONFLICT', `Server pack ${serverPackId} is being tried already.`);
    if (open.filter((one) => one.caller === caller).length >= limits.caller)
      throw new AppError(
        'TOO_MANY_REQUESTS',
        `${limits.caller} of your server packs wait to be tried; wait for one.`,
      );
    if (open.length >= limits.all)
      throw new AppError('UNAVAILABLE', `${limits.all} server packs wait to be tried. Try again later.`);
    await tx.delete(boots).where(eq(boots.serverPackId, serverPackId));
    await tx.insert(boots).values({ serverPackId, caller, repair, state: 'WAITING' });
  });
}

/** Takes a boot out of the queue, or ends it; the process that runs it notices within seconds. Fails with NOT_FOUND for none that waits or runs. */
export async function cancelBoot({ db }: Pick<Database, 'db'>, serverPackId: number): Promise<void> {
  const gone = await db
    .delete(boots)
    .where(and(eq(boots.serverPackId, serverPackId), inArray(boots.state, unfinished)))
    .returning({ id: boots.serverPackId });
  if (gone.length === 0)
    throw new AppError('NOT_FOUND', `No boot of server pack ${serverPackId} waits or runs.`);
}

/** Counts all running boots as those of lost processes, where no other process can have any. */
export async function releaseBoots({ db }: Pick<Database, 'db'>): Promise<void> {
  await db.update(boots).set({ claimedUntil: sql`now()` }).where(eq(boots.state, 'RUNNING'));
}

/** A boot that a process has taken. */
export interface TakenBoot {
  serverPackId: number;
  repair: boolean;
}

/** Takes the next boot for a process, callers in turn; null when none waits. Boots of lost processes are begun again. */
export async function takeBoot({ db }: Pick<Database, 'db'>, claim: string): Promise<TakenBoot | null> {
  const lost = and(eq(boots.state, 'RUNNING'), lt(boots.claimedUntil, sql`now()`));
  await db
    .update(boots)
    .set({ state: 'INTERRUPTED', phase: null, claim: null, claimedUntil: null, dateEnded: sql`now()` })
    .where(and(lost, sql`${boots.attempts} >= ${mostAttempts}`));
  const next = sql`(
    select one.server_pack_id from boots one
    where one.state = 'WAITING' or (one.state = 'RUNNING' and one.claimed_until < now())
    order by (
      select count(*) from boots other
      where other.caller = one.caller and other.state in ('WAITING', 'RUNNING')
        and (other.date_created, other.server_pack_id) < (one.date_created, one.server_pack_id)
    ), one.date_created, one.server_pack_id
    limit 1 for update of one skip locked
  )`;
  const [taken] = await db
    .update(boots)
    .set({
      state: 'RUNNING',
      phase: 'UNPACKING',
      claim,
      claimedUntil: sql`now() + make_interval(secs => ${claimSeconds})`,
      attempts: sql`${boots.attempts} + 1`,
    })
    .where(eq(boots.serverPackId, next))
    .returning({ serverPackId: boots.serverPackId, repair: boots.repair });
  return taken ?? null;
}

/** Says that a boot goes on; false when it is no longer this process's, since it was cancelled or deleted. */
export async function keepBoot(
  { db }: Pick<Database, 'db'>,
  { serverPackId, claim, phase }: { serverPackId: number; claim: string; phase: BootPhase },
): Promise<boolean> {
  const kept = await db
    .update(boots)
    .set({ phase, claimedUntil: sql`now() + make_interval(secs => ${claimSeconds})` })
    .where(and(eq(boots.serverPackId, serverPackId), eq(boots.claim, claim)))
    .returning({ id: boots.serverPackId });
  return kept.length > 0;
}

/** Records what became of a boot, unless it is no longer this process's. */
export async function endBoot(
  { db }: Pick<Database, 'db'>,
  { serverPackId, claim, result }: { serverPackId: number; claim: string; result: BootResult | null },
): Promise<void> {
  await db
    .update(boots)
    .set({
      state: result === null ? 'INTERRUPTED' : 'ENDED',
      phase: null,
      claim: null,
      claimedUntil: null,
      result: result === null ? null : JSON.stringify(result),
      outcome: result?.outcome ?? null,
      dateEnded: sql`now()`,
    })
    .where(and(eq(boots.serverPackId, serverPackId), eq(boots.claim, claim)));
}

/** Gives a boot back to the queue, as at the stop of the service. */
export async function giveBootBack(
  { db }: Pick<Database, 'db'>,
  { serverPackId, claim }: { serverPackId: number; claim: string },
): Promise<void> {
  await db
    .update(boots)
    .set({
      state: 'WAITING',
      phase: null,
      claim: null,
      claimedUntil: null,
      attempts: sql`${boots.attempts} - 1`,
    })
    .where(and(eq(boots.serverPackId, serverPackId), eq(boots.claim, claim)));
}
