import { inflateSync } from 'node:zlib';
import { PNG } from 'pngjs';

/** Width and height in pixels that the game requires. */
const iconSize = 64;
const maxFileBytes = 16 * 1024 * 1024;
const maxPixels = 2048 * 2048;
const checksumSize = 4;
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const samplesByColourType = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
]);

/** The seven passes of an interlaced image: its first column and row, and the steps to the next ones. */
const interlacePasses = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** An image as rows of RGBA bytes. */
interface Image {
  width: number;
  height: number;
  data: Uint8Array;
}

/**
 * The server icon as a 64x64 PNG: the given picture scaled to fit, or our own when there is none or when it cannot be
 * read as a PNG within bounds (16 MiB of file, 2048x2048 pixels). Never throws on bad input.
 */
export function serverIcon(given: Uint8Array | null): Uint8Array {
  const image = given === null ? null : readPng(given);
  return writePng(image === null ? defaultIcon() : scaledToIcon(image));
}

/** The reason why a file cannot be a server icon, as the end of a sentence; null when it can. */
export function iconFault(bytes: Uint8Array): string | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length < 33 || !file.subarray(0, 8).equals(signature)) return 'is no PNG';
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  if (width !== iconSize || height !== iconSize) return `has ${width} by ${height} pixels`;
  return readPng(bytes) === null ? 'cannot be read as a PNG' : null;
}

function readPng(bytes: Uint8Array): Image | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!staysWithinBounds(file)) return null;
  try {
    return PNG.sync.read(withoutTrailer(file));
  } catch {
    return null;
  }
}

/**
 * Checks size and compressed data before decoding: the decoder inflates interlaced images without a bound and pads
 * missing data.
 */
function staysWithinBounds(file: Buffer): boolean {
  if (file.length > maxFileBytes || file.length < 33 || !file.subarray(0, 8).equals(signature)) return false;
  // Exactly one header, at the front: the decoder would use the last one.
  const [header, another] = chunksOf(withoutTrailer(file)).filter(({ type }) => type === 'IHDR');
  if (header?.from !== signature.length + 8 || another !== undefined) return false;
  const width = file.readUInt32BE(16);
  const height = file.readUInt32BE(20);
  const depth = file.readUInt8(24);
  const samples = samplesByColourType.get(file.readUInt8(25));
  if (width * height > maxPixels || depth > 16 || samples === undefined) return false;
  const size = rawSize(width, height, samples * depth, file.readUInt8(28) === 1);
  try {
    // An image without pixels has a size of 0, which zlib refuses as a bound.
    return inflateSync(Buffer.concat(imageData(file)), { maxOutputLength: size }).length === size;
  } catch {
    return false;
  }
}

/** Bytes of the uncompressed rows, each with a first byte for its filter. */
function rawSize(width: number, height: number, bitsPerPixel: number, interlaced: boolean): number {
  const size = (columns: number, rows: number) =>
    columns === 0 ? 0 : rows * (1 + Math.ceil((columns * bitsPerPixel) / 8));
  if (!interlaced) return size(width, height);
  return interlacePasses
    .map(([left, top, across, down]) =>
      size(Math.ceil((width - left) / across), Math.ceil((height - top) / down)),
    )
    .reduce((sum, pass) => sum + pass, 0);
}

function imageData(file: Buffer): Buffer[] {
  return chunksOf(file)
    .filter(({ type }) => type === 'IDAT')
    .map(({ from, to }) => file.subarray(from, to))
    .toArray();
}

/** The file up to the end of the image: data that editors append disturbs the decoder. */
function withoutTrailer(file: Buffer): Buffer {
  const end = chunksOf(file).find(({ type }) => type === 'IEND');
  return end === undefined ? file : file.subarray(0, end.to + checksumSize);
}

/** The chunks of an image, with the range of their data. */
function* chunksOf(file: Buffer): Generator<{ type: string; from: number; to: number }> {
  for (let at = signature.length; at + 8 + checksumSize <= file.length; ) {
    const from = at + 8;
    const to = from + file.readUInt32BE(at);
    yield { type: file.toString('latin1', at + 4, from), from, to };
    at = to + checksumSize;
  }
}

/** Scales by averaging the covered area, with kept proportions, centred on a transparent background. */
function scaledToIcon(image: Image): Image {
  const factor = iconSize / Math.max(image.width, image.height);
  const width = Math.max(1, Math.round(image.width * factor));
  const height = Math.max(1, Math.round(image.height * factor));
  const left = Math.floor((iconSize - width) / 2);
  const top = Math.floor((iconSize - height) / 2);
  const data = new Uint8Array(iconSize * iconSize * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const colour = averageColour(image, {
        left: (x * image.width) / width,
        right: ((x + 1) * image.width) / width,
        top: (y * image.height) / height,
        bottom: ((y + 1) * image.height) / height,
      });
      data.set(colour, ((top + y) * iconSize + left + x) * 4);
    }
  }
  return { width: iconSize, height: iconSize, data };
}

/** Averages a part of an image, given in fractions of pixels; transparent pixels contribute no colour. */
function averageColour(
  image: Image,
  area: { left: number; right: number; top: number; bottom: number },
): [number, number, number, number] {
  let red = 0;
  let green = 0;
  let blue = 0;
  let alpha = 0;
  for (let y = Math.floor(area.top); y < area.bottom; y++) {
    const rowShare = Math.min(y + 1, area.bottom) - Math.max(y, area.top);
    for (let x = Math.floor(area.left); x < area.right; x++) {
      const share = rowShare * (Math.min(x + 1, area.right) - Math.max(x, area.left));
      const at = (y * image.width + x) * 4;
      const opacity = share * (image.data[at + 3] ?? 0);
      red += opacity * (image.data[at] ?? 0);
      green += opacity * (image.data[at + 1] ?? 0);
      blue += opacity * (image.data[at + 2] ?? 0);
      alpha += opacity;
    }
  }
  if (alpha === 0) return [0, 0, 0, 0];
  const size = (area.right - area.left) * (area.bottom - area.top);
  return [
    Math.round(red / alpha),
    Math.round(green / alpha),
    Math.round(blue / alpha),
    Math.round(alpha / size),
  ];
}

/** Draws three drives of a server, each with a light, which saves a picture file. */
function defaultIcon(): Image {
  const data = new Uint8Array(iconSize * iconSize * 4);
  const fill = (left: number, top: number, width: number, height: number, colour: number[]) => {
    for (let y = top; y < top + height; y++) {
      for (let x = left; x < left + width; x++) data.set(colour, (y * iconSize + x) * 4);
    }
  };
  fill(0, 0, iconSize, iconSize, [38, 50, 56, 255]);
  for (const top of [8, 25, 42]) {
    fill(8, top, 48, 14, [120, 144, 156, 255]);
    fill(12, top + 5, 4, 4, [139, 195, 74, 255]);
    fill(22, top + 5, 30, 4, [55, 71, 79, 255]);
  }
  return { width: iconSize, height: iconSize, data };
}

function writePng(image: Image): Uint8Array {
  const png = new PNG({ width: image.width, height: image.height });
  png.data = Buffer.from(image.data);
  return PNG.sync.write(png, { deflateLevel: 9 });
}
