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
import { lockModPackRow } from '../packs/row-locks.ts';
import { findScans, problemsOfScan, type Scan, saveScan } from '../packs/scans.ts';
import { recordLateFinding } from './late-findings.ts';
import type { RunConfigurationRow } from './run-configurations.ts';
import { runProblem } from './run-problems.ts';

/** The operator's settings for malware scans of packs. */
export interface ScanSettings {
  means: ScanMeans;
  limits: ScanLimits;
  /** Whether runs wait while the scanner is unavailable, or pass unscanned. */
  whenAway: 'hold' | 'pass';
}

/** The worker threads' interface for scans. */
export interface ScanWork {
  scan(task: ScanTask, hooks: { signal: AbortSignal; alone: boolean }): Promise<ScanResult>;
}

/** The outcome of a scan, for metrics. */
export type ScanOutcome = 'clean' | 'found' | 'away';

/** The scanner, its settings and its metrics. */
export interface Scanning {
  settings: ScanSettings;
  work: ScanWork;
  /** Receives the outcome of each scan, and its duration in seconds. */
  scanned: (scan: { outcome: ScanOutcome; seconds: number }) => void;
}

/** The scanner cannot be reached, and the settings say that runs wait for it. */
export class ScannerAway extends Error {
  override readonly name = 'ScannerAway';
}

interface Needs {
  database: Pick<Database, 'db'>;
  /** Null: packs are not scanned. */
  scanning: Scanning | null;
  log: Logger;
}

/** A modpack that has passed its check, with its archive on this machine. */
export interface CheckedPack {
  modPackId: number;
  archivePath: string;
  archive: WholeArchive;
  /** The encoding of file names; null: detected as in a check. */
  names: NameReading | null;
  fetched: FetchedForScan[];
  /** The scan that was read before; null without one. */
  known: Scan | null;
}

interface Hooks {
  signal: AbortSignal;
  alone: boolean;
  /** Writes rows while the attempt still holds its run. */
  prepare<Result>(write: (tx: Queries) => Promise<Result>): Promise<Result>;
  /** The run that reports the findings when it ends; null for a background scan. */
  run: Pick<RunConfigurationRow, 'lineId'> | null;
}

/**
 * Scans a modpack unless the same scanner version has scanned it before, and stores the result; returns the findings
 * for which the modpack is in quarantine. Fails with `ScannerAway` where runs wait for the scanner.
 */
export async function scanOnce(
  { database, scanning, log }: Needs,
  { modPackId, known, ...pack }: CheckedPack,
  { signal, alone, prepare, run }: Hooks,
): Promise<Problem[]> {
  // An operator may have released the modpack since.
  const before = known?.quarantined ? (await findScans(database, [modPackId]))[0] : known;
  if (scanning === null) return problemsOfScan(before);
  const { settings, work, scanned } = scanning;
  const startedAt = performance.now();
  const report = (outcome: ScanOutcome) =>
    scanned({ outcome, seconds: (performance.now() - startedAt) / 1_000 });
  const { means, limits, whenAway } = settings;
  const task = { ...pack, means, whenAway, limits, known: before?.version ?? null };
  const result = await work.scan(task, { signal, alone });
  if (result.kind === 'unchanged') return problemsOfScan(before);
  const { findings, notScanned, notScannedCount } = result;
  if (result.kind === 'away') report('away');
  if (result.kind === 'away' && findings.length === 0) {
    if (whenAway === 'hold') throw new ScannerAway(result.reason);
    log.warn(
      { modPackId, reason: result.reason },
      'a modpack passes without a scan, since the scanner is away',
    );
    // The findings of an earlier scan still hold.
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
  if (result.kind !== 'away') report(findings.length === 0 ? 'clean' : 'found');
  return problemsOfScan(scan);
}

/** The report of a scan that could not reach the scanner, with that reason. */
function withReason({ reason, findings, notScanned, notScannedCount }: ScanReport & { reason: string }) {
  return {
    findings,
    notScanned: [{ entry: '', reason: `The scanner was away: ${reason}` }, ...notScanned],
    notScannedCount: notScannedCount + 1,
  };
}

/** Scans jars that a run adds to its modpack; their malware ends the run, but does not make the modpack suspect. */
export async function scanAdded(
  { scanning, log }: Pick<Needs, 'scanning' | 'log'>,
  pack: Pick<CheckedPack, 'archivePath' | 'archive' | 'fetched'>,
  { signal, alone }: Pick<Hooks, 'signal' | 'alone'>,
): Promise<Problem[]> {
  if (scanning === null || pack.fetched.length === 0) return [];
  const { settings, work } = scanning;
  const task = { ...pack, ...settings, names: null, onlyFetched: true, known: null };
  const result = await work.scan(task, { signal, alone });
  if (result.kind === 'unchanged') return [];
  const { findings } = result;
  if (result.kind === 'away' && findings.length === 0) {
    if (settings.whenAway === 'hold') throw new ScannerAway(result.reason);
    log.warn({ reason: result.reason }, 'added mods pass without a scan, since the scanner is away');
  }
  return findings.map(({ entry, signature }) =>
    runProblem('ADDED_MOD_REFUSED', `"${entry}", which the request adds, holds malware: ${signature}.`),
  );
}

function tellLog(log: Logger, { modPackId, findings, notScanned, notScannedCount, quarantined }: Scan): void {
  if (findings.length > 0)
    log.warn({ modPackId, findings, quarantined }, 'a scan has found malware in a modpack');
  if (notScannedCount > 0)
    log.warn({ modPackId, notScanned, notScannedCount }, 'some files of a modpack were not scanned whole');
}
