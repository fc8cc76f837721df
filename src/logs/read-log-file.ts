import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { constants, createGunzip } from 'node:zlib';

/** Most bytes of a packed log after unpacking, the same as for an unpacked log. */
export const largestUnpackedLog = 50 * 1024 * 1024;

/** A damaged or too large packed log; the message is for people. */
export class UnreadableLog extends Error {
  override name = 'UnreadableLog';
}

/** The bytes of a log file, unpacked for the game's `.log.gz` files of older logs. */
export async function* readLogFile(
  path: string,
  largest = largestUnpackedLog,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (!(await isPacked(path))) {
    for await (const piece of createReadStream(path)) yield bytesOf(piece);
    return;
  }
  // A killed server may leave a packed log without its end.
  const unpacking = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
  // The loop below receives a failure.
  pipeline(createReadStream(path), unpacking, () => {});
  let size = 0;
  try {
    for await (const piece of unpacking) {
      const bytes = bytesOf(piece);
      size += bytes.length;
      if (size > largest)
        throw new UnreadableLog(`The log has more than ${largest} bytes when it is unpacked; send its end.`);
      yield bytes;
    }
  } catch (cause) {
    if (cause instanceof UnreadableLog) throw cause;
    throw new UnreadableLog('The packed log is damaged.', { cause });
  }
}

async function isPacked(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
  return bytesRead === 2 && buffer.readUInt16BE(0) === 0x1f8b;
}

function bytesOf(piece: unknown): Uint8Array {
  if (piece instanceof Uint8Array) return piece;
  throw new TypeError('A log must yield bytes.');
}
