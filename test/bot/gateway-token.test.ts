import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { createToken, revokeToken } from '../../src/access/tokens.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type FakeDiscord, type Reply, startDiscord } from '../support/discord/index.ts';
import { type BotHere, startBotHere } from './bot-process.ts';
import { attachedModPack, buttonIds, generates, holdWork, isDone } from './scene.ts';

const isDeleted = ({ kind }: Reply) => kind === 'delete';
const says = (text: string) => (reply: Reply) =>
  reply.message.embeds[0]?.description?.includes(text) ?? false;

const namesItsToken = /refuses this bot's token: it is wrong, revoked or expired\. .*`GATEWAY_TOKEN`/;

interface Scene extends AsyncDisposable {
  discord: FakeDiscord;
  service: TestApp;
  bot: BotHere;
  token: string;
}

/** The bot with a token (or none) of a gateway that is closed to strangers as far as ACCESS says. */
async function startWith(
  rights: { role: 'reader' | 'publisher'; voter: boolean; revoked?: boolean } | null,
  access: 'open' | 'read-only' | 'closed',
  overrides = {},
): Promise<Scene> {
  await using opened = new AsyncDisposableStack();
  const discord = opened.use(await startDiscord());
  const service = opened.use(await startTestApp({ environment: { ACCESS: access }, overrides }));
  const { database } = service.app;
  const { role, voter } = rights ?? { role: 'publisher', voter: true };
  const token = await createToken(database, { name: 'bot', role, voter, quota: null, expires: null });
  if (rights?.revoked) await revokeToken(database, 'bot');
  const bot = opened.use(
    startBotHere(discord, {
      GATEWAY_URL: service.url,
      GATEWAY_PUBLIC_URL: 'https://packs.example',
      ...(rights === null ? {} : { GATEWAY_TOKEN: token }),
    }),
  );
  await bot.logged('The bot is ready');
  const rest = opened.move();
  return { discord, service, bot, token, [Symbol.asyncDispose]: () => rest.disposeAsync() };
}

/** That neither the log nor any message shows the token. */
function expectUnseen({ discord, bot, token }: Scene): void {
  expect(JSON.stringify([bot.output(), discord.sights])).not.toContain(token.slice(-20));
}

function startUpload({ discord }: Scene) {
  return discord.user('Ada').runs('/upload', { file: attachedModPack('pack.zip') });
}

async function expectUploadRefused(scene: Scene, words: RegExp): Promise<void> {
  const run = startUpload(scene);
  await run.replyThat(isDeleted);
  expect((await run.nextReply()).message.content).toMatch(words);
}

describe('no token', () => {
  test('where uploads need one, the start says so and uploads name it; reading works', async () => {
    await using scene = await startWith(null, 'read-only');
    const { discord, bot } = scene;
    expect(await bot.logged('the bot cannot upload')).toContain('GATEWAY_TOKEN is not set');
    expect(await bot.logged('the bot cannot vote')).toContain('GATEWAY_TOKEN is not set');
    await expectUploadRefused(
      scene,
      /^The server pack service does this only for bots with a token\. .*`GATEWAY_TOKEN`/,
    );
    const { message } = await discord.user('Bo').runs('/status', { modpack: 1 }).nextReply();
    expect(message.content).toBe('There is no modpack 1.');
  });
});

