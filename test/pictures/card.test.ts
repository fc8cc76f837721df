/** The picture of a server pack before it is drawn: which texts it has, and where they end. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { writeCard } from '../../src/pictures/card.ts';
import { breakLines, drawable } from '../../src/pictures/lay-out.ts';
import { readFont } from '../../src/pictures/read-font.ts';

const { resolve } = createRequire(import.meta.url);
const font = readFont(readFileSync(resolve('@expo-google-fonts/play/700Bold/Play_700Bold.ttf')));
const widthOf = (text: string) =>
  Array.from(text, (one) => font.widthOf(one) ?? 0).reduce((sum, one) => sum + one, 0);

describe('a title', () => {
  it.each([
    ['All the Mods 9: To the Sky', 'All the Mods 9: To the Sky'],
    ['Größe, Ελλάδα, Жук', 'Größe, Ελλάδα, Жук'],
    ['A\u0308rger', 'Ärger'],
    ['🎉 Party  Pack 🎉', 'Party Pack'],
    ['龙之冒险 1.2', null],
    ['ＦＡＲ 1', null],
    ['نص', null],
    ['🎉', null],
    ['', null],
  ])('%j is drawn as %j, without a box for what the font lacks', (text, drawn) => {
    expect(drawable(text, font)).toBe(drawn);
  });

  it('is broken at spaces, within long words, and ends with an ellipsis', () => {
    const room = { width: 10, lines: 2 };
    expect(breakLines('Short', font, room)).toEqual(['Short']);
    expect(breakLines('A title of several words', font, room)).toEqual(['A title of several', 'words']);
    for (const text of [
      `A title ${'of very many words '.repeat(9)}`,
      'W'.repeat(200),
      `a ${'i'.repeat(200)}`,
    ]) {
      const lines = breakLines(text, font, room);
      expect(lines).toHaveLength(2);
      expect(lines[1]).toMatch(/…$/);
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(10);
    }
  });
});

it('is well-formed, whatever is written on it', () => {
  const hostile = '"><script>&amp;</text>\' ]]>';
  const icon = { type: 'image/png', bytes: Buffer.from('x') };
  const task = { title: hostile, facts: [[hostile]], start: hostile, icon };
  const fonts = { family: 'Play', regular: font, bold: font };
  const svg = writeCard(task, fonts);
  expect(XMLValidator.validate(svg)).toBe(true);
  expect(svg).not.toContain('<script');
  expect(svg).toContain('<image ');
  // A crate takes the place of what the rasteriser does not read.
  expect(writeCard({ ...task, icon: { ...icon, type: 'image/webp' } }, fonts)).not.toContain('<image ');
});
