import { crc32 } from 'node:zlib';
import { fixedDate } from '../zip/carried-record.ts';
import { centralHeader, endRecords, localHeader } from '../zip/records.ts';

/** A zip archive of one stored file; equal contents give equal archives. */
export function oneFileArchive(name: string, content: Uint8Array): Buffer {
  const { length: size } = content;
  const entry = {
    name,
    method: 0,
    crc32: crc32(content),
    compressedSize: size,
    size,
    modified: fixedDate,
    executable: false,
  };
  const header = localHeader(entry);
  const directory = centralHeader(entry, 0);
  const offset = header.length + size;
  const end = endRecords({ entries: 1, offset, size: directory.length, comment: '' });
  return Buffer.concat([header, content, directory, end]);
}
