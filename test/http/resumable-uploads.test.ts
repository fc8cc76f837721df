import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Upload } from 'tus-js-client';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { resumableUploads } from '../../drizzle/schema.ts';
import { revokeToken } from '../../src/access/tokens.ts';
import { sweep, tidy } from '../../src/core/chores/sweep.ts';
import { takeUpload } from '../../src/core/files/resumable-uploads.ts';
import { sharedLimits } from '../../src/limits/shared-limits.ts';
import { headersOf, runConfiguration } from '../access/callers.ts';
import { ask } from '../graphql/client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { databaseKinds, openLastingDatabase } from '../support/database.ts';
import { filesIn } from '../support/everything-stored.ts';
import { fabricModJson, jarWith } from '../support/jar.ts';
import { begin, goOn, offsetOf, send, sendPartOf } from '../support/resumable.ts';
import { zipWith } from '../support/zip.ts';

const MB = 1_000_000;

/** A sound modpack of about this many bytes, none like another. */
function packOf(bytes: number): Buffer {
  return zipWith([
    { name: 'mods/lithium.jar', data: jarWith({ 'fabric.mod.json': fabricModJson('lithium') }) },
    { name: 'config/map.bin', data: randomBytes(bytes), method: 0 },
  ]);
}

const result = z.object({
  uploadModPack: z.object({
    __typename: z.string(),
    code: z.string().optional(),
    message: z.string().optional(),
    modPack: z.object({ databaseId: z.number(), name: z.string(), sha256: z.string() }).optional(),
  }),
});

/** Makes a modpack of a finished upload. */
async function take(url: string, id: string, headers: Record<string, string> = {}, run = runConfiguration) {
  const query = `mutation ($upload: ID!) { uploadModPack(input: { archive: { upload: $upload }, runConfiguration: ${run} }) {
    __typename ... on RunStarted { modPack { databaseId name sha256 } } ... on UserError { code message }
  } }`;
  const { data, errors } = await ask(url, query, { upload: id }, headers);
  return errors ? errors[0]?.extensions?.code : result.parse(data).uploadModPack;
}

async function received({ app }: Pick<TestApp, 'app'>, id: string, bytes: number): Promise<void> {
  await expect.poll(() => app.storage.resumable.size(id)).toBe(bytes);
}

const download = async (url: string, id: number) =>
  Buffer.from(await (await fetch(`${url}/api/v2/modpacks/download/${id}`)).arrayBuffer());

it('an upload that goes on has lost its connection in the middle, and not one byte', async () => {
  await using service = await startTestApp();
  const pack = packOf(8 * MB);
  const { url, id } = await begin(service, pack.length, { filename: 'C:\\packs\\Ä pack.zip' });
  const part = sendPartOf(url, pack.subarray(0, 3 * MB), { offset: 0, length: pack.length });
  await received(service, id, 3 * MB);
  part.outgoing.destroy();
  expect(await goOn(url, pack)).toEqual([3 * MB]);
  expect(await take(service.url, id)).toMatchObject({ modPack: { databaseId: 1, name: 'Ä pack.zip' } });
  expect((await download(service.url, 1)).equals(pack)).toBe(true);
  expect(await service.app.database.db.select().from(resumableUploads)).toEqual([]);
  expect(await filesIn(path.join(service.dataDir, 'store', 'resumable'))).toEqual([]);
  expect(await take(service.url, id)).toMatchObject({ __typename: 'UserError' });
});

