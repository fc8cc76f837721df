import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { modPacks } from '../../drizzle/schema.ts';
import type { BootResult } from '../../src/boot/boot-result.ts';
import type { BootRunner } from '../../src/core/boots/boot-work.ts';
import type { LogFinding } from '../../src/logs/log-finding.ts';
import { ask } from '../graphql/client.ts';
import { insertFinishedRuns } from '../graphql/rows.ts';
import { attachedFile, type Message, pings, type Reply, type User } from '../support/discord/index.ts';
import { fabricModJson, jarWith } from '../support/jar.ts';
import { modrinthVersion, openFakePlatforms } from '../support/platforms.ts';
import { zipWith } from '../support/zip.ts';
import { modPackOf } from '../web/made-packs.ts';
import {
  attachedModPack,
  buttonIds,
  generates,
  isDone,
  mmcPack,
  modPackBytes,
  publicUrl,
  type Scene,
  startScene,
} from './scene.ts';

/** A server pack built from an attachment, as the channel shows it. */
async function built({ discord }: Scene, user: User = discord.user('Ada'), id = 'lithium'): Promise<Message> {
  const run = user.runs('/upload', { file: attachedModPack(`${id}.zip`, id) });
  return (await run.replyThat(isDone)).message;
}

const isTold = ({ message }: Reply) => 'Does it start?' in fieldsOf(message);
const isLink = ({ message }: Reply) => message.content.includes('curl');

function fieldsOf(message: Message): Record<string, string> {
  return Object.fromEntries((message.embeds[0]?.fields ?? []).map(({ name, value }) => [name, value]));
}

function labelsOf(message: Message) {
  return message.components.flatMap(({ components }) => components.map(({ label }) => label));
}

async function confirmed({ service }: Scene): Promise<unknown> {
  const { data } = await ask(service.url, '{ serverPack(by: { databaseId: 1 }) { confirmedWorking } }');
  return data?.serverPack;
}

/** With a gateway on which nothing is stored, for what stores nothing. */
/** With one on which the server pack of one modpack is, for what only looks at it. */
const empty = await startScene();
const stocked = await startScene();
await built(stocked);
afterAll(async () => {
  await empty[Symbol.asyncDispose]();
  await stocked[Symbol.asyncDispose]();
});

