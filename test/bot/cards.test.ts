import { afterAll, describe, expect, test } from 'vitest';
import { attachedFile, type Message, type Reply } from '../support/discord/index.ts';
import { fabricModJson, jarWith } from '../support/jar.ts';
import { zipWith } from '../support/zip.ts';
import { attachedModPack, buttonIds, generates, isDone, startScene } from './scene.ts';

const isGone = ({ kind }: Reply) => kind === 'delete';
const description = ({ embeds }: Message) => embeds[0]?.description?.replaceAll('\\', '') ?? '';
const mayManage = { permissions: 1n << 5n };

/** A pack of ten mods for clients alone, one for servers, and a launcher's word for its versions. */
const screens = attachedFile(
  'screens.zip',
  zipWith([
    {
      name: 'mmc-pack.json',
      data: JSON.stringify({
        components: [
          { uid: 'net.minecraft', version: '1.20.1' },
          { uid: 'net.fabricmc.fabric-loader', version: '0.15.6' },
        ],
      }),
    },
    { name: 'mods/lithium.jar', data: jarWith({ 'fabric.mod.json': fabricModJson('lithium') }) },
    ...Array.from({ length: 10 }, (_, n) => ({
      name: `mods/screen-${n}.jar`,
      data: jarWith({ 'fabric.mod.json': fabricModJson(`screen${n}`, { environment: 'client' }) }),
    })),
  ]),
);

describe('a finished server pack', async () => {
  const scene = await startScene({ botEnvironment: { BOT_LONG_RUN_SECONDS: '0' } });
  const run = scene.discord.user('Ada').runs('/upload', { file: screens });
  const card = (await run.replyThat(isDone)).message;
  const { message } = await run.replyThat(({ message: { visibleTo } }) => visibleTo !== null);
  expect(message.content).toBe('screens\\.zip is ready: server pack 1.');
  afterAll(() => scene[Symbol.asyncDispose]());

  test('tells whoever asks, alone, what was dropped and why, page by page', async () => {
    const bo = scene.discord.user('Bo');
    const { message } = await bo.clicks(card, 'What was dropped?').nextReply();
    expect(message.visibleTo).toBe(bo.id);
    expect(description(message)).toMatch(
      /^1 mods are kept, 10 dropped\.\n\n\*\*screen-0\.jar\*\*: says that/,
    );
    expect(description(message)).toContain('fabric.mod.json');
    const pages = scene.discord.follow(message);
    bo.clicks(message, 'Next');
    const { message: second } = await pages.nextReply();
    expect(description(second)).toContain('screen-9.jar');
    expect(description(second)).not.toContain('screen-0.jar');
    bo.clicks(second, 'Back');
    expect(description((await pages.nextReply()).message)).toBe(description(message));
  });

  test('can be looked at before it is built, and built with the very settings', async () => {
    const bo = scene.discord.user('Bo');
    const { message: asIs } = await bo.runs('/preview', { modpack: 1 }).nextReply();
    expect(description(asIs)).toMatch(/^1 mods are kept, 10 dropped\./);
    const form = await bo.clicks(asIs, 'Change settings').form();
    const { message } = await bo.submits(form, { whitelistedMods: 'screen-3' }).nextReply();
    expect(message.visibleTo).toBe(bo.id);
    expect(description(message)).toMatch(/^2 mods are kept, 9 dropped\.\nNeeds Java 17 or newer\./);
    const { message: built } = await bo.clicks(message, 'Build with these settings').replyThat(isDone);
    expect(built.visibleTo).toBeNull();
    expect(JSON.stringify(built.embeds)).toContain('2 kept, 9 dropped');
  });

  test('is told in the language of whoever asks, and stays in its own when others click', async () => {
    const dora = scene.discord.user('Dora', { locale: 'de' });
    const { message } = await dora.runs('/download', { 'server-pack': 1 }).nextReply();
    const labels = message.components.flatMap((row) => row.components.map(({ label }) => label));
    expect(labels).toEqual([
      'Herunterladen',
      'Läuft',
      'Läuft nicht',
      'Was fehlt?',
      'Dateien für Hosts',
      'Angaben ändern',
    ]);
    const shown = scene.discord.follow(message);
    const { message: told } = await scene.discord.user('Bo').clicks(message, 'Läuft').nextReply();
    expect(told.content).toBe('You say that server pack 1 works. Works for 1, fails for 0.');
    const { message: counted } = await shown.nextReply();
    expect(counted.embeds[0]?.fields).toContainEqual({
      name: 'Stimmen',
      value: 'Läuft bei 1, scheitert bei 0',
      inline: true,
    });
    const none = dora.runs('/status', { modpack: 99 });
    expect((await none.nextReply()).message.content).toBe('Es gibt kein Modpack 99.');
    const mei = scene.discord.user('Mei', { locale: 'zh-CN' });
    expect((await mei.runs('/status', { modpack: 99 }).nextReply()).message.content).toBe('没有整合包 99。');
    const [upload] = scene.discord.commands('guild');
    expect(upload).toMatchObject({ name_localizations: { de: 'hochladen', 'zh-CN': '上传' } });
  });

  test('is told directly when the 15 minutes are over', async () => {
    const cy = scene.discord.user('Cy');
    const run = await generates(cy, 1, { clientMods: 'x' });
    await run.nextReply();
    run.expireToken();
    await run.replyThat(isDone);
    const direct = await scene.discord.sight(
      (sight) => 'message' in sight && sight.message.channelId === cy.id && sight.kind === 'message',
    );
    expect(direct).toMatchObject({ message: { content: expect.stringContaining('is ready: server pack') } });
  });
});

