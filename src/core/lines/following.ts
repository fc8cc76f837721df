import { and, count, desc, eq, gt, inArray, isNotNull, isNull, ne, notInArray, sql } from 'drizzle-orm';
import {
  files,
  followedLines,
  lines,
  modPacks,
  runConfigurations,
  serverPacks,
} from '../../../drizzle/schema.ts';
import type { Database, Queries } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import type { Channel } from '../../fetching/channels.ts';
import { findPack } from '../../fetching/find-pack.ts';
import type { Fetching } from '../../fetching/open-fetching.ts';
import type { PackLocation } from '../../fetching/pack-links.ts';
import { hostOf } from '../../fetching/published-versions.ts';
import {
  announceJob,
  claimedBy,
  firstDue,
  type Held,
  type JobTable,
  unclaimed,
} from '../../jobs/job-tables.ts';
import { asAnswer, fetchingOff } from '../packs/import-mod-pack.ts';
import { type LineNews, recordLineNews } from './line-news.ts';
import type { LineCaller } from './line-rules.ts';
import {
  demandLine,
  findLines,
  isBuiltForLine,
  joinLine,
  type Line,
  type LineClaim,
  lockLine,
  noLine,
} from './lines.ts';

export type FollowedLine = typeof followedLines.$inferSelect;

export interface FollowLimits {
  /** Most lines that one token may follow. */
  token: number;
  /** Most lines that may be followed in all. */
  all: number;
}

/** The number of a line's newest versions whose withdrawal is noticed. */
const mostStored = 100;
/** Ids of settled versions that are stored: a platform lists the versions of one project. */
const mostSettled = 100;

/** The followed lines among these, in no particular order. */
export async function findFollowed(
  { db }: { db: Queries },
  lineIds: readonly number[],
): Promise<(FollowedLine & { id: number })[]> {
  const found = await db
    .select()
    .from(followedLines)
    .where(inArray(followedLines.lineId, [...lineIds]));
  return found.map((row) => ({ ...row, id: row.lineId }));
}

/** Whether the caller may change how a line is followed, or stop it. */
export function mayChangeFollowing({ tokenId }: Pick<FollowedLine, 'tokenId'>, by: LineCaller): boolean {
  return by.isOperator || by.tokenId === tokenId;
}

/** The source to follow, and its options. */
export interface FollowRequest {
  place: PackLocation;
  /** The line for versions from an address; a platform's modpack uses the line of its project. */
  line: string | null;
  /** Absent: unchanged, or releases for a new source. */
  channel?: Channel | undefined;
  /** Absent: unchanged, or false for a new source. */
  held?: boolean | undefined;
}

/**
 * Follows a modpack: its new versions are fetched from now on, the newest at once. Where the token follows the modpack
 * already, following starts again, also for versions that were given up; where another token does, nothing changes.
 * Fails as an import does, with FORBIDDEN without a token, or with CONFLICT beyond the limits.
 */
export async function followLine(
  { database, fetching }: { database: Pick<Database, 'db'>; fetching: Fetching | null },
  { place: given, line: named, channel, held }: FollowRequest,
  by: LineCaller,
  { limits, signal }: { limits: FollowLimits; signal: AbortSignal },
): Promise<Line> {
  const { tokenId } = by;
  if (tokenId === null)
    throw new AppError(
      'FORBIDDEN',
      'Versions are fetched on the account of a token, so one of this service is needed to follow a line: send it as "Authorization: Bearer <token>".',
    );
  if ((given.platform === 'LINK') !== (named !== null)) throw wrongLine(given);
  if (fetching === null) throw fetchingOff();
  const { place, claim } = await findSource(fetching, given, { named, by }, signal).catch(asAnswer(fetching));
  return database.db.transaction(async (tx) => {
    // The lock serialises requests, so that concurrent requests cannot exceed the limits together.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('followed_lines'))`);
    const joined = await joinLine(tx, claim, null);
    if (joined === null)
      throw new AppError('INVALID_INPUT', 'The id of this project cannot stand in the name of a line.');
    const [before] = await tx.select().from(followedLines).where(eq(followedLines.lineId, joined.id));
    const [line] = await findLines({ db: tx }, [joined.id]);
    if (!line) throw new Error('A line that was just joined is gone.');
    if (before && !mayChangeFollowing(before, by)) return line;
    await demandRoom(tx, { tokenId, lineId: joined.id }, limits);
    const fresh = {
      place,
      host: hostOf(place),
      channel: channel ?? before?.channel ?? 'RELEASE',
      held: held ?? before?.held ?? false,
      tokenId,
      validator: null,
      settled: [],
      attempts: 0,
      failures: 0,
      away: 0,
      problem: null,
      nextLook: new Date(),
      ...unclaimed,
    };
    await tx
      .insert(followedLines)
      .values({ lineId: joined.id, ...fresh })
      .onConflictDoUpdate({ target: followedLines.lineId, set: fresh });
    await announceJob(tx, pollJobs);
    return line;
  });
}

