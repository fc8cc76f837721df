const utf8 = new TextDecoder('utf-8', { fatal: true });
const utf16le = new TextDecoder('utf-16le');
const utf16be = new TextDecoder('utf-16be');
const latin1 = new TextDecoder('windows-1252');

/** Decodes text as mod authors save it: UTF-8 or UTF-16 with or without a byte-order mark, else Latin-1; never throws. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return utf16le.decode(bytes);
  if (first === 0xfe && second === 0xff) return utf16be.decode(bytes);
  // A descriptor begins with an ASCII character, so a zero byte beside it tells UTF-16 without a mark.
  if (second === 0 && first !== 0 && bytes.length > 1) return utf16le.decode(bytes);
  if (first === 0 && second !== 0 && bytes.length > 1) return utf16be.decode(bytes);
  try {
    return utf8.decode(bytes);
  } catch {
    return latin1.decode(bytes);
  }
}
