import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { type UploadRefusal, uploadTickets } from '../../drizzle/schema.ts';
import { findUsedLists } from '../core/drop-lists/drop-lists.ts';
import type { ModloaderVersions } from '../core/runs/modloader-versions.ts';
import {
  isComplete,
  parseRunRequest,
  type RunConfigurationInput,
  type RunLimits,
} from '../core/runs/run-request.ts';
import { type Database, type Queries, rows } from '../database/database.ts';
import { AppError, type ErrorCode } from '../errors.ts';
import type { TokenHolder } from '../limits/live-connections.ts';
import { type Owner, ownerOf } from './caller.ts';
import { endOf, type Maker, type Makers, makerOf } from './makers.ts';
import type { Viewer } from './permissions.ts';
import type { Signer } from './signing.ts';

export type UploadTicket = typeof uploadTickets.$inferSelect;
type TicketMaker = Pick<Viewer, 'tokenId' | 'kind' | 'name' | 'proof' | 'expires'>;

/** A valid ticket, and the token that its upload counts for. */
export interface OpenTicket {
  ticket: UploadTicket;
  holder: TokenHolder;
}

/** The channel that announces changes of a ticket, by its id. */
export const ticketChannel = 'upload_tickets';
/** The number, then the ticket's secret and the signature of both. */
const form = /^([1-9]\d{0,9})\.([\w-]{22})([\w-]{43})$/;

/**
 * Creates a ticket, valid for `seconds` and no longer than the token of its maker, and returns it with its text. Fails
 * with INVALID_INPUT.
 */
export async function createUploadTicket(
  {
    database,
    signer,
    versions,
    config,
  }: { database: Pick<Database, 'db'>; signer: Signer; versions: ModloaderVersions; config: RunLimits },
  request: { runConfiguration: RunConfigurationInput; viewer: TicketMaker; seconds: number },
): Promise<{ ticket: UploadTicket; text: string }> {
  const runConfiguration = parseRunRequest(request.runConfiguration, config);
  // Checked now, so that a wrong version or list is refused before gigabytes are sent.
  if (isComplete(runConfiguration)) await versions.verify(runConfiguration);
  await findUsedLists(database, runConfiguration.dropLists);
  const [ticket] = await database.db
    .insert(uploadTickets)
    .values({
      runConfiguration,
      ...ownerOf(request.viewer),
      proof: request.viewer.proof,
      expires: endOf(request.viewer, request.seconds),
    })
    .returning();
  if (!ticket) throw new Error('The database answered no row for an insert.');
  const secret = secretText(ticket);
  return { ticket, text: `${ticket.id}.${secret}${signer.sign(signedText(String(ticket.id), secret))}` };
}

const secretText = ({ secret }: UploadTicket) =>
  Buffer.from(secret.replaceAll('-', ''), 'hex').toString('base64url');
const signedText = (id: string, secret: string) => `${id}\n${secret}`;

/** Whether a ticket belongs to this owner. */
export function isOwnedBy(ticket: Owner, { tokenId, subject }: Owner): boolean {
  return ticket.tokenId === tokenId && ticket.subject === subject;
}

/** The tickets with these ids, the oldest first. */
export function findUploadTickets(
  { db }: Pick<Database, 'db'>,
  ids: readonly number[],
): Promise<UploadTicket[]> {
  return db
    .select()
    .from(uploadTickets)
    .where(inArray(uploadTickets.id, [...ids]))
    .orderBy(uploadTickets.id);
}

/**
 * The ticket of this text, if it is still valid. Fails with NOT_FOUND for a text that we did not sign, with FORBIDDEN
 * when the ticket is used, expired, deleted, or its maker has lost the right, and with UNAVAILABLE when that cannot be
 * checked.
 */
export async function openUploadTicket(
  { database, signer, makers }: { database: Pick<Database, 'db'>; signer: Signer; makers: Makers },
  text: string,
): Promise<OpenTicket> {
  const [, id = '', secret = '', signature = ''] = form.exec(text) ?? [];
  if (!signer.verify(signedText(id, secret), signature))
    throw new AppError('NOT_FOUND', 'This upload link is not one of ours. Copy it as a whole.');
  const [ticket] = await findUploadTickets(database, [Number(id)]);
  // Spent and expired tickets are deleted, and a restored backup may reuse their number.
  if (!ticket || secretText(ticket) !== secret)
    throw new AppError('FORBIDDEN', 'This upload link was used or has expired. Ask for a new one.');
  if (ticket.used) throw spent();
  if (ticket.expires <= new Date()) {
    throw new AppError('FORBIDDEN', 'This upload link has expired. Ask for a new one.');
  }
  const holder = await makers.holderOf(makerOfTicket(ticket), 'publish');
  if (holder === null)
    throw new AppError('FORBIDDEN', 'This upload link has been withdrawn. Ask for a new one.');
  return { ticket, holder };
}

function makerOfTicket({ tokenId, subject, proof }: UploadTicket): Maker {
  return makerOf({ tokenId, name: subject ?? '', proof });
}

/**
 * Marks the ticket used within the transaction that stores its modpack, so that it is valid once. An upload that began
 * in time may end later. Fails with FORBIDDEN.
 */
export async function spendUploadTicket(tx: Queries, id: number, modPackId: number): Promise<void> {
  const [spentNow] = await tx
    .update(uploadTickets)
    .set({ used: new Date(), modPackId, refusal: null })
    .where(and(eq(uploadTickets.id, id), isNull(uploadTickets.used)))
    .returning({ id: uploadTickets.id });
  if (!spentNow) throw spent();
  await rows(tx, sql`select pg_notify(${ticketChannel}, ${String(id)})`);
}

/** Faults of the file itself, as opposed to those of the link or the service. */
const faultsOfFiles: readonly ErrorCode[] = [
  'INVALID_INPUT',
  'EMPTY_FILE',
  'NOT_A_ZIP',
  'DUPLICATE_MOD_PACK',
  'TOO_LARGE',
  'STORAGE_FULL',
];

/**
 * Stores why a file was refused with its unused ticket, for subscribers. The ticket stays valid. Failures that are no
 * fault of the file are not stored.
 */
export async function noteRefusal({ db }: Pick<Database, 'db'>, id: number, error: AppError): Promise<void> {
  if (!faultsOfFiles.includes(error.code)) return;
  const { code, message, details } = error;
  const refusal: UploadRefusal = { code, message, modPackId: details.modPackId ?? null };
  await db.transaction(async (tx) => {
    await tx
      .update(uploadTickets)
      .set({ refusal })
      .where(and(eq(uploadTickets.id, id), isNull(uploadTickets.used)));
    await rows(tx, sql`select pg_notify(${ticketChannel}, ${String(id)})`);
  });
}

function spent(): AppError {
  return new AppError('FORBIDDEN', 'This upload link has been used already. Ask for a new one.');
}
