import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';

/** One entry to write. Whatever is left out is written as it should be; whatever is given is written even if it is wrong. */
export interface ZipEntryInput {
  name: string | Buffer;
  data?: string | Uint8Array;
  /** 0 stored, 8 deflated (the default for files); with other numbers `data` is written as it is. */
  method?: number;
  /** The bytes to write instead of the compressed data. */
  rawData?: Buffer;
  /** General purpose bits in both headers; the default says that the name is UTF-8. */
  flags?: number;
  /** Write CRC and sizes behind the data instead of into the local header. */
  descriptor?: boolean;
  /** Write sizes and offset as zip64. */
  zip64?: boolean;
  /** Unix mode, for instance 0o120777 for a link. */
  mode?: number;
  /** The attributes of DOS beside it, for instance 0x10 for a folder. */
  dosAttributes?: number;
  /** Date in the upper, time in the lower 16 bits, as DOS has them. */
  modified?: number;
  /** Extra fields of the central header. */
  extra?: Buffer;
  /** What the headers state instead of the truth. */
  crc32?: number;
  size?: number;
  compressedSize?: number;
  /** What only the central header states. */
  central?: { offset?: number; disk?: number; method?: number; size?: number };
  /** What only the local header states; `extra` adds extra fields. */
  local?: {
    name?: string | Buffer;
    flags?: number;
    method?: number;
    crc32?: number;
    size?: number;
    compressedSize?: number;
    extra?: Buffer;
  };
}

interface StatedEnd {
  disk?: number;
  entries?: number;
  directorySize?: number;
  directoryOffset?: number;
}

/** How the archive around the entries is written. */
export interface ZipOptions {
  comment?: string | Buffer;
  /** Bytes in front of the archive. */
  prepended?: Buffer;
  /** Whether offsets count the bytes in front; the default is yes. */
  offsetsCountPrepended?: boolean;
  /** Bytes behind the archive. */
  appended?: Buffer;
  /** Write the zip64 end record and locator. */
  zip64?: boolean;
  /** What the end record states instead of the truth. */
  end?: StatedEnd;
  /** What only the classic end record states where there is one of zip64, which usually has it point there. */
  classicEnd?: StatedEnd;
  /** What the locator of the zip64 end record states instead of the truth. */
  locator?: { offset?: bigint; disk?: number; disks?: number };
  /** Bytes between the zip64 end record, which states its size with them, and its locator. */
  zip64Sector?: Buffer;
  /** Bytes between the zip64 end record and its locator of which the record does not know. */
  behindZip64End?: Buffer;
}

/** Builds a zip archive in memory, well-formed unless asked otherwise, from a list or from names and contents. */
export function zipWith(
  entries: Readonly<Record<string, string | Uint8Array>> | readonly ZipEntryInput[],
  options: ZipOptions = {},
): Buffer {
  const inputs: readonly ZipEntryInput[] = isList(entries)
    ? entries
    : Object.entries(entries).map(([name, data]) => ({ name, data }));
  const prepended = options.prepended ?? Buffer.alloc(0);
  const counted = options.offsetsCountPrepended === false ? 0 : prepended.length;
  const parts: Buffer[] = [];
  const headers: Buffer[] = [];
  let offset = counted;
  for (const input of inputs) {
    const written = writeEntry(input, offset);
    parts.push(written.local);
    headers.push(written.central);
    offset += written.local.length;
  }
  const directory = Buffer.concat(headers);
  return Buffer.concat([
    prepended,
    ...parts,
    directory,
    writeEnd(inputs.length, directory.length, offset, options),
    options.appended ?? Buffer.alloc(0),
  ]);
}

/** An extra field of a header. */
export function extraField(id: number, body: Uint8Array): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(id, 0);
  head.writeUInt16LE(body.length, 2);
  return Buffer.concat([head, body]);
}

/** Info-ZIP's extra field for a second name in UTF-8, made for the first name as given. */
export function unicodePath(first: string | Buffer, second: string | Buffer, version = 1): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(version, 0);
  head.writeUInt32LE(crc32(first), 1);
  return extraField(0x7075, Buffer.concat([head, Buffer.from(second)]));
}

