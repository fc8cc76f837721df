import { localHeaderLength, localHeaderSize } from './local-header.ts';
import type { EntryRecord } from './records.ts';

/** An entry to copy into a new archive. */
export interface EntryCopy {
  /** Offset of the local header in the source, in bytes. */
  headerOffset: number;
  /** The record in the new archive, with the number of bytes to copy. */
  record: EntryRecord;
}

/** Takes the chunks of a source in ascending order and returns the bytes to append to the new archive. */
export interface Splicer {
  readonly entriesDone: number;
  /** Bytes of entry data returned so far. */
  readonly bytesDone: number;
  /** Views into the chunk, with a new local header in front of each entry's data. */
  splice(chunk: Buffer, offset: number): Uint8Array[];
}

/**
 * Cuts entries' data out of a source, ascending by local header. `begin` makes the header that replaces the entry's own
 * header, extra fields and data descriptor. Splicing throws when a local header is not where the directory says.
 */
export function createSplicer(copies: readonly EntryCopy[], begin: (copy: EntryCopy) => Uint8Array): Splicer {
  const header = Buffer.alloc(localHeaderSize);
  let current = 0;
  let bytesDone = 0;
  let gathered = 0;
  let position = copies[0]?.headerOffset ?? 0;
  let dataEnd = 0;

  /** Moves on to the data once the fixed part of the header, which a chunk boundary may cut, is complete. */
  const readHeader = (copy: EntryCopy, chunk: Buffer, offset: number) => {
    const taken = chunk.copy(header, gathered, position - offset);
    gathered += taken;
    position += taken;
    if (gathered < localHeaderSize) return false;
    const length = localHeaderLength(header);
    if (length === null)
      throw new Error(`The archive has no entry "${copy.record.name}" at byte ${copy.headerOffset}.`);
    position = copy.headerOffset + length;
    dataEnd = position + copy.record.compressedSize;
    return true;
  };

  const advance = () => {
    current++;
    gathered = 0;
    position = copies[current]?.headerOffset ?? position;
  };

  return {
    get entriesDone() {
      return current;
    },
    get bytesDone() {
      return bytesDone;
    },
    splice(chunk, offset) {
      const pieces: Uint8Array[] = [];
      const chunkEnd = offset + chunk.length;
      for (let copy = copies[current]; copy !== undefined; copy = copies[current]) {
        if (position < offset) throw new Error(`Byte ${position} of the archive belongs to two entries.`);
        if (gathered < localHeaderSize) {
          if (position >= chunkEnd || !readHeader(copy, chunk, offset)) break;
          pieces.push(begin(copy));
        }
        const end = Math.min(dataEnd, chunkEnd);
        if (end > position) {
          pieces.push(chunk.subarray(position - offset, end - offset));
          bytesDone += end - position;
          position = end;
        }
        if (position < dataEnd) break;
        advance();
      }
      return pieces;
    },
  };
}
