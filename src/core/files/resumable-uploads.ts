import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { resumableUploads } from '../../../drizzle/schema.ts';
import type { Database, Queries } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { anonymousPrefix, isAnonymous } from '../../limits/shared-limits.ts';
import type { Storage } from '../../storage/storage.ts';

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
  // The row comes first, because the sweep removes a file without a row.
  await database.db.insert(resumableUploads).values(upload);
  await storage.resumable.begin(upload.id);
}

/** The upload with this id, which may be any text; null when there is none. */
export async function findUpload(db: Queries, id: string): Promise<ResumableUpload | null> {
  if (!idForm.test(id)) return null;
  const [upload] = await db.select().from(resumableUploads).where(eq(resumableUploads.id, id));
  return upload ?? null;
}

/** The number of bytes received. */
export async function receivedBytes(
  { storage }: Pick<Needs, 'storage'>,
  { id, size, sha256 }: ResumableUpload,
): Promise<number> {
  // A complete file may have been published meanwhile.
  return sha256 === null ? ((await storage.resumable.size(id)) ?? 0) : size;
}

/** Records the received bytes, and the hash once the upload is complete. Only for the holder of the upload's lock. */
export async function recordReceived(needs: Needs, upload: ResumableUpload): Promise<ResumableUpload> {
  const received = await receivedBytes(needs, upload);
  const isWhole = received === upload.size && upload.sha256 === null;
  const sha256 = isWhole ? await needs.storage.resumable.hash(upload.id) : upload.sha256;
  // A request without bytes does not prolong the life of an upload.
  const touched = received > upload.received ? new Date() : upload.touched;
  const changes = { received, sha256, touched };
  await needs.database.db.update(resumableUploads).set(changes).where(eq(resumableUploads.id, upload.id));
  return { ...upload, ...changes };
}

/** Records that bytes of an upload are arriving, which may take hours. */
export async function showReceiving({ db }: Pick<Database, 'db'>, id: string): Promise<void> {
  await db.update(resumableUploads).set({ touched: new Date() }).where(eq(resumableUploads.id, id));
}

/**
 * Ends an upload within the transaction that stores its modpack, so that it becomes one modpack only. Fails with
 * CONFLICT.
 */
export async function spendUpload(tx: Queries, id: string): Promise<void> {
  const [spent] = await tx
    .delete(resumableUploads)
    .where(eq(resumableUploads.id, id))
    .returning({ id: resumableUploads.id });
  if (!spent) throw new AppError('CONFLICT', 'This upload has become a modpack already, or was given up.');
}

/** Deletes an upload and its bytes. */
export async function dropUpload({ database, storage }: Needs, id: string): Promise<void> {
  await database.db.delete(resumableUploads).where(eq(resumableUploads.id, id));
  await storage.resumable.discard(id);
}

/** Milliseconds after which abandoned uploads are removed. */
export interface UploadRetention {
  resumableMs: number;
}

/** The longest time for which uploads without a token are kept, in milliseconds. */
const anonymousMs = 60 * 60_000;

/** Milliseconds for which an upload is kept after its last byte. */
export function keptFor(
  { caller }: Pick<ResumableUpload, 'caller'>,
  { resumableMs }: UploadRetention,
): number {
  return isAnonymous(caller) ? Math.min(anonymousMs, resumableMs) : resumableMs;
}

/** Removes abandoned uploads; returns their number. */
export async function dropAbandonedUploads(
  { database, storage }: Needs,
  now: Date,
  { resumableMs }: UploadRetention,
): Promise<number> {
  const { touched, caller } = resumableUploads;
  const since = (milliseconds: number) => new Date(now.getTime() - Math.min(milliseconds, resumableMs));
  const ofAnonymous = sql`starts_with(${caller}, ${anonymousPrefix})`;
  const abandoned = await database.db
    .delete(resumableUploads)
    .where(
      and(or(lt(touched, since(resumableMs)), and(lt(touched, since(anonymousMs)), ofAnonymous)), isFree()),
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

/** The condition that no connection adds to the upload, or that its process has died. */
function isFree() {
  return or(isNull(resumableUploads.writer), lt(resumableUploads.writerUntil, sql`now()`));
}

/** Locks the upload for `writer` for these milliseconds; false while another writer has it. Fails with NOT_FOUND. */
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

/** Releases the writer's lock. */
export async function releaseUpload({ db }: Pick<Database, 'db'>, writer: string): Promise<void> {
  await db
    .update(resumableUploads)
    .set({ writer: null, writerUntil: null })
    .where(eq(resumableUploads.writer, writer));
}

/** Releases all locks: for a process that knows itself to be the only one. */
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
