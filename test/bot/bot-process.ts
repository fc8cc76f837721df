import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { compiledOnce } from '../support/compile-cache.ts';
import type { FakeDiscord } from '../support/discord/index.ts';
import { findProgram } from '../support/programs.ts';

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
      DISCORD_TOKEN: discord.token,
      DISCORD_API_URL: discord.apiUrl,
      DISCORD_GUILD_ID: discord.guildId,
      BOT_DATA_DIR: folder,
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
