import { sliceBySize } from '../archive/check.ts';
import type { LocatedEntry } from '../archive/zip/entry.ts';
import type { NameReading } from '../archive/zip/name-encoding.ts';
import type {
  FetchedForScan,
  ScanMeans,
  ScanReport,
  ScanResult,
  ScanSlice,
  ScanTask,
  SliceResult,
} from './scan-task.ts';

/** The steps of a scan, each in a thread. */
export interface ScanSteps {
  nameMeans(means: ScanMeans): Promise<{ version: string } | { away: string }>;
  listForScan(archive: { archivePath: string; names: NameReading }): Promise<LocatedEntry[]>;
  scanSlice(slice: ScanSlice): Promise<SliceResult>;
  /** Into how many slices a pack is cut. */
  slices: number;
}

type Part = { entry: LocatedEntry } | { fetched: FetchedForScan };

/** Scans the files of an archive that has passed its check, and those that were fetched for it. */
export async function scanPack(task: ScanTask, steps: ScanSteps): Promise<ScanResult> {
  const { archivePath, names, fetched, means, limits, known } = task;
  const named = await steps.nameMeans(means);
  if ('away' in named) return { kind: 'away', reason: named.away };
  if (named.version === known) return { kind: 'unchanged' };
  const entries = await steps.listForScan({ archivePath, names });
  const parts: Part[] = [
    ...entries.map((entry) => ({ entry })),
    ...fetched.map((file) => ({ fetched: file })),
  ];
  const cut = sliceBySize(parts, steps.slices, (part) =>
    'entry' in part ? part.entry.size : part.fetched.size,
  );
  const results = await Promise.all(
    cut.map((slice) =>
      steps.scanSlice({
        archivePath,
        entries: slice.flatMap((part) => ('entry' in part ? [part.entry] : [])),
        fetched: slice.flatMap((part) => ('fetched' in part ? [part.fetched] : [])),
        means,
        limits,
        inflatedBytes: Math.floor(limits.packInflatedBytes / cut.length),
      }),
    ),
  );
  const reports: ScanReport[] = [];
  for (const result of results) {
    if ('away' in result) return { kind: 'away', reason: result.away };
    reports.push(result);
  }
  return {
    kind: 'scanned',
    version: named.version,
    findings: reports.flatMap(({ findings }) => findings).slice(0, limits.findings),
    notScanned: reports.flatMap(({ notScanned }) => notScanned).slice(0, limits.notScanned),
    notScannedCount: reports.reduce((sum, { notScannedCount }) => sum + notScannedCount, 0),
  };
}
