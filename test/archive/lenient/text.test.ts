import { describe, expect, test } from 'vitest';
import { asUtf8, decodeText } from '../../../src/archive/lenient/text.ts';
import { fc } from '../../support/seeded.ts';

const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const otherOrder = (text: string) => utf16(text).swap16();
const bytes = (...of: number[]) => Uint8Array.from(of);

describe('text as mod authors save it', () => {
  test.each<[string, Uint8Array, string]>([
    ['UTF-8', Buffer.from('Grün 🌲'), 'Grün 🌲'],
    ['UTF-8 with a mark', Buffer.from('\ufeffGrün'), 'Grün'],
    ['UTF-8 that begins as its mark does', bytes(0xef, 0xbb, 0xb0), '\ufef0'],
    ['another that does', bytes(0xef, 0xbc, 0xbf), '\uff3f'],
    ['another whose last byte is that of the mark', bytes(0xe0, 0xbb, 0xbf), '\u0eff'],
    ['UTF-16 with a mark', utf16('\ufeffGrün 🌲'), 'Grün 🌲'],
    ['UTF-16 without one', utf16('Grün 🌲'), 'Grün 🌲'],
    ['UTF-16 of the other order with a mark', otherOrder('\ufeffGrün 🌲'), 'Grün 🌲'],
    ['UTF-16 of the other order without one', otherOrder('Grün 🌲'), 'Grün 🌲'],
    ['UTF-16 with half a character at its end', Buffer.concat([utf16('ab'), bytes(0x63)]), 'ab\ufffd'],
    ['Latin-1', Buffer.from('Grün \x80', 'latin1'), 'Grün €'],
    ['Latin-1 that begins as a mark of UTF-16 does', bytes(0xff, 0x41), 'ÿA'],
    ['Latin-1 that begins as the other mark does', bytes(0xfe, 0x41), 'þA'],
    ['Latin-1 whose second byte is that of a mark', bytes(0x41, 0xfe), 'Aþ'],
    ['Latin-1 whose second byte is that of the other', bytes(0x41, 0xff), 'Aÿ'],
    ['two zero bytes', bytes(0, 0), '\0\0'],
    ['one zero byte', bytes(0), '\0'],
    ['nothing', bytes(), ''],
  ])('is read: %s', (_, saved, text) => {
    expect(decodeText(saved)).toBe(text);
    expect(asUtf8(saved)).toEqual(Buffer.from(text));
  });

  test('is the same in pieces, where a character lies in two of them', () => {
    for (const text of ['🌲'.repeat(50_000), `x${'🌲'.repeat(50_000)}`])
      for (const saved of [utf16(`\ufeff${text}`), otherOrder(`\ufeff${text}`)])
        expect(asUtf8(saved).equals(Buffer.from(text))).toBe(true);
  });

  test('loses nothing at the end of a piece that is the last', () => {
    const saved = Buffer.concat([utf16(`\ufeff${'x'.repeat(32_766)}`), utf16('🌲').subarray(0, 2)]);
    expect(saved).toHaveLength(65_536);
    expect(asUtf8(saved).toString()).toBe(`${'x'.repeat(32_766)}\ufffd`);
  });

  test('is the same for both readers, whatever the bytes', () => {
    const marks = fc.constantFrom([], [0xff, 0xfe], [0xfe, 0xff], [0xef, 0xbb, 0xbf], [0x41, 0], [0, 0x41]);
    fc.assert(
      fc.property(marks, fc.uint8Array({ maxLength: 9 }), (mark, rest) => {
        const saved = Uint8Array.from([...mark, ...rest]);
        expect(asUtf8(saved).toString()).toBe(decodeText(saved));
      }),
      { numRuns: 2_000 },
    );
  });
});

test('UTF-8 is not copied', () => {
  const saved = Buffer.from('\ufeffx');
  expect(asUtf8(saved).buffer).toBe(saved.buffer);
});
