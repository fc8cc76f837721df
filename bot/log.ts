import { DiscordAPIError } from 'discord.js';
import { type Logger, pino } from 'pino';
import type { BotConfig } from './config.ts';

/** The bot's log: one JSON object a line on stdout. */
export type Log = Logger;

/** A log that never shows a token, wherever in a text it turns up. */
export function createLog(
  config: Pick<BotConfig, 'discordToken' | 'gatewayToken' | 'logLevel'>,
  write: (line: string) => void = (line) => process.stdout.write(line),
): Log {
  const secrets = [config.discordToken, config.gatewayToken].filter((secret) => secret !== null);
  return pino(
    { level: config.logLevel, serializers: { err: describeError } },
    { write: (line) => write(withoutSecrets(line, secrets)) },
  );
}

function withoutSecrets(line: string, secrets: readonly string[]): string {
  return secrets.reduce((text, secret) => text.replaceAll(secret, '[token]'), line);
}

/**
 * An error for the log, without what discord.js and fetch hang on it: the address of a request to Discord holds an
 * interaction's token, its body what a user wrote.
 */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  return {
    name,
    message,
    ...('code' in error ? { code: error.code } : {}),
    ...(error instanceof DiscordAPIError ? { status: error.status } : {}),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
    stack,
  };
}
