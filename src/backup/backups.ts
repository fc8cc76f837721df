import { randomUUID } from 'node:crypto';
import { and, desc, eq, inArray, lt, notInArray, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { backups as table } from '../../drizzle/schema.ts';
import type { Config } from '../config.ts';
import type { Database, Queries } from '../database/database.ts';
import { isUnreachable } from '../database/unreachable.ts';
import { AppError } from '../errors.ts';
import type { Chore } from '../jobs/chores.ts';
import { startHeartbeat } from '../jobs/heartbeat.ts';
import { claimedBy, unclaimed } from '../jobs/job-tables.ts';
import { NoRoomError, StoreNotOpened } from '../storage/failures.ts';
import { errnoOf } from '../storage/file-system.ts';
import type { Storage } from '../storage/storage.ts';
import { makeBackup, type Progress } from './make-backup.ts';
import type { Manifest } from './manifest.ts';
import { nameOf, openPlace, type PlaceSettings } from './place.ts';
import { nameOfPlace, type PlaceAddress } from './place-address.ts';
import { pruneBackups } from './prune.ts';

export type Backup = typeof table.$inferSelect;

export interface BackupNeeds {
  database: Database;
  storage: Storage;
  log: Logger;
}

type Settings = PlaceSettings & Pick<Config, 'backups'>;

/** The backups that this process makes. */
export interface Backups extends AsyncDisposable {
  /** Begins a backup, into the place of the settings unless another is given. Fails with CONFLICT during another one. */
  begin(to?: PlaceAddress): Promise<{ backup: Backup; ended: Promise<Backup> }>;
}

/** Failed backups that are shown at most. */
const mostFailed = 10;
const minuteMs = 60_000;

/** Prepares for backups. A stop ends those that this process is making. */
export async function openBackups(needs: BackupNeeds, settings: Settings): Promise<Backups> {
  const { db, kind } = needs.database;
  // Only one process can have an embedded database open, so whoever was making a backup has died.
  if (kind === 'embedded') await endLost(db, sql`true`);
  const stopping = new AbortController();
  const underWay = new Set<Promise<unknown>>();
  return {
    async begin(to = settings.backups.place) {
      const made = new Date();
      const claim = randomUUID();
      const backup = await addBackup(db, { name: nameOf(made), place: nameOfPlace(to), ...claimedBy(claim) });
      const ended = record(needs, settings, { backup, claim, to, made, signal: stopping.signal }).finally(
        () => underWay.delete(ended),
      );
      underWay.add(ended);
      ended.catch(() => {});
      return { backup, ended };
    },
    async [Symbol.asyncDispose]() {
      stopping.abort(new AppError('UNAVAILABLE', 'The service was stopped meanwhile.'));
      await Promise.allSettled(underWay);
    },
  };
}

/** Makes a backup every so many hours; one that is under way already counts as this one. */
export function backupChore(backups: Backups, everyHours: number): Chore {
  return {
    name: 'backup',
    every: everyHours * 60,
    at: 0,
    async run() {
      const begun = await backups.begin().catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'CONFLICT') return null;
        throw error;
      });
      const end = await begun?.ended;
      if (end?.state === 'FAILED') throw new Error(`The backup has failed. ${end.reason}`);
    },
  };
}

/** The backups that are known, newest first. */
export async function listBackups({ db }: Pick<Database, 'db'>, most: number): Promise<Backup[]> {
  const found = await db.select().from(table).orderBy(desc(table.id)).limit(most);
  const now = Date.now();
  return found.map((one) =>
    one.state === 'RUNNING' && one.claimedUntil !== null && one.claimedUntil.getTime() < now - minuteMs
      ? { ...one, ...lost }
      : one,
  );
}

export async function findBackup({ db }: Pick<Database, 'db'>, id: number): Promise<Backup | null> {
  const [found = null] = await db.select().from(table).where(eq(table.id, id));
  return found;
}

type NewBackup = Pick<Backup, 'name' | 'place'> & ReturnType<typeof claimedBy>;

const lost = { state: 'FAILED', reason: 'The process that made it has ended.', ...unclaimed } as const;

async function endLost(db: Queries, which: ReturnType<typeof sql>): Promise<void> {
  const isLost = and(eq(table.state, 'RUNNING'), which);
  await db
    .update(table)
    .set({ ...lost, dateEnded: sql`now()` })
    .where(isLost);
}

