import { randomUUID } from 'node:crypto';
import { escaped } from './format/text.ts';
import { GatewayAway, GatewayRefusal } from './gateway-errors.ts';
import { Refusal } from './refusal.ts';
import type { Services } from './services.ts';

/**
 * What to tell people about an error: its own words if it was made for them, else a number that leads to the log.
 * Nothing else of an unexpected error is shown.
 */
export function inPlainWords(error: unknown, { log, stopping }: Pick<Services, 'log' | 'stopping'>): string {
  if (error instanceof Refusal) return error.message;
  if (stopping.aborted) return 'This bot is being restarted. Please try again in a minute.';
  if (error instanceof GatewayRefusal) return escaped(error.message, 900);
  if (error instanceof GatewayAway) {
    log.warn({ err: error }, 'The gateway is away');
    return 'The server pack service cannot be reached right now. Please try again in a few minutes.';
  }
  const id = randomUUID();
  log.error({ err: error, id }, 'A command failed');
  return `Something went wrong here. Whoever runs this bot finds it in its log under \`${id}\`.`;
}
