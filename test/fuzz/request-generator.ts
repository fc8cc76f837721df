import { flipped, type GeneratedBody, jsonBody, operationForm, runForm } from './body-generator.ts';
import type { GeneratedRequest } from './query-generator.ts';
import type { Random } from './random.ts';

/** Bytes to send on one connection. */
export interface GeneratedExchange {
  what: string;
  pieces: Buffer[];
  /** Whether it is a whole request, which has to be answered. */
  isWhole: boolean;
  /** Whether the client hangs up without having read its answer. */
  hangsUp: boolean;
}

interface Ask {
  what: string;
  method: string;
  target: string;
  headers: [name: string, value: string][];
  body: GeneratedBody | null;
}

/** Where ids stand in paths. */
const ids = [
  '1',
  '2',
  '3',
  '0',
  '-1',
  '01',
  '1.0',
  '99999999999',
  'x',
  '%31',
  '%00',
  '%2e%2e',
  '%ff',
  '١',
  ' ',
  '',
  '1'.repeat(400),
];
const paths: readonly ((id: () => string) => string)[] = [
  (id) => `/api/v2/modpacks/${id()}`,
  () => '/api/v2/modpacks/all',
  () => '/api/v2/modpacks/upload',
  () => '/api/v2/modpacks/generate',
  (id) => `/api/v2/modpacks/download/${id()}`,
  (id) => `/api/v2/serverpacks/${id()}`,
  () => '/api/v2/serverpacks/all',
  (id) => `/api/v2/serverpacks/download/${id()}`,
  (id) => `/api/v2/serverpacks/download/${id()}&${id()}`,
  (id) => `/api/v2/serverpacks/download/${id()}%26${id()}`,
  (id) => `/api/v2/serverpacks/vote/${id()}&up`,
  (id) => `/api/v2/serverpacks/vote/${id()}&${id()}`,
  (id) => `/api/v2/runconfigs/${id()}`,
  () => '/api/v2/runconfigs/all',
  () => '/api/v2/events/all',
  (id) => `/api/v2/events/modpack/${id()}`,
  (id) => `/api/v2/events/serverpack/${id()}`,
  (id) => `/api/v2/events/status/${id()}`,
  () => '/api/v2/events/status/GENERATED',
  () => '/api/v2/openapi.json',
  (id) => `/api/v2/${id()}`,
  (id) => `/upload/${id()}`,
  () => '/upload/page.js',
  () => '/',
  () => '/favicon.ico',
  (id) => `/${id()}`,
  () => '//api/v2/modpacks/all',
  () => '/api/v2/../v2/modpacks/all',
  () => '/graphql/',
  () => '*',
  () => 'http://other.example/api/v2/modpacks/all',
  () => 'http://[::1/graphql',
  () => '?',
  () => '/\\',
];
const methods = [
  'POST',
  'HEAD',
  'PUT',
  'DELETE',
  'PATCH',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'PROPFIND',
  'QUERY',
  'get',
  'X',
];
const types = [
  'application/json',
  'text/event-stream',
  'multipart/mixed',
  'text/html',
  '*/*',
  'application/graphql-response+json',
  ';;;,,,q=',
  'application/json;q=0',
  'text/event-stream, '.repeat(200),
];
const strangeHeaders: readonly [string, string][] = [
  ['Host', 'a'],
  ['Host', ''],
  ['Host', 'a b'],
  ['Host', '[::1'],
  ['Host', 'x'.repeat(5_000)],
  ['Content-Type', 'application/json'],
  ['Content-Length', '0'],
  ['Content-Length', '-1'],
  ['Content-Length', '1e3'],
  ['Content-Length', '99999999999999999999'],
  ['Transfer-Encoding', 'chunked'],
  ['Transfer-Encoding', 'gzip, chunked'],
  ['Transfer-Encoding', 'identity'],
  ['Content-Encoding', 'gzip'],
  ['Accept-Encoding', 'gzip;q=x'],
  ['Expect', '100-continue'],
  ['Expect', 'x'],
  ['Upgrade', 'websocket'],
  ['Upgrade', 'h2c'],
  ['Connection', 'Upgrade'],
  ['Connection', 'keep-alive, x'],
  ['Range', 'bytes=0-0'],
  ['Range', 'bytes=-1'],
  ['Range', 'bytes=5-1,0-,'],
  ['Range', `bytes=${'0-1,'.repeat(500)}`],
  ['Range', 'bytes=99999999999999999999-'],
  ['If-Range', 'x'],
  ['If-None-Match', '*'],
  ['If-None-Match', '",",W/"'],
  ['If-Modified-Since', 'yesterday'],
  ['Authorization', 'Bearer'],
  ['Authorization', 'Bearer x'],
  ['Authorization', `Bearer ${'.'.repeat(2_000)}`],
  ['Authorization', 'Bearer e30.e30.x'],
  ['Authorization', 'Basic Og=='],
  ['X-Forwarded-For', ','.repeat(1_000)],
  ['X-Forwarded-Proto', 'javascript'],
  ['X-Forwarded-Host', '\t'],
  ['Forwarded', 'for="[::'],
  ['Origin', 'null'],
  ['Origin', 'x'],
  ['Access-Control-Request-Method', 'X'],
  ['Access-Control-Request-Headers', ','.repeat(500)],
  ['Cookie', '='.repeat(1_000)],
  ['Last-Event-ID', '\u00ff'],
  ['__proto__', 'x'],
  ['constructor', 'x'],
  ['X y', 'z'],
  ['', 'z'],
  ['X', '\0'],
  ['X', 'a\r\n folded'],
  ['X', 'x'.repeat(20_000)],
  ['Trailer', 'X'],
];

