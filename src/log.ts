import pino, { type Logger } from 'pino';
import type { Config } from './config.ts';

/** Lines wait for each other up to so many bytes and milliseconds, since each write costs as much as making its line. */
const together = { minLength: 8_192, periodicFlush: 100 };

/** From this level on, a line is written at once, with those that wait. */
const urgent = pino.levels.values.warn ?? 40;

/**
 * Structured logs on standard output, one JSON object a line. What waits when the process ends is written then; a process
 * that is killed takes the last tenth of a second of what is no warning with it.
 */
export function createLog({ logLevel }: Pick<Config, 'logLevel'>): Logger {
  const destination = pino.destination({ fd: 1, sync: false, ...together });
  return pino(
    {
      level: logLevel,
      redact: ['req.headers.authorization', 'headers.authorization'],
      hooks: {
        logMethod(given, write, level) {
          write.apply(this, given);
          if (level >= urgent) destination.flushSync();
        },
      },
    },
    destination,
  );
}
