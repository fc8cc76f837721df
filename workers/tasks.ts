import type { AccountTask } from '../src/archive/account-files.ts';
import { type CheckVerdict, checkArchive, tellInPieces } from '../src/archive/check.ts';
import type { CompareTask, ComparisonSum } from '../src/archive/compare-packs.ts';
import type { GeneratedAside, GenerateOrder } from '../src/archive/generate.ts';
import type { InnerFile, InnerTask } from '../src/archive/inner-archive.ts';
import type { PackVersions } from '../src/archive/manifests/differences.ts';
import type { TreeTask } from '../src/archive/packwiz-tree.ts';
import type { PreviewSum, PreviewTask } from '../src/archive/preview.ts';
import type { SurveyTask } from '../src/archive/survey.ts';
import type { LogFinding } from '../src/logs/log-finding.ts';
import { scanPack } from '../src/scan/scan-pack.ts';
import type { ScanResult, ScanTask } from '../src/scan/scan-task.ts';
import type { Caller } from './caller.ts';
import { askOutside, giveMods } from './check-questions.ts';
import type { LogTask } from './log.ts';
import type { ThreadFunction, Threads } from './threads.ts';
import type { UpdateManifestTask } from './update-manifest.ts';

/** The context of a task: its caller, and the threads of its process. */
export interface Surroundings {
  caller: Caller;
  signal: AbortSignal;
  /** For work that may take minutes. */
  threads: Threads;
  /** For work of moments, which does not wait behind the former. */
  quick: Threads;
  /** Size of the first of these pools. */
  threadCount: number;
}

/** Cutting a check finer than there are threads evens out slices that turn out slow. */
const slicesPerThread = 6;

const checkThread = new URL('./check.ts', import.meta.url).href;
const compareThread = new URL('./compare.ts', import.meta.url).href;
const generateThread = new URL('./generate.ts', import.meta.url).href;
const logThread = new URL('./log.ts', import.meta.url).href;
const innerThread = new URL('./inner-archive.ts', import.meta.url).href;
const manifestThread = new URL('./manifest.ts', import.meta.url).href;
const packwizTreeThread = new URL('./packwiz-tree.ts', import.meta.url).href;
const updateThread = new URL('./update-manifest.ts', import.meta.url).href;
const prepareThread = new URL('./prepare.ts', import.meta.url).href;
const scanThread = new URL('./scan.ts', import.meta.url).href;
const previewThread = new URL('./preview.ts', import.meta.url).href;

/** Checks an archive on all threads; tells an `ArchiveProgress` now and then, and hands each piece of the mods on. */
export async function check(task: SurveyTask, surroundings: Surroundings): Promise<CheckVerdict> {
  const { caller, signal: given, threads, threadCount } = surroundings;
  const checked = await asOne(given, (signal) =>
    checkArchive(task, {
      slices: threadCount * slicesPerThread,
      survey: (survey) => threads.run({ filename: checkThread, name: 'survey' }, survey, { signal }),
      inspect: (slice, onProgress) =>
        threads.run({ filename: checkThread, name: 'inspect' }, slice, { onProgress, signal }),
      inspectFetched: (jars, onProgress) =>
        threads.run({ filename: checkThread, name: 'inspectFetched' }, jars, { onProgress, signal }),
      onProgress: caller.tell,
      outside: askOutside(caller),
    }),
  );
  return tellInPieces(checked, (piece) => giveMods(caller, piece));
}

/** Starts the threads and has them read their modules, so that the first pack does not wait for that. */
export async function prepare(_task: object, { signal, threads, threadCount }: Surroundings): Promise<void> {
  const one = () => threads.run({ filename: prepareThread, name: 'prepare' }, {}, { signal });
  await Promise.all(Array.from({ length: threadCount }, one));
}

/** Builds one server pack in one thread, which asks for the mods; tells an `ArchiveProgress` at each percent. */
export function generate(task: GenerateOrder, surroundings: Surroundings): Promise<GeneratedAside> {
  const { threads } = surroundings;
  return inThread(threads, { filename: generateThread, name: 'generate' }, task, surroundings);
}

/** Scans a checked archive, and the files that were fetched for it, on all threads. */
export function scan(
  task: ScanTask,
  { signal: given, threads, threadCount }: Surroundings,
): Promise<ScanResult> {
  return asOne(given, (signal) =>
    scanPack(task, {
      slices: threadCount * slicesPerThread,
      nameMeans: (means) => threads.run({ filename: scanThread, name: 'nameMeans' }, means, { signal }),
      listForScan: (archive) =>
        threads.run({ filename: scanThread, name: 'listForScan' }, archive, { signal }),
      scanSlice: (slice) => threads.run({ filename: scanThread, name: 'scanSlice' }, slice, { signal }),
    }),
  );
}

/** Works a preview out in the thread for quick tasks, which asks for the mods and hands the decisions over. */
export function preview(task: PreviewTask, surroundings: Surroundings): Promise<PreviewSum> {
  return inThread(surroundings.quick, { filename: previewThread, name: 'preview' }, task, surroundings);
}

/** Compares two server packs in the thread for quick tasks, which asks for the mods of both and hands the lists over. */
export function compare(task: CompareTask, surroundings: Surroundings): Promise<ComparisonSum> {
  return inThread(surroundings.quick, { filename: compareThread, name: 'compare' }, task, surroundings);
}

/** Tells the files of a server pack to servers that update themselves. */
export function tellUpdate(task: UpdateManifestTask, surroundings: Surroundings): Promise<void> {
  return inThread(surroundings.threads, { filename: updateThread, name: 'tellUpdate' }, task, surroundings);
}

/** Writes the archive that is all there is in another one to a file. */
export function unpackInner(task: InnerTask, surroundings: Surroundings): Promise<InnerFile | null> {
  return inThread(surroundings.threads, { filename: innerThread, name: 'unpack' }, task, surroundings);
}

/** Hashes the files of a server pack for packwiz, in one thread, which hands them over in pieces. */
export function packwizTree(task: TreeTask, surroundings: Surroundings): Promise<boolean> {
  const { threads } = surroundings;
  return inThread(threads, { filename: packwizTreeThread, name: 'packwizTree' }, task, surroundings);
}

/** Reads what an archive says of its versions, in the thread for quick tasks. */
export function readVersions(task: SurveyTask, surroundings: Surroundings): Promise<PackVersions | null> {
  return inThread(surroundings.quick, { filename: manifestThread, name: 'readVersions' }, task, surroundings);
}

/** Tells whether an archive holds account files, in the thread for quick tasks. */
export function findAccounts(task: AccountTask, surroundings: Surroundings): Promise<boolean> {
  return inThread(surroundings.quick, { filename: manifestThread, name: 'findAccounts' }, task, surroundings);
}

/** Reads the log of a server, in the thread for quick tasks. */
export function readLog(task: LogTask, surroundings: Surroundings): Promise<LogFinding[]> {
  return inThread(surroundings.quick, { filename: logThread, name: 'readLog' }, task, surroundings);
}

/** Hands a task to one thread as it is, with all that the thread tells and asks. */
export function inThread<Result>(
  threads: Threads,
  thread: ThreadFunction,
  task: object,
  { caller, signal }: Surroundings,
): Promise<Result> {
  return threads.run(thread, task, { onProgress: caller.tell, onQuestion: caller.ask, signal });
}

/** Once one part of `work` has failed, the others are cancelled, since their results are lost. */
async function asOne<Result>(
  given: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const failed = new AbortController();
  try {
    return await work(AbortSignal.any([given, failed.signal]));
  } catch (error) {
    failed.abort(error);
    throw error;
  }
}
