import type { Client } from 'discord.js';
import { createGateway } from '../client/gateway/gateway.ts';
import { definitions } from './commands/index.ts';
import type { BotConfig } from './config.ts';
import { connectDiscord, type FatalError } from './discord.ts';
import { dispatch } from './dispatch.ts';
import { linksAt } from './format/links.ts';
import { type GatewayOffers, gatewayOffers } from './gateway-offers.ts';
import { createGatewayRights } from './gateway-rights.ts';
import { serve } from './http.ts';
import { createLineNews, type LineNews } from './line-news.ts';
import { type Pace, usualPace } from './live-message.ts';
import type { Log } from './log.ts';
import { lookAtGateway } from './look-at-gateway.ts';
import { createMetrics } from './metrics.ts';
import { openTracing } from './open-tracing.ts';
import { createQuota } from './quota.ts';
import { clearOtherServers, registerCommands } from './register.ts';
import { createRemembered } from './remembered.ts';
import { createRunFeed } from './run-feed.ts';
import type { Services } from './services.ts';
import { openStore } from './store.ts';
import { takeUp } from './take-up.ts';
import { createTicketFeed } from './ticket-feed.ts';
import { noTracing, type Tracing } from './tracing.ts';
import { wait } from './wait.ts';

/** A bot that runs. */
export interface Bot {
  /** Resolves when it is logged in and its commands are registered. */
  ready: Promise<void>;
  /** Rejects with a `FatalError` when it cannot go on, at start or later; never resolves. */
  failed: Promise<never>;
  /** Ends everything: tells those who wait that it ends here, then disconnects; takes 3.5 seconds at most. */
  stop(): Promise<void>;
}

/** Milliseconds in which a stopping bot tells people of its end. */
const lastWords = 2500;

/** In milliseconds: how long Discord and the gateway have to close their connections. */
const goodbye = 1000;

/** In milliseconds: an interaction's token lives for 15 minutes. */
const usualSilence = 14 * 60_000;

/** Starts the bot; what goes wrong at first is tried again, what cannot be mended ends in `failed`. */
export function startBot(
  config: BotConfig,
  log: Log,
  {
    pace = usualPace,
    silenceAfterMs = usualSilence,
  }: { pace?: Pace; silenceAfterMs?: number | undefined } = {},
): Bot {
  const stop = new AbortController();
  const end = new AbortController();
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => {});
  const underWay = new Set<Promise<void>>();
  const opened = new AsyncDisposableStack();
  const publicUrl = config.gatewayPublicUrl ?? config.gatewayUrl;
  let tracing: Tracing = noTracing;
  const gateway = createGateway({
    url: config.gatewayUrl,
    token: config.gatewayToken,
    patienceMs: config.patience.gatewayMs,
    onTokenRefused: () =>
      log.warn(
        'The gateway refuses GATEWAY_TOKEN: it is wrong, revoked or expired. The bot goes on without it, as far as the gateway lets anybody',
      ),
    partOf: () => tracing.headers(),
  });
  const rights = createGatewayRights(gateway, { log, stopping: stop.signal });
  const runs = createRunFeed(gateway, stop.signal);
  const tickets = createTicketFeed(gateway, stop.signal);
  let client: Client<true> | null = null;
  const measured = {
    runs: () => runs.size,
    links: () => tickets.size,
    servers: () => client?.guilds.cache.size ?? 0,
    isGatewayUp: () => gateway.isUp,
    isDiscordUp: () => client?.isReady() ?? false,
  };
  const metrics = createMetrics(measured);

  function keep(work: Promise<void>): void {
    const kept = work.finally(() => underWay.delete(kept));
    underWay.add(kept);
  }

  async function start(): Promise<void> {
    tracing = opened.use(await openTracing(config.tracing, log));
    if (config.http !== null) {
      const { port } = opened.use(await serve(config.http, { metrics, measured }));
      log.info({ host: config.http.host, port }, 'Health and figures are served');
    }
    const store = await openStore(config.dataDir, log);
    opened.defer(() => store.written());
    let lineNews: LineNews | null = null;
    let offers: GatewayOffers = { boots: false, pages: false };
    const services: Services = {
      gateway,
      log,
      metrics,
      tracing,
      linkTo: linksAt({ gatewayUrl: config.gatewayUrl, publicUrl }),
      mayVote: rights.mayVote,
      offers: () => offers,
      runs,
      tickets,
      lineNews: { begin: () => lineNews?.begin() },
      quota: createQuota(config.underWay),
      remembered: createRemembered(),
      store,
      following: new Set(),
      pace,
      longRunMs: config.longRunSeconds * 1000,
      proposalsMs: config.patience.proposalsMs,
      silenceAfterMs,
      stopping: stop.signal,
      ended: end.signal,
    };
    const handlers = {
      onInteraction: (interaction: Parameters<typeof dispatch>[1]) => keep(dispatch(services, interaction)),
      onFatal: (error: FatalError) => failure.reject(error),
    };
    const connected = await connectDiscord(config, handlers, { log, signal: stop.signal });
    client = connected;
    lineNews = createLineNews(services, connected.rest);
    if (store.followsLines) lineNews.begin();
    const registry = { rest: connected.rest, applicationId: connected.application.id };
    offers = await gatewayOffers(config.gatewayUrl, stop.signal);
    const surroundings = { log, signal: stop.signal };
    await registerCommands(registry, definitions, config.guildId, surroundings);
    const servers = [...connected.guilds.cache.keys()];
    log.info({ commands: definitions.length, servers: servers.length }, 'The bot is ready');
    keep(takeUp(services, registry, config.takeUpHours));
    clearOtherServers(registry, servers, config.guildId, surroundings).catch((error: unknown) => {
      if (!stop.signal.aborted) log.warn({ err: error }, 'Commands of other servers could not be cleared');
    });
  }

  void lookAtGateway({ gatewayUrl: config.gatewayUrl, publicUrl }, { log, signal: stop.signal });
  rights
    .learn()
    .catch((error: unknown) =>
      log.warn({ err: error }, 'The gateway does not tell what the bot may do there'),
    );
  const ready = start();
  ready.catch((error: unknown) => {
    if (!stop.signal.aborted) failure.reject(error);
  });

  return {
    ready,
    failed: failure.promise,
    async stop() {
      stop.abort(new Error('The bot stops'));
      // Discord's own timeout for a request is longer than the stop may take.
      await Promise.race([Promise.allSettled(underWay), wait(lastWords, end.signal)]);
      end.abort();
      const goodbyes = [gateway.close(), client?.destroy(), opened.disposeAsync()];
      // On a socket that is silent, discord.js waits half a minute for the answer to its goodbye.
      await Promise.race([
        Promise.allSettled(goodbyes),
        new Promise((resolve) => setTimeout(resolve, goodbye)),
      ]);
    },
  };
}
