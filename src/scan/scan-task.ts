import type { LocatedEntry } from '../archive/zip/entry.ts';
import type { NameReading } from '../archive/zip/name-encoding.ts';

/** Where clamd listens. */
export type ClamdAddress = { path: string } | { host: string; port: number };

/** What files are held against: plain data, so that it can travel to a thread. */
export interface ScanMeans {
  /** Null: clamd is not asked. */
  clamd: ClamdAddress | null;
  /** The operator's list of hashes; null without one. */
  hashFile: string | null;
}

/** A file that was fetched for a pack. */
export interface FetchedForScan {
  /** Its path in the pack. */
  name: string;
  /** Its path on this machine. */
  source: string;
  /** Bytes. */
  size: number;
}

/** The archive of a pack, as a list of hashes may name it. */
export interface WholeArchive {
  name: string;
  /** Hexadecimal. */
  sha256: string;
}

/** A pack to scan. */
export interface ScanTask {
  archivePath: string;
  archive: WholeArchive;
  /** The encoding in which the check read its names; null where its report is not there: they are then read as a check does. */
  names: NameReading | null;
  fetched: FetchedForScan[];
  means: ScanMeans;
  /** Where some of the means cannot be had: whether nothing is scanned, or what the others find is told. */
  whenAway: 'hold' | 'pass';
  limits: ScanLimits;
  /** What the pack was scanned with before; the scan is spared when nothing newer is there. Null: never. */
  known: string | null;
}

/** Some of the files of a pack, for one thread. */
export interface ScanSlice {
  archivePath: string;
  /** Null: another slice holds the archive itself against the lists. */
  archive: WholeArchive | null;
  entries: LocatedEntry[];
  fetched: FetchedForScan[];
  means: ScanMeans;
  limits: ScanLimits;
  /** Bytes that may be inflated to look into the archives among these files. */
  inflatedBytes: number;
}

/** Malware in a file. */
export interface ScanFinding {
  /** The file of the pack, and behind it those in it, as far as is known. */
  entry: string;
  /** The name that the signature, the listed hash or the rule has. */
  signature: string;
  by: 'CLAMD' | 'HASH_LIST' | 'CLASS_RULES';
}

/** A file that was not scanned, or not whole, and why, as a sentence. */
export interface NotScanned {
  entry: string;
  reason: string;
}

/** What a scan found. */
export interface ScanReport {
  findings: ScanFinding[];
  /** The first files that were not scanned whole. */
  notScanned: NotScanned[];
  /** The number of all such files. */
  notScannedCount: number;
}

export type ScanResult =
  /** It was scanned with the same before. */
  | { kind: 'unchanged' }
  /** Some of what files are held against cannot be had now; the report is what the rest has found. */
  | ({ kind: 'away'; reason: string } & ScanReport)
  | ({ kind: 'scanned'; version: string } & ScanReport);

/** What files are held against, as far as it can be had now. */
export interface NamedMeans {
  means: ScanMeans;
  /** Names all of it; the same name means the same. */
  version: string;
  /** Why some of it cannot be had; null when all can. */
  away: string | null;
}

/** The result of a slice; `away` says why some of the means were not to be had for all of it. */
export type SliceResult = ScanReport & { away: string | null };

const MiB = 1024 * 1024;

/** Limits of a scan. */
export interface ScanLimits {
  /** Findings that are kept; a part of a pack with so many is scanned no further. */
  findings: number;
  /** Files that are named as not scanned; the others are counted. */
  notScanned: number;
  /** Largest file that is looked into, in bytes; a larger one is hashed and sent as a whole. */
  fileBytes: number;
  /** Bytes inflated to look into one file of the pack. */
  inflatedBytes: number;
  /** Bytes inflated to look into all of them. */
  packInflatedBytes: number;
  /** Entries of one archive in a file. */
  entries: number;
  /** Archives within each other. */
  depth: number;
  /** From this size on a file within an archive is sent to clamd by itself as well, which may look no further into the archive. */
  apartBytes: number;
  /** Milliseconds for which clamd may be silent about a file; after two such files of a part, it is asked no more for that part. */
  silenceMs: number;
}

export const defaultScanLimits: ScanLimits = {
  findings: 20,
  notScanned: 50,
  fileBytes: 256 * MiB,
  inflatedBytes: 1024 * MiB,
  packInflatedBytes: 16 * 1024 * MiB,
  entries: 100_000,
  depth: 8,
  apartBytes: 4 * MiB,
  // clamd itself gives up a file after two minutes by default.
  silenceMs: 180_000,
};
