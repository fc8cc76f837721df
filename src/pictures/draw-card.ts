import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Resvg } from '@resvg/resvg-js';
import { type CardTask, writeCard } from './card.ts';
import { readFont } from './read-font.ts';

const { resolve } = createRequire(import.meta.url);
const regular = resolve('@expo-google-fonts/play/400Regular/Play_400Regular.ttf');
const bold = resolve('@expo-google-fonts/play/700Bold/Play_700Bold.ttf');

/** Draws the picture of a server pack as PNG. */
export function drawCard(task: CardTask): Uint8Array {
  const svg = writeCard(task, {
    family: 'Play',
    regular: readFont(readFileSync(regular)),
    bold: readFont(readFileSync(bold)),
  });
  const font = { loadSystemFonts: false, fontFiles: [regular, bold], defaultFontFamily: 'Play' };
  return new Resvg(svg, { font }).render().asPng();
}
