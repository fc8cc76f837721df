import { isExpected, runTokenProgram } from '../src/access/token-program.ts';
import { ConfigError } from '../src/config.ts';
import type { CommandContext } from './context.ts';
import { CommandFailed, exitCodes } from './exit-codes.ts';

/** `admin token ...`: as `npm run token`, on the machine of the service. */
export async function token({ screen, environment }: CommandContext, args: readonly string[]): Promise<void> {
  try {
    const lines = await runTokenProgram(args, environment, screen.note);
    screen.data({ lines });
    screen.print(...lines);
  } catch (error) {
    if (!isExpected(error)) throw error;
    const exitCode = error instanceof ConfigError ? exitCodes.usage : exitCodes.refusedRequest;
    throw new CommandFailed(exitCode, error.message);
  }
}
