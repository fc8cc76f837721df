import { expect, it } from 'vitest';
import { BoundedMap } from '../src/bounded-map.ts';

/** A map of texts that weigh as much as their key and value have characters, and which of these keys it has. */
function mapOf(most: number) {
  const map = new BoundedMap<string, string>(most, (value, key) => value.length + key.length);
  return { map, has: (...keys: string[]) => keys.filter((key) => map.get(key) !== undefined) };
}

it('an entry weighs 1 unless it is said otherwise, and the least recently used are evicted', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  expect(map.get('a')).toBe(1);
  map.set('c', 3);
  expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual([1, undefined, 3]);
});

it('as many entries are evicted as make room for a heavy one', () => {
  const { map, has } = mapOf(10);
  for (const key of ['a', 'b', 'c']) map.set(key, '12');
  map.set('d', '12345');
  expect(has('a', 'b', 'c', 'd')).toEqual(['c', 'd']);
});

it('an entry heavier than the bound is not kept, nor what it replaces, and evicts no others', () => {
  const { map, has } = mapOf(10);
  map.set('a', '12');
  map.set('b', '12');
  map.set('b', '1234567890');
  expect(has('a', 'b')).toEqual(['a']);
});

it('an entry that is set again or deleted no longer weighs anything', () => {
  const { map, has } = mapOf(10);
  for (const value of ['1234', '123', '1234']) map.set('a', value);
  map.set('b', '1234');
  expect(has('b', 'a')).toEqual(['b', 'a']);
  expect([map.delete('b'), map.delete('b')]).toEqual([true, false]);
  map.set('c', '1234');
  expect(has('a', 'b', 'c')).toEqual(['a', 'c']);
});
