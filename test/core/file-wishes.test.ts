import { PNG } from 'pngjs';
import { describe, expect, it, test } from 'vitest';
import {
  defaultFileWishLimits,
  parsePatterns,
  parseServerIcon,
  parseServerProperties,
} from '../../src/core/runs/file-wishes.ts';

const limits = { patterns: 3, patternLength: 5, iconBytes: 65_536, propertiesBytes: 20 };
const icon = PNG.sync.write(new PNG({ width: 64, height: 64 }));

function refusal(parse: () => unknown): object {
  try {
    parse();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  return expect.fail('It was taken.');
}

const refusedIn = (field: string, message: string) => ({
  code: 'INVALID_INPUT',
  details: { field },
  message: expect.stringContaining(message),
});

describe('patterns', () => {
  it('are kept once, without a slash at their end', () => {
    const given = { includeFiles: ['a/', 'a', 'b/c'], excludeFiles: [] };
    expect(parsePatterns(given, limits)).toEqual({ includeFiles: ['a', 'b/c'], excludeFiles: [] });
    const excluded = { includeFiles: ['a'], excludeFiles: ['a', 'b/'] };
    expect(parsePatterns(excluded, limits)).toEqual({ includeFiles: ['a'], excludeFiles: ['a', 'b'] });
  });

  it('are as many and as long as may be, and no more', () => {
    const most = { includeFiles: ['12345', 'b'], excludeFiles: ['54321'] };
    expect(parsePatterns(most, limits)).toEqual(most);
    const many = { includeFiles: ['a', 'b'], excludeFiles: ['a', 'b'] };
    expect(refusal(() => parsePatterns(many, limits))).toMatchObject(
      refusedIn('includeFiles', 'have 4 patterns together; at most 3 are'),
    );
    const long = { includeFiles: ['a'], excludeFiles: ['123456'] };
    expect(refusal(() => parsePatterns(long, limits))).toMatchObject(
      refusedIn('excludeFiles', 'A pattern of excludeFiles has 6 characters; at most 5 are'),
    );
  });

  test.each(['includeFiles', 'excludeFiles'])('are refused in %s when they are none', (field) => {
    const given = { includeFiles: [], excludeFiles: [], [field]: ['a', '../b'] };
    expect(refusal(() => parsePatterns(given, limits))).toMatchObject(
      refusedIn(field, `The pattern "../b" of ${field} has an empty part`),
    );
  });
});

describe('a server icon', () => {
  const base64 = icon.toString('base64');

  it('is none where none is given', () => {
    expect([parseServerIcon(null, limits), parseServerIcon(undefined, limits)]).toEqual([null, null]);
  });

  it('is kept as base64, whether an address of data is in front or not', () => {
    expect(parseServerIcon(base64, limits)).toBe(base64);
    expect(parseServerIcon(`Data:image/PNG;base64,${base64}`, limits)).toBe(base64);
  });

  it('has as many bytes as may be, and no more', () => {
    const bytes = (iconBytes: number) => ({ ...limits, iconBytes });
    expect(parseServerIcon(base64, bytes(icon.length))).toBe(base64);
    expect(refusal(() => parseServerIcon(base64, bytes(icon.length - 3)))).toMatchObject(
      refusedIn('serverIcon', `more than ${icon.length - 3} bytes`),
    );
    expect(
      refusal(() => parseServerIcon(Buffer.alloc(65_540).toString('base64'), defaultFileWishLimits)),
    ).toMatchObject(refusedIn('serverIcon', 'more than 65536 bytes'));
  });

  test.each([
    ['nothing', '', 'a PNG in base64'],
    ['no base64', 'no base64!', 'a PNG in base64'],
    ['base64 with something behind it', `${base64}\n`, 'a PNG in base64'],
    [
      'an address of data amid it',
      `${base64.slice(0, 4)}data:image/png;base64,${base64.slice(4)}`,
      'a PNG in base64',
    ],
    ['no picture', Buffer.from('GIF89a'.repeat(9)).toString('base64'), '64 by 64 pixels; it is no PNG.'],
  ])('is refused when it is %s', (_what, given, message) => {
    expect(refusal(() => parseServerIcon(given, limits))).toMatchObject(refusedIn('serverIcon', message));
  });
});

describe('server properties', () => {
  it('are none where none are given', () => {
    expect([parseServerProperties(null, limits), parseServerProperties(undefined, limits)]).toEqual([
      null,
      null,
    ]);
  });

  it('have as many bytes as may be, as they are given and as they are stored', () => {
    // 19 characters and the end of a line.
    expect(parseServerProperties(`motd=${'a'.repeat(14)}`, limits)).toBe(`motd=${'a'.repeat(14)}\n`);
    expect(parseServerProperties(`motd=${'a'.repeat(14)}\n`, limits)).toBe(`motd=${'a'.repeat(14)}\n`);
    const long = refusedIn('serverProperties', 'more than 20 bytes, characters beyond ASCII counted as six');
    expect(refusal(() => parseServerProperties(`motd=${'a'.repeat(15)}`, limits))).toMatchObject(long);
    expect(refusal(() => parseServerProperties('motd=üüü', limits))).toMatchObject(long);
    // It is not read to its end first.
    expect(refusal(() => parseServerProperties(`motd\n${'a'.repeat(20)}`, limits))).toMatchObject(long);
  });

  test.each([
    ['half a character', 'motd=\ud800', 'is no text'],
    ['no property', '# fine\nmotd', 'neither = nor : in line 2'],
  ])('are refused when they have %s', (_what, given, message) => {
    expect(refusal(() => parseServerProperties(given, limits))).toMatchObject(
      refusedIn('serverProperties', message),
    );
  });
});
