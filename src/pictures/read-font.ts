/** Widths of a font's characters. */
export interface Font {
  /** The width of a character, as a part of the font's size; null when the font cannot draw it. */
  widthOf(character: string): number | null;
}

/**
 * Reads a TrueType font of our own, as far as texts are laid out with it: its map from characters to glyphs (`cmap`,
 * the map of Unicode's first plane in format 4) and their widths (`hmtx`).
 */
export function readFont(file: Buffer): Font {
  const table = (name: string): number => {
    for (let entry = 12; entry < 12 + file.readUInt16BE(4) * 16; entry += 16)
      if (file.toString('latin1', entry, entry + 4) === name) return file.readUInt32BE(entry + 8);
    throw new Error(`The font has no table ${name}.`);
  };
  const [unitsPerEm, widthCount] = [
    file.readUInt16BE(table('head') + 18),
    file.readUInt16BE(table('hhea') + 34),
  ];
  const widths = table('hmtx');
  const map = findMap(file, table('cmap'));
  const segments = file.readUInt16BE(map + 6);
  // Four lists of the same length: the last and first characters of the segments, then how glyphs are found.
  const [ends, starts] = [map + 14, map + 16 + segments];
  const [deltas, offsets] = [starts + segments, starts + 2 * segments];
  const glyphOf = (code: number): number => {
    for (let at = 0; at < segments; at += 2) {
      if (file.readUInt16BE(ends + at) < code) continue;
      const start = file.readUInt16BE(starts + at);
      if (start > code) return 0;
      const delta = file.readUInt16BE(deltas + at);
      const offset = file.readUInt16BE(offsets + at);
      if (offset === 0) return (code + delta) & 0xffff;
      const glyph = file.readUInt16BE(offsets + at + offset + (code - start) * 2);
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    }
    return 0;
  };
  return {
    widthOf(character) {
      const code = character.codePointAt(0) ?? 0;
      const glyph = code > 0xffff ? 0 : glyphOf(code);
      if (glyph === 0) return null;
      // Glyphs beyond the list have its last width.
      return file.readUInt16BE(widths + Math.min(glyph, widthCount - 1) * 4) / unitsPerEm;
    },
  };
}

function findMap(file: Buffer, maps: number): number {
  for (let entry = maps + 4; entry < maps + 4 + file.readUInt16BE(maps + 2) * 8; entry += 8) {
    const map = maps + file.readUInt32BE(entry + 4);
    if (file.readUInt16BE(entry) === 3 && file.readUInt16BE(map) === 4) return map;
  }
  throw new Error('The font has no map of format 4.');
}
