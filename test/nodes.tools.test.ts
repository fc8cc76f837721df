/** Several nodes on one PostgreSQL, through Debian's PgBouncer, and one S3 server, Debian's Swift: none has anything that another needs. */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { copyStorage } from '../src/storage/copy.ts';
import { createDiskStorage } from '../src/storage/disk.ts';
import { createS3Storage } from '../src/storage/s3.ts';
import { type Child, startChild, startProgram } from './support/child.ts';
import { eventsOf, smallPack, upload } from './support/client.ts';
import { onConnection } from './support/database.ts';
import { startPgBouncer } from './support/pgbouncer.ts';
import { begin, send } from './support/resumable.ts';
import { startS3Server } from './support/s3-server.ts';

const databaseServer = process.env.TEST_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/test';
const files = z.array(z.object({ sha256: z.string(), size: z.coerce.number(), storage_key: z.string() }));
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
const [front, back] = await Promise.all([
  startNode({ ROLE: 'api' }),
  startNode({ ROLE: 'all', S3_DOWNLOADS: 'redirect' }),
]);
opened.use(front);
opened.use(back);
const [url, otherUrl] = await Promise.all([addressOf(front.child), addressOf(back.child)]);
const parts = opened.move();
afterAll(() => parts.disposeAsync());

describe('nodes that share no folder', () => {
  it('take an upload on one, build on the other, and hand the server pack out on both', async () => {
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
    for (const { dataDir } of [front, back]) expect(await readdir(dataDir)).not.toContain('store');
  });
});

describe('a backup that is taken while packs are uploaded', () => {
  it('of the database first and then of the files has every file that its rows speak of', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'backup-'));
    await using cleaning = new AsyncDisposableStack();
    cleaning.defer(() => rm(folder, { recursive: true, force: true }));
    let isOver = false;
    const uploading = (async () => {
      for (let count = 0; !isOver; count += 1)
        expect(await upload(url, smallPack(`under load ${count}`))).toMatchObject({ status: 200 });
    })();
    await upload(url, smallPack('before the backup'));
    const dump = path.join(folder, 'database.dump');
    await run('pg_dump', '--format=custom', `--file=${dump}`, database.url);
    const saved = await createDiskStorage({ directory: path.join(folder, 'store') });
    const bucket = await createS3Storage({ s3: settings, directory: path.join(folder, 's3') });
    await copyStorage(bucket, saved);
    isOver = true;
    await uploading;

    const restored = cleaning.use(await createDatabase());
    await run('pg_restore', '--no-owner', `--dbname=${restored.url}`, dump);
    const found = await onConnection(restored.url, (client) =>
      client.query('select sha256, size, storage_key from files where removed is null'),
    );
    const rows = files.parse(found.rows);
    expect(rows.length).toBeGreaterThan(4);
    for (const row of rows) {
      await using local = await saved.local(row.storage_key);
      const bytes = await readFile(local.path);
      expect([sha256(bytes), bytes.length]).toEqual([row.sha256, row.size]);
    }
  });
});

/** A process with a folder of its own. */
async function startNode(
  environment: Record<string, string>,
): Promise<{ child: Child; dataDir: string } & AsyncDisposable> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'node-'));
  const child = startChild('src/main.ts', {
    ...s3.environment(settings),
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: bouncer.through(database.url),
    DATABASE_DIRECT_URL: database.url,
    WORKER_THREADS: '1',
    MODLOADER_VERSIONS: 'off',
    CATALOGUE: 'off',
    FETCH: 'off',
    WEB: 'off',
    RATE_LIMIT: 'off',
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
    uploadModPack(input: { upload: $id, runConfiguration: { gameVersion: "1.20.1", modloader: FABRIC, modloaderVersion: "0.15.6" } }) {
      ... on RunStarted { modPack { databaseId } } ... on Error { message }
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
  for (;;) {
    const built = (await eventsOf(url, modPackId)).find(({ serverPackId }) => serverPackId !== null);
    if (built?.serverPackId) return built.serverPackId;
  }
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
