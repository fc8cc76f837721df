import type { ArchiveLimits } from '../limits.ts';
import type { NumberedFile } from '../manifests/read-named-files.ts';
import type { WarningCode } from '../problem-codes.ts';
import { createProblemList, joinProblems } from '../problem-list.ts';
import type { ArchiveProgress, ArchiveReport, ArchiveSummary, Problem, SideClaim } from '../report.ts';
import { accountsSentence } from '../selection/exclusion-warnings.ts';
import { inPieces } from '../zip/pieces.ts';
import { type InspectResult, type InspectTask, inspectEntries, type SliceProgress } from './inspect.ts';
import { type FetchedJar, type FetchedTask, inspectFetched } from './inspect-fetched.ts';
import { withUsers } from './jar-users.ts';
import { judgeNoJars } from './no-jar.ts';
import type { FetchedFile, OfferedFile, SurveyedFile } from './offered-files.ts';
import {
  type ArchiveSurvey,
  type SurveyedEntry,
  type SurveyResult,
  type SurveyTask,
  surveyArchive,
} from './survey.ts';
import { type CatalogueWord, heedWords, type UnclearJar, unclearJars } from './unclear-jars.ts';

/** The outcome of a check: a report, or the problems for which the archive is refused. */
export interface CheckResult {
  problems: Problem[];
  report: ArchiveReport | null;
}

/** The outcome of a check whose mods, possibly many, were passed on in pieces. */
export interface CheckVerdict {
  problems: Problem[];
  summary: ArchiveSummary | null;
  warnings: Problem[];
  modCount: number;
}

/** Options of a check, all with defaults. */
export interface CheckOptions {
  onProgress?: (progress: ArchiveProgress) => void;
  /** Runs the survey, for example in a thread. */
  survey?: (task: SurveyTask) => Promise<SurveyResult>;
  /** Inspects one slice, for example in a thread; all slices start at once. */
  inspect?: (task: InspectTask, onProgress: (progress: SliceProgress) => void) => Promise<InspectResult>;
  /** Reads some of the fetched jars, for example in a thread. */
  inspectFetched?: (
    task: FetchedTask,
    onProgress: (progress: SliceProgress) => void,
  ) => Promise<InspectResult>;
  /** Number of slices into which the entries, and the fetched jars, are cut. */
  slices?: number;
  /** Access to files and services outside the archive; by default none. */
  outside?: OutsideFiles;
}

/** The answers in the order of the queries, or the problems of queries without an answer. */
export interface Gathered<File> {
  problems: Problem[];
  files: File[];
}

/** A check's access to the outside: files that a pack only names, and a catalogue's knowledge of jars. */
export interface OutsideFiles {
  /** Locates the files that a CurseForge export lists by number. */
  locate(numbered: readonly NumberedFile[]): Promise<Gathered<OfferedFile>>;
  /** Downloads files; all problems are reported together. */
  fetch(wanted: readonly OfferedFile[]): Promise<Gathered<FetchedFile>>;
  /** Starts a catalogue query about jars while the check goes on. */
  lookUp(jars: readonly UnclearJar[]): Promise<void>;
  /**
   * The catalogue's answers on all jars that were looked up, without unknown jars. An unreachable catalogue is no
   * problem.
   */
  lookedUp(): Promise<Gathered<CatalogueWord>>;
}

/** Checks an archive from end record to inventory; throws only when the file cannot be read. */
export async function checkArchive(task: SurveyTask, options: CheckOptions = {}): Promise<CheckResult> {
  const { onProgress = () => {}, inspect = inspectEntries } = options;
  const { limits, catalogue = false } = task;
  const hashes = catalogue || (task.hashes ?? false);
  const asking = catalogue ? queryInBackground(options) : null;
  const { problems, survey } = await surveyWhole(task, options);
  if (survey === null) return { problems, report: null };
  const slices = sliceEntries(survey, options.slices ?? 1);
  const totals = { bytesTotal: totalOf(survey.entries), entriesTotal: survey.entries.length };
  const advance = combineProgress(totals, slices.length, onProgress);
  const results = await Promise.all(
    slices.map(async (entries, index) => {
      const slice = { path: task.path, entries, limits, hashes };
      const result = await inspect(slice, (progress) => advance(index, progress));
      asking?.about(result);
      return result;
    }),
  );
  const isSound = results.every((result) => result.problems.length === 0);
  // A refused archive costs no downloads.
  const ofNamed = isSound ? await checkNamed(survey, { limits, hashes }, options) : [];
  for (const result of ofNamed) asking?.about(result);
  const checked = concludeCheck(survey, [...results, ...ofNamed], limits);
  if (checked.report === null) return checked;
  const { mods, unasked } = heedWords(checked.report.mods, (await asking?.answers()) ?? []);
  return { ...checked, report: { ...checked.report, mods, ...(unasked > 0 && { unasked }) } };
}

