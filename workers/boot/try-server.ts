import { createReadStream, createWriteStream } from 'node:fs';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { blamedJars, mostRepairs } from '../../src/boot/blamed-jars.ts';
import type { BootLimits } from '../../src/boot/boot-limits.ts';
import {
  type BootOutcome,
  type BootPhase,
  type BootRepair,
  type BootResult,
  showsStart,
} from '../../src/boot/boot-result.ts';
import { readConsole } from '../../src/boot/console.ts';
import { sandboxCommand, stepEnvironment } from '../../src/boot/sandbox.ts';
import type { LogFinding } from '../../src/logs/log-finding.ts';
import { redact } from '../../src/logs/redact.ts';
import { readLog } from '../log.ts';
import { dropJars } from './drop-jars.ts';
import { bytesBelow } from './folder-bytes.ts';
import { lookAtMachine, makeBootFolders } from './machine.ts';
import { NoServerPack } from './no-server-pack.ts';
import { type RunOptions, runSandboxed } from './sandboxed-run.ts';
import { TooLargeToUnpack, unpackServerPack } from './unpack.ts';

/** A server pack that is to be tried; plain data. */
export interface BootOrder {
  archive: string;
  /** An empty folder, which the boot may fill. */
  folder: string;
  limits: BootLimits;
  /** Address in place of scheme and host of what the start script downloads; null: none. */
  mirror: string | null;
  /** Where all that the server printed is kept; null: nowhere. */
  keepLog: string | null;
  /** Whether to try again without jars that the log blames. */
  repair: boolean;
}

/** Bytes of the log's end that are told. */
const toldLog = 64 * 1024;
const nothingRan = {
  seconds: null,
  peakMemory: null,
  java: null,
  worldBytes: null,
  log: '',
  findings: [],
  repairs: [],
};

/**
 * Tries a server pack: unpacks it, has its start script install the server, starts that without a network and stops it once it is ready.
 * With `repair`, a server that fails is started again without the jars that its log blames, as long as it blames any, `mostRepairs` times.
 * Fails with NoServerPack, with the signal's reason, and for faults of ours.
 */
export async function tryServer(
  { archive, folder, limits, mirror, keepLog, repair }: BootOrder,
  { signal, onPhase }: { signal: AbortSignal; onPhase(phase: BootPhase): void },
): Promise<BootResult> {
  const deadline = performance.now() + limits.wallSeconds * 1_000;
  const folders = await makeBootFolders(folder);
  onPhase('UNPACKING');
  try {
    await unpackServerPack(archive, folders.server, { mostBytes: limits.diskBytes, signal });
  } catch (error) {
    if (error instanceof TooLargeToUnpack) return { ...nothingRan, outcome: 'TOO_MUCH_DISK' };
    throw error;
  }
  await requireOurScript(folders.server);
  const needs = { folders, machine: await lookAtMachine(), limits };
  const environment = stepEnvironment(limits, { mirror, javas: {} });
  const logs = [path.join(folder, 'console.log')];
  const common = { needs, environment, run: { limits, folder, signal }, onPhase };
  const repairs: BootRepair[] = [];

  const end = async (outcome: BootOutcome, found: Figures, findings: LogFinding[]): Promise<BootResult> => {
    if (keepLog !== null) await joinLogs(logs, keepLog);
    const worldBytes = await worldOf(folders.server);
    return { outcome, ...found, worldBytes, log: await endOfLog(lastOf(logs)), findings, repairs };
  };
  const explain = () => readLog({ log: { path: lastOf(logs) }, serverPackPath: archive });

  onPhase('INSTALLING');
  const install = { command: ['sh', 'start.sh', '--install-only'], network: true, environment };
  const step = { ...common.run, logPath: lastOf(logs), deadline };
  const installed = await runSandboxed(sandboxCommand(install, needs), step);
  if (installed.excess !== null || installed.status !== 0) {
    const none = { seconds: null, peakMemory: null, java: null };
    return end(installed.excess ?? 'NOT_INSTALLED', none, await explain());
  }

  for (let tries = 0; ; tries++) {
    // Each further try has the time of a whole boot.
    const until = tries === 0 ? deadline : performance.now() + limits.wallSeconds * 1_000;
    const { outcome, figures } = await startServer({ ...common, logPath: lastOf(logs), deadline: until });
    if (showsStart(outcome)) return end(tries === 0 ? outcome : 'STARTED_REPAIRED', figures, []);
    const findings = await explain();
    const mayRepair = repair && outcome === 'FAILED' && tries < mostRepairs;
    const made = mayRepair ? await repairServer(folders.server, findings) : [];
    if (made.length === 0) return end(outcome, figures, findings);
    onPhase('REPAIRING');
    repairs.push(...made);
    logs.push(path.join(folder, `console-${tries + 1}.log`));
  }
}

