import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { files, modPackFiles, modPacks, queuedRuns, uploadTickets } from '../../drizzle/schema.ts';
import { accountOf, uploadForTicket, voterNamed, voterOf } from '../../src/access/accounts.ts';
import type { Caller } from '../../src/access/caller.ts';
import { anonymous } from '../../src/access/permissions.ts';
import { createToken } from '../../src/access/tokens.ts';
import { runDefaults } from '../../src/archive/run-configuration.ts';
import { expectedServerPackBytes } from '../../src/core/packs/server-packs.ts';
import { defaultFileWishLimits } from '../../src/core/runs/file-wishes.ts';
import { formOnly } from '../../src/core/runs/modloader-versions.ts';
import type { Database } from '../../src/database/database.ts';
import { createDiskStorage } from '../../src/storage/disk.ts';
import { smallPack } from '../support/client.ts';
import { databaseKind, openScratchDatabase } from '../support/database.ts';

const somebody = anonymous('192.0.2.1');

describe('a vote', () => {
  it('is kept under a name that is the caller’s alone', () => {
    expect(voterOf({ ...somebody, kind: 'token', name: 'ci', tokenId: 7 })).toBe('token:7');
    const alice = voterOf({ ...somebody, kind: 'oidc', name: 'alice' });
    expect(alice).toBe('oidc:2bd806c97f0e00af1a1fc3328fa763a9269723c8db8fac4f93af71db186d6e90');
    expect(voterOf({ ...somebody, kind: 'oidc', name: 'bob' })).not.toBe(alice);
  });

  it('of nobody in particular counts each time', () => {
    expect(voterOf(somebody)).toBeNull();
  });

  it('of somebody for whom a caller vouches has the name that is given, but no name of a caller', () => {
    for (const name of ['discord:1', 'a token:1', 'tokens', 'oidc'])
      expect(voterNamed(name), name).toBe(name);
    for (const name of ['token:1', 'oidc:', 'token:'])
      expect(() => voterNamed(name), name).toThrow(
        expect.objectContaining({ code: 'INVALID_INPUT', details: { field: 'voter' } }),
      );
  });
});

describe('the account of a run', () => {
  const quota = 10_000_000;
  const size = 1_000;
  let database: Database;
  let modPackId: number;
  beforeAll(async () => {
    database = await openScratchDatabase(databaseKind);
    await createToken(database, { name: 'ci', role: 'publisher', voter: false, quota, expires: null });
    const [file] = await database.db
      .insert(files)
      .values({ sha256: 'a', size: 1, storageKey: 'a' })
      .returning();
    const [made] = await database.db
      .insert(modPacks)
      .values({ fileId: file?.id ?? 0, name: 'a.zip', status: 'CHECKED', tokenId: 1 })
      .returning();
    modPackId = made?.id ?? 0;
    const [fetched] = await database.db
      .insert(files)
      .values({ sha256: 'b', size: 500, storageKey: 'b' })
      .returning();
    await database.db
      .insert(modPackFiles)
      .values({ modPackId, position: 0, path: 'mods/b.jar', fileId: fetched?.id ?? 0, crc32: 0 });
  });
  afterAll(() => database?.close());

  /** Settles a run of so many bytes in a transaction that is undone. */
  async function settle(account: ReturnType<typeof accountOf>, run: { size: number; isUpload: boolean }) {
    const undone = new Error('undone');
    const settled = database.db.transaction(async (tx) => {
      await account.settle?.(tx, { modPackId, ...run });
      throw undone;
    });
    await settled.catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  }

  const token = { ...somebody, kind: 'token', name: 'ci', tokenId: 1 } as const;
  const full = { code: 'STORAGE_FULL' };

  it('is that of the caller', () => {
    expect(accountOf(token)).toMatchObject({ tokenId: 1, caller: 'token:1' });
    expect(accountOf(somebody)).toMatchObject({
      tokenId: null,
      wantsSecret: true,
      caller: 'address:192.0.2.1',
    });
    const signedIn = { ...somebody, kind: 'oidc', name: 'ada' } as const;
    expect(accountOf(signedIn)).toMatchObject({ subject: 'ada', wantsSecret: false });
  });

  it('is charged with the server pack that is to come, but not again with what was uploaded for it', async () => {
    // Stored are a byte that was uploaded and the 500 that were fetched, which the server pack is to hold once more.
    const most = quota - 501 - expectedServerPackBytes(500);
    await settle(accountOf(token), { size: most, isUpload: false });
    await expect(settle(accountOf(token), { size: most + 1, isUpload: false })).rejects.toMatchObject(full);
    await settle(accountOf(token), { size: most + 1, isUpload: true });
  });

  it('is charged with nothing where nobody has a quota', async () => {
    await settle(accountOf(somebody), { size: 100 * quota, isUpload: false });
  });

  it('ends the resumable upload by which the modpack came, whoever sent it', async () => {
    for (const caller of [token, somebody]) {
      const spend = vi.fn<() => Promise<void>>(async () => {});
      await settle(accountOf(caller, spend), { size, isUpload: true });
      expect(spend).toHaveBeenCalledOnce();
    }
  });
});

