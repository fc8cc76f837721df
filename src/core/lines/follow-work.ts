import type { Logger } from 'pino';
import type { Database, Queries } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { type Channel, channels } from '../../fetching/channels.ts';
import type { Fetching } from '../../fetching/open-fetching.ts';
import type { PackLocation } from '../../fetching/pack-links.ts';
import { FetchError } from '../../fetching/problem-codes.ts';
import {
  isAway,
  type PublishedVersion,
  publishedVersions,
  versionLocation,
} from '../../fetching/published-versions.ts';
import { doubled } from '../../jobs/retry-delay.ts';
import { type Attempting, startWorker, type Worker } from '../../jobs/worker.ts';
import { createLimiter } from '../../storage/limiter.ts';
import type { AcceptedRun } from '../packs/mod-packs.ts';
import {
  endPoll,
  endTry,
  type FollowedLine,
  findStoredVersion,
  findToTry,
  markWithdrawn,
  type PollEnd,
  pollJobs,
  putOffHost,
  resumeHost,
  storedVersions,
  type TakenPoll,
  takePoll,
} from './following.ts';
import type { LineNews } from './line-news.ts';

/** The work on new versions with the rights of a token. */
export interface VersionWork {
  /** Fetches a version as an import does. */
  fetch(version: { place: PackLocation; line: string | null }, signal: AbortSignal): Promise<AcceptedRun>;
  /** Builds a stored version for its line, as `buildForLine` does. */
  build(version: { modPackId: number; lineId: number }): Promise<AcceptedRun | 'BUILT' | 'ELSEWHERE'>;
}

export interface FollowWorkNeeds {
  database: Pick<Database, 'db' | 'kind' | 'listen'>;
  fetching: Fetching;
  /** The work with the rights of this token; null when the token may no longer upload. */
  workOf(tokenId: number): Promise<VersionWork | null>;
  /** Requests a boot of a server pack with the rights of a token; null where this service boots no servers. */
  requestTry: ((serverPackId: number, tokenId: number) => Promise<void>) | null;
  /** Notifies webhooks of withdrawn and restored versions, in the transaction that records the news. */
  notifyOfNews(tx: Queries, news: readonly LineNews[]): Promise<void>;
  log: Logger;
}

export interface FollowWorkSettings {
  /** Milliseconds between two polls of a line's source. */
  everyMs: number;
  /** Most polls of one host per minute, by all nodes together. */
  pollsPerMinute: number;
  /**
   * Most polls at a time, of this node and of all nodes at one host: a host that does not respond leaves room for
   * others.
   */
  polls: number;
  pollsPerHost: number;
  /** Versions that this node fetches at a time. */
  parallel: number;
  /** Milliseconds after which a node notices changes by other nodes whose notification was lost. */
  noticeMs: number;
}

const day = 24 * 60 * 60 * 1000;
/** Milliseconds for which a host is not polled after its first failure; they double with each failure. */
const firstRestMs = 15 * 60_000;
const longestRestMs = 6 * 60 * 60_000;
/** Most attempts to fetch a version: their delays double up to a day, so a host may fail for a week. */
const mostAttempts = 10;
const elsewhere =
  'The content of the newest version is stored already, as a modpack of no line or of another: assignLine makes it a version of this one.';
/** Characters of a stored problem. */
const longestProblem = 500;

