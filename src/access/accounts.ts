import { createHash } from 'node:crypto';
import { type AcceptedRun, type RunAccount, uploadModPack } from '../core/mod-packs.ts';
import type { ModloaderVersions } from '../core/modloader-versions.ts';
import type { Database } from '../database/database.ts';
import { AppError } from '../errors.ts';
import type { Storage, UploadedFile } from '../storage/storage.ts';
import type { Viewer } from './permissions.ts';
import { spendQuota } from './quotas.ts';
import { spendUploadTicket, type UploadTicket } from './upload-tickets.ts';

/** The account of a caller: what it stores counts against the quota of its token. */
export function accountOf({ tokenId }: Pick<Viewer, 'tokenId'>): RunAccount {
  return {
    tokenId,
    async settle(tx, { bytes }) {
      if (tokenId !== null) await spendQuota(tx, tokenId, bytes);
    },
  };
}

/** The name under which a caller's own votes are kept; null when nobody is known, so that each vote counts. */
export function voterOf({ kind, name, tokenId }: Viewer): string | null {
  if (kind === 'token') return `token:${tokenId}`;
  // A subject can be any text; a voter's name cannot.
  if (kind === 'oidc') return `oidc:${createHash('sha256').update(name).digest('hex')}`;
  return null;
}

/** The name under which somebody's vote is kept for whom the caller vouches. Fails with INVALID_INPUT. */
export function voterNamed(name: string): string {
  if (!/^(token|oidc):/.test(name)) return name;
  const message = 'voter must not begin with token: or oidc:, under which callers vote for themselves.';
  throw new AppError('INVALID_INPUT', message, { field: 'voter' });
}

/** What an uploaded modpack is called. */
export function nameOf({ filename, sha256 }: UploadedFile): string {
  return filename || `${sha256.slice(0, 12)}.zip`;
}

/** Takes the one upload that a ticket is good for, on the account of its maker. Fails as uploads do, and with FORBIDDEN. */
export async function uploadForTicket(
  needs: { database: Database; storage: Storage; versions: ModloaderVersions },
  { id, tokenId, runConfiguration }: UploadTicket,
  file: UploadedFile,
): Promise<AcceptedRun> {
  const account = accountOf({ tokenId });
  return uploadModPack(
    needs,
    { file, name: nameOf(file), runConfiguration },
    {
      tokenId,
      async settle(tx, run) {
        await spendUploadTicket(tx, id, run.modPackId);
        await account.settle?.(tx, run);
      },
    },
  );
}
