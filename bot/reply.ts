import {
  type APIButtonComponent,
  type ButtonInteraction,
  type ChatInputCommandInteraction,
  MessageFlags,
  type ModalSubmitInteraction,
  PermissionFlagsBits,
} from 'discord.js';
import { type Words, wordsFor } from '../texts/bot.ts';
import { tellDirectly } from './direct-message.ts';
import { createLiveMessage, type LiveMessage } from './live-message.ts';
import { type MessageBody, textMessage } from './message.ts';
import { patiently } from './patience.ts';
import { isDeadToken, isUnknownMessage, replyEditor } from './reply-editor.ts';
import type { ReplyPlace } from './reply-place.ts';
import type { Services } from './services.ts';

/** A command that was run, a button that was clicked, or a form that was filled in. */
export type Answerable = ChatInputCommandInteraction | ButtonInteraction | ModalSubmitInteraction;

/** The deferral fixes who sees a reply, before the answer is known. */
export type Visibility = 'public' | 'private';

/** The answer to an interaction. */
export interface Reply {
  readonly place: ReplyPlace;
  /** The bot can go on editing after the interaction's 15 minutes. */
  readonly lasting: boolean;
  /** The words that it is in. */
  readonly words: Words;
  /** Aborts shortly before the message can no longer be edited; never where the bot has its own permissions. */
  readonly silence: AbortSignal;
  /** Shows a message as soon as Discord's limits allow; a newer one replaces one that waits. */
  show(body: MessageBody): void;
  /** Resolves when what was shown last has arrived, or never will. */
  settled(): Promise<void>;
  /** Sends the caller alone a further message, after the last one shown has arrived. */
  aside(body: MessageBody): Promise<void>;
  /** Tells the caller alone, by the way that is still open; does nothing without one. */
  tellLater(text: string): Promise<void>;
  /** Ends the reply with a private text; a public reply is removed while that is possible. */
  refuse(text: string, buttons?: APIButtonComponent[]): Promise<void>;
}

type Needs = Pick<Services, 'log' | 'pace' | 'ended' | 'silenceAfterMs'>;

/** Defers an interaction, which gives it 15 minutes instead of 3 seconds. */
export async function deferReply(
  needs: Needs,
  interaction: Answerable,
  visibility: Visibility,
): Promise<Reply> {
  const flags = visibility === 'private' ? ([MessageFlags.Ephemeral] as const) : [];
  const response = await interaction.deferReply({ flags, withResponse: true });
  const messageId = response.interaction.responseMessageId;
  return replyTo(needs, interaction, { messageId, visibility, words: wordsFor(interaction.locale) });
}

/** Continues the message that a clicked button is on, in its language. */
export async function deferUpdate(
  needs: Needs,
  interaction: ButtonInteraction,
  words: Words,
): Promise<Reply> {
  await interaction.deferUpdate();
  const { message } = interaction;
  const visibility = message.flags.has(MessageFlags.Ephemeral) ? 'private' : 'public';
  const reply = replyTo(needs, interaction, { messageId: message.id, visibility, words });
  return {
    ...reply,
    // A refusal leaves the message with the button unchanged.
    refuse: (text, buttons = []) => reply.aside(textMessage(text, buttons)),
  };
}

function replyTo(
  { log, pace, ended, silenceAfterMs }: Needs,
  interaction: Answerable,
  { messageId, visibility, words }: { messageId: string | null; visibility: Visibility; words: Words },
): Reply {
  const lasting = visibility === 'public' && messageId !== null && mayGoOn(interaction);
  const place = {
    userId: interaction.user.id,
    guildId: interaction.guildId,
    channelId: interaction.channelId ?? '',
    messageId,
  };
  const { rest } = interaction.client;
  const edit = replyEditor(
    rest,
    {
      applicationId: interaction.applicationId,
      interactionToken: interaction.token,
      channelId: place.channelId,
      messageId,
      visibility,
    },
    log,
  );
  const live = createLiveMessage(edit, { signal: ended, pace });
  const silence = new AbortController();
  if (!lasting) {
    const left = interaction.createdTimestamp + silenceAfterMs - Date.now();
    setTimeout(() => silence.abort(), Math.max(0, left)).unref();
  }

  async function followUp(body: MessageBody): Promise<void> {
    const { files = [], ...shown } = body;
    const attached = files.map(({ name, text }) => ({ name, attachment: Buffer.from(text) }));
    await patiently(
      () => interaction.followUp({ ...shown, files: attached, flags: MessageFlags.Ephemeral }),
      { signal: ended },
    );
  }

  async function refuseAside(body: MessageBody): Promise<void> {
    await patiently(() => interaction.deleteReply(), { signal: ended }).catch((error: unknown) => {
      if (!isUnknownMessage(error)) throw error;
    });
    await followUp(body);
  }

  return {
    place,
    lasting,
    words,
    silence: silence.signal,
    show: live.show,
    settled: live.settled,
    async aside(body) {
      // The first follow-up to a deferred reply replaces it, with its visibility.
      await live.settled();
      await followUp(body);
    },
    async tellLater(text) {
      await live.settled();
      try {
        await followUp(textMessage(text));
      } catch (error) {
        if (!isDeadToken(error)) throw error;
        await tellDirectly({ rest, log }, place.userId, text);
      }
    },
    async refuse(text, buttons = []) {
      const body = textMessage(text, buttons);
      if (visibility === 'private') return inPlace(live, body);
      await live.drop();
      try {
        await refuseAside(body);
      } catch (error) {
        if (!isDeadToken(error)) throw error;
        await inPlace(live, body);
      }
    },
  };
}

async function inPlace(live: LiveMessage, body: MessageBody): Promise<void> {
  live.show(body);
  await live.settled();
}

/** After the interaction ends, the bot needs its own permissions in the channel to edit its message. */
function mayGoOn({ appPermissions, authorizingIntegrationOwners, guildId, channel }: Answerable): boolean {
  // Without a server this is the bot's own chat, or a chat of others where the bot is no member.
  if (guildId === null) return channel?.isDMBased() === true && authorizingIntegrationOwners.guildId === '0';
  // A bot that only the user added is no member of the server, whatever it may do in its answers.
  if (authorizingIntegrationOwners.guildId === null) return false;
  const { ViewChannel, SendMessages, SendMessagesInThreads, EmbedLinks } = PermissionFlagsBits;
  const send = channel?.isThread() ? SendMessagesInThreads : SendMessages;
  return appPermissions.has([ViewChannel, send, EmbedLinks]);
}
