import { crc32, deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { iconFault, serverIcon } from '../../src/archive/pack/server-icon.ts';

const ours = serverIcon(null);
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function pngOf(width: number, height: number, colourAt: (x: number, y: number) => number[]): Buffer {
  const png = new PNG({ width, height });
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) png.data.set(colourAt(x, y), (y * width + x) * 4);
  }
  return PNG.sync.write(png);
}

function pixel(icon: Uint8Array, x: number, y: number): number[] {
  const { data, width } = PNG.sync.read(Buffer.from(icon));
  return [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)];
}

/** A PNG with a header and image data of our own making; `interlaced` decoders are the least careful ones. */
function rawPng(width: number, height: number, rows: Buffer, interlaced = false): Buffer {
  return pngWith([chunk('IHDR', header(width, height, [8, 6, 0, 0, interlaced ? 1 : 0]))], rows);
}

/** A PNG that begins with these chunks. */
function pngWith(first: readonly Buffer[], rows: Buffer): Buffer {
  return Buffer.concat([
    signature,
    ...first,
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function header(width: number, height: number, kind: readonly number[] = [8, 6, 0, 0, 0]): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set(kind, 8);
  return data;
}

/** An image of one colour in which a pixel takes a bit. */
function bitPng(width: number, height: number): Buffer {
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)));
  return pngWith([chunk('IHDR', header(width, height, [1, 0, 0, 0, 0]))], rows);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

function interlacedRows(columns: number, rows: number): number[] {
  const row = [0, ...Array.from({ length: columns }, () => blue).flat()];
  return Array.from({ length: rows }, () => row).flat();
}

const red = [255, 0, 0, 255];
const blue = [0, 0, 255, 255];

describe('the server icon', () => {
  test.each([
    [64, 64],
    [16, 16],
    [512, 512],
    [1000, 300],
    [1, 900],
  ])('of %i x %i pixels becomes 64 x 64', (width, height) => {
    const { width: wide, height: high } = PNG.sync.read(
      Buffer.from(serverIcon(pngOf(width, height, () => red))),
    );
    expect([wide, high]).toEqual([64, 64]);
  });

  test('keeps its colours where they are', () => {
    const icon = serverIcon(pngOf(256, 256, (x) => (x < 128 ? red : blue)));
    expect(pixel(icon, 5, 30)).toEqual(red);
    expect(pixel(icon, 60, 30)).toEqual(blue);
  });

  test('averages what one pixel stands for', () => {
    const icon = serverIcon(
      pngOf(128, 128, (x, y) => ((x + y) % 2 === 0 ? [200, 100, 40, 255] : [100, 60, 80, 255])),
    );
    expect(pixel(icon, 20, 20)).toEqual([150, 80, 60, 255]);
  });

  test('takes no colour from transparent pixels', () => {
    const icon = serverIcon(pngOf(128, 128, (x) => (x % 2 === 0 ? red : [0, 255, 0, 0])));
    expect(pixel(icon, 20, 20)).toEqual([255, 0, 0, 128]);
  });

  test('keeps its proportions on a transparent ground', () => {
    const icon = serverIcon(pngOf(128, 64, () => red));
    expect(pixel(icon, 32, 5)).toEqual([0, 0, 0, 0]);
    expect(pixel(icon, 32, 32)).toEqual(red);
  });

  test('may be interlaced', () => {
    const passes = Buffer.from([
      ...interlacedRows(1, 1),
      ...interlacedRows(1, 1),
      ...interlacedRows(2, 1),
      ...interlacedRows(2, 2),
      ...interlacedRows(4, 2),
      ...interlacedRows(4, 4),
      ...interlacedRows(8, 4),
    ]);
    expect(pixel(serverIcon(rawPng(8, 8, passes, true)), 30, 30)).toEqual(blue);
  });

  test('may be interlaced and have no pixel in most passes', () => {
    expect(pixel(serverIcon(rawPng(1, 1, Buffer.from(interlacedRows(1, 1)), true)), 30, 30)).toEqual(blue);
  });

  test('may have bytes behind its end', () => {
    const png = pngOf(64, 64, () => red);
    expect(serverIcon(Buffer.concat([png, Buffer.from('\0\r\n')]))).toEqual(serverIcon(png));
  });

  test('may have as many bytes as are read', () => {
    const png = pngOf(64, 64, () => red);
    const padded = Buffer.concat([png, Buffer.alloc(16 * 1024 * 1024 - png.length)]);
    expect(serverIcon(padded)).toEqual(serverIcon(png));
  });

  test('may have as many pixels as are read', () => {
    expect(pixel(serverIcon(bitPng(2048, 2048)), 30, 30)).toEqual([0, 0, 0, 255]);
  });

  test('stays transparent where it is', () => {
    expect(pixel(serverIcon(pngOf(64, 64, () => [255, 0, 0, 0])), 30, 30)).toEqual([0, 0, 0, 0]);
  });

  test('is ours when the modpack has none', () => {
    expect(pixel(ours, 0, 0)[3]).toBe(255);
    expect(serverIcon(null)).toEqual(ours);
  });
});

