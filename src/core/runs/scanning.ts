import type { Logger } from 'pino';
import type { Problem } from '../../archive/report.ts';
import type { NameReading } from '../../archive/zip/name-encoding.ts';
import type { Database, Queries } from '../../database/database.ts';
import type {
  FetchedForScan,
  ScanLimits,
  ScanMeans,
  ScanReport,
  ScanResult,
  ScanTask,
  WholeArchive,
} from '../../scan/scan-task.ts';
import { findScans, problemsOfScan, type Scan, saveScan } from '../packs/scans.ts';
import { lockModPackRow } from '../row-locks.ts';
import { recordLateFinding } from './late-findings.ts';
import type { RunConfigurationRow } from './run-configurations.ts';

/** The scan of packs for malware, as the operator has set it. */
export interface ScanSettings {
  means: ScanMeans;
  limits: ScanLimits;
  /** Whether runs wait for a scanner that is away, or pass. */
  whenAway: 'hold' | 'pass';
}

/** The threads, as far as a scan needs them. */
export interface ScanWork {
  scan(task: ScanTask, hooks: { signal: AbortSignal; alone: boolean }): Promise<ScanResult>;
}

/** How a scan ended, for metrics. */
export type ScanOutcome = 'clean' | 'found' | 'away';

/** What packs are scanned with. */
export interface Scanning {
  settings: ScanSettings;
  work: ScanWork;
  /** Hears how each scan ended, and how many seconds it took. */
  scanned: (scan: { outcome: ScanOutcome; seconds: number }) => void;
}

/** The scanner cannot be reached, and runs are to wait for it. */
export class ScannerAway extends Error {
  override readonly name = 'ScannerAway';
}

interface Needs {
  database: Pick<Database, 'db'>;
  /** Null: packs are not scanned. */
  scanning: Scanning | null;
  log: Logger;
}

/** A modpack that has passed its check, laid ready on this machine. */
export interface CheckedPack {
  modPackId: number;
  archivePath: string;
  archive: WholeArchive;
  /** Null: they are read as a check does. */
  names: NameReading | null;
  fetched: FetchedForScan[];
}

interface Hooks {
  signal: AbortSignal;
  alone: boolean;
  /** Writes rows for as long as the attempt may. */
  prepare<Result>(write: (tx: Queries) => Promise<Result>): Promise<Result>;
  /** The run whose end tells of what is found; null where it is the background that scans. */
  run: Pick<RunConfigurationRow, 'lineId'> | null;
}

/**
 * Scans a modpack unless it was scanned with the same before, and keeps the result; answers for which findings it is in quarantine.
 * Fails with `ScannerAway` where runs are to wait.
 */
export async function scanOnce(
  { database, scanning, log }: Needs,
  { modPackId, ...pack }: CheckedPack,
  { signal, alone, prepare, run }: Hooks,
): Promise<Problem[]> {
  const [before] = await findScans(database, [modPackId]);
  if (scanning === null) return problemsOfScan(before);
  const { settings, work, scanned } = scanning;
  const startedAt = performance.now();
  const tell = (outcome: ScanOutcome) =>
    scanned({ outcome, seconds: (performance.now() - startedAt) / 1_000 });
  const { means, limits, whenAway } = settings;
  const task = { ...pack, means, whenAway, limits, known: before?.version ?? null };
  const result = await work.scan(task, { signal, alone });
  if (result.kind === 'unchanged') return problemsOfScan(before);
  const { findings, notScanned, notScannedCount } = result;
  if (result.kind === 'away') tell('away');
  if (result.kind === 'away' && findings.length === 0) {
    if (whenAway === 'hold') throw new ScannerAway(result.reason);
    log.warn(
      { modPackId, reason: result.reason },
      'a modpack passes without a scan, since the scanner is away',
    );
    // What an earlier scan found still holds.
    if (before?.version) return problemsOfScan(before);
    await prepare((tx) => saveScan(tx, { modPackId, version: null, ...withReason(result) }));
    return [];
  }
  const scan = await prepare(async (tx) => {
    await lockModPackRow(tx, modPackId);
    const saved = await saveScan(tx, {
      modPackId,
      ...(result.kind === 'away'
        ? { version: null, ...withReason(result) }
        : { version: result.version, findings, notScanned, notScannedCount }),
    });
    if (saved.begins) await recordLateFinding(tx, modPackId, problemsOfScan(saved.scan), run);
    return saved.scan;
  });
  tellLog(log, { ...scan, findings });
  if (result.kind !== 'away') tell(findings.length === 0 ? 'clean' : 'found');
  return problemsOfScan(scan);
}

/** The report of a scan for which the scanner was away, which says so. */
function withReason({ reason, findings, notScanned, notScannedCount }: ScanReport & { reason: string }) {
  return {
    findings,
    notScanned: [{ entry: '', reason: `The scanner was away: ${reason}` }, ...notScanned],
    notScannedCount: notScannedCount + 1,
  };
}

function tellLog(log: Logger, { modPackId, findings, notScanned, notScannedCount, quarantined }: Scan): void {
  if (findings.length > 0)
    log.warn({ modPackId, findings, quarantined }, 'a scan has found malware in a modpack');
  if (notScannedCount > 0)
    log.warn({ modPackId, notScanned, notScannedCount }, 'some files of a modpack were not scanned whole');
}
