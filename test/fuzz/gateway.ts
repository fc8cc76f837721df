import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { makeDataDir } from '../support/embedded-files.ts';
import { startWatched, type Watched } from '../support/watchdog.ts';

export { seed } from '../support/seeded.ts';

/** How long each fuzz takes: short without a word, as long as one likes by hand. */
export const seconds = Number(process.env.FUZZ_SECONDS ?? 2);

const MiB = 1024 * 1024;

/** What docs/limits.md states of the gateway above idle. */
export const mostOfGateway = 512 * MiB;

/** What it may still hold when all connections have gone: documents that are kept parsed, lists, what V8 has compiled. */
export const mostKept = 32 * MiB;

/**
 * Milliseconds that a fuzz may take beside its own time, for what it began before that was over: a dozen hostile packs are
 * minutes of processor time, of which a busy machine gives a tenth.
 */
export const longestMs = 1_200_000;

/** Milliseconds after which a request that is not over is said to hang: far beyond what any takes, and before its test is given up. */
export const hangsAfterMs = 240_000;

/**
 * What no answer may say: the parser's words, the library's about our resolvers (GraphQL's own descriptions speak of abstract types
 * too), and anything of ours.
 */
export const foreignWords =
  /"code":"INTERNAL_ERROR"|Unexpected token|Abstract type \\?"|Expected Iterable|Cannot return null|Syntax Error|Validation aborted|call stack|node_modules|\/src\//;

/** A gateway under fuzz, with finished runs in its embedded database and real threads. */
export interface FuzzedGateway extends AsyncDisposable {
  watched: Watched;
  url: string;
  /** The first line of the log that tells of a fault of ours. */
  fault(): string | undefined;
  /** Bytes that the processes in which archives are read held when they held most; Linux only, 0 elsewhere. */
  mostMemoryOfWork(): Promise<number>;
}

/** Starts one on a folder of its own. */
export async function startFuzzed(environment: Record<string, string> = {}): Promise<FuzzedGateway> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'fuzz-'));
  await makeDataDir(dataDir);
  const watched = startWatched('test/support/gateway-process.ts', {
    DATA_DIR: dataDir,
    PORT: '0',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
    MODLOADER_VERSIONS: 'off',
    // Nobody outside is asked.
    FETCH: 'off',
    CATALOGUE: 'off',
    // On a machine that is busy with others a query takes its time, which is no fault, and so does a preview.
    'config.maxQueryMs': String(hangsAfterMs),
    'config.quickTaskTimeoutMs': String(hangsAfterMs),
    ...environment,
  });
  const [, url = ''] = await watched.line(/^listening (.+)$/);
  return {
    watched,
    url,
    fault: () => watched.lines.find((line) => line.includes('"level":50')),
    async mostMemoryOfWork() {
      const peaks = await Promise.all((await childrenOf(watched.process.pid)).map(peakOf));
      return Math.max(0, ...peaks);
    },
    async [Symbol.asyncDispose]() {
      await watched[Symbol.asyncDispose]();
      // The process in which archives are read ends a moment after the gateway.
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

async function childrenOf(pid: number | undefined): Promise<string[]> {
  const tasks = `/proc/${pid}/task`;
  const threads = await readdir(tasks).catch(() => []);
  const children = await Promise.all(
    threads.map((thread) => readFile(`${tasks}/${thread}/children`, 'utf8').catch(() => '')),
  );
  return children.flatMap((text) => text.split(' ').filter((child) => child !== ''));
}

async function peakOf(pid: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(status.match(/^VmHWM:\s+(\d+) kB/m)?.[1] ?? 0) * 1024;
}