/** Queries a catalogue about the jars of each part of a pack as soon as the part is inspected. */
function queryInBackground({ outside }: CheckOptions) {
  const { lookUp, lookedUp } = needed(outside);
  const handedOver: Promise<void>[] = [];
  return {
    about({ problems, mods }: InspectResult): void {
      const jars = problems.length === 0 ? unclearJars(mods) : [];
      if (jars.length === 0) return;
      const handing = lookUp(jars);
      // The later await reports a failure.
      handing.catch(() => undefined);
      handedOver.push(handing);
    },
    async answers(): Promise<CatalogueWord[]> {
      if (handedOver.length === 0) return [];
      await Promise.all(handedOver);
      return (await lookedUp()).files;
    },
  };
}

/** Surveys an archive, and surveys it again when a platform first has to locate files of the pack. */
async function surveyWhole(task: SurveyTask, options: CheckOptions): Promise<SurveyResult> {
  const { survey: runSurvey = surveyArchive, outside } = options;
  const first = await runSurvey(task);
  if (first.survey === null || first.survey.numbered.length === 0) return first;
  const { problems, files } = await needed(outside).locate(first.survey.numbered);
  if (problems.length > 0) return { problems, survey: null };
  return runSurvey({ ...task, located: files });
}

/** Downloads the files that the pack names, and reads the jars among them. */
async function checkNamed(
  { named, manifest }: ArchiveSurvey,
  { limits, hashes }: Required<Pick<SurveyTask, 'limits' | 'hashes'>>,
  { outside, inspectFetched: inspect = inspectFetched, slices = 1, onProgress = () => {} }: CheckOptions,
): Promise<InspectResult[]> {
  if (named.length === 0) return [];
  const allowed = named.filter(({ refusal }) => refusal === null);
  const { problems, files } = await needed(outside).fetch(allowed.map(({ mod: _mod, ...file }) => file));
  const sorted = problemsInOrder(named, problems);
  if (sorted.length > 0) return [{ problems: sorted, mods: [] }];
  const jars = allowed.flatMap((file, index) => jarOf(file, files[index], manifest?.file ?? ''));
  const parts = sliceBySize(jars, slices, ({ size }) => size);
  const totals = { bytesTotal: jars.reduce((sum, { size }) => sum + size, 0), entriesTotal: jars.length };
  const advance = combineProgress(totals, parts.length, onProgress);
  return Promise.all(
    parts.map((part, index) =>
      inspect({ jars: part, limits, hashes }, (progress) => advance(index, progress)),
    ),
  );
}

/** Problems of files in the files' order, followed by those of the whole archive. */
function problemsInOrder(named: readonly SurveyedFile[], problems: readonly Problem[]): Problem[] {
  const byPath = Map.groupBy(problems, ({ entry }) => entry);
  const ofFiles = named.flatMap(({ refusal, path }) =>
    refusal === null ? (byPath.get(path) ?? []) : [refusal],
  );
  return [...ofFiles, ...(byPath.get(null) ?? [])];
}

function needed(outside: OutsideFiles | undefined): OutsideFiles {
  if (outside === undefined) throw new Error('The check has to ask outside, but nobody answers.');
  return outside;
}

function jarOf(
  { path, mod, server, evidence, claims: ofPlatform = [] }: SurveyedFile,
  file: FetchedFile | undefined,
  index: string,
): FetchedJar[] {
  if (file === undefined) throw new Error(`"${path}" is neither there nor a problem.`);
  if (mod === null) return [];
  const reason = evidence ?? `${index} says that servers do not support it.`;
  const ofIndex: SideClaim[] = server === 'unsupported' ? [{ reason: 'PACK_INDEX', evidence: reason }] : [];
  return [{ source: file.source, size: file.size, mod, claims: [...ofIndex, ...ofPlatform] }];
}

