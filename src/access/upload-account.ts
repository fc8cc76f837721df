import type { Config } from '../config.ts';
import { refuseFullQueue } from '../core/runs/queued-runs.ts';
import type { Database } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { bytesLeft, quotaExceeded } from '../limits/quotas.ts';
import { limitKey, megabytes } from '../limits/rate-limits.ts';
import type { IncomingFile, ReceiveLimits } from '../storage/storage.ts';
import type { AccessControl } from './access-control.ts';
import type { Caller } from './caller.ts';
import type { Viewer } from './permissions.ts';

/** Counts the files of one form, or one fetched file, while they arrive. */
export interface UploadAccount {
  /** Bytes of the disk that this upload's files leave free beyond the common reserve. */
  keepFree: number;
  /** Begins to count a file. */
  file(): Promise<FileAccount>;
  /** Ends the account; its files are stored or deleted by then. */
  close(): Promise<void>;
}

/** Counts one file. */
export interface FileAccount {
  /** Counts bytes before they are stored. */
  add(bytes: number): Promise<void>;
  /** The file has arrived whole: its size stays counted, the rest of its reservation is released. */
  keep(): Promise<void>;
  /** The file is refused: its whole reservation is released. */
  giveBack(): Promise<void>;
}

/** An admitted upload, and the rest of its owner's quota. */
export interface AdmittedUpload {
  account: UploadAccount;
  /** Bytes; null without a quota. */
  left: number | null;
}

/** The token whose quota the upload counts against, and the most bytes of the upload. */
export interface ExpectedUpload {
  owner: Pick<Viewer, 'tokenId' | 'quota'>;
  expected: number;
  /** Whether the received bytes may wait for long before the rest arrives. */
  mayPause?: boolean;
}

/**
 * Counts an upload before its first byte. Fails with TOO_MANY_REQUESTS, with the error of a full queue, or with
 * STORAGE_FULL when the quota is used up.
 */
export async function admitUpload(
  {
    access,
    config,
    database,
  }: {
    access: Pick<AccessControl, 'limiter' | 'reservations'>;
    config: { sharedLimits: Pick<Config['sharedLimits'], 'queue'> };
    database: Pick<Database, 'db'>;
  },
  viewer: Viewer,
  upload: ExpectedUpload,
): Promise<AdmittedUpload> {
  const { owner } = upload;
  await refuseFullQueue(database.db, limitKey(viewer), config.sharedLimits.queue);
  await access.limiter.spend('uploads', viewer);
  await access.limiter.spend('megabytes', viewer, 0);
  const left = await bytesLeft(database.db, owner);
  if (left === 0) throw quotaExceeded(owner.quota ?? 0, 0);
  return { account: openUploadAccount(access, viewer, upload), left };
}

/** Receives a file into the store, counted on an account; after a failure its bytes no longer count. */
export async function receiveCounted(
  account: UploadAccount,
  receive: (counted: Required<Pick<ReceiveLimits, 'admit' | 'keepFree'>>) => Promise<IncomingFile>,
): Promise<IncomingFile> {
  const counted = await account.file();
  try {
    const file = await receive({ admit: counted.add, keepFree: account.keepFree });
    await counted.keep();
    return file;
  } catch (error) {
    // The first failure is the one to report.
    await counted.giveBack().catch(() => undefined);
    throw error;
  }
}

/** Megabytes reserved ahead while a file arrives. */
const pieceMegabytes = 8;

/**
 * Counts the files of a form for a caller while they arrive: uploads, the megabytes of the day, the limit of
 * half-received bytes, and the quota of `owner`. `expected` is the most bytes of the form.
 */
export function openUploadAccount(
  { limiter, reservations }: Pick<AccessControl, 'limiter' | 'reservations'>,
  viewer: Caller,
  { owner, expected, mayPause = false }: ExpectedUpload,
): UploadAccount {
  const { tokenId, quota } = owner;
  const reservation = reservations.open({ caller: limitKey(viewer), tokenId, quota, mayPause });
  let files = 0;
  let left = expected;
  // Counting is serialized: a file may be given back while a count is still pending, and the pending bytes would stay
  // counted.
  let counting: Promise<unknown> = Promise.resolve();
  return {
    keepFree: reservation.keepFree,
    async file() {
      files += 1;
      // The form was counted as one upload before the number of its files was known.
      if (files > 1) await limiter.spend('uploads', viewer);
      const day = openDayCount(limiter, viewer);
      return {
        add(bytes) {
          const counted = (async () => {
            await reservation.take(bytes, left);
            await day.add(bytes, left);
            left = Math.max(0, left - bytes);
          })();
          counting = counted.catch(() => undefined);
          return counted;
        },
        keep: day.keep,
        async giveBack() {
          await counting;
          await day.giveBack();
        },
      };
    },
    async close() {
      await counting;
      await reservation.release();
    },
  };
}

/** Counts a file towards the megabytes of the day: every megabyte that has begun counts. */
function openDayCount(
  limiter: AccessControl['limiter'],
  viewer: Caller,
): {
  [Name in keyof FileAccount]: Name extends 'add'
    ? (bytes: number, left: number) => Promise<void>
    : FileAccount[Name];
} {
  let arrived = 0;
  let spent = 0;
  const spend = async (points: number) => {
    // Refused megabytes count until they are given back.
    spent += points;
    await limiter.spend('megabytes', viewer, points);
  };
  const giveBack = async (points: number) => {
    spent -= points;
    await limiter.giveBack('megabytes', viewer, points);
  };
  return {
    async add(bytes, left) {
      arrived += bytes;
      const needed = megabytes(arrived) - spent;
      if (needed <= 0) return;
      const piece = Math.max(needed, Math.min(pieceMegabytes, megabytes(left)));
      try {
        await spend(piece);
      } catch (error) {
        if (!(error instanceof AppError) || piece === needed) throw error;
        await giveBack(piece);
        await spend(needed);
      }
    },
    async keep() {
      const ahead = spent - megabytes(arrived);
      if (ahead > 0) await giveBack(ahead);
    },
    async giveBack() {
      if (spent > 0) await giveBack(spent);
    },
  };
}
