import { randomUUID } from 'node:crypto';
import type { Gateway } from '../client/gateway/gateway.ts';
import { GatewayAway, GatewayRefusal } from '../client/gateway/gateway-errors.ts';
import { escaped } from '../texts/text.ts';
import { Refusal } from './refusal.ts';
import type { Services } from './services.ts';
import type { Words } from './words/index.ts';

/**
 * What to tell people about an error: its own words if it was made for them, else a number that leads to the log.
 * Nothing else of an unexpected error is shown.
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

/** Refusals that are about the whole bot and what its operators have set, not about what somebody asked for. */
const ofOperators = ['UNAVAILABLE', 'TOO_MANY_REQUESTS', 'QUERY_TOO_COMPLEX', 'BAD_REQUEST', ''];

/** The gateway's own words are for whoever sends it requests; of tokens and limits, people at Discord know nothing. */
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

/** What to tell people about a refusal that says what is wrong with what they asked for, or with the whole service. */
export function problemText(
  error: GatewayRefusal,
  { log }: Pick<Services, 'log'>,
  { failed, problem }: Words,
): string {
  const { code, message } = error;
  const isOfOperators = ofOperators.includes(code);
  if (isOfOperators || code === 'STORAGE_FULL')
    log.warn({ err: error }, 'The gateway refuses a request of the bot');
  return isOfOperators ? failed.busy : escaped(problem(code, message), 900);
}
