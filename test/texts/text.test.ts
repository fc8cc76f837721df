import { describe, expect, test } from 'vitest';
import { bot as de } from '../../texts/de/bot.ts';
import { bot as en } from '../../texts/en/bot.ts';
import { bytes, escaped, linesWithin, plain } from '../../texts/text.ts';

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

  test('invisible characters that emoji and scripts are written with stay, and nowhere else', () => {
    for (const name of ['👩‍👩‍👧‍👦 pack', '❤️ pack', 'می‌خواهم', 'क्‍ष', '🏳️‍🌈'])
      expect(plain(name, 100)).toBe(name);
    expect(plain('ad\u200cmin\u200d x\ufe0f \u200d👩', 100)).toBe('admin x 👩');
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
  const more = (left: number) => `… and ${left} more`;

  test('a list that fits is whole', () => {
    expect(linesWithin(['a', 'b', 'c'], 100, more)).toBe('a\nb\nc');
    expect(linesWithin([], 100, more)).toBe('');
  });

  test('a list that does not fit is cut between entries and says how many are left out, within its limit', () => {
    const entries = Array.from({ length: 300 }, (_, n) => `mod-${n}.jar`);
    const text = linesWithin(entries, 100, more);
    expect(text.length).toBeLessThanOrEqual(100);
    const lines = text.split('\n');
    expect(lines.slice(0, -1)).toEqual(entries.slice(0, lines.length - 1));
    expect(lines.at(-1)).toBe(more(300 - (lines.length - 1)));
    expect(linesWithin(['x'.repeat(200)], 100, more)).toBe('… and 1 more');
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
  expect(bytes(count, en)).toBe(text);
});

test('counts of bytes are written as each language does', () => {
  expect(bytes(1_572_864, de)).toBe('1,5 MiB');
});
