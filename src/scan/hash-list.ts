/** Names of malware by hash, SHA-256 or SHA-1 in lower-case hexadecimal. */
export type HashList = ReadonlyMap<string, string>;

/** Limits of an operator's list. */
export const mostOfHashes = { bytes: 4 * 1024 * 1024, hashes: 50_000 } as const;

const longestName = 200;
const lengths = new Set([40, 64]);

/**
 * Reads a list: each line has a hash and, after spaces, a name, as `sha256sum` writes them. Empty lines and lines that
 * begin with `#` are ignored. Throws with the number of the first invalid line.
 */
export function parseHashList(text: string): HashList {
  const hashes = new Map<string, string>();
  for (const [index, whole] of text.split('\n').entries()) {
    const line = whole.trim();
    if (line === '' || line.startsWith('#')) continue;
    const end = line.search(/[ \t]|$/);
    const hash = line.slice(0, end).toLowerCase();
    if (!lengths.has(hash.length) || !/^[0-9a-f]+$/.test(hash))
      throw new Error(`Line ${index + 1} must begin with a SHA-256 or a SHA-1 in hexadecimal.`);
    hashes.set(hash, line.slice(end).trim().slice(0, longestName) || 'listed');
    if (hashes.size > mostOfHashes.hashes) throw new Error(`It has more than ${mostOfHashes.hashes} hashes.`);
  }
  return hashes;
}
