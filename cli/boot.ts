import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type BootPhase, type BootResult, bootOutcomes, showsStart } from '../src/boot/boot-result.ts';
import { readConfig } from '../src/config.ts';
import { bootServerPack } from '../workers/boot/boot-process.ts';
import { sandboxProblem } from '../workers/boot/machine.ts';
import { NoServerPack } from '../workers/boot/no-server-pack.ts';
import { removeFolder } from '../workers/boot/removal.ts';
import type { CommandContext } from './context.ts';
import { CommandFailed, exitCodes } from './exit-codes.ts';
import { showFindings, withoutJars } from './findings.ts';
import { shown, sized } from './screen.ts';

const phases: Readonly<Record<BootPhase, string>> = {
  UNPACKING: 'Unpacking…',
  INSTALLING: 'Installing the server, with the network…',
  STARTING: 'Starting it, without a network…',
  REPAIRING: 'It did not start. Leaving out the jars that its log blames…',
  STOPPING: 'It is ready. Stopping it…',
};

/** Lines of the server's last words that are shown. */
const lastLines = 15;

/** Options of `boot`. */
export interface BootOptions {
  acceptEula?: boolean;
  log?: string;
  repair?: boolean;
}

/** `boot FILE`: tries whether the server of a server pack starts, in a sandbox of this machine. */
export async function boot(
  { screen, environment, signal }: CommandContext,
  file: string,
  { acceptEula = false, log, repair = false }: BootOptions,
): Promise<void> {
  const { boot: settings } = readConfig(environment);
  if (!acceptEula && !settings.enabled)
    throw new CommandFailed(
      exitCodes.usage,
      'Running a server needs your agreement to the Minecraft EULA, https://aka.ms/MinecraftEULA: --accept-eula, or BOOT=on.',
    );
  const folder = await mkdtemp(path.join(os.tmpdir(), 'server-pack-boot-'));
  try {
    const problem = await sandboxProblem(path.join(folder, 'probe'), settings.limits);
    if (problem !== null) throw new CommandFailed(exitCodes.usage, shown(problem));
    const order = {
      archive: path.resolve(file),
      folder,
      limits: settings.limits,
      mirror: settings.mirror,
      keepLog: log === undefined ? null : path.resolve(log),
      repair,
    };
    const onPhase = (phase: BootPhase) => screen.note(phases[phase]);
    const result = await bootServerPack(order, { signal, onPhase });
    screen.data(result);
    showResult(screen, result);
  } catch (error) {
    if (error instanceof NoServerPack)
      throw new CommandFailed(exitCodes.refusedPack, shown(error.message), { cause: error });
    throw error;
  } finally {
    if (!(await removeFolder(folder))) screen.note(`This folder could not be removed: ${folder}`);
  }
}

function showResult(screen: CommandContext['screen'], result: BootResult): void {
  const { outcome, seconds, peakMemory, java, worldBytes, log, findings, repairs } = result;
  const isStarted = showsStart(outcome);
  const facts = [
    ...(java === null ? [] : [`Java ${shown(java)}`]),
    ...(seconds === null ? [] : [`${seconds} s`]),
    ...(peakMemory === null ? [] : [`${sized(peakMemory)} of memory at most`]),
    ...(worldBytes === null ? [] : [`a world of ${sized(worldBytes)}`]),
  ];
  screen.print(bootOutcomes[outcome], ...(facts.length === 0 ? [] : [`  ${facts.join(', ')}`]));
  if (findings.length > 0) {
    screen.print('');
    showFindings(screen, findings);
  }
  showRepairs(screen, repairs);
  if (isStarted) return;
  if (outcome === 'STARTED_REPAIRED') {
    const without = withoutJars(repairs.flatMap(({ dropped }) => dropped));
    const message = `The server pack starts only without them: build it again with ${without}`;
    throw new CommandFailed(exitCodes.notStarted, shown(message));
  }
  const last = log.trimEnd().split('\n').slice(-lastLines);
  if (log !== '') screen.print('', 'Its last lines:', ...last.map((line) => `  ${shown(line.trimEnd())}`));
  throw new CommandFailed(exitCodes.notStarted, 'The server did not start.');
}

function showRepairs({ print }: CommandContext['screen'], repairs: BootResult['repairs']): void {
  if (repairs.length === 0) return;
  const lines = repairs.map(
    ({ dropped, finding }) => `  ${shown(`${dropped.join(', ')}: ${finding.message}`)}`,
  );
  print('', 'Left out to try again:', ...lines);
}
