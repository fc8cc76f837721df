/** The channel of a reply, and the person it is for. */
export interface ReplyPlace {
  userId: string;
  guildId: string | null;
  channelId: string;
  /** Null where Discord has not told it. */
  messageId: string | null;
}