/** Starts to poll the sources of followed lines. */
export async function startFollowWork(
  { database, fetching, workOf, requestTry, notifyOfNews, log }: FollowWorkNeeds,
  { everyMs, pollsPerMinute, polls, pollsPerHost, parallel, noticeMs }: FollowWorkSettings,
): Promise<Worker> {
  const fetches = createLimiter(parallel);
  const after = (ms: number) => new Date(Date.now() + ms);

  /** The new state of the line; null when its host failed, which is recorded for all lines of the host. */
  const poll = async ({ id: lineId, followed, name }: TakenPoll, signal: AbortSignal): Promise<PollEnd> => {
    const { place, host } = followed;
    const versionWork = await workOf(followed.tokenId);
    if (versionWork === null)
      return { held: true, problem: 'The token that follows this line is revoked or over.' };
    const stored = await storedVersions(database, lineId);
    const published = await publishedVersions(
      fetching,
      place,
      { stored, validator: followed.validator },
      signal,
    ).catch((error: unknown) => {
      signal.throwIfAborted();
      return { error };
    });
    if (published !== null && 'error' in published) return afterFailure(followed, published.error);
    await resumeHost(database, host, new Date());
    const wasOff = followed.failures > 0 || followed.away > 0;
    const fine: PollEnd = {
      failures: 0,
      nextLook: after(everyMs),
      ...(wasOff && { problem: null }),
    };
    if (published === null) return fine;
    const { versions, withdrawn } = published;
    await markWithdrawn(database, lineId, { stored, withdrawn, now: new Date() }, notifyOfNews);
    const newest = newestIn(versions, followed.channel);
    const validator = place.platform === 'LINK' ? (newest?.id ?? null) : null;
    const taken = { ...fine, validator, attempts: 0 };
    if (newest === null || followed.settled.includes(newest.id)) return taken;
    const known = await findStoredVersion(database, { lineId, versionID: newest.id });
    // A version whose run is cancelled is found unbuilt by a later poll.
    if (known?.isBuilt) return taken;
    const settled = { settled: [newest.id, ...followed.settled], attempts: 0, validator };
    try {
      const run = known
        ? await versionWork.build({ modPackId: known.modPackId, lineId })
        : await fetches.take(() => {
            signal.throwIfAborted();
            return fetchVersion(versionWork, { id: lineId, followed, name }, newest.id, signal);
          });
      if (run === 'BUILT') return { ...fine, ...settled, problem: null };
      if (run === 'ELSEWHERE') return { ...fine, ...settled, problem: elsewhere };
      log.info(
        { line: name, version: newest.id, modPack: run.modPackId },
        'a followed line has a new version',
      );
      return {
        ...fine,
        ...settled,
        problem: null,
        tryRunId: requestTry === null ? null : run.runConfiguration.id,
      };
    } catch (error) {
      signal.throwIfAborted();
      const problem = problemOf(error, name);
      const attempts = followed.attempts + 1;
      if (isFinal(error) || attempts >= mostAttempts) return { ...fine, ...settled, problem };
      return { ...fine, attempts, problem, nextLook: after(doubled(everyMs, attempts - 1, day)) };
    }
  };

  const afterFailure = async (followed: FollowedLine, error: unknown): Promise<PollEnd> => {
    const problem = problemOf(error, followed.host);
    if (isAway(error, followed.place)) {
      const until = after(doubled(firstRestMs, followed.away, longestRestMs));
      await putOffHost(database, { host: followed.host, until, away: followed.away + 1, problem });
      log.warn({ host: followed.host, until }, `looks at a host of followed lines wait: ${problem}`);
      return { nextLook: until };
    }
    const failures = followed.failures + 1;
    return { failures, problem, nextLook: after(doubled(everyMs, failures - 1, day)) };
  };

  const problemOf = (error: unknown, about: string): string => {
    if (error instanceof AppError || error instanceof FetchError)
      return error.message.slice(0, longestProblem);
    log.error({ err: error, about }, 'a followed line could not be looked at');
    return 'The service failed at this; its log tells more.';
  };

  const work = async (taken: TakenPoll, { held, signal, lost }: Attempting) => {
    try {
      await endPoll(database, held, await poll(taken, signal));
    } catch (error) {
      if (lost.aborted) return;
      if (!signal.aborted) log.error({ err: error }, 'what became of a look is not recorded');
      // After a stop, the next free node takes the line at once.
      const nextLook = signal.aborted ? taken.followed.nextLook : after(everyMs);
      await endPoll(database, held, { nextLook }).catch(() => undefined);
    }
  };

  const tryBuilt = async (request: NonNullable<FollowWorkNeeds['requestTry']>) => {
    for (const { lineId, runId, serverPackId, tokenId } of await findToTry(database)) {
      const refusal = await request(serverPackId, tokenId).then(
        () => null,
        (error: unknown) => error,
      );
      // Too many boots wait, so a later round requests this boot again.
      const isLater =
        refusal instanceof AppError && ['TOO_MANY_REQUESTS', 'UNAVAILABLE'].includes(refusal.code);
      if (isLater) continue;
      if (refusal !== null && !(refusal instanceof AppError)) throw refusal;
      await endTry(database, { lineId, runId });
    }
  };

  return startWorker(
    { database, log },
    {
      table: pollJobs,
      most: polls,
      pollMs: noticeMs,
      async take(claim, own) {
        if (requestTry !== null) await tryBuilt(requestTry);
        return takePoll(database, { claim, own, pollsPerMinute, pollsPerHost });
      },
      work,
    },
  );
}

/**
 * Fetches a version. When its content is stored already, it is built for the line, provided that the stored modpack is
 * a version of the line.
 */
async function fetchVersion(
  { fetch, build }: VersionWork,
  { id: lineId, followed: { place }, name }: TakenPoll,
  id: string,
  signal: AbortSignal,
): Promise<AcceptedRun | 'BUILT' | 'ELSEWHERE'> {
  const line = place.platform === 'LINK' ? name : null;
  try {
    return await fetch({ place: versionLocation(place, id), line }, signal);
  } catch (error) {
    const modPackId = error instanceof AppError ? error.details.modPackId : undefined;
    if (!(error instanceof AppError && error.code === 'DUPLICATE_MOD_PACK') || modPackId === undefined)
      throw error;
    return build({ modPackId, lineId });
  }
}

function newestIn(versions: readonly PublishedVersion[], channel: Channel): PublishedVersion | null {
  const taken = channels.slice(0, channels.indexOf(channel) + 1);
  return versions.find((version) => taken.includes(version.channel)) ?? null;
}

/** Whether a later attempt at the version would fail in the same way. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof AppError)) return false;
  const { code, details } = error;
  if (code === 'EMPTY_FILE' || code === 'NOT_A_ZIP') return true;
  return ['FETCH_FORBIDDEN_BY_AUTHOR', 'FETCH_TOO_LARGE', 'FETCH_NOT_ALLOWED'].includes(details.reason ?? '');
}
