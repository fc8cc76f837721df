import { describe, expect, test } from 'vitest';
import { previewServerPack } from '../../src/archive/build/preview.ts';
import { buildServerPack } from '../support/server-pack.ts';
import { zipWith } from '../support/zip.ts';

const mod = { 'mods/a.jar': zipWith({}) };
// Made of parts, so that no program which looks for secrets finds one here.
const bot = [Buffer.from('116822052037061234').toString('base64'), 'GhZ5cQ', 'x'.repeat(38)].join('.');
const hook = `https://discord.com/api/${'webhooks'}/116822052037061234/${'y'.repeat(68)}`;
const github = `ghp${'_'}${'z'.repeat(36)}`;
const telegram = `1234567890:AA${'w'.repeat(33)}`;

/** What a build and a preview of a pack with this file tell of it, if anything. */
async function told(name: string, text: string): Promise<string | null> {
  await using pack = await buildServerPack({ ...mod, [name]: text });
  const { archivePath, report, run } = pack.task;
  const task = { archivePath, baseFolder: report.baseFolder, fetched: [], run };
  const { sum } = previewServerPack(report.mods, task);
  expect(sum.warnings).toEqual(pack.result.warnings);
  const [first = null, ...others] = pack.result.warnings;
  expect(others).toEqual([]);
  if (first === null) return null;
  expect(first).toMatchObject({ code: 'SECRETS_IN_SETTINGS', entry: name });
  for (const value of [bot, hook, github, telegram, 'hunter2hunter2hunter2'])
    expect(first.error).not.toContain(value);
  return /^".*?" goes in, with (.*?)\. Everybody/.exec(first.error)?.[1] ?? first.error;
}

describe('a secret in settings that go in is told by file and line, never by its value', () => {
  const password = 'the password of a database in line';
  test.each([
    ['config/chat.toml', `a = 1\r\nb = "${bot}"\n`, 'the token of a Discord bot in line 2'],
    ['kubejs/server_scripts/a.js', `const hook = '${hook}'`, 'the address of a Discord webhook in line 1'],
    ['config/a.json', JSON.stringify({ a: { token: github } }), 'a token of GitHub in line 1'],
    ['config/b.yml', `\n\n# t: ${telegram}`, 'the token of a Telegram bot in line 3'],
    ['config/c.conf', 'uri = "mongodb://me:hunter2hunter2hunter2@db/a"', `${password} 1`],
    [
      'config/Discord-Integration.toml',
      '[general]\n\tbotToken = "hunter2hunter2hunter2"',
      'the token of a Discord bot in line 2',
    ],
    [
      'config/simple-discord-link/simple-discord-link.toml',
      `botToken = "hunter2hunter2hunter2"\nhook = "${hook}"\nother = "${hook}"`,
      'the token of a Discord bot in line 1 and the address of a Discord webhook in lines 2 and 3',
    ],
    ['config/discord.cfg', '  S:"Bot Token"=hunter2hunter2hunter2', 'the token of a Discord bot in line 1'],
    [
      'config/luckperms/luckperms.conf',
      'data {\n  password = "hunter2"\n}\nredis { password = "" }\nrabbitmq { password = "guest" }',
      `${password} 2`,
    ],
    ['config/bluemap/storages/sql.conf', "p: {\n user: 'a', password: 'hunter2'\n}", `${password} 2`],
    ['config/bluemap/storages/s3.conf', 'secret-key: "hunter2"', 'a token or a key in line 1'],
    ['config/ledger.toml', '[database_extensions]\npassword = "hunter2"', `${password} 2`],
    ['dynmap/configuration.txt', 'storage:\n  password: hunter2', `${password} 2`],
  ])('%s', async (name, text, expected) => {
    expect(await told(name, text)).toBe(expected);
  });

  test.each([
    ['as mods write it first', 'config/Discord-Integration.toml', 'botToken = "INSERT BOT TOKEN HERE"'],
    ['in a comment', 'dynmap/configuration.txt', '  #password: hunter2'],
    ['of a mod that is not known', 'config/shop.toml', 'password = "hunter2"'],
    ['in an example', 'config/a.conf', '# mysql://user:password@localhost/db'],
    [
      'whose id is no number',
      'config/a.toml',
      `b = "${['M'.repeat(24), 'GhZ5cQ', 'x'.repeat(38)].join('.')}"`,
    ],
    ['in what stays out', 'logs/latest.log', bot],
    ['in a picture', 'config/a.png', bot],
    ['in a resource', 'kubejs/assets/a/lang.json', bot],
  ])('and there is none %s', async (_what, name, text) => {
    expect(await told(name, text)).toBe(null);
  });
});
