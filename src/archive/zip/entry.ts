/** An entry as the central directory describes it; plain data, so that it can be sent to a thread. */
export interface ArchiveEntry {
  /** Path with `/` between its parts and a `/` at its end for a folder. */
  name: string;
  /** The name's bytes as base64, when the name was not UTF-8; compared with the local header. */
  rawName: string | null;
  /** General purpose bit flags. */
  flags: number;
  /** 0 stored, 8 deflated; anything else is refused. */
  method: number;
  /** CRC-32 of the contents as stated. */
  crc32: number;
  /** Size in the archive, in bytes. */
  compressedSize: number;
  /** Stated size after inflating, in bytes. */
  size: number;
  /** Offset of the local header in the file, in bytes. */
  headerOffset: number;
  /** External file attributes; the upper half holds the Unix mode, if any. */
  attributes: number;
  /** Modification time in DOS form: date in the upper, time in the lower 16 bits. */
  modified: number;
}

/** An entry together with the end of its own bytes: the next local header, or the central directory. */
export interface LocatedEntry extends ArchiveEntry {
  /** Offset in the file, in bytes. */
  regionEnd: number;
}

/** The bytes of one entry as stored in the archive. */
export interface EntryData {
  offset: number;
  length: number;
  deflated: boolean;
}

/** Bit 0: traditional encryption. */
export const flagEncrypted = 0x1;
/** Bit 3: CRC and sizes follow the data instead of being in the local header. */
export const flagDataDescriptor = 0x8;
/** Bit 6: strong encryption. */
export const flagStrongEncryption = 0x40;
/** Bit 11: the name is UTF-8. */
export const flagUtf8 = 0x800;
/** Bit 13: the central directory is encrypted and local headers are masked. */
export const flagMaskedHeaders = 0x2000;

export function isFolder(entry: Pick<ArchiveEntry, 'name'>): boolean {
  return entry.name.endsWith('/');
}

const fileTypeMask = 0xf000;
const linkType = 0xa000;

/** The Unix type of an entry, from the upper half of its attributes; 0 when it is absent. */
export function unixType({ attributes }: Pick<ArchiveEntry, 'attributes'>): number {
  return (attributes >>> 16) & fileTypeMask;
}

/** Whether an entry is a symbolic link; its contents are the target path. */
export function isLink(entry: Pick<ArchiveEntry, 'attributes'>): boolean {
  return unixType(entry) === linkType;
}
