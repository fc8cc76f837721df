import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database, Queries } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { type Channel, channels } from '../../fetching/channels.ts';
import type { Fetching } from '../../fetching/open-fetching.ts';
import type { PackPlace } from '../../fetching/pack-links.ts';
import { FetchError } from '../../fetching/problem-codes.ts';
import {
  isAway,
  type PublishedVersion,
  placeOfVersion,
  publishedVersions,
} from '../../fetching/published-versions.ts';
import { createLimiter } from '../../storage/limiter.ts';
import {
  endLook,
  endTry,
  type FollowedLine,
  findStoredVersion,
  findToTry,
  keepLook,
  type LookEnd,
  markWithdrawn,
  putOffHost,
  resumeHost,
  storedVersions,
  type TakenLook,
  takeLook,
} from './following.ts';
import type { LineNews } from './line-news.ts';
import type { AcceptedRun } from './mod-packs.ts';

/** What is done with new versions on the account of a token. */
export interface VersionWork {
  /** Fetches a version, as an import. */
  fetch(version: { place: PackPlace; line: string | null }, signal: AbortSignal): Promise<AcceptedRun>;
  /** Builds a stored version for its line, as `buildForLine`. */
  build(version: { modPackId: number; lineId: number }): Promise<AcceptedRun | 'BUILT' | 'ELSEWHERE'>;
}

export interface FollowWorkNeeds {
  database: Pick<Database, 'db'>;
  fetching: Fetching;
  /** The work of a token; null when it may not upload any more. */
  workOf(tokenId: number): Promise<VersionWork | null>;
  /** Has a server pack tried, for a token; null where none is. */
  requestTry: ((serverPackId: number, tokenId: number) => Promise<void>) | null;
  /** Hands on that versions were withdrawn or are offered again, in the transaction that records it. */
  tellNews(tx: Queries, news: readonly LineNews[]): Promise<void>;
  log: Logger;
}

export interface FollowWorkSettings {
  /** Milliseconds between two looks at a line. */
  everyMs: number;
  /** Looks of all nodes at one host. */
  looksPerMinute: number;
  /** Lines that this node looks at at a time, and all nodes at one host: one that is silent leaves room for others. */
  looks: number;
  looksPerHost: number;
  /** Versions that this node fetches at a time, among the lines that it looks at. */
  parallel: number;
  /** Milliseconds after which a node notices what other nodes have written. */
  noticeMs: number;
}

/** The work of this node on followed lines. */
export interface FollowWork {
  /** A line is to be looked at. */
  nudge(): void;
  /** Ends what is under way, which waits again, and takes no other. */
  close(): Promise<void>;
}

const day = 24 * 60 * 60 * 1000;
/** Milliseconds between two signs of life. */
const keepMs = 3_000;
/** Milliseconds that a host is left alone after the first failure; it doubles from one to the next. */
const firstRestMs = 15 * 60_000;
const longestRestMs = 6 * 60 * 60_000;
/** Fetches of a version until it is given up: they double their distance up to a day, so a bad week is outlasted. */
const mostAttempts = 10;
const elsewhere =
  'The content of the newest version is stored already, as a modpack of no line or of another: assignLine makes it a version of this one.';
/** Characters of a problem that is kept. */
const longestProblem = 500;