/** The zip64 field with these numbers. */
export function zip64Extra(...values: bigint[]): Buffer {
  return extraField(1, Buffer.from(BigUint64Array.from(values).buffer));
}

/** A file in a folder of its own that goes away when the scope ends. */
export interface TemporaryFile extends AsyncDisposable {
  path: string;
}

/** Writes bytes to a temporary file. */
export async function temporaryFile(bytes: Uint8Array, name = 'pack.zip'): Promise<TemporaryFile> {
  const folder = await mkdtemp(join(tmpdir(), 'archive-'));
  const path = join(folder, name);
  await writeFile(path, bytes);
  return { path, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

function isList(entries: object): entries is readonly ZipEntryInput[] {
  return Array.isArray(entries);
}

/**
 * With no more room than it needs: tests write tens of thousands of small entries, and zlib would make 16 KiB for each. How well it is packed is
 * nothing to them, and takes longer than much of what is tested.
 */
export function deflated(plain: Buffer): Buffer {
  return deflateRawSync(plain, { chunkSize: Math.min(plain.length + 64, 16 * 1024), level: 1 });
}

function writeEntry(input: ZipEntryInput, offset: number): { local: Buffer; central: Buffer } {
  const name = Buffer.from(input.name);
  const plain = Buffer.from(input.data ?? '');
  const method = input.method ?? (name.at(-1) === 0x2f ? 0 : 8);
  const data = input.rawData ?? (method === 8 ? deflated(plain) : plain);
  const crc = input.crc32 ?? crc32(plain);
  const size = input.size ?? plain.length;
  const compressedSize = input.compressedSize ?? data.length;
  const flags = (input.flags ?? 0x800) | (input.descriptor ? 0x8 : 0);
  const known = input.descriptor ? { crc: 0, size: 0, compressedSize: 0 } : { crc, size, compressedSize };
  const local = localHeader({
    name: input.local?.name === undefined ? name : Buffer.from(input.local.name),
    flags: input.local?.flags ?? flags,
    method: input.local?.method ?? method,
    crc: input.local?.crc32 ?? known.crc,
    size: input.local?.size ?? known.size,
    compressedSize: input.local?.compressedSize ?? known.compressedSize,
    zip64: input.zip64 === true,
    extra: input.local?.extra ?? Buffer.alloc(0),
    modified: input.modified ?? 0x210000,
  });
  const descriptor = input.descriptor
    ? writeDescriptor(crc, compressedSize, size, input.zip64 === true)
    : Buffer.alloc(0);
  const central = centralHeader(input, {
    name,
    flags,
    method: input.central?.method ?? method,
    crc,
    size: input.central?.size ?? size,
    compressedSize,
    offset: input.central?.offset ?? offset,
  });
  return { local: Buffer.concat([local, data, descriptor]), central };
}

interface LocalFields {
  name: Buffer;
  flags: number;
  method: number;
  crc: number;
  size: number;
  compressedSize: number;
  zip64: boolean;
  extra: Buffer;
  modified: number;
}

function localHeader(fields: LocalFields): Buffer {
  const zip64 = fields.zip64
    ? zip64Extra(...[fields.size, fields.compressedSize].map(BigInt))
    : Buffer.alloc(0);
  const extra = Buffer.concat([zip64, fields.extra]);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(fields.zip64 ? 45 : 20, 4);
  header.writeUInt16LE(fields.flags, 6);
  header.writeUInt16LE(fields.method, 8);
  header.writeUInt32LE(fields.modified, 10);
  header.writeUInt32LE(fields.crc, 14);
  header.writeUInt32LE(fields.zip64 ? 0xffffffff : fields.compressedSize, 18);
  header.writeUInt32LE(fields.zip64 ? 0xffffffff : fields.size, 22);
  header.writeUInt16LE(fields.name.length, 26);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, fields.name, extra]);
}

interface CentralFields {
  name: Buffer;
  flags: number;
  method: number;
  crc: number;
  size: number;
  compressedSize: number;
  offset: number;
}

