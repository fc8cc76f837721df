import { once } from 'node:events';
import { createServer } from 'node:net';
import { Readable } from 'node:stream';
import { ApplicationCommandOptionType } from 'discord.js';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { type FakeDiscord, type Message, type Reply, startDiscord } from '../support/discord/index.ts';
import { startBotProcess } from './bot-process.ts';
import { attachedModPack, holdWork } from './scene.ts';

const integer = ApplicationCommandOptionType.Integer;

const shows = (text: string) => (reply: Reply) =>
  reply.message.embeds[0]?.description?.includes(text) ?? false;

/** Everything that must never be seen in what the bot writes. */
function expectNoSecrets({ stdout, stderr }: { stdout: string; stderr: string }, discord: FakeDiscord): void {
  for (const text of [stdout, stderr]) {
    expect(text).not.toContain(discord.token);
    expect(text).not.toContain('interaction-token-');
  }
}

describe('the start', () => {
  test('commands are registered in the one server that is set, or everywhere and there alone; what it lacks is said', async () => {
    await using discord = await startDiscord();
    await using bot = startBotProcess(discord);
    expect(await bot.logged('GATEWAY_TOKEN is not set')).toContain('vote');
    await bot.logged('The bot is ready');
    const shapes = discord.commands('guild').map(({ name, options }) => ({
      name,
      // As a user reads them: [those that may stay empty], and # for those that are looked up by number or name.
      options: options.map((option) => {
        const shown = `${option.name}${option.type === integer && option.autocomplete ? '#' : ''}`;
        return option.required ? shown : `[${shown}]`;
      }),
    }));
    expect(shapes).toEqual([
      { name: 'upload', options: ['[file]'] },
      { name: 'import', options: ['link'] },
      {
        name: 'add-files',
        options: ['modpack#', 'file', '[file-2]', '[file-3]', '[file-4]', '[file-5]'],
      },
      { name: 'generate', options: ['modpack#'] },
      { name: 'preview', options: ['modpack#'] },
      { name: 'download', options: ['server-pack#'] },
      { name: 'vote', options: ['server-pack#', 'vote'] },
      { name: 'status', options: ['modpack#'] },
      { name: 'rename', options: ['modpack#', 'name'] },
      { name: 'delete', options: ['modpack#'] },
      { name: 'follow', options: ['[pack]'] },
      { name: 'crash', options: ['[file]', '[text]', '[server-pack#]'] },
      { name: 'settings', options: ['[channel]', '[role]', '[own-packs-only]', '[reset]'] },
    ]);
    const choicesOf = (option: string) =>
      discord
        .commands('guild')
        .flatMap(({ options }) => options.filter(({ name }) => name === option))
        .map(({ choices }) => choices?.map(({ name }) => name));
    expect(choicesOf('vote')).toEqual([['up', 'down']]);
    expect(discord.commands('global')).toEqual([]);
    await using second = startBotProcess(discord, { DISCORD_GUILD_ID: '' });
    await second.logged('No other server');
    expect(discord.commands('guild')).toEqual([]);
    expect(discord.commands('global')).toHaveLength(13);
  });

  test('a server that the bot is not in ends it with a line that says what to do', async () => {
    await using discord = await startDiscord();
    await using bot = startBotProcess(discord, { DISCORD_GUILD_ID: '123456789012345678' });
    expect(await bot.ended).toBe(1);
    expect(bot.output().stderr).toMatch(/^DISCORD_GUILD_ID names a Discord server .*\n$/);
  });

  test('faulty settings end it with all faults at once', async () => {
    await using discord = await startDiscord();
    await using bot = startBotProcess(discord, {
      DISCORD_TOKEN: '',
      GATEWAY_URL: 'https://bot:hunter2@packs.example',
    });
    expect(await bot.ended).toBe(1);
    expect(bot.output().stderr.split('\n')).toEqual([
      'The bot cannot start with these settings:',
      expect.stringMatching(/^ {2}DISCORD_TOKEN is missing/),
      expect.stringMatching(/^ {2}GATEWAY_URL must hold no name or password/),
      '',
    ]);
    expect(JSON.stringify(bot.output())).not.toContain('hunter2');
  });

  test('server errors and rate limits of Discord are waited out', async () => {
    await using discord = await startDiscord();
    discord.disturb({ status: 503 }, { times: 5, path: /gateway\/bot$/ });
    discord.disturb({ status: 'closed' }, { path: /gateway\/bot$/ });
    discord.disturb({ status: 429, retryAfter: 0.2 }, { path: /commands$/ });
    discord.disturb({ status: 500 }, { times: 5, path: /commands$/ });
    await using bot = startBotProcess(discord);
    await bot.logged('The bot is ready');
    expect(discord.commands('guild')).toHaveLength(13);
  });
});

