import { Readable } from 'node:stream';
import { like } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { heldUploads, rateLimits } from '../../drizzle/schema.ts';
import { anonymous, type Viewer } from '../../src/access/permissions.ts';
import { type Limiter, openLimiter, type RateLimits } from '../../src/access/rate-limits.ts';
import { createToken } from '../../src/access/tokens.ts';
import { admitUpload, openUploadAccount, receiveCounted } from '../../src/access/upload-account.ts';
import { openUploadHolds, type UploadHolds } from '../../src/access/upload-holds.ts';
import type { Database } from '../../src/database/database.ts';
import { AppError } from '../../src/errors.ts';
import type { IncomingFile, ReceiveLimits } from '../../src/storage/storage.ts';
import { databaseKind, openScratchDatabase } from '../support/database.ts';

const MB = 1_000_000;
const hour = 3600;
const limits: RateLimits = {
  uploads: { points: 3, seconds: hour },
  generates: { points: 1, seconds: hour },
  megabytes: { points: 20, seconds: hour },
  votes: { points: 1, seconds: hour },
  reads: { points: 1, seconds: hour },
};
const tooMany = { code: 'TOO_MANY_REQUESTS' };

let database: Database;
let limiter: Limiter;
let holds: UploadHolds;
beforeAll(async () => {
  database = await openScratchDatabase(databaseKind);
  limiter = openLimiter(database, limits);
  const good = { caller: 100 * MB, all: 1_000 * MB, strangers: 1_000 * MB };
  holds = openUploadHolds(database, {
    unfinished: good,
    parked: good,
    forgetAfterMs: 60_000,
    tokenReserveBytes: 0,
  });
});
afterAll(async () => {
  limiter?.[Symbol.dispose]();
  await database?.close();
});

let callers = 0;
/** Somebody who has not been here before. */
function newcomer(): Viewer {
  callers += 1;
  return anonymous(`192.0.2.${callers}`);
}

function openAccount(viewer: Viewer, expected: number) {
  return openUploadAccount({ limiter, holds }, viewer, { owner: viewer, expected });
}

/** How much of a limit somebody has used up. */
async function counted(action: 'uploads' | 'megabytes', { address }: Viewer): Promise<number> {
  const [row] = await database.db
    .select()
    .from(rateLimits)
    .where(like(rateLimits.key, `${action}:address:${address}`));
  return row?.points ?? 0;
}

async function held({ address }: Viewer): Promise<number[]> {
  const rows = await database.db
    .select()
    .from(heldUploads)
    .where(like(heldUploads.caller, `address:${address}`));
  return rows.map(({ bytes }) => bytes);
}

it('counts the megabytes of a file that have begun, some of them ahead while it arrives', async () => {
  const viewer = newcomer();
  const file = await openAccount(viewer, 19 * MB).file();
  await file.add(1);
  expect(await counted('megabytes', viewer)).toBe(8);
  await file.add(8 * MB - 1);
  expect(await counted('megabytes', viewer)).toBe(8);
  await file.add(1);
  expect(await counted('megabytes', viewer)).toBe(16);
  await file.keep();
  expect(await counted('megabytes', viewer)).toBe(9);
});

it('counts no more ahead than can come', async () => {
  const viewer = newcomer();
  const file = await openAccount(viewer, 2 * MB).file();
  await file.add(MB);
  expect(await counted('megabytes', viewer)).toBe(2);
  await file.keep();
  expect(await counted('megabytes', viewer)).toBe(1);
  await file.keep();
  expect(await counted('megabytes', viewer)).toBe(1);
});

it('counts what has come alone where what is ahead does not fit any more', async () => {
  const viewer = newcomer();
  await limiter.spend('megabytes', viewer, 17);
  const file = await openAccount(viewer, 50 * MB).file();
  await file.add(MB);
  expect(await counted('megabytes', viewer)).toBe(18);
  await file.add(2 * MB);
  expect(await counted('megabytes', viewer)).toBe(20);
  await expect(file.add(1)).rejects.toMatchObject(tooMany);
  await file.giveBack();
  expect(await counted('megabytes', viewer)).toBe(17);
  await file.giveBack();
  expect(await counted('megabytes', viewer)).toBe(17);
});

it('gives back all that it counted of a file that was refused at once', async () => {
  const viewer = newcomer();
  await limiter.spend('megabytes', viewer, 19);
  const file = await openAccount(viewer, 2 * MB).file();
  await expect(file.add(2 * MB)).rejects.toMatchObject(tooMany);
  await file.giveBack();
  expect(await counted('megabytes', viewer)).toBe(19);
});

it('asks for nothing back where nothing was counted ahead, and no second time for what was refused alone', async () => {
  const viewer = newcomer();
  const asked: [string, number][] = [];
  const noting: Limiter = {
    ...limiter,
    async spend(_action, _viewer, points = 1) {
      asked.push(['spent', points]);
      if (points > 2) throw new AppError('TOO_MANY_REQUESTS', 'Too many.');
    },
    async giveBack(_action, _viewer, points) {
      asked.push(['given back', points]);
    },
  };
  const account = openUploadAccount({ limiter: noting, holds }, viewer, { owner: viewer, expected: MB });
  const file = await account.file();
  await file.giveBack();
  await file.add(MB);
  await file.keep();
  expect(asked.splice(0)).toEqual([['spent', 1]]);
  await expect(file.add(3 * MB)).rejects.toMatchObject(tooMany);
  expect(asked).toEqual([['spent', 3]]);
  await account.close();
});

