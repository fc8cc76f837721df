import { Readable } from 'node:stream';
import { like } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { heldUploads, rateLimits } from '../../drizzle/schema.ts';
import { anonymous, type Viewer } from '../../src/access/permissions.ts';
import { admitUpload, openUploadAccount, receiveCounted } from '../../src/access/upload-account.ts';
import { AppError } from '../../src/errors.ts';
import { type Limiter, openLimiter, type RateLimits } from '../../src/limits/rate-limits.ts';
import { openUploadReservations } from '../../src/limits/upload-reservations.ts';
import type { IncomingFile, ReceiveLimits } from '../../src/storage/storage.ts';
import { databaseKind, openScratchDatabase } from '../support/database.ts';
import { tokenIn } from './callers.ts';

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

const database = await openScratchDatabase(databaseKind);
const limiter = openLimiter(database, limits);
const good = { caller: 100 * MB, all: 1_000 * MB, anonymous: 1_000 * MB };
const reservations = openUploadReservations(database, {
  unfinished: good,
  parked: good,
  forgetAfterMs: 60_000,
  tokenReserveBytes: 0,
});
afterAll(async () => {
  limiter?.[Symbol.dispose]();
  await database.close();
});

let callers = 0;
/** Somebody who has not been here before. */
function newcomer(): Viewer {
  callers += 1;
  return anonymous(`192.0.2.${callers}`);
}

function openAccount(viewer: Viewer, expected: number) {
  return openUploadAccount({ limiter, reservations }, viewer, { owner: viewer, expected });
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
  const account = openUploadAccount({ limiter: noting, reservations }, viewer, {
    owner: viewer,
    expected: MB,
  });
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
  const file = await openUploadAccount({ limiter: failing, reservations }, viewer, {
    owner: viewer,
    expected: 9 * MB,
  }).file();
  await expect(file.add(1)).rejects.toThrow('away');
  expect(asked).toEqual(['megabytes']);
});

it('holds against the quota of its owner, whoever sends it', async () => {
  await tokenIn(database, 'small', { quota: 5 });
  const owner = { tokenId: 1, quota: 5 };
  const account = openUploadAccount({ limiter, reservations }, newcomer(), { owner, expected: 9 });
  const file = await account.file();
  await file.add(5);
  await expect(file.add(1)).rejects.toMatchObject({ code: 'STORAGE_FULL' });
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
  const access = { limiter, reservations };
  const config = { sharedLimits: { queue: { all: 5, caller: 5, anonymous: 5 } } };
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
