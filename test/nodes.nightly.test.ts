/** Several nodes on one PostgreSQL, through Debian's PgBouncer, and one S3 server, Debian's Swift: none has anything that another needs. */
import { createHash, randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openBucket } from '../src/storage/bucket.ts';
import { copyStorage } from '../src/storage/copy.ts';
import { createDiskStorage } from '../src/storage/disk.ts';
import { createS3Storage } from '../src/storage/s3.ts';
import type { S3Settings } from '../src/storage/s3-settings.ts';
import { type Child, onItsOwn, startChild, startProgram } from './support/child.ts';
import { eventsOf, requestAnother, smallPack, upload } from './support/client.ts';
import { onConnection } from './support/database.ts';
import { startFaultyProxy } from './support/faulty-proxy.ts';
import { missHeartbeats } from './support/heartbeats.ts';
import { follow } from './support/load/callers.ts';
import { startPgBouncer } from './support/pgbouncer.ts';
import { begin, send } from './support/resumable.ts';
import { startS3Server } from './support/s3-server.ts';

const databaseServer = process.env.TEST_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/test';
const files = z.array(z.object({ sha256: z.string(), size: z.coerce.number(), storage_key: z.string() }));
const modPacks = z.array(z.object({ id: z.int(), sha256: z.string() }));
const counted = z.tuple([z.object({ count: z.int() })]);
const logLine = z.looseObject({ address: z.string() });
const uploaded = z.object({
  data: z.object({ uploadModPack: z.object({ modPack: z.object({ databaseId: z.int() }) }) }),
});

await using opened = new AsyncDisposableStack();
const [s3, bouncer] = await Promise.all([startS3Server(), startPgBouncer(databaseServer)]);
opened.use(s3);
opened.use(bouncer);
const database = opened.use(await createDatabase());
const settings = s3.settings();
const nodes = await Promise.all([
  startNode({ ROLE: 'api' }),
  startNode({ ROLE: 'api', S3_DOWNLOADS: 'redirect' }),
  startNode({ ROLE: 'worker' }),
]);
for (const node of nodes) opened.use(node);
const [front, back] = nodes;
const [url, otherUrl] = await Promise.all([addressOf(front.child), addressOf(back.child)]);
const parts = opened.move();
afterAll(() => parts.disposeAsync());

describe('nodes that share no folder', () => {
  it('take an upload on one, build on one without a face, and hand the server pack out on two', async () => {
    const pack = smallPack();
    const { body } = await upload(url, pack);
    const serverPack = await builtFrom(otherUrl, body.modPackId ?? 0);
    const streamed = await fetch(`${url}/api/v2/serverpacks/download/${serverPack}`);
    const bytes = await streamed.bytes();
    expect(streamed.headers.get('etag')).toBe(`"${sha256(bytes)}"`);

    const elsewhere = await fetch(`${otherUrl}/api/v2/serverpacks/download/${serverPack}`, {
      redirect: 'manual',
    });
    expect(elsewhere.status).toBe(307);
    const redirected = await fetch(elsewhere.headers.get('location') ?? '');
    expect(new URL(redirected.url).origin).toBe(s3.url);
    expect(redirected.headers.get('content-disposition')).toBe(streamed.headers.get('content-disposition'));
    expect(sha256(await redirected.bytes())).toBe(sha256(bytes));
    const counted = await fetch(`${url}/api/v2/serverpacks/${serverPack}`);
    expect(await counted.json()).toMatchObject({ downloads: 2 });

    // An upload in pieces, each to another node.
    const large = smallPack('in pieces');
    const begun = await begin({ url }, large.length);
    const at = (node: string) => `${node}/uploads/${begun.id}`;
    expect((await send(at(url), large.subarray(0, 100), 0)).status).toBe(204);
    expect((await send(at(otherUrl), large.subarray(100), 100)).status).toBe(204);
    await builtFrom(url, await finish(url, begun.id));

    // The stores of the disk have nothing.
    for (const { dataDir } of nodes) expect(await readdir(dataDir)).not.toContain('store');
  });
});

