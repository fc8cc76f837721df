import { randomUUID } from 'node:crypto';
import { escaped } from './format/text.ts';
import type { Gateway } from './gateway.ts';
import { GatewayAway, GatewayRefusal } from './gateway-errors.ts';
import { Refusal } from './refusal.ts';
import type { Services } from './services.ts';

/**
 * What to tell people about an error: its own words if it was made for them, else a number that leads to the log.
 * Nothing else of an unexpected error is shown.
 */
export function inPlainWords(
  error: unknown,
  { gateway, log, stopping }: Pick<Services, 'gateway' | 'log' | 'stopping'>,
): string {
  if (error instanceof Refusal) return error.message;
  if (stopping.aborted) return 'This bot is being restarted. Please try again in a minute.';
  if (error instanceof GatewayRefusal) return refusalText(error, gateway);
  if (error instanceof GatewayAway) {
    log.warn({ err: error }, 'The gateway is away');
    return 'The server pack service cannot be reached right now. Please try again in a few minutes.';
  }
  const id = randomUUID();
  log.error({ err: error, id }, 'A command failed');
  return `Something went wrong here. Whoever runs this bot finds it in its log under \`${id}\`.`;
}

/** The gateway's own words are for whoever sends it requests; of a token, people at Discord know nothing. */
function refusalText({ code, message }: GatewayRefusal, { token }: Pick<Gateway, 'token'>): string {
  const operator = 'Whoever runs this bot has to';
  if (code === 'UNAUTHENTICATED') {
    return token === 'refused'
      ? `The server pack service refuses this bot's token: it is wrong, revoked or expired. ${operator} put a new one into \`GATEWAY_TOKEN\`.`
      : `The server pack service does this only for bots with a token. ${operator} set \`GATEWAY_TOKEN\`.`;
  }
  if (code === 'FORBIDDEN')
    return `This bot's token does not allow this. ${operator} put another one into \`GATEWAY_TOKEN\`. ${escaped(message, 400)}`;
  return escaped(message, 900);
}
