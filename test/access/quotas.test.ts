import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import {
  files,
  heldUploads,
  modPackFiles,
  modPacks,
  queuedRuns,
  resumableUploads,
  serverPacks,
} from '../../drizzle/schema.ts';
import { accountOf } from '../../src/access/accounts.ts';
import { anonymous } from '../../src/access/permissions.ts';
import { findStoredBytes } from '../../src/access/token-use.ts';
import { revokeToken } from '../../src/access/tokens.ts';
import { expectedServerPackBytes } from '../../src/core/packs/server-packs.ts';
import type { Database } from '../../src/database/database.ts';
import { bytesLeft, fetchedBytes, quotaExceeded, spendQuota, storedBytes } from '../../src/limits/quotas.ts';
import { databaseKind, databaseKinds, openScratchDatabase } from '../support/database.ts';
import { insertRun } from '../support/rows.ts';
import { tokenIn } from './callers.ts';

const full = { code: 'STORAGE_FULL' };

/** A row of a file of so many bytes; answers its id. */
async function fileOf({ db }: Database, size: number, removed: Date | null = null): Promise<number> {
  const sha256 = crypto.randomUUID();
  const [file] = await db.insert(files).values({ sha256, size, storageKey: sha256, removed }).returning();
  return file?.id ?? 0;
}

/** A modpack that a token has uploaded, with what was fetched for it; answers its id. */
async function modPackOf(
  database: Database,
  tokenId: number | null,
  { size, fetched = [], removed = null }: { size: number; fetched?: number[]; removed?: Date | null },
): Promise<number> {
  const fileId = await fileOf(database, size, removed);
  const [made] = await database.db
    .insert(modPacks)
    .values({ fileId, name: 'a.zip', status: 'CHECKED', tokenId })
    .returning();
  const modPackId = made?.id ?? 0;
  const rows = fetched.map((id, position) => ({
    modPackId,
    position,
    path: `mods/${position}.jar`,
    fileId: id,
    crc32: 0,
  }));
  if (rows.length > 0) await database.db.insert(modPackFiles).values(rows);
  return modPackId;
}

/** A run of a modpack that a token has asked for; answers its id. */
async function runOf(database: Database, tokenId: number | null, modPackId: number): Promise<number> {
  return (await insertRun(database, modPackId, tokenId)).runConfigurationId;
}

async function buildFor(database: Database, runConfigurationId: number, modPackId: number, size: number) {
  const fileId = await fileOf(database, size);
  await database.db.insert(serverPacks).values({ modPackId, runConfigurationId, fileId });
}

