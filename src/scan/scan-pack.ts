import { sliceBySize } from '../archive/pack/check.ts';
import type { LocatedEntry } from '../archive/zip/entry.ts';
import type { NameReading } from '../archive/zip/name-encoding.ts';
import type {
  FetchedForScan,
  NamedMeans,
  ScanMeans,
  ScanResult,
  ScanSlice,
  ScanTask,
  SliceResult,
} from './scan-task.ts';

/** The steps of a scan; each runs in a thread. */
export interface ScanSteps {
  nameMeans(means: ScanMeans): Promise<NamedMeans>;
  listForScan(archive: { archivePath: string; names: NameReading | null }): Promise<LocatedEntry[]>;
  scanSlice(slice: ScanSlice): Promise<SliceResult>;
  /** The number of slices of a pack. */
  slices: number;
}

type Part = { entry: LocatedEntry } | { fetched: FetchedForScan };

/** Scans the files of an archive that has passed its check, and the files fetched for it. */
export async function scanPack(task: ScanTask, steps: ScanSteps): Promise<ScanResult> {
  const { archivePath, names, fetched, onlyFetched = false, limits, known } = task;
  const archive = onlyFetched ? null : task.archive;
  const { means, version, away } = await steps.nameMeans(task.means);
  if (away !== null && task.whenAway === 'hold') return { kind: 'away', reason: away, ...nothingFound };
  if (away === null && version === known) return { kind: 'unchanged' };
  const entries = onlyFetched ? [] : await steps.listForScan({ archivePath, names });
  const parts: Part[] = [
    ...entries.map((entry) => ({ entry })),
    ...fetched.map((file) => ({ fetched: file })),
  ];
  const cut = sliceBySize(parts, steps.slices, (part) =>
    'entry' in part ? part.entry.size : part.fetched.size,
  );
  const results = await Promise.all(
    cut.map((slice, index) =>
      steps.scanSlice({
        archivePath,
        archive: index === 0 ? archive : null,
        entries: slice.flatMap((part) => ('entry' in part ? [part.entry] : [])),
        fetched: slice.flatMap((part) => ('fetched' in part ? [part.fetched] : [])),
        means,
        limits,
        inflatedBytes: Math.floor(limits.packInflatedBytes / cut.length),
      }),
    ),
  );
  const report = {
    findings: results.flatMap(({ findings }) => findings).slice(0, limits.findings),
    notScanned: results.flatMap(({ notScanned }) => notScanned).slice(0, limits.notScanned),
    notScannedCount: results.reduce((sum, { notScannedCount }) => sum + notScannedCount, 0),
  };
  const reason = [away, ...results.map((result) => result.away)].find((one) => one !== null);
  return reason == null ? { kind: 'scanned', version, ...report } : { kind: 'away', reason, ...report };
}

const nothingFound = { findings: [], notScanned: [], notScannedCount: 0 };
