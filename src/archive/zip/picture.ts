/** Picture types that are shown: every browser draws them, and none of them holds scripts or links. */
export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp';

/**
 * Largest width or height in pixels: a browser needs four bytes of memory for each pixel, however small the file is.
 */
export const longestSide = 1024;

interface Picture {
  type: PictureType;
  width: number;
  height: number;
}

/**
 * The type of a picture by its first bytes, regardless of the file's name. Null for anything else, for a side of zero
 * or more than `longestSide` pixels, and for an animation, which readers could not stop.
 */
export function pictureType(bytes: Uint8Array): PictureType | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const picture = readPng(file) ?? readJpeg(file) ?? readWebp(file);
  if (picture === null) return null;
  const { type, width, height } = picture;
  return Math.min(width, height) >= 1 && Math.max(width, height) <= longestSide ? type : null;
}

const pngSignature = '\x89PNG\r\n\x1a\n';
/** Bytes of a chunk's length, type and checksum. */
const chunkFrame = 12;

function readPng(file: Buffer): Picture | null {
  if (!startsWith(file, pngSignature) || file.toString('latin1', 12, 16) !== 'IHDR') return null;
  for (let at = pngSignature.length; at + chunkFrame <= file.length; ) {
    const type = file.toString('latin1', at + 4, at + 8);
    // The chunk that announces an animation comes before the first image.
    if (type === 'acTL') return null;
    if (type === 'IDAT')
      return { type: 'image/png', width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
    at += chunkFrame + file.readUInt32BE(at);
  }
  return null;
}

/** Frame markers state the picture's size; three markers in their range mean other segments. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const frameBytes = 9;
/**
 * Tables, settings, programs' data and comments. Other markers have no length: a reader that skips them goes on with
 * the bytes behind, which may hold a frame of another size.
 */
const isSegment = (marker: number) =>
  [0xc4, 0xcc, 0xdb, 0xdd, 0xfe].includes(marker) || (marker >= 0xe0 && marker <= 0xef);

/** Most scans of a picture: some ten are usual, and a reader goes through all pixels for each, however short it is. */
const mostScans = 64;

function readJpeg(file: Buffer): Picture | null {
  if (!startsWith(file, '\xff\xd8\xff')) return null;
  for (let at = 2; at + frameBytes <= file.length; ) {
    if (file[at] !== 0xff) return null;
    const marker = file.readUInt8(at + 1);
    // Any number of fill bytes may come before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isFrame(marker)) {
      if (file.toString('latin1', at).split('\xff\xda').length > mostScans + 1) return null;
      return { type: 'image/jpeg', width: file.readUInt16BE(at + 7), height: file.readUInt16BE(at + 5) };
    }
    if (!isSegment(marker)) return null;
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
