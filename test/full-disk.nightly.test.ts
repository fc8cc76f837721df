/** The service on disks that are really full or read-only. Mounting them needs root and the program mount. */
import { glob, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openDatabase } from '../src/database/open.ts';
import { createDiskStorage } from '../src/storage/disk.ts';
import { runConfiguration } from './access/callers.ts';
import { globalId } from './graphql/client.ts';
import { startTestApp } from './support/app.ts';
import { type Child, startChild } from './support/child.ts';
import { eventsOf, requestAnother, smallPack, upload } from './support/client.ts';
import { onConnection } from './support/database.ts';
import { startPostgres } from './support/postgres-server.ts';
import { canMount, openSmallDisk, type SmallDisk } from './support/small-disk.ts';

const MiB = 1024 * 1024;
const logLine = z.looseObject({ address: z.string() });
const downloads = z.looseObject({ downloads: z.int() });

const start = (disk: SmallDisk, environment: Record<string, string> = {}) =>
  startChild('src/main.ts', {
    PORT: '0',
    DATA_DIR: disk.folder,
    WORKER_THREADS: '1',
    MODLOADER_VERSIONS: 'off',
    CATALOGUE: 'off',
    RESERVE_BYTES: String(16 * MiB),
    RESERVE_BYTES_FOR_TOKENS: '0',
    ...environment,
  });

async function addressOf(child: Child): Promise<string> {
  const [line] = await child.line(/^.*"msg":"listening".*$/);
  return logLine.parse(JSON.parse(line)).address;
}

/** The server pack that came of a modpack, once it is there. */
async function builtFrom(url: string, modPackId: number): Promise<number> {
  const built = async () =>
    (await eventsOf(url, modPackId)).find(({ serverPackId }) => serverPackId !== null)?.serverPackId ?? 0;
  await expect.poll(built, { interval: 200 }).toBeGreaterThan(0);
  return built();
}

async function settled(disk: SmallDisk): Promise<void> {
  const folder = path.join(disk.folder, 'database');
  await expect.poll(async () => (await readdir(folder)).includes('reserve')).toBe(true);
}

// One disk, whose service goes through all of it: each test begins where the one before it has cleared the disk.
describe.runIf(canMount)('the service on a full disk', () => {
  let disk: SmallDisk;
  let child: Child;
  let url = '';
  let modPackId = 0;
  let serverPack = 0;
  const startAnew = async () => {
    child = start(disk);
    url = await addressOf(child);
  };
  const kill = async () => {
    child.process.kill('SIGKILL');
    await child.ended;
  };
  beforeAll(async () => {
    disk = await openSmallDisk(320);
    await startAnew();
  });
  afterAll(async () => {
    await child?.[Symbol.asyncDispose]();
    await disk?.[Symbol.asyncDispose]();
  });

  it('refuses uploads with 507 before the reserve is touched, and goes on reading', async () => {
    modPackId = (await upload(url, smallPack())).body.modPackId ?? 0;
    serverPack = await builtFrom(url, modPackId);
    await settled(disk);
    await disk.fill(15 * MiB);
    expect(await upload(url, smallPack('another'))).toMatchObject({ status: 507 });
    const download = await fetch(`${url}/api/v2/serverpacks/download/${serverPack}`);
    expect(download.status).toBe(200);
    expect((await download.bytes()).length).toBeGreaterThan(0);
    await disk.clear();
    const { status, body } = await upload(url, smallPack('another'));
    expect(status).toBe(200);
    await builtFrom(url, body.modPackId ?? 0);
    await settled(disk);
  });

  it('answers writes with 507 in words when the database has no room, and downloads uncounted', async () => {
    await disk.fill(0);
    const vote = () => fetch(`${url}/api/v2/serverpacks/vote/${serverPack}&up`);
    await expect.poll(async () => (await vote()).status).toBe(507);
    expect(await (await vote()).json()).toMatchObject({ code: 'STORAGE_FULL' });
    expect(await requestAnother(url, modPackId)).toMatchObject({
      status: 507,
      body: { message: expect.stringContaining('no room') },
    });
    const shown = async () =>
      downloads.parse(await (await fetch(`${url}/api/v2/serverpacks/${serverPack}`)).json());
    const before = await shown();
    const download = await fetch(`${url}/api/v2/serverpacks/download/${serverPack}`);
    expect(download.status).toBe(200);
    expect((await download.bytes()).length).toBeGreaterThan(0);
    expect(await shown()).toEqual(before);
    await disk.clear();
    await expect.poll(async () => (await vote()).status).toBe(200);
    expect((await requestAnother(url, modPackId)).status).toBe(200);
    await expect.poll(async () => (await eventsOf(url, modPackId)).length).toBe(16);
    await settled(disk);
  });

  it('starts again after it was killed there, again and again, and works once there is room', async () => {
    await disk.fill(0);
    // Written to until nothing more can be.
    await expect.poll(async () => (await requestAnother(url, modPackId)).status).toBe(507);
    await kill();
    for (let times = 0; times < 2; times += 1) {
      await startAnew();
      expect(await builtFrom(url, modPackId)).toBe(serverPack);
      await kill();
    }
    await disk.clear();
    await startAnew();
    expect((await upload(url, smallPack('a third'))).status).toBe(200);
    await settled(disk);
  });

  it('refuses to start in one sentence where even the reserve is gone, and loses nothing', async () => {
    await kill();
    await rm(path.join(disk.folder, 'database', 'reserve'));
    await disk.fill(0);
    child = start(disk);
    expect(await child.ended).toBe(1);
    expect(child.errors()).toMatch(/^The disk of the data folder is full: .*\n$/);
    await disk.clear();
    await startAnew();
    expect(await builtFrom(url, modPackId)).toBe(serverPack);
  });

  it('refuses a first start without room for a database in one sentence, and leaves nothing', async () => {
    await using disk = await openSmallDisk(32);
    await using child = start(disk);
    expect(await child.ended).toBe(1);
    expect(child.errors()).toMatch(/^The disk of the data folder is full: .* 128 MiB .*\n$/);
    expect(await readdir(path.join(disk.folder, 'database'))).toEqual(['lock.sqlite']);
  });

  it('keeps the log of the embedded database from growing without end', async () => {
    await using disk = await openSmallDisk(480);
    await using database = await openDatabase(null, { folder: disk.folder });
    const log = path.join(disk.folder, 'postgres', 'pg_wal');
    const logFiles = async () => (await readdir(log)).filter((name) => /^[0-9A-F]{24}$/.test(name)).length;
    // Made ahead, so that it can go on when the disk is full all of a sudden.
    await expect.poll(logFiles).toBe(3);
    // Kept as it is, not compressed, so that little work writes much.
    await database.db.execute(sql`create table noise (text text storage external)`);
    for (let round = 0; round < 2; round += 1) {
      await database.db.execute(
        sql`insert into noise select repeat(md5(n::text), 200) from generate_series(1, 8000) n`,
      );
    }
    await expect.poll(logFiles).toBeLessThanOrEqual(4);
    expect((await stat(path.join(disk.folder, 'reserve'))).size).toBe(32 * MiB);
  });
});

