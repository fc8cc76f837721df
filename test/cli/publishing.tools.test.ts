import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { createServer, request as send } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, expect, it } from 'vitest';
import { startProgram } from '../support/child.ts';
import { startS3Server } from '../support/s3-server.ts';
import { zipWith } from '../support/zip.ts';
import { run } from './terminal.ts';

const server = await startS3Server();
afterAll(() => server[Symbol.asyncDispose]());

const { credentials, region, endpoint } = server.settings();
const environment = {
  AWS_ENDPOINT_URL_S3: endpoint ?? '',
  AWS_REGION: region,
  AWS_ACCESS_KEY_ID: credentials?.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials?.secretAccessKey,
};

it('publish s3 puts the server pack into the bucket, whole, and says in words what is refused', async () => {
  await using folder = await mkdtempDisposable(path.join(os.tmpdir(), 'publish-'));
  const file = path.join(folder.path, 'pack.zip');
  const pack = zipWith({ 'server-pack.json': '{}', 'mods/a.jar': 'x'.repeat(70_000) });
  await writeFile(file, pack);
  const put = (address: string, own: Record<string, string | undefined> = environment) =>
    run(['publish', 's3', file, address], { environment: own });

  expect(await put(`s3://${server.bucket}/packs/`)).toMatchObject({
    exitCode: 0,
    out: `The bucket has it as s3://${server.bucket}/packs/pack.zip\n`,
  });
  const client = new S3Client({
    endpoint: server.url,
    region,
    forcePathStyle: true,
    ...(credentials && { credentials }),
  });
  const stored = await client.send(new GetObjectCommand({ Bucket: server.bucket, Key: 'packs/pack.zip' }));
  expect(Buffer.from((await stored.Body?.transformToByteArray()) ?? []).equals(pack)).toBe(true);
  expect(stored.ContentType).toBe('application/zip');
  client.destroy();

  const refused = await put('s3://no-such-bucket/pack.zip');
  expect([refused.exitCode, refused.error]).toEqual([4, expect.stringContaining('refuses')]);
  const away = await put(`s3://${server.bucket}/x`, {
    ...environment,
    AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1',
  });
  expect([away.exitCode, away.error]).toEqual([5, expect.stringContaining('cannot be asked')]);
  expect((await put('https://example.org/x')).exitCode).toBe(2);
});

/** Starts Debian's docker-registry with this part of its settings; answers where it listens. */
async function startRegistry(folder: string, auth: string) {
  const settings = path.join(folder, 'registry.yml');
  const text = `version: 0.1
storage: { filesystem: { rootdirectory: ${folder}/stored } }
http: { addr: '127.0.0.1:0', relativeurls: true }
auth: ${auth}
`;
  await writeFile(settings, text);
  const program = startProgram(['/usr/bin/docker-registry', 'serve', settings], { environment: {} });
  const listening = /listening on (127\.0\.0\.1:\d+)/;
  await expect.poll(program.errors).toMatch(listening);
  return {
    host: listening.exec(program.errors())?.[1] ?? '',
    [Symbol.asyncDispose]: async () => {
      program.process.kill();
      await program.ended;
    },
  };
}

