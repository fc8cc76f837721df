import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { uploadTickets } from '../../drizzle/schema.ts';
import { Latest } from '../core/latest.ts';
import type { ModloaderVersions } from '../core/modloader-versions.ts';
import { parseRunConfiguration, type RunConfigurationInput } from '../core/run-configurations.ts';
import { type Database, type Queries, rows } from '../database/database.ts';
import { AppError } from '../errors.ts';
import type { Viewer } from './permissions.ts';
import type { Signer } from './signing.ts';
import { findLiveToken } from './tokens.ts';

export type UploadTicket = typeof uploadTickets.$inferSelect;

const channel = 'upload_tickets';
const form = /^([1-9]\d{0,9})\.([\w-]{43})$/;

/** Makes a ticket, good for `seconds`, and the text that stands for it. Fails with INVALID_INPUT. */
export async function createUploadTicket(
  {
    database,
    signer,
    versions,
  }: { database: Pick<Database, 'db'>; signer: Signer; versions: ModloaderVersions },
  request: { runConfiguration: RunConfigurationInput; viewer: Pick<Viewer, 'tokenId'>; seconds: number },
): Promise<{ ticket: UploadTicket; text: string }> {
  const runConfiguration = parseRunConfiguration(request.runConfiguration);
  // Told now rather than to whoever has sent gigabytes.
  await versions.verify(runConfiguration);
  const [ticket] = await database.db
    .insert(uploadTickets)
    .values({
      runConfiguration,
      tokenId: request.viewer.tokenId,
      expires: new Date(Date.now() + request.seconds * 1000),
    })
    .returning();
  if (!ticket) throw new Error('The database answered no row for an insert.');
  return { ticket, text: `${ticket.id}.${signer.sign(String(ticket.id))}` };
}

/** The tickets with these ids, in no order. */
export function findUploadTickets(
  { db }: Pick<Database, 'db'>,
  ids: readonly number[],
): Promise<UploadTicket[]> {
  return db
    .select()
    .from(uploadTickets)
    .where(inArray(uploadTickets.id, [...ids]));
}

/**
 * The ticket that this text stands for, if it can still be used. Fails with NOT_FOUND for a text that we did not
 * sign, with FORBIDDEN when the ticket is used, past its end, swept since, or its maker's token revoked.
 */
export async function openUploadTicket(
  { database, signer }: { database: Pick<Database, 'db'>; signer: Signer },
  text: string,
): Promise<UploadTicket> {
  const [, id, signature] = form.exec(text) ?? [];
  const isOurs = id !== undefined && signature !== undefined && signer.verify(id, signature);
  if (!isOurs) throw new AppError('NOT_FOUND', 'This upload link is not one of ours. Copy it as a whole.');
  const [ticket] = await findUploadTickets(database, [Number(id)]);
  // Tickets that are worth nothing any more are swept after a while.
  if (!ticket)
    throw new AppError('FORBIDDEN', 'This upload link was used or has expired. Ask for a new one.');
  if (ticket.used) throw spent();
  if (ticket.expires <= new Date()) {
    throw new AppError('FORBIDDEN', 'This upload link has expired. Ask for a new one.');
  }
  if (ticket.tokenId !== null && !(await findLiveToken(database, ticket.tokenId))) {
    throw new AppError('FORBIDDEN', 'This upload link has been withdrawn. Ask for a new one.');
  }
  return ticket;
}

/**
 * Spends the ticket within the transaction that stores its modpack, so that it is good for one. An upload that has begun
 * in time may end later. Fails with FORBIDDEN.
 */
export async function spendUploadTicket(tx: Queries, id: number, modPackId: number): Promise<void> {
  const [spentNow] = await tx
    .update(uploadTickets)
    .set({ used: new Date(), modPackId })
    .where(and(eq(uploadTickets.id, id), isNull(uploadTickets.used)))
    .returning({ id: uploadTickets.id });
  if (!spentNow) throw spent();
  await rows(tx, sql`select pg_notify(${channel}, ${String(id)})`);
}

function spent(): AppError {
  return new AppError('FORBIDDEN', 'This upload link has been used already. Ask for a new one.');
}

/** Tells when a ticket is used, on whichever node. */
export interface TicketBoard extends AsyncDisposable {
  /** The ticket's id, at once and each time there may be news of it. */
  follow(id: number): AsyncIterableIterator<number, undefined>;
}

/** Starts to listen for used tickets. */
export async function openTicketBoard(database: Database): Promise<TicketBoard> {
  const followers = new Set<{ id: number; latest: Latest<number> }>();
  const unlisten = await database.listen(
    channel,
    (payload) => {
      for (const { id, latest } of followers) if (id === Number(payload)) latest.put(id);
    },
    () => {
      for (const { id, latest } of followers) latest.put(id);
    },
  );
  return {
    follow(id) {
      const follower = { id, latest: new Latest<number>(() => followers.delete(follower)) };
      followers.add(follower);
      follower.latest.put(id);
      return follower.latest;
    },
    async [Symbol.asyncDispose]() {
      await unlisten();
      for (const { latest } of [...followers]) await latest.return();
    },
  };
}
