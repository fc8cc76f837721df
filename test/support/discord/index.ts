import type { AddressInfo } from 'node:net';
import { createGateway, type Gateway } from './gateway.ts';
import { missDeadline } from './interactions.ts';
import { deleteMessage, findMessage } from './messages.ts';
import { createRoutes, type Disturbance } from './routes.ts';
import { snowflake } from './snowflake.ts';
import { createUser, type Following, followReplies, isReply, type User } from './users.ts';
import {
  type Account,
  type BotRequest,
  type Channel,
  createWorld,
  type Message,
  newChannel,
  type RegisteredCommand,
  type Sight,
} from './world.ts';

export { type AttachedFile, attachedFile } from './files.ts';
export { pings } from './pings.ts';
export type { Following, Reply, RunningInteraction, User } from './users.ts';
export type { BotRequest, Channel, Choice, Message, Sight } from './world.ts';

/** A Discord of one's own for a test: see the README beside this file. */
export interface FakeDiscord extends AsyncDisposable {
  /** What DISCORD_API_URL is set to. */
  readonly apiUrl: string;
  readonly token: string;
  readonly applicationId: string;
  readonly guildId: string;
  readonly gateway: Gateway;
  /** The channel in which users are unless they name another. */
  readonly channel: Channel;
  /** What people saw, in order. */
  readonly sights: readonly Sight[];
  /** What the bot asked over HTTP, in order, and what it got. */
  readonly requests: readonly BotRequest[];
  /** The commands as registered last. */
  commands(scope: 'guild' | 'global', guildId?: string): readonly RegisteredCommand[];
  /** The messages that stand in a channel, with ephemeral ones; all channels without one. */
  messages(channel?: Channel): Message[];
  /** Somebody who may deletes a message. */
  deletes(message: Message): void;
  /** What becomes of a message from now on. */
  follow(message: Message): Following;
  /** A new person. */
  user(name: string, about?: Partial<Omit<Account, 'id' | 'name'>>): User;
  /** A new channel; the bot learns of it with the first interaction there. */
  addChannel(name: string, about?: Partial<Omit<Channel, 'id' | 'name'>>): Channel;
  /** A further server, with a channel; the bot learns of it when it connects. */
  addGuild(name: string, id?: string): Channel;
  /** The first request that fits, of all there were or when it comes. */
  request(fits: (request: BotRequest) => boolean): Promise<BotRequest>;
  /** The first sight that fits, of all there were or when it comes. */
  sight(fits: (sight: Sight) => boolean): Promise<Sight>;
  /** Disturbs the next `times` requests whose path (without query) fits. */
  disturb(disturbance: Disturbance, options?: { times?: number; path?: RegExp }): void;
  /** Ends the time to the first answer of all interactions that have had none. */
  missDeadlines(): void;
  /** From now on the bot's token is wrong: 401 over HTTP, and the socket closes with 4004. */
  revokeToken(): void;
  /** From now on nothing is answered, on the socket or over HTTP. */
  fallSilent(): void;
  close(): Promise<void>;
}

/** What a test may set. */
export interface FakeDiscordOptions {
  /**
   * Milliseconds to an interaction's first answer. Discord has 3,000, in which a busy machine may have done nothing; when
   * absent, as many as only a bot needs that never answers.
   */
  responseDeadlineMs?: number;
  /** Milliseconds between heartbeats; Discord's own 41250 when absent. */
  heartbeatIntervalMs?: number;
  /** Connections that Discord wants; one when absent. */
  shards?: number;
}

/** Starts a fake Discord on a free port of 127.0.0.1. */
export async function startDiscord(options: FakeDiscordOptions = {}): Promise<FakeDiscord> {
  const world = createWorld();
  const disturbances: { disturbance: Disturbance; left: number; path: RegExp }[] = [];
  let silent = false;

  const takeDisturbance = (path: string): Disturbance | null => {
    const found = disturbances.find((one) => one.left > 0 && one.path.test(path));
    if (found === undefined) return null;
    found.left -= 1;
    return found.disturbance;
  };

  const app = createRoutes(world, {
    gatewayUrl: () => `ws://127.0.0.1:${port()}/gateway`,
    disturb: (_method, path) => takeDisturbance(path.replace(/\?.*$/, '')),
    isSilent: () => silent,
    shards: options.shards ?? 1,
  });
  const gateway = createGateway(world, app.server, {
    heartbeatIntervalMs: options.heartbeatIntervalMs ?? 41_250,
    url: () => `ws://127.0.0.1:${port()}/gateway`,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const port = () => portOf(app.server.address());
  const [channel] = world.channels.values();
  if (channel === undefined) throw new Error('A new world has a channel.');
  const around = {
    world,
    gateway,
    deadlineMs: options.responseDeadlineMs ?? 60_000,
    origin: () => `http://127.0.0.1:${port()}`,
    defaultChannel: channel,
  };

  const close = async () => {
    for (const { deadline } of world.interactions.values()) if (deadline !== null) clearTimeout(deadline);
    world.sights.close();
    world.requests.close();
    gateway.close();
    app.server.closeAllConnections();
    await app.close();
  };

  return {
    apiUrl: `http://127.0.0.1:${port()}/api`,
    token: world.botToken,
    applicationId: world.applicationId,
    guildId: world.guild.id,
    gateway,
    channel,
    sights: world.sights.entries,
    requests: world.requests.entries,
    commands: (scope, guildId = world.guild.id) =>
      scope === 'guild' ? (world.guildCommands.get(guildId) ?? []) : world.globalCommands,
    messages: (where) =>
      [...world.messages.values()].filter(({ channelId }) => (where?.id ?? channelId) === channelId),
    deletes: (message) => deleteMessage(world, findMessage(world, message.id), 'moderator'),
    follow: (message) =>
      followReplies(
        world,
        (sight) => isReply(sight) && sight.message.id === message.id,
        world.sights.entries.length,
      ),
    user: (name, about = {}) =>
      createUser(around, { id: snowflake(), name, locale: 'en-US', roles: [], permissions: 0n, ...about }),
    addChannel(name, about = {}) {
      const added = { ...newChannel(name, world.guild.id), ...about };
      world.channels.set(added.id, added);
      return added;
    },
    addGuild(name, id = snowflake()) {
      const guild = { id, name };
      world.guilds.set(guild.id, guild);
      const added = newChannel('general', guild.id);
      world.channels.set(added.id, added);
      return added;
    },
    request: async (fits) => (await world.requests.find(fits)).entry,
    sight: async (fits) => (await world.sights.find(fits)).entry,
    disturb(disturbance, { times = 1, path = /^/ } = {}) {
      disturbances.push({ disturbance, left: times, path });
    },
    missDeadlines() {
      for (const interaction of world.interactions.values()) missDeadline(world, interaction);
    },
    revokeToken() {
      world.tokenRevoked = true;
      gateway.closeAll(4004, 'Authentication failed.');
    },
    fallSilent() {
      silent = true;
      gateway.fallSilent();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string')
    throw new Error('The fake Discord listens on a TCP port.');
  return address.port;
}
