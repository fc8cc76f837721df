import {
  Client,
  type ClientOptions,
  DiscordAPIError,
  DiscordjsError,
  DiscordjsErrorCodes,
  Events,
  GatewayCloseCodes,
  type Interaction,
  Options,
  RESTEvents,
} from 'discord.js';
import type { BotConfig } from './config.ts';
import type { Log } from './log.ts';
import { wait } from './wait.ts';

/** Something that the bot cannot go on with; its message is one line for the operator, without any secret. */
export class FatalError extends Error {
  override readonly name = 'FatalError';
}

export interface ConnectionHandlers {
  onInteraction: (interaction: Interaction) => void;
  /** Called once at most, when Discord will never let the bot in again. */
  onFatal: (error: FatalError) => void;
}

/** Discord does not know the token. */
export const refusedToken =
  'Discord refuses the bot token: it is wrong or was reset. Put the current one into DISCORD_TOKEN and start the bot again.';

const refusals: Partial<Record<number, string>> = {
  [GatewayCloseCodes.AuthenticationFailed]: refusedToken,
  [GatewayCloseCodes.InvalidShard]: 'Discord refuses the connection: the shard is invalid.',
  [GatewayCloseCodes.ShardingRequired]:
    'Discord wants more connections than it said itself when the bot started; start it again.',
  [GatewayCloseCodes.InvalidAPIVersion]:
    'Discord no longer serves the API version that this bot speaks; update the bot.',
  [GatewayCloseCodes.InvalidIntents]: 'Discord refuses the events that the bot asks for.',
  [GatewayCloseCodes.DisallowedIntents]: 'Discord does not allow the bot the events that it asks for.',
};

/**
 * An interaction is not needed after its answer. Discord.js needs the caches that are not named here: servers, roles,
 * and channels, which `forgetChannels` removes.
 */
const makeCache = Options.cacheWithLimits({
  ApplicationCommandManager: 0,
  ApplicationEmojiManager: 0,
  AutoModerationRuleManager: 0,
  BaseGuildEmojiManager: 0,
  DMMessageManager: 0,
  EntitlementManager: 0,
  GuildBanManager: 0,
  GuildEmojiManager: 0,
  GuildForumThreadManager: 0,
  GuildInviteManager: 0,
  GuildMemberManager: 0,
  GuildMessageManager: 0,
  GuildScheduledEventManager: 0,
  GuildStickerManager: 0,
  GuildTextThreadManager: 0,
  MessageManager: 0,
  PresenceManager: 0,
  ReactionManager: 0,
  ReactionUserManager: 0,
  StageInstanceManager: 0,
  ThreadManager: 0,
  ThreadMemberManager: 0,
  UserManager: 0,
  VoiceStateManager: 0,
});

/** Caches with few entries; finished threads leave them every ten minutes. */
export const smallCaches = {
  makeCache,
  sweepers: { threads: { interval: 600, lifetime: 1 } },
} satisfies Partial<ClientOptions>;

/** Channels that are kept at most; they come with interactions. */
const mostChannels = 1000;

/** Lets the channels go when there are many; the next interaction in one brings it again. */
export function forgetChannels({ channels }: Pick<Client, 'channels'>, most = mostChannels): void {
  if (channels.cache.size <= most) return;
  for (const [id, channel] of channels.cache) {
    if ('guild' in channel) channel.guild.channels.cache.delete(id);
    channels.cache.delete(id);
  }
}

/** Waits between logins in milliseconds while Discord cannot be reached; `longestLoginWait` from then on. */
const loginWaits = [1000, 2000, 5000, 10_000];
const longestLoginWait = 30_000;

/**
 * Logs in, for as long as it takes; afterwards discord.js itself resumes and reconnects. Rejects with a `FatalError`
 * when Discord refuses the bot, and with the abort's reason on `signal`.
 */
export async function connectDiscord(
  config: Pick<BotConfig, 'discordToken' | 'discordApiUrl'>,
  handlers: ConnectionHandlers,
  { log, signal }: { log: Log; signal: AbortSignal },
): Promise<Client<true>> {
  const refused = Promise.withResolvers<never>();
  const onFatal = (error: FatalError) => {
    refused.reject(error);
    handlers.onFatal(error);
  };
  refused.promise.catch(() => {});
  for (let attempt = 0; ; attempt++) {
    const client = createClient(config, { ...handlers, onFatal }, log);
    try {
      return await Promise.race([login(client, config.discordToken), refused.promise, aborted(signal)]);
    } catch (error) {
      client.destroy().catch(() => {});
      signal.throwIfAborted();
      if (error instanceof FatalError) throw error;
      if (isTokenRefused(error)) throw new FatalError(refusedToken);
      log.warn({ err: error }, 'Discord cannot be reached; trying again');
      await wait(loginWaits[attempt] ?? longestLoginWait, signal);
    }
  }
}

function createClient(
  { discordApiUrl }: Pick<BotConfig, 'discordApiUrl'>,
  handlers: ConnectionHandlers,
  log: Log,
): Client {
  // Interactions need no intent, and other events are not used.
  const client = new Client({
    intents: [],
    // Discord tells how many connections the number of servers needs.
    shards: 'auto',
    ...smallCaches,
    rest: { api: discordApiUrl },
    allowedMentions: { parse: [], repliedUser: false },
  });
  // Without a listener the first lost connection would end the process.
  client.on(Events.Error, (error) => log.warn({ err: error }, 'discord.js reports an error'));
  client.on(Events.ShardError, (error) => log.warn({ err: error }, 'The connection to Discord failed'));
  client.on(Events.ShardReconnecting, () => log.info('The connection to Discord is lost; reconnecting'));
  client.on(Events.ShardResume, (_shard, replayed) =>
    log.info({ replayed }, 'The session at Discord goes on'),
  );
  client.on(Events.ShardDisconnect, ({ code }) => {
    handlers.onFatal(
      new FatalError(refusals[code] ?? `Discord closed the connection for good (code ${code}).`),
    );
  });
  client.rest.on(RESTEvents.Response, ({ data }, { status }) => {
    if (status === 401 && data.auth) handlers.onFatal(new FatalError(refusedToken));
  });
  client.on(Events.InteractionCreate, (interaction) => {
    forgetChannels(client);
    handlers.onInteraction(interaction);
  });
  return client;
}

async function login(client: Client, token: string): Promise<Client<true>> {
  const ready = new Promise<Client<true>>((resolve) => client.once(Events.ClientReady, resolve));
  await client.login(token);
  return ready;
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function isTokenRefused(error: unknown): boolean {
  return (
    (error instanceof DiscordjsError && error.code === DiscordjsErrorCodes.TokenInvalid) ||
    (error instanceof DiscordAPIError && error.status === 401)
  );
}