/** The source's location by the platform's own ids, and the line for its versions; fails when there is no modpack. */
async function findSource(
  fetching: Fetching,
  place: PackLocation,
  { named, by }: { named: string | null; by: LineCaller },
  signal: AbortSignal,
): Promise<{ place: PackLocation; claim: LineClaim }> {
  if (place.platform === 'LINK') {
    await findPack(fetching, place, anyVersion, signal);
    await fetching.validatorOf(place.url, null, signal);
    return { place, claim: { of: { name: named ?? '' }, by } };
  }
  const newest = place.platform === 'CURSEFORGE' ? { ...place, file: null } : { ...place, version: null };
  const { projectID } = await findPack(fetching, newest, anyVersion, signal);
  const claim = { of: { platform: place.platform, projectID }, by };
  return { place: newest.platform === 'FTB' ? newest : { ...newest, project: projectID }, claim };
}

const anyVersion = { gameVersion: null, modloader: null };

function wrongLine({ platform }: PackLocation): AppError {
  const message =
    platform === 'LINK'
      ? 'Versions from an address go into a line of yours: name it.'
      : 'A modpack of a platform is a version of the line of its project; line is for addresses alone.';
  return new AppError('INVALID_INPUT', message, { field: 'line' });
}

async function demandRoom(
  tx: Queries,
  { tokenId, lineId }: { tokenId: number; lineId: number },
  { token, all }: FollowLimits,
): Promise<void> {
  const [others] = await tx
    .select({
      all: count(),
      token: sql<number>`count(*) filter (where ${followedLines.tokenId} = ${tokenId})`.mapWith(Number),
    })
    .from(followedLines)
    .where(ne(followedLines.lineId, lineId));
  if ((others?.token ?? 0) >= token)
    throw new AppError('CONFLICT', `This token follows ${token} lines, which is the most: unfollow one.`);
  if ((others?.all ?? 0) >= all)
    throw new AppError('CONFLICT', `${all} lines are followed, which is the most that this service follows.`);
}

/** Changes how a line is followed; an absent field stays. Fails with NOT_FOUND or FORBIDDEN. */
export async function changeFollowing(
  { db }: Pick<Database, 'db'>,
  { line: name, channel, held }: { line: string; channel?: Channel | undefined; held?: boolean | undefined },
  by: LineCaller,
): Promise<Line> {
  return db.transaction(async (tx) => {
    const { line, followed } = await lockFollowed(tx, name, by);
    const change = {
      ...(channel === undefined ? {} : { channel, nextLook: new Date() }),
      ...(held === undefined ? {} : { held }),
      // A line that is no longer held is polled soon.
      ...(held === false && followed.held ? { nextLook: new Date(), problem: null } : {}),
    };
    if (Object.keys(change).length > 0)
      await tx.update(followedLines).set(change).where(eq(followedLines.lineId, line.id));
    await announceJob(tx, pollJobs);
    return line;
  });
}

/** Stops following a line; its versions stay. Fails with NOT_FOUND or FORBIDDEN. */
export async function unfollowLine(
  { db }: Pick<Database, 'db'>,
  name: string,
  by: LineCaller,
): Promise<Line> {
  return db.transaction(async (tx) => {
    const { line } = await lockFollowed(tx, name, by);
    await tx.delete(followedLines).where(eq(followedLines.lineId, line.id));
    return line;
  });
}

