/** Several nodes on one PostgreSQL, through Debian's PgBouncer, and one S3 server, Debian's Swift: none has anything that another needs. */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Child, startChild } from './support/child.ts';
import { eventsOf, smallPack, upload } from './support/client.ts';
import { onConnection } from './support/database.ts';
import { startPgBouncer } from './support/pgbouncer.ts';
import { begin, send } from './support/resumable.ts';
import { startS3Server } from './support/s3-server.ts';

const databaseServer = process.env.TEST_DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/test';
const logLine = z.looseObject({ address: z.string() });
const uploaded = z.object({
  data: z.object({ uploadModPack: z.object({ modPack: z.object({ databaseId: z.int() }) }) }),
});

await using opened = new AsyncDisposableStack();
const [s3, bouncer] = await Promise.all([startS3Server(), startPgBouncer(databaseServer)]);
opened.use(s3);
opened.use(bouncer);
const database = await createDatabase();
opened.defer(() => database.drop());
const parts = opened.move();
afterAll(() => parts.disposeAsync());

describe('nodes that share no folder', () => {
  const settings = s3.settings();

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

  it('take an upload on one, build on the other, and hand the server pack out on both', async () => {
    await using nodes = new AsyncDisposableStack();
    const [front, back] = await Promise.all([
      startNode({ ROLE: 'api' }),
      startNode({ ROLE: 'all', S3_DOWNLOADS: 'redirect' }),
    ]);
    nodes.use(front);
    nodes.use(back);
    const [url, otherUrl] = await Promise.all([addressOf(front.child), addressOf(back.child)]);

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
async function createDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `scratch_${crypto.randomUUID().replaceAll('-', '')}`;
  const run = async (statement: string) => {
    await onConnection(databaseServer, (client) => client.query(statement));
  };
  await run(`create database ${name}`);
  const url = new URL(databaseServer);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(`drop database if exists ${name} with (force)`) };
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
