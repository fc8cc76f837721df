import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { RateLimiterDrizzle, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { rateLimits } from '../../drizzle/schema.ts';
import type { Caller } from '../access/caller.ts';
import type { Database } from '../database/database.ts';
import { deleteInPieces } from '../database/delete-in-pieces.ts';
import { AppError } from '../errors.ts';
import { anonymousPrefix } from './shared-limits.ts';

/** Actions with a count of their own. */
export type LimitedAction = 'uploads' | 'generates' | 'megabytes' | 'votes' | 'reads';

/** Limits of each action for one address. */
export type RateLimits = Record<LimitedAction, { points: number; seconds: number }>;

export interface Limiter extends Disposable {
  /**
   * Counts an action of this caller, by default once; 0 only checks whether the limit is reached. Fails with
   * TOO_MANY_REQUESTS, which says when to come back.
   */
  spend(action: LimitedAction, viewer: Caller, points?: number): Promise<void>;
  /** Gives back points that were spent, refused or not, unless their time is over. */
  giveBack(action: 'megabytes' | 'uploads', viewer: Caller, points: number): Promise<void>;
}

/** A token may stand for a bot or a build server, so for many people. */
const tokenFactor = 10;
const clearEveryMs = 10 * 60_000;

/**
 * Reads are counted in this process: a write to the database for each would cost more than the read. Changes are
 * counted in the database, for all nodes together.
 */
export function openLimiter({ db }: Pick<Database, 'db'>, limits: RateLimits | null): Limiter {
  if (limits === null) return { spend: async () => {}, giveBack: async () => {}, [Symbol.dispose]: () => {} };
  const limiter = (action: LimitedAction, factor: number) => {
    const { points, seconds } = limits[action];
    const figures = { points: points * factor, duration: seconds, keyPrefix: action };
    if (action === 'reads') return new RateLimiterMemory(figures);
    return new RateLimiterDrizzle({
      ...figures,
      storeClient: db,
      schema: rateLimits,
      clearExpiredByTimeout: false,
      // A caller over the limit costs no more queries. Megabytes can be given back, so their count is read each time.
      ...(action === 'megabytes' ? {} : { inMemoryBlockOnConsumed: figures.points + 1 }),
    });
  };
  const limiters = (factor: number) => ({
    uploads: limiter('uploads', factor),
    generates: limiter('generates', factor),
    megabytes: limiter('megabytes', factor),
    votes: limiter('votes', factor),
    reads: limiter('reads', factor),
  });
  const [ofAddress, ofToken] = [limiters(1), limiters(tokenFactor)];
  // Rows that cannot be deleted now are deleted by the next pass.
  const clear = () =>
    deleteInPieces(db, rateLimits, lt(rateLimits.expire, new Date())).catch(() => undefined);
  const clearing = setInterval(clear, clearEveryMs).unref();
  return {
    async spend(action, viewer, points = 1) {
      const counter = viewer.kind === 'anonymous' ? ofAddress[action] : ofToken[action];
      try {
        await counter.consume(limitKey(viewer), points);
      } catch (reason) {
        if (!(reason instanceof RateLimiterRes)) throw reason;
        throw new AppError(
          'TOO_MANY_REQUESTS',
          `Too many ${action}: at most ${counter.points} in ${counter.duration} seconds.`,
          { retryAfter: Math.max(1, Math.ceil(reason.msBeforeNext / 1000)) },
        );
      }
    },
    async giveBack(action, viewer, points) {
      await db
        .update(rateLimits)
        .set({ points: sql`greatest(0, ${rateLimits.points} - ${points}::integer)` })
        .where(and(eq(rateLimits.key, `${action}:${limitKey(viewer)}`), gt(rateLimits.expire, new Date())));
    },
    [Symbol.dispose]: () => clearInterval(clearing),
  };
}

export function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1_000_000);
}

/** The key under which a caller is counted. */
export function limitKey({ kind, tokenId, name, address }: Caller): string {
  if (kind === 'anonymous') return `${anonymousPrefix}${address}`;
  return kind === 'token' ? `token:${tokenId}` : `oidc:${name}`;
}
