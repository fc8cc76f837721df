import {
  dropUpload,
  findUpload,
  noSuchUpload,
  type ResumableUpload,
  receivedBytes,
  recordReceived,
  spendUpload,
} from '../core/files/resumable-uploads.ts';
import type { Database, Queries } from '../database/database.ts';
import { AppError, type ErrorCode } from '../errors.ts';
import type { Storage, UploadedFile } from '../storage/storage.ts';
import type { Viewer } from './permissions.ts';
import type { UploadTicket } from './upload-tickets.ts';

/** The caller that continues an upload, with its ticket if it sends one. */
export interface Uploader {
  viewer: Viewer;
  ticket: Pick<UploadTicket, 'id'> | null;
}

/** The upload with this id, for the caller who began it. Fails with NOT_FOUND for other callers. */
export async function findOwnUpload(db: Queries, id: string, uploader: Uploader): Promise<ResumableUpload> {
  const upload = await findUpload(db, id);
  if (upload === null || !isOwn(upload, uploader)) throw noSuchUpload();
  return upload;
}

function isOwn({ beganBy, ticketId }: ResumableUpload, { viewer, ticket }: Uploader): boolean {
  if (ticketId !== null || ticket !== null) return ticketId === ticket?.id;
  if (beganBy.kind === 'token') return viewer.kind === 'token' && viewer.tokenId === beganBy.tokenId;
  if (beganBy.kind === 'oidc') return viewer.kind === 'oidc' && viewer.name === beganBy.name;
  // Anonymous uploads are protected by their id alone, which cannot be guessed.
  return true;
}

/** Failures after which the bytes are useless for every later request. */
const finalRefusals = new Set<ErrorCode>(['EMPTY_FILE', 'NOT_A_ZIP', 'DUPLICATE_MOD_PACK']);

/**
 * Passes a finished upload to `take`, which marks it spent in the transaction that stores the modpack. After a failure
 * the upload stays, unless its bytes are the reason. Fails with NOT_FOUND, with CONFLICT when bytes are missing, and as
 * `take`.
 */
export async function takeFinishedUpload<Result>(
  needs: { database: Pick<Database, 'db'>; storage: Pick<Storage, 'resumable'> },
  { id, uploader }: { id: string; uploader: Uploader },
  take: (file: UploadedFile, spend: (tx: Queries) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const found = await findOwnUpload(needs.database.db, id, uploader);
  const upload = found.sha256 === null ? await recordReceived(needs, found) : found;
  const { sha256, size, filename } = upload;
  if (sha256 === null) {
    const message = `${await receivedBytes(needs, upload)} of the ${size} bytes of this upload have come. Send the rest first.`;
    throw new AppError('CONFLICT', message, { field: 'upload' });
  }
  const file = await needs.storage.resumable.whole(id, { size, sha256 });
  if (file === null) throw noSuchUpload();
  try {
    const taken = await take({ ...file, filename }, (tx) => spendUpload(tx, id));
    // The store has its own copy now, or only the inner one of an archive within an archive, so the upload's file is
    // deleted.
    await needs.storage.resumable.discard(id).catch(() => undefined);
    return taken;
  } catch (error) {
    if (error instanceof AppError && finalRefusals.has(error.code)) await dropUpload(needs, id);
    throw error;
  }
}