// One database, in the order of a token's life: what it has stored, what it waits for, what is on its way.
describe.each(databaseKinds)('the quota of a token, on the %s database', async (kind) => {
  const mine = { tokenId: 1, quota: 1_000_000 };
  const database = await openScratchDatabase(kind);
  await tokenIn(database, 'mine', { quota: mine.quota });
  await tokenIn(database, 'other');
  afterAll(() => database.close());
  const spend = (tokenId: number, expected: number) =>
    database.db.transaction((tx) => spendQuota(tx, tokenId, expected));

  it('counts what it has uploaded, what was fetched for that, each file once, and what it had built', async () => {
    const { db } = database;
    expect([await storedBytes(db, 1), await bytesLeft(db, mine)]).toEqual([0, mine.quota]);
    const shared = await fileOf(database, 1_000);
    const first = await modPackOf(database, 1, {
      size: 10_000,
      fetched: [shared, await fileOf(database, 200)],
    });
    await modPackOf(database, 1, { size: 20_000, fetched: [shared] });
    await modPackOf(database, 1, { size: 400_000, removed: new Date() });
    const theirs = await modPackOf(database, 2, { size: 3_000, fetched: [shared] });
    await modPackOf(database, null, { size: 50_000 });
    await buildFor(database, await runOf(database, 1, first), first, 7);
    await buildFor(database, await runOf(database, 1, theirs), theirs, 30);
    await buildFor(database, await runOf(database, 2, first), first, 500);
    await buildFor(database, await runOf(database, null, first), first, 600);
    const stored = [10_000 + 20_000 + 1_000 + 200 + 7 + 30, 3_000 + 1_000 + 500];
    expect([await storedBytes(db, 1), await storedBytes(db, 2), await storedBytes(db, 3)]).toEqual([
      ...stored,
      0,
    ]);
    const use = await findStoredBytes(database, [1, 2, 3]);
    expect(use.toSorted((a, b) => a.id - b.id)).toEqual([
      { id: 1, bytes: stored[0] },
      { id: 2, bytes: stored[1] },
    ]);
    expect([await fetchedBytes(db, first), await fetchedBytes(db, theirs)]).toEqual([1_200, 1_000]);
    expect(await bytesLeft(db, mine)).toBe(mine.quota - 31_237);
  });

  it('counts what the runs that wait may yet store, until they have ended', async () => {
    const { db } = database;
    const run = await runOf(database, 1, 1);
    const theirs = await runOf(database, 2, 1);
    await db.insert(queuedRuns).values(
      [run, theirs].map((runConfigurationId, turn) => ({
        runConfigurationId,
        modPackId: 1,
        caller: 'a',
        turn,
        state: 'WAITING' as const,
      })),
    );
    const left = mine.quota - 31_237 - expectedServerPackBytes(10_000 + 1_200);
    expect(await bytesLeft(db, mine)).toBe(left);
    await spend(1, left);
    await expect(spend(1, left + 1)).rejects.toMatchObject(full);
    await db.delete(queuedRuns).where(eq(queuedRuns.runConfigurationId, run));
    expect(await bytesLeft(db, mine)).toBe(mine.quota - 31_237);
  });

  it('is nothing that anybody has without one, and never less than nothing', async () => {
    const { db } = database;
    expect(await bytesLeft(db, { tokenId: null, quota: 5 })).toBeNull();
    expect(await bytesLeft(db, { tokenId: 1, quota: null })).toBeNull();
    expect(await bytesLeft(db, { tokenId: 1, quota: 5 })).toBe(0);
    expect(quotaExceeded(100, -20).message).toContain('100 bytes stored, and has 0 left');
    expect(quotaExceeded(100, 20).message).toContain('100 bytes stored, and has 20 left');
  });

  it('lets in what just fits, and holds what is on its way against runs alone', async () => {
    const { db } = database;
    const left = mine.quota - 31_237;
    await spend(1, left);
    await expect(spend(1, left + 1)).rejects.toMatchObject(full);
    await db.insert(heldUploads).values([
      { caller: 'a', tokenId: 1, bytes: 300 },
      { caller: 'a', tokenId: 2, bytes: 10_000 },
    ]);
    await db.insert(resumableUploads).values(
      [1, 2].map((tokenId) => ({
        id: crypto.randomUUID(),
        caller: 'a',
        beganBy: { kind: 'token' as const, name: 'a', tokenId, address: '' },
        tokenId,
        filename: 'a.zip',
        size: 50_000,
        received: tokenId * 20,
      })),
    );
    await spend(1, left - 320);
    await expect(spend(1, left - 319)).rejects.toMatchObject({
      ...full,
      message: expect.stringContaining(`has ${left - 320} left`),
    });
    // What has come of a form is stored by then.
    await modPackOf(database, 1, { size: left });
    await spend(1, 0);
    await modPackOf(database, 1, { size: 1 });
    await expect(spend(1, 0)).rejects.toMatchObject(full);
    await spend(2, 10 ** 12);
  });

  it('is nobody else’s business when the token has been revoked meanwhile', async () => {
    await revokeToken(database, 'other');
    for (const gone of [2, 3])
      await expect(spend(gone, 0)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});

it('the account of a run is charged with the server pack that is to come, but not again with what was uploaded for it', async () => {
  await using database = await openScratchDatabase(databaseKind);
  const quota = 10_000_000;
  await tokenIn(database, 'ci', { quota });
  const modPackId = await modPackOf(database, 1, { size: 1, fetched: [await fileOf(database, 500)] });
  const undone = new Error('undone');
  const { settle } = accountOf({ ...anonymous('192.0.2.1'), kind: 'token', name: 'ci', tokenId: 1 });
  const settling = (size: number, isUpload: boolean) =>
    database.db.transaction(async (tx) => {
      await settle?.(tx, { modPackId, size, isUpload });
      throw undone;
    });
  // The server pack is to hold once more the 500 that were fetched.
  const most = quota - 501 - expectedServerPackBytes(500);
  await expect(settling(most, false)).rejects.toBe(undone);
  await expect(settling(most + 1, false)).rejects.toMatchObject(full);
  await expect(settling(most + 1, true)).rejects.toBe(undone);
});
