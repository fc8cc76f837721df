import { createGateway, type Gateway } from './gateway.ts';
import { deleteMessage, findMessage } from './messages.ts';
import { createRoutes, type Disturbance } from './routes.ts';
import { createUser, type Following, followReplies, isReply, type User } from './users.ts';
import {
  type Account,
  addChannel,
  type BotRequest,
  type Channel,
  createWorld,
  type Message,
  type RegisteredCommand,
  type Sight,
  snowflake,
} from './world.ts';

export { pings } from './forms.ts';
export type { Following, Reply, RunningInteraction, User } from './users.ts';
export { type AttachedFile, attachedFile, type Message, type Sight } from './world.ts';

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
  /** All messages that stand, with ephemeral ones. */
  messages(): Message[];
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
  /** From now on the bot's token is wrong: 401 over HTTP, and the socket closes with 4004. */
  revokeToken(): void;
  /** From now on nothing is answered, on the socket or over HTTP. */
  fallSilent(): void;
}

/** What a test may set. */
export interface FakeDiscordOptions {
  /** Milliseconds between heartbeats; Discord's own 41250 when absent. */
  heartbeatIntervalMs?: number;
  /** Connections that Discord wants; one when absent. */
  shards?: number;
}

/** Starts a fake Discord on a free port of 127.0.0.1. */
export async function startDiscord({
  heartbeatIntervalMs = 41_250,
  shards = 1,
}: FakeDiscordOptions = {}): Promise<FakeDiscord> {
  const world = createWorld();
  const addGuild = (name: string, id: string) => {
    world.guilds.set(id, { id, name });
    return addChannel(world, { name: 'general', guildId: id });
  };
  const channel = addGuild('Test guild', world.guildId);
  const disturbances: { disturbance: Disturbance; left: number; path: RegExp }[] = [];
  let silent = false;
  let origin = '';

  const gatewayUrl = () => `${origin.replace('http', 'ws')}/gateway`;
  const app = createRoutes(world, {
    gatewayUrl,
    disturb(path) {
      const found = disturbances.find((one) => one.left > 0 && one.path.test(path));
      if (found === undefined) return null;
      found.left -= 1;
      return found.disturbance;
    },
    isSilent: () => silent,
    shards,
  });
  const gateway = createGateway(world, app.server, { heartbeatIntervalMs, url: gatewayUrl });
  origin = await app.listen({ host: '127.0.0.1', port: 0 });
  const around = { world, gateway, origin: () => origin, defaultChannel: channel };

  return {
    apiUrl: `${origin}/api`,
    token: world.botToken,
    applicationId: world.applicationId,
    guildId: world.guildId,
    gateway,
    channel,
    sights: world.sights.entries,
    requests: world.requests.entries,
    commands: (scope, guildId = world.guildId) =>
      world.commands.get(scope === 'guild' ? guildId : null) ?? [],
    messages: () => [...world.messages.values()],
    deletes: (message) => deleteMessage(world, findMessage(world, message.id), 'moderator'),
    follow(message) {
      const concerns = (sight: Sight) => isReply(sight) && sight.message.id === message.id;
      return followReplies(world, concerns, world.sights.entries.length);
    },
    user: (name, about = {}) =>
      createUser(around, { id: snowflake(), name, locale: 'en-US', roles: [], permissions: 0n, ...about }),
    addChannel: (name, about = {}) => addChannel(world, { name, guildId: world.guildId, ...about }),
    addGuild: (name, id = snowflake()) => addGuild(name, id),
    request: async (fits) => (await world.requests.find(fits)).entry,
    sight: async (fits) => (await world.sights.find(fits)).entry,
    disturb(disturbance, { times = 1, path = /^/ } = {}) {
      disturbances.push({ disturbance, left: times, path });
    },
    revokeToken() {
      world.tokenRevoked = true;
      gateway.refuseToken();
    },
    fallSilent() {
      silent = true;
      gateway.fallSilent();
    },
    async [Symbol.asyncDispose]() {
      world.sights.close();
      world.requests.close();
      gateway.close();
      app.server.closeAllConnections();
      await app.close();
    },
  };
}
