import { text } from 'node:stream/consumers';
import {
  type AutocompleteInteraction,
  type ButtonInteraction,
  type ChatInputCommandInteraction,
  Client,
  DiscordAPIError,
  Events,
  GatewayIntentBits,
  MessageFlags,
  REST,
  type RESTPutAPIApplicationCommandsJSONBody,
  Routes,
} from 'discord.js';
import { afterEach, describe, expect, test } from 'vitest';
import {
  attachedFile,
  type FakeDiscord,
  type FakeDiscordOptions,
  pings,
  startDiscord,
} from '../support/discord/index.ts';

let opened = new AsyncDisposableStack();
afterEach(async () => {
  await opened.disposeAsync();
  opened = new AsyncDisposableStack();
});

interface Handlers {
  command?: (interaction: ChatInputCommandInteraction) => unknown;
  button?: (interaction: ButtonInteraction) => unknown;
  autocomplete?: (interaction: AutocompleteInteraction) => unknown;
}

const commands: RESTPutAPIApplicationCommandsJSONBody = [
  {
    name: 'greet',
    description: 'Greets',
    options: [
      { type: 4, name: 'number', description: 'A number', autocomplete: true },
      { type: 3, name: 'mood', description: 'A mood', choices: [{ name: 'Good', value: 'good' }] },
      { type: 11, name: 'file', description: 'A file' },
    ],
  },
];

async function startFake(options?: FakeDiscordOptions): Promise<FakeDiscord> {
  return opened.use(await startDiscord(options));
}

function newClient(discord: FakeDiscord): Client {
  const client = new Client({
    intents: [GatewayIntentBits.Guilds],
    rest: { api: discord.apiUrl, offset: 0 },
    // Five seconds between two greetings are what Discord asks for, and this one does not.
    ws: { buildIdentifyThrottler: () => ({ waitForIdentify: async () => {} }) },
  });
  client.on(Events.Error, () => {});
  opened.defer(() => client.destroy());
  return client;
}

async function startBot(handlers: Handlers, options?: FakeDiscordOptions) {
  const discord = await startFake(options);
  const client = newClient(discord);
  client.on(Events.InteractionCreate, (interaction) => {
    if (interaction.isChatInputCommand()) void handlers.command?.(interaction);
    else if (interaction.isButton()) void handlers.button?.(interaction);
    else if (interaction.isAutocomplete()) void handlers.autocomplete?.(interaction);
  });
  const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve));
  await client.login(discord.token);
  await ready;
  await client.application?.commands.set(commands, discord.guildId);
  return { discord, client };
}

/** The error that a promise rejects with, as Discord's API words it. */
async function apiError(
  promise: Promise<unknown>,
): Promise<{ code: number | string; status: number; raw: unknown }> {
  const error: unknown = await promise.then(
    () => new Error('Nothing was refused.'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof DiscordAPIError)) throw error;
  return { code: error.code, status: error.status, raw: error.rawError };
}

/** A command's handler whose result a test waits for. */
function handled<T>(handle: (interaction: ChatInputCommandInteraction) => Promise<T>) {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  promise.catch(() => {});
  return {
    command: (interaction: ChatInputCommandInteraction) => handle(interaction).then(resolve, reject),
    result: promise,
  };
}

