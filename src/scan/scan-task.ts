import type { LocatedEntry } from '../archive/zip/entry.ts';
import type { NameReading } from '../archive/zip/name-encoding.ts';

/** The address at which clamd listens. */
export type ClamdAddress = { path: string } | { host: string; port: number };

/** The configured scanners and lists: plain data, so that it can be sent to a thread. */
export interface ScanMeans {
  /** Null: clamd is not used. */
  clamd: ClamdAddress | null;
  /** The operator's list of hashes; null without one. */
  hashFile: string | null;
}

export interface FetchedForScan {
  /** Its path in the pack. */
  name: string;
  /** Its path on this machine. */
  source: string;
  /** Bytes. */
  size: number;
}

/** The archive of a pack, which a list of hashes may name. */
export interface WholeArchive {
  name: string;
  /** Hexadecimal. */
  sha256: string;
}

export interface ScanTask {
  archivePath: string;
  archive: WholeArchive;
  /**
   * The encoding in which the check read the entry names; null without a report: the names are then read as a check
   * reads them.
   */
  names: NameReading | null;
  fetched: FetchedForScan[];
  /** Whether the archive itself stays unread. */
  onlyFetched?: boolean;
  means: ScanMeans;
  /** With an unavailable scanner or list: `hold` scans nothing, `pass` reports what the others find. */
  whenAway: 'hold' | 'pass';
  limits: ScanLimits;
  /** The version of the last scan; an unchanged version skips the scan. Null: never scanned. */
  known: string | null;
}

/** Some of the files of a pack, for one thread. */
export interface ScanSlice {
  archivePath: string;
  /** Null: another slice looks the archive itself up in the lists. */
  archive: WholeArchive | null;
  entries: LocatedEntry[];
  fetched: FetchedForScan[];
  means: ScanMeans;
  limits: ScanLimits;
  /** Bytes that may be inflated to open archives among these files. */
  inflatedBytes: number;
}

/** Malware in a file. */
export interface ScanFinding {
  /** The file of the pack, followed by the files inside it, as far as they are known. */
  entry: string;
  /** The name of the signature, the listed hash or the rule. */
  signature: string;
  by: 'CLAMD' | 'HASH_LIST' | 'CLASS_RULES';
}

/** A file that was not scanned completely, with the reason as a sentence. */
export interface NotScanned {
  entry: string;
  reason: string;
}

export interface ScanReport {
  findings: ScanFinding[];
  /** The first files that were not scanned completely. */
  notScanned: NotScanned[];
  /** The number of all such files. */
  notScannedCount: number;
}

export type ScanResult =
  /** The scanners and lists have not changed since the last scan. */
  | { kind: 'unchanged' }
  /** Some scanner or list is unavailable; the report has the results of the others. */
  | ({ kind: 'away'; reason: string } & ScanReport)
  | ({ kind: 'scanned'; version: string } & ScanReport);

/** The scanners and lists that are available now. */
export interface NamedMeans {
  means: ScanMeans;
  /** Identifies all of them: an equal version means equal scanners and lists. */
  version: string;
  /** Why some are unavailable; null when all are available. */
  away: string | null;
}

/** The result of a slice; `away` says why a scanner or list was unavailable for some of its files. */
export type SliceResult = ScanReport & { away: string | null };

const MiB = 1024 * 1024;

export interface ScanLimits {
  /** Most findings that are kept; a slice with this many is not scanned further. */
  findings: number;
  /** Most files that are named as not scanned; further files are only counted. */
  notScanned: number;
  /** Largest file that is opened, in bytes; a larger one is hashed and streamed. */
  fileBytes: number;
  /** Bytes inflated to open one file of the pack. */
  inflatedBytes: number;
  /** Bytes inflated to open all files of the pack. */
  packInflatedBytes: number;
  /** Entries of one archive inside a file. */
  entries: number;
  /** Levels of archives inside archives. */
  depth: number;
  /**
   * Size from which a file inside an archive is sent to clamd separately, too, since clamd may stop before the end of
   * the archive.
   */
  apartBytes: number;
  /**
   * Milliseconds for which clamd may be silent about a file; after two such files of a slice, clamd is not used for the
   * rest of the slice.
   */
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
  // By default, clamd itself gives up a file after two minutes.
  silenceMs: 180_000,
};
