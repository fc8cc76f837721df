import { describe, expect, test } from 'vitest';
import {
  constantAt,
  fieldsOf,
  isText,
  readConstantPool,
  textAt,
} from '../../../src/archive/jar/constant-pool.ts';
import { classOf, constantOf, textOf } from '../../support/class-bytes.ts';

describe('of the constants of a class file', () => {
  test.each([
    [3, 4, 1],
    [4, 4, 1],
    [5, 8, 2],
    [6, 8, 2],
    [7, 2, 1],
    [8, 2, 1],
    [9, 4, 1],
    [10, 4, 1],
    [11, 4, 1],
    [12, 4, 1],
    [15, 3, 1],
    [16, 2, 1],
    [17, 4, 1],
    [18, 4, 1],
    [19, 2, 1],
    [20, 2, 1],
  ])('one of kind %i takes %i bytes and as many places as %i', (tag, bytes, places) => {
    const constant = Buffer.alloc(1 + bytes);
    constant[0] = tag;
    const pool = readConstantPool(classOf({ constants: [textOf('in front'), constant, textOf('behind')] }));
    expect(textAt(pool, 2 + places)?.toString()).toBe('behind');
    expect(constantAt(pool, 2, tag)).toBe(10 + textOf('in front').length + 1);
  });

  test('a text is found by its place, and nothing where none is', () => {
    const pool = readConstantPool(classOf({ constants: [textOf('Code'), constantOf(7, 1)] }));
    expect(textAt(pool, 1)?.toString()).toBe('Code');
    expect([0, 2, 3].map((index) => textAt(pool, index))).toEqual([null, null, null]);
    expect(isText(pool, 1, Buffer.from('Code'))).toBe(true);
    expect(isText(pool, 1, Buffer.from('code'))).toBe(false);
    expect(isText(pool, 2, Buffer.from('Code'))).toBe(false);
  });

  test('one is found when it is of a kind that is asked for', () => {
    const pool = readConstantPool(classOf({ constants: [constantOf(7, 9)] }));
    expect(constantAt(pool, 1, 9, 7)).toBe(11);
    expect(constantAt(pool, 1, 9, 10)).toBe(0);
    expect(constantAt(pool, 0, 7)).toBe(0);
    expect(constantAt(pool, 2, 7)).toBe(0);
  });
});

test.each([0, 1, 3])('the fields of a class begin behind its %i interfaces', (count) => {
  const bytes = classOf({ constants: [textOf('a')], interfaces: Array.from({ length: count }, () => 7) });
  // Behind the fields stand methods and attributes: three counts, each of which is nought.
  expect(fieldsOf(readConstantPool(bytes))).toBe(bytes.length - 6);
});

describe('no class file', () => {
  const smallest = Buffer.from('cafebabe000000340001', 'hex');

  test('is shorter than its count of constants, or begins with another number', () => {
    expect(readConstantPool(smallest).end).toBe(10);
    for (const bytes of [smallest.subarray(0, 9), Buffer.from('cafebabf000000340001', 'hex')])
      expect(() => readConstantPool(bytes)).toThrow(new RangeError('not a class file'));
  });

  test('has constants of an unknown kind, or fewer than it says', () => {
    expect(() => readConstantPool(classOf({ constants: [constantOf(2, 0)] }))).toThrow(
      new RangeError('unknown constant 2'),
    );
    expect(() => readConstantPool(Buffer.from('cafebabe000000340002', 'hex'))).toThrow(RangeError);
  });
});
