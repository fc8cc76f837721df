import type { InnerFile, InnerTask } from '../../archive/inner-archive.ts';
import { mayHoldArchive } from '../../archive/is-zip.ts';
import type { ArchiveLimits } from '../../archive/limits.ts';
import { AppError } from '../../errors.ts';
import type { IncomingFile, Storage } from '../../storage/storage.ts';
import { isStranger } from '../shared-goods.ts';

/** The threads, as far as archives in archives need them. */
export interface InnerWork {
  /** Writes the archive that is all there is in another one to a file; null when there is none to be taken in its stead. */
  unpackInner(task: InnerTask, hooks: { caller: string }): Promise<InnerFile | null>;
}

/**
 * Unpacks the archive in an archive, or one of its folders as an archive, into a file, for this caller, as limits count callers; null when it holds no such. Fails with
 * TOO_MANY_REQUESTS or UNAVAILABLE when too many wait for theirs.
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
  /** Bytes of the disk that are for callers with a token alone. */
  config: { tokenReserveBytes: number };
}

/**
 * Runs `work` on a received archive, or on the pack inside it, since people zip downloaded packs again. Ordinary packs
 * wait for nothing: only archives with few entries and one named as an archive are opened. Fails as `unpackInner` and
 * `work` do.
 */
export async function withInner<Result>(
  { storage, unpackInner, config }: InnerNeeds,
  { outer, caller }: { outer: IncomingFile; caller: string },
  work: (file: IncomingFile) => Promise<Result>,
): Promise<Result> {
  if (!(await mayHoldArchive(outer.path))) return work(outer);
  const keepFree = isStranger(caller) ? config.tokenReserveBytes : 0;
  await using scratch = await storage.scratch({ expectedBytes: outer.size, keepFree }).catch(() => null);
  // Without room for another file the received one is taken as it is, and its check says what to upload.
  if (scratch === null) return await work(outer);
  // A failed thread means that the outer archive is used, and its check tells what to upload.
  const inner = await unpackInner(outer.path, scratch.path, caller).catch((error: unknown) => {
    if (error instanceof AppError) throw error;
    return null;
  });
  // Awaited here: the file goes once this function has returned.
  return await work(inner === null ? outer : { path: scratch.path, ...inner });
}

/**
 * Does something with a received archive, or with one of a folder of it where that is the pack. Fails with NOT_FOUND when there is no such
 * folder, as the store does when there is no room for it, and as `unpackInner` and `work` do.
 */
export async function withFolder<Result>(
  { storage, unpackInner, config }: InnerNeeds,
  { outer, folder, caller }: { outer: IncomingFile; folder: string | undefined; caller: string },
  work: (file: IncomingFile) => Promise<Result>,
): Promise<Result> {
  if (folder === undefined) return work(outer);
  const keepFree = isStranger(caller) ? config.tokenReserveBytes : 0;
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
