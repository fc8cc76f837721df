import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';
import { defaultArchiveLimits } from '../../src/archive/limits.ts';
import { openByteSource } from '../../src/archive/zip/byte-source.ts';
import { listEntries } from '../../src/archive/zip/directory.ts';
import { isFolder, isLink } from '../../src/archive/zip/entry.ts';
import { judgeName } from '../../src/archive/zip/entry-names.ts';
import { methodDeflated, methodStored } from '../../src/archive/zip/inflate.ts';
import { localHeaderLength, localHeaderSize } from '../../src/archive/zip/local-header.ts';
import { privateFolder } from '../../src/storage/private-modes.ts';
import { NoServerPack } from './no-server-pack.ts';

/** The archive has more bytes than a boot may write. */
export class TooLargeToUnpack extends Error {
  override name = 'TooLargeToUnpack';
}

/**
 * Unpacks a server pack into an empty folder, within a limit of bytes. Fails with NoServerPack, TooLargeToUnpack or the
 * signal's reason.
 */
export async function unpackServerPack(
  archive: string,
  folder: string,
  { mostBytes, signal }: { mostBytes: number; signal: AbortSignal },
): Promise<void> {
  const { entries } = directoryOf(archive);
  using source = openByteSource(archive);
  let room = mostBytes;
  for (const entry of entries) {
    const fault = judgeName(entry.name, defaultArchiveLimits);
    if (fault !== null) throw new NoServerPack(`${JSON.stringify(entry.name.slice(0, 100))} ${fault.fault}.`);
    if (isLink(entry)) throw new NoServerPack(`${JSON.stringify(entry.name)} is a link.`);
    const target = path.join(folder, entry.name);
    if (isFolder(entry)) {
      await mkdir(target, { recursive: true, mode: privateFolder });
      continue;
    }
    await mkdir(path.dirname(target), { recursive: true, mode: privateFolder });
    const header = localHeaderLength(source.read(entry.headerOffset, localHeaderSize));
    if (header === null || ![methodStored, methodDeflated].includes(entry.method))
      throw new NoServerPack(`${JSON.stringify(entry.name)} cannot be read.`);
    const output = createWriteStream(target, { flags: 'wx', mode: 0o600, flush: false });
    if (entry.compressedSize === 0) {
      await pipeline([], output, { signal });
      continue;
    }
    const start = entry.headerOffset + header;
    const packed = createReadStream(archive, { start, end: start + entry.compressedSize - 1 });
    const bounded = new Transform({
      transform(piece: Buffer, _encoding, done) {
        room -= piece.length;
        done(room < 0 ? new TooLargeToUnpack() : null, piece);
      },
    });
    if (entry.method === methodStored) await pipeline(packed, bounded, output, { signal });
    else await pipeline(packed, createInflateRaw(), bounded, output, { signal });
  }
}

function directoryOf(archive: string) {
  try {
    return listEntries(archive, { ...defaultArchiveLimits, directoryBytes: 256 * 1024 * 1024 });
  } catch (cause) {
    throw new NoServerPack(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
