import { createReadStream, createWriteStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
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
import { dropJars } from './drop-jars.ts';
import { explain } from './explain.ts';
import { measureFolder } from './folder-bytes.ts';
import { moveInstalled, prepareInstallation } from './installation.ts';
import { handOver, inspectMachine, makeBootFolders } from './machine.ts';
import { type RunOptions, runSandboxed } from './sandboxed-run.ts';
import { TooLargeToUnpack, unpackServerPack } from './unpack.ts';

/** A server pack to test; plain data. */
export interface BootOrder {
  archive: string;
  /** An empty folder for the boot's files. */
  folder: string;
  limits: BootLimits;
  /** Address that replaces scheme and host of the start script's downloads; null: none. */
  mirror: string | null;
  /** A file for everything that the server prints; null: none. */
  keepLog: string | null;
  /** Whether to try again without jars that the log blames. */
  repair: boolean;
}

/** Bytes of the log's end that the result includes. */
const logTailBytes = 64 * 1024;
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
 * Tests a server pack: unpacks it, runs its start script to install the server, starts the server without a network and
 * stops it once it is ready. With `repair`, a failed server is started again without the jars that its log blames, up
 * to `mostRepairs` times. Fails with NoServerPack, with the signal's reason, and for faults of ours.
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
  await prepareInstallation(folders.server, folders.install);
  await handOver(folders, limits);
  const needs = { folders, machine: await inspectMachine(), limits };
  const environment = stepEnvironment(limits, { mirror, javas: {} });
  const logs = [path.join(folder, 'console.log')];
  const common = { needs, environment, run: { limits, folder, signal }, onPhase };
  const repairs: BootRepair[] = [];

  const end = async (outcome: BootOutcome, found: Figures, findings: LogFinding[]): Promise<BootResult> => {
    if (keepLog !== null) await joinLogs(logs, keepLog);
    const worldBytes = await worldOf(folders.server, limits);
    return { outcome, ...found, worldBytes, log: await endOfLog(lastOf(logs)), findings, repairs };
  };
  const explainLog = () =>
    explain(
      { log: { path: lastOf(logs) }, serverPackPath: archive },
      { seconds: limits.explainSeconds, signal },
    );

  onPhase('INSTALLING');
  const install = { command: ['sh', 'start.sh', '--install-only'], installs: true, environment };
  const step = { ...common.run, logPath: lastOf(logs), deadline };
  const installed = await runSandboxed(sandboxCommand(install, needs), step);
  if (installed.excess !== null || installed.status !== 0) {
    const none = { seconds: null, peakMemory: null, java: null };
    return end(installed.excess ?? 'NOT_INSTALLED', none, await explainLog());
  }

  await moveInstalled(folders.install, folders.server);

  for (let tries = 0; ; tries++) {
    // Each further attempt has the time of a whole boot.
    const until = tries === 0 ? deadline : performance.now() + limits.wallSeconds * 1_000;
    const { outcome, figures } = await startServer({ ...common, logPath: lastOf(logs), deadline: until });
    if (showsStart(outcome)) return end(tries === 0 ? outcome : 'STARTED_REPAIRED', figures, []);
    const findings = await explainLog();
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
  const boot = { command: ['sh', 'start.sh'], installs: false, environment };
  const ran = await runSandboxed(sandboxCommand(boot, needs), {
    ...run,
    logPath,
    deadline,
    onOutput(text, { say, kill }) {
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

/** Removes jars that the log blames, for the first cause of which any jar exists. */
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
  for (const [index, log] of logs.entries())
    await pipeline(createReadStream(log), createWriteStream(target, { flags: index === 0 ? 'w' : 'a' }));
}

function outcomeOf(
  { excess, status }: Awaited<ReturnType<typeof runSandboxed>>,
  isReady: boolean,
): BootOutcome {
  if (excess === 'TOO_MUCH_DISK') return excess;
  if (isReady) return status === 0 ? 'STARTED' : 'STARTED_NOT_STOPPED';
  return excess ?? 'FAILED';
}

/** Bytes of the folders with a level.dat, which worlds have; null when there is none. */
async function worldOf(folder: string, limits: BootLimits): Promise<number | null> {
  let bytes: number | null = null;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const isWorld = await stat(path.join(folder, entry.name, 'level.dat')).catch(() => null);
    if (isWorld) bytes = (bytes ?? 0) + (await measureFolder(path.join(folder, entry.name), limits)).bytes;
  }
  return bytes;
}

async function endOfLog(logPath: string): Promise<string> {
  await using file = await open(logPath);
  const { size } = await file.stat();
  const from = Math.max(0, size - logTailBytes);
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(logTailBytes), position: from });
  const lines = buffer.toString('utf8', 0, bytesRead).split('\n');
  // The first line may be cut, so that redaction could miss a secret in it.
  return (from > 0 ? lines.slice(1) : lines).map(redact).join('\n');
}
