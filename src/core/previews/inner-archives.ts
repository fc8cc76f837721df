import type { ArchiveLimits } from '../../archive/limits.ts';
import type { InnerFile, InnerTask } from '../../archive/pack/inner-archive.ts';
import { mayHoldArchive } from '../../archive/pack/is-zip.ts';
import { AppError } from '../../errors.ts';
import { isAnonymous } from '../../limits/shared-limits.ts';
import type { IncomingFile, Storage } from '../../storage/storage.ts';

/** The thread task that unpacks an archive within an archive. */
export interface InnerWork {
  /** Writes an archive that is the only content of another one to a file; null when there is no such archive. */
  unpackInner(task: InnerTask, hooks: { caller: string }): Promise<InnerFile | null>;
}

/**
 * Unpacks the archive within an archive, or one of its folders as an archive, into a file, for a caller given by its
 * key in limits; null when there is none. Fails with TOO_MANY_REQUESTS or UNAVAILABLE when too many tasks wait.
 */
export type UnpackInner = (
  path: string,
  outputPath: string,
  caller: string,
  folder?: string,
) => Promise<InnerFile | null>;

export function innerUnpacker(
  work: InnerWork,
  { archiveLimits, maxUploadBytes }: { archiveLimits: ArchiveLimits; maxUploadBytes: number },
): UnpackInner {
  return (path, outputPath, caller, folder) => {
    const task = { path, outputPath, limits: archiveLimits, maxBytes: maxUploadBytes };
    return work.unpackInner({ ...task, ...(folder !== undefined && { folder }) }, { caller });
  };
}

export interface InnerNeeds {
  storage: Pick<Storage, 'scratch'>;
  unpackInner: UnpackInner;
  /** Bytes of the disk that are reserved for callers with a token. */
  config: { tokenReserveBytes: number };
}

/**
 * Runs `work` on a received archive, or on the pack inside it, since people zip downloaded packs again. Ordinary packs
 * do not wait: only archives with few entries, one of them an archive by its name, are opened. Fails as `unpackInner`
 * and `work` do.
 */
export async function withInner<Result>(
  { storage, unpackInner, config }: InnerNeeds,
  { outer, caller }: { outer: IncomingFile; caller: string },
  work: (file: IncomingFile) => Promise<Result>,
): Promise<Result> {
  if (!(await mayHoldArchive(outer.path))) return work(outer);
  const keepFree = isAnonymous(caller) ? config.tokenReserveBytes : 0;
  await using scratch = await storage.scratch({ expectedBytes: outer.size, keepFree }).catch(() => null);
  // Without room for another file the outer archive is used, and its check says what to upload.
  if (scratch === null) return await work(outer);
  // If the thread fails, the outer archive is used, and its check says what to upload.
  const inner = await unpackInner(outer.path, scratch.path, caller).catch((error: unknown) => {
    if (error instanceof AppError) throw error;
    return null;
  });
  // Without `await`, the file would be removed before `work` has read it.
  return await work(inner === null ? outer : { path: scratch.path, ...inner });
}

/**
 * Runs `work` on a received archive, or on an archive of its folder where that is the pack. Fails with NOT_FOUND when
 * there is no such folder, as the store does when there is no room for it, and as `unpackInner` and `work` do.
 */
export async function withFolder<Result>(
  { storage, unpackInner, config }: InnerNeeds,
  { outer, folder, caller }: { outer: IncomingFile; folder: string | undefined; caller: string },
  work: (file: IncomingFile) => Promise<Result>,
): Promise<Result> {
  if (folder === undefined) return work(outer);
  const keepFree = isAnonymous(caller) ? config.tokenReserveBytes : 0;
  await using scratch = await storage.scratch({ expectedBytes: outer.size, keepFree });
  const inside = await unpackInner(outer.path, scratch.path, caller, folder);
  if (inside === null)
    throw new AppError(
      'NOT_FOUND',
      `The repository has no folder ${JSON.stringify(folder)} in that branch, tag or commit. Where the name of a branch has a slash, give a commit.`,
      { field: 'pack' },
    );
  return await work({ path: scratch.path, ...inside });
}
