import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { LocatedEntry } from '../../../src/archive/zip/entry.ts';
import { readSmallEntry } from '../../../src/archive/zip/read-entry.ts';
import { sourceOf } from '../../support/byte-source.ts';

const text = Buffer.from('some text, some text, some text');
const deflated = deflateRawSync(text);
const front = Buffer.from('in front');

/** A header with a name of one byte and a field of five, its data, and what is behind. */
function archiveOf(data: Uint8Array): Buffer {
  const header = Buffer.alloc(36);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(5, 28);
  return Buffer.concat([front, header, data, Buffer.from('behind')]);
}

function read(data: Uint8Array, more: Partial<LocatedEntry> = {}): string | undefined {
  const entry: LocatedEntry = {
    name: 'a',
    rawName: null,
    flags: 0,
    method: 8,
    crc32: 0,
    compressedSize: data.length,
    size: text.length,
    headerOffset: front.length,
    attributes: 0,
    modified: 0,
    regionEnd: front.length + 36 + data.length,
    ...more,
  };
  return readSmallEntry(sourceOf(archiveOf(data)), entry)?.toString();
}

describe('the contents of an entry', () => {
  test('are what lies behind its header, inflated unless they are stored', () => {
    expect(read(deflated)).toBe(text.toString());
    expect(read(text, { method: 0 })).toBe(text.toString());
    expect(read(Buffer.alloc(0), { method: 0, size: 0 })).toBe('');
  });

  test.each<[string, Partial<LocatedEntry>]>([
    ['there is no header', { headerOffset: front.length - 1 }],
    ['they would reach into what is not theirs', { regionEnd: front.length + 36 + deflated.length - 1 }],
    ['they have another size', { size: text.length + 1 }],
  ])('cannot be read where %s', (_, more) => {
    expect(read(deflated, more)).toBeUndefined();
  });
});
