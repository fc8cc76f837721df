import { randomUUID } from 'node:crypto';
import type { Gateway } from '../client/gateway/gateway.ts';
import { GatewayAway, GatewayRefusal } from '../client/gateway/gateway-errors.ts';
import type { Words } from '../texts/bot.ts';
import { escaped } from '../texts/text.ts';
import { inWords } from './field-names.ts';
import { Refusal } from './refusal.ts';
import type { Services } from './services.ts';

/**
 * Tells people about an error: its own words if it was made for them, else a number that leads to the log. Other
 * details of an unexpected error stay in the log.
 */
export function inPlainWords(
  error: unknown,
  { gateway, log, stopping }: Pick<Services, 'gateway' | 'log' | 'stopping'>,
  words: Words,
): string {
  if (error instanceof Refusal) return error.say(words);
  if (stopping.aborted) return words.failed.restarting;
  if (error instanceof GatewayRefusal) return refusalText(error, { gateway, log }, words);
  if (error instanceof GatewayAway) {
    log.warn({ err: error }, 'The gateway is away');
    return words.failed.away;
  }
  const id = randomUUID();
  log.error({ err: error, id }, 'A command failed');
  return words.failed.unexpected(id);
}

/** Refusals about the bot's token and its limits, not about the person's request. */
const ofOperators = ['UNAVAILABLE', 'TOO_MANY_REQUESTS', 'QUERY_TOO_COMPLEX', 'BAD_REQUEST', ''];

/** The gateway's sentences about tokens and limits mean nothing to people on Discord. */
function refusalText(
  error: GatewayRefusal,
  { gateway, log }: { gateway: Pick<Gateway, 'token'> } & Pick<Services, 'log'>,
  words: Words,
): string {
  const { failed } = words;
  const { code, message } = error;
  if (code === 'UNAUTHENTICATED')
    return gateway.token === 'refused' ? failed.tokenRefused : failed.tokenNeeded;
  if (code === 'FORBIDDEN') return `${failed.forbidden} ${escaped(message, 400)}`;
  return problemText(error, { log }, words);
}

/** Tells people about a refusal of their request, or of the whole service. */
export function problemText(error: GatewayRefusal, { log }: Pick<Services, 'log'>, words: Words): string {
  const { failed, problem } = words;
  const { code, message } = error;
  const isOfOperators = ofOperators.includes(code);
  if (isOfOperators || code === 'STORAGE_FULL')
    log.warn({ err: error }, 'The gateway refuses a request of the bot');
  return isOfOperators ? failed.busy : escaped(inWords(problem(code, message), words), 900);
}
