import type { APIActionRowComponent, APIButtonComponent, APIEmbed } from 'discord.js';

/** All that a message of ours shows; an edit with it leaves nothing of what was there before. */
export interface MessageBody {
  content: string;
  embeds: APIEmbed[];
  components: APIActionRowComponent<APIButtonComponent>[];
}

/** A message of text alone. */
export function textMessage(content: string): MessageBody {
  return { content, embeds: [], components: [] };
}

/** Nobody can be pinged by anything that we send. */
export const noMentions = { parse: [], replied_user: false };
