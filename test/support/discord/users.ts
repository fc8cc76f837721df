import { randomBytes } from 'node:crypto';
import { type ModalForm, type OptionForm, optionType } from './forms.ts';
import { channelBody, type GatewayServer } from './gateway.ts';
import { missDeadline } from './interactions.ts';
import { accountBody, messageBody } from './messages.ts';
import {
  type Account,
  type AttachedFile,
  type Channel,
  type Choice,
  type Interaction,
  type Message,
  type RegisteredCommand,
  type Shown,
  type Sight,
  snowflake,
  type World,
} from './world.ts';

/** What a user fills into a command's options, by the option's name. */
export type OptionValues = Record<string, string | number | boolean | AttachedFile>;

/** What the people see of a message: it is new, it changed, or it is gone. */
export type Reply = Shown & { at: number; kind: 'message' | 'edit' | 'delete' };

/** What a message or an interaction shows, handed out in order. */
export interface Following {
  /** The next thing that is shown, "thinking" left out; rejects when the interaction fails. */
  nextReply(): Promise<Reply>;
  /** Skips what is shown until something fits. */
  replyThat(fits: (reply: Reply) => boolean): Promise<Reply>;
}

/** A command run or a button clicked, and what comes of it. */
export interface RunningInteraction extends Following {
  readonly id: string;
  /** The first answer; rejects when the application does not respond in time. */
  acknowledged(): Promise<Sight>;
  /** The form that it is answered with. */
  form(): Promise<ModalForm>;
  /** All that was shown for it so far, in order. */
  sights(): Sight[];
  /** The messages that stand for it now. */
  messages(): Message[];
  /** Ends the token's 15 minutes now. */
  expireToken(): void;
  /** Ends the 3 seconds to the first answer now. */
  missDeadline(): void;
}

/** A person on Discord. */
export interface User {
  readonly id: string;
  readonly name: string;
  /** Runs a registered command; throws where Discord's own client would not send it. */
  runs(command: string, values?: OptionValues, channel?: Channel): RunningInteraction;
  /** Clicks a button of a message by its label or its custom id; throws when there is none to click. */
  clicks(message: Message, button: string): RunningInteraction;
  /** Sends a form off with these fields changed; throws for a field that it has not. */
  submits(form: ModalForm, values?: Record<string, string>, channel?: Channel): RunningInteraction;
  /** Types into an option of a command; `values` are the options already filled. */
  autocompletes(
    command: string,
    option: string,
    text: string,
    values?: OptionValues,
    channel?: Channel,
  ): Promise<Choice[]>;
}

/** What a user's doings need. */
export interface Surroundings {
  world: World;
  gateway: GatewayServer;
  /** The address under which attachments are served. */
  origin: () => string;
  defaultChannel: Channel;
}

