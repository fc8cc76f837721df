/** Everything that Discord's markdown could read as more than a character. */
const special = /[\\*_~`|<>#()[\]{}:@&!?$%^+=\-.,;/"']/g;

/** Controls, private and unassigned characters, and the invisible ones that reorder or hide text. */
const unseen = /[\p{C}\p{DI}]/gu;

const segments = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** More marks than this on one letter are an attack on the lines around it. */
const marksPerLetter = 4;

/**
 * Someone else's text as one harmless line: no controls, no line breaks, no piles of marks, at most `max` UTF-16
 * units, cut between letters.
 */
export function plain(text: string, max: number): string {
  const line = text.replaceAll(/\s+/gu, ' ').replaceAll(unseen, '').trim();
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
  return Array.from(letter)
    .slice(0, marksPerLetter + 1)
    .join('');
}

/**
 * Someone else's text for a message: `plain`, and no character of it formats, links or mentions. Cut to `max` UTF-16
 * units before it is escaped, so an escape is never cut in two and the result is at most twice as long.
 */
export function escaped(text: string, max = 200): string {
  return plain(text, max).replaceAll(special, '\\$&');
}

/** Joins parts until the next would take the text over `max` UTF-16 units; says how many are left out. */
export function joined(parts: readonly string[], max: number): string {
  const more = (left: number) => `… and ${left} more`;
  let text = '';
  for (const [index, part] of parts.entries()) {
    const left = parts.length - index;
    const longer = text === '' ? part : `${text}, ${part}`;
    const room = left === 1 ? max : max - more(left).length - 2;
    if (longer.length > room) return text === '' ? more(left) : `${text}, ${more(left)}`;
    text = longer;
  }
  return text;
}

const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

/** A count of bytes for people: `1.5 MiB`. */
export function bytes(count: number): string {
  const power = count < 1024 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(count) / 10));
  const value = count / 1024 ** power;
  return `${power === 0 ? count : value.toFixed(value < 10 ? 1 : 0)} ${units[power]}`;
}
