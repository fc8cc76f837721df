import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';

/** The line before the rows of a table. */
export interface TableHead {
  table: string;
  columns: string[];
  /** The last id drawn from the sequence of each column that has one; null while none is drawn. */
  ids: Record<string, string | null>;
}

/** Values of a row in the order of the columns, as PostgreSQL writes them. */
export type RowTexts = (string | null)[];

const head = z.object({
  table: z.string(),
  columns: z.array(z.string()),
  ids: z.record(z.string(), z.string().nullable()),
});
const row = z.array(z.string().nullable());
const line = z.union([row, head]);

/** The lines of a file that gzip has compressed. */
export async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const source = Readable.from(bytes);
  const unpacked = createGunzip().setEncoding('utf8');
  source.on('error', (error) => unpacked.destroy(error));
  source.pipe(unpacked);
  try {
    let rest = '';
    for await (const text of unpacked) {
      rest += text;
      // A long line comes in many pieces.
      if (!text.includes('\n')) continue;
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } finally {
    source.destroy();
    unpacked.destroy();
  }
}

/** The heads and rows of a rows file. */
export async function* readRows(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<TableHead | RowTexts> {
  for await (const text of linesOf(bytes)) yield line.parse(JSON.parse(text));
}

/** Digests and sizes of a list of files. */
export async function* readList(
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ key: string; size: number }> {
  for await (const text of linesOf(bytes)) {
    const [key = '', size] = text.split(' ');
    yield { key, size: Number(size) };
  }
}
