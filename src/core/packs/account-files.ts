import { eq, sql } from 'drizzle-orm';
import { modPacks } from '../../../drizzle/schema.ts';
import type { ArchiveLimits } from '../../archive/limits.ts';
import type { AccountTask } from '../../archive/pack/account-files.ts';
import type { Database } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import type { Storage } from '../../storage/storage.ts';
import type { LineCaller } from '../lines/line-rules.ts';
import { findReports, type ModPack } from './mod-packs.ts';
import { isOwnerOf } from './owners.ts';

/** The thread task that looks for account files in modpacks without a passed check. */
export interface AccountWork {
  /** Whether an archive may hold account files. Fails with UNAVAILABLE when too many wait. */
  findAccounts(task: AccountTask, hooks: { signal: AbortSignal; caller: string }): Promise<boolean>;
}

/** A caller who wants to download a modpack's archive. */
export interface ArchiveReader extends LineCaller {
  /** The caller's key in limits. */
  caller: string;
  /** Whether the request has the owner's signed link. */
  hasOwnersLink: boolean;
}

/**
 * Lets only the uploader and operators download an archive with account files. Fails with FORBIDDEN for others, and
 * with TOO_MANY_REQUESTS or UNAVAILABLE where the archive cannot be searched now.
 */
export type DemandArchive = (modPack: ModPack, reader: ArchiveReader) => Promise<void>;

export function archiveGuard(
  { database, storage, work }: { database: Database; storage: Pick<Storage, 'local'>; work: AccountWork },
  limits: ArchiveLimits,
): DemandArchive {
  const { db } = database;
  /** The check has searched most modpacks; any other is searched once, at its first download. */
  const findOut = async ({ id, storageKey }: ModPack, caller: string) => {
    const { signal } = new AbortController();
    await using archive = await storage.local(storageKey);
    const [found] = await findReports(database, [id]);
    const mayHold = await work
      .findAccounts({ path: archive.path, limits, isChecked: found?.report != null }, { signal, caller })
      .catch((cause: unknown) => {
        if (cause instanceof AppError) throw cause;
        const message = `Modpack ${id} could not be searched for account files. Try again in a moment.`;
        throw new AppError('UNAVAILABLE', message, { retryAfter: 2 }, { cause });
      });
    // A result that a check has stored meanwhile is more exact.
    const holdsAccounts = sql`coalesce(${modPacks.holdsAccounts}, ${mayHold})`;
    const [saved] = await db
      .update(modPacks)
      .set({ holdsAccounts })
      .where(eq(modPacks.id, id))
      .returning({ holdsAccounts: modPacks.holdsAccounts });
    return saved?.holdsAccounts !== false;
  };
  return async (modPack, reader) => {
    if (reader.hasOwnersLink || modPack.holdsAccounts === false) return;
    if (await isOwnerOf(database, modPack.id, { ...reader, secret: null })) return;
    if (modPack.holdsAccounts ?? (await findOut(modPack, reader.caller)))
      throw new AppError(
        'FORBIDDEN',
        `Account files were found in modpack ${modPack.id}, archives that no check has searched, or a damaged directory: only its uploader and operators can download it. Its server packs hold no such files.`,
      );
  };
}
