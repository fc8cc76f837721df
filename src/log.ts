import pino, { type Logger } from 'pino';
import type { Config } from './config.ts';

/** Structured logs on standard output, one JSON object a line. */
export function createLog({ logLevel }: Pick<Config, 'logLevel'>): Logger {
  return pino({
    level: logLevel,
    redact: ['req.headers.authorization', 'headers.authorization'],
  });
}
