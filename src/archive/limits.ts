/**
 * Limits of archives and of the jars in them. Plain data, so that each can be a setting and be sent to a thread. The
 * defaults admit all modpacks that people actually share.
 */

const MiB = 1024 * 1024;
const GiB = 1024 * MiB;

/** Limits of reading one jar; the mod's note reports any excess, which is never a problem of the archive. */
export interface JarBudget {
  /** Largest descriptor or class file that is read, in bytes after inflating. */
  maxDescriptorBytes: number;
  /** Most bytes inflated for one jar, its nested jars included. */
  maxInflatedBytes: number;
  /** Most entries in the directory of one jar. */
  maxEntries: number;
  /** Most nested jars that are read. */
  maxNestedJars: number;
  /** Most mods of one descriptor; the report omits further ones. */
  maxMods: number;
  /** Most mods that one descriptor may require. */
  maxRequires: number;
  /** Most additional ids that a jar may provide, with those of its nested jars. */
  maxProvides: number;
  /** Longest mod id in characters; a longer one is omitted, since a cut id would be another id. */
  maxIdLength: number;
  /** Most bytes of one jar in the report, as JSON. */
  maxReportBytes: number;
}

/** Limits of an archive. */
export interface ArchiveLimits {
  /** Most entries, folders included. */
  entries: number;
  /** Largest central directory in bytes; the directory is held in memory. */
  directoryBytes: number;
  /** Largest entry in bytes after inflating. */
  entryBytes: number;
  /** Most bytes of all entries together after inflating. */
  totalBytes: number;
  /** Highest inflated size divided by compressed size, of one entry and of all entries together. */
  ratio: number;
  /** Sizes in bytes up to which the ratio is ignored: small files of one repeated byte do no harm. */
  ratioFreeBytes: number;
  /** Longest entry name in bytes of UTF-8. */
  nameBytes: number;
  /** Longest part of an entry name between two slashes, in bytes of UTF-8; file systems hold 255. */
  segmentBytes: number;
  /** Most folders above a file. */
  depth: number;
  /** Largest launcher marker file that is read, in bytes after inflating. */
  manifestBytes: number;
  /** Largest entry that is inflated in one piece, in bytes; larger ones are streamed. */
  wholeEntryBytes: number;
  /** Largest jar whose descriptors are read, in bytes; a larger one is only verified, with a note. */
  jarBytes: number;
  /** Most problems reported for one archive. */
  problems: number;
  /** Most warnings of one archive. */
  warnings: number;
  /** Most bytes of all problems, and of all warnings, of one archive as JSON. */
  problemBytes: number;
  /** Most files that a launcher's marker file may name and that are looked up. */
  manifestFiles: number;
  /** Most files that a pack may name without containing them. */
  namedFiles: number;
  /** Most jars that a pack may have in `mods/`. */
  mods: number;
  /** Most bytes of the whole inventory as JSON; each jar has its share, and its note reports any excess. */
  inventoryBytes: number;
  /** Most bytes inflated to read all jars of the pack; each has its share, and its note reports any excess. */
  modsInflatedBytes: number;
  /** Limits of reading one jar. */
  jar: JarBudget;
}

/** Limits without settings. */
export const defaultArchiveLimits: ArchiveLimits = {
  entries: 200_000,
  directoryBytes: 128 * MiB,
  entryBytes: 8 * GiB,
  totalBytes: 32 * GiB,
  ratio: 200,
  ratioFreeBytes: 64 * MiB,
  nameBytes: 1024,
  segmentBytes: 255,
  depth: 64,
  manifestBytes: 32 * MiB,
  wholeEntryBytes: 32 * MiB,
  problems: 50,
  warnings: 1_000,
  problemBytes: MiB / 2,
  manifestFiles: 20_000,
  namedFiles: 10_000,
  mods: 25_000,
  inventoryBytes: 16 * MiB,
  jarBytes: 256 * MiB,
  modsInflatedBytes: 8 * GiB,
  jar: {
    maxDescriptorBytes: 4 * MiB,
    maxInflatedBytes: 128 * MiB,
    maxEntries: 100_000,
    maxNestedJars: 256,
    maxMods: 256,
    maxRequires: 512,
    maxProvides: 1_024,
    maxIdLength: 256,
    maxReportBytes: MiB / 16,
  },
};