type Figures = Pick<BootResult, 'seconds' | 'peakMemory' | 'java'>;

/** Starts an installed server, and stops it once it is ready. */
async function startServer({
  needs,
  environment,
  run,
  onPhase,
  logPath,
  deadline,
}: {
  needs: Parameters<typeof sandboxCommand>[1];
  environment: Record<string, string>;
  run: Pick<RunOptions, 'limits' | 'folder' | 'signal'>;
  onPhase(phase: BootPhase): void;
  logPath: string;
  deadline: number;
}): Promise<{ outcome: BootOutcome; figures: Figures }> {
  onPhase('STARTING');
  const console = readConsole();
  const began = performance.now();
  let readyAt: number | null = null;
  let impatience: NodeJS.Timeout | undefined;
  const boot = { command: ['sh', 'start.sh'], network: false, environment };
  const ran = await runSandboxed(sandboxCommand(boot, needs), {
    ...run,
    logPath,
    deadline,
    heard(text, { say, kill }) {
      console.push(text);
      if (!console.ready || readyAt !== null) return;
      readyAt = performance.now();
      onPhase('STOPPING');
      say('stop');
      impatience = setTimeout(kill, run.limits.stopSeconds * 1_000);
    },
  }).finally(() => clearTimeout(impatience));
  const seconds = Math.round(((readyAt ?? performance.now()) - began) / 100) / 10;
  return {
    outcome: outcomeOf(ran, readyAt !== null),
    figures: { seconds, peakMemory: ran.peakMemory, java: console.java },
  };
}

/** Removes the jars that a log blames for the first cause of which any is there. */
async function repairServer(server: string, findings: readonly LogFinding[]): Promise<BootRepair[]> {
  const made: BootRepair[] = [];
  for (const finding of findings) {
    if (made.length > 0 && made[0]?.finding.cause !== finding.cause) break;
    const dropped = await dropJars(server, blamedJars(finding));
    if (dropped.length > 0) made.push({ finding, dropped });
  }
  return made;
}

function lastOf(logs: readonly string[]): string {
  return logs.at(-1) ?? '';
}

async function joinLogs(logs: readonly string[], target: string): Promise<void> {
  for (const [place, log] of logs.entries())
    await pipeline(createReadStream(log), createWriteStream(target, { flags: place === 0 ? 'w' : 'a' }));
}

function outcomeOf(
  { excess, status }: Awaited<ReturnType<typeof runSandboxed>>,
  isReady: boolean,
): BootOutcome {
  if (isReady) return status === 0 ? 'STARTED' : 'STARTED_NOT_STOPPED';
  return excess ?? 'FAILED';
}

/** Only our own start scripts install and start in two steps. */
async function requireOurScript(folder: string): Promise<void> {
  const script = await readFile(path.join(folder, 'start.sh'), 'utf8').catch(() => '');
  if (!script.includes('--install-only'))
    throw new NoServerPack(
      'This is no server pack of ours, or one of an older version: its start.sh does not know --install-only. Build it again.',
    );
}

/** Bytes of the folders that hold a level.dat, as worlds do; null when there is none. */
async function worldOf(folder: string): Promise<number | null> {
  let bytes: number | null = null;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const isWorld = await stat(path.join(folder, entry.name, 'level.dat')).catch(() => null);
    if (isWorld) bytes = (bytes ?? 0) + (await bytesBelow(path.join(folder, entry.name)));
  }
  return bytes;
}

async function endOfLog(logPath: string): Promise<string> {
  await using file = await open(logPath);
  const { size } = await file.stat();
  const from = Math.max(0, size - toldLog);
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(toldLog), position: from });
  const lines = buffer.toString('utf8', 0, bytesRead).split('\n');
  // The first line may have lost its beginning, and with that what is to be taken out of it.
  return (from > 0 ? lines.slice(1) : lines).map(redact).join('\n');
}
