import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { crc32, inflateRawSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { defaultArchiveLimits as limits } from '../../src/archive/limits.ts';
import { mostIconBytes } from '../../src/archive/pack/pack-icon.ts';
import { surveyArchive } from '../../src/archive/pack/survey.ts';
import { pictureType } from '../../src/archive/zip/picture.ts';
import { temporaryFile, type ZipEntryInput, zipWith } from '../support/zip.ts';

const png = (width: number, height = width) => PNG.sync.write(new PNG({ width, height }));
const jpeg = (width: number, height: number) => {
  const application = [0xff, 0xe0, 0, 4, 0, 0];
  const frame = Buffer.from([0xff, 0xff, 0xc2, 0, 17, 8, 0, 0, 0, 0, 3, 1, 0x22, 0]);
  frame.writeUInt16BE(height, 6);
  frame.writeUInt16BE(width, 8);
  return Buffer.concat([Buffer.from([0xff, 0xd8, ...application]), frame]);
};
const webp = {
  lossy: 'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA',
  lossless: 'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==',
  transparent:
    'UklGRkoAAABXRUJQVlA4WAoAAAAQAAAAAAAAAAAAQUxQSAwAAAARBxAR/Q9ERP8DAABWUDggGAAAABQBAJ0BKgEAAQAAAP4AAA3AAP7mtQAAAA==',
  moving:
    'UklGRlIAAABXRUJQVlA4WAoAAAASAAAAAAAAAAAAQU5JTQYAAAD/////AABBTk1GJgAAAAAAAAAAAAAAAAAAAGQAAABWUDhMDQAAAC8AAAAQBxAREYiI/gcA',
};
const decoded = (text: string) => Buffer.from(text, 'base64');

/** A picture that says that it has these sides; its other bytes stay. */
function ofSides(width: number, height: number): Buffer {
  const bytes = png(1);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** The end of the chunk that begins a PNG. */
const headEnd = 33;
const withChunk = (type: string, data: Buffer) =>
  Buffer.concat([png(8).subarray(0, headEnd), chunk(type, data), png(8).subarray(headEnd)]);

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const html = '<html><script>alert(1)</script></html>';

describe('a file is taken for', () => {
  test.each<[what: string, bytes: Buffer, type: string]>([
    ['a PNG', png(64), 'image/png'],
    ['a PNG as large as may be', ofSides(1024, 1), 'image/png'],
    [
      'a PNG with a page in it and behind it',
      Buffer.concat([withChunk('tEXt', Buffer.from(html)), Buffer.from(html)]),
      'image/png',
    ],
    ['a JPEG', jpeg(1024, 300), 'image/jpeg'],
    ['a WebP', decoded(webp.lossy), 'image/webp'],
    ['a lossless WebP', decoded(webp.lossless), 'image/webp'],
    ['a transparent WebP', decoded(webp.transparent), 'image/webp'],
  ])('%s', (_what, bytes, type) => {
    expect(pictureType(bytes)).toBe(type);
  });

  test.each<[what: string, bytes: Buffer]>([
    ['an SVG', Buffer.from(svg)],
    ['a page with a PNG in it', Buffer.concat([Buffer.from(html), png(8)])],
    ['a GIF', decoded('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7')],
    ['a PNG of 50,000 by 50,000 pixels', ofSides(50_000, 50_000)],
    ['a PNG of one pixel too many', ofSides(1, 1025)],
    ['a PNG without pixels', ofSides(0, 8)],
    ['a PNG that moves', withChunk('acTL', Buffer.alloc(8))],
    ['a PNG whose chunk never ends', withChunk('tEXt', Buffer.alloc(0)).fill(0xff, headEnd, headEnd + 4)],
    ['a JPEG of too many pixels', jpeg(300, 65_535)],
    ['a JPEG without a frame', jpeg(8, 8).subarray(0, 8)],
    ['a JPEG whose segment has no length', Buffer.concat([decoded('/9j/4AAA'), Buffer.alloc(64)])],
    ...[0x00, 0x01, 0xd0, 0xd8].map((marker): [string, Buffer] => [
      `a JPEG whose frame hides behind marker ${marker}, which has no length`,
      Buffer.concat([
        Buffer.from([0xff, 0xd8, 0xff, marker, 0, 24]),
        jpeg(60_000, 60_000),
        jpeg(8, 8).subarray(2),
      ]),
    ]),
    [
      'a JPEG of thousands of scans',
      Buffer.concat([jpeg(8, 8), Buffer.alloc(9_000, '\xff\xda\0', 'latin1')]),
    ],
    ['a WebP that moves', decoded(webp.moving)],
    ['nothing', Buffer.alloc(0)],
  ])('nothing to be shown: %s', (_what, bytes) => {
    expect(pictureType(bytes)).toBeNull();
  });

  test('nothing to be shown, whatever is missing of its first bytes', () => {
    const whole = [png(8), jpeg(8, 8), ...Object.values(webp).map(decoded)];
    for (const bytes of whole)
      for (let length = 0; length < 16; length++) expect(pictureType(bytes.subarray(0, length))).toBeNull();
  });
});

describe('the picture of a pack', () => {
  const jar = zipWith({});
  const index = JSON.stringify({ formatVersion: 1, files: [], dependencies: { minecraft: '1.21.1' } });
  const mrpack = { 'modrinth.index.json': index, 'overrides/mods/a.jar': jar };
  const instance = (settings: string) => ({
    'My Pack/instance.cfg': settings,
    'My Pack/mmc-pack.json': JSON.stringify({ components: [{ uid: 'net.minecraft', version: '1.21.1' }] }),
    'My Pack/.minecraft/mods/a.jar': jar,
  });

  /** The width of the picture that is found, which stands for it; null for none. */
  async function foundIn(entries: Readonly<Record<string, string | Buffer>> | ZipEntryInput[]) {
    await using pack = await temporaryFile(zipWith(entries));
    const { problems, survey } = await surveyArchive({ path: pack.path, limits });
    expect(problems).toEqual([]);
    const icon = survey?.icon ?? null;
    if (icon === null) return null;
    // As it is served: by its place in the archive alone.
    const { offset, length, deflated } = icon.data;
    const stored = (await readFile(pack.path)).subarray(offset, offset + length);
    const bytes = deflated ? inflateRawSync(stored) : stored;
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(icon.sha256);
    expect([bytes.length, pictureType(bytes)]).toEqual([icon.size, icon.type]);
    return bytes.readUInt32BE(16);
  }

  test('is the first of its places', async () => {
    const all = {
      'icon.png': png(1),
      'overrides/icon.png': png(2),
      'overrides/instance.png': png(3),
      'overrides/server-icon.png': png(4),
      'server-overrides/server-icon.png': png(5),
      'overrides/config/icon.png': png(6),
      'overrides/pack.png': png(7),
    };
    const places: [name: string, bytes: Buffer][] = Object.entries(all);
    for (const [rank, expected] of [1, 2, 3, 4, 5, null].entries())
      expect(await foundIn({ ...mrpack, ...Object.fromEntries(places.slice(rank)) })).toBe(expected);
  });

  test('is in the folder of the game where there is no folder above it', async () => {
    expect(await foundIn({ 'mods/a.jar': jar, 'icon.png': png(9) })).toBe(9);
    expect(await foundIn({ 'Sky/mods/a.jar': jar, 'Sky/icon.png': png(9) })).toBe(9);
  });

  test('is what an instance of MultiMC or Prism names, wherever that leads in the archive', async () => {
    const named = instance('[General]\nname=Sky\niconKey=sky_1\n');
    expect(await foundIn({ ...named, 'My Pack/sky_1.png': png(3), 'My Pack/icon.png': png(4) })).toBe(3);
    expect(await foundIn({ ...named, 'My Pack/.minecraft/icon.png': png(4) })).toBe(4);
    for (const key of ['', '../sky', '../../etc/passwd', 'a\u0000b', 'x'.repeat(5000)])
      expect(await foundIn({ ...instance(`iconKey=${key}\n`), 'My Pack/sky.png': png(3) })).toBeNull();
  });

  test.each<[what: string, entry: Omit<ZipEntryInput, 'name'>]>([
    ['an SVG', { data: svg }],
    ['too large a file', { data: Buffer.concat([png(8), Buffer.alloc(mostIconBytes)]), method: 0 }],
    ['a file that becomes too large', { data: Buffer.concat([png(8), Buffer.alloc(mostIconBytes)]) }],
    ['more than it says', { data: Buffer.concat([png(8), Buffer.alloc(900_000)]), size: 1_000 }],
    ['no deflated data', { rawData: Buffer.alloc(64, 0xff) }],
    ['a link', { data: png(2), mode: 0o120777 }],
  ])('is another one where the first place has %s', async (_what, entry) => {
    const entries = [
      ...Object.entries(mrpack).map(([name, data]) => ({ name, data })),
      { name: 'overrides/icon.png', ...entry },
      { name: 'overrides/server-icon.png', data: png(4) },
    ];
    expect(await foundIn(entries)).toBe(4);
  });

  test('may have as many bytes as are allowed', async () => {
    const largest = Buffer.concat([png(8), Buffer.alloc(mostIconBytes - png(8).length)]);
    expect(await foundIn({ ...mrpack, 'icon.png': largest })).toBe(8);
  });
});