function centralHeader(input: ZipEntryInput, fields: CentralFields): Buffer {
  const zip64 = input.zip64
    ? zip64Extra(...[fields.size, fields.compressedSize, fields.offset].map(BigInt))
    : Buffer.alloc(0);
  const extra = Buffer.concat([zip64, input.extra ?? Buffer.alloc(0)]);
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE((3 << 8) | 45, 4);
  header.writeUInt16LE(input.zip64 ? 45 : 20, 6);
  header.writeUInt16LE(fields.flags, 8);
  header.writeUInt16LE(fields.method, 10);
  header.writeUInt32LE(input.modified ?? 0x210000, 12);
  header.writeUInt32LE(fields.crc, 16);
  header.writeUInt32LE(input.zip64 ? 0xffffffff : fields.compressedSize, 20);
  header.writeUInt32LE(input.zip64 ? 0xffffffff : fields.size, 24);
  header.writeUInt16LE(fields.name.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt16LE(input.central?.disk ?? 0, 34);
  header.writeUInt32LE((input.mode ?? 0) * 0x10000 + (input.dosAttributes ?? 0), 38);
  header.writeUInt32LE(input.zip64 ? 0xffffffff : fields.offset, 42);
  return Buffer.concat([header, fields.name, extra]);
}

function writeDescriptor(crc: number, compressedSize: number, size: number, zip64: boolean): Buffer {
  const descriptor = Buffer.alloc(zip64 ? 24 : 16);
  descriptor.writeUInt32LE(0x08074b50, 0);
  descriptor.writeUInt32LE(crc, 4);
  if (zip64) {
    descriptor.writeBigUInt64LE(BigInt(compressedSize), 8);
    descriptor.writeBigUInt64LE(BigInt(size), 16);
  } else {
    descriptor.writeUInt32LE(compressedSize, 8);
    descriptor.writeUInt32LE(size, 12);
  }
  return descriptor;
}

function writeEnd(
  count: number,
  directorySize: number,
  directoryOffset: number,
  options: ZipOptions,
): Buffer {
  const comment = Buffer.from(options.comment ?? '');
  const stated = { disk: 0, entries: count, directorySize, directoryOffset, ...options.end };
  const record = Buffer.alloc(22);
  record.writeUInt32LE(0x06054b50, 0);
  const inZip64 = {
    disk: stated.disk,
    entries: 0xffff,
    directorySize: 0xffffffff,
    directoryOffset: 0xffffffff,
  };
  const classic = options.zip64 ? { ...inZip64, ...options.classicEnd } : stated;
  record.writeUInt16LE(classic.disk, 4);
  record.writeUInt16LE(classic.disk, 6);
  record.writeUInt16LE(classic.entries % 0x10000, 8);
  record.writeUInt16LE(classic.entries % 0x10000, 10);
  record.writeUInt32LE(classic.directorySize, 12);
  record.writeUInt32LE(classic.directoryOffset, 16);
  record.writeUInt16LE(comment.length, 20);
  const zip64 = options.zip64
    ? writeZip64End(stated, directoryOffset + directorySize, options)
    : Buffer.alloc(0);
  return Buffer.concat([zip64, record, comment]);
}

function writeZip64End(
  stated: { disk: number; entries: number; directorySize: number; directoryOffset: number },
  recordOffset: number,
  { locator: told = {}, zip64Sector = Buffer.alloc(0), behindZip64End = Buffer.alloc(0) }: ZipOptions,
): Buffer {
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(BigInt(44 + zip64Sector.length), 4);
  record.writeUInt16LE(45, 12);
  record.writeUInt16LE(45, 14);
  record.writeUInt32LE(stated.disk, 16);
  record.writeUInt32LE(stated.disk, 20);
  record.writeBigUInt64LE(BigInt(stated.entries), 24);
  record.writeBigUInt64LE(BigInt(stated.entries), 32);
  record.writeBigUInt64LE(BigInt(stated.directorySize), 40);
  record.writeBigUInt64LE(BigInt(stated.directoryOffset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeUInt32LE(told.disk ?? 0, 4);
  locator.writeBigUInt64LE(told.offset ?? BigInt(recordOffset), 8);
  locator.writeUInt32LE(told.disks ?? 1, 16);
  return Buffer.concat([record, zip64Sector, behindZip64End, locator]);
}