it('asks no second time when counting itself fails', async () => {
  const viewer = newcomer();
  const asked: string[] = [];
  const failing: Limiter = {
    ...limiter,
    async spend(action) {
      asked.push(action);
      throw new Error('the database is away');
    },
  };
  const file = await openUploadAccount({ limiter: failing, holds }, viewer, {
    owner: viewer,
    expected: 9 * MB,
  }).file();
  await expect(file.add(1)).rejects.toThrow('away');
  expect(asked).toEqual(['megabytes']);
});

it('counts each file of a form but the first as an upload of its own', async () => {
  const viewer = newcomer();
  const account = openAccount(viewer, MB);
  await account.file();
  expect(await counted('uploads', viewer)).toBe(0);
  await account.file();
  await account.file();
  expect(await counted('uploads', viewer)).toBe(2);
});

it('holds what can come of a form until it is over, and no more than that', async () => {
  const viewer = newcomer();
  const account = openAccount(viewer, 10 * MB);
  const file = await account.file();
  await file.add(1);
  const ahead = 8 * 1024 * 1024;
  expect(await held(viewer)).toEqual([ahead]);
  await file.add(ahead);
  expect(await held(viewer)).toEqual([10 * MB]);
  // A client may send more than it said.
  await file.add(3 * MB);
  expect(await held(viewer)).toEqual([ahead + 1 + 3 * MB]);
  await account.close();
  expect(await held(viewer)).toEqual([]);
});

it('holds against the quota of its owner, whoever sends it', async () => {
  await createToken(database, { name: 'small', role: 'publisher', voter: false, quota: 5, expires: null });
  const account = openUploadAccount({ limiter, holds }, newcomer(), {
    owner: { tokenId: 1, quota: 5 },
    expected: 9,
  });
  const file = await account.file();
  await file.add(5);
  await expect(file.add(1)).rejects.toMatchObject({
    code: 'STORAGE_FULL',
    message: expect.stringContaining('5 bytes stored, and has 0 left'),
  });
  await account.close();
});

it('keeps what arrives whole, and gives back what does not, with the first failure told', async () => {
  const viewer = newcomer();
  const source = Readable.from([]);
  const incoming: IncomingFile = { path: 'somewhere', size: MB, sha256: '' };
  const receive = async (_source: Readable, { admit }: ReceiveLimits) => {
    await admit?.(MB);
    return incoming;
  };
  const account = openAccount(viewer, 3 * MB);
  expect(await receiveCounted(account, (counted) => receive(source, { maxBytes: 5, ...counted }))).toBe(
    incoming,
  );
  expect(await counted('megabytes', viewer)).toBe(1);
  const breaking = async (limits: Pick<ReceiveLimits, 'admit'>) => {
    await receive(source, { maxBytes: 5, ...limits });
    throw new Error('the disk is broken');
  };
  await expect(receiveCounted(account, breaking)).rejects.toThrow('broken');
  expect(await counted('megabytes', viewer)).toBe(1);
  const unable = {
    keepFree: 0,
    close: account.close,
    file: async () => ({ ...(await account.file()), giveBack: () => Promise.reject(new Error('away')) }),
  };
  await expect(receiveCounted(unable, breaking)).rejects.toThrow('broken');
});

it('lets an upload in by what is left for it', async () => {
  const access = { limiter, holds };
  const config = { goods: { queue: { all: 5, caller: 5, strangers: 5 } } };
  const admit = (viewer: Viewer, owner: { tokenId: number | null; quota: number | null } = viewer) =>
    admitUpload({ access, config, database }, viewer, { owner, expected: MB });
  const viewer = newcomer();
  expect(await admit(viewer)).toMatchObject({ left: null });
  expect(await admit(viewer, { tokenId: 1, quota: 7 })).toMatchObject({ left: 7 });
  await expect(admit(viewer, { tokenId: 1, quota: 0 })).rejects.toMatchObject({
    code: 'STORAGE_FULL',
    message: expect.stringContaining('has 0 left'),
  });
  expect(await counted('uploads', viewer)).toBe(3);
  await expect(admit(viewer)).rejects.toMatchObject({
    ...tooMany,
    message: expect.stringContaining('uploads'),
  });
  const greedy = newcomer();
  await limiter.spend('megabytes', greedy, 20);
  await expect(limiter.spend('megabytes', greedy, 1)).rejects.toMatchObject(tooMany);
  await expect(admit(greedy)).rejects.toMatchObject({
    ...tooMany,
    message: expect.stringContaining('megabytes'),
  });
});

it('gives back what was being counted when a file was broken off', async () => {
  const viewer = newcomer();
  const account = openAccount(viewer, 19 * MB);
  const file = await account.file();
  const adding = file.add(1);
  await Promise.all([file.giveBack(), account.close()]);
  await adding;
  expect(await counted('megabytes', viewer)).toBe(0);
  expect(await held(viewer)).toEqual([]);
});
