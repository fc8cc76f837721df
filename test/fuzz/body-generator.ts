import { zipWith } from '../support/zip.ts';
import type { GeneratedRequest } from './query-generator.ts';
import type { Random } from './random.ts';

/** A body with the header that says what it is. */
export interface GeneratedBody {
  type: string;
  bytes: Buffer;
}

/** Changes one to eight bytes, likes those that mean something on the wire. */
export function flipped(bytes: Buffer, random: Random): Buffer {
  const changed = Buffer.from(bytes);
  for (let times = 1 + random.below(8); times > 0 && changed.length > 0; times -= 1)
    changed[random.below(changed.length)] = random.pick([
      0,
      10,
      13,
      32,
      34,
      58,
      0x80,
      0xff,
      random.below(256),
    ]);
  return changed;
}

const strange: readonly unknown[] = [null, 7, '', 'x', [], {}, [[]], { query: 1 }, { query: null }, { a: 1 }];
const strangeJson = [
  '',
  ' ',
  'null',
  '{',
  '[]',
  '[[]]',
  '"x"',
  '1e999',
  '{"query":"{ viewer { __typename } }","query":7}',
  '{"__proto__":{"query":"{ __typename }"}}',
  '\ufeff{"query":"{ __typename }"}',
  '['.repeat(100_000),
  `${'{"variables":'.repeat(500)}1${'}'.repeat(500)}`,
  `{"query":"{ __typename }","operationName":"${'x'.repeat(5_000)}"}`,
  '{"extensions":{"persistedQuery":{"version":1,"sha256Hash":"x"}}}',
  '{"documentId":"sha256:x"}',
  `{"query":"{ ${'a '.repeat(3_000)}}"}`,
  '{"query":"\\ud800 \\u0000"}',
];

/** What may be sent to /graphql in place of one operation: one, one that is none, or several. */
export function operations(random: Random, next: () => GeneratedRequest): unknown {
  const one = (): unknown => {
    if (random.chance(0.8)) return next();
    if (random.chance(0.5)) return random.pick(strange);
    const extra = random.pick<object>([
      { operationName: 'Q' },
      { operationName: 'Nobody' },
      { documentId: 'x' },
      { extensions: { persistedQuery: { version: 1, sha256Hash: 'x'.repeat(64) } } },
      { extensions: { persistedQuery: [] } },
      { variables: 'x' },
      { foreign: true },
    ]);
    return { ...next(), ...extra };
  };
  return random.chance(0.6) ? one() : Array.from({ length: random.pick([0, 1, 2, 5, 10, 11, 40]) }, one);
}

/** A body of JSON, whole or broken. */
export function jsonBody(random: Random, next: () => GeneratedRequest): GeneratedBody {
  const text = random.chance(0.85) ? JSON.stringify(operations(random, next)) : random.pick(strangeJson);
  const bytes = Buffer.from(text, random.chance(0.03) ? 'utf16le' : 'utf8');
  return {
    type: random.pick([
      ...Array.from({ length: 12 }, () => 'application/json'),
      'application/graphql+json',
      'application/json; charset=utf-16',
      'application/json;;;charset',
      'application/jsonx',
      'application/graphql',
      'application/x-www-form-urlencoded',
      'text/plain',
      `application/json;${' '.repeat(3_000)}`,
      '',
    ]),
    bytes: random.chance(0.1) ? flipped(bytes, random) : bytes,
  };
}

/** One part of a form: the lines above it, and what it holds. */
type Part = [lines: string, content: string | Buffer];

function part(name: string, content: string | Buffer, filename?: string): Part {
  const file = filename === undefined ? '' : `; filename="${filename}"`;
  return [`Content-Disposition: form-data; name="${name}"${file}`, content];
}

const strangeLines = [
  '',
  'Content-Disposition: form-data',
  'Content-Disposition: form-data; name=""',
  'Content-Disposition: attachment; name="id"',
  'Content-Disposition: form-data; name="id"; name="file"',
  'Content-Disposition: form-data; name="__proto__"',
  'content-disposition:form-data;name=id',
  "Content-Disposition: form-data; name*=utf-8''%ff%fe",
  'Content-Disposition: form-data; name="file"; filename="../../x.zip"',
  'Content-Disposition: form-data; name="file"; filename="\0\u202e.zip"',
  `Content-Disposition: form-data; name="${'x'.repeat(3_000)}"`,
  'Content-Disposition: form-data; name="id"\r\nContent-Transfer-Encoding: base64',
  'Content-Disposition: form-data; name="id"\r\nContent-Type: text/plain; charset=utf-16',
  'Content-Disposition: form-data; name="id"\r\n folded: line',
  `Content-Disposition: form-data; name="id"${'\r\nX: y'.repeat(40)}`,
  'No colon at all',
  ': no name',
];

