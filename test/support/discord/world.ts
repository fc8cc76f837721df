import { Readable } from 'node:stream';
import type { AllowedMentions, CommandForm, ModalForm, ShownEmbed, ShownRow } from './forms.ts';
import { createLog, type Log } from './log.ts';

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
}

/** A file as a message has it. */
export interface ShownFile {
  id: string;
  name: string;
  bytes: Uint8Array;
}

/** A file that a user attaches: what Discord says of it, and its bytes when they are fetched. */
export interface AttachedFile {
  name: string;
  /** In bytes, as Discord declares it; the bytes that come may be others. */
  size: number;
  contentType?: string;
  /** The bytes; called once for each fetch. */
  open(): Readable;
  /** The status of the answer when the file is fetched; 200 when absent. */
  status?: number;
  /** An address to name instead of the fake Discord's own. */
  url?: string;
}

/** A file whose bytes are at hand. */
export function attachedFile(name: string, bytes: Uint8Array): AttachedFile {
  return { name, size: bytes.length, contentType: 'application/zip', open: () => Readable.from([bytes]) };
}

/** An interaction's life, as Discord keeps it. */
export interface Interaction {
  id: string;
  token: string;
  kind: 'command' | 'button' | 'autocomplete' | 'modal';
  userId: string;
  channelId: string;
  /** Whether it has had its first answer, or the time for that is over. */
  state: 'open' | 'answered' | 'late';
  /** Whether the token's 15 minutes are over. */
  tokenExpired: boolean;
  /** The message that `@original` names; for a button the message it hangs on. */
  originalId: string | null;
  /** For autocomplete, whether the option in focus takes whole numbers. */
  integer: boolean;
}

/** A proposal of an autocomplete answer. */
export interface Choice {
  name: string;
  value: string | number;
}

/** What the people on Discord get to see, in order; times in milliseconds since the epoch. */
export type Sight = { at: number } & (
  | Shown
  | { kind: 'acknowledged' | 'failed'; interactionId: string }
  | { kind: 'choices'; interactionId: string; choices: Choice[] }
  | { kind: 'modal'; interactionId: string; form: ModalForm }
);

/** A message that came up, changed or went. */
export interface Shown {
  kind: 'thinking' | 'message' | 'edit' | 'delete';
  /** The interaction that it answers, if any. */
  interactionId: string | null;
  /** The message as it stood after this; for a deletion as it stood before. */
  message: Message;
  /** Whether an interaction's token, the bot's own, or somebody else did it. */
  by: 'interaction' | 'bot' | 'moderator';
}

/** A request of the bot and how it was answered; `path` has the interaction's token replaced by `:token`. */
export interface BotRequest {
  /** Milliseconds since the epoch. */
  at: number;
  method: string;
  path: string;
  /** 0 when the connection was broken instead of an answer. */
  status: number;
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

/** A command with the id it got. */
export interface RegisteredCommand extends CommandForm {
  id: string;
}

/** Everything that the fake Discord holds. */
export interface World {
  applicationId: string;
  botToken: string;
  tokenRevoked: boolean;
  /** The first is where everything happens unless a test says otherwise. */
  guilds: Map<string, { id: string; name: string }>;
  guildId: string;
  channels: Map<string, Channel>;
  accounts: Map<string, Account>;
  /** By guild; those for everywhere under null. */
  commands: Map<string | null, RegisteredCommand[]>;
  interactions: Map<string, Interaction>;
  messages: Map<string, Message>;
  attachments: Map<string, AttachedFile>;
  sights: Log<Sight>;
  requests: Log<BotRequest>;
}

/** A Discord with one application, in which nothing has happened. */
export function createWorld(): World {
  const applicationId = snowflake();
  return {
    applicationId,
    botToken: `${Buffer.from(applicationId).toString('base64url')}.Fake00.${snowflake()}-secret`,
    tokenRevoked: false,
    guilds: new Map(),
    guildId: snowflake(),
    channels: new Map(),
    accounts: new Map(),
    commands: new Map(),
    interactions: new Map(),
    messages: new Map(),
    attachments: new Map(),
    sights: createLog<Sight>('replies'),
    requests: createLog<BotRequest>('requests'),
  };
}

/** Adds a channel in which the bot may post. */
export function addChannel(
  world: World,
  about: Partial<Channel> & Pick<Channel, 'name' | 'guildId'>,
): Channel {
  const added = { id: snowflake(), botMayPost: true, botMayEmbed: true, botIsMember: true, ...about };
  world.channels.set(added.id, added);
  return added;
}

const discordEpoch = 1_420_070_400_000n;
let increment = 0n;

/** A new id as Discord makes them: the time in milliseconds, then a count, 18 to 19 digits. */
export function snowflake(): string {
  increment += 1n;
  return (((BigInt(Date.now()) - discordEpoch) << 22n) | (increment & 0x3f_ffffn)).toString();
}
