import type { Config } from '../config.ts';
import { refuseFullQueue } from '../core/runs/queued-runs.ts';
import type { Database } from '../database/database.ts';
import { AppError } from '../errors.ts';
import type { IncomingFile, ReceiveLimits } from '../storage/storage.ts';
import type { AccessControl } from './access-control.ts';
import type { Caller } from './caller.ts';
import type { Viewer } from './permissions.ts';
import { bytesLeft, quotaExceeded } from './quotas.ts';
import { limitKey, megabytes } from './rate-limits.ts';

/** Counts the files of one form, or one fetched file, while they arrive. */
export interface UploadAccount {
  /** Bytes of the disk that its files leave free beyond those that all do. */
  keepFree: number;
  /** A file begins. */
  file(): Promise<FileAccount>;
  /** Ends the account; its files are stored or deleted by now. */
  close(): Promise<void>;
}

/** On which one file is counted. */
export interface FileAccount {
  /** Counts bytes before they are stored. */
  add(bytes: number): Promise<void>;
  /** The file has arrived whole: its size stays counted, the rest of its reservation is released. */
  keep(): Promise<void>;
  /** The file is refused: its whole reservation is released. */
  giveBack(): Promise<void>;
}

/** An upload that has been let in, and what its owner's quota has left. */
export interface AdmittedUpload {
  account: UploadAccount;
  /** Bytes; null without a quota. */
  left: number | null;
}

/** Whose quota it counts against, and how many bytes come at most. */
export interface ExpectedUpload {
  owner: Pick<Viewer, 'tokenId' | 'quota'>;
  expected: number;
  /** Whether what has come may lie for long before the rest does. */
  mayPause?: boolean;
}

/**
 * Counts an upload before its first byte. Fails with TOO_MANY_REQUESTS, as a full queue does, or with STORAGE_FULL when the
 * quota is used up.
 */
export async function admitUpload(
  {
    access,
    config,
    database,
  }: {
    access: Pick<AccessControl, 'limiter' | 'holds'>;
    config: { goods: Pick<Config['goods'], 'queue'> };
    database: Pick<Database, 'db'>;
  },
  viewer: Viewer,
  upload: ExpectedUpload,
): Promise<AdmittedUpload> {
  const { owner } = upload;
  await refuseFullQueue(database.db, limitKey(viewer), config.goods.queue);
  await access.limiter.spend('uploads', viewer);
  await access.limiter.spend('megabytes', viewer, 0);
  const left = await bytesLeft(database.db, owner);
  if (left === 0) throw quotaExceeded(owner.quota ?? 0, 0);
  return { account: openUploadAccount(access, viewer, upload), left };
}

/** Receives a file as the store does, counted on an account: what fails is given back. */
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

/** Megabytes that are counted ahead while a file arrives. */
const pieceMegabytes = 8;

/**
 * Counts the files of a form on the account of a caller while they arrive: uploads, the megabytes of the day, what it may
 * have half-received, and the quota of `owner`. `expected` is how many bytes the form has at most.
 */
export function openUploadAccount(
  { limiter, holds }: Pick<AccessControl, 'limiter' | 'holds'>,
  viewer: Caller,
  { owner, expected, mayPause = false }: ExpectedUpload,
): UploadAccount {
  const { tokenId, quota } = owner;
  const hold = holds.open({ caller: limitKey(viewer), tokenId, quota, mayPause });
  let files = 0;
  let left = expected;
  // Who breaks off a file does not wait for what is being counted then: what is given back before that would stay counted.
  let counting: Promise<unknown> = Promise.resolve();
  return {
    keepFree: hold.keepFree,
    async file() {
      files += 1;
      // The form has been counted as one upload, before anybody knew how many files it holds.
      if (files > 1) await limiter.spend('uploads', viewer);
      const day = openDayCount(limiter, viewer);
      return {
        add(bytes) {
          const counted = (async () => {
            await hold.take(bytes, left);
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
      await hold.release();
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
