import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { ask } from '../graphql/client.ts';
import { curseForgeFileLike, curseForgeProjectLike } from '../platforms/curseforge.ts';
import { upload } from '../support/client.ts';
import { attachedFile, pings, type Reply } from '../support/discord/index.ts';
import { type DownloadHost, openDownloadHost } from '../support/download-host.ts';
import { curseForgeExport } from '../support/exports.ts';
import { fabricModJson, jarWith } from '../support/jar.ts';
import { eventsUntilEnd } from '../support/runs.ts';
import { zipWith } from '../support/zip.ts';
import { isDone, startScene } from './scene.ts';

describe('/crash', async () => {
  const hud = 'io.some.hud.Hud';
  const log = [
    '[12:00:00] [main/ERROR]: Failed to start the minecraft server',
    'java.lang.RuntimeException: Cannot load class net.minecraft.client.Minecraft in environment type SERVER',
    `\tat ${hud}.onInitialize(Hud.java:3) ~[?:?] @everyone **bold**`,
  ].join('\n');
  const scene = await startScene();
  const ada = scene.discord.user('Ada');
  const jar = jarWith({
    'fabric.mod.json': fabricModJson('hud'),
    [`${hud.replaceAll('.', '/')}.class`]: 'x',
  });
  await upload(scene.service.url, zipWith({ 'mods/hud-1.jar': jar, 'mods/other-1.jar': zipWith({}) }));
  await eventsUntilEnd(scene.service.app, 1);
  afterAll(() => scene[Symbol.asyncDispose]());

  const file = () => attachedFile('**latest**.log', Buffer.from(log));
  const isTold = ({ message }: Reply) => message.embeds[0]?.title === 'Why the server does not start';

  test('tells the jar at fault, and builds without it by a button', async () => {
    const { message } = await ada.runs('/crash', { file: file(), 'server-pack': 1 }).replyThat(isTold);
    const told = message.embeds[0]?.description ?? '';
    expect(told).toMatch(/^\*\*A mod reaches for .*\n.*hud\\-1\\\.jar/);
    expect(told).toContain('Build again, without hud\\-1\\.jar.');
    expect(told).toContain('-# 2: java\\.lang\\.RuntimeException');
    expect(told).not.toMatch(/(?<!\\)(@everyone|\*\*bold)/);
    expect(pings(message)).toEqual([]);
    await ada.clicks(message, 'Build without hud-1.jar').replyThat(isDone);
    const { data } = await ask(
      scene.service.url,
      '{ serverPack(by: { databaseId: 2 }) { run { configuration { clientMods } } decisions(filter: { kept: false }) { nodes { file } } } }',
    );
    expect(data?.serverPack).toEqual({
      run: { configuration: { clientMods: ['hud-1.jar'] } },
      decisions: { nodes: [{ file: 'hud-1.jar' }] },
    });
  });

  test('reads a text, which Discord has made one line of, and answers in German', async () => {
    const dora = scene.discord.user('Dora', { locale: 'de' });
    const run = dora.runs('/crash', { text: log.replaceAll('\n', ' ').replaceAll('\t', '') });
    const { message } = await run.replyThat(({ message }) => message.embeds.length > 0);
    expect(message.embeds[0]?.title).toBe('Warum der Server nicht startet');
    const told = message.embeds[0]?.description ?? '';
    expect(told).toContain('**Ein Mod braucht Teile des Spiels\\, die nur Clients haben\\.**');
    expect(told).toMatch(/-# 2: java.*\n-# 3: at io/);
    expect(message.components).toEqual([]);
  });

  test.each([
    ['nothing', {}, /^Attach the log/],
    [
      'a log that is too large',
      { file: { ...attachedFile('@everyone.log', Buffer.from('x')), size: 50 * 1024 * 1024 + 1 } },
      /^\\@everyone\\.log is larger than 50 MiB/,
    ],
    ['a server pack that is not there', { text: 'x', 'server-pack': 99 }, /^There is no server pack 99/],
  ])('tells in private what it cannot read: %s', async (_what, options, told) => {
    const run = ada.runs('/crash', options);
    await run.replyThat(({ kind }) => kind === 'delete');
    const { message } = await run.nextReply();
    expect(message.visibleTo).toBe(ada.id);
    expect(message.content).toMatch(told);
  });
});

describe('/add-files', () => {
  const modOf = (id: number) => jarWith({ 'fabric.mod.json': fabricModJson(`mod${id}`) });

  /** A CurseForge on which the authors of files 11 and 12 let only people download them. */
  function forbid(host: DownloadHost): void {
    const files = [11, 12].map((id) =>
      curseForgeFileLike({
        id,
        modId: id - 10,
        fileName: `**mod**${id}.jar`,
        fileLength: modOf(id).length,
        hashes: [{ value: createHash('sha1').update(modOf(id)).digest('hex'), algo: 1 }],
        downloadUrl: null,
      }),
    );
    const page = 'https://www.curseforge.com/minecraft/mc-mods/a(b)';
    const projects = files.map(({ modId }) =>
      curseForgeProjectLike({ id: modId, links: { websiteUrl: page } }),
    );
    for (const [path, data] of Object.entries({ '/mods/files': files, '/mods': projects }))
      host.answer(path, async (request, response) => {
        await text(request);
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
      });
  }

  test('hands over what a run waits for, which its message and /status name with their pages', async () => {
    await using host = await openDownloadHost();
    forbid(host);
    await using scene = await startScene({
      environment: { FETCH: 'on', FETCH_HOSTS: host.host, ...host.curseForge },
      overrides: { connect: host.connect },
      botEnvironment: { BOT_USER_RUNS: '1' },
    });
    const ada = scene.discord.user('Ada');
    const export_ = curseForgeExport([11, 12].map((fileID) => ({ projectID: fileID - 10, fileID })));
    const run = ada.runs('/upload', { file: attachedFile('pack.zip', export_) });
    const waits = ({ message }: Reply) =>
      message.embeds[0]?.description?.includes('`/add-files modpack:1`') === true;
    const { message: waiting } = await run.replyThat(waits);
    expect(waiting.visibleTo).toBeNull();
    expect(waiting.embeds[0]?.description).toContain(
      '• [\\*\\*mod\\*\\*11\\.jar](<https://www.curseforge.com/minecraft/mc-mods/a%28b%29/files/11>)',
    );
    const { message: status } = await ada.runs('/status', { modpack: 1 }).replyThat(waits);
    expect(status.embeds[0]?.description).toContain('/files/12>)');
    const wrong = attachedFile('@everyone.jar', modOf(99));
    const sent = ada.runs('/add-files', {
      modpack: 1,
      file: wrong,
      'file-2': attachedFile('other-name.jar', modOf(11)),
    });
    const { message: told } = await sent.replyThat(waits);
    expect(told.visibleTo).toBe(ada.id);
    expect(pings(told)).toEqual([]);
    expect(told.embeds[0]?.description).toMatch(
      /^• Not accepted: .*@everyone.*none of.*\n• other\\-name\\.jar is accepted, as mods/,
    );
    expect(told.embeds[0]?.description).not.toContain('/files/11');
    const dora = scene.discord.user('Dora', { locale: 'de' });
    const last = dora.runs('/add-files', { modpack: 1, file: attachedFile('12.jar', modOf(12)) });
    const { message: complete } = await last.replyThat(
      ({ message }) => message.embeds[0]?.description?.includes('ist angenommen') === true,
    );
    expect(complete.embeds[0]?.description).toMatch(/\nNichts fehlt mehr/);
    const { message } = await run.replyThat(isDone);
    expect(message.id).toBe(waiting.id);
    const late = ada.runs('/add-files', { modpack: 1, file: wrong });
    await late.replyThat(({ message }) => message.content.includes('No run of modpack 1 waits for files'));
  });
});
