import { once } from 'node:events';
import {
  type ChatInputCommandInteraction,
  Client,
  DiscordAPIError,
  Events,
  GatewayIntentBits,
  MessageFlags,
  Routes,
} from 'discord.js';
import { afterAll, describe, expect, test } from 'vitest';
import { pings, startDiscord } from '../support/discord/index.ts';

// Whatever is more lenient here than Discord is lets a fault of the bot pass; what the bot's own tests need is not tried again.
const discord = await startDiscord({ heartbeatIntervalMs: 20 });
const client = newClient([GatewayIntentBits.Guilds]);
const ready = once(client, Events.ClientReady);
await client.login(discord.token);
await ready;
const ada = discord.user('Ada');
await client.application?.commands.set(
  [
    {
      name: 'greet',
      description: 'Greets',
      options: [
        { type: 4, name: 'number', description: 'A number', autocomplete: true },
        { type: 3, name: 'mood', description: 'A mood', choices: [{ name: 'Good', value: 'good' }] },
      ],
    },
  ],
  discord.guildId,
);
afterAll(async () => {
  await client.destroy();
  await discord[Symbol.asyncDispose]();
});

function newClient(intents: GatewayIntentBits[]): Client {
  return new Client({ intents, rest: { api: discord.apiUrl, offset: 0 } }).on(Events.Error, () => {});
}

/** The code that Discord's API refuses with. */
async function refusal(promise: Promise<unknown>): Promise<number | string> {
  const error: unknown = await promise.then(
    () => 'Nothing was refused.',
    (reason: unknown) => reason,
  );
  if (!(error instanceof DiscordAPIError)) throw error;
  return error.code;
}

async function greeted() {
  const asked = once(client, Events.InteractionCreate);
  const run = ada.runs('/greet');
  const interaction: ChatInputCommandInteraction = (await asked)[0];
  const callback = (body: object) =>
    client.rest.post(Routes.interactionCallback(interaction.id, interaction.token), { body, auth: false });
  return { run, interaction, callback };
}

describe('an interaction', () => {
  test('is answered once, in a way that fits it, and edited only after that', async () => {
    const { run, interaction, callback } = await greeted();
    expect(await refusal(interaction.webhook.editMessage('@original', 'x'))).toBe(10015);
    expect(await refusal(callback({ type: 7 }))).toBe(50035);
    await interaction.reply('one');
    expect(await refusal(callback({ type: 4, data: { content: 'two' } }))).toBe(40060);
    await interaction.editReply('two');
    await interaction.deleteReply();
    const shown = [await run.nextReply(), await run.nextReply(), await run.nextReply()];
    expect(shown.map(({ kind, message }) => [kind, message.content, message.visibleTo])).toEqual([
      ['message', 'one', null],
      ['edit', 'two', null],
      ['delete', 'two', null],
    ]);
    expect(run.messages()).toEqual([]);
  });

  test('that nobody answers in time is unknown to the bot, and its user sees that', async () => {
    const { run, interaction } = await greeted();
    run.missDeadline();
    await expect(run.nextReply()).rejects.toThrow('did not respond');
    expect(await refusal(interaction.reply('too late'))).toBe(10062);
  });

  test('shows its reply to those that the deferral says, whatever the follow-up says', async () => {
    const { run, interaction } = await greeted();
    const secret = (content: string) => interaction.followUp({ content, flags: MessageFlags.Ephemeral });
    await interaction.deferReply();
    await secret('secret?');
    await secret('secret!');
    expect(await run.nextReply()).toMatchObject({
      kind: 'edit',
      message: { content: 'secret?', visibleTo: null },
    });
    const { message } = await run.nextReply();
    expect(message).toMatchObject({ content: 'secret!', visibleTo: ada.id });
    // A private message does not exist for the bot's own token.
    expect(await refusal(client.rest.get(Routes.channelMessage(message.channelId, message.id)))).toBe(10008);
  });

  test('whose token is dead leaves the message to the bot itself, where it may post', async () => {
    const { run, interaction } = await greeted();
    await interaction.reply('one');
    run.expireToken();
    expect(await refusal(interaction.editReply('two'))).toBe(50027);
    const [message] = run.messages();
    await client.rest.patch(Routes.channelMessage(discord.channel.id, message?.id ?? ''), {
      body: { content: 'three' },
    });
    expect(await run.replyThat(({ kind }) => kind === 'edit')).toMatchObject({ by: 'bot' });
    const closed = discord.addChannel('closed', { botMayPost: false });
    const posted = client.rest.post(Routes.channelMessages(closed.id), { body: { content: 'mine' } });
    expect(await refusal(posted)).toBe(50001);
  });
});

const button = { type: 2, style: 1, label: 'x', custom_id: 'a' };

