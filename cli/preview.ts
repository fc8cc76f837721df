import type { PreviewSum } from '../src/archive/build/preview.ts';
import type { ModDecision } from '../src/archive/report.ts';
import { web } from '../texts/en/web.ts';
import { authorsArgsLeftOut } from '../texts/notes.ts';
import { decisionTable, modCounts, runLine, warningLines } from './decisions.ts';
import { type Screen, shown, sized } from './screen.ts';

const leftOutReasons: Readonly<Record<string, string>> = web.leftOutReason;

/** A preview, wherever it was worked out. */
export interface Preview extends Omit<PreviewSum, 'leftOut' | 'warnings'> {
  decisions: (Omit<ModDecision, 'reason' | 'certainty'> & { reason: string; certainty: string })[];
  leftOut: readonly { path: string; files: number; bytes: number; reason: string }[];
  warnings: readonly { code: string; error: string; entry: string | null }[];
  /** The Java that it is for, and the newest that starts it; null where that is not known. */
  javaVersion: number | null;
  newestJavaVersion: number | null;
  /** The arguments with which the author starts the pack. */
  startArgs: readonly string[];
  /** MiB of memory that a launcher gives the pack; null where it does not say. */
  recommendedMemory: number | null;
  /** Null where the service works it out of the pack. */
  run: { gameVersion: string; modloader: string; modloaderVersion: string } | null;
}

/** Shows the dropped mods with reasons, as a table or as JSON. */
export function showPreview(screen: Screen, preview: Preview, { all }: { all: boolean }): void {
  const { decisions, leftOut, warnings, run, ...counts } = preview;
  screen.data({
    ...counts,
    ...(run && {
      gameVersion: run.gameVersion,
      modloader: run.modloader,
      modloaderVersion: run.modloaderVersion,
    }),
    decisions: all ? decisions : decisions.filter(({ kept }) => !kept),
    leftOut,
    warnings,
  });
  screen.print(
    ...decisionTable(decisions, { all }),
    '',
    `${run === null ? '' : `${runLine(run)}: `}${modCounts(counts.keptCount, counts.droppedCount)}; ` +
      `${files(counts.fileCount)} with ${sized(counts.fileBytes)} in the server pack.`,
  );
  if (counts.leftOutCount > 0)
    screen.print(
      '',
      `Left out beside mods: ${files(counts.leftOutCount)} with ${sized(counts.leftOutBytes)}.`,
      ...leftOut.map(
        (one) =>
          `  ${shown(one.path, 100)}  ${leftOutReasons[one.reason] ?? one.reason}, ${files(one.files)}, ${sized(one.bytes)}`,
      ),
    );
  const told = warningLines(warnings.filter(({ code }) => code !== authorsArgsLeftOut));
  screen.print(...javaLines(counts), ...startLines(counts), ...(told.length > 0 ? ['', ...told] : []));
}

function startLines({ startArgs }: Pick<Preview, 'startArgs'>): string[] {
  return startArgs.length === 0
    ? []
    : ['', `The author starts it with: ${shown(startArgs.join(' '), 2_000)} (--start-args takes them).`];
}

function javaLines({
  javaVersion,
  newestJavaVersion,
}: Pick<Preview, 'javaVersion' | 'newestJavaVersion'>): string[] {
  if (javaVersion === null) return [];
  const newer = newestJavaVersion === null ? '' : `; Java ${newestJavaVersion + 1} and newer fail`;
  return ['', `Needs Java ${javaVersion}${newer}.`];
}

function files(count: number): string {
  return count === 1 ? '1 file' : `${count} files`;
}
