import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { PermissionsBitField } from 'discord.js';
import { expect, test } from 'vitest';
import { startDiscord } from '../support/discord/index.ts';
import { makeDataDir } from '../support/embedded-files.ts';
import { attachedModPack, isDone, scratchFolder } from './scene.ts';

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
  const { message } = await ada.runs('/upload', { file: attachedModPack('pack.zip') }).replyThat(isDone);
  expect(JSON.stringify(message)).toContain('https://packs.example/');
  const vote = await ada.clicks(message, 'Works').nextReply();
  expect(vote.message.content).toContain('Works for 1, fails for 0.');
});