describe('interactions', () => {
  test('a reply is seen by the channel, and its edits follow in order', async () => {
    const { discord } = await startBot({
      async command(interaction) {
        await interaction.reply('one');
        await interaction.editReply('two');
        await interaction.deleteReply();
      },
    });
    const run = discord.user('Ada').runs('/greet');
    const shown = [await run.nextReply(), await run.nextReply(), await run.nextReply()];
    expect(shown.map(({ kind, message }) => [kind, message.content, message.visibleTo])).toEqual([
      ['message', 'one', null],
      ['edit', 'two', null],
      ['delete', 'two', null],
    ]);
    expect(run.messages()).toEqual([]);
  });

  test('the deferral decides who sees the reply, whatever the follow-up says', async () => {
    const { discord } = await startBot({
      async command(interaction) {
        await interaction.deferReply();
        await interaction.followUp({ content: 'secret?', flags: MessageFlags.Ephemeral });
        await interaction.followUp({ content: 'secret!', flags: MessageFlags.Ephemeral });
      },
    });
    const ada = discord.user('Ada');
    const run = ada.runs('/greet');
    expect((await run.acknowledged()).kind).toBe('thinking');
    expect(await run.nextReply()).toMatchObject({
      kind: 'edit',
      message: { content: 'secret?', visibleTo: null },
    });
    expect(await run.nextReply()).toMatchObject({
      kind: 'message',
      message: { content: 'secret!', visibleTo: ada.id },
    });
  });

  test('a public deferral that is deleted leaves room for a private follow-up', async () => {
    const { discord } = await startBot({
      async command(interaction) {
        await interaction.deferReply();
        await interaction.deleteReply();
        await interaction.followUp({ content: 'only you', flags: MessageFlags.Ephemeral });
      },
    });
    const ada = discord.user('Ada');
    const run = ada.runs('/greet');
    await run.replyThat(({ kind }) => kind === 'message');
    expect(run.messages()).toMatchObject([{ content: 'only you', visibleTo: ada.id }]);
  });

  test('an interaction nobody answers in time fails for its user and is unknown to the bot', async () => {
    const late = Promise.withResolvers<ChatInputCommandInteraction>();
    const { discord } = await startBot({ command: late.resolve });
    const run = discord.user('Ada').runs('/greet');
    const interaction = await late.promise;
    run.missDeadline();
    await expect(run.nextReply()).rejects.toThrow('did not respond');
    expect(await apiError(interaction.reply('too late'))).toMatchObject({ code: 10062, status: 404 });
  });

  test('the time to the first answer runs by itself', async () => {
    const { discord } = await startBot({ command: () => {} }, { responseDeadlineMs: 1 });
    await expect(discord.user('Ada').runs('/greet').acknowledged()).rejects.toThrow('did not respond');
  });

  test('an interaction is answered once', async () => {
    const { command, result } = handled(async (interaction) => {
      await interaction.reply('one');
      const again = { body: { type: 4, data: { content: 'two' } }, auth: false };
      return apiError(
        interaction.client.rest.post(Routes.interactionCallback(interaction.id, interaction.token), again),
      );
    });
    const { discord } = await startBot({ command });
    discord.user('Ada').runs('/greet');
    expect(await result).toMatchObject({ code: 40060 });
  });

  test('a command cannot be answered with an update, nor edited before it is answered', async () => {
    const { command, result } = handled(async (interaction) => [
      await apiError(
        interaction.client.rest.post(Routes.interactionCallback(interaction.id, interaction.token), {
          body: { type: 7 },
          auth: false,
        }),
      ),
      await apiError(interaction.webhook.editMessage('@original', 'x')),
    ]);
    const { discord } = await startBot({ command });
    discord.user('Ada').runs('/greet');
    expect(await result).toMatchObject([{ code: 50035 }, { code: 10015 }]);
  });

  test('after the token is dead only the bot itself can change what it said', async () => {
    const expired = Promise.withResolvers<void>();
    const { command, result } = handled(async (interaction) => {
      const { resource } = await interaction.reply({ content: 'one', withResponse: true });
      await expired.promise;
      const refused = await apiError(interaction.editReply('two'));
      await resource?.message?.edit('three');
      return refused;
    });
    const { discord } = await startBot({ command });
    const run = discord.user('Ada').runs('/greet');
    await run.nextReply();
    run.expireToken();
    expired.resolve();
    expect(await result).toMatchObject({ code: 50027, status: 401 });
    expect(await run.nextReply()).toMatchObject({ kind: 'edit', by: 'bot', message: { content: 'three' } });
  });

  test('a private message does not exist for the bot token', async () => {
    const { command, result } = handled(async (interaction) => {
      const { resource } = await interaction.reply({
        content: 'x',
        flags: MessageFlags.Ephemeral,
        withResponse: true,
      });
      return apiError(
        interaction.client.rest.get(
          Routes.channelMessage(interaction.channelId, resource?.message?.id ?? ''),
        ),
      );
    });
    const { discord } = await startBot({ command });
    discord.user('Ada').runs('/greet');
    expect(await result).toMatchObject({ code: 10008 });
  });

  test('where the bot may not post, its replies work and its own messages are refused', async () => {
    const { command, result } = handled(async (interaction) => {
      await interaction.reply('a reply');
      return apiError(
        interaction.client.rest.post(Routes.channelMessages(interaction.channelId), {
          body: { content: 'mine' },
        }),
      );
    });
    const { discord } = await startBot({ command });
    discord.user('Ada').runs('/greet', {}, discord.addChannel('closed', { botMayPost: false }));
    expect(await result).toMatchObject({ code: 50001, status: 403 });
  });
});

