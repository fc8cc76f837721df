import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { modPacks } from '../../drizzle/schema.ts';
import {
  type RunAccount,
  requestServerPack,
  retryModPack,
  uploadModPack,
} from '../../src/core/packs/mod-packs.ts';
import { formOnly } from '../../src/core/runs/modloader-versions.ts';
import { defaultOverrideLimits } from '../../src/core/runs/parse-overrides.ts';
import { smallPack } from '../support/client.ts';
import { databaseKind, openScratchDatabase } from '../support/database.ts';
import { openTemporaryStorage } from '../support/temporary-storage.ts';

const runConfiguration = {
  gameVersion: '1.20.1',
  modloader: 'Fabric',
  modloaderVersion: '0.15.7',
  startArgs: [],
  clientMods: [],
  whitelistedMods: [],
};

it('an account is asked for an upload as such, for one more server pack by itself, and for a new try not at all', async () => {
  await using database = await openScratchDatabase(databaseKind);
  await using store = await openTemporaryStorage();
  const needs = {
    database,
    storage: store.storage,
    versions: formOnly,
    readVersions: async () => null,
    unpackInner: async () => null,
    config: {
      overrideLimits: defaultOverrideLimits,
      tokenReserveBytes: 0,
      sharedLimits: { queue: { all: 100, caller: 100, anonymous: 100 } },
    },
  };
  const settle = vi.fn<NonNullable<RunAccount['settle']>>(async () => {});
  const account = { tokenId: null, caller: 'somebody', settle };
  const asked = () => settle.mock.lastCall?.[1];

  const pack = smallPack();
  const file = await store.storage.receive(Readable.from([pack]), { maxBytes: 1_000_000 });
  const { modPackId } = await uploadModPack(needs, { file, name: 'a.zip', runConfiguration }, account);
  expect(asked()).toEqual({ modPackId, size: pack.length, isUpload: true });

  await requestServerPack(needs, { modPackId, runConfiguration }, account);
  expect(asked()).toEqual({ modPackId, size: pack.length, isUpload: false });

  await database.db.update(modPacks).set({ status: 'ERROR' }).where(eq(modPacks.id, modPackId));
  await retryModPack(needs, modPackId, account);
  expect(settle).toHaveBeenCalledTimes(2);
});
