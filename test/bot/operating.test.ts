import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { PermissionsBitField } from 'discord.js';
import { expect, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { startDiscord } from '../support/discord/index.ts';
import { makeDataDir } from '../support/embedded-files.ts';
import { startBotProcess } from './bot-process.ts';
import { attachedModPack, isDone, scratchFolder, versions } from './scene.ts';

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
  await using other = startBotProcess(discord, { GATEWAY_URL: page.url });
  expect(await other.logged('is no server pack service')).toContain(port);
  await using service = await startTestApp();
  await using unreached = startBotProcess(discord, {
    GATEWAY_URL: service.url,
    PUBLIC_URL: 'http://packs.invalid/',
  });
  expect(await unreached.logged('not found where the links')).toContain('packs.invalid');
  await using absent = startBotProcess(discord, { GATEWAY_URL: 'http://127.0.0.1:1' });
  await absent.logged('cannot be reached at GATEWAY_URL');
  await absent.logged('only this machine or network reaches');
});

test('a password in an address is refused, and shown nowhere', async () => {
  await using discord = await startDiscord();
  await using bot = startBotProcess(discord, { GATEWAY_URL: 'https://bot:hunter2@packs.example' });
  expect(await bot.ended).toBe(1);
  expect(bot.output().stderr).toContain('GATEWAY_URL must hold no name or password');
  expect(JSON.stringify(bot.output())).not.toContain('hunter2');
});

test('changing the one server clears the commands of the one before, and npm run bot:register does the same', async () => {
  await using discord = await startDiscord();
  const { guildId } = discord.addGuild('Next');
  await using first = startBotProcess(discord);
  await first.logged('The bot is ready');
  await using second = startBotProcess(discord, { DISCORD_GUILD_ID: guildId });
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
  await using bot = startBotProcess(discord, { DISCORD_GUILD_ID: '' });
  await bot.logged('The bot is ready');
  expect(discord.gateway.events.filter(({ kind }) => kind === 'identified')).toHaveLength(2);
  const ada = discord.user('Ada');
  for (const channel of channels) await ada.runs('/download', {}, channel).nextReply();
});

test('every answer leaves a line in the log, figures and its health can be asked for, and the last line says that it stops', async () => {
  await using discord = await startDiscord();
  await using service = await startTestApp();
  await using bot = startBotProcess(discord, { GATEWAY_URL: service.url, BOT_PORT: '0' });
  const [, port] = /"port":(\d+)/.exec(await bot.logged('Health and figures')) ?? [];
  await bot.logged('The bot is ready');
  const ada = discord.user('Ada');
  await ada.runs('/upload', { ...versions, file: attachedModPack('private-name.zip') }).replyThat(isDone);
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
  const bot = opened.use(startBotProcess(discord, { BOT_DATA_DIR: folder }));
  expect(await bot.ended).toBe(1);
  expect(bot.output().stderr).toContain(`${file} is not what this bot writes`);
  expect(await readFile(file, 'utf8')).toBe('{"1": "x"}');
});

/** Follows a command line in a folder until it writes a line that fits; it ends with the test. */
async function following(
  opened: AsyncDisposableStack,
  command: string,
  { cwd, env, until }: { cwd: string; env: NodeJS.ProcessEnv; until: RegExp },
): Promise<RegExpExecArray> {
  const child = spawn(command, {
    cwd,
    env,
    shell: true,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // With its output, which whatever npm has started holds open: npm itself is gone before.
  const ended = once(child, 'close');
  opened.defer(async () => {
    child.stdout.resume();
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    await ended;
  });
  const lines = createInterface({ input: child.stdout });
  return new Promise((found, lost) => {
    lines.on('line', (line) => {
      const match = until.exec(line);
      if (match !== null) found(match);
    });
    lines.on('close', () => lost(new Error(`${command} ended before it wrote ${until}`)));
  });
}

test('docs/discord.md, followed word for word, gives a bot that works entirely', async () => {
  await using opened = new AsyncDisposableStack();
  const discord = opened.use(await startDiscord());
  const doc = await readFile('docs/discord.md', 'utf8');
  const [tokenLine = '', settings = ''] = [...doc.matchAll(/^ *```sh\n(.*?)^ *```/gms)].map(([, text = '']) =>
    text.replaceAll(/^ {3}/gm, '').trim(),
  );
  const [, permissions = ''] = /&permissions=(\d+)/.exec(doc) ?? [];
  expect(new PermissionsBitField(BigInt(permissions)).toArray().toSorted()).toEqual([
    'EmbedLinks',
    'SendMessages',
    'SendMessagesInThreads',
    'ViewChannel',
  ]);
  // The folder of the project, but for what belongs to this machine.
  const cwd = await scratchFolder(opened);
  for (const name of await readdir('.'))
    if (!/^(?:\.env|\.git|data|bot-data)$/.test(name)) await symlink(resolve(name), join(cwd, name));
  await makeDataDir(join(cwd, 'data'));
  const env = { PATH: process.env.PATH, HOME: cwd };
  const offline = { WEB: 'off', MODLOADER_VERSIONS: 'off', FETCH: 'off', CATALOGUE: 'off', PORT: '0' };
  const [, gateway = ''] = await following(opened, 'npm start', {
    cwd,
    env: { ...env, ...offline, PUBLIC_URL: 'https://packs.example' },
    until: /"address":"([^"]+)"/,
  });
  const { stdout } = await promisify(execFile)(tokenLine, { cwd, env, shell: true });
  const filled = settings
    .replace('DISCORD_TOKEN=…', `DISCORD_TOKEN=${discord.token}`)
    .replace('GATEWAY_TOKEN=…', `GATEWAY_TOKEN=${stdout.trimEnd().split('\n').at(-1)}`)
    .replace('GATEWAY_URL=http://127.0.0.1:8080', `GATEWAY_URL=${gateway}`)
    .replace('# DISCORD_GUILD_ID=…', `DISCORD_GUILD_ID=${discord.guildId}`);
  expect(filled.match(/…/)).toBeNull();
  await writeFile(join(cwd, '.env'), filled);
  const botLine = /\*\*Start it\*\*:.*?then `([^`]+)`/.exec(doc)?.[1] ?? '';
  await following(opened, botLine, {
    cwd,
    env: { ...env, DISCORD_API_URL: discord.apiUrl },
    until: /The bot is ready/,
  });
  const ada = discord.user('Ada');
  const { message } = await ada
    .runs('/upload', { ...versions, file: attachedModPack('pack.zip') })
    .replyThat(isDone);
  expect(JSON.stringify(message)).toContain('https://packs.example/');
  const vote = await ada.clicks(message, 'Works').nextReply();
  expect(vote.message.content).toContain('Works for 1, fails for 0.');
});
