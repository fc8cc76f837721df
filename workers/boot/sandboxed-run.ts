import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { type BootLimits, mostPrinted, mostTasks } from '../../src/boot/boot-limits.ts';
import { type Taken, takenByTree } from '../../src/boot/process-tree.ts';
import { endSandboxes } from './end-sandboxes.ts';
import { isTooMuchDisk } from './folder-bytes.ts';
import { sandboxEnvironment } from './machine.ts';
import { openMemoryGroup } from './memory-group.ts';

/** The limit that ended a run. */
export type Excess = 'TOO_SLOW' | 'TOO_MUCH_MEMORY' | 'TOO_MUCH_DISK' | 'TOO_MANY_PROCESSES';

export interface SandboxedRun {
  /** The exit status; null when the process was killed. */
  status: number | null;
  /** The limit for which the process was killed; null when it ended by itself or was killed for another reason. */
  excess: Excess | null;
  peakMemory: number;
}

export interface RunOptions {
  limits: BootLimits;
  /** The only folder with files that the command may write. */
  folder: string;
  /** The output is appended to this file, up to the limit of output. */
  logPath: string;
  /** The time when the boot has to be over, in milliseconds since this process began. */
  deadline: number;
  signal: AbortSignal;
  /** Called with the output as it arrives. */
  onOutput?(text: string, console: { say(line: string): void; kill(): void }): void;
}

/** Milliseconds between two checks of the processes, and of the folder. */
const checkEvery = 200;
const measureEvery = 2_000;

/**
 * Runs a command in a sandbox until all of its processes have ended. Fails with the signal's reason, also only then.
 */
export async function runSandboxed(
  command: readonly string[],
  { limits, folder, logPath, deadline, signal, onOutput }: RunOptions,
): Promise<SandboxedRun> {
  signal.throwIfAborted();
  await using group = await openMemoryGroup(limits.memoryBytes);
  const [program = '', ...args] = [...(group?.enter ?? []), ...command];
  const child = spawn(program, args, { env: sandboxEnvironment(folder), stdio: ['pipe', 'pipe', 'pipe'] });
  let isKilled = false;
  const kill = () => {
    isKilled = true;
    child.kill('SIGKILL');
  };
  let excess: Excess | null = null;
  let peakMemory = 0;
  const exceed = (what: Excess) => {
    excess ??= what;
    kill();
  };
  signal.addEventListener('abort', kill, { once: true });
  const ending = new AbortController();
  const checking = repeat(child, {
    every: checkEvery,
    signal: ending.signal,
    async work(id) {
      if (isKilled) return endSandboxes(folder);
      const taken = await takenBy(id);
      peakMemory = Math.max(peakMemory, taken.memory);
      const isFull = (await freeMemory()) < limits.spareMemoryBytes || (await group?.wasFull());
      if (taken.memory > limits.memoryBytes || isFull) exceed('TOO_MUCH_MEMORY');
      if (taken.tasks > mostTasks) exceed('TOO_MANY_PROCESSES');
      if (taken.cpuSeconds > limits.cpuSeconds || performance.now() > deadline) exceed('TOO_SLOW');
    },
  });
  const measuring = repeat(child, {
    every: measureEvery,
    signal: ending.signal,
    async work() {
      if (await isTooMuchDisk(folder, limits)) exceed('TOO_MUCH_DISK');
    },
  });
  // The process may end before it has read its input.
  child.stdin.on('error', () => {});
  const console = { say: (line: string) => void child.stdin.write(`${line}\n`), kill };
  const printed = keepPrinted(child, logPath, (text) => onOutput?.(text, console));
  try {
    const [status] = await once(child, 'close');
    await printed;
    signal.throwIfAborted();
    // Processes may have ended between two checks.
    if (await isTooMuchDisk(folder, limits)) excess ??= 'TOO_MUCH_DISK';
    if (await group?.wasFull()) excess ??= 'TOO_MUCH_MEMORY';
    return { status: typeof status === 'number' ? status : null, excess, peakMemory };
  } finally {
    ending.abort();
    signal.removeEventListener('abort', kill);
    await Promise.all([checking, measuring]);
  }
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** Repeats `work` with pauses while the process runs. */
async function repeat(
  child: Child,
  { every, signal, work }: { every: number; signal: AbortSignal; work(id: number): Promise<void> },
): Promise<void> {
  while (!signal.aborted && child.pid !== undefined) {
    await work(child.pid);
    const waited = Promise.withResolvers<void>();
    const timer = setTimeout(waited.resolve, every);
    signal.addEventListener('abort', () => waited.resolve(), { once: true });
    await waited.promise;
    clearTimeout(timer);
  }
}

/** Bytes of memory that this machine can still provide, by its kernel's estimate (proc_meminfo(5)). */
async function freeMemory(): Promise<number> {
  const [, kibibytes] = /^MemAvailable:\s+(\d+) kB$/m.exec(await readFile('/proc/meminfo', 'utf8')) ?? [];
  return Number(kibibytes ?? Number.POSITIVE_INFINITY) * 1_024;
}

async function takenBy(root: number): Promise<Taken> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  // A process may end while its files are read.
  const stats = await Promise.all(
    ids.map((id) => readFile(path.join('/proc', id, 'stat'), 'utf8').catch(() => '')),
  );
  return takenByTree(root, stats);
}

async function keepPrinted(child: Child, logPath: string, onText: (text: string) => void): Promise<void> {
  const log = createWriteStream(logPath, { flags: 'a', mode: 0o600 });
  let room = mostPrinted;
  const take = async (stream: Readable) => {
    for await (const text of stream.setEncoding('utf8')) {
      onText(text);
      const piece = Buffer.from(text).subarray(0, room);
      room -= piece.length;
      if (piece.length > 0 && !log.write(piece)) await once(log, 'drain');
    }
  };
  await Promise.all([take(child.stdout), take(child.stderr)]);
  log.end();
  await finished(log);
}
