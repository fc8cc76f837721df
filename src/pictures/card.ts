import { breakLines, drawable } from './lay-out.ts';
import { crate, escaped } from './markup.ts';
import type { Font } from './read-font.ts';

/** What the picture of a server pack shows; plain data, so that it can be sent to a thread. */
export interface CardTask {
  title: string;
  /** Facts in a few words, line by line. */
  facts: string[][];
  /** That the server pack started, and how; null when unknown. */
  start: string | null;
  /** The pack's icon; null without one. */
  icon: { type: string; bytes: Uint8Array } | null;
}

interface Line {
  text: string;
  size: number;
  height: number;
  colour: string;
  weight: number;
}

export interface CardFonts {
  /** The name of the family. */
  family: string;
  regular: Font;
  bold: Font;
}

/** The size in pixels that chats and social networks expect. */
export const cardSize = { width: 1_200, height: 630 };

const margin = 72;
const iconSize = 256;
const left = margin + iconSize + 56;
const room = cardSize.width - left - margin;

/** Sizes of a title in pixels, largest first; in the smallest it may be cut off. */
const titleSizes = [76, 60];
const smallestTitle = 48;
const factSize = 40;

/** The picture of a server pack as SVG. A title in letters that the fonts lack is left out: links show it as text, too. */
export function writeCard({ title, facts, start, icon }: CardTask, fonts: CardFonts): string {
  const { regular, bold } = fonts;
  const shown = drawable(title, bold);
  const lines: Line[] = [];
  if (shown !== null) {
    const fits = (size: number) => breakLines(shown, bold, { width: room / size, lines: 3 }).length <= 2;
    const size = titleSizes.find(fits) ?? smallestTitle;
    for (const text of breakLines(shown, bold, { width: room / size, lines: 2 }))
      lines.push({ text, size, height: 1.2 * size, colour: '#ffffff', weight: 700 });
  }
  const write = (words: string, colour: string) => {
    const text = drawable(words, regular);
    if (text === null) return;
    const [line = ''] = breakLines(text, regular, { width: room / factSize, lines: 1 });
    lines.push({ text: line, size: factSize, height: 1.5 * factSize, colour, weight: 400 });
  };
  for (const words of facts) write(words.join(' · '), '#c9cdd6');
  if (start !== null) write(start, '#7ddc8a');
  let y = (cardSize.height - lines.reduce((sum, { height }) => sum + height, 0)) / 2;
  const texts = lines.map(({ text, size, height, colour, weight }) => {
    y += height;
    return `<text x="${left}" y="${Math.round(y - 0.3 * size)}" font-size="${size}" font-weight="${weight}" fill="${colour}">${escaped(text)}</text>`;
  });
  const top = (cardSize.height - iconSize) / 2;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${cardSize.width}" height="${cardSize.height}" font-family="${fonts.family}">`,
    '<rect width="100%" height="100%" fill="#1c1e26"/>',
    `<rect width="${cardSize.width}" height="14" fill="${start === null ? '#4c9be8' : '#4caf5b'}"/>`,
    `<g transform="translate(${margin} ${top})">${writeIcon(icon)}</g>`,
    ...texts,
    `<text x="${margin}" y="${cardSize.height - 44}" font-size="30" fill="#8b90a0">server pack</text>`,
    '</svg>',
  ].join('');
}

/** The pack's icon, else a crate. The rasteriser draws no WebP. */
function writeIcon(icon: CardTask['icon']): string {
  if (icon === null || icon.type === 'image/webp')
    return `<g transform="scale(${iconSize / 16})">${crate}</g>`;
  const address = `data:${icon.type};base64,${Buffer.from(icon.bytes).toString('base64')}`;
  return `<image width="${iconSize}" height="${iconSize}" href="${address}"/>`;
}
