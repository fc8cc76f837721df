/** What packaging/ says of a proxy with TLS before one node, by the real nginx and Caddy. */
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { startTestApp } from '../support/app.ts';
import { smallPack } from '../support/client.ts';
import { freePorts } from '../support/free-ports.ts';

const name = 'packs.example';

interface Places {
  folder: string;
  /** The port of TLS; the one after it is that of plain HTTP. */
  port: number;
  service: URL;
}

/** Puts other texts in place of these; each of them has to be there. */
function replaced(file: string, changes: Readonly<Record<string, string>>): string {
  let result = file;
  for (const [from, to] of Object.entries(changes)) {
    expect(result).toContain(from);
    result = result.replaceAll(from, to);
  }
  return result;
}

const proxies = {
  async nginx({ folder, port, service }: Places): Promise<string[]> {
    const site = replaced(await readFile('packaging/nginx-tls.conf', 'utf8'), {
      'listen 443': `listen 127.0.0.1:${port}`,
      'listen 80;': `listen 127.0.0.1:${port + 1};`,
      '127.0.0.1:8080': service.host,
      '/etc/letsencrypt/live/packs.example/fullchain.pem': `${folder}/certificate.pem`,
      '/etc/letsencrypt/live/packs.example/privkey.pem': `${folder}/key.pem`,
      '/var/log/nginx/': `${folder}/`,
    });
    await writeFile(path.join(folder, 'site.conf'), site);
    const main = `daemon off; pid ${folder}/pid; error_log stderr; events {} http { include ${folder}/site.conf; }`;
    await writeFile(path.join(folder, 'nginx.conf'), main);
    return ['nginx', '-c', path.join(folder, 'nginx.conf')];
  },
  async caddy({ folder, port, service }: Places): Promise<string[]> {
    const site = replaced(await readFile('packaging/Caddyfile', 'utf8'), {
      'packs.example {': `{\n\thttp_port ${port + 1}\n\thttps_port ${port}\n\tadmin off\n}\n\npacks.example {\n\ttls ${folder}/certificate.pem ${folder}/key.pem`,
      '127.0.0.1:8080': service.host,
    });
    await writeFile(path.join(folder, 'Caddyfile'), site);
    return ['caddy', 'run', '--config', path.join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
  },
};

const answered = z.object({ modPackId: z.int() });
const told = z.object({
  type: z.string(),
  payload: z.object({ data: z.object({ events: z.object({ status: z.string() }) }) }).optional(),
});
const linked = z.object({
  data: z.object({ modPacks: z.object({ nodes: z.array(z.object({ downloadUrl: z.string() })) }) }),
});

it.each(['nginx', 'caddy'] as const)(
  'a node behind %s with TLS gets large uploads whole, tells of them live, sees who asks, and hands out links of its public address',
  async (kind) => {
    await using cleaning = new AsyncDisposableStack();
    const folder = await mkdtemp(path.join(os.tmpdir(), 'behind-tls-'));
    cleaning.defer(() => rm(folder, { recursive: true, force: true }));
    // nginx reads it as another user.
    await chmod(folder, 0o755);
    await promisify(execFile)('openssl', [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
      ],
      ...['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`],
      ...['-keyout', path.join(folder, 'key.pem'), '-out', path.join(folder, 'certificate.pem')],
    ]);
    const ca = await readFile(path.join(folder, 'certificate.pem'));
    const port = await freePorts(2);
    const publicUrl = `https://${name}:${port}`;
    const service = await startTestApp({
      environment: {
        PUBLIC_URL: publicUrl,
        TRUSTED_PROXIES: 'loopback',
        RATE_LIMIT: 'on',
        'config.rateLimits.votes.points': '1',
      },
    });
    cleaning.use(service);
    const [program = '', ...args] = await proxies[kind]({ folder, port, service: new URL(service.url) });
    const proxy = spawn(program, args, { stdio: 'ignore', env: { PATH: process.env.PATH, HOME: folder } });
    cleaning.defer(async () => {
      proxy.kill('SIGTERM');
      if (proxy.exitCode === null && proxy.signalCode === null) await once(proxy, 'exit');
    });
    const isOpen = () =>
      new Promise<boolean>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
        socket.on('connect', () => socket.destroy());
      });
    await expect.poll(isOpen).toBe(true);

    // The public name leads to this machine.
    const agent = new Agent({
      ca,
      lookup: (_name, { all }, done) =>
        all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4),
    });
    /** Asks the proxy as a client at this address does. */
    const ask = (
      address: string,
      {
        from = '127.0.0.1',
        body,
        headers = {},
      }: { from?: string; body?: Uint8Array; headers?: Record<string, string> } = {},
    ): Promise<IncomingMessage> => {
      const asked = request(`${publicUrl}${address}`, {
        method: body ? 'POST' : 'GET',
        localAddress: from,
        headers,
        agent,
      });
      asked.end(body);
      return new Promise((resolve, reject) => asked.on('response', resolve).on('error', reject));
    };

    await using live = new AsyncDisposableStack();
    const socket = new WebSocket(`${publicUrl.replace('https', 'wss')}/graphql`, 'graphql-transport-ws', {
      agent,
    });
    live.defer(() => socket.terminate());
    const statuses: string[] = [];
    socket.on('message', (data) => {
      const { type, payload } = told.parse(JSON.parse(String(data)));
      if (type === 'connection_ack')
        socket.send(
          JSON.stringify({
            id: '1',
            type: 'subscribe',
            payload: { query: 'subscription { events { status } }' },
          }),
        );
      if (payload) statuses.push(payload.data.events.status);
    });
    await once(socket, 'open');
    socket.send('{"type":"connection_init"}');
    const stream = await ask('/graphql', {
      headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify({ query: 'subscription { events { status } }' })),
    });
    live.defer(() => void stream.destroy());
    let streamed = '';
    stream.on('data', (bytes) => {
      streamed += bytes;
    });

    const pack = smallPack('behind a proxy', { 'config/map.bin': randomBytes(3_000_000) });
    const form = new FormData();
    for (const [field, value] of Object.entries({
      gameVersion: '1.20.1',
      modloader: 'fabric',
      modloaderVersion: '0.15.6',
    }))
      form.set(field, value);
    form.set('file', new Blob([new Uint8Array(pack)]), 'pack.zip');
    const sent = new Response(form);
    const uploaded = await ask('/api/v2/modpacks/upload', {
      headers: { 'content-type': sent.headers.get('content-type') ?? '' },
      body: await sent.bytes(),
    });
    expect(uploaded.statusCode).toBe(200);
    const { modPackId } = answered.parse(JSON.parse(await text(uploaded)));
    await expect.poll(() => statuses.at(-1)).toBe('GENERATED');
    await expect.poll(() => streamed).toContain('"GENERATED"');

    const query = encodeURIComponent('{ modPacks { nodes { downloadUrl } } }');
    const { data } = linked.parse(JSON.parse(await text(await ask(`/graphql?query=${query}`))));
    expect(data.modPacks.nodes.map(({ downloadUrl }) => new URL(downloadUrl).origin)).toEqual([publicUrl]);
    const part = await ask(`/api/v2/modpacks/download/${modPackId}`, { headers: { range: 'bytes=0-3' } });
    expect([part.statusCode, await text(part)]).toEqual([206, 'PK\u0003\u0004']);

    const vote = async (from: string, forwarded: string) => {
      const answer = await ask('/api/v2/serverpacks/vote/99&up', {
        from,
        headers: { 'x-forwarded-for': forwarded },
      });
      answer.resume();
      return answer.statusCode;
    };
    // Whoever says to be somebody else is counted as who they are.
    expect([await vote('127.0.0.2', '192.0.2.1'), await vote('127.0.0.2', '192.0.2.2')]).toEqual([404, 429]);
    expect(await vote('127.0.0.3', '192.0.2.3')).toBe(404);
  },
);
