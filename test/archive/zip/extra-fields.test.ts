import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import {
  hasRepeatedField,
  readExtraFields,
  unicodePath,
  unicodePathId,
  zip64FieldId,
} from '../../../src/archive/zip/extra-fields.ts';

function field(id: number, data: Uint8Array, stated = data.length): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(id, 0);
  head.writeUInt16LE(stated, 2);
  return Buffer.concat([head, data]);
}

/** Info-ZIP's second name. */
function secondName(name: Uint8Array, of: Uint8Array, version = 1): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(version, 0);
  head.writeUInt32LE(crc32(of), 1);
  return Buffer.concat([head, name]);
}

const data = Buffer.from('abc');
const name = Buffer.from('first');

test('fields are read one by one, up to one that is longer than there is', () => {
  expect(readExtraFields(Buffer.alloc(0))).toEqual([]);
  expect(readExtraFields(field(7, Buffer.alloc(0)))).toEqual([{ id: 7, data: Buffer.alloc(0) }]);
  const two = Buffer.concat([field(7, data), field(8, Buffer.alloc(0))]);
  expect(readExtraFields(two).map(({ id }) => id)).toEqual([7, 8]);
  expect(readExtraFields(Buffer.concat([field(7, data), field(8, data, 4)]))).toEqual([{ id: 7, data }]);
  expect(readExtraFields(Buffer.concat([field(7, data), Buffer.from('xyz')]))).toEqual([{ id: 7, data }]);
});

test('twice is too often only for what one entry can have but once', () => {
  const zip64 = { id: zip64FieldId, data };
  const second = { id: unicodePathId, data };
  const other = { id: 7, data };
  expect(hasRepeatedField([zip64, second, other, other])).toBe(false);
  expect(hasRepeatedField([zip64, other, zip64])).toBe(true);
  expect(hasRepeatedField([second, second])).toBe(true);
});

test('a second name counts that was made for the first one', () => {
  const other = { id: 7, data: secondName(Buffer.from('wrong'), name) };
  const found = (bytes: Buffer) => unicodePath([other, { id: unicodePathId, data: bytes }], name);
  expect(found(secondName(Buffer.from('zweiter'), name))).toEqual(Buffer.from('zweiter'));
  expect(found(secondName(Buffer.from('zweiter'), Buffer.from('another')))).toBeNull();
  expect(found(secondName(Buffer.from('zweiter'), name, 2))).toBeNull();
  expect(found(secondName(Buffer.alloc(0), name))).toBeNull();
  expect(found(Buffer.from([1]))).toBeNull();
  expect(unicodePath([other], name)).toBeNull();
});
