import { open } from 'node:fs/promises';

/**
 * Data that grows with a pack crosses between threads, processes and the database in pieces of JSON, each small enough
 * to be handled in a few milliseconds.
 */

/** Characters of one piece, unless a single row is longer. */
export const pieceLength = 256 * 1024;
/** Most rows of one piece: for the database, short rows cost as much as long ones. */
export const pieceRows = 500;

/** Splits the rows into JSON arrays, in order; yields nothing when there are no rows. */
export function* inPieces(rows: Iterable<object>): Generator<string> {
  let piece: string[] = [];
  let length = 0;
  for (const row of rows) {
    const text = JSON.stringify(row);
    if (piece.length > 0 && (length + text.length > pieceLength || piece.length >= pieceRows)) {
      yield `[${piece.join(',')}]`;
      piece = [];
      length = 0;
    }
    piece.push(text);
    length += text.length + 1;
  }
  if (piece.length > 0) yield `[${piece.join(',')}]`;
}

/**
 * Writes the rows in pieces to an existing, empty file and returns the bytes of each piece. The file must exist: its
 * owner may have removed it, and then it must not come back.
 */
export async function writePieces(path: string, rows: Iterable<object>): Promise<number[]> {
  await using file = await open(path, 'r+');
  const lengths: number[] = [];
  for (const piece of inPieces(rows)) {
    const bytes = Buffer.from(piece);
    await file.writeFile(bytes);
    lengths.push(bytes.length);
  }
  return lengths;
}

/** Reads such a file with only one piece in memory at a time. */
export async function* readPieces(path: string, lengths: readonly number[]): AsyncGenerator<string> {
  await using file = await open(path);
  for (const length of lengths) {
    const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length);
    if (bytesRead < length)
      throw new Error(`A file of pieces has ${bytesRead} bytes where ${length} were written.`);
    yield buffer.toString();
  }
}
