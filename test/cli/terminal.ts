import { Writable } from 'node:stream';
import type { CommandContext } from '../../cli/context.ts';
import { runCommand } from '../../cli/run-command.ts';

/** What became of a command line. */
export interface Ran {
  exitCode: number;
  out: string;
  error: string;
}

/** Runs a command line as the program does, in this process. */
export async function run(
  args: readonly string[],
  surroundings: Partial<Pick<CommandContext, 'environment' | 'signal' | 'connect'>> = {},
): Promise<Ran> {
  const { out, error, text, complaints } = terminal();
  const exitCode = await runCommand(args, {
    environment: {},
    signal: new AbortController().signal,
    ...surroundings,
    out,
    error,
  });
  return { exitCode, out: text(), error: complaints() };
}

/** Streams that keep what is written to them. */
export function terminal() {
  const written = (chunks: string[]) =>
    new Writable({
      write(chunk, _encoding, done) {
        chunks.push(String(chunk));
        done();
      },
    });
  const [results, complaints]: [string[], string[]] = [[], []];
  return {
    out: written(results),
    error: written(complaints),
    text: () => results.join(''),
    complaints: () => complaints.join(''),
  };
}
