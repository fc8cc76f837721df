import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { events } from '../../drizzle/schema.ts';
import type { ArchiveWork } from '../../src/core/runs/pipeline.ts';
import { startTestApp } from '../support/app.ts';
import {
  attachedFile,
  type Message,
  type Reply,
  type Sight,
  startDiscord,
} from '../support/discord/index.ts';
import { playClamd } from '../support/played-clamd.ts';
import { zipWith } from '../support/zip.ts';
import { startBotProcess } from './bot-process.ts';
import {
  attachedModPack,
  buttonIds,
  generates,
  holdWork,
  isDone,
  mmcPack,
  modPackBytes,
  type Scene,
  scratchFolder,
  startScene,
} from './scene.ts';

const shows = (text: string) => (reply: Reply) =>
  reply.message.embeds[0]?.description?.replaceAll('\\', '').includes(text) ?? false;
const isLink = ({ message }: Reply) => message.content.includes('curl');
const isReplyAside = (sight: Sight) => 'message' in sight && sight.message.visibleTo !== null;
const isGone = ({ kind }: Reply) => kind === 'delete';

/** Sends a file by the link that a private message shows. */
async function send({ service }: Pick<Scene, 'service'>, link: Message, content: Buffer): Promise<number> {
  const url = new URL(link.components[0]?.components[0]?.url ?? '');
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(content)]), 'large.zip');
  return (await fetch(new URL(url.pathname, service.url), { method: 'POST', body })).status;
}

test('more upload links wait than a gateway lets one socket ask for, and nobody is held up by them', async () => {
  await using scene = await startScene({
    values: { maxSocketOperations: 4 },
    botEnvironment: { BOT_USER_RUNS: '100', BOT_SERVER_RUNS: '100' },
  });
  const ada = scene.discord.user('Ada');
  const waiting = Array.from({ length: 8 }, () => ada.runs('/upload'));
  const links = await Promise.all(waiting.map(async (run) => (await run.replyThat(isLink)).message));
  const attached = scene.discord.user('Bo').runs('/upload', { file: attachedModPack('pack.zip') });
  await attached.replyThat(isDone);
  const [first, last] = [waiting[0], waiting.at(-1)];
  const [firstLink, lastLink] = [links[0], links.at(-1)];
  if (!first || !last || !firstLink || !lastLink) throw new Error('There are eight.');
  expect(await send(scene, lastLink, modPackBytes('sodium'))).toBe(200);
  await last.replyThat(isDone);
  expect(await send(scene, firstLink, modPackBytes('phosphor'))).toBe(200);
  await first.replyThat(isDone);
});

test('more runs are followed at a time than a gateway lets one socket ask for', async () => {
  const held = holdWork();
  await using scene = await startScene({
    environment: { WORKER_THREADS: '1' },
    values: { maxSocketOperations: 4 },
    overrides: { work: held.work },
    botEnvironment: { BOT_USER_RUNS: '100', BOT_SERVER_RUNS: '100' },
  });
  const ada = scene.discord.user('Ada');
  const runs = ['one', 'two', 'three', 'four', 'five', 'six'].map((id) =>
    ada.runs('/upload', { file: attachedModPack(`${id}.zip`, id) }),
  );
  for (const run of runs) await run.replyThat(({ message }) => buttonIds(message).length > 0);
  // One of them is worked on; the others are told where they stand.
  await Promise.any(runs.map((run) => run.replyThat(shows('Place 5 of 5 in the queue'))));
  held.letCheck();
  held.letGenerate();
  for (const run of runs) await run.replyThat(isDone);
});

test('a run that waits for the malware scanner says so, and goes on once it is back', async () => {
  await using clamd = await playClamd();
  await using scene = await startScene({
    environment: { SCAN: 'on', SCAN_CLAMD: clamd.address.path, 'config.roomWait.firstSeconds': '1' },
  });
  await clamd.leave();
  const ada = scene.discord.user('Ada');
  const run = ada.runs('/upload', { file: attachedModPack('pack.zip') });
  await run.replyThat(shows('The malware scanner of the service is away. Next retry <t:'));
  const status = await ada.runs('/status', { modpack: 1 }).nextReply();
  expect(shows('malware scanner')(status)).toBe(true);
  await clamd.comeBack();
  await run.replyThat(isDone);
});

test('one person, and one server, have only so much under way at a time; it is said in plain words', async () => {
  await using scene = await startScene({ botEnvironment: { BOT_USER_RUNS: '1', BOT_SERVER_RUNS: '2' } });
  const [ada, bo, cy] = ['Ada', 'Bo', 'Cy'].map((name) => scene.discord.user(name));
  if (!ada || !bo || !cy) throw new Error('There are three.');
  await bo.runs('/upload', { file: attachedModPack('pack.zip') }).replyThat(isDone);
  await ada.runs('/upload').replyThat(isLink);
  const second = ada.runs('/upload');
  await second.replyThat(isGone);
  expect((await second.nextReply()).message.content).toMatch(/^You have 1 of these under way already/);
  const preview = await ada.runs('/preview', { modpack: 1 }).nextReply();
  const byButton = ada.clicks(preview.message, 'Build with these settings');
  await byButton.replyThat(isGone);
  expect((await byButton.nextReply()).message.content).toMatch(/^You have 1 of these under way already/);
  await bo.runs('/upload').replyThat(isLink);
  const third = cy.runs('/upload');
  await third.replyThat(isGone);
  expect((await third.nextReply()).message.content).toMatch(/^This server has 2 of these under way already/);
  // What starts nothing goes on.
  await ada.runs('/status', { modpack: 1 }).nextReply();
});

