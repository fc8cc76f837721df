import { describe, expect, test } from 'vitest';
import { bytes, escaped, joined, plain } from '../../../bot/format/text.ts';

describe('text of others', () => {
  test.each([
    ['markdown', '**x** _y_ ~~z~~ ||w||', '\\*\\*x\\*\\* \\_y\\_ \\~\\~z\\~\\~ \\|\\|w\\|\\|'],
    ['code', '`x` ```y```', '\\`x\\` \\`\\`\\`y\\`\\`\\`'],
    ['a masked link', '[safe](https://evil.example)', '\\[safe\\]\\(https\\:\\/\\/evil\\.example\\)'],
    ['mentions', '@everyone <@1> <@&2> <#3>', '\\@everyone \\<\\@1\\> \\<\\@\\&2\\> \\<\\#3\\>'],
    ['an escape of its own', '\\*', '\\\\\\*'],
    ['headings and lists over several lines', '# x\n- y\n1. z', '\\# x \\- y 1\\. z'],
  ])('%s is shown as it is written', (_name, text, shown) => {
    expect(escaped(text)).toBe(shown);
  });

  test('controls, text that runs backwards and hidden characters are left out', () => {
    expect(plain('a\u0000b\u202ec\u200bd\u2066e\u00ade\ufeff', 100)).toBe('abcdee');
    expect(plain('lone \ud800 half', 100)).toBe('lone  half');
  });

  test('piles of marks on a letter are taken down', () => {
    expect(plain(`a${'\u0301'.repeat(500)}b`, 100)).toBe(`a${'\u0301'.repeat(4)}b`);
  });

  test('letters of other scripts stay', () => {
    const name = 'Пакет 整合包 モッド ü é';
    expect(plain(name, 100)).toBe(name);
  });

  test('long text is cut between letters and says so', () => {
    expect(plain('abcdef', 6)).toBe('abcdef');
    expect(plain('abcdefg', 6)).toBe('abcde…');
    expect(plain('👩🏽‍🚀'.repeat(10), 12).length).toBeLessThanOrEqual(12);
    expect(escaped('*'.repeat(500), 10)).toBe(`${'\\*'.repeat(9)}…`);
  });
});

describe('lists', () => {
  test('a list that fits is whole', () => {
    expect(joined(['a', 'b', 'c'], 100)).toBe('a, b, c');
    expect(joined([], 100)).toBe('');
  });

  test('a list that does not fit says how many are left out, within its limit', () => {
    const text = joined(
      Array.from({ length: 300 }, (_, n) => `mod-${n}.jar`),
      100,
    );
    expect(text.length).toBeLessThanOrEqual(100);
    expect(text).toMatch(/^mod-0\.jar, .*, … and \d+ more$/);
    expect(joined(['x'.repeat(200)], 100)).toBe('… and 1 more');
  });
});

test.each([
  [0, '0 bytes'],
  [1023, '1023 bytes'],
  [1024, '1.0 KiB'],
  [1_572_864, '1.5 MiB'],
  [5 * 2 ** 30, '5.0 GiB'],
  [600 * 2 ** 20, '600 MiB'],
  [2 ** 50, '1024 TiB'],
])('%d bytes are shown as %s', (count, text) => {
  expect(bytes(count)).toBe(text);
});
