import { and, asc, eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import {
  events,
  files,
  modPackFiles,
  modPacks,
  runConfigurations,
  serverPacks,
} from '../../drizzle/schema.ts';
import { sweep } from '../../src/core/chores/sweep.ts';
import { fileLock } from '../../src/core/files/files.ts';
import { requestServerPack } from '../../src/core/packs/mod-packs.ts';
import { removeRefused } from '../../src/core/packs/refused.ts';
import { type Queries, rows } from '../../src/database/database.ts';
import { ask, globalId, operatorHeaders } from '../graphql/client.ts';
import { insertFinishedRuns } from '../graphql/rows.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { eventsOf, requestAnother, upload } from '../support/client.ts';
import { databaseKinds, openScratchDatabase } from '../support/database.ts';
import { insertModPack, insertRun } from '../support/rows.ts';
import { openTemporaryStorage } from '../support/temporary-storage.ts';
import { zipWith } from '../support/zip.ts';

const later = () => new Date(Date.now() + 60_000);
const earlier = () => new Date(Date.now() - 60_000);
/** No jar lies in its mods folder, so its check refuses it. */
const refusedPack = (mark = '') => zipWith({ 'config/a.txt': `nothing to play ${mark}` });

/** Waits for the end of the modpack's newest run, the `runs`-th. */
async function ended(service: TestApp, modPackId: number, runs = 1): Promise<void> {
  const ends = async () =>
    (await eventsOf(service.url, modPackId)).filter(
      ({ status, message }) => status === 'ERROR' || message === 'Syncing ServerPack to database.',
    ).length;
  await expect.poll(ends).toBe(runs);
}

async function uploadToEnd(service: TestApp, pack: Buffer): Promise<number> {
  const { status, body } = await upload(service.url, pack);
  expect(status).toBe(200);
  const id = body.modPackId ?? 0;
  await ended(service, id);
  return id;
}

const download = (service: TestApp, id: number) => fetch(`${service.url}/api/v2/modpacks/download/${id}`);

describe('what a check has refused', async () => {
  // One service for all of them.
  const service = await startTestApp();
  // Each counts what is removed of its own.
  afterEach(() => removeRefused(service.app, later()));
  afterAll(() => service[Symbol.asyncDispose]());

  it('is kept for a while, then its bytes go, and its row and events stay', async () => {
    const id = await uploadToEnd(service, refusedPack('kept'));
    const events = await eventsOf(service.url, id);
    expect(await removeRefused(service.app, earlier())).toBe(0);
    expect((await download(service, id)).status).toBe(200);
    expect(await removeRefused(service.app, later())).toBe(1);
    expect(await removeRefused(service.app, later())).toBe(0);
    const gone = await download(service, id);
    expect(gone.status).toBe(410);
    expect(await gone.json()).toMatchObject({
      code: 'GONE',
      detail: expect.stringContaining('Upload it again'),
    });
    expect(await eventsOf(service.url, id)).toEqual(events);
    expect((await fetch(`${service.url}/api/v2/modpacks/${id}`)).status).toBe(200);
    expect(await sweep(service.app, later())).toBe(0);
  });

  it('can no longer be generated from, which is said in words', async () => {
    const id = await uploadToEnd(service, refusedPack('again'));
    await removeRefused(service.app, later());
    expect(await requestAnother(service.url, id)).toMatchObject({
      status: 410,
      body: { message: expect.stringContaining('Upload it again') },
    });
    const headers = await operatorHeaders(service.app.database);
    const pack = `modPack: "${globalId('ModPack', id)}"`;
    const run = 'runConfiguration: { gameVersion: "1.20.1", modloader: FABRIC, modloaderVersion: "0.15.6" }';
    for (const call of [
      `mutation { told: generateServerPack(input: { ${pack} ${run} }) { ... on UserError { message } } }`,
      `mutation { told: retryModPack(input: { ${pack} }) { ... on UserError { message } } }`,
    ]) {
      const { data } = await ask(service.url, call, {}, headers);
      expect(data, call).toEqual({ told: { message: expect.stringContaining('Upload it again') } });
    }
  });

  it('is taken up again by the same modpack when it is uploaded again', async () => {
    const pack = refusedPack('same');
    const id = await uploadToEnd(service, pack);
    await removeRefused(service.app, later());
    expect(await upload(service.url, pack)).toMatchObject({ status: 200, body: { modPackId: id } });
    await ended(service, id, 2);
    const answer = await download(service, id);
    expect(Buffer.from(await answer.bytes())).toEqual(pack);
    expect(await upload(service.url, pack)).toMatchObject({ status: 409 });
    expect(await removeRefused(service.app, later())).toBe(1);
  });

  it('is taken up once, however many upload it at once, and while it is being removed', async () => {
    const pack = refusedPack('at once');
    const id = await uploadToEnd(service, pack);
    await removeRefused(service.app, later());
    const statuses = await Promise.all(
      [1, 2, 3, 4].map(async () => (await upload(service.url, pack)).status),
    );
    expect(statuses.toSorted()).toEqual([200, 409, 409, 409]);
    for (let runs = 2; runs < 5; runs += 1) {
      await ended(service, id, runs);
      const [, again] = await Promise.all([removeRefused(service.app, later()), upload(service.url, pack)]);
      const status = again.status === 409 ? (await upload(service.url, pack)).status : again.status;
      // Refused as a duplicate it was there, so it was removed only then.
      expect(status).toBe(200);
      expect((await download(service, id)).status).toBe(200);
    }
    await ended(service, id, 5);
  });

  it('leaves nothing in the store when the process dies between its mark and its removal', async () => {
    const { storage } = service.app;
    const pack = refusedPack('dying');
    const id = await uploadToEnd(service, pack);
    const dying = { ...storage, remove: () => Promise.reject(new Error('killed')) };
    await expect(removeRefused({ ...service.app, storage: dying }, later())).rejects.toThrow('killed');
    expect((await download(service, id)).status).toBe(410);
    expect(await sweep(service.app, earlier())).toBe(0);
    expect(await sweep(service.app, later())).toBe(1);
    expect(await upload(service.url, pack)).toMatchObject({ status: 200, body: { modPackId: id } });
    await ended(service, id, 2);
    expect((await download(service, id)).status).toBe(200);
  });

  it('is kept when the same content is a server pack too', async () => {
    const { db } = service.app.database;
    const id = await uploadToEnd(service, refusedPack('server pack'));
    const [modPack] = await db.select().from(modPacks).where(eq(modPacks.id, id));
    const [run] = await db.select().from(runConfigurations).where(eq(runConfigurations.modPackId, id));
    await db.insert(serverPacks).values({
      modPackId: id,
      runConfigurationId: run?.id ?? 0,
      fileId: modPack?.fileId ?? 0,
    });
    expect(await removeRefused(service.app, later())).toBe(0);
    expect((await download(service, id)).status).toBe(200);
  });

  it('goes however much there is', async () => {
    const { db } = service.app.database;
    const id = await uploadToEnd(service, refusedPack('many'));
    const [last] = await db
      .select()
      .from(events)
      .where(and(eq(events.modPackId, id), eq(events.status, 'ERROR')));
    if (!last) throw new Error('A refused upload has an end.');
    for (let copy = 1; copy <= 105; copy += 1) {
      const sha256 = String(copy).padStart(64, '0');
      const [file] = await db.insert(files).values({ sha256, size: 1, storageKey: sha256 }).returning();
      const [modPack] = await db
        .insert(modPacks)
        .values({ fileId: file?.id ?? 0, name: 'copy', status: 'ERROR' })
        .returning();
      const { id: _id, timestamp: _timestamp, ...event } = last;
      await db.insert(events).values({ ...event, modPackId: modPack?.id ?? 0 });
    }
    expect(await removeRefused(service.app, later())).toBe(106);
    expect((await download(service, id)).status).toBe(410);
  });
});

describe.each(databaseKinds)('the end of the newest run, on the %s database,', (kind) => {
  it('tells whether the archive goes: refused by its check, or for what it names, long enough ago', async () => {
    await using database = await openScratchDatabase(kind);
    await using place = await openTemporaryStorage();
    const storage = { ...place.storage, remove: async () => {} };
    const { db } = database;
    // Somebody else's server pack.
    await insertFinishedRuns(db, { modPacks: 1, runs: 1 });
    const packs: Record<string, number> = {};
    /** A modpack whose runs have ended so, the last of them so many minutes ago. */
    const ended = async (name: string, runs: string[][], minutes = 60) => {
      const modPackId = await insertModPack(database, 'ERROR');
      packs[name] = modPackId;
      const { runConfigurationId } = await insertRun(database, modPackId);
      for (const codes of runs) {
        const errors = codes.map((code) => ({ code, error: 'Said in words.', entry: null }));
        const last = runs.at(-1) === codes;
        const timestamp = new Date(Date.now() - (last ? minutes : 600) * 60_000);
        await db
          .insert(events)
          .values({ modPackId, runConfigurationId, status: 'ERROR', message: '', errors, timestamp });
      }
    };
    await ended('no mods', [['NO_MODS']]);
    await ended('two reasons', [['NO_MODS', 'FETCH_WRONG_HASH']]);
    await ended('not to be had', [['FETCH_REFUSED']]);
    await ended('refused at last', [['INTERNAL_ERROR'], ['NO_MODS']]);
    await ended('a fault beside', [['NO_MODS', 'INTERNAL_ERROR']]);
    await ended('a fault at last', [['NO_MODS'], ['INTERNAL_ERROR']]);
    await ended('refused again just now', [['NO_MODS'], ['NO_MODS']], 1);
    await ended('no reason', [[]]);
    await ended('named by another', [['NO_MODS']]);
    const [named] = await db
      .select()
      .from(modPacks)
      .where(eq(modPacks.id, packs['named by another'] ?? 0));
    await db.insert(modPackFiles).values({
      modPackId: packs['no mods'] ?? 0,
      position: 0,
      path: 'mods/a.zip',
      fileId: named?.fileId ?? 0,
      crc32: 1,
    });
    const before = new Date(Date.now() - 10 * 60_000);
    expect(await removeRefused({ database, storage }, before)).toBe(4);
    const left = await db
      .select({ id: modPacks.id, removed: files.removed })
      .from(modPacks)
      .innerJoin(files, eq(files.id, modPacks.fileId));
    const gone = new Set(left.filter(({ removed }) => removed !== null).map(({ id }) => id));
    expect(Object.keys(packs).filter((name) => gone.has(packs[name] ?? 0))).toEqual([
      'no mods',
      'two reasons',
      'not to be had',
      'refused at last',
    ]);
  });

  it('is looked at once more of each, and by a lock that lasts, since bytes do not come back', async () => {
    await using database = await openScratchDatabase(kind);
    await using place = await openTemporaryStorage();
    const { db } = database;
    const errors = [{ code: 'NO_MODS', error: '', entry: null }];
    for (const _each of [1, 2]) {
      const run = await insertRun(database, await insertModPack(database, 'ERROR'));
      await db.insert(events).values({ ...run, status: 'ERROR', message: '', errors });
    }
    const [again, gone] = await db.select().from(files).orderBy(asc(files.id));
    const removed: [string | readonly string[], string][] = [];
    let held: string | readonly string[] = '';
    let lasts = false;
    const exclusively: typeof database.exclusively = async (name, work, how) => {
      [held, lasts] = [name, how?.lasting === true];
      // Somebody takes the bytes of one up between the list of all and the lock.
      await db
        .update(modPacks)
        .set({ status: 'QUEUED' })
        .where(eq(modPacks.fileId, again?.id ?? 0));
      return database.exclusively(name, work, how);
    };
    const storage = {
      ...place.storage,
      async remove(key: string) {
        removed.push([held, key]);
      },
    };
    expect(await removeRefused({ database: { ...database, exclusively }, storage }, later())).toBe(1);
    expect(lasts).toBe(true);
    expect(removed).toEqual([[fileLock(gone?.sha256 ?? ''), gone?.storageKey]]);
  });
});

describe.each(databaseKinds)('bytes that are being removed, on the %s database,', (_database) => {
  it('are not taken up again before they are gone', async () => {
    await using service = await startTestApp();
    const { storage } = service.app;
    const pack = refusedPack();
    const id = await uploadToEnd(service, pack);
    const again = Promise.withResolvers<ReturnType<typeof upload>>();
    const remove = async (key: string) => {
      const uploading = upload(service.url, pack);
      again.resolve(uploading);
      // As far as it comes by itself.
      const held = service.app.database;
      await Promise.race([
        uploading,
        (async () => {
          for (let turn = 0; turn < 20; turn += 1) await held.exclusively('another file', async () => {});
        })(),
      ]);
      await storage.remove(key);
    };
    expect(await removeRefused({ ...service.app, storage: { ...storage, remove } }, later())).toBe(1);
    expect(await await again.promise).toMatchObject({ status: 200, body: { modPackId: id } });
    expect((await download(service, id)).status).toBe(200);
  });
});

it.runIf(databaseKinds.includes('server'))(
  'an archive is kept for whoever has just asked for a server pack of it, and not yet got an answer',
  async () => {
    await using service = await startTestApp({ database: 'server' });
    const { app } = service;
    const id = await uploadToEnd(service, refusedPack());
    const before = new Date(Date.now() + 1);
    const asked = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const account = {
      tokenId: null,
      caller: 'somebody',
      // Once the modpack is theirs.
      async settle() {
        asked.resolve();
        await goOn.promise;
      },
    };
    const lists = { startArgs: [], clientMods: [], whitelistedMods: [] };
    const runConfiguration = {
      gameVersion: '1.20.1',
      modloader: 'Fabric',
      modloaderVersion: '0.15.6',
      ...lists,
    };
    const requested = requestServerPack(app, { modPackId: id, runConfiguration }, account);
    await asked.promise;
    let removed: number | null = null;
    const removing = removeRefused(app, before).then((count) => {
      removed = count;
    });
    const waits = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const isHeldUp = async (db: Queries) => removed !== null || (await rows(db, waits)).length > 0;
    await expect.poll(() => isHeldUp(app.database.db)).toBe(true);
    goOn.resolve();
    await requested;
    await removing;
    expect(removed).toBe(0);
    await ended(service, id, 2);
    expect((await download(service, id)).status).toBe(200);
  },
);
