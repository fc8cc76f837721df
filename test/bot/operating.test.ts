import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { startDiscord } from '../support/discord/index.ts';
import { startBotHere, startBotProcess } from './bot-process.ts';
import { attachedModPack, isDone, scratchFolder } from './scene.ts';

async function serving(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    [Symbol.dispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

test('a gateway that is absent, that is none, or that people cannot reach is told at the start', async () => {
  await using discord = await startDiscord();
  using page = await serving((_request, response) => response.end('<h1>Welcome</h1>'));
  const { port } = new URL(page.url);
  await using other = startBotHere(discord, { GATEWAY_URL: page.url });
  expect(await other.logged('is no server pack service')).toContain(port);
  await using service = await startTestApp();
  await using unreached = startBotHere(discord, {
    GATEWAY_URL: service.url,
    PUBLIC_URL: 'http://packs.invalid/',
  });
  expect(await unreached.logged('not found where the links')).toContain('packs.invalid');
  await using absent = startBotHere(discord, { GATEWAY_URL: 'http://127.0.0.1:1' });
  await absent.logged('cannot be reached at GATEWAY_URL');
  await absent.logged('only this machine or network reaches');
});

test('changing the one server clears the commands of the one before, and npm run bot:register does the same', async () => {
  await using discord = await startDiscord();
  const { guildId } = discord.addGuild('Next');
  await using first = startBotHere(discord);
  await first.logged('The bot is ready');
  await using second = startBotHere(discord, { DISCORD_GUILD_ID: guildId });
  await second.logged('No other server');
  expect(discord.commands('guild')).toEqual([]);
  const count = discord.commands('guild', guildId).length;
  expect(count).toBeGreaterThan(0);
  const env = {
    PATH: process.env.PATH,
    DISCORD_TOKEN: discord.token,
    DISCORD_API_URL: discord.apiUrl,
    DISCORD_GUILD_ID: '',
  };
  const { stdout } = await promisify(execFile)(process.execPath, ['bot/register-main.ts'], { env });
  expect(stdout).toContain('The commands are registered');
  expect(discord.commands('guild', guildId)).toEqual([]);
  expect(discord.commands('global')).toHaveLength(count);
  expect(discord.commands('global')[0]).toMatchObject({ contexts: [0, 1, 2], integration_types: [0, 1] });
});

test('as many connections are made as Discord wants, and commands are answered on all of them', async () => {
  await using discord = await startDiscord({ shards: 2 });
  // Which connection a server belongs to, its number says.
  const channels = [10n, 11n].map((n) => discord.addGuild(`Server ${n}`, `${(2n ** 36n + n) << 22n}`));
  await using bot = startBotHere(discord, { DISCORD_GUILD_ID: '' });
  await bot.logged('The bot is ready');
  expect(discord.gateway.events.filter(({ kind }) => kind === 'identified')).toHaveLength(2);
  const ada = discord.user('Ada');
  for (const channel of channels) await ada.runs('/follow', {}, channel).nextReply();
});

test('every answer leaves a line in the log, figures and its health can be asked for, and the last line says that it stops', async () => {
  await using discord = await startDiscord();
  await using service = await startTestApp();
  await using bot = startBotProcess(discord, { GATEWAY_URL: service.url, BOT_PORT: '0' });
  const [, port] = /"port":(\d+)/.exec(await bot.logged('Health and figures')) ?? [];
  await bot.logged('The bot is ready');
  const ada = discord.user('Ada');
  await ada.runs('/upload', { file: attachedModPack('private-name.zip') }).replyThat(isDone);
  const line = await bot.logged('"what":"/upload"');
  expect(JSON.parse(line)).toMatchObject({
    outcome: 'done',
    user: ada.id,
    server: discord.guildId,
    channel: discord.channel.id,
  });
  expect(line).not.toContain('private-name');
  const health = await fetch(`http://127.0.0.1:${port}/health`);
  expect([health.status, await health.json()]).toEqual([200, { discord: true, gateway: true }]);
  const figures = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(figures).toContain('bot_answers_total{what="/upload",outcome="done"} 1');
  expect(figures).toContain('bot_servers 1');
  // The page tells of each, and of nothing else.
  const namesIn = (text: string) =>
    new Set([...text.matchAll(/\bbot_[a-z_]+?(?=(?:_bucket|_sum|_count)?\b)/g)].map(([name]) => name));
  expect(namesIn(figures)).toEqual(namesIn(await readFile('docs/discord.md', 'utf8')));
  bot.kill('SIGTERM');
  expect(await bot.ended).toBe(0);
  expect(bot.output().stdout.trimEnd().split('\n').at(-1)).toContain('The bot has stopped');
});

test('settings that are not what the bot writes end it with a line that says which file', async () => {
  await using opened = new AsyncDisposableStack();
  const discord = opened.use(await startDiscord());
  const folder = await scratchFolder(opened);
  const file = join(folder, 'settings.json');
  await writeFile(file, '{"1": "x"}');
  const bot = opened.use(startBotHere(discord, { BOT_DATA_DIR: folder }));
  await expect(bot.failed).rejects.toThrow(`${file} is not what this bot writes`);
  expect(await readFile(file, 'utf8')).toBe('{"1": "x"}');
});
