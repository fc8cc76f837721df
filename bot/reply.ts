import { type ButtonInteraction, type ChatInputCommandInteraction, MessageFlags } from 'discord.js';
import { createLiveMessage } from './live-message.ts';
import { type MessageBody, textMessage } from './message.ts';
import { patiently } from './patience.ts';
import { isDeadToken, isUnknownMessage, replyEditor } from './reply-editor.ts';
import type { Services } from './services.ts';

/** A command that was run, or a button that was clicked. */
export type Answerable = ChatInputCommandInteraction | ButtonInteraction;

/** Who sees a reply; fixed by the deferral, before anything is known of the answer. */
export type Visibility = 'public' | 'private';

/** The answer to an interaction. */
export interface Reply {
  /** Shows this as soon as Discord's limits allow; whatever was to be shown before and is not yet is left out. */
  show(body: MessageBody): void;
  /** Resolves when what was shown last has arrived, or never will. */
  settled(): Promise<void>;
  /** Sends the caller alone a further message, once what was shown last has arrived. */
  aside(body: MessageBody): Promise<void>;
  /** Ends the reply with a text for the caller alone; a public reply goes away for it as long as that is possible. */
  refuse(text: string): Promise<void>;
}

/** Defers an interaction, which leaves 15 minutes instead of 3 seconds, and answers what to reply with. */
export async function deferReply(
  { log, ended }: Pick<Services, 'log' | 'ended'>,
  interaction: Answerable,
  visibility: Visibility,
): Promise<Reply> {
  const flags = visibility === 'private' ? ([MessageFlags.Ephemeral] as const) : [];
  const { resource } = await interaction.deferReply({ flags, withResponse: true });
  const edit = replyEditor(
    interaction.client.rest,
    {
      applicationId: interaction.applicationId,
      interactionToken: interaction.token,
      channelId: interaction.channelId,
      messageId: resource?.message?.id ?? '@original',
      visibility,
    },
    log,
  );
  const live = createLiveMessage(edit, { signal: ended });

  async function followUp(body: MessageBody): Promise<void> {
    await patiently(() => interaction.followUp({ ...body, flags: MessageFlags.Ephemeral }), {
      signal: ended,
    });
  }

  async function refuseAside(text: string): Promise<void> {
    await patiently(() => interaction.deleteReply(), { signal: ended }).catch((error: unknown) => {
      if (!isUnknownMessage(error)) throw error;
    });
    await followUp(textMessage(text));
  }

  return {
    show: live.show,
    settled: live.settled,
    async aside(body) {
      // The first follow-up to a deferred reply fills that one, whatever flags it has.
      await live.settled();
      await followUp(body);
    },
    async refuse(text) {
      const inPlace = () => {
        live.show(textMessage(text));
        return live.settled();
      };
      if (visibility === 'private') return inPlace();
      await live.drop();
      try {
        await refuseAside(text);
      } catch (error) {
        if (!isDeadToken(error)) throw error;
        await inPlace();
      }
    },
  };
}