describe('nodes behind PgBouncer', () => {
  it('tell subscribers of what others record, which nothing but a notice tells them', async () => {
    const pack = await upload(url, smallPack('before anybody listens'));
    await builtFrom(url, pack.body.modPackId ?? 0);
    const over = new AbortController();
    const seen: Parameters<typeof follow>[1] = [];
    const following = follow({ address: async () => otherUrl }, seen, over.signal);
    // What was before it came is read by itself; it listens from here on.
    await expect.poll(() => seen.at(-1)?.message).toBe('Syncing ServerPack to database.');
    await expect
      .poll(async () =>
        (await eventsOf(url, pack.body.modPackId ?? 0)).every(({ id }) => seen.some((one) => one.id === id)),
      )
      .toBe(true);
    const before = seen.length;
    const { body } = await upload(url, smallPack('while somebody listens'));
    await builtFrom(url, body.modPackId ?? 0);
    await expect.poll(() => seen.length).toBe(before + 8);
    over.abort();
    await following;
  });

  it('hold one connection past it for notifications, and as many for locks as they are told to', async () => {
    const direct = new URL(database.url);
    direct.searchParams.set('application_name', 'counted-node');
    const isHeld = (where: string) => () =>
      onConnection(database.url, async (client) => {
        const { rows } = await client.query(
          `select count(*)::int as count from pg_stat_activity where datname = current_database() and ${where}`,
        );
        return counted.parse(rows)[0].count;
      });
    const own = isHeld(`application_name = 'counted-node'`);
    await using node = await startNode(
      {
        ROLE: 'api',
        DATABASE_DIRECT_URL: direct.href,
        'config.databaseServer.lockPool': '2',
      },
      'test/support/service-process.ts',
    );
    const at = await addressOf(node.child);
    await expect.poll(own).toBe(1);
    const packs = Array.from({ length: 8 }, (_, index) => smallPack(`many at once ${index}`));
    for (const { status } of await Promise.all(packs.map((pack) => upload(at, pack))))
      expect(status).toBe(200);
    // Those of the locks stay for a minute.
    expect(await own()).toBeGreaterThan(1);
    expect(await own()).toBeLessThanOrEqual(3);
  });

  it('are not held up by one that stands still amid a transaction, which cannot commit any more', async () => {
    await using own = await createDatabase();
    const environment = {
      DATABASE_URL: bouncer.through(own.url),
      DATABASE_DIRECT_URL: own.url,
      'config.databaseServer.idleTransactionTimeoutMs': '1000',
    };
    await using node = await startNode(environment, 'test/support/service-process.ts');
    const at = await addressOf(node.child);
    const { body } = await upload(at, smallPack());
    const modPackId = body.modPackId ?? 0;
    await builtFrom(at, modPackId);
    await using still = await startNode(
      {
        ...environment,
        ROLE: 'api',
        ON_SIGNAL: 'yes',
        KILL_AT: '1',
        KILL_WITH: 'SIGSTOP',
        LOG_LEVEL: 'silent',
      },
      'test/support/service-process.ts',
    );
    const [, stillAt = ''] = await still.child.line(/^listening (.*)/);
    still.child.process.kill('SIGUSR2');
    await still.child.line(/^counting/);
    const asked = requestAnother(stillAt, modPackId);
    // It has the modpack's row, for which every other run of it waits.
    await still.child.line(/^step before the commit/);
    await expect.poll(async () => (await requestAnother(at, modPackId)).status).toBe(200);
    still.child.process.kill('SIGCONT');
    expect((await asked).status).toBe(503);
    expect((await requestAnother(stillAt, modPackId)).status).toBe(200);
  });
});

