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
import { bytesBelow, freeBytes } from './folder-bytes.ts';
import { programPath } from './machine.ts';

/** Which limit ended a run. */
export type Excess = 'TOO_SLOW' | 'TOO_MUCH_MEMORY' | 'TOO_MUCH_DISK' | 'TOO_MANY_PROCESSES';

export interface SandboxedRun {
  /** Its exit status; null when it was killed. */
  status: number | null;
  /** The limit for which it was killed; null when it ended by itself or was killed for another reason. */
  excess: Excess | null;
  peakMemory: number;
}

export interface RunOptions {
  limits: BootLimits;
  /** All that it may write lies in here. */
  folder: string;
  /** Its output is added to this file, as far as that goes. */
  logPath: string;
  /** Milliseconds since the process began at which the boot is over. */
  deadline: number;
  signal: AbortSignal;
  /** Told of what it prints. */
  heard?(text: string, console: { say(line: string): void; kill(): void }): void;
}

/** Milliseconds between two looks at the processes, and at the folder. */
const lookEvery = 200;
const measureEvery = 2_000;

/** Runs a command of a sandbox until it has ended with all of its processes. Fails with the signal's reason once it has. */
export async function runSandboxed(
  [program = '', ...args]: readonly string[],
  { limits, folder, logPath, deadline, signal, heard }: RunOptions,
): Promise<SandboxedRun> {
  signal.throwIfAborted();
  const child = spawn(program, args, { env: programPath, stdio: ['pipe', 'pipe', 'pipe'] });
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
  const looking = look(child, {
    every: lookEvery,
    signal: ending.signal,
    async work(id) {
      if (isKilled) return endSandboxes(folder);
      const taken = await takenBy(id);
      peakMemory = Math.max(peakMemory, taken.memory);
      if (taken.memory > limits.memoryBytes) exceed('TOO_MUCH_MEMORY');
      if (taken.tasks > mostTasks) exceed('TOO_MANY_PROCESSES');
      if (taken.cpuSeconds > limits.cpuSeconds || performance.now() > deadline) exceed('TOO_SLOW');
    },
  });
  const measuring = look(child, {
    every: measureEvery,
    signal: ending.signal,
    async work() {
      if ((await bytesBelow(folder, limits.diskBytes)) > limits.diskBytes) exceed('TOO_MUCH_DISK');
      // Files without a name and folders that nobody may read are in no folder's sum.
      if ((await freeBytes(folder)) < limits.spareBytes) exceed('TOO_MUCH_DISK');
    },
  });
  // It may end before it has read what it is told.
  child.stdin.on('error', () => {});
  const console = { say: (line: string) => void child.stdin.write(`${line}\n`), kill };
  const printed = keepPrinted(child, logPath, (text) => heard?.(text, console));
  try {
    const [status] = await once(child, 'close');
    await printed;
    signal.throwIfAborted();
    // Processes that ended between two looks.
    if (excess === null && (await bytesBelow(folder, limits.diskBytes)) > limits.diskBytes)
      excess = 'TOO_MUCH_DISK';
    return { status: typeof status === 'number' ? status : null, excess, peakMemory };
  } finally {
    ending.abort();
    signal.removeEventListener('abort', kill);
    await Promise.all([looking, measuring]);
  }
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/** Works again and again while the process runs, each time a while after the last time has ended. */
async function look(
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

async function takenBy(root: number): Promise<Taken> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  // A process may end while its files are read.
  const stats = await Promise.all(
    ids.map((id) => readFile(path.join('/proc', id, 'stat'), 'utf8').catch(() => '')),
  );
  return takenByTree(root, stats);
}

async function keepPrinted(child: Child, logPath: string, hear: (text: string) => void): Promise<void> {
  const log = createWriteStream(logPath, { flags: 'a', mode: 0o600 });
  let room = mostPrinted;
  const take = async (stream: Readable) => {
    for await (const text of stream.setEncoding('utf8')) {
      hear(text);
      const piece = Buffer.from(text).subarray(0, room);
      room -= piece.length;
      if (piece.length > 0 && !log.write(piece)) await once(log, 'drain');
    }
  };
  await Promise.all([take(child.stdout), take(child.stderr)]);
  log.end();
  await finished(log);
}
