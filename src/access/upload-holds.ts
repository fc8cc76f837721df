import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { heldUploads, resumableUploads } from '../../drizzle/schema.ts';
import {
  isStranger,
  keptForTokens,
  limitReached,
  roomLeft,
  type SharedGood,
  type SharedGoods,
  strangersPrefix,
  type UsedGood,
} from '../core/shared-goods.ts';
import { type Database, type Queries, rows } from '../database/database.ts';
import { createLocalLocks } from '../database/local-locks.ts';
import { AppError } from '../errors.ts';
import { bytesLeft, quotaExceeded } from './quotas.ts';

/** Limits on half-received bytes. */
export interface HoldLimits extends Pick<SharedGoods, 'unfinished' | 'parked'> {
  /** Bytes of the disk, beyond those that all leave free, which are for callers with a token. */
  tokenReserveBytes: number;
  /** Milliseconds without a sign of life after which a hold is taken for that of a dead node. */
  forgetAfterMs: number;
}

/** On whose account a form is received. */
export interface HoldOwner {
  /** The sender: an address, a token or a subject. */
  caller: string;
  /** The token whose quota it counts against, if any; that of a ticket gives its sender no share of callers with a token. */
  tokenId: number | null;
  quota: number | null;
  /** Whether what has come may lie for long before the rest does. */
  mayPause?: boolean;
}

/** The bytes that one form has half-received, counted while they arrive, for all nodes together. */
export interface UploadHold {
  /** Bytes of the disk that it leaves free beyond those that all do. */
  keepFree: number;
  /**
   * Counts `bytes` before they are stored. `expected` is how many may come at most, as far as that is known. Fails with
   * TOO_MANY_REQUESTS, UNAVAILABLE, or STORAGE_FULL when they do not fit into the quota.
   */
  take(bytes: number, expected: number): Promise<void>;
  /** Gives everything back: by now it is stored, or gone. */
  release(): Promise<void>;
}

export interface UploadHolds {
  open(owner: HoldOwner): UploadHold;
}

/** Bytes reserved at a time; large pieces make counting cheap. */
const pieceBytes = 8 * 1024 * 1024;
/** Interval of a hold's sign of life, in milliseconds. */
const touchEveryMs = 60_000;
/**
 * While this much is left beyond the request, uploads take no lock. A node reserves one piece at a time, so 64 nodes
 * would have to do so at once to pass the limits, and only by their pieces.
 */
const ampleBytes = 64 * pieceBytes;
/** PostgreSQL's lock under which holds are counted and made where less is left. */
const lockKey = 7_302_114;
const sums = z.tuple([
  z.object({
    caller: z.coerce.number(),
    all: z.coerce.number(),
    strangers: z.coerce.number(),
    token: z.coerce.number(),
  }),
]);