const rows = (...buttons: object[]) => ({
  components: buttons.map((one) => ({ type: 1, components: [one] })),
});
test.each<[string, number, object]>([
  ['long content', 50035, { content: 'x'.repeat(2001) }],
  ['a long field', 50035, { embeds: [{ fields: [{ name: 'x', value: 'x'.repeat(1025) }] }] }],
  ['an empty field', 50035, { embeds: [{ fields: [{ name: 'x', value: '' }] }] }],
  [
    'cards of more than 6000 characters in all',
    50035,
    { embeds: [{ description: 'x'.repeat(4000) }, { description: 'x'.repeat(2001) }] },
  ],
  ['a card that links to a host without a dot', 50035, { embeds: [{ url: 'http://localhost:8080/' }] }],
  ['a link of another scheme', 50035, rows({ type: 2, style: 5, label: 'x', url: 'ftp://a.example' })],
  ['a link with a custom id', 50035, rows({ ...button, style: 5, url: 'https://a.example' })],
  ['a button without a custom id', 50035, rows({ type: 2, style: 1, label: 'x' })],
  ['a button without a label', 50035, rows({ type: 2, style: 1, custom_id: 'a' })],
  ['two buttons of one custom id', 50035, rows(button, button)],
  ['six rows', 50035, rows(...['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ ...button, custom_id: id })))],
  [
    'mentions allowed in two ways',
    50035,
    { content: 'x', allowed_mentions: { parse: ['users'], users: ['1'] } },
  ],
  ['nothing but spaces', 50006, { content: ' ' }],
])('a message with %s is refused', async (_name, code, body) => {
  const before = discord.messages();
  expect(await refusal(client.rest.post(Routes.channelMessages(discord.channel.id), { body }))).toBe(code);
  expect(discord.messages()).toEqual(before);
});

const option = (name: string, more: object = {}) => ({ type: 3, name, description: 'x', ...more });
const choices = (count: number, value: unknown) =>
  Array.from({ length: count }, (_, n) => ({ name: `${n}`, value }));
test.each<[string, string, object[]]>([
  ['a name in capitals', 'Loud', []],
  ['a required option after an optional one', 'x', [option('a'), option('b', { required: true })]],
  ['26 choices', 'x', [option('a', { choices: choices(26, '1') })]],
  ['a number to choose as a text', 'x', [option('a', { choices: choices(1, 1) })]],
  ['choices and proposals', 'x', [option('a', { choices: choices(1, '1'), autocomplete: true })]],
  ['choices of files', 'x', [option('a', { type: 11, choices: choices(1, '1') })]],
  [
    'two options of one name in a language',
    'x',
    ['a', 'b'].map((name) => option(name, { name_localizations: { de: 'gleich' } })),
  ],
])('a command with %s is refused', async (_name, name, options) => {
  const body = [{ name, description: 'x', options }];
  expect(await refusal(client.rest.put(Routes.applicationCommands(discord.applicationId), { body }))).toBe(
    50035,
  );
});

test.each<[string, { name: string; value: string | number }[]]>([
  ['26 proposals', Array.from({ length: 26 }, (_, n) => ({ name: `${n}`, value: n }))],
  ['a long proposal', [{ name: 'x'.repeat(101), value: 1 }]],
  ['text for a whole number', [{ name: 'x', value: 'x' }]],
])('%s are refused; a fit one is offered', async (_name, proposals) => {
  const asked = once(client, Events.InteractionCreate);
  const offered = ada.autocompletes('/greet', 'number', 'ab');
  const [interaction] = await asked;
  expect(await refusal(interaction.respond(proposals))).toBe(50035);
  const { name, value } = interaction.options.getFocused(true);
  await interaction.respond([{ name: `${name}: ${typeof value} ${value}`, value: 7 }]);
  expect(await offered).toEqual([{ name: 'number: string ab', value: 7 }]);
});

test('files come with a message, and an edit keeps those alone that it lists', async () => {
  const path = Routes.channelMessages(discord.channel.id);
  await client.rest.post(path, { files: ['a.txt', 'b.txt'].map((name) => ({ name, data: `of ${name}` })) });
  const message = () => discord.messages().at(-1);
  const shown = () => message()?.files.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()]);
  const edit = (attachments: object[], more = {}) =>
    client.rest.patch(`${path}/${message()?.id}` as const, { body: { attachments }, ...more });
  await edit([{ id: message()?.files[1]?.id }, { id: 0 }], { files: [{ name: 'c.txt', data: 'new' }] });
  expect(shown()).toEqual([
    ['b.txt', 'of b.txt'],
    ['c.txt', 'new'],
  ]);
  expect(await refusal(edit([{ id: '1' }]))).toBe(50035);
  expect(await refusal(edit([]))).toBe(50006);
});

test('mentions ping unless the message forbids it', () => {
  const content = '@everyone <@42> <@&43> and `<@44>`';
  expect(pings({ content, allowedMentions: null })).toEqual(['@everyone', '<@42>', '<@&43>']);
  expect(pings({ content, allowedMentions: { parse: ['users'] } })).toEqual(['<@42>']);
  expect(pings({ content, allowedMentions: { parse: [], roles: ['43'] } })).toEqual(['<@&43>']);
  expect(pings({ content, allowedMentions: { parse: [] } })).toEqual([]);
});

test('a user sends only what was registered', () => {
  expect(() => ada.runs('/nothing')).toThrow('No command');
  expect(() => ada.runs('/greet', { mood: 'bad' })).toThrow('does not take');
  expect(() => ada.runs('/greet', { number: 1.5 })).toThrow('does not take');
});

test('heartbeats are answered, and privileged intents are refused', async () => {
  for (let beat = 0; beat < 3; beat++) await discord.gateway.next('heartbeat');
  expect(client.ws.status).toBe(0);
  const greedy = newClient([GatewayIntentBits.MessageContent]);
  const disconnected = once(greedy, Events.ShardDisconnect);
  void greedy.login(discord.token).catch(() => {});
  expect((await disconnected)[0]).toMatchObject({ code: 4014 });
  await greedy.destroy();
});