/** Passes on the mods of a report piece by piece, each after the previous piece was accepted. */
export async function sendInPieces(
  { problems, report }: CheckResult,
  take: (piece: string) => Promise<unknown>,
): Promise<CheckVerdict> {
  if (report === null) return { problems, summary: null, warnings: [], modCount: 0 };
  const { mods, warnings, ...summary } = report;
  for (const piece of inPieces(mods)) await take(piece);
  return { problems, summary, warnings, modCount: mods.length };
}

/** Cuts the entries into at most `count` runs of neighbours with about equal sums of compressed bytes. */
export function sliceEntries({ entries }: Pick<ArchiveSurvey, 'entries'>, count: number): SurveyedEntry[][] {
  return sliceBySize(entries, count, ({ compressedSize }) => compressedSize);
}

/** Cuts a list into at most `count` runs of neighbours with about equal sums of sizes. */
export function sliceBySize<One>(all: readonly One[], count: number, sizeOf: (one: One) => number): One[][] {
  const total = all.reduce((sum, one) => sum + sizeOf(one), 0);
  const slices: One[][] = [];
  let done = 0;
  for (const one of all) {
    const share = total === 0 ? 0 : Math.floor((done * count) / total);
    const index = Math.min(share, count - 1);
    const slice = slices[index] ?? [];
    slices[index] = slice;
    slice.push(one);
    done += sizeOf(one);
  }
  return slices.filter((slice) => slice.length > 0);
}

/** Combines the survey with the slices' results, with the mods in the order of their names. */
export function concludeCheck(
  survey: ArchiveSurvey,
  results: readonly InspectResult[],
  limits: Pick<ArchiveLimits, 'problems' | 'problemBytes' | 'warnings'>,
): CheckResult {
  const found = results.flatMap((result) => result.mods);
  found.sort((one, other) => (one.file < other.file ? -1 : 1));
  const most = { warnings: limits.warnings, bytes: limits.problemBytes };
  const noJars = judgeNoJars(found, most);
  const inspected = joinProblems(
    results.map((result) => result.problems),
    limits.problems,
    limits.problemBytes,
  );
  const accountArchives = results.flatMap((result) => result.accountArchives ?? []);
  // Some jars of a refused archive were not read.
  const problems = inspected.length > 0 ? inspected : noJars.problems;
  if (problems.length > 0) return { problems, report: null };
  return {
    problems,
    report: {
      baseFolder: survey.baseFolder,
      names: survey.names,
      holdsAccounts: survey.holdsAccounts || accountArchives.length > 0,
      ...(accountArchives.length > 0 && {
        accountArchives: accountArchives.map(({ headerOffset }) => headerOffset),
      }),
      manifest: survey.manifest,
      ...(survey.startArgs.length > 0 && { startArgs: survey.startArgs }),
      ...(survey.recommendedMemory !== null && { recommendedMemory: survey.recommendedMemory }),
      icon: survey.icon,
      mods: withUsers(found).map(({ noJar: _noJar, ...mod }) => mod),
      warnings: joinProblems(
        [
          survey.warnings,
          archiveWarnings(
            accountArchives.filter(({ searched }) => searched === 'BESIDE').map(({ name }) => name),
          ),
          noJars.warnings,
        ],
        most.warnings,
        most.bytes,
      ),
      entries: survey.entries.length,
      uncompressedSize: survey.entries.reduce((sum, entry) => sum + entry.size, 0),
    },
  };
}

/**
 * Warns of archives beside the pack that hold account files. Archives within the pack are excluded from each server
 * pack, with a warning there.
 */
function archiveWarnings(names: readonly string[]): Problem[] {
  const warnings = createProblemList<WarningCode>(1);
  if (names.length > 0) warnings.add('ACCOUNT_FILES_FOUND', accountsSentence(names), names[0]);
  return warnings.found;
}

function combineProgress(
  totals: Pick<ArchiveProgress, 'bytesTotal' | 'entriesTotal'>,
  count: number,
  onProgress: (progress: ArchiveProgress) => void,
): (slice: number, progress: SliceProgress) => void {
  const slices = Array.from({ length: count }, () => ({ bytesDone: 0, entriesDone: 0 }));
  return (slice, progress) => {
    slices[slice] = progress;
    const bytesDone = slices.reduce((sum, one) => sum + one.bytesDone, 0);
    const entriesDone = slices.reduce((sum, one) => sum + one.entriesDone, 0);
    onProgress({ bytesDone, entriesDone, ...totals });
  };
}

function totalOf(entries: readonly SurveyedEntry[]): number {
  return entries.reduce((sum, entry) => sum + entry.compressedSize, 0);
}
