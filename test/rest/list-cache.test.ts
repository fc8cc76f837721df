import { describe, expect, it } from 'vitest';
import { createListCache, type PartBytes } from '../../src/rest/list-cache.ts';

/** A maker of parts, of two pieces each, that tells what it was asked to make. */
function makerOf(length = 10) {
  const made: string[] = [];
  const make = (name: string) => async () => {
    made.push(name);
    const bytes = Buffer.alloc(length, name);
    return [bytes.subarray(0, 1), bytes.subarray(1)];
  };
  return { made, make };
}

function textOf(part: PartBytes): string {
  return Buffer.concat(part).toString();
}

describe('the memory of lists', () => {
  it('hands out a part while its revision is the same, and makes it anew after that', async () => {
    const cache = createListCache(1_000);
    const { made, make } = makerOf();
    await cache.get('a', '1', make('first'));
    expect(textOf(await cache.get('a', '1', make('again')))).toBe('firstfirst');
    await cache.get('a', '2', make('second'));
    await cache.get('a', '1', make('third'));
    expect(made).toEqual(['first', 'second', 'third']);
  });

  it('keeps no more than its bytes, and lets go first of what was not asked for longest', async () => {
    const cache = createListCache(20);
    const { made, make } = makerOf();
    await cache.get('a', '1', make('a'));
    await cache.get('b', '1', make('b'));
    await cache.get('a', '1', make('a once more'));
    await cache.get('c', '1', make('c'));
    await cache.get('a', '1', make('a still'));
    await cache.get('b', '1', make('b anew'));
    expect(made).toEqual(['a', 'b', 'c', 'b anew']);
  });

  it('counts a part that was made anew once', async () => {
    const cache = createListCache(20);
    const { made, make } = makerOf();
    await cache.get('a', '1', make('a'));
    for (const revision of ['1', '2', '3', '4']) await cache.get('b', revision, make(`b${revision}`));
    await cache.get('a', '1', make('a anew'));
    expect(made).toEqual(['a', 'b1', 'b2', 'b3', 'b4']);
  });

  it('counts nothing of a part that was replaced while it was being made', async () => {
    const cache = createListCache(20);
    const { made, make } = makerOf();
    const late = Promise.withResolvers<PartBytes>();
    const replaced = cache.get('a', '1', () => late.promise);
    await cache.get('a', '2', make('a'));
    late.resolve([Buffer.alloc(10)]);
    await replaced;
    await cache.get('b', '1', make('b'));
    await cache.get('a', '2', make('a anew'));
    await cache.get('b', '1', make('b anew'));
    expect(made).toEqual(['a', 'b']);
  });

  it('keeps nothing when it may keep no bytes, nor a part that is larger than all of them', async () => {
    for (const bytes of [0, 9]) {
      const cache = createListCache(bytes);
      const { made, make } = makerOf();
      await cache.get('a', '1', make('a'));
      await cache.get('a', '1', make('a anew'));
      expect(made).toEqual(['a', 'a anew']);
    }
  });

  it('makes a part once for all who ask while it is being made', async () => {
    const cache = createListCache(0);
    const held = Promise.withResolvers<PartBytes>();
    const first = cache.get('a', '1', () => held.promise);
    const second = cache.get('a', '1', async () => [Buffer.from('another')]);
    held.resolve([Buffer.from('one')]);
    expect((await Promise.all([first, second])).map(textOf)).toEqual(['one', 'one']);
  });

  it('forgets a part that could not be made', async () => {
    const cache = createListCache(1_000);
    await expect(cache.get('a', '1', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(textOf(await cache.get('a', '1', async () => [Buffer.from('back')]))).toBe('back');
  });
});