async function lockFollowed(
  tx: Queries,
  name: string,
  by: LineCaller,
): Promise<{ line: Line; followed: FollowedLine }> {
  await demandLine({ db: tx }, name);
  const line = await lockLine(tx, name);
  if (!line) throw noLine(name);
  const [followed] = await tx
    .select()
    .from(followedLines)
    .where(eq(followedLines.lineId, line.id))
    .for('update');
  if (!followed) throw new AppError('NOT_FOUND', `The line ${name} is not followed.`);
  if (!mayChangeFollowing(followed, by))
    throw new AppError(
      'FORBIDDEN',
      `The line ${name} is followed by another token, which alone may change that.`,
    );
  return { line, followed };
}

/** A followed line that this node has taken for a poll. */
export interface TakenPoll {
  /** The id of the line. */
  id: number;
  followed: FollowedLine;
  name: string;
}

/** Followed lines are jobs that stay open as long as they are followed. */
export const pollJobs: JobTable = {
  name: 'followed_lines',
  key: 'line_id',
  channel: 'followed_lines',
  due: 'next_look',
  open: sql`not one.held`,
  order: sql`one.next_look, one.line_id`,
};

/**
 * Takes the next line that is due for a poll; null when there is none. A line has to wait while its host has reached
 * the limit of polls per minute, or the limit of polls at a time, which is one for a host that has failed.
 */
export async function takePoll(
  { db }: Pick<Database, 'db'>,
  {
    claim,
    own = [],
    pollsPerMinute,
    pollsPerHost,
  }: { claim: string; own?: readonly string[]; pollsPerMinute: number; pollsPerHost: number },
): Promise<TakenPoll | null> {
  const isFree = sql`(select count(*) from ${followedLines} other
      where other.host = one.host and other.last_look > now() - interval '1 minute') < ${pollsPerMinute}
    and (select count(*) from ${followedLines} other
      where other.host = one.host and other.claimed_until > now())
      < case when one.away = 0 then ${pollsPerHost}::int else 1 end`;
  const [followed] = await db
    .update(followedLines)
    .set({ ...claimedBy(claim), lastLook: sql`now()` })
    .where(eq(followedLines.lineId, firstDue(pollJobs, isFree, own)))
    .returning();
  if (!followed) return null;
  const [line] = await db.select({ name: lines.name }).from(lines).where(eq(lines.id, followed.lineId));
  return line ? { id: followed.lineId, followed, name: line.name } : null;
}

/** The changes to a followed line after a poll. */
export type PollEnd = Partial<
  Pick<
    FollowedLine,
    'held' | 'validator' | 'settled' | 'attempts' | 'failures' | 'problem' | 'tryRunId' | 'nextLook'
  >
>;

/** Records the result of a poll, unless this node has lost its claim. */
export async function endPoll(
  { db }: Pick<Database, 'db'>,
  { id, claim }: Held,
  { settled, ...end }: PollEnd,
): Promise<void> {
  await db
    .update(followedLines)
    .set({
      ...end,
      ...(settled && { settled: settled.slice(0, mostSettled) }),
      ...unclaimed,
    })
    .where(and(eq(followedLines.lineId, id), eq(followedLines.claim, claim)));
}

/** Postpones all polls of a host that has failed. */
export async function putOffHost(
  { db }: Pick<Database, 'db'>,
  { host, until, away, problem }: { host: string; until: Date; away: number; problem: string },
): Promise<void> {
  await db
    .update(followedLines)
    .set({
      away,
      problem,
      nextLook: sql`greatest(${followedLines.nextLook}, ${until.toISOString()}::timestamptz)`,
    })
    .where(eq(followedLines.host, host));
}

/** Makes all lines of a host due that were postponed, since the host responds again. */
export async function resumeHost({ db }: Pick<Database, 'db'>, host: string, now: Date): Promise<void> {
  await db
    .update(followedLines)
    .set({ away: 0, problem: null, nextLook: now })
    .where(and(eq(followedLines.host, host), gt(followedLines.away, 0)));
}