describe.runIf(canMount)('the service on a PostgreSQL server whose disk is full', () => {
  it('refuses writes with 507 and then 503 in words, goes on reading, loses nothing, and goes on', async () => {
    await using disk = await openSmallDisk(320);
    await using server = await startPostgres({ parent: disk.folder });
    await using service = await startTestApp({
      environment: { 'config.roomWait.firstSeconds': '1', 'config.runRetryDelaySeconds': '1' },
      overrides: { database: await openDatabase(server.url, { memory: true }) },
    });
    const { url } = service;
    const accepted: number[] = [];
    const store = async (name: string) => {
      const told = await upload(url, smallPack(name));
      if (told.status === 200) accepted.push(told.body.modPackId ?? 0);
      return told;
    };
    await store('before');
    const [first = 0] = accepted;
    const serverPack = await builtFrom(url, first);

    await disk.fill(0);
    let tried = 0;
    const ask = (query: string) => {
      const headers = { 'content-type': 'application/json' };
      return fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
    };
    const vote = () =>
      ask(`mutation { voteServerPack(input: { serverPack: "${globalId('ServerPack', serverPack)}", vote: UP }) {
      __typename ... on UserError { code message }
    } }`);
    const faces = {
      query: () => ask('{ modPacks(first: 5) { nodes { name } } }'),
      list: () => fetch(`${url}/api/v2/modpacks/all`),
      vote,
      voteOverRest: () => fetch(`${url}/api/v2/serverpacks/vote/${serverPack}&up`),
      download: () => fetch(`${url}/api/v2/serverpacks/download/${serverPack}`),
    };
    const tellAll = async () => {
      const told = Object.entries(faces).map(async ([face, call]) => {
        const response = await call();
        const text = await response.text();
        expect({ face, text }).not.toMatchObject({
          text: expect.stringMatching(/INTERNAL_ERROR|Unexpected error|postgres|pg_wal/),
        });
        return [face, response.status] as const;
      });
      return Object.fromEntries(await Promise.all(told));
    };
    const refused = async () => {
      // Another each time: what was taken, for what room was left, is no news.
      tried += 1;
      const { status, body } = await store(`while it is full, ${tried}`);
      expect([200, 507], body.detail).toContain(status);
      // It is refused while its form is read, or when its modpack is made.
      return body.message || body.detail;
    };
    await expect.poll(refused).toContain('no room');
    expect(await tellAll()).toEqual({
      query: 200,
      list: 200,
      download: 200,
      vote: expect.toBeOneOf([200, 507]),
      voteOverRest: expect.toBeOneOf([200, 507]),
    });

    // Then the log of the server has no room either, and it ends.
    const useUpLog = () =>
      onConnection(server.url, (client) =>
        client.query(`select pg_logical_emit_message(false, 'filler', ''), pg_switch_wal()`),
      ).catch(() => {});
    const ready = async () => {
      const { status, body } = await fetch(`${url}/health/ready`);
      await body?.cancel();
      return status;
    };
    await expect
      .poll(async () => {
        await useUpLog();
        return ready();
      })
      .toBe(503);
    const away = { query: 503, list: 503, vote: 503, voteOverRest: 503, download: 503 };
    expect(await tellAll()).toEqual(away);
    expect((await upload(url, smallPack('while it is away'))).status).toBe(503);

    await disk.clear();
    await expect
      .poll(async () => {
        await server.start();
        return ready();
      })
      .toBe(200);
    await expect.poll(async () => (await vote()).text()).toContain('ServerPack');
    expect((await store('after')).status).toBe(200);
    for (const modPackId of accepted) await builtFrom(url, modPackId);
  });
});

