import { CommanderError } from 'commander';
import { GatewayAway, GatewayRefusal } from '../client/gateway/gateway-errors.ts';
import { ConfigError as GatewayConfigError, readGatewaySettings } from '../client/gateway/settings.ts';
import { ConfigError } from '../src/config.ts';
import { hasTimedOut, WorkProcessDied } from '../src/core/runs/archive-work.ts';
import { AppError } from '../src/errors.ts';
import { NoRoomError } from '../src/storage/storage.ts';
import type { CommandContext } from './context.ts';
import { CommandFailed, type ExitCode, exitCodes, ModPackRefused } from './exit-codes.ts';
import { inOptionNames } from './option-names.ts';
import { codeOf } from './output-file.ts';
import { createProgram } from './program.ts';
import { openScreen, type Screen, type Streams, shown } from './screen.ts';

/** The surroundings in which a command runs. */
export interface CommandSurroundings
  extends Streams,
    Pick<CommandContext, 'environment' | 'signal' | 'connect'> {}

/** Runs a command line and answers its exit code; whatever is wrong is said on standard error. */
export async function runCommand(
  args: readonly string[],
  { out, error, environment, signal, connect }: CommandSurroundings,
): Promise<ExitCode> {
  const complain = (...lines: string[]) => void error.write(`${lines.join('\n')}\n`);
  const screens: Screen[] = [];
  const program = createProgram({
    out: (text) => void out.write(text),
    error: (text) => void error.write(text),
    open(options) {
      const screen = openScreen(options, { out, error });
      screens.push(screen);
      return { screen, environment, signal, connect };
    },
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    return signal.aborted ? exitCodes.interrupted : exitCodes.done;
  } catch (failure) {
    // Commander has printed its message already.
    if (failure instanceof CommanderError) return failure.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    if (signal.aborted) return exitCodes.interrupted;
    const ending = endingOf(failure, environment);
    if (ending instanceof ModPackRefused) screens[0]?.data({ status: 'ERROR', errors: ending.problems });
    const details = ending.details.map((detail) => `  ${shown(detail)}`);
    complain(...[`server-pack: ${ending.message}`, ...details].map(inOptionNames));
    return ending.exitCode;
  }
}

/** The message and exit code of a failed command. */
export function endingOf(failure: unknown, environment: CommandContext['environment']): CommandFailed {
  const end = (exitCode: ExitCode, message: string) => new CommandFailed(exitCode, message);
  if (failure instanceof CommandFailed) return failure;
  if (failure instanceof ConfigError || failure instanceof GatewayConfigError)
    return end(exitCodes.usage, failure.message);
  if (failure instanceof AppError && failure.code === 'INVALID_INPUT')
    return end(exitCodes.usage, shown(failure.message));
  if (failure instanceof GatewayAway)
    return end(
      exitCodes.away,
      `${shown(failure.message)} (${readGatewaySettings(environment).gatewayUrl.href}). GATEWAY_URL says where it is.`,
    );
  if (failure instanceof GatewayRefusal) return end(exitCodes.refusedRequest, shown(failure.message));
  const work = failure instanceof AppError ? failure.cause : failure;
  if (hasTimedOut(work)) return new ModPackRefused([tookTooLong]);
  if (work instanceof WorkProcessDied) return new ModPackRefused([processDied]);
  if (failure instanceof NoRoomError) return end(exitCodes.file, shown(failure.message));
  const code = codeOf(failure);
  if (code !== null) return end(exitCodes.file, fileFault(code, failure));
  const stack = failure instanceof Error ? (failure.stack ?? failure.message) : String(failure);
  return new CommandFailed(exitCodes.failed, 'This is a fault of the command itself:', {
    details: stack.split('\n'),
  });
}

/** The problems with which the service would end the run. */
const tookTooLong = {
  code: 'TASK_TIMED_OUT',
  error:
    'A step of the work on this modpack took longer than it may. Check that the archive is as it should be; if it is, TASK_TIMEOUT_MS can be set higher.',
};
const processDied = {
  code: 'WORK_PROCESS_DIED',
  error:
    'The process that worked on this modpack died. Check that the archive is as it should be, and that there is memory for it.',
};

const faults: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not',
  EPERM: 'this user may not',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is no folder',
  ENOSPC: 'the disk is full',
  EROFS: 'the disk is read-only',
};

function fileFault(code: string, failure: unknown): string {
  const path = failure instanceof Error && 'path' in failure ? `"${shown(String(failure.path))}"` : 'A file';
  return `${path} cannot be read or written: ${faults[code] ?? code}.`;
}
