import { eq, sum } from 'drizzle-orm';
import { files, modPacks, runConfigurations, serverPacks, tokens } from '../../drizzle/schema.ts';
import type { Queries } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { isLive } from './tokens.ts';

/** Bytes that are stored because of this token: the modpacks it uploaded and the server packs it asked for. */
export async function storedBytes(db: Queries, tokenId: number): Promise<number> {
  const [uploaded] = await db
    .select({ bytes: sum(files.size) })
    .from(modPacks)
    .innerJoin(files, eq(files.id, modPacks.fileId))
    .where(eq(modPacks.tokenId, tokenId));
  const [built] = await db
    .select({ bytes: sum(files.size) })
    .from(serverPacks)
    .innerJoin(runConfigurations, eq(runConfigurations.id, serverPacks.runConfigurationId))
    .innerJoin(files, eq(files.id, serverPacks.fileId))
    .where(eq(runConfigurations.tokenId, tokenId));
  return Number(uploaded?.bytes ?? 0) + Number(built?.bytes ?? 0);
}

/** Bytes that this token may still store; null when it has no quota. */
export async function bytesLeft(
  db: Queries,
  { tokenId, quota }: { tokenId: number | null; quota: number | null },
): Promise<number | null> {
  if (tokenId === null || quota === null) return null;
  return Math.max(0, quota - (await storedBytes(db, tokenId)));
}

/**
 * Holds the token to its quota within the transaction that has stored `bytes` more for it, or 0 when what will be stored
 * is not known yet; others of the same token wait until that has ended. Fails with STORAGE_FULL, and with UNAUTHENTICATED
 * when the token has been revoked meanwhile.
 */
export async function spendQuota(tx: Queries, tokenId: number, bytes: number): Promise<void> {
  const [token] = await tx
    .select({ quota: tokens.quota, revoked: tokens.revoked, expires: tokens.expires })
    .from(tokens)
    .where(eq(tokens.id, tokenId))
    // Rows that speak of the token hold it against changes of its key; only this strength can wait beside that.
    .for('no key update');
  // Revoking takes effect at once, on what was received already too.
  if (!token || !isLive(token)) {
    throw new AppError(
      'UNAUTHENTICATED',
      'The token of this request has been revoked or has run out meanwhile.',
    );
  }
  const { quota } = token;
  if (quota === null) return;
  const left = quota - (await storedBytes(tx, tokenId));
  if (left > 0 || (left === 0 && bytes > 0)) return;
  throw quotaExceeded(quota, left + bytes);
}

/** The refusal of what is beyond a quota; both in bytes. */
export function quotaExceeded(quota: number, left: number): AppError {
  return new AppError(
    'STORAGE_FULL',
    `This token may keep ${quota} bytes stored, and has ${Math.max(0, left)} left. Ask the operator to delete something or for a larger quota.`,
  );
}
