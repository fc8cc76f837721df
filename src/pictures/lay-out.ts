import type { Font } from './read-font.ts';

/**
 * A text as far as a font can draw it: without symbols that it lacks, such as emoji; null when it lacks letters or
 * digits, or when nothing is left.
 */
export function drawable(text: string, { widthOf }: Font): string | null {
  let drawn = '';
  for (const character of text.normalize('NFC')) {
    if (widthOf(character) !== null) drawn += character;
    else if (/[\p{L}\p{N}\p{M}]/u.test(character)) return null;
  }
  const line = drawn.replaceAll(/\s+/g, ' ').trim();
  return /[\p{L}\p{N}]/u.test(line) ? line : null;
}

/**
 * Breaks a drawable text into so many lines at most, at spaces where it can be. Width is a part of the font's size. The
 * last line ends with an ellipsis when the text is longer.
 */
export function breakLines(
  text: string,
  font: Font,
  { width, lines }: { width: number; lines: number },
): string[] {
  const broken: string[] = [];
  let rest = text;
  while (rest !== '' && broken.length < lines) {
    const isLast = broken.length === lines - 1;
    const fits = fitting(rest, font, width);
    if (fits === rest) return [...broken, rest];
    const space = isLast ? -1 : rest.lastIndexOf(' ', fits.length);
    const line = isLast
      ? `${fitting(rest, font, width - (font.widthOf('…') ?? 0))}…`
      : rest.slice(0, space > 0 ? space : fits.length);
    broken.push(line);
    rest = rest.slice(line.length).trimStart();
  }
  return broken;
}

/** As much of the beginning of a text as is no wider than this; at least one character. */
function fitting(text: string, { widthOf }: Font, width: number): string {
  let taken = '';
  let sum = 0;
  for (const character of text) {
    sum += widthOf(character) ?? 0;
    if (sum > width && taken !== '') return taken;
    taken += character;
  }
  return text;
}
