import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Words } from '../texts/bot.ts';
import type { Log } from './log.ts';
import type { ReplyPlace } from './reply-place.ts';
import { createSenders, type SenderNote, type Senders, senderNote } from './senders.ts';

const snowflake = z.string().regex(/^\d{1,20}$/);

const guildSettings = z.object({
  /** The one channel for what all see; null: any. */
  channelId: snowflake.nullable(),
  /** The role needed to upload and generate; null: none. */
  roleId: snowflake.nullable(),
  /** Other servers then see none of this server's packs, and this one sees no others. */
  ownPacksOnly: z.boolean(),
});

/** One server's settings. */
export type GuildSettings = z.infer<typeof guildSettings>;

const usual: GuildSettings = { channelId: null, roleId: null, ownPacksOnly: false };

const about = z.union([
  z.object({ modPack: z.int(), runConfiguration: z.int(), boot: z.boolean().optional() }),
  z.object({ ticket: z.string(), expires: z.iso.datetime() }),
]);

/** A message follows a run, or an upload link until it is used. */
export type About = z.infer<typeof about>;

const followed = z.object({
  channelId: snowflake,
  messageId: snowflake,
  guildId: snowflake.nullable(),
  userId: snowflake,
  language: z.string(),
  /** When it was begun, in milliseconds since 1970. */
  since: z.number(),
  about,
});

/** A message that something is followed in. */
export type Followed = z.infer<typeof followed>;

const ownPack = z.object({ guildId: snowflake, databaseId: z.int(), id: z.string(), name: z.string() });

/** A modpack that came from a server. */
export type OwnPack = z.infer<typeof ownPack>;

const followingChannel = z.object({
  guildId: snowflake,
  channelId: snowflake,
  /** The name of the line. */
  line: z.string().max(100),
  /** In which it is told. */
  language: z.string(),
});

/** A channel that is told of the new versions of a line. */
export type FollowingChannel = z.infer<typeof followingChannel>;

const lineNews = z.object({
  /** The id of the gateway's event up to which channels were told; null before the first. */
  toldUpTo: z.string().nullable(),
  /** The id of the last news of a version that channels were told of; empty where there was none, null before the bot looked. */
  toldNewsUpTo: z.string().nullable().default(null),
  channels: z.array(followingChannel),
  /** The lines that the gateway follows as the bot has asked it to, for one of these channels. */
  asked: z.array(z.string().max(100)).default([]),
});

/** Lines that one channel may follow. */
export const mostLinesOfChannel = 25;

/** State that outlives the process, in a few small files. */
export interface Store {
  settingsOf(guildId: string | null): GuildSettings;
  /** True when any server keeps its packs to itself. */
  readonly hidesAny: boolean;
  /** Rejects when it could not be written; the change still counts until the process ends. */
  set(guildId: string, settings: GuildSettings): Promise<void>;
  /** The packs that came from a server, the newest first. */
  packsOf(guildId: string): readonly OwnPack[];
  /** `guildId` is null outside of servers. */
  maySee(guildId: string | null, modPack: number): boolean;
  /** Notes where a modpack came from. */
  addPack(pack: OwnPack): void;
  /** Who sent which modpack by the bot. */
  readonly senders: Omit<Senders, 'note'>;
  noteSender(note: SenderNote): void;
  /** Notes that a message follows something, until the returned function is called. */
  follows(reply: { place: ReplyPlace; lasting: boolean; words: Words }, about: About): () => void;
  /** Notes that a message follows nothing any more. */
  forget(messageId: string): void;
  /** Messages that earlier processes followed. */
  readonly leftOver: readonly Followed[];
  /** The lines that a channel is told of. */
  linesIn(channelId: string): readonly string[];
  /** The channels that are told of a line. */
  channelsOf(line: string): readonly FollowingChannel[];
  /** True when any channel is told of any line. */
  readonly followsLines: boolean;
  /** True when the gateway follows the line as the bot has asked it to, and no other channel is told of it. */
  isAskedFor(channelId: string, line: string): boolean;
  /**
   * `asked`: the gateway follows the line for the bot. Rejects when it could not be written; it counts until the process
   * ends all the same.
   */
  followLine(channel: FollowingChannel, asked: boolean): Promise<void>;
  /** The same. */
  unfollowLine(channelId: string, line: string): Promise<void>;
  /** The id of the gateway's event up to which channels were told. */
  readonly toldUpTo: string | null;
  told(upTo: string): void;
  /** The id of the last news of a version that channels were told of. */
  readonly toldNewsUpTo: string | null;
  toldNews(upTo: string): void;
  /** Resolves when all that was noted is written. */
  written(): Promise<void>;
}

/** A file of the store that cannot be used; the message names it and what to do. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/**
 * Opens or creates the store's folder. Rejects with a `StoreError` for foreign files. Where nothing can be written, the
 * log says so, and the state lasts until the process ends.
 */
