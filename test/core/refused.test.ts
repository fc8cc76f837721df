import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { events, files, modPacks, runConfigurations, serverPacks } from '../../drizzle/schema.ts';
import { storedBytes } from '../../src/access/quotas.ts';
import { createToken, listTokens } from '../../src/access/tokens.ts';
import { removeRefused } from '../../src/core/refused.ts';
import { sweep } from '../../src/core/sweep.ts';
import { ask, globalId, operatorHeaders } from '../graphql/client.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../support/app.ts';
import { eventsOf, requestAnother, smallPack, upload } from '../support/client.ts';
import { databaseKinds } from '../support/database.ts';
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

describe.each(databaseKinds)('what a check has refused, on the %s database', (database) => {
  const start = (options: Omit<TestAppOptions, 'database'> = {}) => startTestApp({ database, ...options });

  it('is kept for a while, then its bytes go, and its row and events stay', async () => {
    await using service = await start();
    const id = await uploadToEnd(service, refusedPack());
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
    await using service = await start();
    const id = await uploadToEnd(service, refusedPack());
    await removeRefused(service.app, later());
    expect(await requestAnother(service.url, id)).toMatchObject({
      status: 410,
      body: { message: expect.stringContaining('Upload it again') },
    });
    const headers = await operatorHeaders(service.app.database);
    const pack = `modPack: "${globalId('ModPack', id)}"`;
    const run = 'runConfiguration: { gameVersion: "1.20.1", modloader: FABRIC, modloaderVersion: "0.15.6" }';
    for (const call of [
      `mutation { told: generateServerPack(input: { ${pack} ${run} }) { ... on Error { message } } }`,
      `mutation { told: retryModPack(input: { ${pack} }) { ... on Error { message } } }`,
    ]) {
      const { data } = await ask(service.url, call, {}, headers);
      expect(data, call).toEqual({ told: { message: expect.stringContaining('Upload it again') } });
    }
  });

  it('is taken up again by the same modpack when it is uploaded again', async () => {
    await using service = await start();
    const pack = refusedPack();
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
    await using service = await start();
    const pack = refusedPack();
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
  });

  it('counts against the quota of its token until it goes, and then no more', async () => {
    await using service = await start();
    const { db } = service.app.database;
    await createToken(service.app.database, {
      name: 'a',
      role: 'publisher',
      voter: false,
      quota: null,
      expires: null,
    });
    const [token] = await listTokens(service.app.database);
    if (!token) throw new Error('The token was made.');
    const id = await uploadToEnd(service, refusedPack());
    await db.update(modPacks).set({ tokenId: token.id }).where(eq(modPacks.id, id));
    expect(await storedBytes(db, token.id)).toBe(refusedPack().length);
    await removeRefused(service.app, later());
    expect(await storedBytes(db, token.id)).toBe(0);
  });

  it('leaves nothing in the store when the process dies between its mark and its removal', async () => {
    await using service = await start();
    const { storage } = service.app;
    const pack = refusedPack();
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
    await using service = await start();
    const { db } = service.app.database;
    const id = await uploadToEnd(service, refusedPack());
    const [modPack] = await db.select().from(modPacks).where(eq(modPacks.id, id));
    const [run] = await db.select().from(runConfigurations);
    await db.insert(serverPacks).values({
      modPackId: id,
      runConfigurationId: run?.id ?? 0,
      fileId: modPack?.fileId ?? 0,
    });
    expect(await removeRefused(service.app, later())).toBe(0);
    expect((await download(service, id)).status).toBe(200);
  });

  it('does not go with what was generated, or what failed by a fault of ours', async () => {
    await using service = await start({
      environment: { RUN_RETRIES: '0' },
      overrides: {
        work: {
          check: () => Promise.reject(new Error('a fault of ours')),
          generate: () => Promise.reject(new Error('a fault of ours')),
        },
      },
    });
    const id = await uploadToEnd(service, refusedPack());
    const [last] = (await eventsOf(service.url, id)).slice(-1);
    expect(last).toMatchObject({ status: 'ERROR', errors: [{ code: 'INTERNAL_ERROR' }] });
    expect(await removeRefused(service.app, later())).toBe(0);
    await using other = await start();
    await uploadToEnd(other, smallPack());
    expect(await removeRefused(other.app, later())).toBe(0);
  });

  it('goes however much there is', async () => {
    await using service = await start();
    const { db } = service.app.database;
    const id = await uploadToEnd(service, refusedPack());
    const [last] = await db.select().from(events).where(eq(events.status, 'ERROR'));
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

it('the running service tidies every quarter of an hour', async () => {
  await using service = await startTestApp();
  const schedules = await service.app.database.boss.getSchedules();
  expect(schedules).toContainEqual(expect.objectContaining({ name: 'tidy', cron: '*/15 * * * *' }));
});
