import type { Client } from 'discord.js';
import { commands } from './commands/index.ts';
import type { BotConfig } from './config.ts';
import { connectDiscord, type FatalError } from './discord.ts';
import { dispatch } from './dispatch.ts';
import { linksAt } from './format/links.ts';
import { createGateway } from './gateway.ts';
import type { Log } from './log.ts';
import { registerCommands } from './register.ts';
import { sayWhatItCannotDo } from './say-what-it-cannot-do.ts';
import type { Services } from './services.ts';
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

/** In milliseconds: how long people may be told of the end. */
const lastWords = 2500;

/** In milliseconds: how long Discord and the gateway have to close their connections. */
const goodbye = 1000;

/** Starts the bot; what goes wrong at first is tried again, what cannot be mended ends in `failed`. */
export function startBot(config: BotConfig, log: Log): Bot {
  const stop = new AbortController();
  const end = new AbortController();
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => {});
  const underWay = new Set<Promise<void>>();
  const services: Services = {
    gateway: createGateway({
      url: config.gatewayUrl,
      token: config.gatewayToken,
      onTokenRefused: () =>
        log.warn(
          'The gateway refuses GATEWAY_TOKEN: it is wrong, revoked or expired. The bot goes on without it, as far as the gateway lets anybody',
        ),
    }),
    log,
    linkTo: linksAt({
      gatewayUrl: config.gatewayUrl,
      publicUrl: config.gatewayPublicUrl ?? config.gatewayUrl,
    }),
    mayVote: config.gatewayToken !== null,
    stopping: stop.signal,
    ended: end.signal,
  };
  let client: Client<true> | null = null;

  async function start(): Promise<void> {
    const handlers = {
      onInteraction: (interaction: Parameters<typeof dispatch>[1]) => {
        const work = dispatch(services, interaction).finally(() => underWay.delete(work));
        underWay.add(work);
      },
      onFatal: (error: FatalError) => failure.reject(error),
    };
    client = await connectDiscord(config, handlers, { log, signal: stop.signal });
    const definitions = commands.map(({ definition }) => definition);
    await registerCommands(client, definitions, config, { log, signal: stop.signal });
    log.info({ commands: definitions.length, servers: client.guilds.cache.size }, 'The bot is ready');
  }

  sayWhatItCannotDo(services).catch((error: unknown) =>
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
      // A request that Discord does not answer goes on for longer than that.
      await Promise.race([Promise.allSettled(underWay), wait(lastWords, end.signal)]);
      end.abort();
      const goodbyes = [services.gateway.close(), client?.destroy()];
      // On a socket that is silent, discord.js waits half a minute for the answer to its goodbye.
      await Promise.race([
        Promise.allSettled(goodbyes),
        new Promise((resolve) => setTimeout(resolve, goodbye)),
      ]);
    },
  };
}