describe('a backup of a server that is taken while packs are uploaded', () => {
  /** Saves the database first and then the files, and starts a node on what was saved, with the files on its disk. */
  async function expectRestored(
    from: { url: string; database: string },
    copyFiles: (folder: string) => Promise<void>,
  ): Promise<void> {
    const folder = await mkdtemp(path.join(tmpdir(), 'backup-'));
    await using cleaning = new AsyncDisposableStack();
    cleaning.defer(() => rm(folder, { recursive: true, force: true }));
    await upload(from.url, smallPack('before the backup'));
    await builtFrom(from.url, 1);
    let isOver = false;
    const uploading = (async () => {
      for (let count = 0; !isOver; count += 1)
        expect(await upload(from.url, smallPack(`under load ${count}`))).toMatchObject({ status: 200 });
    })();
    const dump = path.join(folder, 'database.dump');
    await run('pg_dump', '--format=custom', `--file=${dump}`, from.database);
    await copyFiles(folder);
    isOver = true;
    await uploading;

    const restored = cleaning.use(await createDatabase());
    await run('pg_restore', '--no-owner', `--dbname=${restored.url}`, dump);
    const found = await onConnection(restored.url, (client) =>
      client.query('select sha256, size, storage_key from files where removed is null'),
    );
    const rows = files.parse(found.rows);
    expect(rows.length).toBeGreaterThan(1);
    const saved = await createDiskStorage({ directory: path.join(folder, 'store') });
    for (const row of rows) {
      await using local = await saved.local(row.storage_key);
      const bytes = await readFile(local.path);
      expect([sha256(bytes), bytes.length]).toEqual([row.sha256, row.size]);
    }

    // It goes on with the runs that had not ended.
    const node = cleaning.use(await startOnDisk(restored.url, { DATA_DIR: folder }));
    const restoredUrl = await addressOf(node.child);
    for (const { id, sha256: expected } of modPacks.parse(
      await (await fetch(`${restoredUrl}/api/v2/modpacks/all`)).json(),
    )) {
      const archive = await fetch(`${restoredUrl}/api/v2/modpacks/download/${id}`);
      expect(sha256(await archive.bytes())).toBe(expected);
      const built = await fetch(
        `${restoredUrl}/api/v2/serverpacks/download/${await builtFrom(restoredUrl, id)}`,
      );
      expect(built.headers.get('etag')).toBe(`"${sha256(await built.bytes())}"`);
    }
  }

  const startOnDisk = (databaseUrl: string, environment: Record<string, string> = {}) =>
    startNode({ STORAGE: 'disk', DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: '', ...environment });

  it('has every file that its rows speak of, with a bucket', () =>
    expectRestored({ url, database: database.url }, async (folder) => {
      const saved = await createDiskStorage({ directory: path.join(folder, 'store') });
      await copyStorage(await createS3Storage({ s3: settings, directory: path.join(folder, 's3') }), saved);
    }));

  it('has every file that its rows speak of, with a disk', async () => {
    await using place = await createDatabase();
    await using node = await startOnDisk(place.url);
    await expectRestored({ url: await addressOf(node.child), database: place.url }, (folder) =>
      cp(path.join(node.dataDir, 'store/files'), path.join(folder, 'store/files'), { recursive: true }),
    );
  });
});

describe('a backup of the embedded database and its bucket that is taken while packs are uploaded', () => {
  it('of the database in one moment and then of the files starts whole on another bucket', async () => {
    await using cleaning = new AsyncDisposableStack();
    const folder = await mkdtemp(path.join(tmpdir(), 'backup-'));
    cleaning.defer(() => rm(folder, { recursive: true, force: true }));
    const [from, to] = [s3.settings(), s3.settings()];
    const embedded = { DATABASE_URL: '', DATABASE_DIRECT_URL: '' };
    const saved = await createDiskStorage({ directory: path.join(folder, 'store') });
    const accepted = new Map<number, string>();
    {
      await using running = await startNode({ ...embedded, ...s3.environment(from) });
      const at = await addressOf(running.child);
      const enough = Promise.withResolvers<void>();
      let isOver = false;
      const uploading = (async () => {
        for (let count = 0; !isOver; count += 1) {
          const pack = smallPack(`embedded, under load ${count}`);
          const { status, body } = await upload(at, pack);
          expect(status).toBe(200);
          // What is answered while the copy is taken may be in it or not.
          if (accepted.size < 4) accepted.set(body.modPackId ?? 0, sha256(pack));
          if (accepted.size === 4) enough.resolve();
        }
      })();
      await Promise.race([enough.promise, uploading]);
      // A process that stands still writes nothing: what is copied now is of one moment, as in a snapshot of the file system.
      running.child.process.kill('SIGSTOP');
      const stateOf = () => readFile(`/proc/${running.child.process.pid}/stat`, 'utf8');
      await expect.poll(stateOf).toMatch(/\) T /);
      await cp(path.join(running.dataDir, 'database'), path.join(folder, 'database'), { recursive: true });
      running.child.process.kill('SIGCONT');
      await copyStorage(await createS3Storage({ s3: from, directory: path.join(folder, 'from') }), saved);
      isOver = true;
      await uploading;
    }
    await copyStorage(saved, await createS3Storage({ s3: to, directory: path.join(folder, 'to') }));
    await using node = await startNode({ ...embedded, ...s3.environment(to), DATA_DIR: folder });
    const at = await addressOf(node.child);
    for (const [id, expected] of accepted) {
      const archive = await fetch(`${at}/api/v2/modpacks/download/${id}`);
      expect(sha256(await archive.bytes())).toBe(expected);
      const built = await fetch(`${at}/api/v2/serverpacks/download/${await builtFrom(at, id)}`);
      expect(built.headers.get('etag')).toBe(`"${sha256(await built.bytes())}"`);
    }
  });
});