export function openUploadHolds({ db }: Pick<Database, 'db'>, limits: HoldLimits): UploadHolds {
  // One at a time from here, so that waiting for the lock takes no more than one connection.
  const locks = createLocalLocks();

  /** Makes the hold larger, by a piece when that fits and by `needed` at least; answers its id and how much it grew. */
  async function grow(
    tx: Queries,
    owner: HoldOwner,
    hold: { id: number | null; needed: number; wanted: number },
  ): Promise<{ id: number; granted: number }> {
    let { room, held, left } = await roomFor(tx, owner);
    if (room - hold.wanted < ampleBytes) {
      // Read again under the lock: earlier waiters have reserved bytes.
      await rows(tx, sql`select pg_advisory_xact_lock(${lockKey})`);
      ({ room, held, left } = await roomFor(tx, owner));
    }
    const granted = Math.min(hold.wanted, room);
    if (granted < hold.needed) throw refusal(goodOf(owner), owner, { held, left, needed: hold.needed });
    if (hold.id === null) {
      const { caller, tokenId } = owner;
      const [made] = await tx.insert(heldUploads).values({ caller, tokenId, bytes: granted }).returning();
      if (!made) throw new Error('The database answered no row for an insert.');
      return { id: made.id, granted };
    }
    const more = sql`${heldUploads.bytes} + ${granted}`;
    await tx.update(heldUploads).set({ bytes: more, touched: new Date() }).where(eq(heldUploads.id, hold.id));
    return { id: hold.id, granted };
  }

  const goodOf = ({ mayPause }: HoldOwner) => (mayPause ? limits.parked : limits.unfinished);

  /** Bytes that this caller may still reserve, and the limit that stops it. */
  async function roomFor(tx: Queries, owner: HoldOwner) {
    const held = await heldBytes(tx, owner, limits.forgetAfterMs);
    const left = await bytesLeft(tx, owner);
    const ofToken = left === null ? Number.POSITIVE_INFINITY : left - held.token;
    return {
      room: Math.min(roomLeft(goodOf(owner), held, { stranger: isStranger(owner.caller) }), ofToken),
      held,
      left,
    };
  }

  return {
    open(owner) {
      let id: number | null = null;
      let granted = 0;
      let touched = 0;
      return {
        keepFree: isStranger(owner.caller) ? limits.tokenReserveBytes : 0,
        take(bytes, expected) {
          return locks.take('holds', async () => {
            if (bytes > granted) {
              const needed = bytes - granted;
              const wanted = Math.max(needed, Math.min(pieceBytes, expected - granted));
              const grown = await db.transaction((tx) => grow(tx, owner, { id, needed, wanted }));
              id = grown.id;
              granted += grown.granted;
              touched = Date.now();
            } else if (id !== null && Date.now() - touched > touchEveryMs) {
              touched = Date.now();
              await db.update(heldUploads).set({ touched: new Date() }).where(eq(heldUploads.id, id));
            }
            granted -= bytes;
          });
        },
        async release() {
          if (id === null) return;
          // A hold that cannot be deleted now expires; the form gets its answer all the same.
          await db
            .delete(heldUploads)
            .where(eq(heldUploads.id, id))
            .catch(() => undefined);
          id = null;
        },
      };
    },
  };
}

/** Bytes that are half-received, on the account of the token among them. */
interface HeldBytes extends UsedGood {
  token: number;
}

/** Bytes that are half-received now, those of uploads that pause too. */
export async function heldBytes(
  db: Queries,
  { caller, tokenId }: Pick<HoldOwner, 'caller' | 'tokenId'>,
  forgetAfterMs: number,
): Promise<HeldBytes> {
  const since = new Date(Date.now() - forgetAfterMs).toISOString();
  const { bytes, caller: by, tokenId: of, touched } = heldUploads;
  const begun = resumableUploads;
  const answer = await rows(
    db,
    sql`
      select coalesce(sum(bytes) filter (where caller = ${caller}), 0) as caller,
        coalesce(sum(bytes), 0) as all,
        coalesce(sum(bytes) filter (where starts_with(caller, ${strangersPrefix})), 0) as strangers,
        coalesce(sum(bytes) filter (where token_id = ${tokenId}::integer), 0) as token
      from (
        select ${by} as caller, ${of} as token_id, ${bytes} as bytes
        from ${heldUploads} where ${touched} > ${since}::timestamptz
        union all
        select ${begun.caller}, ${begun.tokenId}, ${begun.received} from ${begun}
      ) as held
    `,
  );
  const [held] = sums.parse(answer);
  return held;
}

function refusal(
  good: SharedGood,
  owner: HoldOwner,
  { held, left, needed }: { held: HeldBytes; left: number | null; needed: number },
): AppError {
  if (left !== null && left - held.token < needed) return quotaExceeded(owner.quota ?? 0, left - held.token);
  const retryAfter = 60;
  switch (limitReached(good, held, { stranger: isStranger(owner.caller), wanted: needed })) {
    case 'caller': {
      const message = `Your uploads that are under way hold ${held.caller} bytes already, of ${good.caller} at a time. Wait for one of them to end.`;
      return new AppError('TOO_MANY_REQUESTS', message, { retryAfter });
    }
    case 'strangers': {
      const most = Math.floor(good.strangers);
      const message = `Uploads of callers without a token hold ${held.strangers} bytes, of ${most} at a time. ${keptForTokens}`;
      return new AppError('UNAVAILABLE', message, { retryAfter });
    }
    default: {
      const message = `All uploads that are under way hold ${held.all} bytes, of ${good.all} at a time. Try again in a while.`;
      return new AppError('UNAVAILABLE', message, { retryAfter });
    }
  }
}
