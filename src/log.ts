import pino, { type Logger } from 'pino';
import type { Config } from './config.ts';
import { type LogOutput, openLogOutput } from './log-output.ts';
import { withoutIds } from './without-ids.ts';

/** Serialises errors without the parameters of queries and names of files, which may identify an upload. */
export const serializers = {
  err: (error: unknown) =>
    cut(pino.stdSerializers.err(error instanceof Error ? error : new Error(String(error)))),
};

/** The same with all its texts cut, down to where errors and their causes hold some. */
function cut(value: unknown, depth = 4): unknown {
  if (typeof value === 'string') return withoutIds(value);
  if (typeof value !== 'object' || value === null || depth === 0) return value;
  if (Array.isArray(value)) return value.map((one) => cut(one, depth - 1));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cut(one, depth - 1)]));
}

/** From this level on, a line is written at once, with those that wait. */
const urgent = pino.levels.values.warn ?? 40;

let standardOutput: LogOutput | undefined;

/** One for all logs of the process, since its end waits for what is written. */
function openStandardOutput(): LogOutput {
  if (standardOutput) return standardOutput;
  const output = openLogOutput(1);
  process.on('exit', () => output.writeNow());
  standardOutput = output;
  return output;
}

/**
 * Structured logs on standard output, one JSON object a line. The buffer is written when the process ends; a killed
 * process loses up to a tenth of a second of lines below a warning.
 */
export function createLog({ logLevel }: Pick<Config, 'logLevel'>): Logger {
  const output = openStandardOutput();
  return pino(
    {
      level: logLevel,
      redact: ['req.headers.authorization', 'headers.authorization'],
      serializers,
      hooks: {
        logMethod(given, write, level) {
          write.apply(this, given);
          if (level >= urgent) output.writeNow();
        },
      },
    },
    output,
  );
}
