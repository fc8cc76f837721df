import type { Gateway } from '../client/gateway/gateway.ts';
import type { LinkTo } from './format/links.ts';
import type { GatewayOffers } from './gateway-offers.ts';
import type { Pace } from './live-message.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Quota } from './quota.ts';
import type { Remembered } from './remembered.ts';
import type { RunFeed } from './run-feed.ts';
import type { Store } from './store.ts';
import type { TicketFeed } from './ticket-feed.ts';
import type { Tracing } from './tracing.ts';

/** The services that commands and buttons use. */
export interface Services {
  gateway: Gateway;
  log: Log;
  metrics: Metrics;
  tracing: Tracing;
  /** Turns addresses of the gateway into links that people can follow. */
  linkTo: LinkTo;
  pace: Pace;
  mayVote: () => boolean;
  /** What the gateway offered when the bot started. */
  offers: () => GatewayOffers;
  runs: RunFeed;
  tickets: TicketFeed;
  /** The channels that are told of lines. */
  lineNews: { begin(): void };
  quota: Quota;
  /** Settings that buttons bring back; forgotten with the process. */
  remembered: Remembered;
  /** State that outlives the process. */
  store: Store;
  /** The ids of the messages that something is followed in. */
  following: Set<string>;
  /** Milliseconds after which the end of a run is told to the person who started it. */
  longRunMs: number;
  /** Milliseconds in which the gateway must answer proposals. */
  proposalsMs: number;
  /** Milliseconds after which a message is edited for the last time where the bot lacks permissions of its own. */
  silenceAfterMs: number;
  /** Aborts when the bot stops; work ends and tells its callers so. */
  stopping: AbortSignal;
  /** Aborts after the last messages of a stop: nothing is sent any more. */
  ended: AbortSignal;
}
