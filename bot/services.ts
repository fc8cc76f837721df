import type { Gateway } from '../client/gateway/gateway.ts';
import type { LinkTo } from './format/links.ts';
import type { Pace } from './live-message.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Quota } from './quota.ts';
import type { Remembered } from './remembered.ts';
import type { RunFeed } from './run-feed.ts';
import type { Store } from './store.ts';
import type { TicketFeed } from './ticket-feed.ts';
import type { Tracing } from './tracing.ts';

/** What commands and buttons work with. */
export interface Services {
  gateway: Gateway;
  log: Log;
  metrics: Metrics;
  tracing: Tracing;
  /** Makes links that people can follow of addresses that the gateway gives. */
  linkTo: LinkTo;
  /** How often messages that follow something are edited. */
  pace: Pace;
  /** Whether the gateway lets this bot vote in its users' names, as far as that is known. */
  mayVote: () => boolean;
  /** What happens with runs. */
  runs: RunFeed;
  /** What becomes of upload links. */
  tickets: TicketFeed;
  /** How much of what takes long is under way. */
  quota: Quota;
  /** Settings that buttons bring back; forgotten with the process. */
  remembered: Remembered;
  /** What outlives the process. */
  store: Store;
  /** The ids of the messages that something is followed in. */
  following: Set<string>;
  /** In milliseconds: how long a run takes whose end is told to whoever asked for it. */
  longRunMs: number;
  /** In milliseconds: how long the gateway has to answer what proposals for an option are made of. */
  proposalsMs: number;
  /** In milliseconds: how long after an interaction its message is edited once more where the bot cannot go on by itself. */
  silenceAfterMs: number;
  /** Aborts when the bot stops: work ends, and says so to those who wait for it. */
  stopping: AbortSignal;
  /** Aborts a moment later: nothing is said any more. */
  ended: AbortSignal;
}
