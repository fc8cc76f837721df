import { optionType } from './command-form.ts';
import { commandNamed, type OptionValues, optionBodies, refuseUnfit } from './filled-options.ts';
import { channelBody, type GatewayServer } from './gateway.ts';
import { missDeadline, openInteraction } from './interactions.ts';
import type { ShownButton } from './message-form.ts';
import { accountBody, messageBody } from './messages.ts';
import type { Account, Channel, Choice, Interaction, Message, MessageSight, Sight, World } from './world.ts';

/** What the people see of a message: it is new, it changed, or it is gone. */
export type Reply = MessageSight<'message'> | MessageSight<'edit'> | MessageSight<'delete'>;

/** A command run or a button clicked, and what comes of it. */
export interface RunningInteraction extends Following {
  readonly id: string;
  /** The first answer; rejects when the application does not respond in time. */
  acknowledged(): Promise<Sight>;
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
  deadlineMs: number;
  /** The address under which attachments are served. */
  origin: () => string;
  defaultChannel: Channel;
}

/** Puts a person on Discord. */
export function createUser(around: Surroundings, account: Account): User {
  const { world, gateway, deadlineMs, defaultChannel } = around;
  world.accounts.set(account.id, account);

  const start = (
    about: Pick<Interaction, 'kind' | 'originalId' | 'integer'>,
    channel: Channel,
    body: { type: number; data: unknown; message?: unknown },
  ) => {
    const interaction = openInteraction(
      world,
      { ...about, userId: account.id, channelId: channel.id },
      deadlineMs,
    );
    const event = { ...interactionBody(world, interaction, account, channel), ...body };
    gateway.dispatch('INTERACTION_CREATE', event, channel.guildId);
    return interaction;
  };

  return {
    ...account,
    runs(name, values = {}, channel = defaultChannel) {
      const command = commandNamed(world, name, channel.guildId);
      refuseUnfit(command, values);
      const { options, resolved } = optionBodies(around, channel, command, values);
      const data = {
        id: command.id,
        name: command.name,
        type: 1,
        guild_id: channel.guildId,
        options,
        resolved,
      };
      const interaction = start({ kind: 'command', originalId: null, integer: false }, channel, {
        type: 2,
        data,
      });
      return watch(world, interaction);
    },
    clicks(shown, wanted) {
      const message = world.messages.get(shown.id);
      if (message === undefined) throw new Error('The message is gone; nobody can click its buttons.');
      if (message.visibleTo !== null && message.visibleTo !== account.id)
        throw new Error(`${account.name} does not see this message.`);
      const button = message.components.flatMap((row) => row.components).find((one) => isButton(one, wanted));
      if (button?.custom_id === undefined || button.disabled)
        throw new Error(`There is no button "${wanted}" to click.`);
      const channel = world.channels.get(message.channelId) ?? defaultChannel;
      const interaction = start({ kind: 'button', originalId: message.id, integer: false }, channel, {
        type: 3,
        data: { component_type: 2, custom_id: button.custom_id },
        message: messageBody(world, message),
      });
      return watch(world, interaction);
    },
    async autocompletes(name, focus, text, values = {}, channel = defaultChannel) {
      const command = commandNamed(world, name, channel.guildId);
      const option = command.options.find((one) => one.name === focus);
      if (!option?.autocomplete) throw new Error(`/${command.name} does not autocomplete "${focus}".`);
      const { options } = optionBodies(around, channel, command, values);
      // What is being typed travels as text, whatever the option's type.
      const typed = { name: focus, type: option.type, value: text, focused: true };
      const data = {
        id: command.id,
        name: command.name,
        type: 1,
        guild_id: channel.guildId,
        options: [...options, typed],
      };
      const interaction = start(
        { kind: 'autocomplete', originalId: null, integer: option.type === optionType.integer },
        channel,
        { type: 4, data },
      );
      const { entry } = await world.sights.find((sight) => sight.interactionId === interaction.id);
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

/** What a message or an interaction shows, handed out in order. */
export interface Following {
  /** The next thing that is shown, "thinking" left out; rejects when the interaction fails. */
  nextReply(): Promise<Reply>;
  /** Skips what is shown until something fits. */
  replyThat(fits: (reply: Reply) => boolean): Promise<Reply>;
}

/** Whether a sight is one of a message, new, changed or gone. */
export function isReply(sight: Sight): sight is Reply {
  return sight.kind === 'message' || sight.kind === 'edit' || sight.kind === 'delete';
}

function didNotRespond(): Error {
  return new Error('The application did not respond.');
}

function isButton(button: ShownButton, wanted: string): boolean {
  return button.label === wanted || button.custom_id === wanted;
}

const viewChannel = 1n << 10n;
const sendMessages = 1n << 11n;
const embedLinks = 1n << 14n;
const sendMessagesInThreads = 1n << 38n;

function interactionBody(world: World, interaction: Interaction, account: Account, channel: Channel) {
  const { guildId, botMayPost, botMayEmbed, botIsMember } = channel;
  const mayPost = viewChannel | sendMessages | sendMessagesInThreads | (botMayEmbed ? embedLinks : 0n);
  return {
    id: interaction.id,
    application_id: world.applicationId,
    token: interaction.token,
    version: 1,
    guild_id: guildId,
    guild: { id: guildId, locale: 'en-US', features: [] },
    channel_id: channel.id,
    channel: channelBody(channel),
    member: {
      user: accountBody(account, false),
      roles: account.roles,
      joined_at: new Date().toISOString(),
      deaf: false,
      mute: false,
      flags: 0,
      permissions: account.permissions.toString(),
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
