import pino, { type Logger } from 'pino';
import type { Config } from './config.ts';
import { readableLine } from './logging/readable-line.ts';
import { withoutIds } from './logging/without-ids.ts';

/** Lines are gathered up to this many bytes and milliseconds, since a write costs as much as making a line. */
const together = { bytes: 32_768, milliseconds: 100 };

/** Serialises errors without parameters of queries and names of files, which may identify an upload. */
export const serializers = {
  err: (error: unknown) =>
    cut(pino.stdSerializers.err(error instanceof Error ? error : new Error(String(error)))),
};

/** Removes ids of uploads from all texts of a value, as deep as errors and their causes go. */
function cut(value: unknown, depth = 4): unknown {
  if (typeof value === 'string') return withoutIds(value);
  if (typeof value !== 'object' || value === null || depth === 0) return value;
  if (Array.isArray(value)) return value.map((one) => cut(one, depth - 1));
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cut(one, depth - 1)]));
}

/** A line of this level or above is written at once, with the gathered lines. */
const urgent = pino.levels.values.warn ?? 40;
/** Most bytes of unwritten lines, behind a slow reader or a full disk; further lines are dropped. */
const mostWaiting = 16 * 1024 * 1024;
/** Milliseconds that the end of the process waits for the last lines. */
const patience = 1_000;

/** Destinations whose last write failed, since the reader has gone or the disk is full. */
const failing = new Set<ReturnType<typeof pino.destination>>();
// This listener runs before the library's own, which would retry the last lines for ever.
process.on('exit', () => {
  for (const destination of failing) destination.destroy();
});

/** Structured logs on standard output: one JSON object a line; on a terminal, readable lines. */
export interface OpenLog {
  log: Logger;
  /** Whether standard output is a terminal. */
  isTerminal: boolean;
  /** Shows a text to the person at the terminal, after the lines so far; elsewhere it does nothing. */
  say(text: string): void;
  /** Writes the gathered lines, or gives up on them. Called before the process is ended by force. */
  close(): Promise<void>;
}

/**
 * Opens the log of a process. The buffer is written when the process ends; a killed process loses up to a tenth of a
 * second of lines below a warning. When nobody reads standard output any more, or its disk is full, the process goes on
 * without the lines.
 */
export function openLog({ logLevel }: Pick<Config, 'logLevel'>): OpenLog {
  const destination = pino.destination({
    fd: 1,
    sync: false,
    minLength: together.bytes,
    maxWrite: 2 * together.bytes,
    maxLength: mostWaiting,
  });
  const isTerminal = process.stdout.isTTY === true;
  let isClosed = false;
  // The library's own timer would fire ten times a second without any lines, and outlive the service.
  let isWaiting = false;
  let hasMore = false;
  const writeNow = () => {
    if (!isClosed) destination.flush();
  };
  const writeSoon = () => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      writeNow();
    }, together.milliseconds).unref();
  };
  destination.on('error', () => failing.add(destination));
  // During a write, the library ignores flushes, so lines that arrived meanwhile are flushed afterwards.
  destination.on('drain', () => {
    failing.delete(destination);
    if (hasMore) writeSoon();
    hasMore = false;
  });
  const log = pino(
    {
      level: logLevel,
      redact: ['req.headers.authorization', 'headers.authorization'],
      serializers,
      hooks: {
        logMethod(given, write, level) {
          write.apply(this, given);
          // Written synchronously, a line without a reader would be retried for ever.
          if (level >= urgent) writeNow();
          hasMore = true;
          writeSoon();
        },
      },
    },
    {
      write(line) {
        if (!isClosed) destination.write(isTerminal ? readableLine(line) : line);
      },
    },
  );
  return {
    log,
    isTerminal,
    say(text) {
      if (!isTerminal || isClosed) return;
      destination.write(`${text}\n`);
      hasMore = true;
      writeSoon();
    },
    async close() {
      if (isClosed) return;
      const patient = Promise.withResolvers<void>();
      const timer = setTimeout(patient.resolve, patience);
      const writeAll = async () => {
        // The first call waits for the current write, the second writes the lines that arrived meanwhile.
        await written(destination);
        isClosed = true;
        await written(destination);
      };
      await Promise.race([writeAll(), patient.promise]);
      clearTimeout(timer);
      isClosed = true;
      // Otherwise the library would retry the remaining lines synchronously and for ever as the process ends.
      destination.destroy();
    },
  };
}

/** Resolves when the gathered lines are written, or cannot be. */
function written(destination: ReturnType<typeof pino.destination>): Promise<void> {
  return new Promise((resolve) => destination.flush(() => resolve()));
}

/** The log alone, for a process that is not ended by force. */
export function createLog(config: Pick<Config, 'logLevel'>): Logger {
  return openLog(config).log;
}
