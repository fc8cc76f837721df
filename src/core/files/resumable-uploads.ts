import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { resumableUploads } from '../../../drizzle/schema.ts';
import type { Database, Queries } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import type { Storage } from '../../storage/storage.ts';
import { isStranger, strangersPrefix } from '../shared-goods.ts';

export type ResumableUpload = typeof resumableUploads.$inferSelect;

interface Needs {
  database: Pick<Database, 'db'>;
  storage: Pick<Storage, 'resumable'>;
}

const idForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Creates an empty upload. Fails as the store does. */
export async function beginUpload(
  { database, storage }: Needs,
  upload: Pick<ResumableUpload, 'id' | 'caller' | 'beganBy' | 'tokenId' | 'ticketId' | 'filename' | 'size'>,
): Promise<void> {
  // The row first: a file without one is swept.
  await database.db.insert(resumableUploads).values(upload);
  await storage.resumable.begin(upload.id);
}

/** The upload with this id, which may be any text; null when there is none. */
export async function findUpload(db: Queries, id: string): Promise<ResumableUpload | null> {
  if (!idForm.test(id)) return null;
  const [upload] = await db.select().from(resumableUploads).where(eq(resumableUploads.id, id));
  return upload ?? null;
}

/** Bytes of it that have come. */
export async function receivedBytes(
  { storage }: Pick<Needs, 'storage'>,
  { id, size, sha256 }: ResumableUpload,
): Promise<number> {
  // A complete file may have been published meanwhile.
  return sha256 === null ? ((await storage.resumable.size(id)) ?? 0) : size;
}

/** Notes how much has come, and what it is when that is all. Only for who has the upload to itself. */
export async function recordReceived(needs: Needs, upload: ResumableUpload): Promise<ResumableUpload> {
  const received = await receivedBytes(needs, upload);
  const isWhole = received === upload.size && upload.sha256 === null;
  const sha256 = isWhole ? await needs.storage.resumable.hash(upload.id) : upload.sha256;
  // A request without bytes does not prolong an upload.
  const touched = received > upload.received ? new Date() : upload.touched;
  const changes = { received, sha256, touched };
  await needs.database.db.update(resumableUploads).set(changes).where(eq(resumableUploads.id, upload.id));
  return { ...upload, ...changes };
}

/** Shows that bytes of an upload come, which may take hours to come to the end. */
export async function showReceiving({ db }: Pick<Database, 'db'>, id: string): Promise<void> {
  await db.update(resumableUploads).set({ touched: new Date() }).where(eq(resumableUploads.id, id));
}

/** Ends an upload within the transaction that stores its modpack, so that it becomes one. Fails with CONFLICT. */
export async function spendUpload(tx: Queries, id: string): Promise<void> {
  const [spent] = await tx
    .delete(resumableUploads)
    .where(eq(resumableUploads.id, id))
    .returning({ id: resumableUploads.id });
  if (!spent) throw new AppError('CONFLICT', 'This upload has become a modpack already, or was given up.');
}

/** Gives an upload up, and what has come of it. */
export async function dropUpload({ database, storage }: Needs, id: string): Promise<void> {
  await database.db.delete(resumableUploads).where(eq(resumableUploads.id, id));
  await storage.resumable.discard(id);
}

/** Milliseconds after which abandoned uploads are removed. */
export interface UploadRetention {
  resumableMs: number;
}

/** The longest for which what comes without a token is kept, in milliseconds. */
const strangersMs = 60 * 60_000;

/** Milliseconds that an upload is kept after its last byte. */
export function keptFor(
  { caller }: Pick<ResumableUpload, 'caller'>,
  { resumableMs }: UploadRetention,
): number {
  return isStranger(caller) ? Math.min(strangersMs, resumableMs) : resumableMs;
}

/** Removes abandoned uploads; returns their number. */
export async function dropAbandonedUploads(
  { database, storage }: Needs,
  now: Date,
  { resumableMs }: UploadRetention,
): Promise<number> {
  const { touched, caller } = resumableUploads;
  const since = (milliseconds: number) => new Date(now.getTime() - Math.min(milliseconds, resumableMs));
  const ofStrangers = sql`starts_with(${caller}, ${strangersPrefix})`;
  const abandoned = await database.db
    .delete(resumableUploads)
    .where(
      and(or(lt(touched, since(resumableMs)), and(lt(touched, since(strangersMs)), ofStrangers)), isFree()),
    )
    .returning({ id: resumableUploads.id });
  for (const { id } of abandoned) await storage.resumable.discard(id);
  return abandoned.length;
}

/** Removes files of uploads whose process died between deleting the row and the file; returns their number. */
export async function sweepUploads({ database, storage }: Needs, before: Date): Promise<number> {
  let swept = 0;
  for await (const id of storage.resumable.olderThan(before)) {
    if ((await findUpload(database.db, id)) !== null) continue;
    await storage.resumable.discard(id);
    swept += 1;
  }
  return swept;
}

/** True when no connection adds to the upload, or its process has died. */
function isFree() {
  return or(isNull(resumableUploads.writer), lt(resumableUploads.writerUntil, sql`now()`));
}

/** Reserves the upload for `writer` for these milliseconds; false while another writer has it. Fails with NOT_FOUND. */
export async function takeUpload(
  { db }: Pick<Database, 'db'>,
  { id, writer, milliseconds }: { id: string; writer: string; milliseconds: number },
): Promise<boolean> {
  const taken = await db
    .update(resumableUploads)
    .set({ writer, writerUntil: fromNow(milliseconds) })
    .where(and(eq(resumableUploads.id, id), or(eq(resumableUploads.writer, writer), isFree())))
    .returning({ id: resumableUploads.id });
  if (taken.length > 0) return true;
  if ((await findUpload(db, id)) === null) throw noSuchUpload();
  return false;
}

/** Lets go of it. */
export async function releaseUpload({ db }: Pick<Database, 'db'>, writer: string): Promise<void> {
  await db
    .update(resumableUploads)
    .set({ writer: null, writerUntil: null })
    .where(eq(resumableUploads.writer, writer));
}

/** Lets go of all of them: for a process that knows itself to be the only one. */
export async function releaseAllUploads({ db }: Pick<Database, 'db'>): Promise<void> {
  await db.update(resumableUploads).set({ writer: null, writerUntil: null });
}

function fromNow(milliseconds: number) {
  return sql`now() + ${milliseconds}::integer * interval '1 millisecond'`;
}

export function noSuchUpload(): AppError {
  return new AppError(
    'NOT_FOUND',
    'There is no such upload, or it is not yours, or nobody added to it for too long. Begin a new one.',
    { field: 'upload' },
  );
}
