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
import type { PackPlace } from '../../fetching/pack-links.ts';
import { hostOf } from '../../fetching/published-versions.ts';
import { asAnswer, fetchingOff } from './import-mod-pack.ts';
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
  /** Lines that one token may follow. */
  token: number;
  /** Lines that may be followed. */
  all: number;
}

/** Seconds after which a node that was not heard of counts as lost. */
const claimSeconds = 15;
/** Versions of a line, the newest, whose withdrawal is noticed. */
const mostStored = 100;
/** Ids of settled versions that are kept: a platform tells those of one project. */
const mostSettled = 100;

/** The followed ones among these lines, in no order. */
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

/** Whether the caller may change how a line is followed, or end it. */
export function mayChangeFollowing({ tokenId }: Pick<FollowedLine, 'tokenId'>, by: LineCaller): boolean {
  return by.isOperator || by.tokenId === tokenId;
}

/** The source to follow, and how. */
export interface FollowRequest {
  place: PackPlace;
  /** The line that versions from an address go into; a modpack of a platform has that of its project. */
  line: string | null;
  /** Absent: as it was, or releases. */
  channel?: Channel | undefined;
  /** Absent: as it was, or not. */
  held?: boolean | undefined;
}

/**
 * Has new versions of a modpack fetched from now on, its newest at once. Where the token follows it already, it begins
 * anew, also with versions that were given up; where another one does, all stays as it is. Fails as an import does, with
 * FORBIDDEN without a token, or with CONFLICT beyond the limits.
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
  const { place, claim } = await findPlace(fetching, given, { named, by }, signal).catch(asAnswer(fetching));
  return database.db.transaction(async (tx) => {
    // Requests come one after the other, so that none counts before another has been written.
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
      claim: null,
      claimedUntil: null,
    };
    await tx
      .insert(followedLines)
      .values({ lineId: joined.id, ...fresh })
      .onConflictDoUpdate({ target: followedLines.lineId, set: fresh });
    return line;
  });
}

/** The place by the platform's own ids, and the line that its versions belong to; fails where there is no modpack. */
async function findPlace(
  fetching: Fetching,
  place: PackPlace,
  { named, by }: { named: string | null; by: LineCaller },
  signal: AbortSignal,
): Promise<{ place: PackPlace; claim: LineClaim }> {
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

function wrongLine({ platform }: PackPlace): AppError {
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
      // Let go, it is looked at soon.
      ...(held === false && followed.held ? { nextLook: new Date(), problem: null } : {}),
    };
    if (Object.keys(change).length > 0)
      await tx.update(followedLines).set(change).where(eq(followedLines.lineId, line.id));
    return line;
  });
}

/** Ends the following of a line, whose versions stay. Fails with NOT_FOUND or FORBIDDEN. */
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

/** A look that this node has to itself. */
export interface TakenLook {
  followed: FollowedLine;
  name: string;
}

/**
 * Takes the next line that is to be looked at, unless its host was asked often enough this minute, or as many lines of it as may be are
 * being looked at; of one that is away, that is one. Null when there is none.
 */
export async function takeLook(
  { db }: Pick<Database, 'db'>,
  {
    claim,
    now,
    looksPerMinute,
    looksPerHost,
  }: { claim: string; now: Date; looksPerMinute: number; looksPerHost: number },
): Promise<TakenLook | null> {
  const minuteAgo = new Date(now.getTime() - 60_000);
  const due = sql`(
    select one.line_id from ${followedLines} one
    where not one.held and one.next_look <= ${now.toISOString()}::timestamptz
      and (one.claimed_until is null or one.claimed_until < now())
      and (select count(*) from ${followedLines} other
        where other.host = one.host and other.last_look > ${minuteAgo.toISOString()}::timestamptz) < ${looksPerMinute}
      and (select count(*) from ${followedLines} other
        where other.host = one.host and other.claimed_until > now())
        < case when one.away = 0 then ${looksPerHost}::int else 1 end
    order by one.next_look, one.line_id
    limit 1 for update of one skip locked
  )`;
  const [followed] = await db
    .update(followedLines)
    .set({ claim, claimedUntil: claimEnd, lastLook: now })
    .where(eq(followedLines.lineId, due))
    .returning();
  if (!followed) return null;
  const [line] = await db.select({ name: lines.name }).from(lines).where(eq(lines.id, followed.lineId));
  return line ? { followed, name: line.name } : null;
}

const claimEnd = sql`now() + make_interval(secs => ${claimSeconds})`;

/** Says that a look goes on; false when it is no longer this node's. */
export async function keepLook(
  { db }: Pick<Database, 'db'>,
  { lineId, claim }: { lineId: number; claim: string },
): Promise<boolean> {
  const kept = await db
    .update(followedLines)
    .set({ claimedUntil: claimEnd })
    .where(and(eq(followedLines.lineId, lineId), eq(followedLines.claim, claim)))
    .returning({ lineId: followedLines.lineId });
  return kept.length > 0;
}

/** The result of a look. */
export type LookEnd = Partial<
  Pick<
    FollowedLine,
    'held' | 'validator' | 'settled' | 'attempts' | 'failures' | 'problem' | 'tryRunId' | 'nextLook'
  >
>;

/** Records what became of a look, unless it is no longer this node's. */
export async function endLook(
  { db }: Pick<Database, 'db'>,
  { lineId, claim }: { lineId: number; claim: string },
  { settled, ...end }: LookEnd,
): Promise<void> {
  await db
    .update(followedLines)
    .set({
      ...end,
      ...(settled && { settled: settled.slice(0, mostSettled) }),
      claim: null,
      claimedUntil: null,
    })
    .where(and(eq(followedLines.lineId, lineId), eq(followedLines.claim, claim)));
}

/** Puts all looks at a host off that is away. */
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

/** Has the lines of a host that has answered again looked at, which were put off for it. */
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

/** A version of a line by its platform's id, if its archive is stored, and whether the line has it built. */
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
 * Marks the versions that a platform offers no more, and takes the mark from those that it offers again. `tell` hands on
 * what is new of it, in the same transaction.
 */
export async function markWithdrawn(
  { db }: Pick<Database, 'db'>,
  lineId: number,
  { stored, withdrawn, now }: { stored: readonly string[]; withdrawn: readonly string[]; now: Date },
  tell: (tx: Queries, news: readonly LineNews[]) => Promise<void>,
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
    if (news.length > 0) await tell(tx, news);
  });
}

/** Server packs of new versions that are to be tried. */
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

/** The server pack of this run need not be tried any more. */
export async function endTry(
  { db }: Pick<Database, 'db'>,
  { lineId, runId }: { lineId: number; runId: number },
): Promise<void> {
  await db
    .update(followedLines)
    .set({ tryRunId: null })
    .where(and(eq(followedLines.lineId, lineId), eq(followedLines.tryRunId, runId)));
}
