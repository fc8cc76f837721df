import { and, eq, inArray, isNull, or, sql, sum } from 'drizzle-orm';
import { z } from 'zod';
import {
  addedMods,
  files,
  heldUploads,
  modPackFiles,
  modPacks,
  queuedRuns,
  resumableUploads,
  runConfigurations,
  serverPacks,
  tokens,
} from '../../drizzle/schema.ts';
import { expectedServerPackBytes } from '../core/packs/server-packs.ts';
import { type Queries, rows } from '../database/database.ts';
import { AppError } from '../errors.ts';

const sums = z.tuple([z.object({ bytes: z.coerce.number() })]);

/**
 * Bytes stored for this token: its uploaded modpacks, the files fetched for them and for its runs (each once), and the
 * server packs of its runs.
 */
export async function storedBytes(db: Queries, tokenId: number): Promise<number> {
  const [uploaded] = await db
    .select({ bytes: sum(files.size) })
    .from(modPacks)
    .innerJoin(files, eq(files.id, modPacks.fileId))
    .where(and(eq(modPacks.tokenId, tokenId), isNull(files.removed)));
  const fetchedIds = db
    .select({ id: modPackFiles.fileId })
    .from(modPackFiles)
    .innerJoin(modPacks, eq(modPacks.id, modPackFiles.modPackId))
    .where(eq(modPacks.tokenId, tokenId));
  const addedIds = db
    .select({ id: addedMods.fileId })
    .from(addedMods)
    .innerJoin(runConfigurations, eq(runConfigurations.id, addedMods.runConfigurationId))
    .where(eq(runConfigurations.tokenId, tokenId));
  const [fetched] = await db
    .select({ bytes: sum(files.size) })
    .from(files)
    .where(or(inArray(files.id, fetchedIds), inArray(files.id, addedIds)));
  const [built] = await db
    .select({ bytes: sum(files.size) })
    .from(serverPacks)
    .innerJoin(runConfigurations, eq(runConfigurations.id, serverPacks.runConfigurationId))
    .innerJoin(files, eq(files.id, serverPacks.fileId))
    .where(eq(runConfigurations.tokenId, tokenId));
  return Number(uploaded?.bytes ?? 0) + Number(fetched?.bytes ?? 0) + Number(built?.bytes ?? 0);
}

/** Bytes that the token's waiting and running runs may still store. A finished run no longer counts. */
async function pendingBytes(db: Queries, tokenId: number): Promise<number> {
  const answer = await rows(
    db,
    sql`
      select coalesce(sum(${files.size} + ${expectedServerPackBytes(0)}::integer + fetched.bytes), 0) as bytes
      from ${queuedRuns}
      join ${runConfigurations} on ${runConfigurations.id} = ${queuedRuns.runConfigurationId}
      join ${modPacks} on ${modPacks.id} = ${runConfigurations.modPackId}
      join ${files} on ${files.id} = ${modPacks.fileId}
      cross join lateral (
        select coalesce(sum(file.size), 0) as bytes
        from ${modPackFiles} as named join ${files} as file on file.id = named.file_id
        where named.mod_pack_id = ${modPacks.id}
      ) as fetched
      where ${runConfigurations.tokenId} = ${tokenId}
    `,
  );
  const [{ bytes }] = sums.parse(answer);
  return bytes;
}

/** Bytes of the files fetched for a modpack, which its server packs may contain; none before its check. */
export async function fetchedBytes(db: Queries, modPackId: number): Promise<number> {
  const [fetched] = await db
    .select({ bytes: sum(files.size) })
    .from(modPackFiles)
    .innerJoin(files, eq(files.id, modPackFiles.fileId))
    .where(eq(modPackFiles.modPackId, modPackId));
  return Number(fetched?.bytes ?? 0);
}

/** Bytes that this token may still store; null when it has no quota. */
export async function bytesLeft(
  db: Queries,
  { tokenId, quota }: { tokenId: number | null; quota: number | null },
): Promise<number | null> {
  if (tokenId === null || quota === null) return null;
  return Math.max(0, quota - (await storedBytes(db, tokenId)) - (await pendingBytes(db, tokenId)));
}

/**
 * Enforces the token's quota within a transaction that stores something for it, or that queues a run `expected` to
 * store this many bytes. Other transactions of the token wait for the end of this one. Half-received uploads count
 * against runs alone, since a finished form's bytes are already stored. Fails with STORAGE_FULL, and with
 * UNAUTHENTICATED when the token has been revoked meanwhile.
 */
export async function spendQuota(tx: Queries, tokenId: number, expected: number): Promise<void> {
  const [token] = await tx
    .select({ quota: tokens.quota, revoked: tokens.revoked })
    .from(tokens)
    .where(eq(tokens.id, tokenId))
    // Foreign keys take a key-share lock on the token's row; this is the only exclusive strength compatible with it.
    .for('no key update');
  // A revocation takes effect at once, also for uploads in progress; expiry was judged when the request began.
  if (!token || token.revoked !== null) {
    throw new AppError('UNAUTHENTICATED', 'The token of this request has been revoked meanwhile.');
  }
  const { quota } = token;
  if (quota === null) return;
  const used = (await storedBytes(tx, tokenId)) + (await pendingBytes(tx, tokenId));
  const held = expected > 0 ? await heldForToken(tx, tokenId) : 0;
  if (used + held + expected <= quota) return;
  throw quotaExceeded(quota, quota - used - held);
}

async function heldForToken(db: Queries, tokenId: number): Promise<number> {
  const [held] = await db
    .select({ bytes: sum(heldUploads.bytes) })
    .from(heldUploads)
    .where(eq(heldUploads.tokenId, tokenId));
  const [begun] = await db
    .select({ bytes: sum(resumableUploads.received) })
    .from(resumableUploads)
    .where(eq(resumableUploads.tokenId, tokenId));
  return Number(held?.bytes ?? 0) + Number(begun?.bytes ?? 0);
}

/** The refusal when a quota is used up; both numbers in bytes. */
export function quotaExceeded(quota: number, left: number): AppError {
  return new AppError(
    'STORAGE_FULL',
    `This token may keep ${quota} bytes stored, and has ${Math.max(0, left)} left. Ask the operator to delete something or for a larger quota.`,
  );
}
