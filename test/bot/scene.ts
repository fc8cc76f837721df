import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBot } from '../../bot/bot.ts';
import { readConfig } from '../../bot/config.ts';
import type { Pace } from '../../bot/live-message.ts';
import { createLog } from '../../bot/log.ts';
import { createToken } from '../../src/access/tokens.ts';
import type { AppOverrides } from '../../src/app.ts';
import type { ArchiveWork } from '../../src/core/runs/pipeline.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../support/app.ts';
import { databaseKind } from '../support/database.ts';
import {
  attachedFile,
  type FakeDiscord,
  type Reply,
  type RunningInteraction,
  startDiscord,
  type User,
} from '../support/discord/index.ts';
import { fabricModJson, jarWith } from '../support/jar.ts';
import { sharedWorkerPool } from '../support/worker-pool.ts';
import { zipWith } from '../support/zip.ts';
import { openLine } from './line.ts';

/** Where people would reach the gateway; no address at which it listens. */
export const publicUrl = 'https://packs.example/';

/** The bot between a fake Discord and a real gateway. */
export interface Scene extends AsyncDisposable {
  discord: FakeDiscord;
  service: TestApp;
  /** Whether the bot reaches the gateway. */
  line: { cut(): Promise<void>; mend(): Promise<void> };
}

/** What a test may set. */
export interface SceneOptions {
  database?: 'embedded' | 'server';
  /** Settings of the gateway. */
  environment?: Record<string, string>;
  values?: TestAppOptions['values'];
  /** Parts of the gateway. */
  overrides?: AppOverrides;
  /** Whether the bot has a token for the gateway. */
  voter?: boolean;
  /** Bytes that the bot's token may keep stored; any number when absent. */
  quota?: number;
  botEnvironment?: Record<string, string>;
  /** How often the bot edits its messages. */
  pace?: Pace;
  /** Milliseconds after which the bot falls silent where Discord lets it say nothing by itself. */
  silenceAfterMs?: number | undefined;
}

/** Starts all three. */
export async function startScene({
  database = databaseKind,
  environment = {},
  values = {},
  overrides = {},
  voter = true,
  quota,
  botEnvironment = {},
  pace = { intervalMs: 10, retryMs: 10, longestRetryMs: 100 },
  silenceAfterMs,
}: SceneOptions = {}): Promise<Scene> {
  await using opened = new AsyncDisposableStack();
  const discord = opened.use(await startDiscord());
  const service = opened.use(await startTestApp({ database, environment, values, overrides }));
  const line = await openLine(Number(new URL(service.url).port));
  opened.defer(line.cut);
  const newToken = { name: 'bot', role: 'publisher', voter: true, expires: null } as const;
  const config = readConfig({
    DISCORD_TOKEN: discord.token,
    DISCORD_API_URL: discord.apiUrl,
    DISCORD_GUILD_ID: discord.guildId,
    GATEWAY_URL: `http://127.0.0.1:${line.port}`,
    GATEWAY_PUBLIC_URL: publicUrl,
    LOG_LEVEL: 'silent',
    BOT_DATA_DIR: await scratchFolder(opened),
    // What the bot does not wait for is the subject of tests that say so.
    BOT_GATEWAY_MS: '600000',
    BOT_PROPOSALS_MS: '600000',
    ...(voter
      ? { GATEWAY_TOKEN: await createToken(service.app.database, { ...newToken, quota: quota ?? null }) }
      : {}),
    ...botEnvironment,
  });
  const bot = startBot(config, createLog(config), { pace, silenceAfterMs });
  opened.defer(() => bot.stop());
  await bot.ready;
  const rest = opened.move();
  return {
    discord,
    service,
    line,
    [Symbol.asyncDispose]: () => rest.disposeAsync(),
  };
}

/** A folder that goes with the test. */
export async function scratchFolder(opened: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bot-'));
  opened.defer(() => rm(folder, { recursive: true }));
  return folder;
}

/** Builds another server pack of a modpack by the form of `/generate`. */
export async function generates(
  user: User,
  modpack: number,
  values: Record<string, string> = {},
): Promise<RunningInteraction> {
  return user.submits(await user.runs('/generate', { modpack }).form(), values);
}

/** Whether a reply shows a finished server pack. */
export function isDone({ message }: Reply): boolean {
  return buttonIds(message).some((id) => id.startsWith('dropped:'));
}

/** The ids of the buttons below a message. */
export function buttonIds({ components }: Reply['message']): string[] {
  return components.flatMap((row) => row.components.map(({ custom_id }) => custom_id ?? ''));
}

/** The gateway's work on archives in real threads, where each step waits until the test lets it go on. */
export interface HeldWork {
  work: ArchiveWork;
  letCheck(): void;
  letGenerate(): void;
}

/** Holds the check and the generation of every run until each is let go on. */
export function holdWork(): HeldWork {
  const pool = sharedWorkerPool();
  const check = Promise.withResolvers<void>();
  const generate = Promise.withResolvers<void>();
  return {
    work: {
      check: async (task, hooks) => {
        await letGo(check.promise, hooks.signal);
        return pool.check(task, hooks);
      },
      generate: async (task, hooks) => {
        await letGo(generate.promise, hooks.signal);
        return pool.generate(task, hooks);
      },
    },
    letCheck: check.resolve,
    letGenerate: generate.resolve,
  };
}

async function letGo(gate: Promise<void>, signal: AbortSignal): Promise<void> {
  const ended = once(signal, 'abort').then(() => signal.throwIfAborted());
  ended.catch(() => {});
  await Promise.race([gate, ended]);
}

/** What a launcher says of a modpack's versions. */
export const mmcPack = JSON.stringify({
  components: [
    { uid: 'net.minecraft', version: '1.20.1' },
    { uid: 'net.fabricmc.fabric-loader', version: '0.15.6' },
  ],
});

/** A modpack of one mod for both sides and one for the client alone, which says its versions; another `id` makes other bytes. */
export function modPackBytes(id: string): Buffer {
  return zipWith([
    { name: 'mmc-pack.json', data: mmcPack },
    { name: `mods/${id}.jar`, data: jarWith({ 'fabric.mod.json': fabricModJson(id) }) },
    {
      name: 'mods/screen.jar',
      data: jarWith({ 'fabric.mod.json': fabricModJson('screen', { environment: 'client' }) }),
    },
  ]);
}

/** That modpack as an attachment. */
export function attachedModPack(name: string, id = 'lithium') {
  return attachedFile(name, modPackBytes(id));
}
