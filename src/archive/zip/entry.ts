/** One entry of an archive as its central directory describes it; plain data, so that it can travel to a thread. */
export interface ArchiveEntry {
  /** Path with `/` between its parts and a `/` at its end for a folder. */
  name: string;
  /** The name's bytes as base64, when they are not the name in UTF-8; compared with the local header. */
  rawName: string | null;
  /** General purpose bit flags. */
  flags: number;
  /** 0 stored, 8 deflated; anything else is refused. */
  method: number;
  /** CRC-32 of the contents as stated. */
  crc32: number;
  /** Bytes in the archive. */
  compressedSize: number;
  /** Bytes once inflated, as stated. */
  size: number;
  /** Place of the local header in the file, in bytes. */
  headerOffset: number;
  /** External file attributes: the upper half is the Unix mode where one is given. */
  attributes: number;
  /** Modification time as DOS knows it: date in the upper, time in the lower 16 bits. */
  modified: number;
}

/** An entry with the end of the bytes that are its own: the next local header, or the central directory. */
export interface LocatedEntry extends ArchiveEntry {
  /** Offset in the file, in bytes. */
  regionEnd: number;
}

/** Bytes of an archive: those of one entry, as they lie there. */
export interface EntryData {
  offset: number;
  length: number;
  /** Whether they are deflated. */
  deflated: boolean;
}

/** Bit 0: encrypted in the traditional way. */
export const flagEncrypted = 0x1;
/** Bit 3: CRC and sizes stand behind the data instead of in the local header. */
export const flagDataDescriptor = 0x8;
/** Bit 6: strong encryption. */
export const flagStrongEncryption = 0x40;
/** Bit 11: the name is UTF-8. */
export const flagUtf8 = 0x800;
/** Bit 13: the central directory is encrypted and local headers are masked. */
export const flagMaskedHeaders = 0x2000;

/** Whether an entry stands for a folder. */
export function isFolder(entry: Pick<ArchiveEntry, 'name'>): boolean {
  return entry.name.endsWith('/');
}

const fileTypeMask = 0xf000;
const linkType = 0xa000;

/** The Unix type of an entry, from the upper half of its attributes; 0 when it is absent. */
export function unixType({ attributes }: Pick<ArchiveEntry, 'attributes'>): number {
  return (attributes >>> 16) & fileTypeMask;
}

/** Whether an entry is a symbolic link, whose contents are the path that it leads to. */
export function isLink(entry: Pick<ArchiveEntry, 'attributes'>): boolean {
  return unixType(entry) === linkType;
}
