import { DiscordAPIError, type REST, RESTJSONErrorCodes, Routes } from 'discord.js';
import { z } from 'zod';
import type { Log } from './log.ts';
import { noMentions } from './message.ts';

const channel = z.object({ id: z.string() });

/** Sends a direct message; does nothing for people who do not accept them. */
export async function tellDirectly(
  { rest, log }: { rest: REST; log: Log },
  userId: string,
  content: string,
): Promise<void> {
  try {
    const { id } = channel.parse(await rest.post(Routes.userChannels(), { body: { recipient_id: userId } }));
    await rest.post(Routes.channelMessages(id), { body: { content, allowed_mentions: noMentions } });
  } catch (error) {
    const refused =
      error instanceof DiscordAPIError && error.code === RESTJSONErrorCodes.CannotSendMessagesToThisUser;
    if (!refused) log.warn({ err: error }, 'A direct message could not be sent');
  }
}
