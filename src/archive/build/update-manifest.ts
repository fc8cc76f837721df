import { createHash } from 'node:crypto';
import { listArchive } from '../pack/pack-files.ts';
import { type ByteSource, openByteSource } from '../zip/byte-source.ts';
import { type ArchiveEntry, isFolder } from '../zip/entry.ts';
import { hex, localHeaderLength, localHeaderSize } from '../zip/local-header.ts';

/**
 * Paths that a start script accepts: below the server's folder, with no character that a line or `server-pack.json`
 * would have to escape.
 */
const plainPath = /^(?!\/)(?!.*(?:^|\/)\.{0,2}(?:\/|$))[^\p{Cc}"\\]+$/u;

const readBytes = 1024 * 1024;

/**
 * The files of a server pack, for servers that fetch some of them. Each line holds: SHA-256 of the bytes in the
 * archive, CRC-32 of the contents, method (0 or 8), offset and length in the archive, size, path.
 */
export function* updateLines(serverPackPath: string): Generator<string> {
  using source = openByteSource(serverPackPath);
  const buffer = Buffer.allocUnsafeSlow(readBytes);
  for (const entry of listArchive(serverPackPath, {}).entries) {
    if (isFolder(entry) || !plainPath.test(entry.name)) continue;
    const offset = offsetOf(source, entry);
    const sha256 = hashOf(source, offset, entry.compressedSize, buffer);
    const { crc32, method, compressedSize, size, name } = entry;
    yield `file ${sha256} ${hex(crc32)} ${method} ${offset} ${compressedSize} ${size} ${name}\n`;
  }
}

function offsetOf(source: ByteSource, { headerOffset, name }: ArchiveEntry): number {
  const length = localHeaderLength(source.read(headerOffset, localHeaderSize));
  if (length === null) throw new Error(`The server pack has no ${name} where its directory says.`);
  return headerOffset + length;
}

function hashOf(source: ByteSource, offset: number, length: number, buffer: Buffer): string {
  const hash = createHash('sha256');
  for (let done = 0; done < length; done += readBytes) {
    const piece = buffer.subarray(0, Math.min(readBytes, length - done));
    source.readInto(piece, offset + done);
    hash.update(piece);
  }
  return hash.digest('hex');
}
