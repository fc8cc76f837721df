import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { defaultParts, fabricPack, runResult, send, startLegacyService } from './service.ts';

/** Everything the service answers to these bytes, until it closes the connection. */
async function exchange(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.write(bytes);
  await once(socket, 'close');
  return Buffer.concat(chunks).toString('latin1');
}

const statuses = (answers: string) =>
  Array.from(answers.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => Number(status));

describe('the legacy API on the wire', async () => {
  const service = await startLegacyService();
  afterAll(() => service[Symbol.asyncDispose]());

  it('answers pipelined requests in their order', async () => {
    const ask = (path: string, connection = 'keep-alive') =>
      `GET /api/v2${path} HTTP/1.1\r\nHost: a\r\nConnection: ${connection}\r\n\r\n`;
    const answers = await exchange(
      service.url,
      ask('/runconfigs/all') + ask('/modpacks/abc') + ask('/modpacks/9') + ask('/events/all', 'close'),
    );
    expect(statuses(answers)).toEqual([200, 400, 404, 200]);
  });

  it.each([
    ['headers that are too large', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['an address that is too large', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
    ['a line that is no request', 'HELLO\r\n\r\n', 400],
    ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 400],
    [
      'two lengths',
      'POST /api/v2/modpacks/upload HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
    ],
    [
      'an address that cannot be decoded',
      'GET /api/v2/modpacks/%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
      400,
    ],
    [
      'half a character in the address',
      'GET /api/v2/modpacks/%c3 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
      400,
    ],
    ['a request for a tunnel', 'CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\n', 405],
    [
      'an upload in chunks with a size that is none',
      'POST /api/v2/modpacks/upload HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=b\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n',
      400,
    ],
    ['no host', 'GET /api/v2/modpacks/1 HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ])('answers %s with a problem document', async (_what, request, status) => {
    const answer = await exchange(service.url, request);
    expect(statuses(answer)).toEqual([status]);
    expect(answer).toContain('application/problem+json');
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
    expect(body).toMatchObject({ type: 'about:blank', status });
    expect(answer).not.toMatch(/\.ts|node_modules|at \w+ \(/);
  });

  it.each([
    [
      'offers HTTP/2, as curl --http2 does',
      'Connection: close, Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk',
    ],
    ['expects what nobody knows', 'Connection: close\r\nExpect: 200-maybe'],
  ])('answers a request that %s like any other', async (_what, headers) => {
    const ask = `GET /api/v2/runconfigs/all HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n`;
    const answer = await exchange(service.url, ask);
    expect(statuses(answer)).toEqual([200]);
    expect(answer).toContain('application/json');
  });

  it.each(['application/json', 'multipart/mixed', 'text/event-stream'])(
    'hangs up on a client that asked for it once it has its answer as %s',
    async (type) => {
      const body = '{"query":"{ modloaders }"}';
      const answer = await exchange(
        service.url,
        `POST /graphql HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAccept: ${type}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      expect(statuses(answer)).toEqual([200]);
      expect(answer).toMatch(/^connection: close\r$/im);
    },
  );

  it.each([
    ['quoted and unicode', 'filename="Grüße 山.zip"', 'Grüße 山.zip'],
    ['empty', 'filename=""', null],
  ])('takes a file whose name is %s', async (how, parameter, name) => {
    const fields = Object.entries(defaultParts).map(
      ([key, value]) => `--b\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
    );
    const [first = '', ...others] = fields;
    const body = Buffer.concat([
      Buffer.from(
        `preamble\r\n${first}--b\r\ncontent-disposition: form-data; name=file; ${parameter}\r\nContent-Type: application/zip\r\n\r\n`,
      ),
      fabricPack(how),
      Buffer.from(`\r\n${others.join('')}--b--\r\nepilogue`),
    ]);
    const answer = await service.call('/modpacks/upload', {
      method: 'POST',
      body,
      headers: { 'content-type': 'multipart/form-data; boundary="b"' },
    });
    const { modPackId } = runResult.parse(answer.json);
    const { json } = await service.call(`/modpacks/${modPackId}`);
    expect(json).toMatchObject({ name: name ?? expect.stringMatching(/^[0-9a-f]{12}\.zip$/) });
  });

  it('answers preflight requests and any other OPTIONS', async () => {
    for (const headers of [{}, { origin: 'https://a.example', 'access-control-request-method': 'POST' }]) {
      const { status } = await send(service.url, '/api/v2/modpacks/upload', { method: 'OPTIONS', headers });
      expect(status).toBe(204);
    }
    const { headers } = await service.call('/modpacks/all', { headers: { origin: 'https://a.example' } });
    expect(headers.get('access-control-allow-origin')).toBe('*');
  });
});
