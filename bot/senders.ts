import { z } from 'zod';

const snowflake = z.string().regex(/^\d{1,20}$/);

const sentPack = z.object({
  userId: snowflake,
  databaseId: z.int(),
  id: z.string(),
  /** When it was stored: another gateway, or one restored from a backup, may give its number to another modpack. */
  createdAt: z.string(),
  /** Proves to a gateway for which the bot has no token that the bot uploaded it. */
  ownerSecret: z.string().nullable(),
});

/** A modpack that somebody sent by the bot. */
export type SentPack = z.infer<typeof sentPack>;

/** The note of a modpack that this person has just sent. */
export function sentBy(
  userId: string,
  { databaseId, id, createdAt }: Pick<SentPack, 'databaseId' | 'id' | 'createdAt'>,
  ownerSecret: string | null,
): SentPack {
  return { userId, databaseId, id, createdAt, ownerSecret };
}

/** One note: a pack, an upload link with whoever asked for it, or the number of a pack that is gone. */
export const senderNote = z.union([
  sentPack,
  z.object({ userId: snowflake, ticket: z.string() }),
  z.object({ gone: z.int() }),
]);

export type SenderNote = z.infer<typeof senderNote>;

/** Who sent which modpack by the bot, by the notes so far. */
export interface Senders {
  note(note: SenderNote): void;
  /** The modpack with this number, if this person sent it. */
  packOf(userId: string, databaseId: number): SentPack | null;
  /** What this person sent, the newest first. */
  packsOf(userId: string): SentPack[];
  /** Whoever asked for an upload link; null where nobody knows. */
  askedFor(ticket: string): string | null;
}

export function createSenders(): Senders {
  const packs = new Map<number, SentPack>();
  const tickets = new Map<string, string>();
  return {
    note(note) {
      if ('gone' in note) packs.delete(note.gone);
      else if ('ticket' in note) tickets.set(note.ticket, note.userId);
      else packs.set(note.databaseId, note);
    },
    packOf(userId, databaseId) {
      const pack = packs.get(databaseId);
      return pack?.userId === userId ? pack : null;
    },
    packsOf: (userId) => [...packs.values()].filter((pack) => pack.userId === userId).reverse(),
    askedFor: (ticket) => tickets.get(ticket) ?? null,
  };
}