describe.each(databaseKinds)('an upload that goes on, on the %s database', (database) => {
  it('has outlived the gateway', async () => {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'resumable-'));
    await using cleanup = new AsyncDisposableStack();
    cleanup.defer(() => rm(dataDir, { recursive: true, force: true }));
    const lasting = cleanup.use(await openLastingDatabase(database));
    const start = async () =>
      startTestApp({
        environment: { DATA_DIR: dataDir, SHUTDOWN_GRACE_MS: '0' },
        overrides: { database: await lasting.open() },
      });
    const pack = packOf(4 * MB);
    let id = '';
    {
      await using first = await start();
      const begun = await begin(first, pack.length);
      id = begun.id;
      sendPartOf(begun.url, pack.subarray(0, MB), { offset: 0, length: pack.length });
      await received(first, id, MB);
    }
    await using second = await start();
    expect(await goOn(`${second.url}/uploads/${id}`, pack)).toEqual([MB]);
    expect(await take(second.url, id)).toMatchObject({ __typename: 'RunStarted' });
    expect((await download(second.url, 1)).equals(pack)).toBe(true);
  });

  it('is taken over by the newest connection of its owner', async () => {
    await using service = await startTestApp({ database });
    const pack = packOf(2 * MB);
    const { url, id } = await begin(service, pack.length);
    const lost = sendPartOf(url, pack.subarray(0, MB), { offset: 0, length: pack.length });
    await received(service, id, MB);
    // The old connection is open still, as one is whose network has gone away without a word.
    expect(await goOn(url, pack)).toEqual([MB]);
    lost.outgoing.write(pack.subarray(MB));
    expect(await lost.status).toBeOneOf([0, 204]);
    expect(await take(service.url, id)).toMatchObject({ __typename: 'RunStarted' });
    expect((await download(service.url, 1)).equals(pack)).toBe(true);
  });

  it('counts with what is half-received while it pauses, and is gone when nobody goes on', async () => {
    const unfinished = { caller: 3 * MB, all: 1_000 * MB };
    await using service = await startTestApp({
      database,
      values: { sharedLimits: sharedLimits({ unfinished, parked: unfinished }) },
    });
    const [one, other] = [await begin(service, 2 * MB), await begin(service, 2 * MB)];
    expect((await send(one.url, randomBytes(2 * MB), 0)).status).toBe(204);
    expect((await send(other.url, randomBytes(2 * MB), 0)).status).toBe(429);
    const { app } = service;
    // A file that is received in one go is given up long before one whose sender may come back tomorrow.
    const retention = { unfinishedMs: 0, resumableMs: 60_000, refusedMs: 0, deliveriesMs: 0 };
    await tidy(app, retention);
    expect(await offsetOf(one.url)).toBe(2 * MB);
    // Seen a minute later than it is: the database tells of the last look more finely than a clock of milliseconds.
    await tidy(app, { ...retention, resumableMs: -60_000 });
    expect([await offsetOf(one.url), await offsetOf(other.url)]).toEqual([-404, -404]);
    expect(await filesIn(path.join(service.dataDir, 'store', 'resumable'))).toEqual([]);
    const again = await begin(service, 2 * MB);
    expect((await send(again.url, randomBytes(2 * MB), 0)).status).toBe(204);
    // A file whose row has gone, as after a death in between, goes too; others stay.
    await app.storage.resumable.begin(crypto.randomUUID());
    await sweep(app, new Date(Date.now() + 60_000));
    expect(await filesIn(path.join(service.dataDir, 'store', 'resumable'))).toEqual([again.id]);
  });
});

describe.runIf(databaseKinds.includes('server'))('an upload to nodes that share a disk', () => {
  it('goes on at the other one while the first still has it, and when a node has died with it', async () => {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'resumable-'));
    await using parts = new AsyncDisposableStack();
    parts.defer(() => rm(dataDir, { recursive: true, force: true }));
    const lasting = parts.use(await openLastingDatabase('server'));
    const start = async () =>
      parts.use(
        await startTestApp({
          environment: { DATA_DIR: dataDir },
          overrides: { database: await lasting.open() },
        }),
      );
    const [one, other] = [await start(), await start()];
    const pack = packOf(3 * MB);
    const { url, id } = await begin(one, pack.length);
    const lost = sendPartOf(url, pack.subarray(0, MB), { offset: 0, length: pack.length });
    await received(one, id, MB);
    const second = sendPartOf(`${other.url}/uploads/${id}`, pack.subarray(MB, 2 * MB), {
      offset: MB,
      length: pack.length - MB,
    });
    expect(await lost.status).toBeOneOf([0, 204]);
    await received(other, id, 2 * MB);
    second.outgoing.destroy();
    expect(await offsetOf(url)).toBe(2 * MB);

    // The lease of a node that has died runs out, and whoever goes on waits for that.
    const { database } = other.app;
    const writer = crypto.randomUUID();
    const isLeft = () => takeUpload(database, { id, writer, milliseconds: 300 });
    await expect.poll(isLeft).toBe(true);
    expect(await goOn(url, pack)).toEqual([2 * MB]);
    expect(await take(other.url, id)).toMatchObject({ __typename: 'RunStarted' });
    expect((await download(one.url, 1)).equals(pack)).toBe(true);
  });
});