test('a file that a link does not take ends the wait with the reason, a new link, and for a duplicate a way to build from it', async () => {
  await using scene = await startScene();
  const ada = scene.discord.user('Ada');
  const run = ada.runs('/upload');
  expect(await send(scene, (await run.replyThat(isLink)).message, Buffer.from('no zip'))).toBe(400);
  await run.replyThat(isGone);
  const { message: told } = await run.nextReply();
  expect(told.visibleTo).toBe(ada.id);
  expect(told.content).toMatch(/^The file sent by your link was not accepted: .*zip/);
  const again = ada.clicks(told, 'New link');
  expect(await send(scene, (await again.replyThat(isLink)).message, modPackBytes('lithium'))).toBe(200);
  await again.replyThat(isDone);

  const { message: link } = await ada.runs('/upload').replyThat(isLink);
  const form = await ada.clicks(link, 'Change settings').form();
  const twice = ada.submits(form, { clientMods: 'lith' });
  expect(await send(scene, (await twice.replyThat(isLink)).message, modPackBytes('lithium'))).toBe(409);
  await twice.replyThat(isGone);
  const { message: duplicate } = await twice.nextReply();
  const built = await ada.clicks(duplicate, 'Build with these settings').replyThat(isDone);
  expect(JSON.stringify(built.message.embeds)).toContain('0 kept, 2 dropped');
});

test('where the bot may not post, its last words before the 15 minutes are over say where to look', async () => {
  const held = holdWork();
  await using scene = await startScene({ overrides: { work: held.work }, silenceAfterMs: 1 });
  const file = attachedModPack('pack.zip');
  const ada = scene.discord.user('Ada');
  for (const about of [{ botMayPost: false }, { botMayEmbed: false }, { botIsMember: false }]) {
    const elsewhere = scene.discord.addChannel('elsewhere', about);
    const run = ada.runs('/upload', { file: attachedModPack('x.zip', `id${elsewhere.id}`) }, elsewhere);
    const { message } = await run.replyThat(shows('does not let this bot go on here'));
    expect(message.embeds[0]?.description?.replaceAll('\\', '')).toContain('/status modpack:');
    expect(buttonIds(message)[0]).toMatch(/^follow:/);
  }
  const here = ada.runs('/upload', { file });
  await here.replyThat(shows('Queued'));
});

test('progress is shown in bytes, as a bar, while a run is worked on; a new connection goes on with its steps where it was', async () => {
  const held = holdWork();
  const work: ArchiveWork = {
    ...held.work,
    async check(task, hooks) {
      // As the threads do, a few times a second.
      const telling = setInterval(
        () => hooks.onProgress({ entriesDone: 1, entriesTotal: 4, bytesDone: 2 ** 20, bytesTotal: 2 ** 22 }),
        100,
      );
      return held.work.check(task, hooks).finally(() => clearInterval(telling));
    },
  };
  await using scene = await startScene({ overrides: { work } });
  const run = scene.discord.user('Ada').runs('/upload', { file: attachedModPack('pack.zip') });
  await run.replyThat(shows('▰▰▰▰▰▱▱▱▱▱▱▱▱▱▱▱▱▱▱▱ 25 % · 1.0 MiB of 4.0 MiB'));
  held.letCheck();
  await run.replyThat(shows('Building the server pack'));
  const { database, feed } = scene.service.app;
  const known = await database.db.$count(events);
  const subscribe = vi.spyOn(feed, 'subscribe');
  await scene.line.cut();
  await scene.line.mend();
  // The run is followed anew, too, which has no place to go on from.
  const places = () => subscribe.mock.calls.flatMap(([, after]) => (after === undefined ? [] : [after]));
  await expect.poll(places).toEqual([known]);
  held.letGenerate();
  const { message } = await run.replyThat(isDone);
  expect(message.embeds[0]?.description).not.toContain('▰');
});

test('whoever asked is told, and only they, when a long run ends in a channel, well or not; after a short one nobody is', async () => {
  await using long = await startScene({ botEnvironment: { BOT_LONG_RUN_SECONDS: '0' } });
  const ada = long.discord.user('Ada');
  const isAside = ({ message }: Reply) => message.visibleTo !== null;
  const well = ada.runs('/upload', { file: attachedModPack('pack.zip') });
  await well.replyThat(isDone);
  expect((await well.replyThat(isAside)).message).toMatchObject({
    visibleTo: ada.id,
    channelId: long.discord.channel.id,
    content: 'pack\\.zip is ready: server pack 1.',
  });
  const empty = attachedFile('empty.zip', zipWith({ 'mmc-pack.json': mmcPack, 'readme.txt': 'no mods' }));
  const badly = ada.runs('/upload', { file: empty });
  expect((await badly.replyThat(isAside)).message).toMatchObject({
    visibleTo: ada.id,
    content: 'empty\\.zip could not be turned into a server pack.',
  });

  await using short = await startScene();
  const brief = short.discord.user('Bo').runs('/upload', { file: attachedModPack('pack.zip') });
  await brief.replyThat(isDone);
  // The card of a later command comes after whatever the run had to say.
  const [card] = brief.messages();
  if (card === undefined) throw new Error('It is there.');
  await short.discord.user('Bo').clicks(card, 'What was dropped?').nextReply();
  expect(brief.sights().filter((sight) => isReplyAside(sight))).toEqual([]);
});