describe('a node on S3 that is killed with -9', () => {
  // What changes something that outlives the process.
  const telling =
    /^(before publish|before the commit|after transaction|amid check|amid generate|after generate)$/;

  /** Processes of one database and one part of the bucket, each with a folder of its own, while the S3 server fails now and then. */
  async function openPlace(proxyUrl: string) {
    await using place = new AsyncDisposableStack();
    const scratch = place.use(await createDatabase());
    const own = s3.settings({ endpoint: proxyUrl });
    const begin = (environment: Record<string, string>) =>
      startNode(
        {
          ...s3.environment(own),
          DATABASE_URL: scratch.url,
          DATABASE_DIRECT_URL: '',
          LOG_LEVEL: 'silent',
          'config.runRetryDelaySeconds': '0',
          ...environment,
        },
        'test/support/service-process.ts',
      );
    const parts = place.move();
    return { begin, database: scratch.url, [Symbol.asyncDispose]: () => parts.disposeAsync() };
  }

  /** Sends the pack, again while the store is away; the modpack may have been stored before. */
  async function sendUntilTaken(at: string): Promise<number> {
    for (;;) {
      const { status, body } = await upload(at, smallPack('killed'));
      if (status === 503) continue;
      expect(status).toBeOneOf([200, 409]);
      return body.modPackId ?? 0;
    }
  }

  /** What a run of the pack leaves behind. */
  async function outcomeAt(child: Child) {
    const [, at = ''] = await child.line(/^listening (.*)/);
    const id = await sendUntilTaken(at);
    const serverPack = await builtFrom(at, id);
    const download = await fetch(`${at}/api/v2/serverpacks/download/${serverPack}`);
    const archive = await fetch(`${at}/api/v2/modpacks/download/${id}`);
    return {
      events: (await eventsOf(at, id)).map(({ status, message }) => [status, message]),
      serverPack: sha256(await download.bytes()),
      archive: sha256(await archive.bytes()),
    };
  }

  it('leaves a run that another node ends in the same rows and bytes', { timeout: 600_000 }, async () => {
    await using proxy = await startFaultyProxy(s3.url);
    let asked = 0;
    proxy.judge(() => {
      asked += 1;
      return asked % 5 === 0 ? 503 : asked % 7 === 0 ? 'cut' : null;
    });
    await using whole = await openPlace(proxy.url);
    await using first = await whole.begin({});
    const expected = await outcomeAt(first.child);
    expect(expected.events).toHaveLength(8);
    const names = first.child.lines.flatMap((line) => (line.startsWith('step ') ? [line.slice(5)] : []));
    const steps = [...names.keys()].filter((step) => telling.test(names[step] ?? ''));
    const some = process.env.KILLS === 'all' ? steps : steps.filter((_step, index) => index % 8 === 4);
    expect(some.length).toBeGreaterThan(1);
    for (const step of some) {
      await using place = await openPlace(proxy.url);
      await using killed = await place.begin({ KILL_AT: String(step) });
      const [, at = ''] = await killed.child.line(/^listening (.*)/);
      const sending = sendUntilTaken(at).catch(() => null);
      expect(await killed.child.ended).toBe('SIGKILL');
      await sending;
      await missHeartbeats(place.database);
      await using other = await place.begin({});
      expect(await outcomeAt(other.child), `step ${step}`).toEqual(expected);
    }
  });
});

