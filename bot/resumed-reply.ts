import type { REST } from 'discord.js';
import { wordsFor } from '../texts/bot.ts';
import { tellDirectly } from './direct-message.ts';
import { createLiveMessage } from './live-message.ts';
import { textMessage } from './message.ts';
import type { Reply } from './reply.ts';
import { replyEditor } from './reply-editor.ts';
import type { Services } from './services.ts';
import type { Followed } from './store.ts';

/** Edits a message of an earlier process of this bot, by the bot's own permissions. */
export function resumedReply(
  { log, pace, ended }: Pick<Services, 'log' | 'pace' | 'ended'>,
  { rest, applicationId }: { rest: REST; applicationId: string },
  { userId, guildId, channelId, messageId, language }: Followed,
): Reply {
  const edit = replyEditor(
    rest,
    { applicationId, interactionToken: null, channelId, messageId, visibility: 'public' },
    log,
  );
  const live = createLiveMessage(edit, { signal: ended, pace });
  const tell = (text: string) => tellDirectly({ rest, log }, userId, text);
  return {
    place: { userId, guildId, channelId, messageId },
    lasting: true,
    words: wordsFor(language),
    silence: new AbortController().signal,
    show: live.show,
    settled: live.settled,
    // A message of an earlier process has no interaction for a private answer, so the channel gets it.
    aside: async ({ content }) => tell(content),
    async tellLater(text) {
      await live.settled();
      await tell(text);
    },
    async refuse(text, buttons = []) {
      live.show(textMessage(text, buttons));
      await live.settled();
    },
  };
}
