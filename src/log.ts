import pino, { type Logger } from 'pino';
import type { Config } from './config.ts';
import { readableLine } from './readable-line.ts';
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

/** From this level on, a line is handed to the system at once, with those that wait. */
const urgent = pino.levels.values.warn ?? 40;
/** Bytes of lines that wait for a reader who is slow, or for room on a disk; further lines are dropped. */
const mostWaiting = 16 * 1024 * 1024;
/** Milliseconds that the end of the process waits for the last lines. */
const patience = 1_000;

/** Destinations whose last write failed, for a reader that has gone or a full disk. */
const failing = new Set<ReturnType<typeof pino.destination>>();
// Comes before the library's own listener, which would try to write what is left without end.
process.on('exit', () => {
  for (const destination of failing) destination.destroy();
});

/** Structured logs on standard output: one JSON object a line, and on a terminal lines for people. */
export interface OpenLog {
  log: Logger;
  /** Whether a person reads it. */
  isTerminal: boolean;
  /** Says something to the person at the terminal, after the lines before; elsewhere nothing. */
  say(text: string): void;
  /** Writes the lines that wait, or gives up on them. Called before the process is ended by force. */
  close(): Promise<void>;
}

/**
 * Opens the log of a process. The buffer is written when the process ends; a killed process loses up to a tenth of a second of lines below
 * a warning. When nobody reads standard output any more, or its disk is full, the process goes on without the lines.
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
  // The library's own timer would run ten times a second without any lines, and outlive the service.
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
  // In the middle of a write it is deaf, and what came meanwhile would wait for the next line.
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
          // Written by this thread, a line without a reader would be tried again without end.
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
        // The first waits for the write under way, the second writes the lines that came meanwhile.
        await written(destination);
        isClosed = true;
        await written(destination);
      };
      await Promise.race([writeAll(), patient.promise]);
      clearTimeout(timer);
      isClosed = true;
      // Otherwise the library would write what is left as the process ends, in this thread and without end.
      destination.destroy();
    },
  };
}

/** Resolves when the waiting lines are written, or cannot be. */
function written(destination: ReturnType<typeof pino.destination>): Promise<void> {
  return new Promise((resolve) => destination.flush(() => resolve()));
}

/** The log alone, for a process that nobody ends by force. */
export function createLog(config: Pick<Config, 'logLevel'>): Logger {
  return openLog(config).log;
}
