import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { ArchiveLimits } from '../../archive/limits.ts';
import { oneFileArchive } from '../../archive/pack/one-file-archive.ts';
import { AppError } from '../../errors.ts';
import type { ReceiveFile } from '../../fetching/fetch-file.ts';
import { type FoundPack, findPack, type PackArchive } from '../../fetching/find-pack.ts';
import type { Fetching } from '../../fetching/open-fetching.ts';
import type { PackLocation } from '../../fetching/pack-links.ts';
import { FetchError } from '../../fetching/problem-codes.ts';
import { isAnonymous } from '../../limits/shared-limits.ts';
import type { IncomingFile, Storage } from '../../storage/storage.ts';
import { findUsedLists } from '../drop-lists/drop-lists.ts';
import { cleanFileName, nameOf } from '../files/file-name.ts';
import type { LineCaller } from '../lines/line-rules.ts';
import { joinStored, type LineClaim, readForLine } from '../lines/lines.ts';
import { withFolder } from '../previews/inner-archives.ts';
import { isComplete, parseRunRequest, type RunConfigurationInput } from '../runs/run-request.ts';
import { requireUploadedJars } from '../runs/uploaded-jars.ts';
import {
  type AcceptedRun,
  type RunAccount,
  refuseNoZip,
  type UploadNeeds,
  uploadModPack,
} from './mod-packs.ts';
import { gatherPackwiz } from './packwiz-by-link.ts';

/** A modpack that the service fetches, as opposed to an upload. */
export interface ImportRequest {
  location: PackLocation;
  runConfiguration: RunConfigurationInput;
  /** The line for a modpack from a link; a modpack from a platform belongs to the line of its project. */
  line: string | null;
  by: LineCaller;
}

export interface ImportOptions {
  /** Most bytes of the archive. */
  maxBytes: number;
  /** Stores the archive temporarily, counted for the caller. */
  receive: ReceiveFile;
  /** Cancels the fetching when the caller disconnects. */
  signal: AbortSignal;
}

/**
 * Fetches the archive of a published modpack, then handles it as an upload. Fails as `uploadModPack` does, with
 * NOT_FOUND, or with NOT_FETCHED and a reason; nothing is stored then.
 */
export async function importModPack(
  needs: UploadNeeds & { fetching: Fetching | null; config: { archiveLimits: ArchiveLimits } },
  { location, runConfiguration, line: named, by }: ImportRequest,
  options: ImportOptions,
  account: RunAccount,
): Promise<AcceptedRun> {
  const { fetching, storage, versions } = needs;
  // Checks everything that needs no download first.
  const run = parseRunRequest(runConfiguration, needs.config);
  if (named !== null && location.platform !== 'LINK') {
    const message =
      'A modpack of a platform is a version of the line of its project; line is for links alone.';
    throw new AppError('INVALID_INPUT', message, { field: 'line' });
  }
  if (named !== null) await readForLine(needs.database, { of: { name: named }, by }, run);
  if (fetching === null) throw fetchingOff();
  if (isComplete(run)) await versions.verify(run);
  await findUsedLists(needs.database, run.dropLists);
  await requireUploadedJars(needs.database, run.addedMods);
  const found = await findPack(fetching, location, run, options.signal).catch(asAnswer(fetching));
  const keepFree = isAnonymous(account.caller) ? needs.config.tokenReserveBytes : 0;
  const gathering = { fetching, storage, archiveLimits: needs.config.archiveLimits };
  const file = await archiveOf(found.archive, gathering, { ...options, keepFree }).catch(asAnswer(fetching));
  try {
    options.signal.throwIfAborted();
    const line = claimOf(location, found, named, by);
    const folder = location.platform === 'LINK' ? location.folder : undefined;
    if (folder !== undefined) await refuseNoZip(file);
    return await withFolder(needs, { outer: file, folder, caller: account.caller }, (pack) => {
      const upload = {
        file: pack,
        name: nameOf({ filename: cleanFileName(found.name), sha256: pack.sha256 }),
        runConfiguration,
        origin: originOf(location, found),
        line,
        lineOrder: found.order,
      };
      return uploadModPack(needs, upload, account).catch(async (error: unknown) => {
        const stored = error instanceof AppError ? error.details.modPackId : undefined;
        if (line !== null && location.platform !== 'LINK' && stored !== undefined)
          await joinStored(needs.database, { modPackId: stored, lineOrder: found.order }, line);
        throw error;
      });
    });
  } finally {
    await storage.discard(file);
  }
}

/** Fetches the archive, or builds it from the platform's data or from the files of the pack. */
async function archiveOf(
  archive: PackArchive,
  needs: { fetching: Fetching; storage: Storage; archiveLimits: ArchiveLimits },
  options: ImportOptions & { keepFree: number },
): Promise<IncomingFile> {
  if ('wanted' in archive) return needs.fetching.fetchFile(archive.wanted, options);
  if ('packFile' in archive) return gatherPackwiz(needs, archive.packFile, options);
  const bytes = oneFileArchive(archive.file, Buffer.from(archive.content));
  if (bytes.length > options.maxBytes)
    throw new FetchError(
      'FETCH_TOO_LARGE',
      `What the platform tells of it has ${bytes.length} bytes; at most ${options.maxBytes} are taken`,
    );
  return options.receive(
    async (path, wrote) => {
      await using file = await open(path, 'wx');
      await file.writeFile(bytes);
      await file.sync();
      await wrote(bytes.length);
      return { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
    },
    { maxBytes: options.maxBytes },
  );
}

/** The line of a modpack; null for a link without a named line. */
function claimOf(
  { platform }: PackLocation,
  { projectID }: FoundPack,
  named: string | null,
  by: LineCaller,
): LineClaim | null {
  if (platform !== 'LINK') return { of: { platform, projectID }, by };
  return named === null ? null : { of: { name: named }, by };
}

function originOf({ platform: source }: PackLocation, { projectID, versionID }: FoundPack) {
  return { source, projectID, versionID };
}

/** The error of a service that fetches nothing. */
export function fetchingOff(): AppError {
  const message =
    'This service fetches nothing, as its operator has set FETCH=off: download the pack and upload it';
  return notFetched(new FetchError('FETCH_OFF', message));
}

/** Converts failures of platforms and hosts into expected errors. */
export function asAnswer({ hosts }: Fetching): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof FetchError)) throw error;
    const allowed = error.code === 'FETCH_NOT_ALLOWED' ? `. Hosts that are asked: ${hosts.join(', ')}` : '';
    throw notFetched(error, allowed);
  };
}

function notFetched(error: FetchError, more = ''): AppError {
  const message = `The modpack was not fetched. ${error.message}${more}.`;
  return new AppError('NOT_FETCHED', message, { reason: error.code }, { cause: error });
}