describe('the uploads', async () => {
  const service = await startTestApp({ environment: { MAX_UPLOAD_BYTES: String(5 * MB) } });
  afterAll(() => service[Symbol.asyncDispose]());

  it('serve the protocol to its own client from the first byte on', async () => {
    const pack = packOf(MB);
    const address = await new Promise<string>((resolve, reject) => {
      const upload = new Upload(pack, {
        endpoint: `${service.url}/uploads`,
        chunkSize: 300_000,
        uploadDataDuringCreation: true,
        metadata: { filename: 'whole.mrpack' },
        onError: reject,
        onSuccess: () => resolve(upload.url ?? ''),
      });
      upload.start();
    });
    expect(await take(service.url, address.split('/').at(-1) ?? '')).toMatchObject({
      modPack: { name: 'whole.mrpack' },
    });
  });

  it('say what the protocol wants told, to other sites too', async () => {
    const asked = await fetch(`${service.url}/uploads`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'tus-resumable',
      },
    });
    expect(Object.fromEntries(asked.headers)).toMatchObject({
      'tus-version': '1.0.0',
      'tus-extension': 'creation,creation-with-upload,expiration,termination',
      'tus-max-size': String(5 * MB),
      'access-control-allow-methods': 'HEAD, POST, PATCH, DELETE',
      'access-control-allow-headers': 'tus-resumable',
    });
    const other = await fetch(`${service.url}/graphql`, {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
    });
    expect(other.headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST');
    expect(other.headers.get('tus-version')).toBeNull();
    const { answer, url } = await begin(service, 10);
    expect(answer.headers.get('access-control-expose-headers')).toContain('Upload-Offset');
    expect(Date.parse(answer.headers.get('upload-expires') ?? '')).toBeGreaterThan(Date.now());
    const got = await fetch(url);
    expect([got.status, got.headers.get('allow')]).toEqual([405, 'HEAD, PATCH, DELETE']);
  });

  it('refuse in words what does not fit, and keep what has come', async () => {
    const told = async (answer: Response) => {
      const body = z.object({ status: z.number(), code: z.string() }).parse(await answer.json());
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
      expect(body.status).toBe(answer.status);
      return [answer.status, body.code];
    };
    expect(await told((await begin(service, 5 * MB + 1)).answer)).toEqual([413, 'TOO_LARGE']);
    const bad = { headers: { 'upload-length': '-1' } };
    expect(await told((await begin(service, 0, bad)).answer)).toEqual([400, 'BAD_REQUEST']);
    const later = { 'tus-resumable': '1.0.0', 'upload-defer-length': '1' };
    const deferred = await fetch(`${service.url}/uploads`, { method: 'POST', headers: later });
    expect(await told(deferred)).toEqual([400, 'BAD_REQUEST']);
    const { url, id } = await begin(service, 1_000);
    expect((await send(url, randomBytes(400), 0)).status).toBe(204);
    expect(await told(await send(url, randomBytes(400), 0))).toEqual([409, 'CONFLICT']);
    expect(await told(await send(url, randomBytes(400), 500))).toEqual([409, 'CONFLICT']);
    expect(await told(await send(url, randomBytes(601), 400))).toEqual([413, 'BAD_REQUEST']);
    expect(await told(await send(url, randomBytes(1), 400, { 'tus-resumable': '0.1' }))).toEqual([
      400,
      'BAD_REQUEST',
    ]);
    expect(await offsetOf(url)).toBe(400);
    expect(await take(service.url, id)).toMatchObject({
      __typename: 'UserError',
      message: '400 of the 1000 bytes of this upload have come. Send the rest first.',
    });
    for (const unknown of [crypto.randomUUID(), 'x', '..%2f..', "'", '%00']) {
      expect(await told(await send(`${service.url}/uploads/${unknown}`, randomBytes(1), 0)), unknown).toEqual(
        [404, 'NOT_FOUND'],
      );
      expect(await take(service.url, unknown)).toMatchObject({ __typename: 'UserError' });
    }
    expect((await fetch(url, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } })).status).toBe(204);
    expect(await offsetOf(url)).toBe(-404);
  });

  it('say of each header what it has to be, in our own words', async () => {
    const pack = packOf(1_000);
    const { url } = await begin(service, pack.length);
    const begun = (headers: Record<string, string>) =>
      begin(service, 10, { headers }).then(({ answer }) => answer);
    const sent = (headers: Record<string, string>) => send(url, pack, 0, headers);
    const told: [Response, string][] = [
      [await begun({ 'upload-length': '1e3' }), 'Upload-Length has to be how many bytes will come'],
      [await begun({ 'upload-metadata': 'filename !' }), 'Upload-Metadata has to be pairs'],
      [await begun({ 'upload-concat': 'partial' }), 'Leave out Upload-Concat'],
      [await begun({ 'tus-resumable': '0.2' }), 'Tus-Resumable has to be 1.0.0'],
      [await fetch(`${service.url}/uploads`, { method: 'POST' }), 'Tus-Resumable has to be 1.0.0'],
      [await sent({ 'upload-offset': 'x' }), 'Upload-Offset has to be'],
      [await sent({ 'upload-offset': '7' }), 'Ask for that by HEAD'],
      [await sent({ 'content-type': 'text/plain' }), 'application/offset+octet-stream'],
      [await send(url, packOf(5_000), 0), 'more bytes than Upload-Length said'],
    ];
    for (const [answer, says] of told) {
      const { detail } = z.object({ detail: z.string() }).parse(await answer.json());
      expect(detail).toContain(says);
      expect(detail).not.toMatch(/Invalid|required|conflict|exceeded|supported/);
    }
  });

  it('come through several proxies, each of which has written down how it was asked', async () => {
    const headers = {
      'x-forwarded-proto': 'https, http',
      'x-forwarded-host': 'packs.example, inner.example',
      forwarded: 'proto=https;host="packs.example", proto=http',
    };
    const pack = packOf(1_000);
    const { url, id, status } = await begin(service, pack.length, { headers });
    expect(status).toBe(201);
    expect((await send(url, pack, 0, headers)).status).toBe(204);
    expect(await take(service.url, id)).toMatchObject({ __typename: 'RunStarted' });
  });

  it('stay after a refusal that another run configuration mends, and go after one of their bytes', async () => {
    const pack = packOf(1_000);
    const { url, id } = await begin(service, pack.length);
    await send(url, pack, 0);
    const bad = '{ gameVersion: "x", modloader: FABRIC, modloaderVersion: "0.15.6" }';
    expect(await take(service.url, id, {}, bad)).toMatchObject({ __typename: 'UserError' });
    expect(await take(service.url, id)).toMatchObject({ __typename: 'RunStarted' });
    const same = await begin(service, pack.length);
    await send(same.url, pack, 0);
    expect(await take(service.url, same.id)).toMatchObject({ __typename: 'UserError' });
    expect(await offsetOf(same.url)).toBe(-404);
    const empty = await begin(service, 0);
    expect(await take(service.url, empty.id)).toMatchObject({ code: 'EMPTY_FILE' });
    expect(await offsetOf(empty.url)).toBe(-404);
    const text = await begin(service, 6);
    await send(text.url, Buffer.from('no zip'), 0);
    expect(await take(service.url, text.id)).toMatchObject({ code: 'NOT_A_ZIP' });
    expect(await offsetOf(text.url)).toBe(-404);
  });

  it('become a modpack once, however often that is asked for at a time', async () => {
    const pack = packOf(1_000);
    const { url, id } = await begin(service, pack.length);
    await send(url, pack, 0);
    const taken = await Promise.all([1, 2, 3].map(() => take(service.url, id)));
    const started = taken.filter((one) => typeof one === 'object' && one.__typename === 'RunStarted');
    expect(started).toHaveLength(1);
  });
});