export async function openStore(folder: string, log: Log): Promise<Store> {
  const files = {
    settings: join(folder, 'settings.json'),
    followed: join(folder, 'under-way.json'),
    packs: join(folder, 'packs.jsonl'),
    senders: join(folder, 'senders.jsonl'),
    lines: join(folder, 'lines.json'),
  };
  const settings = new Map(
    Object.entries(await read(files.settings, z.record(snowflake, guildSettings), {})),
  );
  const leftOver = await read(files.followed, z.array(followed), []);
  const followedNow = new Map(leftOver.map((one) => [one.messageId, one]));
  const lines = await read(files.lines, lineNews, {
    toldUpTo: null,
    toldNewsUpTo: null,
    channels: [],
    asked: [],
  });
  const packs = createPacks();
  for (const pack of await linesIn(files.packs, ownPack)) packs.add(pack);
  const senders = createSenders();
  for (const note of await linesIn(files.senders, senderNote)) senders.note(note);

  let writing: Promise<void> = Promise.resolve();
  const queue = (write: () => Promise<unknown>): Promise<void> => {
    const written = writing.then(async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await write();
    });
    writing = written.catch((error: unknown) => {
      log.warn({ err: error, folder }, 'BOT_DATA_DIR cannot be written: what was to be stored there is lost');
    });
    return written;
  };
  const quietly = (write: () => Promise<unknown>) => void queue(write).catch(() => {});
  const saveFollowed = () => quietly(() => replace(files.followed, [...followedNow.values()]));
  const forget = (messageId: string) => {
    if (followedNow.delete(messageId)) saveFollowed();
  };
  const saveLines = () => queue(() => replace(files.lines, lines));
  const hiding = () => [...settings].filter(([, { ownPacksOnly }]) => ownPacksOnly).map(([id]) => id);

  // Whether anything can be written is said now, and not when somebody's override is lost.
  saveFollowed();
  await writing;

  return {
    settingsOf: (guildId) => settings.get(guildId ?? '') ?? usual,
    get hidesAny() {
      return hiding().length > 0;
    },
    set(guildId, changed) {
      settings.set(guildId, changed);
      return queue(() => replace(files.settings, Object.fromEntries(settings)));
    },
    packsOf: (guildId) => packs.of(guildId),
    maySee(guildId, modPack) {
      const homes = packs.homesOf(modPack);
      if (guildId !== null && homes.has(guildId)) return true;
      if (settings.get(guildId ?? '')?.ownPacksOnly) return false;
      return !hiding().some((other) => homes.has(other));
    },
    addPack(pack) {
      if (packs.homesOf(pack.databaseId).has(pack.guildId)) return;
      packs.add(pack);
      quietly(() => appendFile(files.packs, `\n${JSON.stringify(pack)}`, { mode: 0o600 }));
    },
    senders,
    noteSender(note) {
      senders.note(note);
      quietly(() => appendFile(files.senders, `\n${JSON.stringify(note)}`, { mode: 0o600 }));
    },
    follows({ place, lasting, words }, what) {
      const { messageId, ...rest } = place;
      if (messageId === null || !lasting) return () => {};
      const { language } = words;
      followedNow.set(messageId, { ...rest, messageId, language, since: Date.now(), about: what });
      saveFollowed();
      return () => forget(messageId);
    },
    forget,
    leftOver,
    linesIn: (channelId) =>
      lines.channels.filter((one) => one.channelId === channelId).map(({ line }) => line),
    channelsOf: (line) => lines.channels.filter((one) => one.line === line),
    get followsLines() {
      return lines.channels.length > 0;
    },
    isAskedFor: (channelId, line) =>
      lines.asked.includes(line) &&
      lines.channels.every((one) => one.line !== line || one.channelId === channelId),
    followLine(channel, asked) {
      const { channelId, line } = channel;
      if (asked && !lines.asked.includes(line)) lines.asked.push(line);
      lines.channels = [...withoutLine(lines.channels, channelId, line), channel];
      return saveLines();
    },
    unfollowLine(channelId, line) {
      lines.channels = withoutLine(lines.channels, channelId, line);
      lines.asked = lines.asked.filter((asked) => lines.channels.some((one) => one.line === asked));
      return saveLines();
    },
    get toldUpTo() {
      return lines.toldUpTo;
    },
    told(upTo) {
      lines.toldUpTo = upTo;
      void saveLines().catch(() => {});
    },
    get toldNewsUpTo() {
      return lines.toldNewsUpTo;
    },
    toldNews(upTo) {
      lines.toldNewsUpTo = upTo;
      void saveLines().catch(() => {});
    },
    written: () => writing,
  };
}

function createPacks() {
  const byGuild = new Map<string, OwnPack[]>();
  const homes = new Map<number, Set<string>>();
  const nowhere: ReadonlySet<string> = new Set();
  return {
    add(pack: OwnPack) {
      const inGuild = byGuild.get(pack.guildId);
      if (inGuild === undefined) byGuild.set(pack.guildId, [pack]);
      else inGuild.push(pack);
      homes.set(pack.databaseId, new Set([...(homes.get(pack.databaseId) ?? []), pack.guildId]));
    },
    of: (guildId: string): readonly OwnPack[] => byGuild.get(guildId)?.toReversed() ?? [],
    homesOf: (modPack: number): ReadonlySet<string> => homes.get(modPack) ?? nowhere,
  };
}

function withoutLine(
  channels: readonly FollowingChannel[],
  channelId: string,
  line: string,
): FollowingChannel[] {
  return channels.filter((one) => one.channelId !== channelId || one.line !== line);
}

/** Replaces a file by a rename, so a reader sees the old or the new one. */
async function replace(file: string, value: unknown): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(value), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

async function read<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  absent: z.infer<Schema>,
): Promise<z.infer<Schema>> {
  const text = await textOf(file);
  return text === null ? absent : parse(file, schema, text);
}

/** The notes in a file, one a line; a line cut off by a crash does not count. */
async function linesIn<Schema extends z.ZodType>(file: string, schema: Schema): Promise<z.infer<Schema>[]> {
  const lines = ((await textOf(file)) ?? '').split('\n');
  return lines.flatMap((line) => {
    const { success, data } = schema.safeParse(jsonOf(line));
    return success ? [data] : [];
  });
}

async function textOf(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new StoreError(`${file} cannot be read. Let the bot read it, or move it away.`, { cause: error });
  }
}

function parse<Schema extends z.ZodType>(file: string, schema: Schema, text: string): z.infer<Schema> {
  const parsed = schema.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data;
  throw new StoreError(`${file} is not what this bot writes. Move it away, or mend it.`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
