import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { inflateStream, release } from '../../../src/archive/zip/inflate.ts';

/** In pieces of a few bytes. */
function* piecesOf(data: Buffer) {
  for (let at = 0; at < data.length; at += 3) yield data.subarray(at, at + 3);
}

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