/** Makes requests of every face, with up to three things done to them that no client does. */
export function createRequestGenerator(
  random: Random,
  nextQuery: () => GeneratedRequest,
): () => GeneratedExchange {
  const asks: readonly (() => Ask)[] = [
    () => {
      const { query, variables } = nextQuery();
      const given: [string, string][] = [['query', query]];
      if (Object.keys(variables).length > 0 || random.chance(0.2))
        given.push([
          'variables',
          random.chance(0.8) ? JSON.stringify(variables) : random.pick(['', 'x', '[]', '7', '{"a":']),
        ]);
      if (random.chance(0.1))
        given.push(['extensions', random.pick(['{}', '[]', '{"persistedQuery":1}', 'x'])]);
      if (random.chance(0.1)) given.push(['operationName', random.pick(['', 'Q', 'Nobody', '\0'])]);
      if (random.chance(0.05)) given.push(['documentId', 'x']);
      if (random.chance(0.1)) given.push(random.pick(given));
      if (random.chance(0.05)) given.shift();
      const text = new URLSearchParams(given).toString();
      return {
        what: 'an operation by GET',
        method: 'GET',
        target: `/graphql?${random.chance(0.05) ? '%ff%' : ''}${text}`,
        headers: accepting(),
        body: null,
      };
    },
    () => ({
      what: 'operations by POST',
      method: 'POST',
      target: '/graphql',
      headers: accepting(),
      body: jsonBody(random, nextQuery),
    }),
    () => ({
      what: 'operations in a form',
      method: 'POST',
      target: '/graphql',
      headers: [
        ...accepting(),
        ...(random.chance(0.95) ? ([['graphql-preflight', 'fuzz']] as const) : []),
      ].map(([a, b]) => [a, b]),
      body: operationForm(random, nextQuery),
    }),
    () => ({
      what: 'a form of the legacy API',
      method: 'POST',
      target: random.pick(['/api/v2/modpacks/upload', '/api/v2/modpacks/generate']),
      headers: [],
      body: runForm(random),
    }),
    () => ({
      what: 'a path',
      method: 'GET',
      target: random.pick(paths)(() => random.pick(ids)),
      headers: accepting(),
      body: null,
    }),
  ];
  const accepting = (): [string, string][] => (random.chance(0.5) ? [['Accept', random.pick(types)]] : []);

  return () => {
    const ask = random.pick(asks)();
    const done = [ask.what];
    let isWhole = true;
    const strangely = (what: string, probability: number): boolean => {
      if (!random.chance(probability)) return false;
      done.push(what);
      isWhole = false;
      return true;
    };
    const headers: [string, string][] = [['Host', 'packs.example'], ['Connection', 'close'], ...ask.headers];
    if (ask.body) headers.push(['Content-Type', ask.body.type]);
    if (strangely('another method', 0.05)) ask.method = random.pick(methods);
    if (strangely('strange headers', 0.2))
      for (let times = 1 + random.below(3); times > 0; times -= 1) headers.push(random.pick(strangeHeaders));
    if (strangely('a header doubled', 0.05)) headers.push(random.pick(headers));
    if (strangely('a header missing', 0.03)) headers.splice(random.below(headers.length), 1);
    let body = ask.body?.bytes ?? Buffer.alloc(0);
    if (ask.body && random.chance(0.25)) {
      done.push('in chunks');
      headers.push(['Transfer-Encoding', 'chunked']);
      const broken = strangely('broken ones', 0.3);
      body = chunked(body, random, broken);
    } else if (ask.body) {
      const lie = strangely('of another length', 0.05) ? random.pick([-1, 1, 1_000, -body.length]) : 0;
      headers.push(['Content-Length', String(Math.max(0, body.length + lie))]);
    }
    const version = strangely('another version', 0.03)
      ? random.pick(['HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.1 x', ''])
      : 'HTTP/1.1';
    const end = strangely('other line ends', 0.02) ? random.pick(['\n', '\r', '\r\r\n']) : '\r\n';
    const lines = [
      `${ask.method} ${ask.target} ${version}`,
      ...headers.map(([name, value]) => `${name}: ${value}`),
      '',
      '',
    ];
    let bytes: Buffer = Buffer.concat([
      Buffer.from(lines.join(end), random.chance(0.5) ? 'latin1' : 'utf8'),
      body,
    ]);
    if (strangely('bytes changed', 0.05)) bytes = flipped(bytes, random);
    if (strangely('cut off', 0.05)) bytes = bytes.subarray(0, random.below(bytes.length));
    if (strangely('sent twice', 0.03)) bytes = Buffer.concat([bytes, bytes]);
    if (strangely('with rubbish behind it', 0.03))
      bytes = Buffer.concat([bytes, Buffer.alloc(random.below(5_000), '\0x')]);
    return {
      what: done.join(', '),
      pieces: inPieces(bytes, random),
      isWhole,
      hangsUp: !isWhole && random.chance(0.4),
    };
  };
}