/** Begins to look at followed lines. */
export function startFollowWork(
  { database, fetching, workOf, requestTry, tellNews, log }: FollowWorkNeeds,
  { everyMs, looksPerMinute, looks, looksPerHost, parallel, noticeMs }: FollowWorkSettings,
): FollowWork {
  const claim = randomUUID();
  const ending = new AbortController();
  const fetches = createLimiter(parallel);
  let nudged = Promise.withResolvers<void>();
  const after = (ms: number) => new Date(Date.now() + ms);

  /** The new state of the line; null where the host was away, which is recorded for all of its lines. */
  const look = async ({ followed, name }: TakenLook, signal: AbortSignal): Promise<LookEnd> => {
    const { lineId, place, host } = followed;
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
    const fine: LookEnd = {
      failures: 0,
      nextLook: after(everyMs),
      ...(wasOff && { problem: null }),
    };
    if (published === null) return fine;
    const { versions, withdrawn } = published;
    await markWithdrawn(database, lineId, { stored, withdrawn, now: new Date() }, tellNews);
    const newest = newestIn(versions, followed.channel);
    const validator = place.platform === 'LINK' ? (newest?.id ?? null) : null;
    const taken = { ...fine, validator, attempts: 0 };
    if (newest === null || followed.settled.includes(newest.id)) return taken;
    const known = await findStoredVersion(database, { lineId, versionID: newest.id });
    // Where its run is cancelled, another look finds it unbuilt.
    if (known?.isBuilt) return taken;
    const settled = { settled: [newest.id, ...followed.settled], attempts: 0, validator };
    try {
      const run = known
        ? await versionWork.build({ modPackId: known.modPackId, lineId })
        : await fetches.take(() => {
            signal.throwIfAborted();
            return fetchVersion(versionWork, { followed, name }, newest.id, signal);
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

  const afterFailure = async (followed: FollowedLine, error: unknown): Promise<LookEnd> => {
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

  const work = async (taken: TakenLook) => {
    const { lineId } = taken.followed;
    const lost = new AbortController();
    const keep = () =>
      keepLook(database, { lineId, claim }).then(
        (kept) => kept || lost.abort(new Error('Somebody else looks at this line.')),
        (err: unknown) => log.warn({ err }, 'a look could not say that it goes on'),
      );
    const timer = setInterval(keep, keepMs);
    const signal = AbortSignal.any([ending.signal, lost.signal]);
    try {
      const end = await look(taken, signal);
      await endLook(database, { lineId, claim }, end);
    } catch (error) {
      if (lost.signal.aborted) return;
      if (!ending.signal.aborted) log.error({ err: error }, 'what became of a look is not recorded');
      // At a stop it is taken again at once, by whichever node.
      const nextLook = ending.signal.aborted ? taken.followed.nextLook : after(everyMs);
      await endLook(database, { lineId, claim }, { nextLook }).catch(() => undefined);
    } finally {
      clearInterval(timer);
    }
  };

  const tryBuilt = async (request: NonNullable<FollowWorkNeeds['requestTry']>) => {
    for (const { lineId, runId, serverPackId, tokenId } of await findToTry(database)) {
      const refusal = await request(serverPackId, tokenId).then(
        () => null,
        (error: unknown) => error,
      );
      // Too many wait: it gets its turn later.
      const isLater =
        refusal instanceof AppError && ['TOO_MANY_REQUESTS', 'UNAVAILABLE'].includes(refusal.code);
      if (isLater) continue;
      if (refusal !== null && !(refusal instanceof AppError)) throw refusal;
      await endTry(database, { lineId, runId });
    }
  };

  const underWay = new Set<Promise<void>>();
  const loop = async () => {
    while (!ending.signal.aborted) {
      nudged = Promise.withResolvers<void>();
      try {
        if (requestTry !== null) await tryBuilt(requestTry);
        const next =
          underWay.size < looks
            ? await takeLook(database, { claim, now: new Date(), looksPerMinute, looksPerHost })
            : null;
        if (next !== null) {
          const looking = work(next).finally(() => {
            underWay.delete(looking);
            nudged.resolve();
          });
          underWay.add(looking);
          continue;
        }
      } catch (err) {
        log.warn({ err }, 'no followed line could be taken');
      }
      const timer = setTimeout(() => nudged.resolve(), noticeMs);
      await nudged.promise;
      clearTimeout(timer);
    }
    await Promise.all(underWay);
  };
  const looping = loop();
  return {
    nudge: () => nudged.resolve(),
    async close() {
      ending.abort(new Error('The service stops.'));
      nudged.resolve();
      await looping;
    },
  };
}

/** Fetches a version. One whose content is stored already is built for the line, where it is a version of that. */
async function fetchVersion(
  { fetch, build }: VersionWork,
  { followed: { lineId, place }, name }: TakenLook,
  id: string,
  signal: AbortSignal,
): Promise<AcceptedRun | 'BUILT' | 'ELSEWHERE'> {
  const line = place.platform === 'LINK' ? name : null;
  try {
    return await fetch({ place: placeOfVersion(place, id), line }, signal);
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

function doubled(ms: number, times: number, most: number): number {
  return Math.max(ms, Math.min(most, ms * 2 ** times));
}

/** Whether a version that was not taken would not be taken later either. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof AppError)) return false;
  const { code, details } = error;
  if (code === 'EMPTY_FILE' || code === 'NOT_A_ZIP') return true;
  return ['FETCH_FORBIDDEN_BY_AUTHOR', 'FETCH_TOO_LARGE', 'FETCH_NOT_ALLOWED'].includes(details.reason ?? '');
}