/** The way to a registry. It refuses large bodies as proxies do, and is the server that gives out tokens. */
async function openWay(target: () => string, login: string) {
  const way = { host: '', most: Number.POSITIVE_INFINITY, seen: [] as string[], realm: '', leadsAway: false };
  const server = createServer((request, response): unknown => {
    const { method, url = '', headers } = request;
    if (url.startsWith('/token?')) {
      // As https://distribution.github.io/distribution/spec/auth/token/ has it, read on 2026-11-28.
      const asked = new URL(url, 'http://way').searchParams;
      const isKnown = headers.authorization === `Basic ${Buffer.from(login).toString('base64')}`;
      way.seen.push(`token ${asked.get('service')} ${asked.get('scope')}`);
      return response.writeHead(isKnown ? 200 : 401).end(isKnown ? JSON.stringify({ token: 'given' }) : '');
    }
    way.seen.push(`${method} ${url.replace(/[?].*|[0-9a-f-]{36}/g, '')} ${headers.authorization ?? '-'}`);
    if (method === 'PUT' && Number(headers['content-length']) > way.most)
      return request.resume().on('end', () => response.writeHead(413).end());
    const onward = send(`http://${target()}${url}`, { method, headers }, (answer) => {
      const challenge = way.realm === '' ? {} : { 'www-authenticate': `Bearer realm="${way.realm}"` };
      // As a registry does whose bytes lie in a bucket (ServeBlob of github.com/distribution/distribution, read on 2026-11-28).
      const isElsewhere = way.leadsAway && method === 'HEAD' && answer.statusCode === 200;
      const status = isElsewhere ? 307 : (answer.statusCode ?? 500);
      const place = isElsewhere ? { location: 'https://bucket.example/blob' } : {};
      response.writeHead(status, { ...answer.headers, ...challenge, ...place });
      answer.pipe(response);
    });
    return request.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The way has no port.');
  way.host = `127.0.0.1:${address.port}`;
  return Object.assign(way, {
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  });
}

it('push puts a server pack into a registry once, with a token, in pieces where it is not taken whole', async () => {
  await using folder = await mkdtempDisposable(path.join(os.tmpdir(), 'push-'));
  let target = '';
  await using way = await openWay(() => target, 'tester:testing');
  const silly = `{ silly: { realm: 'http://${way.host}/token', service: packs } }`;
  await using registry = await startRegistry(folder.path, silly);
  target = registry.host;
  const file = path.join(folder.path, 'pack.zip');
  const login = { REGISTRY_USERNAME: 'tester', REGISTRY_PASSWORD: 'testing', DOCKER_CONFIG: folder.path };
  const put = (own: Record<string, string> = login) =>
    run(['push', file, `${way.host}/some/pack:1.0`], { environment: own });
  const stored = async (place: string) => {
    const headers = { authorization: 'any', accept: 'application/vnd.oci.image.manifest.v1+json' };
    const answer = await fetch(`http://${registry.host}/v2/some/pack/${place}`, { headers });
    expect(answer.status).toBe(200);
    return answer;
  };

  const small = zipWith({ 'server-pack.json': '{}' });
  await writeFile(file, small);
  const { exitCode, out, error } = await put();
  expect([exitCode, error]).toEqual([0, '']);
  expect(way.seen).toContain('token packs repository:some/pack:pull,push');
  const answer = await stored('manifests/1.0');
  expect(out).toBe(
    `The registry has it as ${way.host}/some/pack:1.0@${answer.headers.get('docker-content-digest')}\n`,
  );
  // The layout of `oras push`, which `oras pull` unpacks by the title.
  const manifest = await answer.json();
  expect(manifest).toMatchObject({
    mediaType: 'application/vnd.oci.image.manifest.v1+json',
    artifactType: 'application/vnd.server-pack-service.server-pack.v1+zip',
    config: { mediaType: 'application/vnd.oci.empty.v1+json', size: 2 },
    layers: [{ size: small.length, annotations: { 'org.opencontainers.image.title': 'pack.zip' } }],
  });
  const { layers, config } = Object(manifest);
  expect(await (await stored(`blobs/${config.digest}`)).text()).toBe('{}');
  expect(Buffer.from(await (await stored(`blobs/${layers[0].digest}`)).arrayBuffer())).toEqual(small);

  for (const leadsAway of [false, true]) {
    way.leadsAway = leadsAway;
    way.seen = [];
    expect((await put()).error).toContain('was there already');
    expect(way.seen.filter((one) => one.startsWith('PUT'))).toEqual([
      'PUT /v2/some/pack/manifests/1.0 Bearer given',
    ]);
  }

  const large = zipWith({ 'mods/a.jar': randomBytes(34 * 1024 * 1024) });
  await writeFile(file, large);
  way.most = 1024 * 1024;
  way.seen = [];
  expect((await put()).exitCode).toBe(0);
  expect(way.seen.filter((one) => one.startsWith('PATCH'))).toHaveLength(2);
  const [layer] = Object(await (await stored('manifests/1.0')).json()).layers;
  expect(Buffer.from(await (await stored(`blobs/${layer.digest}`)).arrayBuffer()).equals(large)).toBe(true);

  const wrong = await put({ ...login, REGISTRY_PASSWORD: 'other' });
  expect([wrong.exitCode, wrong.error]).toEqual([
    4,
    expect.stringContaining('refuses this name and password'),
  ]);
  const none = await put({ DOCKER_CONFIG: folder.path });
  expect([none.exitCode, none.error]).toEqual([4, expect.stringContaining('set REGISTRY_USERNAME')]);
  way.realm = 'http://tokens.example/token';
  const elsewhere = await put();
  expect([elsewhere.exitCode, elsewhere.error]).toEqual([4, expect.stringContaining('does not speak https')]);
});

it("push takes name and password from docker's configuration, for a registry that asks for them itself", async () => {
  await using folder = await mkdtempDisposable(path.join(os.tmpdir(), 'push-'));
  // Of "testing", by bcrypt with the least rounds.
  const password = '$2b$04$UbX5gM8yXZURULq/ifUFw.GyfJh9lBgIerdTpLLcNYBDZNXHDlDI.';
  await writeFile(path.join(folder.path, 'passwords'), `tester:${password}\n`);
  const basic = `{ htpasswd: { realm: packs, path: '${folder.path}/passwords' } }`;
  await using registry = await startRegistry(folder.path, basic);
  const file = path.join(folder.path, 'pack.zip');
  await writeFile(file, zipWith({ 'server-pack.json': '{}' }));
  const put = () => run(['push', file, `${registry.host}/pack`], { environment: { HOME: folder.path } });
  expect((await put()).exitCode).toBe(4);
  await mkdir(path.join(folder.path, '.docker'));
  const auths = { [registry.host]: { auth: Buffer.from('tester:testing').toString('base64') } };
  await writeFile(path.join(folder.path, '.docker/config.json'), JSON.stringify({ auths }));
  expect(await put()).toMatchObject({ exitCode: 0, out: expect.stringContaining('/pack:latest@sha256:') });
});

it.each([
  'pack',
  'Owner/pack:1',
  'ghcr.io/Owner/pack',
  'https://ghcr.io/a/b',
  'ghcr.io/a/../b',
  'ghcr.io/a:b/c',
  'u:p@ghcr.io/a/b',
])('push takes no address like %s', async (reference) => {
  await using folder = await mkdtempDisposable(path.join(os.tmpdir(), 'push-'));
  const file = path.join(folder.path, 'pack.zip');
  await writeFile(file, zipWith({ 'server-pack.json': '{}' }));
  expect(await run(['push', file, reference], { environment: {} })).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining('is no address like'),
  });
});