/** The body as chunks, with extensions and trailers; broken: with sizes that are wrong, or none. */
function chunked(body: Buffer, random: Random, broken: boolean): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const piece = body.subarray(at, at + 1 + random.below(body.length));
    const size =
      broken && random.chance(0.4)
        ? random.pick(['', '-1', 'x', 'fffffffffffffffff', '0', ' 5'])
        : piece.length.toString(16);
    const extension = random.chance(0.1) ? `;${'x=y'.repeat(random.pick([1, 100, 8_000]))}` : '';
    pieces.push(
      Buffer.from(`${size}${extension}\r\n`),
      piece,
      Buffer.from(broken && random.chance(0.2) ? '' : '\r\n'),
    );
    at += piece.length;
  }
  const trailer = random.chance(0.1) ? `X: ${'y'.repeat(random.pick([1, 5_000, 40_000]))}\r\n` : '';
  pieces.push(Buffer.from(broken && random.chance(0.3) ? '0' : `0\r\n${trailer}\r\n`));
  return Buffer.concat(pieces);
}

function inPieces(bytes: Buffer, random: Random): Buffer[] {
  if (bytes.length < 2 || random.chance(0.7)) return [bytes];
  const at = 1 + random.below(bytes.length - 1);
  return [bytes.subarray(0, at), bytes.subarray(at)];
}
