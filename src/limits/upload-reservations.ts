import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { heldUploads, resumableUploads } from '../../drizzle/schema.ts';
import { type Database, type Queries, rows } from '../database/database.ts';
import { createLocalLocks } from '../database/local-locks.ts';
import { AppError } from '../errors.ts';
import { bytesLeft, quotaExceeded } from './quotas.ts';
import {
  anonymousPrefix,
  isAnonymous,
  keptForTokens,
  limitReached,
  roomLeft,
  type SharedLimit,
  type SharedLimits,
  type UsedLimit,
} from './shared-limits.ts';

/** Limits on half-received bytes. */
export interface ReservationLimits extends Pick<SharedLimits, 'unfinished' | 'parked'> {
  /** Bytes of the disk, beyond the reserve, that are kept for callers with a token. */
  tokenReserveBytes: number;
  /** Milliseconds without a heartbeat after which a reservation counts as that of a dead node. */
  forgetAfterMs: number;
}

/** The account against which a form is received. */
export interface ReservationOwner {
  /** The sender: an address, a token or a subject. */
  caller: string;
  /**
   * The token whose quota the form counts against, if any; a ticket's token gives the sender no share of callers with a
   * token.
   */
  tokenId: number | null;
  quota: number | null;
  /** Whether received bytes may wait for long before the rest arrives. */
  mayPause?: boolean;
}

/** The half-received bytes of one form, counted as they arrive, for all nodes together. */
export interface UploadReservation {
  /** Bytes of the disk that the form leaves free, beyond the reserve. */
  keepFree: number;
  /**
   * Counts `bytes` before they are stored. `expected` is the most that may still come, if known. Fails with
   * TOO_MANY_REQUESTS, UNAVAILABLE, or STORAGE_FULL when the bytes do not fit into the quota.
   */
  take(bytes: number, expected: number): Promise<void>;
  /** Releases the reservation: its bytes are stored by now, or gone. */
  release(): Promise<void>;
}

export interface UploadReservations {
  open(owner: ReservationOwner): UploadReservation;
}

/** Bytes reserved at a time; large pieces make counting cheap. */
const pieceBytes = 8 * 1024 * 1024;
/** Milliseconds between two heartbeats of a reservation. */
const touchEveryMs = 60_000;
/**
 * While the limits leave this much beyond the request, uploads take no lock. A node reserves one piece at a time, so 64
 * nodes would have to reserve at once to exceed the limits, and would exceed them only by their pieces.
 */
const ampleBytes = 64 * pieceBytes;
/** PostgreSQL's lock for counting and making reservations when less is left. */
const lockKey = 7_302_114;
const sums = z.tuple([
  z.object({
    caller: z.coerce.number(),
    all: z.coerce.number(),
    anonymous: z.coerce.number(),
    token: z.coerce.number(),
  }),
]);

export function openUploadReservations(
  { db }: Pick<Database, 'db'>,
  limits: ReservationLimits,
): UploadReservations {
  // Reservations run one at a time in this process, so that waiting for the lock occupies only one connection.
  const locks = createLocalLocks();

  /**
   * Enlarges the reservation, by a piece if that fits and by at least `needed`; returns its id and how much it grew.
   */
  async function grow(
    owner: ReservationOwner,
    hold: { id: number | null; needed: number; wanted: number },
  ): Promise<{ id: number; granted: number }> {
    const found = await roomFor(db, owner);
    if (found.room - hold.wanted >= ampleBytes) return reserve(db, owner, hold, found);
    return db.transaction(async (tx) => {
      // The amounts are read again under the lock: earlier waiters have reserved bytes.
      await rows(tx, sql`select pg_advisory_xact_lock(${lockKey})`);
      return reserve(tx, owner, hold, await roomFor(tx, owner));
    });
  }

  async function reserve(
    tx: Queries,
    owner: ReservationOwner,
    hold: { id: number | null; needed: number; wanted: number },
    { room, held, left }: Awaited<ReturnType<typeof roomFor>>,
  ): Promise<{ id: number; granted: number }> {
    const granted = Math.min(hold.wanted, room);
    if (granted < hold.needed) throw refusal(limitOf(owner), owner, { held, left, needed: hold.needed });
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

  const limitOf = ({ mayPause }: ReservationOwner) => (mayPause ? limits.parked : limits.unfinished);

  /** Bytes that this caller may still reserve, and the amounts in use. */
  async function roomFor(tx: Queries, owner: ReservationOwner) {
    const held = await heldBytes(tx, owner, limits.forgetAfterMs);
    const left = await bytesLeft(tx, owner);
    const ofToken = left === null ? Number.POSITIVE_INFINITY : left - held.token;
    return {
      room: Math.min(roomLeft(limitOf(owner), held, { anonymous: isAnonymous(owner.caller) }), ofToken),
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
        keepFree: isAnonymous(owner.caller) ? limits.tokenReserveBytes : 0,
        take(bytes, expected) {
          return locks.take('holds', async () => {
            if (bytes > granted) {
              const needed = bytes - granted;
              const wanted = Math.max(needed, Math.min(pieceBytes, expected - granted));
              const grown = await grow(owner, { id, needed, wanted });
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
          // A reservation that cannot be deleted now expires; the form is answered all the same.
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

/** Half-received bytes, with those of the owner's token among them. */
interface ReservedBytes extends UsedLimit {
  token: number;
}

/** Half-received bytes now, of paused uploads, too. */
export async function heldBytes(
  db: Queries,
  { caller, tokenId }: Pick<ReservationOwner, 'caller' | 'tokenId'>,
  forgetAfterMs: number,
): Promise<ReservedBytes> {
  const since = new Date(Date.now() - forgetAfterMs).toISOString();
  const { bytes, caller: by, tokenId: of, touched } = heldUploads;
  const begun = resumableUploads;
  const answer = await rows(
    db,
    sql`
      select coalesce(sum(bytes) filter (where caller = ${caller}), 0) as caller,
        coalesce(sum(bytes), 0) as all,
        coalesce(sum(bytes) filter (where starts_with(caller, ${anonymousPrefix})), 0) as anonymous,
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
  limit: SharedLimit,
  owner: ReservationOwner,
  { held, left, needed }: { held: ReservedBytes; left: number | null; needed: number },
): AppError {
  if (left !== null && left - held.token < needed) return quotaExceeded(owner.quota ?? 0, left - held.token);
  const retryAfter = 60;
  switch (limitReached(limit, held, { anonymous: isAnonymous(owner.caller), wanted: needed })) {
    case 'caller': {
      const message = `Your uploads that are under way hold ${held.caller} bytes already, of ${limit.caller} at a time. Wait for one of them to end.`;
      return new AppError('TOO_MANY_REQUESTS', message, { retryAfter });
    }
    case 'anonymous': {
      const most = Math.floor(limit.anonymous);
      const message = `Uploads of callers without a token hold ${held.anonymous} bytes, of ${most} at a time. ${keptForTokens}`;
      return new AppError('UNAVAILABLE', message, { retryAfter });
    }
    default: {
      const message = `All uploads that are under way hold ${held.all} bytes, of ${limit.all} at a time. Try again in a while.`;
      return new AppError('UNAVAILABLE', message, { retryAfter });
    }
  }
}