describe('the bot token', () => {
  test('a wrong one ends the bot with one clear line and without the token', async () => {
    await using discord = await startDiscord();
    await using bot = startBotProcess(discord, { DISCORD_TOKEN: 'wrong-but-secret' });
    expect(await bot.ended).toBe(1);
    expect(bot.output().stderr).toMatch(/^Discord refuses the bot token: .*\n$/);
    expect(JSON.stringify(bot.output())).not.toContain('wrong-but-secret');
  });

  test('one that is revoked later does so too', async () => {
    await using discord = await startDiscord();
    await using bot = startBotProcess(discord);
    await bot.logged('The bot is ready');
    discord.revokeToken();
    expect(await bot.ended).toBe(1);
    expect(bot.output().stderr).toMatch(/^Discord refuses the bot token: .*\n$/);
    expectNoSecrets(bot.output(), discord);
  });
});

describe('the end', () => {
  test('it ends while Discord cannot be reached', async () => {
    await using discord = await startDiscord();
    discord.disturb({ status: 'closed' }, { times: 1000 });
    await using bot = startBotProcess(discord);
    await bot.logged('cannot be reached');
    bot.kill('SIGTERM');
    expect(await bot.ended).toBe(0);
  });

  test('an upload under way does not hold it up', async () => {
    await using discord = await startDiscord();
    const asked = Promise.withResolvers<void>();
    const endless = new Readable({ read: () => asked.resolve() });
    // What comes is read, so that an end of it is seen.
    const silent = createServer((socket) => void socket.on('error', () => {}).resume()).listen(
      0,
      '127.0.0.1',
    );
    await once(silent, 'listening');
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : null;
    await using bot = startBotProcess(discord, { GATEWAY_URL: `http://127.0.0.1:${port}` });
    await bot.logged('The bot is ready');
    const file = { name: 'pack.zip', size: 1000, open: () => endless };
    const run = discord.user('Ada').runs('/upload', { file });
    expect(await run.acknowledged()).toMatchObject({ kind: 'thinking', message: { visibleTo: null } });
    await asked.promise;
    bot.kill('SIGTERM');
    expect(await bot.ended).toBe(0);
    silent.close();
  });

  test('messages that follow a run or wait for an upload say that it ends, and where to look', async () => {
    const held = holdWork();
    await using discord = await startDiscord();
    await using service = await startTestApp({ overrides: { work: held.work } });
    await using bot = startBotProcess(discord, { GATEWAY_URL: service.url });
    await bot.logged('The bot is ready');
    const ada = discord.user('Ada');
    const run = ada.runs('/upload', { file: attachedModPack('pack.zip') });
    await run.replyThat(shows('Checking'));
    const waiting = ada.runs('/upload');
    await waiting.replyThat(({ message }) => message.content.includes('curl'));
    bot.kill('SIGTERM');
    expect(await bot.ended).toBe(0);
    const last = (messages: Message[]) =>
      messages.flatMap(({ embeds }) => embeds.map(({ description }) => description?.replaceAll('\\', '')));
    expect(last(run.messages())).toEqual([expect.stringMatching(/being restarted.*\/status modpack:1 /)]);
    expect(last(waiting.messages())).toEqual([
      expect.stringMatching(/being restarted.*the link stays valid/),
    ]);
  });

  test('a Discord that falls silent while a run is followed does not hold it up, and more signals do not cut it short', async () => {
    const held = holdWork();
    await using discord = await startDiscord();
    await using service = await startTestApp({ overrides: { work: held.work } });
    await using bot = startBotProcess(discord, { GATEWAY_URL: service.url });
    await bot.logged('The bot is ready');
    const run = discord.user('Ada').runs('/upload', { file: attachedModPack('pack.zip') });
    await run.replyThat(shows('Checking'));
    discord.fallSilent();
    bot.kill('SIGTERM');
    await bot.logged('The bot stops');
    bot.kill('SIGTERM');
    bot.kill('SIGINT');
    expect(await bot.ended).toBe(0);
    // Not as soon as the second signal came.
    expect(bot.output().stdout).toContain('The bot has stopped');
  });
});

describe('the connection', () => {
  test('lost lines, reconnect requests and forgotten sessions are survived', async () => {
    await using discord = await startDiscord();
    await using bot = startBotProcess(discord);
    await bot.logged('The bot is ready');
    discord.gateway.drop();
    await discord.gateway.next('resumed');
    discord.gateway.askToReconnect();
    await discord.gateway.next('resumed');
    await discord.gateway.next('identified');
    discord.gateway.invalidateSessions();
    await discord.gateway.next('identified');
    bot.kill('SIGINT');
    expect(await bot.ended).toBe(0);
    expect(bot.output().stderr).toBe('');
    expectNoSecrets(bot.output(), discord);
  });
});
