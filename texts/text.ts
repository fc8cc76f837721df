/** Everything that Discord's markdown could read as more than a character. */
const special = /[\\*_~`|<>#()[\]{}:@&!?$%^+=\-.,;/"']/g;

/** Scripts in which an invisible (non-)joiner between two letters changes how they are written. */
const joining = [
  'Arab',
  'Syrc',
  'Mong',
  'Deva',
  'Beng',
  'Guru',
  'Gujr',
  'Orya',
  'Taml',
  'Telu',
  'Knda',
  'Mlym',
  'Sinh',
  'Khmr',
  'Mymr',
]
  .map((script) => `\\p{Script=${script}}`)
  .join('');

/** Invisible characters that are part of a visible one: joined emoji, emoji presentation, and joiners of letters. */
const needed = [
  '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})',
  '(?<=\\p{Emoji})\\ufe0f',
  `(?<=[${joining}])[\\u200c\\u200d](?=[${joining}])`,
].join('|');

/** Controls, private and unassigned characters, and the invisible ones that reorder or hide text. */
const unseen = new RegExp(`(${needed})|[\\p{C}\\p{DI}]`, 'gu');

const segments = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** More marks than this on one letter are an attack on the lines around it. */
const marksPerLetter = 4;

/**
 * Someone else's text as one harmless line: no controls, no line breaks, no piles of marks, at most `max` UTF-16
 * units, cut between letters.
 */
export function plain(text: string, max: number): string {
  const line = text.replaceAll(/\s+/gu, ' ').replaceAll(unseen, '$1').trim();
  const letters = Array.from(segments.segment(line), ({ segment }) => withFewMarks(segment));
  const whole = letters.join('');
  if (whole.length <= max) return whole;
  let cut = '';
  for (const letter of letters) {
    if (cut.length + letter.length >= max) break;
    cut += letter;
  }
  return `${cut}…`;
}

function withFewMarks(letter: string): string {
  let marks = 0;
  return letter.replaceAll(/(?!\ufe0f)\p{M}/gu, (mark) => {
    marks += 1;
    return marks > marksPerLetter ? '' : mark;
  });
}

/**
 * Someone else's text for a message: `plain`, and no character of it formats, links or mentions. Cut to `max` UTF-16
 * units before it is escaped, so an escape is never cut in two and the result is at most twice as long.
 */
export function escaped(text: string, max = 200): string {
  return plain(text, max).replaceAll(special, '\\$&');
}

/** Lines until the next would take the text over `max` UTF-16 units, with how many are left out. */
export function linesWithin(lines: readonly string[], max: number, more: (left: number) => string): string {
  let text = '';
  for (const [index, line] of lines.entries()) {
    const left = lines.length - index;
    const longer = text === '' ? line : `${text}\n${line}`;
    const room = left === 1 ? max : max - more(left).length - 1;
    if (longer.length > room) return text === '' ? more(left) : `${text}\n${more(left)}`;
    text = longer;
  }
  return text;
}

/** A language's byte units: the names of B, KiB, MiB … in order, and its tag. */
interface UnitWords {
  units: readonly string[];
  language: string;
}

/** A count of bytes for people: `1.5 MiB`. */
export function bytes(count: number, { units, language }: UnitWords): string {
  const power = count < 1024 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(count) / 10));
  const value = count / 1024 ** power;
  const digits = power === 0 || value >= 10 ? 0 : 1;
  const format = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false };
  return `${new Intl.NumberFormat(language, format).format(value)} ${units[power]}`;
}