/** The platform's ids of the newest versions of a line. */
export async function storedVersions({ db }: Pick<Database, 'db'>, lineId: number): Promise<string[]> {
  const found = await db
    .select({ versionID: modPacks.versionID })
    .from(modPacks)
    .where(and(eq(modPacks.lineId, lineId), ne(modPacks.versionID, ''), ne(modPacks.source, 'ZIP')))
    .orderBy(desc(modPacks.lineOrder), desc(modPacks.id))
    .limit(mostStored);
  return found.map(({ versionID }) => versionID);
}

/** A version of a line by its platform's id, if its archive is stored, and whether it is built for the line. */
export async function findStoredVersion(
  { db }: Pick<Database, 'db'>,
  { lineId, versionID }: { lineId: number; versionID: string },
): Promise<{ modPackId: number; isBuilt: boolean } | null> {
  const [found] = await db
    .select({ modPackId: modPacks.id })
    .from(modPacks)
    .innerJoin(files, eq(files.id, modPacks.fileId))
    .where(
      and(
        eq(modPacks.lineId, lineId),
        eq(modPacks.versionID, versionID),
        ne(modPacks.source, 'ZIP'),
        isNull(files.removed),
      ),
    )
    .orderBy(desc(modPacks.id))
    .limit(1);
  return found ? { ...found, isBuilt: await isBuiltForLine(db, { ...found, lineId }) } : null;
}

/**
 * Marks the versions that the platform has withdrawn, and unmarks those that it offers again. `notify` is called with the
 * news in the same transaction.
 */
export async function markWithdrawn(
  { db }: Pick<Database, 'db'>,
  lineId: number,
  { stored, withdrawn, now }: { stored: readonly string[]; withdrawn: readonly string[]; now: Date },
  notify: (tx: Queries, news: readonly LineNews[]) => Promise<void>,
): Promise<void> {
  if (stored.length === 0) return;
  const isStored = and(eq(modPacks.lineId, lineId), inArray(modPacks.versionID, [...stored]));
  const { id: modPackId } = modPacks;
  await db.transaction(async (tx) => {
    const gone =
      withdrawn.length === 0
        ? []
        : await tx
            .update(modPacks)
            .set({ withdrawn: now, offerChanged: now })
            .where(and(isStored, inArray(modPacks.versionID, [...withdrawn]), isNull(modPacks.withdrawn)))
            .returning({ modPackId });
    const back = await tx
      .update(modPacks)
      .set({ withdrawn: null, offerChanged: now })
      .where(
        and(
          isStored,
          isNotNull(modPacks.withdrawn),
          ...(withdrawn.length > 0 ? [notInArray(modPacks.versionID, [...withdrawn])] : []),
        ),
      )
      .returning({ modPackId });
    const happened = [
      ...gone.map((one) => ({ ...one, kind: 'WITHDRAWN' as const })),
      ...back.map((one) => ({ ...one, kind: 'OFFERED_AGAIN' as const })),
    ];
    const news = await recordLineNews(tx, lineId, happened);
    if (news.length > 0) await notify(tx, news);
  });
}

/** Server packs of new versions that wait for a boot. */
export function findToTry({
  db,
}: Pick<Database, 'db'>): Promise<
  { lineId: number; runId: number; serverPackId: number; tokenId: number }[]
> {
  return db
    .select({
      lineId: followedLines.lineId,
      runId: runConfigurations.id,
      serverPackId: serverPacks.id,
      tokenId: followedLines.tokenId,
    })
    .from(followedLines)
    .innerJoin(runConfigurations, eq(runConfigurations.id, followedLines.tryRunId))
    .innerJoin(serverPacks, eq(serverPacks.runConfigurationId, runConfigurations.id))
    .limit(100);
}

/** Records that the server pack of this run needs no boot any more. */
export async function endTry(
  { db }: Pick<Database, 'db'>,
  { lineId, runId }: { lineId: number; runId: number },
): Promise<void> {
  await db
    .update(followedLines)
    .set({ tryRunId: null })
    .where(and(eq(followedLines.lineId, lineId), eq(followedLines.tryRunId, runId)));
}
