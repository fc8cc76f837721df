import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { resumableUploads } from '../../drizzle/schema.ts';
import { createToken } from '../../src/access/tokens.ts';
import {
  beginUpload,
  dropAbandonedUploads,
  dropUpload,
  findUpload,
  keptFor,
  receivedBytes,
  recordReceived,
  releaseAllUploads,
  releaseUpload,
  showReceiving,
  sweepUploads,
  takeUpload,
} from '../../src/core/files/resumable-uploads.ts';
import type { Database } from '../../src/database/database.ts';
import { databaseKind, openScratchDatabase } from '../support/database.ts';
import { openTemporaryStorage, type TemporaryStorage } from '../support/temporary-storage.ts';

let database: Database;
let place: TemporaryStorage;
beforeEach(async () => {
  database = await openScratchDatabase(databaseKind);
  place = await openTemporaryStorage();
});
afterEach(async () => {
  await database?.close();
  await place?.[Symbol.asyncDispose]();
});

const needs = () => ({ database, storage: place.storage });
const minutes = (count: number) => new Date(Date.now() + count * 60_000);

/** Begins an upload of so many bytes; answers its id. */
async function begin(size = 3, caller = 'a', tokenId: number | null = null): Promise<string> {
  const id = randomUUID();
  const beganBy = { kind: 'anonymous', name: 'anonymous', tokenId: null, address: '192.0.2.1' } as const;
  const about = { caller, beganBy, tokenId, ticketId: null, filename: 'a.zip', size };
  await beginUpload(needs(), { id, ...about });
  return id;
}

async function found(id: string) {
  const upload = await findUpload(database.db, id);
  if (!upload) throw new Error(`There is no upload ${id}.`);
  return upload;
}

const append = (id: string, text: string) =>
  place.storage.resumable.append(id, Readable.from([Buffer.from(text)]), { maxBytes: 100 });
const sizeOf = (id: string) => place.storage.resumable.size(id);
/** As if the last sign of it were so long ago. */
const age = (id: string, since: string) =>
  database.db
    .update(resumableUploads)
    .set({ touched: sql`now() - ${since}::interval` })
    .where(eq(resumableUploads.id, id));
/** Whether anything has been heard of it within the last minute. */
const isFresh = async (id: string) => (await found(id)).touched > minutes(-1);

it('an upload whose file cannot be made has a row, which is swept, and never a file without one', async () => {
  const { resumable } = place.storage;
  const failing = { ...resumable, begin: () => Promise.reject(new Error('no room')) };
  const storage = { ...place.storage, resumable: failing };
  const beganBy = { kind: 'anonymous', name: 'anonymous', tokenId: null, address: '192.0.2.1' } as const;
  const id = randomUUID();
  const about = { caller: 'a', beganBy, tokenId: null, ticketId: null, filename: 'a.zip', size: 3 };
  await expect(beginUpload({ database, storage }, { id, ...about })).rejects.toThrow('no room');
  expect(await found(id)).toMatchObject({ id, received: 0, sha256: null });
});

it('what has come is told by the file until it is whole, and by the row from then on', async () => {
  const [id, other] = [await begin(), await begin()];
  await append(id, 'ab');
  await age(id, '1 day');
  expect(await receivedBytes(needs(), await found(id))).toBe(2);
  expect(await recordReceived(needs(), await found(id))).toMatchObject({ id, received: 2, sha256: null });
  expect(await found(id)).toMatchObject({ received: 2, sha256: null });
  expect(await isFresh(id)).toBe(true);
  await append(id, 'c');
  const sha256 = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
  expect(await recordReceived(needs(), await found(id))).toMatchObject({ received: 3, sha256 });
  expect(await found(id)).toMatchObject({ received: 3, sha256 });
  // Published since, it is whole all the same.
  await place.storage.resumable.discard(id);
  expect(await receivedBytes(needs(), await found(id))).toBe(3);
  expect(await recordReceived(needs(), await found(id))).toMatchObject({ received: 3, sha256 });
  expect(await found(other)).toMatchObject({ received: 0, sha256: null });
  await place.storage.resumable.discard(other);
  expect(await receivedBytes(needs(), await found(other))).toBe(0);
});