/** Puts a person on Discord. */
export function createUser(around: Surroundings, account: Account): User {
  const { world, gateway, defaultChannel } = around;
  world.accounts.set(account.id, account);

  const start = (
    about: Pick<Interaction, 'kind'> & Partial<Interaction>,
    channel: Channel,
    body: { type: number; data: unknown; message?: unknown },
  ) => {
    const interaction: Interaction = {
      id: snowflake(),
      token: `interaction-token-${randomBytes(24).toString('base64url')}`,
      userId: account.id,
      channelId: channel.id,
      state: 'open',
      tokenExpired: false,
      originalId: null,
      integer: false,
      ...about,
    };
    world.interactions.set(interaction.id, interaction);
    const event = { ...interactionBody(world, interaction, account, channel), ...body };
    gateway.dispatch('INTERACTION_CREATE', event, channel.guildId);
    return interaction;
  };
  const commandData = ({ id, name }: RegisteredCommand, channel: Channel, filled: object) => ({
    ...{ id, name, type: 1, guild_id: channel.guildId },
    ...filled,
  });

  return {
    ...account,
    runs(name, values = {}, channel = defaultChannel) {
      const command = commandNamed(world, name, channel.guildId);
      refuseUnfit(command, values);
      const data = commandData(command, channel, optionBodies(around, channel, command, values));
      return watch(world, start({ kind: 'command' }, channel, { type: 2, data }));
    },
    clicks(shown, wanted) {
      const message = world.messages.get(shown.id);
      if (message === undefined) throw new Error('The message is gone; nobody can click its buttons.');
      if (message.visibleTo !== null && message.visibleTo !== account.id)
        throw new Error(`${account.name} does not see this message.`);
      const custom_id = message.components
        .flatMap((row) => row.components)
        .find((one) => !one.disabled && (one.label === wanted || one.custom_id === wanted))?.custom_id;
      if (custom_id === undefined) throw new Error(`There is no button "${wanted}" to click.`);
      const channel = world.channels.get(message.channelId) ?? defaultChannel;
      const data = { component_type: 2, custom_id };
      const body = { type: 3, data, message: messageBody(world, message) };
      return watch(world, start({ kind: 'button', originalId: message.id }, channel, body));
    },
    submits({ custom_id, components }, values = {}, channel = defaultChannel) {
      const fields = components.map(({ component }) => component);
      for (const name of Object.keys(values))
        if (!fields.some((field) => field.custom_id === name))
          throw new Error(`There is no field "${name}".`);
      const filled = fields.map(({ type, custom_id: id, value, max_length }, at) => {
        const typed = values[id] ?? value;
        if (typed.length > max_length) throw new Error(`"${id}" does not take so much.`);
        return { type: 18, id: 2 * at + 1, component: { type, id: 2 * at + 2, custom_id: id, value: typed } };
      });
      const data = { custom_id, components: filled };
      return watch(world, start({ kind: 'modal' }, channel, { type: 5, data }));
    },
    async autocompletes(name, focus, text, values = {}, channel = defaultChannel) {
      const command = commandNamed(world, name, channel.guildId);
      const option = command.options.find((one) => one.name === focus);
      if (!option?.autocomplete) throw new Error(`/${command.name} does not autocomplete "${focus}".`);
      // What is being typed travels as text, whatever the option's type.
      const typed = { name: focus, type: option.type, value: text, focused: true };
      const { options } = optionBodies(around, channel, command, values);
      const data = commandData(command, channel, { options: [...options, typed] });
      const integer = option.type === optionType.integer;
      const { id } = start({ kind: 'autocomplete', integer }, channel, { type: 4, data });
      const { entry } = await world.sights.find((sight) => sight.interactionId === id);
      if (entry.kind !== 'choices') throw didNotRespond();
      return entry.choices;
    },
  };
}

function watch(world: World, interaction: Interaction): RunningInteraction {
  const concerns = (sight: Sight) => sight.interactionId === interaction.id;
  return {
    ...followReplies(world, concerns),
    id: interaction.id,
    async acknowledged() {
      const { entry } = await world.sights.find(concerns);
      if (entry.kind === 'failed') throw didNotRespond();
      return entry;
    },
    async form() {
      const { entry } = await world.sights.find(concerns);
      if (entry.kind !== 'modal') throw didNotRespond();
      return entry.form;
    },
    sights: () => world.sights.entries.filter(concerns),
    messages: () =>
      [...world.messages.values()].filter((message) => message.interactionId === interaction.id),
    expireToken() {
      interaction.tokenExpired = true;
    },
    missDeadline: () => missDeadline(world, interaction),
  };
}

/** Hands out what is shown of what concerns the asker, from position `from` of the transcript on. */
export function followReplies(world: World, concerns: (sight: Sight) => boolean, from = 0): Following {
  let position = from;
  const replyThat = async (fits: (reply: Reply) => boolean): Promise<Reply> => {
    const isNext = (sight: Sight) =>
      concerns(sight) && (sight.kind === 'failed' || (isReply(sight) && fits(sight)));
    const found = await world.sights.find(isNext, position);
    position = found.position + 1;
    if (!isReply(found.entry)) throw didNotRespond();
    return found.entry;
  };
  return { replyThat, nextReply: () => replyThat(() => true) };
}

/** Whether a sight is one of a message, new, changed or gone. */
export function isReply(sight: Sight): sight is Reply {
  return ['message', 'edit', 'delete'].includes(sight.kind);
}

function didNotRespond(): Error {
  return new Error('The application did not respond.');
}