describe('what is larger than a part', () => {
  const large = smallPack('large', { 'config/large.bin': randomBytes(11 * 1024 * 1024) });

  it('is stored, built and handed out by others after a kill -9 amid its parts, which are swept by their date', async () => {
    await using own = await createDatabase();
    await using proxy = await startFaultyProxy(s3.url);
    const place = s3.settings();
    const environment = { DATABASE_URL: own.url, DATABASE_DIRECT_URL: '' };
    const amid = Promise.withResolvers<void>();
    proxy.judge(({ method, url: asked }) => {
      if (method !== 'PUT' || !/partNumber=2/.test(asked ?? '')) return null;
      amid.resolve();
      return 'silence';
    });
    await using dying = await startNode({
      ...environment,
      ...s3.environment({ ...place, endpoint: proxy.url }),
    });
    const sending = upload(await addressOf(dying.child), large).catch(() => null);
    await Promise.race([amid.promise, dying.child.ended]);
    dying.child.process.kill('SIGKILL');
    expect(await dying.child.ended).toBe('SIGKILL');
    expect(await sending).toBeNull();
    expect(await begunIn(place)).toHaveLength(1);

    await using node = await startNode({ ...environment, ...s3.environment(place) });
    const at = await addressOf(node.child);
    const { status, body } = await upload(at, large);
    expect(status).toBe(200);
    const serverPack = await builtFrom(at, body.modPackId ?? 0);
    // One that has nothing of it in its cache.
    await using other = await startNode({ ...environment, ...s3.environment(place), ROLE: 'api' });
    const otherAt = await addressOf(other.child);
    const archive = await fetch(`${otherAt}/api/v2/modpacks/download/${body.modPackId}`);
    expect(sha256(await archive.bytes())).toBe(sha256(large));
    const built = await fetch(`${otherAt}/api/v2/serverpacks/download/${serverPack}`);
    const bytes = await built.bytes();
    expect(bytes.length).toBeGreaterThan(11 * 1024 * 1024);
    expect(built.headers.get('etag')).toBe(`"${sha256(bytes)}"`);

    // Nothing of theirs is left begun; what the dead one has is, until nothing has come to it for half an hour.
    expect(await begunIn(place)).toHaveLength(1);
    const folder = path.join(other.dataDir, 'sweeping');
    const storage = await createS3Storage({ s3: place, directory: folder });
    await storage.sweepUnpublished(new Date(Date.now() - 30 * 60 * 1000));
    expect(await begunIn(place)).toHaveLength(1);
    await storage.sweepUnpublished(new Date());
    expect(await begunIn(place)).toEqual([]);
  });
});

/** The objects of several parts that were begun in this part of the bucket, and neither completed nor aborted. */
async function begunIn(place: S3Settings): Promise<string[]> {
  const found: string[] = [];
  for await (const { name } of (await openBucket(place)).begun()) found.push(name);
  return found;
}

/** A process with a folder of its own. */
async function startNode(
  environment: Record<string, string>,
  program = 'src/main.ts',
): Promise<{ child: Child; dataDir: string } & AsyncDisposable> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'node-'));
  const child = startChild(program, {
    ...s3.environment(settings),
    ...onItsOwn,
    DATA_DIR: dataDir,
    DATABASE_URL: bouncer.through(database.url),
    DATABASE_DIRECT_URL: database.url,
    ...environment,
  });
  return {
    child,
    dataDir,
    async [Symbol.asyncDispose]() {
      child.process.kill('SIGTERM');
      await child.ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function run(program: string, ...args: string[]): Promise<void> {
  await using child = startProgram([program, ...args], { environment: {} });
  expect(await child.ended, child.errors()).toBe(0);
}

async function finish(url: string, id: string): Promise<number> {
  const query = `mutation ($id: ID!) {
    uploadModPack(input: { archive: { upload: $id }, runConfiguration: { gameVersion: "1.20.1", modloader: FABRIC, modloaderVersion: "0.15.6" } }) {
      ... on RunStarted { modPack { databaseId } } ... on UserError { message }
    }
  }`;
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { id } }),
  });
  return uploaded.parse(await answer.json()).data.uploadModPack.modPack.databaseId;
}

async function addressOf(child: Child): Promise<string> {
  const [line] = await child.line(/^.*"msg":"listening".*$/);
  return logLine.parse(JSON.parse(line)).address;
}

/** The server pack that came of a modpack, once it is there. */
async function builtFrom(url: string, modPackId: number): Promise<number> {
  let built = 0;
  const look = async () => {
    const found = (await eventsOf(url, modPackId)).find(({ serverPackId }) => serverPackId !== null);
    built = found?.serverPackId ?? 0;
    return built;
  };
  await expect.poll(look, { interval: 200 }).toBeGreaterThan(0);
  return built;
}

/** An empty database of its own. */
async function createDatabase(): Promise<{ url: string } & AsyncDisposable> {
  const name = `scratch_${crypto.randomUUID().replaceAll('-', '')}`;
  const ask = async (statement: string) => {
    await onConnection(databaseServer, (client) => client.query(statement));
  };
  await ask(`create database ${name}`);
  const address = new URL(databaseServer);
  address.pathname = `/${name}`;
  return {
    url: address.href,
    [Symbol.asyncDispose]: () => ask(`drop database if exists ${name} with (force)`),
  };
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
