import { open } from 'node:fs/promises';
import type { ProblemCode } from '../problem-codes.ts';
import type { Problem } from '../report.ts';
import { endRecordReach, findEndRecords, truncated } from '../zip/end-record.ts';

const headReach = 512;

interface Format {
  name: string;
  magic: Buffer;
  offset: number;
}

/** Formats often renamed to .zip, by their first bytes. */
const otherFormats: readonly Format[] = [
  { name: 'a 7z archive', magic: Buffer.from('377abcaf271c', 'hex'), offset: 0 },
  { name: 'a RAR archive', magic: Buffer.from('526172211a07', 'hex'), offset: 0 },
  { name: 'a gzip file', magic: Buffer.from('1f8b', 'hex'), offset: 0 },
  { name: 'an xz file', magic: Buffer.from('fd377a585a00', 'hex'), offset: 0 },
  { name: 'a bzip2 file', magic: Buffer.from('BZh'), offset: 0 },
  { name: 'a zstd file', magic: Buffer.from('28b52ffd', 'hex'), offset: 0 },
  { name: 'a tar archive', magic: Buffer.from('ustar'), offset: 257 },
  { name: 'a web page', magic: Buffer.from('<!DOCTYPE'), offset: 0 },
  { name: 'a web page', magic: Buffer.from('<html'), offset: 0 },
];

const zipBeginnings = ['504b0304', '504b0506', '504b0708'].map((hex) => Buffer.from(hex, 'hex'));

/** Looks for a zip archive's marks at both ends of a file; null when they are there, regardless of other faults. */
export async function findZipEnd(path: string): Promise<Problem | null> {
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  if (size === 0) return problem('EMPTY_FILE', 'The file is empty.');
  const head = await readAt(file, 0, Math.min(size, headReach));
  const tailSize = Math.min(size, endRecordReach);
  if (findEndRecords(await readAt(file, size - tailSize, tailSize)).length > 0) return null;
  if (zipBeginnings.some((magic) => startsWith(head, magic, 0)))
    return problem('TRUNCATED_ARCHIVE', truncated);
  const format = otherFormats.find(({ magic, offset }) => startsWith(head, magic, offset));
  return problem(
    'NOT_A_ZIP',
    `The file is ${format?.name ?? 'no zip archive'}. Upload the modpack as a zip archive.`,
  );
}

/** Most entries of an archive that wraps another one: the inner archive, folders and by-products of systems. */
const mostAround = 16;

/** Whether an archive may just wrap another one, by its directory: it has few entries, one named like an archive. */
export async function mayHoldArchive(path: string): Promise<boolean> {
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  const tailSize = Math.min(size, endRecordReach);
  const tail = await readAt(file, size - tailSize, tailSize);
  const [at] = findEndRecords(tail);
  if (at === undefined || tail.readUInt16LE(at + 10) > mostAround) return false;
  const directory = tail.subarray(Math.max(0, at - tail.readUInt32LE(at + 12)), at);
  return /\.(?:zip|mrpack)/i.test(directory.toString('latin1'));
}

async function readAt(
  file: Awaited<ReturnType<typeof open>>,
  position: number,
  length: number,
): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}

function startsWith(head: Buffer, magic: Buffer, offset: number): boolean {
  return head.subarray(offset, offset + magic.length).equals(magic);
}

function problem(code: ProblemCode, error: string): Problem {
  return { code, error, entry: null };
}