const values = [
  '',
  ' ',
  '1',
  '-1',
  '01',
  '1e3',
  '99999999999999999999',
  '1.20.1',
  'Fabric',
  'fabric',
  'FORGE',
  '0.15.6',
  '1.20.1; rm -rf /',
  'a,b,,c , d',
  '\0',
  '\ud800',
  'x'.repeat(5_000),
  ','.repeat(6_000),
  '-Xmx4G  -Xms1G',
];

/** The form of the legacy API, of an upload or of a generate request, as legacy callers send it or nearly so. */
export function runForm(random: Random): GeneratedBody {
  const parts: Part[] = [
    part('gameVersion', random.chance(0.8) ? '1.20.1' : random.pick(values)),
    part('modloader', random.chance(0.8) ? 'Fabric' : random.pick(values)),
    part('modloaderVersion', random.chance(0.8) ? '0.15.6' : random.pick(values)),
  ];
  for (const name of ['startArgs', 'clientMods', 'whitelistedMods'])
    if (random.chance(0.3)) parts.push(part(name, random.pick(values)));
  parts.push(
    random.chance(0.5)
      ? part('id', random.chance(0.5) ? '1' : random.pick(values))
      : part(
          'file',
          archive(random),
          random.pick(['pack.zip', '', '..', 'a/b.zip', `${'n'.repeat(300)}.zip`]),
        ),
  );
  return framed(parts, random);
}

/** A form by the GraphQL multipart request specification, or nearly so. */
export function operationForm(random: Random, next: () => GeneratedRequest): GeneratedBody {
  const upload = {
    query: `mutation ($file: Upload!) { uploadModPack(input: { archive: { file: $file }, runConfiguration: {
      gameVersion: "1.20.1", modloader: FABRIC, modloaderVersion: "0.15.6" } }) { __typename ... on UserError { message } } }`,
    variables: { file: random.chance(0.9) ? null : 'x' },
  };
  const asked = random.chance(0.7) ? upload : operations(random, next);
  const map = random.chance(0.7)
    ? '{"0":["variables.file"]}'
    : random.pick([
        '{}',
        '[]',
        '{"0":[]}',
        '{"0":"variables.file"}',
        '{"0":["variables.file","variables.file"]}',
        '{"0":["variables.file.x"]}',
        '{"0":["variables.__proto__"]}',
        '{"0":["query"]}',
        '{"0":["0.variables.file"]}',
        '{"1":["variables.file"]}',
        `{"0":["variables${'.a'.repeat(5_000)}"]}`,
        '{"0":[""]}',
        ...strangeJson,
      ]);
  const text = random.chance(0.9) ? JSON.stringify(asked) : random.pick(strangeJson);
  return framed([part('operations', text), part('map', map), part('0', archive(random), 'pack.zip')], random);
}

/** Parts as they are, or in another order, missing, doubled, strangely headed; framed rightly or not. */
function framed(given: Part[], random: Random): GeneratedBody {
  let parts = given;
  if (random.chance(0.15)) parts = parts.toReversed();
  if (random.chance(0.1)) parts = parts.filter(() => random.chance(0.7));
  if (random.chance(0.1)) parts = [...parts, random.pick(given)];
  if (random.chance(0.03)) parts = Array.from({ length: 150 }, () => random.pick(given));
  if (random.chance(0.15)) parts = [...parts, [random.pick(strangeLines), random.pick(values)]];
  const boundary = random.chance(0.9) ? 'frontier' : random.pick(['', ' ', '-', 'x'.repeat(100), '"', 'ü']);
  const broken = random.chance(0.1);
  const pieces = parts.flatMap(([lines, content]) => [
    Buffer.from(
      `--frontier${broken && random.chance(0.3) ? random.pick(['--', ' ', '\n', '\0']) : '\r\n'}${lines}\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from(broken && random.chance(0.3) ? random.pick(['', '\n', '\r']) : '\r\n'),
  ]);
  const end = random.chance(0.9)
    ? '--frontier--\r\n'
    : random.pick(['', '--frontier', '--frontier--', '--frontier-\r\n']);
  const bytes = Buffer.concat([...pieces, Buffer.from(end)]);
  return {
    type: random.pick([
      ...Array.from({ length: 10 }, () => `multipart/form-data; boundary=${boundary}`),
      'multipart/form-data',
      `MULTIPART/Form-Data; charset=x; boundary="${boundary}"`,
      `multipart/mixed; boundary=${boundary}`,
      `multipart/form-data; boundary=${boundary}; boundary=other`,
    ]),
    bytes: random.chance(0.1) ? flipped(bytes, random) : bytes,
  };
}

/** What is sent as a modpack: an archive of nothing that can be built, or none. What packs hold is another fuzz. */
function archive(random: Random): Buffer {
  const kind = random.below(4);
  if (kind === 0) return Buffer.alloc(random.pick([0, 1, 21, 22, 70_000]), 'PK');
  const bytes = zipWith({ [`config/${random.below(2 ** 31)}`]: 'x' });
  return kind === 1 ? bytes.subarray(0, random.below(bytes.length)) : bytes;
}
