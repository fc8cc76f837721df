import { createHash } from 'node:crypto';
import { nameOf } from '../core/files/file-name.ts';
import type { LineCaller } from '../core/lines/line-rules.ts';
import {
  type AcceptedRun,
  findModPacks,
  type RunAccount,
  type UploadNeeds,
  uploadModPack,
} from '../core/packs/mod-packs.ts';
import type { OwnerClaim } from '../core/packs/owners.ts';
import { expectedServerPackBytes } from '../core/packs/server-packs.ts';
import type { Database, Queries } from '../database/database.ts';
import { AppError } from '../errors.ts';
import { fetchedBytes, spendQuota } from '../limits/quotas.ts';
import { limitKey, megabytes } from '../limits/rate-limits.ts';
import type { UploadedFile } from '../storage/storage.ts';
import type { AccessControl } from './access-control.ts';
import type { Caller } from './caller.ts';
import { type Access, permissionsOf, type Viewer } from './permissions.ts';
import { spendUploadTicket, type UploadTicket } from './upload-tickets.ts';

/** The account of a caller: stored bytes count against the quota of its token. */
export function accountOf(
  viewer: Caller,
  /** Marks the resumable upload of the modpack as spent. */
  spend?: (tx: Queries) => Promise<void>,
): RunAccount {
  const { tokenId, kind, name } = viewer;
  return {
    tokenId,
    subject: kind === 'oidc' ? name : null,
    wantsSecret: kind === 'anonymous',
    caller: limitKey(viewer),
    async settle(tx, { modPackId, size, isUpload }) {
      await spend?.(tx);
      if (tokenId === null) return;
      // An upload's bytes were counted as they arrived; its server pack counts from here on.
      if (isUpload) return spendQuota(tx, tokenId, 0);
      await spendQuota(tx, tokenId, expectedServerPackBytes(size + (await fetchedBytes(tx, modPackId))));
    },
  };
}

/** Counts another server pack of a modpack against the caller's limits: it is about as large as the modpack. */
export async function admitGeneration(
  { access, database }: { access: Pick<AccessControl, 'limiter'>; database: Pick<Database, 'db'> },
  viewer: Viewer,
  modPackId: number,
): Promise<void> {
  await access.limiter.spend('generates', viewer);
  const [stored] = await findModPacks(database, [modPackId]);
  await access.limiter.spend('megabytes', viewer, megabytes(stored?.size ?? 0));
}

/** The caller in the form in which lines decide who may change them. */
export function lineCallerOf(viewer: Viewer, mode: Access): LineCaller {
  const { kind, name, tokenId } = viewer;
  const isOperator = permissionsOf(mode, viewer).has('operate');
  return { tokenId, subject: kind === 'oidc' ? name : null, isOperator };
}

/** Points of the limit of reads that a wrong owner secret costs. */
const wrongSecret = 100;

/** Runs a change by the owner of a modpack; wrong secrets count against the address. Fails with FORBIDDEN. */
export async function asOwner<Result>(
  { access, viewer }: { access: Pick<AccessControl, 'mode' | 'limiter'>; viewer: Viewer },
  secret: string | null | undefined,
  change: (by: OwnerClaim) => Promise<Result>,
): Promise<Result> {
  const claim = { ...lineCallerOf(viewer, access.mode), secret: secret ?? null };
  if (secret == null) return change(claim);
  await access.limiter.spend('reads', viewer, 0);
  try {
    return await change(claim);
  } catch (error) {
    if (error instanceof AppError && error.code === 'FORBIDDEN')
      await access.limiter.spend('reads', viewer, wrongSecret);
    throw error;
  }
}

/** The name under which the caller's own votes are stored; null for anonymous callers, each of whose votes counts. */
export function voterOf({ kind, name, tokenId }: Viewer): string | null {
  if (kind === 'token') return `token:${tokenId}`;
  // A subject can be any text; a voter's name cannot.
  if (kind === 'oidc') return `oidc:${createHash('sha256').update(name).digest('hex')}`;
  return null;
}

/** The name under which a vote is stored for a person the caller vouches for. Fails with INVALID_INPUT. */
export function voterNamed(name: string): string {
  if (!/^(token|oidc):/.test(name)) return name;
  const message = 'voter must not begin with token: or oidc:, under which callers vote for themselves.';
  throw new AppError('INVALID_INPUT', message, { field: 'voter' });
}

/**
 * Accepts the one upload that a ticket allows. The bytes count against the quota of the ticket's maker; rate limits
 * count the sender, as anonymous without a token of its own, since a maker may give its tickets to anybody. Fails as
 * uploads do, and with FORBIDDEN.
 */
export async function uploadForTicket(
  needs: UploadNeeds,
  ticket: UploadTicket,
  uploader: Caller,
  file: UploadedFile,
  /** Marks the resumable upload of the file as spent. */
  spend?: (tx: Queries) => Promise<void>,
): Promise<AcceptedRun> {
  const { id, tokenId, subject, runConfiguration } = ticket;
  const account = accountOf({ ...uploader, tokenId }, spend);
  return uploadModPack(
    needs,
    { file, name: nameOf(file), runConfiguration },
    {
      ...account,
      // The ticket's maker owns the modpack; for a maker without a token or subject, the sender does.
      subject,
      wantsSecret: tokenId === null && subject === null,
      caller: limitKey(uploader),
      async settle(tx, run) {
        await spendUploadTicket(tx, id, run.modPackId);
        await account.settle?.(tx, run);
      },
    },
  );
}
