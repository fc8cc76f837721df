import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { joinBytes } from '../src/fetching/joined-bytes.ts';

const MiB = 1024 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage: unknown = runInNewContext('gc');

function heldBytes(): number {
  if (typeof collectGarbage !== 'function') throw new Error('Garbage cannot be collected.');
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

describe('bytes that arrive in pieces', () => {
  it('are the same bytes, however they are cut', () => {
    const all = Buffer.from(Array.from({ length: 1_000 }, (_, index) => index % 251));
    for (const size of [1, 2, 7, 999, 1_000]) {
      const joined = joinBytes();
      for (let at = 0; at < all.length; at += size) joined.add(Buffer.from(all.subarray(at, at + size)));
      expect(joined.bytes().equals(all)).toBe(true);
      joined.clear();
      expect(joined.bytes()).toHaveLength(0);
    }
  });

  it('leave the pieces as they were', () => {
    const joined = joinBytes();
    const first = Buffer.from('ab');
    joined.add(first);
    joined.add(Buffer.from('c'));
    expect([String(joined.bytes()), String(first)]).toEqual(['abc', 'ab']);
  });

  it('take no more than twice their room, though each comes by itself', () => {
    const joined = joinBytes();
    const before = heldBytes();
    for (let count = 0; count < MiB; count += 1) joined.add(Buffer.allocUnsafeSlow(1));
    expect(heldBytes() - before).toBeLessThan(3 * MiB);
    expect(joined.bytes()).toHaveLength(MiB);
  });
});