describe('a token that lacks a right', () => {
  test('without the right to vote for others, the start says so and votes name the token; all else works', async () => {
    await using scene = await startWith({ role: 'publisher', voter: false }, 'closed');
    const { discord, bot } = scene;
    expect(await bot.logged('GATEWAY_TOKEN does not allow everything')).toContain('/vote');
    const { message } = await startUpload(scene).replyThat(isDone);
    expect(buttonIds(message).filter((id) => id.startsWith('vote'))).toEqual([]);
    const vote = discord.user('Bo').runs('/vote', { 'server-pack': 1, vote: 'up' });
    const { message: told } = await vote.nextReply();
    expect(told.content).toMatch(/^This bot's token does not allow this\. .*`GATEWAY_TOKEN`.*voter/);
    expectUnseen(scene);
  });

  test('without the right to upload, the start says so and uploads name the token; all else works', async () => {
    await using scene = await startWith({ role: 'reader', voter: true }, 'read-only');
    expect(await scene.bot.logged('GATEWAY_TOKEN does not allow everything')).toContain('/upload');
    const words = /^This bot's token does not allow this\. .*`GATEWAY_TOKEN`.*publisher/;
    await expectUploadRefused(scene, words);
    const byLink = scene.discord.user('Ada').runs('/upload');
    await byLink.replyThat(isDeleted);
    expect((await byLink.nextReply()).message.content).toMatch(words);
    const status = await scene.discord.user('Bo').runs('/status', { modpack: 1 }).nextReply();
    expect(status.message.content).toBe('There is no modpack 1.');
    expectUnseen(scene);
  });
});

describe('a token that was revoked before the start', () => {
  test('the start says so; what needs no token works, and votes name the token', async () => {
    await using scene = await startWith({ role: 'publisher', voter: true, revoked: true }, 'open');
    const { discord, bot } = scene;
    await bot.logged('wrong, revoked or expired');
    expect(await bot.logged('the bot cannot vote')).toContain('The gateway refuses GATEWAY_TOKEN');
    await startUpload(scene).replyThat(isDone);
    const vote = await discord.user('Bo').runs('/vote', { 'server-pack': 1, vote: 'up' }).nextReply();
    expect(vote.message.content).toMatch(namesItsToken);
    expectUnseen(scene);
  });

  test('where everything needs a token, the start says that nothing works and every command names the token', async () => {
    await using scene = await startWith({ role: 'publisher', voter: true, revoked: true }, 'closed');
    const { discord, bot } = scene;
    await bot.logged('no command works');
    await bot.logged('the bot cannot upload');
    await bot.logged('the bot cannot vote');
    await expectUploadRefused(scene, namesItsToken);
    const ada = discord.user('Ada');
    const status = await ada.runs('/status', { modpack: 1 }).nextReply();
    expect(status.message.content).toMatch(namesItsToken);
    expect(await ada.autocompletes('/status', 'modpack', '1')).toEqual([]);
    expectUnseen(scene);
  });
});

describe('a token that is revoked while the bot runs', () => {
  test('a run is followed to its end where reading needs no token, and votes name the token from then on', async () => {
    const held = holdWork();
    await using scene = await startWith({ role: 'publisher', voter: true }, 'open', { work: held.work });
    const { discord, bot, service } = scene;
    const run = startUpload(scene);
    await run.replyThat(says('Checking the modpack'));
    await revokeToken(service.app.database, 'bot');
    held.letCheck();
    await run.replyThat(says('Building'));
    held.letGenerate();
    await run.replyThat(isDone);
    await bot.logged('wrong, revoked or expired');
    const vote = await discord.user('Bo').runs('/vote', { 'server-pack': 1, vote: 'up' }).nextReply();
    expect(vote.message.content).toMatch(namesItsToken);
    const again = await (await generates(discord.user('Bo'), 1)).replyThat(isDone);
    expect(again.message.visibleTo).toBeNull();
    expectUnseen(scene);
  });

  test('where reading needs one, whoever follows a run is told, and so is whoever uploads', async () => {
    const held = holdWork();
    await using scene = await startWith({ role: 'publisher', voter: true }, 'closed', { work: held.work });
    const run = startUpload(scene);
    await run.replyThat(says('Checking the modpack'));
    await revokeToken(scene.service.app.database, 'bot');
    await run.replyThat(isDeleted);
    expect((await run.nextReply()).message.content).toMatch(namesItsToken);
    await expectUploadRefused(scene, namesItsToken);
    expectUnseen(scene);
    held.letCheck();
    held.letGenerate();
  });

  test('an upload that it ends names the token, not an absent gateway', async () => {
    await using scene = await startWith({ role: 'publisher', voter: true }, 'closed');
    const arriving = Promise.withResolvers<void>();
    const block = Buffer.alloc(2 ** 20);
    function* endless() {
      for (let sent = 0; ; sent++) {
        // More than all the buffers on the way hold.
        if (sent === 64) arriving.resolve();
        yield block;
      }
    }
    const file = { name: 'pack.zip', size: 1, open: () => Readable.from(endless()) };
    const run = scene.discord.user('Ada').runs('/upload', { file });
    await arriving.promise;
    await revokeToken(scene.service.app.database, 'bot');
    await run.replyThat(isDeleted);
    expect((await run.nextReply()).message.content).toMatch(namesItsToken);
    expectUnseen(scene);
  });
});