describe('an upload with a ticket', () => {
  let database: Database;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'accounts-'));
    database = await openScratchDatabase(databaseKind);
    await createToken(database, { name: 'bot', role: 'publisher', voter: false, quota: null, expires: null });
  });
  afterAll(async () => {
    await database?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Uploads a pack with a ticket of this maker; answers whose modpack and run it became, and the ticket. */
  async function uploadWith(
    maker: number | string | null,
    uploader: Caller,
    mark: string,
    spend?: () => Promise<void>,
  ) {
    const { db } = database;
    const run = { gameVersion: '1.20.1', modloader: 'Fabric', modloaderVersion: '0.15.6' } as const;
    const lists = { startArgs: [], clientMods: [], whitelistedMods: [] };
    const [made] = await db
      .insert(uploadTickets)
      .values({
        runConfiguration: { ...runDefaults, ...run, ...lists },
        tokenId: typeof maker === 'number' ? maker : null,
        subject: typeof maker === 'string' ? maker : null,
        expires: new Date(),
      })
      .returning();
    const ticket = made ?? expect.fail('There is no ticket.');
    const storage = await createDiskStorage({ directory: folder });
    const file = await storage.receive(Readable.from([smallPack(mark)]), { maxBytes: 1_000_000 });
    const needs = {
      database,
      storage,
      versions: formOnly,
      readVersions: async () => null,
      unpackInner: async () => null,
      config: {
        fileWishLimits: defaultFileWishLimits,
        tokenReserveBytes: 0,
        goods: { queue: { all: 100, caller: 1, strangers: 100 } },
      },
    };
    const accepted = await uploadForTicket(
      needs,
      ticket,
      uploader,
      { ...file, filename: `${mark}.zip` },
      spend,
    );
    const [modPack] = await db.select().from(modPacks).where(eq(modPacks.id, accepted.modPackId));
    const [spent] = await db.select().from(uploadTickets).where(eq(uploadTickets.id, ticket.id));
    return { modPack, run: accepted.runConfiguration, ticket: spent };
  }

  it('is its maker’s, whoever sends it, and spends the ticket and the resumable upload', async () => {
    const spend = vi.fn<() => Promise<void>>(async () => {});
    const { modPack, run, ticket } = await uploadWith(1, somebody, 'first', spend);
    expect(modPack).toMatchObject({ tokenId: 1, name: 'first.zip' });
    expect(run).toMatchObject({ modPackId: modPack?.id, gameVersion: '1.20.1', modloader: 'Fabric' });
    expect(ticket).toMatchObject({ used: expect.any(Date), modPackId: modPack?.id });
    expect(spend).toHaveBeenCalledOnce();
  });

  it.each([
    ['a token', 1],
    ['a subject', 'alice'],
    ['somebody unknown', null],
  ])('made by %s waits in the place of whoever sends it', async (title, maker) => {
    const callerOf = async ({ run }: Awaited<ReturnType<typeof uploadWith>>) => {
      const runConfigurationId = eq(queuedRuns.runConfigurationId, run.id);
      const [queued] = await database.db.select().from(queuedRuns).where(runConfigurationId);
      return queued?.caller;
    };
    const address = `2001:db8:${title.length}::`;
    expect(await callerOf(await uploadWith(maker, anonymous(address), `${title} a`))).toBe(
      `address:${address}`,
    );
    // One of a caller may wait.
    await expect(uploadWith(maker, anonymous(address), `${title} b`)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    });
    const tokenId = 100 + title.length;
    const known = { ...somebody, kind: 'token', name: 'other', tokenId } as const;
    const { modPack, run, ticket } = await uploadWith(maker, known, `${title} c`);
    expect(await callerOf({ modPack, run, ticket })).toBe(`token:${tokenId}`);
    // The modpack is the maker's all the same.
    expect(modPack).toMatchObject({ tokenId: maker === 1 ? 1 : null });
  });
});