describe('buttons', () => {
  const row = {
    type: 1,
    components: [{ type: 2, style: 3, label: 'Works', custom_id: 'vote:7:up' }],
  } as const;

  test('a click reaches the bot with its message, and may update it or answer aside', async () => {
    const { discord } = await startBot({
      command: (interaction) => interaction.reply({ content: 'vote', components: [row] }),
      async button(interaction) {
        await interaction.deferUpdate();
        await interaction.followUp({
          content: `${interaction.customId} on ${interaction.message.content}`,
          flags: MessageFlags.Ephemeral,
        });
        await interaction.editReply({ content: 'voted', components: [] });
      },
    });
    const { message } = await discord.user('Ada').runs('/greet').nextReply();
    const bo = discord.user('Bo');
    const changes = discord.follow(message);
    const click = bo.clicks(message, 'Works');
    expect((await click.acknowledged()).kind).toBe('acknowledged');
    expect((await click.nextReply()).message).toMatchObject({
      content: 'vote:7:up on vote',
      visibleTo: bo.id,
    });
    const { message: updated } = await changes.nextReply();
    expect(updated.content).toBe('voted');
    expect(() => bo.clicks(updated, 'Works')).toThrow('no button');
  });

  test('nobody else clicks on a private message', async () => {
    const { discord } = await startBot({
      command: (interaction) => interaction.reply({ components: [row], flags: MessageFlags.Ephemeral }),
    });
    const { message } = await discord.user('Ada').runs('/greet').nextReply();
    expect(() => discord.user('Bo').clicks(message, 'Works')).toThrow('does not see');
  });
});