describe('with a gateway', () => {
  test('an attachment is followed live and ends as a server pack with its link and vote buttons', async () => {
    await using scene = await startScene();
    const run = scene.discord.user('Ada').runs('/upload', { file: attachedModPack('pack.zip') });
    const first = await run.nextReply();
    expect(first.message.embeds[0]).toMatchObject({ title: 'pack\\.zip' });
    expect(first.message.embeds[0]?.description).toContain('Receiving');
    const { message } = await run.replyThat(isDone);
    expect(message.id).toBe(first.message.id);
    expect(message.visibleTo).toBeNull();
    expect(fieldsOf(message)).toMatchObject({
      'Server pack': '1',
      Modpack: '1',
      'Run configuration': '1',
      Mods: '1 kept, 1 dropped',
      Votes: 'No votes yet',
    });
    expect(message.embeds[0]?.description).toBe('Fabric 0\\.15\\.6, Minecraft 1\\.20\\.1');
    expect(labelsOf(message)).toEqual([
      'Download',
      'Works',
      'Does not work',
      'What was dropped?',
      'Host files',
      'Change settings',
    ]);
    expect(message.components[0]?.components[0]?.url).toBe(
      `${publicUrl}api/v2/serverpacks/download/1?name=title`,
    );
    const { message: hosts } = await scene.discord.user('Bo').clicks(message, 'Host files').nextReply();
    expect(hosts).toMatchObject({
      visibleTo: expect.any(String),
      embeds: [{ title: 'pack\\.zip on a host' }],
    });
    const { data } = await ask(
      scene.service.url,
      '{ serverPack(by: { databaseId: 1 }) { hostFiles { name } } }',
    );
    const names = Object(data?.serverPack).hostFiles.map(({ name }: { name: string }) => name);
    expect(hosts.files.map(({ name }) => name)).toEqual(names);
    const compose = hosts.files.find(({ name }) => name === 'compose.yaml');
    expect(Buffer.from(compose?.bytes ?? []).toString()).toContain(
      `${publicUrl}api/v2/serverpacks/download/1?name=title`,
    );
  });

  test('without a file the caller alone gets a link, and the message of the channel follows that upload', async () => {
    await using scene = await startScene();
    const ada = scene.discord.user('Ada');
    const run = ada.runs('/upload');
    const waiting = await run.nextReply();
    expect(waiting.message.visibleTo).toBeNull();
    expect(JSON.stringify(waiting.message)).not.toContain('/upload/');
    const { message: aside } = await run.nextReply();
    expect(aside.visibleTo).toBe(ada.id);
    const link = aside.components[0]?.components[0]?.url ?? '';
    expect(link).toMatch(/^https:\/\/packs\.example\/upload\//);
    expect(aside.content).toContain(`curl -F file=@modpack.zip '${link}'`);
    const form = new FormData();
    const bytes = modPackOf([{ id: 'lithium' }], undefined, [], 'Skyfarers');
    form.set('file', new Blob([new Uint8Array(bytes)]), 'large.zip');
    const sent = await fetch(new URL(new URL(link).pathname, scene.service.url), {
      method: 'POST',
      body: form,
    });
    expect(sent.status).toBe(200);
    const { message } = await run.replyThat(isDone);
    expect(message.id).toBe(waiting.message.id);
    expect(message.embeds[0]?.title).toBe('Skyfarers 1');

    // Whoever asked for the link owns what came by it.
    const bo = scene.discord.user('Bo');
    const stored = async () =>
      (await ask(scene.service.url, '{ modPack(by: { databaseId: 1 }) { name } }')).data;
    expect(await ada.autocompletes('/rename', 'modpack', 'skyfarers')).toMatchObject([
      { name: '#1 Skyfarers 1 · large.zip', value: 1 },
    ]);
    const deleting = (user: User) => user.runs('/delete', { modpack: 1 }).nextReply();
    const { message: no } = await deleting(bo);
    expect(no).toMatchObject({ visibleTo: bo.id, components: [] });
    expect(no.content).toMatch(/^You have sent no modpack 1 by this bot/);
    const { message: question } = await deleting(ada);
    expect(question.visibleTo).toBe(ada.id);
    expect(question.content).toMatch(
      /^Delete Skyfarers 1 · large\\.zip \(modpack 1\) with all its server packs\?/,
    );
    // Discord shows nobody else the button; its id can be guessed all the same.
    for (const one of scene.discord.messages()) if (one.id === question.id) one.visibleTo = null;
    const { message: refused } = await bo.clicks(question, 'Delete for good').nextReply();
    expect(refused.content).toMatch(/^You have sent no modpack 1 by this bot/);
    expect(await stored()).toEqual({ modPack: { name: 'large.zip' } });
    const shown = scene.discord.follow(question);
    ada.clicks(question, 'Delete for good');
    const { message: gone } = await shown.nextReply();
    expect(gone).toMatchObject({
      components: [],
      content: expect.stringMatching(/^Skyfarers 1 · large\\.zip .* is deleted/),
    });
    expect(await stored()).toEqual({ modPack: null });
    expect((await deleting(ada)).message.content).toMatch(/^You have sent no modpack 1 by this bot/);
  });

  test('each person has one vote, and may change it, by command and by button', async () => {
    await using scene = await startScene();
    const ada = scene.discord.user('Ada');
    const message = await built(scene, ada);
    const { message: told } = await ada.runs('/vote', { 'server-pack': 1, vote: 'up' }).nextReply();
    expect(told).toMatchObject({
      visibleTo: ada.id,
      content: 'You say that server pack 1 works. Works for 1, fails for 0.',
    });
    const card = scene.discord.follow(message);
    await scene.discord.user('Bo').clicks(message, 'Works').nextReply();
    expect(await confirmed(scene)).toEqual({ confirmedWorking: 2 });
    const { message: counted } = await card.nextReply();
    expect(fieldsOf(counted).Votes).toBe('Works for 2, fails for 0');
    const { message: changed } = await ada.clicks(message, 'Does not work').nextReply();
    expect(changed).toMatchObject({
      visibleTo: ada.id,
      content: 'You say that server pack 1 does not work. Works for 1, fails for 1.',
    });
    await ada.runs('/vote', { 'server-pack': 1, vote: 'down' }).nextReply();
    expect(await confirmed(scene)).toEqual({ confirmedWorking: 0 });
  });

  test('without a token, too, senders rename and delete what they sent, by the secret of the upload', async () => {
    await using scene = await startScene({ voter: false });
    const [ada, bo] = [scene.discord.user('Ada'), scene.discord.user('Bo')];
    await built(scene, ada);
    const renaming = async (user: User) =>
      (await user.runs('/rename', { modpack: 1, name: '@everyone' }).nextReply()).message;
    expect((await renaming(bo)).content).toMatch(/^You have sent no modpack 1 by this bot/);
    const renamed = await renaming(ada);
    expect([renamed.content, pings(renamed)]).toEqual([
      expect.stringMatching(/^Modpack 1 is called .*everyone now\.$/),
      [],
    ]);
    const proposals = (user: User) => user.autocompletes('/delete', 'modpack', 'EVERY');
    expect(await proposals(ada)).toMatchObject([{ name: '#1 @everyone', value: 1 }]);
    expect(await proposals(bo)).toEqual([]);
    const { message: question } = await ada.runs('/delete', { modpack: 1 }).nextReply();
    const shown = scene.discord.follow(question);
    ada.clicks(question, 'Delete for good');
    await shown.nextReply();
    expect((await ask(scene.service.url, '{ modPacks { totalCount } }')).data).toEqual({
      modPacks: { totalCount: 0 },
    });
  });
});

describe('/upload', () => {
  describe('a link that nobody uses', () => {
    let scene: Scene;
    beforeAll(async () => {
      scene = await startScene({ environment: { 'config.uploadTicketSeconds': '1' } });
    });
    afterAll(() => scene[Symbol.asyncDispose]());

    test('in time is told to its caller, and the waiting message goes away', async () => {
      const ada = scene.discord.user('Ada');
      const run = ada.runs('/upload');
      await run.replyThat(isLink);
      await run.replyThat(({ kind }) => kind === 'delete');
      const { message } = await run.nextReply();
      expect(message.visibleTo).toBe(ada.id);
      expect(message.content).toMatch(/^Nothing was uploaded by your link in time/);
    });

    test('in more than 15 minutes is told by the message of the channel', async () => {
      const run = scene.discord.user('Ada').runs('/upload');
      const waiting = await run.nextReply();
      await run.replyThat(isLink);
      run.expireToken();
      const { message, by } = await run.nextReply();
      expect(by).toBe('bot');
      expect(message).toMatchObject({ id: waiting.message.id, visibleTo: null, embeds: [] });
      expect(message.content).toMatch(/^Nothing was uploaded by your link in time/);
    });
  });

  test('settings for a link are asked for in a form; those that the gateway refuses give none', async () => {
    const ada = empty.discord.user('Ada');
    const { message: link } = await ada.runs('/upload').replyThat(isLink);
    const form = await ada.clicks(link, 'Change settings').form();
    const run = ada.submits(form, { gameVersion: 'not a version' });
    await run.replyThat(({ kind }) => kind === 'delete');
    const { message: told } = await run.nextReply();
    expect(told.visibleTo).toBe(ada.id);
    expect(told.content).toContain('game version');
    const again = await ada.clicks(told, 'Change settings').form();
    expect(again.components[0]?.component.value).toBe('not a version');
    await ada.submits(again, { gameVersion: '1.20.1' }).replyThat(isLink);
  });

  test('a pack that says no versions is refused by naming them, and a form takes them for the same file', async () => {
    await using scene = await startScene();
    const ada = scene.discord.user('Ada');
    const content = zipWith({ 'mods/a.jar': jarWith({ 'fabric.mod.json': fabricModJson('a') }) });
    const run = ada.runs('/upload', { file: attachedFile('bare.zip', content) });
    await run.replyThat(({ kind }) => kind === 'delete');
    const { message: told } = await run.nextReply();
    expect(told.content).toContain('does not say its game version\\, modloader\\, and modloader version');
    const form = await ada.clicks(told, 'Change settings').form();
    const unknown = ada.submits(form, { gameVersion: '1.20.1', modloader: '@everyone 1' });
    await unknown.replyThat(({ kind }) => kind === 'delete');
    const { message: refused } = await unknown.nextReply();
    expect(refused.content).toMatch(/^There is no modloader \\@everyone here\. .*Forge, NeoForge, Fabric/);
    expect(pings(refused)).toEqual([]);
    const settings = { gameVersion: '1.20.1', modloader: 'fabric 0.15.6', startArgs: '-Xmx2G' };
    const { message } = await ada.submits(form, settings).replyThat(isDone);
    expect(message).toMatchObject({
      visibleTo: null,
      embeds: [{ title: 'bare\\.zip', description: 'Fabric 0\\.15\\.6, Minecraft 1\\.20\\.1' }],
    });
  });

  test('a file that is no modpack deletes the public reply and is told in private', async () => {
    const ada = empty.discord.user('Ada');
    const file = attachedFile('notes.zip', Buffer.from('these are notes'));
    const run = ada.runs('/upload', { file });
    await run.replyThat(({ kind }) => kind === 'delete');
    const { message } = await run.nextReply();
    expect(message.visibleTo).toBe(ada.id);
    expect(message.content).toContain('zip');
    expect(run.messages().map(({ id }) => id)).toEqual([message.id]);
  });
});

describe('/import', async () => {
  const parts = new AsyncDisposableStack();
  const platforms = parts.use(await openFakePlatforms());
  const { environment, host } = platforms;
  const scene = parts.use(await startScene({ environment, overrides: { connect: host.connect } }));
  afterAll(() => parts.disposeAsync());

  test('a modpack is fetched by the page of its version, with the versions that it says itself', async () => {
    const packOf = (mod: string) =>
      zipWith({
        'mmc-pack.json': JSON.stringify({
          components: [
            { uid: 'net.minecraft', version: '1.20.1' },
            { uid: 'net.fabricmc.fabric-loader', version: '0.15.6' },
          ],
        }),
        'instance.cfg': `OverrideJavaArgs=true\nJvmArgs=-Xmx6G -XX:+UseG1GC ${'-Da=b '.repeat(30)}-Dc=${'d'.repeat(90)}\n`,
        [`mods/${mod}.jar`]: jarWith({ 'fabric.mod.json': fabricModJson(mod) }),
      });
    const content = packOf('lithium');
    const url = platforms.file('/pack.mrpack', content);
    const version = modrinthVersion({ id: 'VersionA' }, { url, content });
    platforms.json('/modrinth/project/a-pack/version/1.0', () => version);
    const link = 'https://modrinth.com/modpack/a-pack/version/1.0';
    const run = scene.discord.user('Ada').runs('/import', { link });
    const { message: first } = await run.nextReply();
    expect(first.embeds[0]?.description).toContain('Fetching');
    const { message } = await run.replyThat(isDone);
    expect(message.id).toBe(first.id);
    expect(message.embeds[0]).toMatchObject({
      title: 'pack\\.mrpack',
      description: 'Fabric 0\\.15\\.6, Minecraft 1\\.20\\.1',
    });
    const form = await scene.discord.user('Ada').runs('/generate', { modpack: 1 }).form();
    expect(form.components.at(-1)?.description).toMatch(/^The author's: -Xmx6G -XX:\+UseG1GC -Da=b -Dc=d+…$/);

    // The next version of it tells what changed since.
    const next = packOf('krypton');
    const later = modrinthVersion(
      { id: 'VersionB' },
      { url: platforms.file('/next.mrpack', next), content: next },
    );
    platforms.json('/modrinth/project/a-pack/version/2.0', () => ({
      ...later,
      date_published: '2027-01-01T00:00:00Z',
    }));
    const update = scene.discord.user('Ada').runs('/import', { link: link.replace('1.0', '2.0') });
    const { message: told } = await update.replyThat(
      (reply) => 'Changed since server pack 1' in fieldsOf(reply.message),
    );
    expect(fieldsOf(told)['Changed since server pack 1']).toBe('1 mod added, 1 mod removed.');
  });

  test('what cannot be had is told to the caller alone, with what to do', async () => {
    for (const [link, words] of [
      ['https://evil.test/pack.zip?key=secret', /not on the list of hosts.*files/],
      ['https://www.curseforge.com/minecraft/modpacks/a-pack', /CURSEFORGE.*upload it/],
      ['@everyone', /no address/],
    ] as const) {
      const ada = scene.discord.user('Ada');
      const run = ada.runs('/import', { link });
      await run.replyThat(({ kind }) => kind === 'delete');
      const { message } = await run.nextReply();
      expect(message.visibleTo).toBe(ada.id);
      expect(message.content).toMatch(words);
      expect(pings(message)).toEqual([]);
      expect(JSON.stringify(run.messages())).not.toContain('secret');
    }
  });
});

describe('/generate', () => {
  test('another server pack comes of a modpack that is there', async () => {
    // A service that has enough to try.
    const runner: BootRunner = {
      problem: async () => null,
      sweep: async () => {},
      run: () => Promise.reject(new Error('There is nothing to try.')),
    };
    await using scene = await startScene({
      environment: { BOOT: 'on' },
      overrides: { boots: runner },
      values: ({ sharedLimits }) => ({
        sharedLimits: { ...sharedLimits, boots: { caller: 0, all: 0, anonymous: 0 } },
      }),
    });
    const ada = scene.discord.user('Ada');
    await built(scene, ada);
    const form = await ada.runs('/generate', { modpack: 1 }).form();
    expect(form.components.map(({ component: { value } }) => value)).toEqual([
      '1.20.1',
      'Fabric 0.15.6',
      '',
      '',
      '',
    ]);
    const { message: card } = await ada.submits(form, { clientMods: 'lith,\nother' }).replyThat(isDone);
    expect(fieldsOf(card)).toMatchObject({ 'Server pack': '2', Mods: '0 kept, 2 dropped' });
    const shown = scene.discord.follow(card);
    ada.clicks(card, 'Does it start?');
    const { message } = await shown.replyThat(isTold);
    expect(fieldsOf(message)['Does it start?']).toBe('The service does not try this now.');
  });

  test('the server pack is tried on request where the service does that, and its card tells how that goes', async () => {
    const ended = Promise.withResolvers<BootResult>();
    const runner: BootRunner = {
      problem: async () => null,
      sweep: async () => {},
      run: (_order, { onPhase }) => {
        onPhase('STARTING');
        return ended.promise;
      },
    };
    await using scene = await startScene({
      environment: { BOOT: 'on', 'config.queuePollMs': '100' },
      overrides: { boots: runner },
    });
    const ada = scene.discord.user('Ada');
    const card = await built(scene, ada);
    const run = scene.discord.follow(card);
    ada.clicks(card, 'Does it start?');
    const says = (text: string) => (reply: Reply) =>
      fieldsOf(reply.message)['Does it start?']?.startsWith(text) ?? false;
    await run.replyThat(says('The server starts.'));
    const client: LogFinding = {
      cause: 'CLIENT_ONLY_MOD',
      message: 'A mod is for clients.',
      lines: [],
      traces: [],
      act: { kind: 'DROP_MOD' },
    };
    ended.resolve({
      outcome: 'STARTED_REPAIRED',
      seconds: 41.3,
      peakMemory: 3 * 1024 ** 3,
      java: '21.0.1',
      worldBytes: 8_192,
      log: '',
      findings: [],
      repairs: [{ finding: client, dropped: ['hud.jar'] }],
    });
    const offers = ({ message }: Reply) => buttonIds(message).some((id) => id.startsWith('build:'));
    const { message } = await run.replyThat(offers);
    expect(fieldsOf(message)['Does it start?']).toBe(
      'It starts only without some of its jars. Java 21\\.0\\.1, 41 s, 3.0 GiB of memory\nLeft out to try again: hud\\.jar',
    );
  });

  test('a modpack that is not there is told in private', async () => {
    const ada = empty.discord.user('Ada');
    const { message } = await ada.runs('/generate', { modpack: 9 }).nextReply();
    expect(message).toMatchObject({ visibleTo: ada.id, content: 'There is no modpack 9.' });
  });
});

describe('/download', () => {
  test('where downloads need a token, the link is signed and works without one', async () => {
    await using scene = await startScene({ environment: { ACCESS: 'closed' } });
    const message = await built(scene);
    const link = new URL(message.components[0]?.components[0]?.url ?? '');
    const got = await fetch(new URL(link.pathname + link.search, scene.service.url));
    expect(got.status).toBe(200);
    await got.body?.cancel();
  });
});

describe('a gateway at a host without a dot', () => {
  test('is shown as text, since Discord refuses such links', async () => {
    const localhost = 'http://localhost:8080/';
    await using scene = await startScene({ botEnvironment: { GATEWAY_PUBLIC_URL: localhost } });
    const ada = scene.discord.user('Ada');
    const message = await built(scene, ada);
    expect(labelsOf(message)).toEqual([
      'Works',
      'Does not work',
      'What was dropped?',
      'Host files',
      'Change settings',
    ]);
    expect(fieldsOf(message).Download).toBe(`\`${localhost}api/v2/serverpacks/download/1?name=title\``);
    const { message: link } = await ada.runs('/upload').replyThat(isLink);
    expect(labelsOf(link)).toEqual(['Change settings']);
    expect(link.content).toContain(`Open \`${localhost}upload/`);
  });
});

describe('votes', () => {
  test('without a token for the gateway there are no buttons for them, and /vote says why none is counted', async () => {
    await using scene = await startScene({ voter: false });
    expect(labelsOf(await built(scene))).toEqual([
      'Download',
      'What was dropped?',
      'Host files',
      'Change settings',
    ]);
    const vote = scene.discord.user('Bo').runs('/vote', { 'server-pack': 1, vote: 'up' });
    const { message: told } = await vote.nextReply();
    expect(told.content).toMatch(/^Votes cannot be counted yet/);
    expect(await confirmed(scene)).toEqual({ confirmedWorking: 0 });
  });
});

describe('/status', () => {
  test('the caller alone sees where a modpack stands', async () => {
    const ada = stocked.discord.user('Ada');
    const { message } = await ada.runs('/status', { modpack: 1 }).nextReply();
    expect(message.visibleTo).toBe(ada.id);
    expect(message.embeds[0]?.description).toBe('Ready.');
    expect(fieldsOf(message)['Server packs: 1']).toContain('**1** Fabric');
  });

  test('of one that failed it tells why', async () => {
    await using scene = await startScene();
    const ada = scene.discord.user('Ada');
    const run = ada.runs('/upload', {
      file: attachedFile('empty.zip', zipWith({ 'mmc-pack.json': mmcPack })),
    });
    await run.replyThat(({ kind }) => kind === 'delete');
    const why = (await run.nextReply()).message.content;
    expect(why).toMatch(/^Modpack 1 could not be turned into a server pack:\n• /);
    const { message } = await ada.runs('/status', { modpack: 1 }).nextReply();
    expect(message.embeds[0]?.description).toMatch(/^Failed\.\n• /);
  });
});

describe('proposals', () => {
  test('of more than 25 that fit the newest 25 come, any is found by its number, and nothing for nonsense', async () => {
    await using scene = await startScene();
    const { db } = scene.service.app.database;
    const ada = scene.discord.user('Ada');
    const numbers = Array.from({ length: 27 }, (_, index) => index + 1);
    await insertFinishedRuns(db, { modPacks: 1, runs: 27 });
    await insertFinishedRuns(db, { modPacks: 26, runs: 1, from: 1 });
    await db.update(modPacks).set({ name: 'pack.zip' });

    const valuesOf = (choices: { value: string | number }[]) => choices.map(({ value }) => value);
    const newest = numbers.toReversed().slice(0, 25);
    expect(valuesOf(await ada.autocompletes('/status', 'modpack', ''))).toEqual(newest);
    expect(valuesOf(await ada.autocompletes('/generate', 'modpack', 'PACK.zip'))).toEqual(newest);
    expect(valuesOf(await ada.autocompletes('/status', 'modpack', '1'))).toEqual([1]);
    for (const [command, option] of [
      ['/vote', 'server-pack'],
      ['/download', 'server-pack'],
    ] as const) {
      const found = valuesOf(await ada.autocompletes(command, option, 'pack'));
      expect(new Set(found).size).toBe(25);
      expect(found).toEqual(found.toSorted((a, b) => Number(b) - Number(a)));
      expect(await ada.autocompletes(command, option, 'no such pack')).toEqual([]);
    }
    for (const nonsense of ['no such pack', '-1', '1.5', '99999999999', "'; drop table", '%'])
      expect(await ada.autocompletes('/status', 'modpack', nonsense)).toEqual([]);
  });
});

describe('text of others', () => {
  const name = '@everyone <@1> **b** [x](https:evil) `c` \u202egpj.zip';

  test('a hostile file name neither pings nor formats anywhere', async () => {
    await using scene = await startScene();
    const ada = scene.discord.user('Ada');
    const run = ada.runs('/upload', { file: attachedModPack(name) });
    await run.replyThat(isDone);
    await ada.runs('/status', { modpack: 1 }).nextReply();
    await ada.runs('/download', { 'server-pack': 1 }).nextReply();
    const refused = ada.runs('/download', { 'server-pack': 9 });
    await refused.replyThat(({ kind }) => kind === 'delete');
    await refused.nextReply();
    for (const message of scene.discord.messages()) {
      expect(pings(message)).toEqual([]);
      expect(message.allowedMentions).toMatchObject({ parse: [] });
      expect(message.embeds[0]?.title ?? '').not.toMatch(/(?<!\\)[@<*[`]|\u202e/);
    }
    const choices = await ada.autocompletes('/status', 'modpack', 'everyone');
    expect(choices).toHaveLength(1);
    expect(choices[0]?.name).not.toContain('\u202e');
  });

  test('hostile options come back escaped in the private refusal', async () => {
    const ada = stocked.discord.user('Ada');
    const run = await generates(ada, 1, { gameVersion: '@everyone **x**' });
    await run.replyThat(({ kind }) => kind === 'delete');
    const { message } = await run.nextReply();
    expect(pings(message)).toEqual([]);
    expect(message.content).not.toMatch(/(?<!\\)[@*]/);
  });
});

describe('a gateway that is away', () => {
  test('is told in plain words, and found again', async () => {
    await using scene = await startScene();
    const ada = scene.discord.user('Ada');
    await scene.line.cut();
    const { message } = await ada.runs('/status', { modpack: 1 }).nextReply();
    expect(message.content).toMatch(/^The server pack service cannot be reached right now/);
    expect(message.content).not.toMatch(/127\.0\.0\.1|ECONN/);
    await scene.line.mend();
    const { message: later } = await ada.runs('/status', { modpack: 1 }).nextReply();
    expect(later.content).toBe('There is no modpack 1.');
  });

  test('is waited for by what follows an upload', async () => {
    await using scene = await startScene();
    const run = scene.discord.user('Ada').runs('/upload');
    await run.nextReply();
    const { message: aside } = await run.nextReply();
    await scene.line.cut();
    const link = new URL(aside.components[0]?.components[0]?.url ?? '');
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(modPackBytes('lithium'))]), 'large.zip');
    const sent = await fetch(new URL(link.pathname, scene.service.url), { method: 'POST', body: form });
    expect(sent.status).toBe(200);
    await scene.line.mend();
    const { message } = await run.replyThat(isDone);
    expect(fieldsOf(message)['Server pack']).toBe('1');
  });
});
