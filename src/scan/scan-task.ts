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

/** A pack to scan. */
export interface ScanTask {
  archivePath: string;
  /** The encoding in which the check read its names. */
  names: NameReading;
  fetched: FetchedForScan[];
  means: ScanMeans;
  limits: ScanLimits;
  /** What the pack was scanned with before; the scan is spared when nothing newer is there. Null: never. */
  known: string | null;
}

/** Some of the files of a pack, for one thread. */
export interface ScanSlice {
  archivePath: string;
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
  /** What files are held against cannot be had now. */
  | { kind: 'away'; reason: string }
  | ({ kind: 'scanned'; version: string } & ScanReport);

/** The result of a slice. */
export type SliceResult = { away: string } | ScanReport;

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
};