describe.runIf(canMount)(
  'the service on a PostgreSQL server that takes no new connection on its full disk',
  () => {
    it('answers 503 in words on every face, and goes on once there is room', async () => {
      await using disk = await openSmallDisk(320);
      await using server = await startPostgres({ parent: disk.folder });
      await using service = await startTestApp({
        overrides: { database: await openDatabase(server.url, { memory: true }) },
      });
      const { url } = service;
      const ask = () => fetch(`${url}/graphql?query=${encodeURIComponent('{ modPacks { totalCount } }')}`);
      await onConnection(server.url, async (client) => {
        const refusal = async () => {
          // What the server has at hand for whoever connects: the first one writes it anew, which may be before the disk is full.
          for await (const file of glob('postgres-*/data/**/pg_internal.init', { cwd: disk.folder }))
            await rm(path.join(disk.folder, file));
          await disk.fill(0);
          await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
          where backend_type = 'client backend' and pid <> pg_backend_pid()`);
          return onConnection(server.url, () => Promise.resolve()).catch((error: unknown) => error);
        };
        await expect.poll(refusal).toMatchObject({ severity: 'FATAL', code: 'XX000' });
      });
      const answers = await Promise.all([
        ask(),
        fetch(`${url}/api/v2/modpacks/all`),
        fetch(`${url}/api/v2/serverpacks/vote/1&up`),
        fetch(`${url}/health/ready`),
      ]);
      for (const answer of answers) {
        expect(answer.status).toBe(503);
        expect(await answer.text()).not.toMatch(/INTERNAL_ERROR|init file/);
      }
      await disk.clear();
      await expect.poll(async () => (await ask()).status).toBe(200);
    });
  },
);

describe.runIf(canMount)('the service with a store that is read-only', () => {
  it('answers uploads with 503 in words, goes on reading, and takes them again later', async () => {
    await using disk = await openSmallDisk(16);
    const storage = await createDiskStorage({ directory: disk.folder });
    // The disk is smaller than what is kept for callers with a token.
    const environment = { RESERVE_BYTES_FOR_TOKENS: '0' };
    await using service = await startTestApp({ environment, overrides: { storage } });
    const { body } = await upload(service.url, smallPack());
    const modPackId = body.modPackId ?? 0;
    await builtFrom(service.url, modPackId);
    disk.setReadOnly(true);
    const form = new FormData();
    for (const part of ['gameVersion', 'modloader', 'modloaderVersion']) form.set(part, 'any');
    form.set('file', new Blob([new Uint8Array(smallPack('another'))]), 'pack.zip');
    const refused = await fetch(`${service.url}/api/v2/modpacks/upload`, { method: 'POST', body: form });
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ detail: expect.stringContaining('read-only') });
    const overGraphQL = await uploadOverGraphQL(service.url, smallPack('another'));
    expect(overGraphQL.status).toBe(503);
    expect(await overGraphQL.json()).toMatchObject({
      code: 'UNAVAILABLE',
      detail: expect.stringContaining('read-only'),
    });
    const download = await fetch(`${service.url}/api/v2/modpacks/download/${modPackId}`);
    expect(download.status).toBe(200);
    expect(Buffer.from(await download.bytes())).toEqual(smallPack());
    disk.setReadOnly(false);
    expect((await upload(service.url, smallPack('another'))).status).toBe(200);
    const taken = await uploadOverGraphQL(service.url, smallPack('a third'));
    expect(await taken.json()).toMatchObject({
      data: { uploadModPack: { __typename: 'RunStarted' } },
    });
  });
});

async function uploadOverGraphQL(url: string, pack: Buffer): Promise<Response> {
  const query = `mutation($file: Upload!) {
    uploadModPack(input: { archive: { file: $file }, runConfiguration: ${runConfiguration} }) {
      __typename
    }
  }`;
  const form = new FormData();
  form.set('operations', JSON.stringify({ query, variables: { file: null } }));
  form.set('map', JSON.stringify({ file: ['variables.file'] }));
  form.set('file', new Blob([new Uint8Array(pack)]), 'pack.zip');
  const headers = { 'graphql-require-preflight': '1' };
  return fetch(`${url}/graphql`, { method: 'POST', headers, body: form });
}