describe('a server icon that cannot be read within bounds gives way to ours', () => {
  const good = pngOf(64, 64, () => red);
  const tooMuchData = Buffer.alloc(64 * 1024 * 1024);

  test.each<[string, Uint8Array]>([
    ['an empty file', Buffer.alloc(0)],
    ['a text', Buffer.from('no image at all, but as long as the header of one would have to be')],
    ['a JPEG by its first bytes', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), good])],
    ['a header that claims more pixels than fit', rawPng(60000, 60000, Buffer.alloc(100))],
    ['a header that claims no columns', rawPng(0, 64, Buffer.alloc(64))],
    ['a header that claims no rows', rawPng(64, 0, Buffer.alloc(0))],
    ['more pixels than are read, that are all there', bitPng(2048, 2049)],
    ['more bytes than are read', Buffer.concat([good, Buffer.alloc(16 * 1024 * 1024)])],
    ['the signature of a PNG alone', signature],
    ['a file that ends within its header', good.subarray(0, 28)],
    ['no header', pngWith([], Buffer.alloc(264))],
    ['another signature', Buffer.concat([Buffer.alloc(8), good.subarray(8)])],
    [
      'a second header, which the decoder would believe',
      pngWith([chunk('IHDR', header(8, 8)), chunk('IHDR', header(1, 66))], Buffer.alloc(264)),
    ],
    [
      'a chunk in front of the header, which passes for it',
      pngWith([chunk('tEXt', header(8, 8)), chunk('IHDR', header(8, 8))], Buffer.alloc(264)),
    ],
    [
      'a depth that no image has',
      pngWith([chunk('IHDR', header(8, 8, [32, 0, 0, 0, 0]))], Buffer.alloc(264)),
    ],
    [
      'a kind of colour that no image has',
      pngWith([chunk('IHDR', header(8, 8, [8, 5, 0, 0, 0]))], Buffer.alloc(264)),
    ],
    ['a few pixels that inflate to much', rawPng(8, 8, tooMuchData)],
    ['a few interlaced pixels that inflate to much', rawPng(8, 8, tooMuchData, true)],
    ['too little image data', rawPng(64, 64, Buffer.alloc(100))],
    ['a file cut short', good.subarray(0, good.length - 40)],
    [
      'image data with a bad checksum',
      Buffer.from(good.map((byte, at) => (at === good.length - 20 ? byte ^ 1 : byte))),
    ],
    ['a chunk that claims to be longer than the file', Buffer.from(good).fill(0xff, 33, 36)],
  ])('%s', (_, bytes) => {
    expect(serverIcon(bytes)).toEqual(ours);
  });
});

describe('a file that is to be the icon as it is', () => {
  const good = pngOf(64, 64, () => red);

  test.each<[string, Uint8Array, string | null]>([
    ['has 64 by 64 pixels', good, null],
    ['has as many rows', pngOf(64, 63, () => red), 'has 64 by 63 pixels'],
    ['has as many columns', pngOf(65, 64, () => red), 'has 65 by 64 pixels'],
    ['is a PNG', Buffer.concat([Buffer.alloc(8), good.subarray(8)]), 'is no PNG'],
    ['is longer than the header of one', good.subarray(0, 32), 'is no PNG'],
    ['is whole', good.subarray(0, 33), 'cannot be read as a PNG'],
    [
      'has one header',
      pngWith([chunk('IHDR', header(64, 64)), chunk('IHDR', header(64, 70))], Buffer.alloc(64 * 257)),
      'cannot be read as a PNG',
    ],
  ])('%s', (_, bytes, fault) => {
    expect(iconFault(bytes)).toBe(fault);
  });
});
