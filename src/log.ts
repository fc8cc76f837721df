import pino, { type Logger } from 'pino';
import type { Config } from './config.ts';
import { withoutIds } from './without-ids.ts';

/** Lines wait for each other up to so many bytes and milliseconds, since each write costs as much as making its line. */
const together = { bytes: 32_768, milliseconds: 100 };

/** Serialises errors without the parameters of queries and names of files, which may identify an upload. */
export const serializers = {
  err: (error: unknown) =>
    cut(pino.stdSerializers.err(error instanceof Error ? error : new Error(String(error)))),
};

/** Takes ids of uploads out of all texts of a value, as deep as errors and their causes hold any. */
function cut(value: unknown, depth = 4): unknown {
  if (typeof value === 'string') return withoutIds(value);
  if (typeof value !== 'object' || value === null || depth === 0) return value;
  if (Array.isArray(value)) return value.map((one) => cut(one, depth - 1));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cut(one, depth - 1)]));
}

/** From this level on, a line is written at once, with those that wait. */
const urgent = pino.levels.values.warn ?? 40;

/**
 * Structured logs on standard output, one JSON object a line. The buffer is written when the process ends; a killed
 * process loses up to a tenth of a second of lines below a warning.
 */
export function createLog({ logLevel }: Pick<Config, 'logLevel'>): Logger {
  const destination = pino.destination({
    fd: 1,
    sync: false,
    minLength: together.bytes,
    maxWrite: 2 * together.bytes,
  });
  // The library's own timer would run ten times a second without any lines, and outlive the service.
  let isWaiting = false;
  let hasMore = false;
  const writeSoon = () => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      destination.flush();
    }, together.milliseconds).unref();
  };
  // In the middle of a write it is deaf, and what came meanwhile would wait for the next line.
  destination.on('drain', () => {
    if (hasMore) writeSoon();
    hasMore = false;
  });
  return pino(
    {
      level: logLevel,
      redact: ['req.headers.authorization', 'headers.authorization'],
      serializers,
      hooks: {
        logMethod(given, write, level) {
          write.apply(this, given);
          if (level >= urgent) destination.flushSync();
          hasMore = true;
          writeSoon();
        },
      },
    },
    destination,
  );
}
