import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startBot } from '../../bot/bot.ts';
import { readConfig } from '../../bot/config.ts';
import { createLog as createBotLog } from '../../bot/log.ts';
import { compiledOnce } from '../support/compile-cache.ts';
import type { FakeDiscord } from '../support/discord/index.ts';
import { createLog } from '../support/discord/log.ts';
import { findProgram } from '../support/programs.ts';

/** The bot in this process: whatever does not need signals, exit codes or a death. */
export interface BotHere extends AsyncDisposable {
  /** Everything it logged so far. */
  output(): string;
  /** Resolves with the first line of its log that has this text, of all there were or when it comes. */
  logged(text: string): Promise<string>;
  /** Rejects when it cannot go on. */
  readonly failed: Promise<never>;
  stop(): Promise<void>;
}

/** Nobody answers there, whatever else runs on this machine. */
const nowhere = { GATEWAY_URL: 'http://127.0.0.1:1' };

/** Starts the bot in this process; `env` adds to its settings. */
export function startBotHere(discord: FakeDiscord, env: Record<string, string> = {}): BotHere {
  const folder = mkdtempSync(join(tmpdir(), 'bot-'));
  const config = readConfig({ ...settingsFor(discord), BOT_DATA_DIR: folder, ...env });
  const lines = createLog<string>('lines of a log');
  const bot = startBot(config, createBotLog(config, lines.record));
  return {
    output: () => lines.entries.join(''),
    logged: async (text) => (await lines.find((line) => line.includes(text))).entry,
    failed: bot.failed,
    stop: bot.stop,
    async [Symbol.asyncDispose]() {
      await bot.stop();
      lines.close();
      rmSync(folder, { recursive: true });
    },
  };
}

function settingsFor({ token, apiUrl, guildId }: FakeDiscord): Record<string, string> {
  return { DISCORD_TOKEN: token, DISCORD_API_URL: apiUrl, DISCORD_GUILD_ID: guildId, ...nowhere };
}

/** The bot in a process of its own. */
export interface BotProcess extends AsyncDisposable {
  readonly pid: number;
  /** Everything it wrote to stdout and stderr so far. */
  output(): { stdout: string; stderr: string };
  /** Resolves with the first line on stdout that has this text, of all there were or when it comes. */
  logged(text: string): Promise<string>;
  kill(signal: NodeJS.Signals): void;
  /** How it ended: an exit code, or the signal that killed it. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
}

/** Starts the bot against a fake Discord; `env` adds to its settings. */
export function startBotProcess(discord: FakeDiscord, env: Record<string, string> = {}): BotProcess {
  const folder = mkdtempSync(join(tmpdir(), 'bot-'));
  const child = spawn(process.execPath, [findProgram('bot/main.ts') ?? 'bot/main.ts'], {
    env: {
      ...compiledOnce(),
      PATH: process.env.PATH,
      ...settingsFor(discord),
      BOT_DATA_DIR: folder,
      // Nobody listens there; at the default, a service that another test or somebody else has started may.
      GATEWAY_URL: 'http://127.0.0.1:1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const stderr: string[] = [];
  const waiting: { text: string; resolve: (line: string) => void }[] = [];
  createInterface(child.stdout).on('line', (line) => {
    lines.push(line);
    for (const { text, resolve } of waiting) if (line.includes(text)) resolve(line);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => stderr.push(text));
  const ended = once(child, 'close').then(() => child.exitCode ?? child.signalCode);

  const { pid } = child;
  if (pid === undefined) throw new Error('The bot was not started.');
  return {
    pid,
    output: () => ({ stdout: lines.join('\n'), stderr: stderr.join('') }),
    logged(text) {
      const found = lines.find((line) => line.includes(text));
      if (found !== undefined) return Promise.resolve(found);
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      waiting.push({ text, resolve });
      void ended.then((code) =>
        reject(
          new Error(
            `The bot ended (${code}) before it logged "${text}": ${lines.join('\n')}${stderr.join('')}`,
          ),
        ),
      );
      return promise;
    },
    kill: (signal) => child.kill(signal),
    ended,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