it('uploads are given up to which nobody adds, those of callers without a token after an hour, and not while somebody does', async () => {
  const [old, recent, held, lapsed] = [await begin(), await begin(), await begin(), await begin()];
  await createToken(database, { name: 'bot', role: 'publisher', voter: false, quota: null, expires: null });
  // The first came by a ticket of that token, and its sender showed none.
  const [strangers, recentOfStrangers] = [await begin(3, 'address:::1', 1), await begin(3, 'address:::1')];
  await takeUpload(database, { id: held, writer: randomUUID(), milliseconds: 3_600_000 });
  await takeUpload(database, { id: lapsed, writer: randomUUID(), milliseconds: -1_000 });
  for (const id of [old, held, lapsed]) await age(id, '25 hours');
  for (const id of [recent, strangers]) await age(id, '61 minutes');
  await age(recentOfStrangers, '59 minutes');
  expect(await dropAbandonedUploads(needs(), new Date(), { resumableMs: 86_400_000 })).toBe(3);
  const ids = [old, recent, held, lapsed, strangers, recentOfStrangers];
  const rows = await Promise.all(ids.map(async (id) => (await findUpload(database.db, id)) !== null));
  expect(rows).toEqual([false, true, true, false, false, true]);
  expect(await Promise.all(ids.map(sizeOf))).toEqual([null, 0, 0, null, null, 0]);
  const least = { resumableMs: 300_000 };
  expect(await dropAbandonedUploads(needs(), new Date(), least)).toBe(2);
  const kept = (id: string, retention: { resumableMs: number }) =>
    found(id).then((upload) => keptFor(upload, retention));
  expect([await kept(held, least), await kept(held, { resumableMs: 86_400_000 })]).toEqual([
    300_000, 86_400_000,
  ]);
});

it('what brings no byte keeps no upload for longer', async () => {
  const id = await begin(3, 'address:::1');
  await append(id, 'ab');
  await recordReceived(needs(), await found(id));
  await age(id, '1 day');
  const writer = randomUUID();
  await takeUpload(database, { id, writer, milliseconds: 3_600_000 });
  await recordReceived(needs(), await found(id));
  await releaseUpload(database, writer);
  expect(await isFresh(id)).toBe(false);
  await showReceiving(database, id);
  expect(await isFresh(id)).toBe(true);
});

it('files are swept that have no row and are old enough', async () => {
  const [kept, orphan] = [await begin(), randomUUID()];
  await place.storage.resumable.begin(orphan);
  expect(await sweepUploads(needs(), minutes(-60))).toBe(0);
  expect(await sizeOf(orphan)).toBe(0);
  expect(await sweepUploads(needs(), minutes(60))).toBe(1);
  expect([await sizeOf(kept), await sizeOf(orphan)]).toEqual([0, null]);
});

it('an upload is one writer’s until that lets go of it, or has not been heard of for too long', async () => {
  const [id, other] = [await begin(), await begin()];
  const [one, two] = [randomUUID(), randomUUID()];
  const take = (writer: string, milliseconds = 3_600_000) =>
    takeUpload(database, { id, writer, milliseconds });
  expect(await take(one)).toBe(true);
  expect((await found(other)).writer).toBeNull();
  expect(await take(two)).toBe(false);
  expect(await take(one)).toBe(true);
  await takeUpload(database, { id: other, writer: two, milliseconds: 3_600_000 });
  await releaseUpload(database, one);
  expect(await found(id)).toMatchObject({ writer: null, writerUntil: null });
  expect((await found(other)).writer).toBe(two);
  expect(await take(two, -1_000)).toBe(true);
  expect(await take(one)).toBe(true);
  await releaseAllUploads(database);
  for (const each of [id, other])
    expect(await found(each)).toMatchObject({ writer: null, writerUntil: null });
  await dropUpload(needs(), id);
  await expect(take(one)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