test('after kill -9 a new bot goes on with what it followed, runs and links, by its own right', async () => {
  await using opened = new AsyncDisposableStack();
  const held = holdWork();
  const discord = opened.use(await startDiscord());
  const service = opened.use(await startTestApp({ overrides: { work: held.work } }));
  const env = { GATEWAY_URL: service.url, BOT_DATA_DIR: await scratchFolder(opened) };
  const first = opened.use(startBotProcess(discord, env));
  await first.logged('The bot is ready');
  const ada = discord.user('Ada');
  const run = ada.runs('/upload', { file: attachedModPack('pack.zip') });
  const { message } = await run.replyThat(shows('Checking'));
  const waiting = ada.runs('/upload');
  const { message: link } = await waiting.replyThat(isLink);
  first.kill('SIGKILL');
  await first.ended;
  const card = discord.follow(message);
  const second = opened.use(startBotProcess(discord, env));
  await second.logged('goes on with what it followed');
  held.letCheck();
  held.letGenerate();
  const done = await card.replyThat(isDone);
  expect(done).toMatchObject({ by: 'bot', message: { id: message.id } });
  expect(await send({ service }, link, modPackBytes('sodium'))).toBe(200);
  expect((await waiting.replyThat(isDone)).by).toBe('bot');
});

test('nobody is shown a link, or a run that is followed, before that is noted for the next bot', async () => {
  await using opened = new AsyncDisposableStack();
  const folder = await scratchFolder(opened);
  await using scene = await startScene({ botEnvironment: { BOT_DATA_DIR: folder } });
  const ada = scene.discord.user('Ada');
  const { message: card } = await ada
    .runs('/upload', { file: attachedModPack('pack.zip') })
    .replyThat(isDone);
  await expect.poll(() => readFile(join(folder, 'under-way.json'), 'utf8')).toBe('[]');
  // A pipe: what is written there is not over until somebody reads it.
  const pipe = join(folder, 'under-way.json.new');
  await promisify(execFile)('mkfifo', [pipe]);
  const byLink = ada.runs('/upload');
  await byLink.replyThat(shows('Waiting for'));
  const run = await generates(ada, 1, { modloader: 'Fabric 0.15.7' });
  // What comes after these is answered; what they have to say is not there yet.
  await scene.discord.user('Bo').clicks(card, 'What was dropped?').nextReply();
  await scene.discord.user('Bo').runs('/status', { modpack: 1 }).nextReply();
  expect(byLink.messages().filter(({ visibleTo }) => visibleTo !== null)).toEqual([]);
  expect(run.messages().filter(({ embeds }) => embeds.length > 0)).toEqual([]);
  expect(await readFile(pipe, 'utf8')).toContain('"ticket"');
  await byLink.replyThat(isLink);
  await run.replyThat(isDone);
});

test('messages older than is taken up are followed by nobody until somebody presses their buttons, runs and links', async () => {
  await using opened = new AsyncDisposableStack();
  const held = holdWork();
  const discord = opened.use(await startDiscord());
  const service = opened.use(await startTestApp({ overrides: { work: held.work } }));
  const env = { GATEWAY_URL: service.url, BOT_DATA_DIR: await scratchFolder(opened) };
  const first = opened.use(startBotProcess(discord, env));
  await first.logged('The bot is ready');
  const run = discord.user('Ada').runs('/upload', { file: attachedModPack('pack.zip') });
  const { message } = await run.replyThat(shows('Checking'));
  const waiting = discord.user('Ada').runs('/upload');
  const { message: waits } = await waiting.nextReply();
  const { message: link } = await waiting.replyThat(isLink);
  first.kill('SIGKILL');
  await first.ended;
  const card = discord.follow(message);
  const second = opened.use(startBotProcess(discord, { ...env, BOT_TAKE_UP_HOURS: '0' }));
  await second.logged('The bot is ready');
  const bo = discord.user('Bo');
  bo.clicks(message, 'Refresh');
  await card.replyThat(shows('Checking'));
  expect(second.output().stdout).not.toContain('goes on with what it followed');
  held.letCheck();
  held.letGenerate();
  const done = await card.replyThat(isDone);
  expect(done.message.id).toBe(message.id);
  bo.clicks(waits, 'Refresh');
  expect(await send({ service }, link, modPackBytes('sodium'))).toBe(200);
  expect((await waiting.replyThat(isDone)).message.id).toBe(waits.id);
});
