import { type InspectResult, type InspectTask, inspectEntries, type SliceProgress } from './inspect.ts';
import { joinProblems } from './problem-list.ts';
import type { ArchiveProgress, ArchiveReport, Problem } from './report.ts';
import {
  type ArchiveSurvey,
  type SurveyedEntry,
  type SurveyResult,
  type SurveyTask,
  surveyArchive,
} from './survey.ts';

/** What the check says in the end: a report, or the problems for which the archive is refused. */
export interface CheckResult {
  problems: Problem[];
  report: ArchiveReport | null;
}

/** How a check is run; everything has a default. */
export interface CheckOptions {
  onProgress?: (progress: ArchiveProgress) => void;
  /** Runs the survey, for instance in a thread. */
  survey?: (task: SurveyTask) => Promise<SurveyResult>;
  /** Inspects one slice, for instance in a thread; slices are started all at once. */
  inspect?: (task: InspectTask, onProgress: (progress: SliceProgress) => void) => Promise<InspectResult>;
  /** Into how many slices the entries are cut. */
  slices?: number;
}

/** Checks an archive from end record to inventory; throws only when the file cannot be read. */
export async function checkArchive(task: SurveyTask, options: CheckOptions = {}): Promise<CheckResult> {
  const { onProgress = () => {}, survey: runSurvey = surveyArchive, inspect = inspectEntries } = options;
  const { problems, survey } = await runSurvey(task);
  if (survey === null) return { problems, report: null };
  const slices = sliceEntries(survey, options.slices ?? 1);
  const advance = combineProgress(survey, slices.length, onProgress);
  const results = await Promise.all(
    slices.map((entries, index) => inspect({ ...task, entries }, (progress) => advance(index, progress))),
  );
  return concludeCheck(survey, results, task.limits.problems);
}

/** Cuts the entries into at most `count` runs of neighbours with about the same number of compressed bytes. */
export function sliceEntries(survey: ArchiveSurvey, count: number): SurveyedEntry[][] {
  const total = totalOf(survey.entries);
  const slices: SurveyedEntry[][] = [];
  let done = 0;
  for (const entry of survey.entries) {
    const share = total === 0 ? 0 : Math.floor((done * count) / total);
    const index = Math.min(share, count - 1);
    const slice = slices[index] ?? [];
    slices[index] = slice;
    slice.push(entry);
    done += entry.compressedSize;
  }
  return slices.filter((slice) => slice.length > 0);
}

/** Puts the survey and what the slices hold together; mods come in the order of their names. */
export function concludeCheck(
  survey: ArchiveSurvey,
  results: readonly InspectResult[],
  mostProblems: number,
): CheckResult {
  const problems = joinProblems(
    results.map((result) => result.problems),
    mostProblems,
  );
  if (problems.length > 0) return { problems, report: null };
  const mods = results.flatMap((result) => result.mods);
  mods.sort((one, other) => (one.file < other.file ? -1 : 1));
  return {
    problems,
    report: {
      baseFolder: survey.baseFolder,
      manifest: survey.manifest,
      mods,
      warnings: survey.warnings,
      entries: survey.entries.length,
      uncompressedSize: survey.entries.reduce((sum, entry) => sum + entry.size, 0),
    },
  };
}

function combineProgress(
  survey: ArchiveSurvey,
  count: number,
  onProgress: (progress: ArchiveProgress) => void,
): (slice: number, progress: SliceProgress) => void {
  const bytesTotal = totalOf(survey.entries);
  const entriesTotal = survey.entries.length;
  const slices = Array.from({ length: count }, () => ({ bytesDone: 0, entriesDone: 0 }));
  return (slice, progress) => {
    slices[slice] = progress;
    const bytesDone = slices.reduce((sum, one) => sum + one.bytesDone, 0);
    const entriesDone = slices.reduce((sum, one) => sum + one.entriesDone, 0);
    onProgress({ bytesDone, bytesTotal, entriesDone, entriesTotal });
  };
}

function totalOf(entries: readonly SurveyedEntry[]): number {
  return entries.reduce((sum, entry) => sum + entry.compressedSize, 0);
}
