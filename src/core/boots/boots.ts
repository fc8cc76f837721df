import { and, eq, inArray, sql } from 'drizzle-orm';
import { boots, runConfigurations, serverPacks } from '../../../drizzle/schema.ts';
import type { BootPhase, BootResult } from '../../boot/boot-result.ts';
import type { Database, Queries } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import {
  announceJob,
  claimedBy,
  firstDue,
  type Held,
  type JobTable,
  unclaimed,
} from '../../jobs/job-tables.ts';
import { isAnonymous, limitReached, refuseShared, type SharedLimit } from '../../limits/shared-limits.ts';
import { openStates, type States } from '../../live/states.ts';
import { refuseQuarantined } from '../packs/scans.ts';

/** A boot as clients see it. */
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

/** Most attempts at a boot whose process or database was lost each time. */
const mostAttempts = 3;
const unfinished = ['WAITING', 'RUNNING'] as const;
const words = { name: 'server packs', state: 'waiting to be tried', remedy: 'Wait for one of them.' };

/** The newest boots of these server packs, in no particular order. */
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
    // This service wrote the JSON, so no schema parses it; earlier versions stored no repairs.
    result: result === null ? null : { repairs: [], ...JSON.parse(result) },
  }));
}

/** The newest boots of server packs, by server pack id; a subscription ends when its boot has ended or was deleted. */
export type BootStates = States<Boot & { id: number }>;

/** Starts to follow boots; a trigger of the table sends a notification for each step. */
export function openBootStates(database: Database): Promise<BootStates> {
  return openStates(database, {
    async read(ids) {
      const found = await findBoots(database, ids);
      return new Map(found.map((boot) => [boot.id, boot]));
    },
    changes: { channel: 'boot_steps' },
    shown: ({ state, phase, dateCreated }) => [state, phase, dateCreated],
    isLast: ({ state }) => state === 'ENDED' || state === 'INTERRUPTED',
  });
}

/**
 * Queues a boot of a server pack, and replaces an earlier boot that has ended. Fails with NOT_FOUND, with INVALID_INPUT
 * for a server pack that cannot start unattended, with CONFLICT while another boot waits or runs, and with
 * TOO_MANY_REQUESTS or UNAVAILABLE when too many boots wait.
 */
export async function requestBoot(
  { db }: Pick<Database, 'db'>,
  {
    serverPackId,
    caller,
    repair,
    limits,
  }: { serverPackId: number; caller: string; repair: boolean; limits: SharedLimit },
): Promise<void> {
  await db.transaction(async (tx) => {
    // The lock serialises requests, so that concurrent requests cannot exceed the limits together.
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
    const used = {
      caller: open.filter((one) => one.caller === caller).length,
      all: open.length,
      anonymous: open.filter((one) => isAnonymous(one.caller)).length,
    };
    const limit = limitReached(limits, used, { anonymous: isAnonymous(caller) });
    if (limit !== null) throw refuseShared(limits, limit, words);
    await tx.delete(boots).where(eq(boots.serverPackId, serverPackId));
    await tx.insert(boots).values({ serverPackId, caller, repair, state: 'WAITING' });
    await announceJob(tx, bootJobs);
  });
}

/**
 * Takes a boot out of the queue, or ends it; the process that runs it notices within seconds. Fails with NOT_FOUND when
 * no boot waits or runs.
 */
export async function cancelBoot({ db }: Pick<Database, 'db'>, serverPackId: number): Promise<void> {
  const gone = await db
    .delete(boots)
    .where(and(eq(boots.serverPackId, serverPackId), inArray(boots.state, unfinished)))
    .returning({ id: boots.serverPackId });
  if (gone.length === 0)
    throw new AppError('NOT_FOUND', `No boot of server pack ${serverPackId} waits or runs.`);
}

/** A boot that a process has taken. */
export interface TakenBoot {
  id: number;
  repair: boolean;
}

/** Boots are jobs; callers take turns. */
export const bootJobs: JobTable = {
  name: 'boots',
  key: 'server_pack_id',
  channel: 'boots',
  due: 'date_created',
  open: sql`one.state in ('WAITING', 'RUNNING')`,
  order: sql`(
    select count(*) from boots other
    where other.caller = one.caller and other.state in ('WAITING', 'RUNNING')
      and (other.date_created, other.server_pack_id) < (one.date_created, one.server_pack_id)
  ), one.date_created, one.server_pack_id`,
};

/** Takes the next boot; null when none waits. Boots of lost processes are started again, a few times. */
export async function takeBoot({ db }: Pick<Database, 'db'>, claim: string): Promise<TakenBoot | null> {
  const [taken] = await db
    .update(boots)
    .set({
      ...claimedBy(claim),
      state: 'RUNNING',
      phase: 'UNPACKING',
      attempts: sql`${boots.attempts} + 1`,
    })
    .where(eq(boots.serverPackId, firstDue(bootJobs)))
    .returning({ id: boots.serverPackId, repair: boots.repair, attempts: boots.attempts });
  if (!taken) return null;
  const { attempts, ...boot } = taken;
  if (attempts <= mostAttempts) return boot;
  await endBoot({ db }, { id: boot.id, claim }, null);
  return takeBoot({ db }, claim);
}

const isHeld = ({ id, claim }: Held) => and(eq(boots.serverPackId, id), eq(boots.claim, claim));

/** Renews the claim on a boot; false when the claim is lost, because the boot was cancelled or deleted. */
export async function keepBoot({ db }: Pick<Database, 'db'>, held: Held, phase: BootPhase): Promise<boolean> {
  const kept = await db
    .update(boots)
    .set({ ...claimedBy(held.claim), phase })
    .where(isHeld(held))
    .returning({ id: boots.serverPackId });
  return kept.length > 0;
}

/** Records the result of a boot, unless this attempt has lost its claim. */
export async function endBoot(
  { db }: Pick<Database, 'db'>,
  held: Held,
  result: BootResult | null,
): Promise<void> {
  await db
    .update(boots)
    .set({
      ...unclaimed,
      state: result === null ? 'INTERRUPTED' : 'ENDED',
      phase: null,
      result: result === null ? null : JSON.stringify(result),
      outcome: result?.outcome ?? null,
      dateEnded: sql`now()`,
    })
    .where(isHeld(held));
}

/** Returns a boot to the queue, for example when the service stops. */
export async function giveBootBack({ db }: Pick<Database, 'db'>, held: Held): Promise<void> {
  await db
    .update(boots)
    .set({ ...unclaimed, state: 'WAITING', phase: null, attempts: sql`${boots.attempts} - 1` })
    .where(isHeld(held));
}
