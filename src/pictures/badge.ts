import { escaped } from './markup.ts';

/** A badge of two parts, as READMEs show them. */
export interface Badge {
  label: string;
  message: string;
  colour: keyof typeof colours;
}

/** Dark enough for white text. */
const colours = { green: '#2b7d2b', blue: '#1c6ea4' };

/** Pixels beside each text. */
const margin = 6;

/** A badge as SVG, in one line of text of 11 pixels. */
export function drawBadge({ label, message, colour }: Badge): string {
  const [left, right] = [widthOf(label), widthOf(message)];
  const [labelWidth, messageWidth] = [left + 2 * margin, right + 2 * margin];
  const width = labelWidth + messageWidth;
  const name = escaped(`${label}: ${message}`);
  // `textLength` keeps a text within its part where the reader's font is wider or narrower.
  const text = (words: string, x: number, length: number) =>
    `<text x="${x}" y="14" textLength="${length}">${escaped(words)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${name}">`,
    `<title>${name}</title>`,
    `<clipPath id="r"><rect width="${width}" height="20" rx="3"/></clipPath>`,
    `<g clip-path="url(#r)"><rect width="${labelWidth}" height="20" fill="#444"/>`,
    `<rect x="${labelWidth}" width="${messageWidth}" height="20" fill="${colours[colour]}"/></g>`,
    '<g fill="#fff" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">',
    text(label, margin, left),
    text(message, labelWidth + margin, right),
    '</g></svg>',
  ].join('');
}

/**
 * Widths of the characters from the space to the tilde in Verdana of 11 pixels, in hundredths, from anafanafo 2.0.0
 * (npm), which shields.io measures with, on 2026-11-29.
 */
const widths =
  '387 433 505 900 699 1184 799 295 500 500 699 900 400 500 400 500 699 699 699 699 699 699 699 699 699 699 500 500 900 900 900 600 1100 752 754 768 848 696 632 853 827 463 500 762 612 927 823 866 663 866 765 752 678 805 752 1088 754 677 754 500 500 500 900 699 699 661 685 573 685 655 387 685 696 302 379 651 302 1070 696 668 685 685 469 573 433 696 651 900 651 651 578 698 500 698 900'
    .split(' ')
    .map(Number);

/** Pixels that a text takes; other characters than these are estimated. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    // From here on come the wide characters of Chinese, and pictures.
    width += widths[code - 0x20] ?? (code < 0x2e80 ? 700 : 1_100);
  }
  return Math.ceil(width / 100);
}