describe('what the bot does not know', () => {
  test('commands and buttons of another time get an answer', async () => {
    await using scene = await startScene();
    const { discord } = scene;
    const call = (method: string, path: string, body: unknown) =>
      fetch(`${discord.apiUrl}/v10${path}`, {
        method,
        headers: { authorization: `Bot ${discord.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    await call('PUT', `/applications/${discord.applicationId}/guilds/${discord.guildId}/commands`, [
      { name: 'ancient', description: 'What there once was' },
    ]);
    const ada = discord.user('Ada');
    const { message } = await ada.runs('/ancient').nextReply();
    expect(message).toMatchObject({
      visibleTo: ada.id,
      content: expect.stringMatching(/does not know this command/),
    });
    await call('POST', `/channels/${discord.channel.id}/messages`, {
      content: 'old',
      components: [{ type: 1, components: [{ type: 2, style: 2, label: 'Old', custom_id: 'ancient:1' }] }],
    });
    const old = discord.messages().find(({ content }) => content === 'old');
    if (old === undefined) throw new Error('It was posted.');
    const { message: told } = await ada.clicks(old, 'Old').nextReply();
    expect(told.content).toMatch(/^This button is no longer in use/);
  });
});

describe('/settings', () => {
  test('say where and by whom, and are for those who may manage the server', async () => {
    await using scene = await startScene();
    const { discord } = scene;
    const admin = discord.user('Admin', mayManage);
    const ada = discord.user('Ada');
    const packs = discord.addChannel('packs');
    const role = '123456789012345678';
    const refused = ada.runs('/settings', { channel: packs.id });
    expect((await refused.nextReply()).message.content).toMatch(/^Only those who may manage/);
    const { message } = await admin.runs('/settings', { channel: packs.id, role }).nextReply();
    expect(message.embeds[0]?.fields?.map(({ value }) => value)).toEqual([
      `<#${packs.id}>`,
      `<@&${role}>`,
      'All that the service has',
    ]);
    const wrongPlace = ada.runs('/upload', { file: attachedModPack('pack.zip') });
    await wrongPlace.replyThat(isGone);
    expect((await wrongPlace.nextReply()).message.content).toContain(`<#${packs.id}>`);
    const wrongRole = ada.runs('/upload', {}, packs);
    await wrongRole.replyThat(isGone);
    expect((await wrongRole.nextReply()).message.content).toContain(`<@&${role}>`);
    const bo = discord.user('Bo', { roles: [role] });
    await bo.runs('/upload', { file: attachedModPack('pack.zip') }, packs).replyThat(isDone);
    await ada.runs('/download', { 'server-pack': 1 }, packs).nextReply();
    // What starts a run by a button is for the same people.
    const preview = ada.runs('/preview', { modpack: 1 }, packs);
    const build = ada.clicks((await preview.nextReply()).message, 'Build with these settings');
    await build.replyThat(isGone);
    expect((await build.nextReply()).message.content).toContain(`<@&${role}>`);
    const reset = await admin.runs('/settings', { reset: 'channel' }).nextReply();
    expect(reset.message.embeds[0]?.fields?.[0]?.value).toBe('Any');
  });

  test('keep the packs of a server to itself: their names are seen there alone, and no others', async () => {
    await using scene = await startScene({ botEnvironment: { DISCORD_GUILD_ID: '' } });
    const { discord } = scene;
    const elsewhere = discord.addGuild('Elsewhere');
    const admin = discord.user('Admin', mayManage);
    const own = { file: attachedModPack('secret.zip', 'secret') };
    await admin.runs('/upload', own).replyThat(isDone);
    const other = { file: attachedModPack('other.zip', 'other') };
    await admin.runs('/upload', other, elsewhere).replyThat(isDone);
    const names = async (channel = discord.channel) => {
      const modPacks = await admin.autocompletes('/status', 'modpack', '', {}, channel);
      const serverPacks = await admin.autocompletes('/download', 'server-pack', '', {}, channel);
      return [modPacks, serverPacks].map((found) => found.map(({ value }) => value));
    };
    expect(await names()).toEqual([
      [2, 1],
      [2, 1],
    ]);
    await admin.runs('/settings', { 'own-packs-only': true }).nextReply();
    expect(await names()).toEqual([[1], [1]]);
    expect(await names(elsewhere)).toEqual([[2], [2]]);
    const { message } = await admin.runs('/status', { modpack: 1 }, elsewhere).nextReply();
    expect(message.content).toBe('There is no modpack 1.');
    const again = admin.runs('/upload', own, elsewhere);
    await again.replyThat(isGone);
    const { message: told } = await again.nextReply();
    expect(told.content).toBe('This content is stored already.');
    expect(buttonIds(told)).toEqual([]);
  });
});
