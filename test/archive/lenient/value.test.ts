import { describe, expect, test } from 'vitest';
import { flag, isObject, items, label, member, members } from '../../../src/archive/lenient/value.ts';

describe('of a parsed document', () => {
  test('a member is found by its path, among own keys only', () => {
    const document = { a: [{ b: 'x' }], c: null };
    expect(member(document, 'a', '0', 'b')).toBe('x');
    expect(member(document)).toBe(document);
    for (const path of [['d'], ['c', 'd'], ['a', '0', 'b', 'length'], ['toString'], ['a', '1']])
      expect(member(document, ...path)).toBeUndefined();
  });

  test('a single value counts as an array of one, and nothing as an empty one', () => {
    expect(items([1, null])).toEqual([1, null]);
    expect(items('x')).toEqual(['x']);
    expect(items(0)).toEqual([0]);
    expect(items(null)).toEqual([]);
    expect(items(undefined)).toEqual([]);
  });

  test('members are those of an object', () => {
    expect(members({ a: 1, b: null })).toEqual([
      ['a', 1],
      ['b', null],
    ]);
    for (const other of [['x'], 'x', null, undefined, 1]) expect(members(other)).toEqual([]);
  });

  test('null is no object', () => {
    expect([{}, [], null, undefined, 'x'].map(isObject)).toEqual([true, true, false, false, false]);
  });
});

describe('a label', () => {
  test('is one line, without what cannot be seen or turns the direction', () => {
    expect(label('  a\n\tb\u202e\u2028c\0  ')).toBe('a b c');
    expect(label('\u0007\u200fa\u2029')).toBe('a');
    expect(label(12.5)).toBe('12.5');
    for (const other of [null, undefined, true, {}, ['x']]) expect(label(other)).toBe('');
  });

  test('is as long as it may be, and found within twice that', () => {
    expect(label('xxxxx', 5)).toBe('xxxxx');
    expect(label('xxxxxx', 5)).toBe('xxxxx');
    expect(label('x'.repeat(300))).toBe('x'.repeat(200));
    expect(label(`${' '.repeat(9)}x`, 5)).toBe('x');
    expect(label(`${' '.repeat(10)}x`, 5)).toBe('');
  });

  test('has no half of a character', () => {
    expect(label('a\ud800b')).toBe('a\ufffdb');
    expect(label('aa🌲', 3)).toBe('aa\ufffd');
  });
});

test('a flag is a truth value, or its word however it is written', () => {
  expect([true, false, ' True ', 'FALSE'].map(flag)).toEqual([true, false, true, false]);
  for (const other of ['yes', '', 1, 0, null, undefined, ['true']]) expect(flag(other)).toBeNull();
});