describe('limits of messages', () => {
  const refusals: [string, object, object][] = [
    [
      'long content',
      { content: 'x'.repeat(2001) },
      {
        content: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH', message: 'Must be 2000 or fewer in length.' }] },
      },
    ],
    [
      'a long field of an embed',
      { embeds: [{ title: 'x' }, { fields: [{ name: 'x', value: 'x'.repeat(1025) }] }] },
      { embeds: { 1: { fields: { 0: { value: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH' }] } } } } } },
    ],
    [
      'an empty field of an embed',
      { embeds: [{ fields: [{ name: 'x', value: '' }] }] },
      { embeds: { 0: { fields: { 0: { value: { _errors: [{ code: 'BASE_TYPE_REQUIRED' }] } } } } } },
    ],
    [
      'embeds of more than 6000 characters in all',
      { embeds: [{ description: 'x'.repeat(4000) }, { description: 'x'.repeat(2001) }] },
      { embeds: { 0: { _errors: [{ code: 'MAX_EMBED_SIZE_EXCEEDED' }] } } },
    ],
    [
      'an embed that links to a host without a dot',
      { embeds: [{ title: 'x', url: 'http://localhost:8080/' }] },
      { embeds: { 0: { url: { _errors: [{ code: 'URL_TYPE_INVALID_URL' }] } } } },
    ],
    [
      'a button with a scheme of another kind',
      { components: [{ type: 1, components: [{ type: 2, style: 5, label: 'x', url: 'ftp://a.example' }] }] },
      {
        components: { 0: { components: { 0: { url: { _errors: [{ code: 'URL_TYPE_INVALID_SCHEME' }] } } } } },
      },
    ],
    [
      'two buttons of one custom id',
      {
        components: [
          { type: 1, components: [{ type: 2, style: 1, label: 'x', custom_id: 'a' }] },
          { type: 1, components: [{ type: 2, style: 1, label: 'y', custom_id: 'a' }] },
        ],
      },
      {
        components: {
          1: { components: { 0: { custom_id: { _errors: [{ code: 'COMPONENT_CUSTOM_ID_DUPLICATED' }] } } } },
        },
      },
    ],
    [
      'six rows of buttons',
      {
        components: Array.from({ length: 6 }, (_, n) => ({
          type: 1,
          components: [{ type: 2, style: 1, label: 'x', custom_id: `${n}` }],
        })),
      },
      { components: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH' }] } },
    ],
    [
      'mentions allowed in two ways at once',
      { content: 'x', allowed_mentions: { parse: ['users'], users: ['1'] } },
      { allowed_mentions: { parse: { _errors: [{ code: 'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE' }] } } },
    ],
  ];

  test.each(refusals)('%s is refused with the path of the fault', async (_name, body, errors) => {
    const discord = await startFake();
    const rest = new REST({ api: discord.apiUrl }).setToken(discord.token);
    const refused = await apiError(rest.post(Routes.channelMessages(discord.channel.id), { body }));
    expect(refused).toMatchObject({
      code: 50035,
      status: 400,
      raw: { message: 'Invalid Form Body', errors },
    });
    expect(discord.messages()).toEqual([]);
  });

  test('in the first answer the path starts at its data', async () => {
    const { command, result } = handled((interaction) => apiError(interaction.reply('x'.repeat(2001))));
    const { discord } = await startBot({ command });
    discord.user('Ada').runs('/greet');
    expect(await result).toMatchObject({ code: 50035, raw: { errors: { data: { content: {} } } } });
  });

  test('files come with a message, and an edit keeps those alone that it lists', async () => {
    const discord = await startFake();
    const rest = new REST({ api: discord.apiUrl }).setToken(discord.token);
    const path = Routes.channelMessages(discord.channel.id);
    const files = ['a.txt', 'b.txt'].map((name) => ({ name, data: `of ${name}` }));
    await rest.post(path, { files });
    const shown = () =>
      discord.messages()[0]?.files.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()]);
    expect(shown()).toEqual([
      ['a.txt', 'of a.txt'],
      ['b.txt', 'of b.txt'],
    ]);
    const [message] = discord.messages();
    const edit = (attachments: object[], more = {}) =>
      rest.patch(`${path}/${message?.id}` as const, { body: { attachments }, ...more });
    await edit([{ id: message?.files[1]?.id }, { id: 0 }], { files: [{ name: 'c.txt', data: 'new' }] });
    expect(shown()).toEqual([
      ['b.txt', 'of b.txt'],
      ['c.txt', 'new'],
    ]);
    expect(await apiError(edit([{ id: '1' }]))).toMatchObject({ code: 50035 });
    expect(await apiError(edit([]))).toMatchObject({ code: 50006 });
  });

  test('an empty message is refused, also as an edit', async () => {
    const discord = await startFake();
    const rest = new REST({ api: discord.apiUrl }).setToken(discord.token);
    const path = Routes.channelMessages(discord.channel.id);
    expect(await apiError(rest.post(path, { body: { content: ' ' } }))).toMatchObject({ code: 50006 });
    await rest.post(path, { body: { content: 'x' } });
    const [message] = discord.messages();
    const edit = rest.patch(`${path}/${message?.id}` as const, { body: { content: '' } });
    expect(await apiError(edit)).toMatchObject({ code: 50006 });
  });
});

describe('pings', () => {
  test('mentions ping unless the message forbids it', () => {
    const content = '@everyone <@42> <@&43> and `<@44>`';
    expect(pings({ content, allowedMentions: null })).toEqual(['@everyone', '<@42>', '<@&43>']);
    expect(pings({ content, allowedMentions: { parse: ['users'] } })).toEqual(['<@42>']);
    expect(pings({ content, allowedMentions: { parse: [], roles: ['43'] } })).toEqual(['<@&43>']);
    expect(pings({ content, allowedMentions: { parse: [] } })).toEqual([]);
  });
});

describe('commands', () => {
  const put = async (body: unknown) => {
    const discord = await startFake();
    const rest = new REST({ api: discord.apiUrl }).setToken(discord.token);
    return { discord, sent: rest.put(Routes.applicationCommands(discord.applicationId), { body }) };
  };
  const option = (name: string, required: boolean) => ({ type: 3, name, description: 'x', required });

  test('what is registered replaces what was, in its scope alone', async () => {
    const { discord, client } = await startBot({});
    await client.application?.commands.set([{ name: 'other', description: 'x' }]);
    expect(discord.commands('guild').map(({ name }) => name)).toEqual(['greet']);
    expect(discord.commands('global').map(({ name }) => name)).toEqual(['other']);
    await client.application?.commands.set([], discord.guildId);
    expect(discord.commands('guild')).toEqual([]);
  });

  test('a required option after an optional one is refused', async () => {
    const { sent } = await put([
      { name: 'x', description: 'x', options: [option('a', false), option('b', true)] },
    ]);
    expect(await apiError(sent)).toMatchObject({
      code: 50035,
      raw: {
        errors: {
          0: { options: { 1: { _errors: [{ code: 'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID' }] } } },
        },
      },
    });
  });

  test('a name in capitals and more than 25 choices are refused together', async () => {
    const choices = Array.from({ length: 26 }, (_, n) => ({ name: `${n}`, value: `${n}` }));
    const { sent } = await put([
      { name: 'Loud', description: 'x', options: [{ ...option('a', true), choices }] },
    ]);
    expect(await apiError(sent)).toMatchObject({
      code: 50035,
      raw: {
        errors: {
          0: {
            name: { _errors: [{ code: 'APPLICATION_COMMAND_INVALID_NAME' }] },
            options: {
              0: {
                choices: {
                  _errors: [{ code: 'BASE_TYPE_MAX_LENGTH', message: 'Must be 25 or fewer in length.' }],
                },
              },
            },
          },
        },
      },
    });
  });

  test('another guild is out of reach', async () => {
    const { client } = await startBot({});
    const elsewhere = client.application?.commands.set([], '123456789012345678') ?? Promise.resolve();
    expect(await apiError(elsewhere)).toMatchObject({ code: 50001 });
  });

  test('a user sends only what was registered', async () => {
    const { discord } = await startBot({});
    const ada = discord.user('Ada');
    expect(() => ada.runs('/nothing')).toThrow('No command');
    expect(() => ada.runs('/greet', { mood: 'bad' })).toThrow('does not take');
    expect(() => ada.runs('/greet', { number: 1.5 })).toThrow('does not take');
  });
});

describe('autocomplete', () => {
  test('what is typed into a whole number arrives as text', async () => {
    const { discord } = await startBot({
      autocomplete: (interaction) => {
        const { name, value } = interaction.options.getFocused(true);
        return interaction.respond([{ name: `${name}: ${typeof value} ${value}`, value: 7 }]);
      },
    });
    expect(await discord.user('Ada').autocompletes('/greet', 'number', 'ab')).toEqual([
      { name: 'number: string ab', value: 7 },
    ]);
  });

  test.each([
    ['26 choices', Array.from({ length: 26 }, (_, n) => ({ name: `${n}`, value: n }))],
    ['a name of 101 characters', [{ name: 'x'.repeat(101), value: 1 }]],
    ['text for a whole number', [{ name: 'x', value: 'x' }]],
  ])('%s are refused and leave the user without choices', async (_name, choices) => {
    const refused = Promise.withResolvers<unknown>();
    const { discord } = await startBot({
      autocomplete: (interaction) =>
        apiError(interaction.respond(choices)).then(refused.resolve, refused.reject),
    });
    const offered = expect(discord.user('Ada').autocompletes('/greet', 'number', '')).rejects;
    const given = offered.toThrow('did not respond');
    expect(await refused.promise).toMatchObject({ code: 50035, raw: { errors: { data: { choices: {} } } } });
    discord.missDeadlines();
    await given;
  });
});

describe('attachments', () => {
  test('a file is fetched from where its address says', async () => {
    const { command, result } = handled(async (interaction) => {
      const file = interaction.options.getAttachment('file', true);
      await interaction.deferReply();
      const answer = await fetch(file.url);
      return { name: file.name, size: file.size, bytes: await answer.text() };
    });
    const { discord } = await startBot({ command });
    discord.user('Ada').runs('/greet', { file: attachedFile('my pack.zip', Buffer.from('bytes')) });
    expect(await result).toEqual({ name: 'my pack.zip', size: 5, bytes: 'bytes' });
  });

  test('a file may be gone', async () => {
    const { command, result } = handled(
      async (interaction) => (await fetch(interaction.options.getAttachment('file', true).url)).status,
    );
    const { discord } = await startBot({ command });
    const file = { ...attachedFile('pack.zip', Buffer.from('bytes')), status: 404 };
    expect(await text(file.open())).toBe('bytes');
    discord.user('Ada').runs('/greet', { file });
    expect(await result).toBe(404);
  });
});

describe('the bot token', () => {
  test('a wrong one is refused at login', async () => {
    const discord = await startFake();
    const client = newClient(discord);
    await expect(client.login('wrong')).rejects.toMatchObject({ code: 'TokenInvalid' });
    expect(discord.requests).toMatchObject([{ path: '/gateway/bot', status: 401, token: 'wrong' }]);
  });

  test('a revoked one closes the socket with 4004 and answers 401', async () => {
    const { discord, client } = await startBot({});
    const disconnected = new Promise<number>((resolve) =>
      client.on(Events.ShardDisconnect, ({ code }) => resolve(code)),
    );
    discord.revokeToken();
    expect(await disconnected).toBe(4004);
    expect(await apiError(client.rest.get(Routes.gatewayBot()))).toMatchObject({ status: 401 });
  });
});

describe('the gateway socket', () => {
  test('after a broken line the client resumes and gets what it missed', async () => {
    const { discord } = await startBot({ command: (interaction) => interaction.reply('here') });
    await discord.gateway.next('connected');
    discord.gateway.drop();
    await discord.gateway.next('closed');
    const run = discord.user('Ada').runs('/greet');
    expect((await run.nextReply()).message.content).toBe('here');
    expect(await discord.gateway.next('resumed')).toBeDefined();
  });

  test('a client that is asked to reconnect resumes', async () => {
    const { discord } = await startBot({ command: (interaction) => interaction.reply('here') });
    discord.gateway.askToReconnect();
    await discord.gateway.next('resumed');
    expect((await discord.user('Ada').runs('/greet').nextReply()).message.content).toBe('here');
  });

  test('a client whose session is forgotten identifies again', async () => {
    const { discord } = await startBot({ command: (interaction) => interaction.reply('here') });
    await discord.gateway.next('identified');
    discord.gateway.invalidateSessions();
    await discord.gateway.next('identified');
    expect((await discord.user('Ada').runs('/greet').nextReply()).message.content).toBe('here');
  });

  test('heartbeats are answered', async () => {
    const { discord, client } = await startBot({}, { heartbeatIntervalMs: 20 });
    await discord.gateway.next('heartbeat');
    await discord.gateway.next('heartbeat');
    await discord.gateway.next('heartbeat');
    expect(client.ws.status).toBe(0);
  });

  test('a client that asks for privileged intents is rejected', async () => {
    const discord = await startFake();
    const client = new Client({ intents: [GatewayIntentBits.MessageContent], rest: { api: discord.apiUrl } });
    opened.defer(() => client.destroy());
    client.on(Events.Error, () => {});
    const disconnected = new Promise<number>((resolve) =>
      client.on(Events.ShardDisconnect, ({ code }) => resolve(code)),
    );
    void client.login(discord.token).catch(() => {});
    expect(await disconnected).toBe(4014);
  });
});

describe('disturbances', () => {
  const gatewayRequests = (discord: FakeDiscord) => discord.requests.map(({ status }) => status);

  test('rate limits and server errors are waited out by the client', async () => {
    const discord = await startFake();
    const rest = new REST({ api: discord.apiUrl, offset: 0 }).setToken(discord.token);
    discord.disturb({ status: 429, retryAfter: 0.05 }, { path: /gateway/ });
    discord.disturb({ status: 502 }, { times: 2 });
    await rest.get(Routes.gatewayBot());
    expect(gatewayRequests(discord)).toEqual([429, 502, 502, 200]);
  });

  test('a connection that is reset is tried again, one that is closed is not', async () => {
    const discord = await startFake();
    const rest = new REST({ api: discord.apiUrl }).setToken(discord.token);
    discord.disturb({ status: 'reset' });
    await rest.get(Routes.gatewayBot());
    expect(gatewayRequests(discord)).toEqual([0, 200]);
    discord.disturb({ status: 'closed' });
    await expect(rest.get(Routes.gatewayBot())).rejects.toThrow('other side closed');
  });

  test('a silent Discord answers nothing until it is closed', async () => {
    const { discord, client } = await startBot({});
    discord.fallSilent();
    const asked = client.rest.get(Routes.gatewayBot()).then(
      () => 'answered',
      () => 'broken',
    );
    await discord.close();
    expect(await asked).toBe('broken');
  });
});
