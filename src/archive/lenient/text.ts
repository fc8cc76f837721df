import { isUtf8 } from 'node:buffer';

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/**
 * Decodes text in the encodings that mod authors use: UTF-8 or UTF-16 with or without a byte-order mark, else Latin-1.
 * Never throws.
 */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

/** Bytes of another encoding that are converted to UTF-8 at a time. */
const piece = 64 * 1024;
/** Most bytes of UTF-8 for a byte of Latin-1, two bytes of UTF-16, or a single trailing byte. */
const largestGrowth = 3;

/**
 * Converts a text to UTF-8 without a byte-order mark, for readers that go over bytes. UTF-8 is not copied; other
 * encodings take at most three times their size, outside of the JavaScript heap.
 */
export function asUtf8(bytes: Uint8Array): Buffer {
  const encoding = encodingOf(bytes);
  if (encoding === 'utf-8') {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return text[0] === 0xef && text[1] === 0xbb && text[2] === 0xbf ? text.subarray(3) : text;
  }
  const decoder = new TextDecoder(encoding);
  const text = Buffer.allocUnsafeSlow(bytes.length * largestGrowth);
  let length = 0;
  for (let at = 0; at < bytes.length; at += piece) {
    const stream = at + piece < bytes.length;
    length += text.write(decoder.decode(bytes.subarray(at, at + piece), { stream }), length);
  }
  return text.subarray(0, length);
}

function encodingOf(bytes: Uint8Array): Encoding {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // A descriptor begins with an ASCII character, so a zero byte next to it indicates UTF-16 without a mark.
  if (second === 0 && first !== 0) return 'utf-16le';
  if (first === 0 && second !== 0 && bytes.length > 1) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}