async function addBackup(db: Queries, values: NewBackup): Promise<Backup> {
  await endLost(db, sql`${table.claimedUntil} < now()`);
  const [added] = await db.insert(table).values(values).onConflictDoNothing().returning();
  if (added) return added;
  const [running] = await db.select().from(table).where(eq(table.state, 'RUNNING'));
  const since = running ? `, since ${running.dateCreated.toISOString()}` : '';
  throw new AppError('CONFLICT', `Another backup is under way${since}. Try again when it has ended.`);
}

interface Recording {
  backup: Backup;
  claim: string;
  to: PlaceAddress;
  made: Date;
  signal: AbortSignal;
}

/** Makes a backup, and records how it goes and ends. */
async function record(needs: BackupNeeds, settings: Settings, making: Recording): Promise<Backup> {
  const { log, database } = needs;
  const { backup, claim } = making;
  const mine = and(eq(table.id, backup.id), eq(table.claim, claim));
  const { db } = database;
  let sofar: Progress = { rows: 0, files: 0, allFiles: 0, bytes: 0 };
  using heartbeat = startHeartbeat(
    async () => {
      const { claimedUntil } = claimedBy(claim);
      const kept = await db
        .update(table)
        .set({ claimedUntil, files: sofar.files })
        .where(mine)
        .returning({ id: table.id });
      return kept.length > 0;
    },
    (err) => log.warn({ err, backup: backup.name }, 'a backup could not be kept'),
  );
  const signal = AbortSignal.any([making.signal, heartbeat.signal]);
  const report = (progress: Progress) => {
    sofar = progress;
  };
  const end = await make(needs, settings, { ...making, signal, report }).catch((err: unknown) => {
    log.error({ err, backup: backup.name, place: backup.place }, 'a backup has failed');
    return { state: 'FAILED' as const, reason: reasonOf(signal.aborted ? signal.reason : err, backup.place) };
  });
  const [recorded] = await db
    .update(table)
    .set({ ...unclaimed, ...end, dateEnded: new Date() })
    .where(mine)
    .returning();
  await forget(db);
  return recorded ?? { ...backup, ...lost };
}

async function make(
  needs: BackupNeeds,
  settings: Settings,
  { to, made, backup, signal, report }: Recording & { report: (sofar: Progress) => void },
) {
  const { log, database } = needs;
  await using place = await openPlace(to, settings);
  const manifest = await makeBackup(needs, place, { made, signal, report });
  if (nameOfPlace(to) === nameOfPlace(settings.backups.place)) {
    await pruneBackups(place, settings.backups.keep).catch((err: unknown) =>
      log.error({ err, place: place.name }, 'old backups could not be removed'),
    );
  }
  await forgetAbsent(database.db, place.name, [...(await place.list()), backup.name]);
  log.info({ backup: backup.name, place: place.name, lost: manifest.lost.length }, 'made a backup');
  return endOf(manifest);
}

/** What the row of a whole backup says. */
export function endOf({ modPacks, files, bytes, lost }: Manifest) {
  return { state: 'WHOLE' as const, reason: null, modPacks, files, bytes, lost: lost.length };
}

/** Forgets whole backups that are in this place no more. */
async function forgetAbsent(db: Queries, place: string, names: readonly string[]): Promise<void> {
  const isAbsent = and(eq(table.place, place), eq(table.state, 'WHOLE'), notInArray(table.name, [...names]));
  await db.delete(table).where(isAbsent);
}

/** Forgets all failed backups but the last ones. */
async function forget(db: Queries): Promise<void> {
  const [oldest] = await db
    .select({ id: table.id })
    .from(table)
    .where(eq(table.state, 'FAILED'))
    .orderBy(desc(table.id))
    .offset(mostFailed - 1)
    .limit(1);
  if (oldest) await db.delete(table).where(and(inArray(table.state, ['FAILED']), lt(table.id, oldest.id)));
}

/** Why a backup has failed, as a sentence for the operator. */
export function reasonOf(error: unknown, place: string): string {
  if (error instanceof NoRoomError)
    return `There is no room in ${place}, or only RESERVE_BYTES are left. Earlier backups are whole. Make room there, or lower BACKUP_KEEP.`;
  if (error instanceof AppError || error instanceof StoreNotOpened) return error.message;
  if (isUnreachable(error)) return 'The database could not be reached.';
  if (error instanceof Error && errnoOf(error) !== null) return `The system says: ${error.message}.`;
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return `An unexpected failure: ${cause instanceof Error ? cause.message : String(cause)}`;
}
