/** Where a reply is, and for whom. */
export interface ReplyPlace {
  userId: string;
  guildId: string | null;
  channelId: string;
  /** Null where Discord has not told it. */
  messageId: string | null;
}
