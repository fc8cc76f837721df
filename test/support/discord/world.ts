import type { CommandForm } from './command-form.ts';
import type { AttachedFile } from './files.ts';
import { createLog, type Log } from './log.ts';
import type { AllowedMentions, ShownEmbed, ShownFile, ShownRow } from './message-form.ts';
import { snowflake } from './snowflake.ts';

/** A message as it stands; a new object for every change, so what a test holds never moves. */
export interface Message {
  id: string;
  channelId: string;
  content: string;
  embeds: ShownEmbed[];
  components: ShownRow[];
  files: ShownFile[];
  allowedMentions: AllowedMentions;
  /** The user who alone sees it (an ephemeral message); null when the whole channel does. */
  visibleTo: string | null;
  /** Whether it shows "thinking" for now: deferred, with nothing in it yet. */
  thinking: boolean;
  /** The interaction that it answers; null for a message of the bot's own. */
  interactionId: string | null;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Milliseconds since the epoch; null when it was never edited. */
  editedAt: number | null;
}

/** How an interaction was first answered. */
export type Acknowledgement = 'thinking' | 'message' | 'update' | 'deferred update' | 'choices';

/** An interaction's life, as Discord keeps it. */
export interface Interaction {
  id: string;
  token: string;
  kind: 'command' | 'button' | 'autocomplete';
  userId: string;
  channelId: string;
  acknowledgement: Acknowledgement | null;
  /** Whether the time to the first answer is over. */
  late: boolean;
  /** Whether the token's 15 minutes are over. */
  tokenExpired: boolean;
  /** The message that `@original` names; for a button the message it hangs on. */
  originalId: string | null;
  /** For autocomplete, whether the option in focus takes whole numbers. */
  integer: boolean;
  deadline: NodeJS.Timeout | null;
}

/** A proposal of an autocomplete answer. */
export interface Choice {
  name: string;
  value: string | number;
}

/** A message that came up, changed or went; `interactionId` is that of the interaction it answers, if any. */
export interface MessageSight<Kind> {
  kind: Kind;
  /** Milliseconds since the epoch. */
  at: number;
  interactionId: string | null;
  /** The message as it stood after this; for a deletion as it stood before. */
  message: Message;
  /** Whether an interaction's token, the bot's own, or somebody else did it. */
  by: 'interaction' | 'bot' | 'moderator';
}

/** What the people on Discord get to see, in order. */
export type Sight =
  | MessageSight<'thinking'>
  | MessageSight<'message'>
  | MessageSight<'edit'>
  | MessageSight<'delete'>
  | { kind: 'acknowledged'; at: number; interactionId: string }
  | { kind: 'choices'; at: number; interactionId: string; choices: Choice[] }
  | { kind: 'failed'; at: number; interactionId: string };

/** A request of the bot and how it was answered; `path` has the interaction's token replaced by `:token`. */
export interface BotRequest {
  at: number;
  method: string;
  path: string;
  /** 0 when the connection was broken instead of an answer. */
  status: number;
  /** Discord's error code; null when there was none. */
  code: number | null;
  /** The bot token that came in the Authorization header; null without one. */
  token: string | null;
}

/** A channel of text; `botMayPost` false makes every use of it by the bot token a 50001, as a lacking permission does. */
export interface Channel {
  id: string;
  name: string;
  guildId: string;
  botMayPost: boolean;
  /** False where the bot lacks Embed Links: its own messages then lose their cards. */
  botMayEmbed: boolean;
  /** Whether the bot is on the server; false where people have added it for themselves alone. */
  botIsMember: boolean;
}

/** A server. */
export interface Guild {
  id: string;
  name: string;
}

/** An account on Discord. */
export interface Account {
  id: string;
  name: string;
  /** The language of its Discord. */
  locale: string;
  /** The ids of its roles, on every server. */
  roles: readonly string[];
  /** What it may do, on every server, as Discord's bits. */
  permissions: bigint;
}

/** Everything that the fake Discord holds. */
export interface World {
  applicationId: string;
  botToken: string;
  tokenRevoked: boolean;
  /** The first guild, in which everything happens unless a test says otherwise. */
  guild: Guild;
  guilds: Map<string, Guild>;
  channels: Map<string, Channel>;
  accounts: Map<string, Account>;
  globalCommands: RegisteredCommand[];
  guildCommands: Map<string, RegisteredCommand[]>;
  interactions: Map<string, Interaction>;
  messages: Map<string, Message>;
  attachments: Map<string, AttachedFile>;
  sights: Log<Sight>;
  requests: Log<BotRequest>;
}

/** A command with the id it got. */
export interface RegisteredCommand extends CommandForm {
  id: string;
}

/** A Discord with one guild, one channel and one application, in which nothing has happened. */
export function createWorld(): World {
  const guild = { id: snowflake(), name: 'Test guild' };
  const channel = newChannel('general', guild.id);
  const applicationId = snowflake();
  return {
    applicationId,
    botToken: `${Buffer.from(applicationId).toString('base64url')}.Fake00.${snowflake()}-secret`,
    tokenRevoked: false,
    guild,
    guilds: new Map([[guild.id, guild]]),
    channels: new Map([[channel.id, channel]]),
    accounts: new Map(),
    globalCommands: [],
    guildCommands: new Map(),
    interactions: new Map(),
    messages: new Map(),
    attachments: new Map(),
    sights: createLog<Sight>('replies'),
    requests: createLog<BotRequest>('requests'),
  };
}

/** A channel in which the bot may post. */
export function newChannel(name: string, guildId: string): Channel {
  return { id: snowflake(), name, guildId, botMayPost: true, botMayEmbed: true, botIsMember: true };
}
