/**
 * What an archive and the jars in it may be at most. Plain data, so that every figure can be a setting and can
 * travel to a thread. The defaults admit every modpack that people really share.
 */

const MiB = 1024 * 1024;
const GiB = 1024 * MiB;

/** How much reading one jar may cost; what is beyond is noted at the mod, never a problem of the archive. */
export interface JarBudget {
  /** Largest descriptor or class file that is read, in bytes once inflated. */
  maxDescriptorBytes: number;
  /** Most bytes inflated for one jar, its nested jars included. */
  maxInflatedBytes: number;
  /** Most entries in the directory of one jar. */
  maxEntries: number;
  /** Most nested jars that are looked into. */
  maxNestedJars: number;
}

/** What an archive may be at most. */
export interface ArchiveLimits {
  /** Most entries, folders included. */
  entries: number;
  /** Largest central directory in bytes; it is held in memory. */
  directoryBytes: number;
  /** Largest entry in bytes once inflated. */
  entryBytes: number;
  /** Most bytes of all entries together once inflated. */
  totalBytes: number;
  /** Highest inflated size divided by compressed size, of one entry and of all entries together. */
  ratio: number;
  /** Sizes in bytes up to which the ratio is not judged: small files of one repeated byte are harmless. */
  ratioFreeBytes: number;
  /** Longest entry name in bytes of UTF-8. */
  nameBytes: number;
  /** Longest part of an entry name between two slashes in bytes of UTF-8; file systems hold 255. */
  segmentBytes: number;
  /** Most folders above a file. */
  depth: number;
  /** Largest launcher marker file that is read, in bytes once inflated. */
  manifestBytes: number;
  /** Largest entry that is inflated in one piece, in bytes; larger ones are inflated as a stream. */
  wholeEntryBytes: number;
  /** Largest jar whose descriptors are read, in bytes; a larger one is verified as a stream and noted. */
  jarBytes: number;
  /** Most problems reported for one archive. */
  problems: number;
  /** Most bytes inflated to read all jars of the pack; each has its part of it, and what is beyond is noted. */
  modsInflatedBytes: number;
  /** What reading one jar may cost. */
  jar: JarBudget;
}

/** The limits that hold unless a setting says otherwise. */
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
  jarBytes: 256 * MiB,
  modsInflatedBytes: 8 * GiB,
  jar: {
    maxDescriptorBytes: 4 * MiB,
    maxInflatedBytes: 128 * MiB,
    maxEntries: 100_000,
    maxNestedJars: 256,
  },
};