describe('uploads where access is closed', async () => {
  const service = await startTestApp({ environment: { ACCESS: 'closed' } });
  const owner = await headersOf(service, { name: 'owner', role: 'publisher', quota: 3 * MB });
  afterAll(() => service[Symbol.asyncDispose]());

  it('are for who may publish, and each for who has begun it', async () => {
    expect((await begin(service, 10)).status).toBe(401);
    const reader = await headersOf(service, { name: 'reader', role: 'reader' });
    expect((await begin(service, 10, { headers: reader })).status).toBe(403);
    const other = await headersOf(service, { name: 'other', role: 'operator' });
    const pack = packOf(1_000);
    const { url, id } = await begin(service, pack.length, { headers: owner });
    expect(await offsetOf(url)).toBe(-401);
    expect(await offsetOf(url, other)).toBe(-404);
    expect((await send(url, pack, 0, other)).status).toBe(404);
    expect(
      (await fetch(url, { method: 'DELETE', headers: { ...other, 'tus-resumable': '1.0.0' } })).status,
    ).toBe(404);
    expect((await send(url, pack, 0, owner)).status).toBe(204);
    expect(await take(service.url, id, other)).toMatchObject({ __typename: 'UserError' });
    expect(await take(service.url, id, owner)).toMatchObject({ __typename: 'RunStarted' });
  });

  it('are held to the quota of their token before and while they come', async () => {
    expect((await begin(service, 4 * MB, { headers: owner })).status).toBe(507);
    const begun = [
      await begin(service, 2 * MB, { headers: owner }),
      await begin(service, 2 * MB, { headers: owner }),
    ];
    const [one = '', other = ''] = begun.map(({ url }) => url);
    expect((await send(one, randomBytes(2 * MB), 0, owner)).status).toBe(204);
    expect((await send(other, randomBytes(2 * MB), 0, owner)).status).toBe(507);
  });

  it('end when their token is revoked', async () => {
    const headers = await headersOf(service, { name: 'doomed', role: 'publisher' });
    const { url, id } = await begin(service, MB, { headers });
    const part = sendPartOf(url, randomBytes(1_000), { offset: 0, length: MB, headers });
    await received(service, id, 1_000);
    await revokeToken(service.app.database, 'doomed');
    expect(await part.status).toBe(0);
    expect(await offsetOf(url, headers)).toBe(-401);
  });

  it('come by a ticket too, which is good for one of them', async () => {
    const created = await ask(
      service.url,
      `mutation { createUploadTicket(input: { runConfiguration: ${runConfiguration} }) { ... on UploadTicketCreated { url } } }`,
      {},
      await headersOf(service, { name: 'bot', role: 'publisher' }),
    );
    const link = z.object({ createUploadTicket: z.object({ url: z.string() }) }).parse(created.data)
      .createUploadTicket.url;
    const ticket = { 'upload-ticket': link.split('/').at(-1) ?? '' };
    const pack = packOf(1_000);
    const { url, id, status } = await begin(service, pack.length, {
      headers: ticket,
      filename: 'by-link.zip',
    });
    expect(status).toBe(201);
    expect(await offsetOf(url)).toBe(-401);
    expect(await offsetOf(url, owner)).toBe(-404);
    expect((await send(url, pack, 0, ticket)).status).toBe(204);
    const finish = (upload: unknown) =>
      fetch(link, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ upload }),
      });
    expect((await finish(7)).status).toBe(400);
    expect((await finish('nothing')).status).toBe(404);
    const done = await finish(id);
    expect([done.status, await done.json()]).toMatchObject([200, { success: true, status: 'QUEUED' }]);
    expect((await begin(service, 10, { headers: ticket })).status).toBe(403);
    expect((await begin(service, 10, { headers: { 'upload-ticket': '1.x' } })).status).toBe(404);
  });
});
