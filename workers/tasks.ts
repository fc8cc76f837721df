import type { CompareTask, ComparisonSum } from '../src/archive/build/compare-packs.ts';
import type { GeneratedAside, GenerateOrder } from '../src/archive/build/generate.ts';
import type { TreeTask } from '../src/archive/build/packwiz-tree.ts';
import type { PreviewSum, PreviewTask } from '../src/archive/build/preview.ts';
import type { PackVersions } from '../src/archive/manifests/differences.ts';
import type { AccountTask } from '../src/archive/pack/account-files.ts';
import { type CheckVerdict, checkArchive, sendInPieces } from '../src/archive/pack/check.ts';
import type { InnerFile, InnerTask } from '../src/archive/pack/inner-archive.ts';
import type { InspectResult } from '../src/archive/pack/inspect.ts';
import type { FetchedTask } from '../src/archive/pack/inspect-fetched.ts';
import type { SurveyTask } from '../src/archive/pack/survey.ts';
import type { ModFile } from '../src/archive/report.ts';
import type { LogFinding } from '../src/logs/log-finding.ts';
import type { CardTask } from '../src/pictures/card.ts';
import { scanPack } from '../src/scan/scan-pack.ts';
import type { ScanResult, ScanTask } from '../src/scan/scan-task.ts';
import type { Caller } from './caller.ts';
import { giveMods, requestOutside } from './check-requests.ts';
import type { LogTask } from './log.ts';
import type { ThreadFunction, Threads } from './threads.ts';
import type { UpdateManifestTask } from './update-manifest.ts';

/** The context of a task: its caller, and the threads of its process. */
export interface Surroundings {
  caller: Caller;
  signal: AbortSignal;
  /** Threads for work that may take minutes. */
  threads: Threads;
  /** A thread for quick work, which does not wait behind the long work. */
  quick: Threads;
  /** Size of the pool `threads`. */
  threadCount: number;
}

/** Cutting a check finer than there are threads evens out slow slices. */
const slicesPerThread = 6;

const cardThread = new URL('./card.ts', import.meta.url).href;
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

/** Checks an archive on all threads; reports an `ArchiveProgress` now and then, and sends each piece of the mods. */
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
      onProgress: caller.report,
      outside: requestOutside(caller),
    }),
  );
  return sendInPieces(checked, (piece) => giveMods(caller, piece));
}

/** Starts the threads and loads their modules, so that the first pack does not wait for that. */
export async function prepare(_task: object, { signal, threads, threadCount }: Surroundings): Promise<void> {
  const one = () => threads.run({ filename: prepareThread, name: 'prepare' }, {}, { signal });
  await Promise.all(Array.from({ length: threadCount }, one));
}

/** Builds one server pack in one thread, which requests the mods; reports an `ArchiveProgress` at each percent. */
export function generate(task: GenerateOrder, surroundings: Surroundings): Promise<GeneratedAside> {
  const { threads } = surroundings;
  return inThread(threads, { filename: generateThread, name: 'generate' }, task, surroundings);
}

/** Scans a checked archive, and the files fetched for it, on all threads. */
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

/** Reads jars that a request adds to a pack, in one thread. */
export async function inspectJars(task: FetchedTask, surroundings: Surroundings): Promise<ModFile[]> {
  const thread = { filename: checkThread, name: 'inspectFetched' };
  const { mods } = await inThread<InspectResult>(surroundings.threads, thread, task, {
    ...surroundings,
    caller: { ...surroundings.caller, report: () => {} },
  });
  return mods.map(({ code: _code, noJar: _noJar, ...mod }) => mod);
}

/** Computes a preview in the thread for quick tasks, which requests the mods and sends the decisions. */
export function preview(task: PreviewTask, surroundings: Surroundings): Promise<PreviewSum> {
  return inThread(surroundings.quick, { filename: previewThread, name: 'preview' }, task, surroundings);
}

/** Compares two server packs in the thread for quick tasks, which requests the mods of both and sends the lists. */
export function compare(task: CompareTask, surroundings: Surroundings): Promise<ComparisonSum> {
  return inThread(surroundings.quick, { filename: compareThread, name: 'compare' }, task, surroundings);
}

/** Writes the update manifest of a server pack. */
export function listUpdate(task: UpdateManifestTask, surroundings: Surroundings): Promise<void> {
  return inThread(surroundings.threads, { filename: updateThread, name: 'listUpdate' }, task, surroundings);
}

/** Writes the single archive inside an archive to a file. */
export function unpackInner(task: InnerTask, surroundings: Surroundings): Promise<InnerFile | null> {
  return inThread(surroundings.threads, { filename: innerThread, name: 'unpack' }, task, surroundings);
}

/** Hashes the files of a server pack for packwiz, in one thread, which sends them in pieces. */
export function packwizTree(task: TreeTask, surroundings: Surroundings): Promise<boolean> {
  const { threads } = surroundings;
  return inThread(threads, { filename: packwizTreeThread, name: 'packwizTree' }, task, surroundings);
}

/** Reads the versions that an archive names, in the thread for quick tasks. */
export function readVersions(task: SurveyTask, surroundings: Surroundings): Promise<PackVersions | null> {
  return inThread(surroundings.quick, { filename: manifestThread, name: 'readVersions' }, task, surroundings);
}

/** Checks whether an archive holds account files, in the thread for quick tasks. */
export function findAccounts(task: AccountTask, surroundings: Surroundings): Promise<boolean> {
  return inThread(surroundings.quick, { filename: manifestThread, name: 'findAccounts' }, task, surroundings);
}

/** Draws the picture of a server pack, in the thread for quick tasks. */
export function drawCard(task: CardTask, surroundings: Surroundings): Promise<Uint8Array> {
  return inThread(surroundings.quick, { filename: cardThread, name: 'drawCard' }, task, surroundings);
}

/** Reads the log of a server, in the thread for quick tasks. */
export function readLog(task: LogTask, surroundings: Surroundings): Promise<LogFinding[]> {
  return inThread(surroundings.quick, { filename: logThread, name: 'readLog' }, task, surroundings);
}

/** Runs a task in one thread, and passes on the thread's progress and requests. */
export function inThread<Result>(
  threads: Threads,
  thread: ThreadFunction,
  task: object,
  { caller, signal }: Surroundings,
): Promise<Result> {
  return threads.run(thread, task, { onProgress: caller.report, onRequest: caller.request, signal });
}

/** Once a part of `work` has failed, the other parts are cancelled, since their results are lost. */
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
