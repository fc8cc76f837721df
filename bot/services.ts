import type { LinkTo } from './format/links.ts';
import type { Gateway } from './gateway.ts';
import type { Log } from './log.ts';

/** What commands and buttons work with. */
export interface Services {
  gateway: Gateway;
  log: Log;
  /** Makes links that people can follow of addresses that the gateway gives. */
  linkTo: LinkTo;
  /** Whether the gateway lets this bot vote in its users' names. */
  mayVote: boolean;
  /** Aborts when the bot stops: work ends, and says so to those who wait for it. */
  stopping: AbortSignal;
  /** Aborts a moment later: nothing is said any more. */
  ended: AbortSignal;
}
