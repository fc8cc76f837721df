import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { like, sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { attempts, queuedRuns, rateLimits } from '../../drizzle/schema.ts';
import { murmurFingerprint } from '../../src/archive/pack/murmur.ts';
import { cancelRun } from '../../src/core/runs/run-control.ts';
import { type Database, rows } from '../../src/database/database.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { ask, askWithFiles, globalId } from '../graphql/client.ts';
import { curseForgeFileLike, curseForgeProjectLike } from '../platforms/curseforge.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { eventsOf, upload } from '../support/client.ts';
import { databaseKind, openLastingDatabase, openScratchDatabase } from '../support/database.ts';
import { type DownloadHost, openDownloadHost } from '../support/download-host.ts';
import { curseForgeExport } from '../support/exports.ts';
import { fabricModJson, jarWith } from '../support/jar.ts';
import { addressOf, openPlace, startInPlace } from '../support/killed-service.ts';
import { eventsUntilEnd, statusesOf, wholeRun } from '../support/runs.ts';
import { openTemporaryStorage } from '../support/temporary-storage.ts';

const modOf = (id: number) => jarWith({ 'fabric.mod.json': fabricModJson(`mod${id}`) });
const hashOf = (algorithm: string, id: number) => createHash(algorithm).update(modOf(id)).digest('hex');

/** Files 11 to 14 are known by SHA-1, by MD5, by nothing but the fingerprint, and by SHA-1; only the last may be fetched. */
function standIn(host: DownloadHost): void {
  const hashes = new Map([
    [11, [{ value: hashOf('sha1', 11), algo: 1 }]],
    [12, [{ value: hashOf('md5', 12), algo: 2 }]],
    [13, []],
    [14, [{ value: hashOf('sha1', 14), algo: 1 }]],
  ]);
  const files = [...hashes].map(([id, known]) =>
    curseForgeFileLike({
      id,
      modId: id - 10,
      fileName: `mod${id}.jar`,
      fileLength: modOf(id).length,
      hashes: known,
      fileFingerprint: murmurFingerprint(modOf(id)),
      downloadUrl: id === 14 ? host.serveAsCurseForge('/mod14.jar', modOf(14)) : null,
    }),
  );
  const projects = files.map(({ modId }) =>
    curseForgeProjectLike({
      id: modId,
      name: `Mod ${modId}`,
      links: { websiteUrl: `https://www.curseforge.com/minecraft/mc-mods/mod-${modId}` },
    }),
  );
  for (const [path, data] of Object.entries({ '/mods/files': files, '/mods': projects }))
    host.answer(path, async (request, response) => {
      await text(request);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
    });
}

/** Settings of a service that asks it. */
const fetching = (host: DownloadHost) => ({
  FETCH: 'on',
  FETCH_HOSTS: [host.host, host.curseForge['config.platforms.curseForgeKeyHosts']].join(','),
  'config.fetching.retries': '0',
  ...host.curseForge,
});

/** Another mark makes other bytes. */
const packOf = (mark: string, ...files: number[]) =>
  curseForgeExport(
    files.map((fileID) => ({ projectID: fileID - 10, fileID })),
    { 'overrides/config/mark': mark },
  );

const waitingFields = `runs { nodes { databaseId waiting { for since nextTry until
  files { name path project page size sha1 md5 fingerprint } } } }`;
const waiting = z.object({
  for: z.string(),
  since: z.coerce.date(),
  until: z.coerce.date(),
  files: z.array(z.looseObject({ name: z.string() })),
});
const found = z.object({
  modPack: z.object({
    status: z.string(),
    runs: z.object({ nodes: z.array(z.object({ databaseId: z.int(), waiting: waiting.nullable() })) }),
  }),
});

async function waitingOf({ url }: { url: string }, id: number) {
  const { data } = await ask(url, `{ modPack(by: { databaseId: ${id} }) { status ${waitingFields} } }`);
  const { status, runs } = found.parse(data).modPack;
  const run = runs.nodes.find((one) => one.waiting !== null);
  return { status, waiting: run?.waiting ?? null, run: run?.databaseId ?? 0 };
}

/** What the modpack waits for, once it waits for so many files. */
async function untilWaiting(service: { url: string }, id: number, files: number) {
  let seen = await waitingOf(service, id);
  await expect
    .poll(async () => {
      seen = await waitingOf(service, id);
      return seen.waiting?.files.length;
    })
    .toBe(files);
  return seen;
}

const mutation = `mutation ($input: AddMissingFilesInput!) { addMissingFiles(input: $input) {
  __typename
  ... on MissingFilesAdded { files { name path refusal } modPack { databaseId } }
  ... on UserError { code message }
} }`;

async function add({ url }: { url: string }, id: number, files: [name: string, bytes: Uint8Array][]) {
  const input = { modPack: globalId('ModPack', id), files: files.map(() => null) };
  const places = Object.fromEntries(files.map((one, index) => [`files.${index}`, one]));
  return (await askWithFiles(url, mutation, input, places)).data?.addMissingFiles;
}

describe('a run whose files may not be fetched', async () => {
  const host = await openDownloadHost();
  standIn(host);
  afterAll(() => host[Symbol.asyncDispose]());

  async function start(
    environment: Record<string, string> = {},
    kept: { storage?: Storage; database?: Database } = {},
  ): Promise<TestApp> {
    return startTestApp({
      environment: {
        ...fetching(host),
        WORKER_THREADS: '1',
        ...environment,
      },
      overrides: {
        connect: host.connect,
        database: kept.database ?? (await openScratchDatabase(databaseKind)),
        ...(kept.storage && { storage: kept.storage }),
      },
    });
  }
  const send = async ({ url }: { url: string }, pack: Buffer) =>
    (await upload(url, pack)).body.modPackId ?? 0;

  it('waits for them in sight, takes them by their bytes, and goes on by itself with the last', async () => {
    await using service = await start({ RATE_LIMIT: 'on' });
    const id = await send(service, packOf('first', 11, 12, 13, 14));
    const seen = await untilWaiting(service, id, 3);
    const { since, until } = seen.waiting ?? {};
    expect(Number(until) - Number(since)).toBe(86_400_000);
    const known = (id: number) => ({
      name: `mod${id}.jar`,
      path: `mods/mod${id}.jar`,
      project: `Mod ${id - 10}`,
      page: `https://www.curseforge.com/minecraft/mc-mods/mod-${id - 10}/files/${id}`,
      size: modOf(id).length,
      sha1: null,
      md5: null,
      fingerprint: null,
    });
    expect(seen).toMatchObject({
      status: 'CHECKING',
      waiting: {
        for: 'FILES',
        files: [
          { ...known(11), sha1: hashOf('sha1', 11) },
          { ...known(12), md5: hashOf('md5', 12) },
          { ...known(13), fingerprint: String(murmurFingerprint(modOf(13))) },
        ],
      },
    });
    expect((await eventsOf(service.url, id)).map(({ status }) => status)).toEqual(['QUEUED', 'CHECKING']);
    const wrong = Buffer.from(modOf(11));
    wrong[40] = (wrong[40] ?? 0) ^ 1;
    expect(
      await add(service, id, [
        ['mod11.jar', wrong],
        ['other.jar', modOf(99)],
        ['renamed by a browser (1).jar', modOf(12)],
        ['mod13.jar', modOf(13)],
      ]),
    ).toMatchObject({
      __typename: 'MissingFilesAdded',
      files: [
        { name: 'mod11.jar', path: null, refusal: expect.stringContaining('/mc-mods/mod-1/files/11') },
        { name: 'other.jar', path: null, refusal: expect.stringContaining('"other.jar" is none') },
        { path: 'mods/mod12.jar', refusal: null },
        { name: 'mod13.jar', path: 'mods/mod13.jar', refusal: null },
      ],
      modPack: { databaseId: id },
    });
    // The pack and the two that are none of those that are missing.
    const { points } = rateLimits;
    const counted = service.app.database.db.select({ points }).from(rateLimits);
    expect(await counted.where(like(rateLimits.key, 'uploads:%'))).toEqual([{ points: 3 }]);
    expect((await waitingOf(service, id)).waiting?.files.map(({ name }) => name)).toEqual(['mod11.jar']);
    await add(service, id, [['mod11.jar', modOf(11)]]);
    expect(statusesOf(await eventsUntilEnd(service.app, id))).toEqual(wholeRun);
    const decisions = 'serverPacks { nodes { decisions { nodes { file kept } } } }';
    const { data } = await ask(service.url, `{ modPack(by: { databaseId: ${id} }) { ${decisions} } }`);
    const all = [11, 12, 13, 14].map((one) => ({ file: `mod${one}.jar`, kept: true }));
    expect(data?.modPack).toEqual({ serverPacks: { nodes: [{ decisions: { nodes: all } }] } });
    // What is stored matches at once.
    const next = await send(service, packOf('second', 11, 13));
    expect(statusesOf(await eventsUntilEnd(service.app, next))).toEqual(wholeRun);
    expect(await add(service, id, [['mod11.jar', modOf(11)]])).toMatchObject({ code: 'CONFLICT' });
    expect(await add(service, 99, [['mod11.jar', modOf(11)]])).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('goes on too when another that lacks the same gets it, and can be cancelled', async () => {
    await using service = await start();
    const [one, other, third] = [
      await send(service, packOf('one', 11)),
      await send(service, packOf('other', 11)),
      await send(service, packOf('third', 11, 12)),
    ];
    for (const [id, files] of [
      [one, 1],
      [other, 1],
      [third, 2],
    ] as const)
      await untilWaiting(service, id, files);
    await add(service, one, [['mod11.jar', modOf(11)]]);
    for (const id of [one, other])
      expect(statusesOf(await eventsUntilEnd(service.app, id))).toEqual(wholeRun);
    const left = await untilWaiting(service, third, 1);
    await cancelRun(service.app.database, left.run);
    expect(statusesOf(await eventsUntilEnd(service.app, third))).toEqual(['QUEUED', 'CHECKING', 'ERROR']);
    expect((await waitingOf(service, third)).waiting).toBeNull();
  });

  it('waits on after a kill with -9, since when it has waited, and takes what came before', async () => {
    await using place = await openPlace(databaseKind);
    const environment = {
      ...place.environment,
      ...fetching(host),
      CONNECT: JSON.stringify(host.connect),
    };
    let id = 0;
    let since: Date | undefined;
    {
      await using child = startInPlace(environment);
      const service = { url: await addressOf(child) };
      id = await send(service, packOf('killed', 11, 12));
      since = (await untilWaiting(service, id, 2)).waiting?.since;
      await add(service, id, [['mod12.jar', modOf(12)]]);
      child.process.kill('SIGKILL');
      expect(await child.ended).toBe('SIGKILL');
    }
    await place.takenForDead();
    await using child = startInPlace(environment);
    const service = { url: await addressOf(child) };
    expect((await untilWaiting(service, id, 1)).waiting?.since).toEqual(since);
    await add(service, id, [['mod11.jar', modOf(11)]]);
    await expect.poll(async () => (await waitingOf(service, id)).status).toBe('GENERATED');
    expect((await eventsOf(service.url, id)).map(({ status }) => status)).toEqual(wholeRun);
  });

  if (databaseKind === 'server')
    it('takes them while another holds its place in the queue, without a lock on its attempts', async () => {
      await using service = await start();
      const { database } = service.app;
      const waits = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      const id = await send(service, packOf('held', 11));
      await untilWaiting(service, id, 1);
      const adding = await database.db.transaction(async (tx) => {
        await tx.select().from(queuedRuns).for('update');
        const added = add(service, id, [['mod11.jar', modOf(11)]]);
        await expect.poll(async () => (await rows(database.db, waits)).length).toBe(1);
        expect(await tx.select().from(attempts).for('update', { noWait: true })).toHaveLength(1);
        return { added };
      });
      expect(await adding.added).toMatchObject({ files: [{ refusal: null }] });
      expect(statusesOf(await eventsUntilEnd(service.app, id))).toEqual(wholeRun);
    });

  if (databaseKind === 'server')
    it('takes them from any node', async () => {
      await using place = await openLastingDatabase(databaseKind);
      await using store = await openTemporaryStorage();
      const { storage } = store;
      await using first = await start({}, { storage, database: await place.open() });
      await using second = await start({}, { storage, database: await place.open() });
      const id = await send(first, packOf('nodes', 11));
      await untilWaiting(second, id, 1);
      await add(second, id, [['mod11.jar', modOf(11)]]);
      expect(statusesOf(await eventsUntilEnd(first.app, id))).toEqual(wholeRun);
    });

  it.each(['0', '1'])(
    'ends as it would without waiting when they have not come in %s seconds',
    async (seconds) => {
      await using service = await start({ 'config.missingFilesWaitSeconds': seconds });
      const id = await send(service, packOf('late', 11, 12));
      expect(statusesOf(await eventsUntilEnd(service.app, id))).toEqual(['QUEUED', 'CHECKING', 'ERROR']);
      const errors = (await eventsOf(service.url, id)).flatMap((event) => event.errors);
      expect(errors.map(({ code, entry }) => [code, entry])).toEqual([
        ['FETCH_FORBIDDEN_BY_AUTHOR', 'mods/mod11.jar'],
        ['FETCH_FORBIDDEN_BY_AUTHOR', 'mods/mod12.jar'],
      ]);
      expect(errors[0]?.error).toContain('overrides/mods');
    },
  );
});