/** The command that a user finds under this name, the guild's own first. */
function commandNamed({ commands }: World, name: string, guildId: string): RegisteredCommand {
  const bare = name.replace(/^\//, '');
  const all = [...(commands.get(guildId) ?? []), ...(commands.get(null) ?? [])];
  const command = all.find((one) => one.name === bare);
  if (command === undefined) throw new Error(`No command /${bare} is registered.`);
  return command;
}

/** Throws what Discord's own client would not let a user send. */
function refuseUnfit({ name: command, options }: RegisteredCommand, values: OptionValues): void {
  for (const name of Object.keys(values))
    if (!options.some((option) => option.name === name))
      throw new Error(`/${command} has no option "${name}".`);
  for (const option of options) {
    const value = values[option.name];
    if (value === undefined) {
      if (option.required) throw new Error(`/${command} needs "${option.name}".`);
    } else if (!fitsOption(option, value))
      throw new Error(`"${option.name}" of /${command} does not take ${JSON.stringify(value)}.`);
  }
}

function fitsOption(option: OptionForm, value: OptionValues[string]): boolean {
  const { type, choices } = option;
  if (choices.length > 0 && !choices.some((choice) => choice.value === value)) return false;
  if (type === optionType.attachment) return typeof value === 'object';
  if (type === optionType.boolean) return typeof value === 'boolean';
  if (type === optionType.channel || type === optionType.role) return /^\d+$/.test(String(value));
  if (type === optionType.string)
    return (
      typeof value === 'string' &&
      value.length >= (option.min_length ?? 0) &&
      value.length <= (option.max_length ?? 6000)
    );
  return (
    typeof value === 'number' &&
    (type === optionType.number || Number.isSafeInteger(value)) &&
    value >= (option.min_value ?? -Infinity) &&
    value <= (option.max_value ?? Infinity)
  );
}

/** The options as an interaction carries them, and the attachments they name; the files are served from then on. */
function optionBodies(
  { world, origin }: Pick<Surroundings, 'world' | 'origin'>,
  channel: Channel,
  command: RegisteredCommand,
  values: OptionValues,
) {
  const attachments: Record<string, unknown> = {};
  const channels: Record<string, unknown> = {};
  const roles: Record<string, unknown> = {};
  const options = Object.entries(values).map(([name, value]) => {
    const type = command.options.find((option) => option.name === name)?.type;
    if (typeof value !== 'object') {
      const id = String(value);
      if (type === optionType.channel)
        channels[id] = { ...channelBody(world.channels.get(id) ?? channel), permissions: '0' };
      if (type === optionType.role) roles[id] = { id, name: 'A role', permissions: '0', position: 1 };
      return { name, type, value };
    }
    const id = snowflake();
    world.attachments.set(id, value);
    const url =
      value.url ??
      `${origin()}/attachments/${channel.id}/${id}/${encodeURIComponent(value.name)}?ex=66aa&hm=secret`;
    const { name: filename, size, contentType: content_type } = value;
    attachments[id] = { id, filename, size, url, proxy_url: url, content_type, ephemeral: true };
    return { name, type, value: id };
  });
  return { options, resolved: { attachments, channels, roles } };
}

const viewChannel = 1n << 10n;
const sendMessages = 1n << 11n;
const embedLinks = 1n << 14n;
const sendMessagesInThreads = 1n << 38n;

function interactionBody(world: World, { id, token }: Interaction, account: Account, channel: Channel) {
  const { guildId, botMayPost, botMayEmbed, botIsMember } = channel;
  const mayPost = viewChannel | sendMessages | sendMessagesInThreads | (botMayEmbed ? embedLinks : 0n);
  return {
    id,
    application_id: world.applicationId,
    token,
    version: 1,
    guild_id: guildId,
    guild: { id: guildId, locale: 'en-US', features: [] },
    channel_id: channel.id,
    channel: channelBody(channel),
    member: {
      user: accountBody(account, false),
      roles: account.roles,
      joined_at: new Date().toISOString(),
      permissions: account.permissions.toString(),
      flags: 0,
    },
    app_permissions: (botMayPost ? mayPost : 0n).toString(),
    locale: account.locale,
    guild_locale: 'en-US',
    entitlements: [],
    authorizing_integration_owners: botIsMember ? { '0': guildId } : { '1': account.id },
    context: 0,
    attachment_size_limit: 10_485_760,
  };
}
