/** The kinds of pictures that are shown: all browsers draw them, and none of them holds scripts or links. */
export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp';

/** Most pixels of a side: a browser unpacks four bytes for each pixel, however small the file is. */
export const longestSide = 1024;

interface Picture {
  type: PictureType;
  width: number;
  height: number;
}

/**
 * The kind of a picture by its first bytes, whatever its file is called; null for anything else, for one with a side of no or of more
 * than `longestSide` pixels, and for one that moves, which readers could not stop.
 */
export function pictureType(bytes: Uint8Array): PictureType | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const picture = readPng(file) ?? readJpeg(file) ?? readWebp(file);
  if (picture === null) return null;
  const { type, width, height } = picture;
  return Math.min(width, height) >= 1 && Math.max(width, height) <= longestSide ? type : null;
}

const pngSignature = '\x89PNG\r\n\x1a\n';
/** Length and type of a chunk, and its checksum. */
const chunkFrame = 12;

function readPng(file: Buffer): Picture | null {
  if (!startsWith(file, pngSignature) || file.toString('latin1', 12, 16) !== 'IHDR') return null;
  for (let at = pngSignature.length; at + chunkFrame <= file.length; ) {
    const type = file.toString('latin1', at + 4, at + 8);
    // An animation is announced before the first image.
    if (type === 'acTL') return null;
    if (type === 'IDAT')
      return { type: 'image/png', width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
    at += chunkFrame + file.readUInt32BE(at);
  }
  return null;
}

/** The markers of frames, which state the size; among them are three of other segments. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const frameBytes = 9;

function readJpeg(file: Buffer): Picture | null {
  if (!startsWith(file, '\xff\xd8\xff')) return null;
  for (let at = 2; at + frameBytes <= file.length; ) {
    if (file[at] !== 0xff) return null;
    const marker = file.readUInt8(at + 1);
    // Any marker may have more of its first byte in front.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isFrame(marker))
      return { type: 'image/jpeg', width: file.readUInt16BE(at + 7), height: file.readUInt16BE(at + 5) };
    // All others before the frame have a length; that of one that has none is nonsense.
    const length = file.readUInt16BE(at + 2);
    if (length < 2) return null;
    at += 2 + length;
  }
  return null;
}

const webpHeader = 30;
const animated = 0x02;

function readWebp(file: Buffer): Picture | null {
  if (file.length < webpHeader || !startsWith(file, 'RIFF') || file.toString('latin1', 8, 12) !== 'WEBP')
    return null;
  const type = 'image/webp';
  switch (file.toString('latin1', 12, 16)) {
    case 'VP8 ':
      if (file.toString('latin1', 23, 26) !== '\x9d\x01\x2a') return null;
      return { type, width: file.readUInt16LE(26) & 0x3fff, height: file.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      if (file[20] !== 0x2f) return null;
      const sides = file.readUInt32LE(21);
      return { type, width: (sides & 0x3fff) + 1, height: ((sides >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      if ((file.readUInt8(20) & animated) !== 0) return null;
      return { type, width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}

function startsWith(file: Buffer, signature: string): boolean {
  return file.toString('latin1', 0, signature.length) === signature;
}
