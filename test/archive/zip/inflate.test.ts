import { randomBytes } from 'node:crypto';
import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { inflateStream, inflateWhole, release } from '../../../src/archive/zip/inflate.ts';

const plain = Buffer.from('some text, some text, some text');
const deflated = deflateRawSync(plain);
const toldAs = (code: string, reason: string | RegExp) => ({
  fault: { code, reason: reason instanceof RegExp ? expect.stringMatching(reason) : reason },
});

/** In pieces of a few bytes. */
function* piecesOf(data: Buffer) {
  for (let at = 0; at < data.length; at += 3) yield data.subarray(at, at + 3);
}

describe.each([
  ['in one piece', (data: Buffer, size: number) => inflateWhole(data, size)],
  ['as it comes', (data: Buffer, size: number) => inflateStream(piecesOf(data), data.length, size)],
] as const)('data that is inflated %s', (_, inflate) => {
  test('has the stated size', async () => {
    expect(await inflate(deflated, plain.length)).not.toHaveProperty('fault');
    expect(await inflate(deflateRawSync(Buffer.alloc(0)), 0)).not.toHaveProperty('fault');
  });

  test.each([plain.length - 1, 0])('may not have more than %i bytes where these are stated', async (size) => {
    expect(await inflate(deflated, size)).toEqual(
      toldAs('SIZE_MISMATCH', `should have ${size} bytes once inflated, but has more`),
    );
  });

  test('may not have less than stated', async () => {
    expect(await inflate(deflated, plain.length + 1)).toEqual(
      toldAs('SIZE_MISMATCH', `should have ${plain.length + 1} bytes once inflated, but has ${plain.length}`),
    );
  });

  test('ends with the data that is there', async () => {
    expect(await inflate(Buffer.concat([deflated, Buffer.from('more')]), plain.length)).toEqual(
      toldAs('SIZE_MISMATCH', 'has 4 bytes behind the end of its compressed data'),
    );
  });

  test.each([
    ['is cut off', deflated.subarray(0, -1)],
    ['is none', Buffer.from('ffffff', 'hex')],
  ])('is told when it %s', async (_what, data) => {
    expect(await inflate(data, plain.length)).toEqual(toldAs('CORRUPT_DATA', /^cannot be inflated: ./));
  });
});

test('inflated in one piece it is the data, as it comes its checksum', async () => {
  expect(inflateWhole(deflated, plain.length)).toEqual({ bytes: plain });
  expect(await inflateStream(piecesOf(deflated), deflated.length, plain.length)).toEqual({
    crc32: crc32(plain),
  });
});

test.each([
  new Error('The disk is away.'),
  Object.assign(new Error('The disk is away.'), { code: 'EIO' }),
  Object.assign(new Error('There is no memory.'), { code: 'Z_MEM_ERROR' }),
])('what keeps the data from being read is no fault of the data: %s', async (fault) => {
  // biome-ignore lint/correctness/useYield: it fails before it has anything
  const failing = function* (): Generator<Buffer> {
    throw fault;
  };
  await expect(inflateStream(failing(), 9, 9)).rejects.toBe(fault);
});

test('where more comes than is stated no more is read, and the source is let go of', async () => {
  const large = deflateRawSync(randomBytes(1024 * 1024));
  let read = 0;
  let isLetGo = false;
  const pieces = function* () {
    try {
      for (const piece of piecesOf(large)) {
        read += piece.length;
        yield piece;
      }
    } finally {
      isLetGo = true;
    }
  };
  expect(await inflateStream(pieces(), large.length, 9)).toHaveProperty('fault.code', 'SIZE_MISMATCH');
  await expect.poll(() => isLetGo).toBe(true);
  expect(read).toBeLessThan(large.length / 4);
});

test('a large buffer gives its memory back, and a small one the pool leaves as it is', () => {
  const large = Buffer.alloc(1024 * 1024);
  release(large);
  expect(large).toHaveLength(0);
  const small = Buffer.from('small');
  const neighbour = Buffer.from('neighbour');
  release(small);
  expect([small.toString(), neighbour.toString()]).toEqual(['small', 'neighbour']);
});
