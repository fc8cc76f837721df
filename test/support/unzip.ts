import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';

/** What an archive holds under one name. */
export interface UnzippedEntry {
  contents: Buffer;
  /** Unix mode; 0 when none is given. */
  mode: number;
  /** General purpose bit flags. */
  flags: number;
  method: number;
  /** Extra fields of the central header, by their ids. */
  extraFields: number[];
  modified: { date: number; time: number };
}

/** Reads a whole archive, every CRC verified; the entries are in the order of the directory. */
export async function unzip(path: string): Promise<Map<string, UnzippedEntry>> {
  const zip = await yauzl.openPromise(path, { autoClose: false, strictFileNames: true });
  const entries = new Map<string, UnzippedEntry>();
  try {
    for await (const entry of zip.eachEntry()) {
      if (entries.has(entry.fileName)) throw new Error(`"${entry.fileName}" is there twice`);
      const contents = await buffer(await zip.openReadStreamPromise(entry));
      if (crc32(contents) !== entry.crc32) throw new Error(`"${entry.fileName}" has another CRC than stated`);
      entries.set(entry.fileName, {
        contents,
        mode: entry.externalFileAttributes >>> 16,
        flags: entry.generalPurposeBitFlag,
        method: entry.compressionMethod,
        extraFields: entry.extraFields.map(({ id }) => id),
        modified: { date: entry.lastModFileDate, time: entry.lastModFileTime },
      });
    }
  } finally {
    zip.close();
  }
  return entries;
}
