import { AppError } from '../../errors.ts';
import type { ReceiveFile } from '../../fetching/fetch-file.ts';
import { type FoundPack, findPack } from '../../fetching/find-pack.ts';
import type { Fetching } from '../../fetching/open-fetching.ts';
import type { PackPlace } from '../../fetching/pack-links.ts';
import { FetchError } from '../../fetching/problem-codes.ts';
import { cleanFileName, nameOf } from '../files/file-name.ts';
import { isComplete, parseRunRequest, type RunConfigurationInput } from '../runs/run-request.ts';
import { type AcceptedRun, type RunAccount, type UploadNeeds, uploadModPack } from './mod-packs.ts';

/** A modpack that is named instead of sent. */
export interface ImportRequest {
  place: PackPlace;
  runConfiguration: RunConfigurationInput;
}

/** How its archive is received. */
export interface ImportOptions {
  /** Most bytes that it may have. */
  maxBytes: number;
  /** Stores it aside, counted on the caller's account. */
  receive: ReceiveFile;
  /** Ends the fetching, when nobody waits for it any more. */
  signal: AbortSignal;
}

/**
 * Fetches the archive of a modpack from where it is published, then takes it as an upload is taken. Fails as `uploadModPack`
 * does, with NOT_FOUND, or with NOT_FETCHED, whose reason says why; nothing is kept then.
 */
export async function importModPack(
  needs: UploadNeeds & { fetching: Fetching | null },
  { place, runConfiguration }: ImportRequest,
  options: ImportOptions,
  account: RunAccount,
): Promise<AcceptedRun> {
  const { fetching, storage, versions } = needs;
  // What can be refused is refused before gigabytes are fetched.
  const run = parseRunRequest(runConfiguration, needs.config);
  if (fetching === null) throw notFetched(off);
  if (isComplete(run)) await versions.verify(run);
  const found = await findPack(fetching, place, run, options.signal).catch(refused(fetching));
  const file = await fetching.fetchArchive(found.wanted, options).catch(refused(fetching));
  try {
    options.signal.throwIfAborted();
    const upload = {
      file,
      name: nameOf({ filename: cleanFileName(found.name), sha256: file.sha256 }),
      runConfiguration,
      origin: originOf(place, found),
    };
    return await uploadModPack(needs, upload, account);
  } finally {
    await storage.discard(file);
  }
}

function originOf({ platform: source }: PackPlace, { projectID, versionID }: FoundPack) {
  return { source, projectID, versionID };
}

const off = new FetchError(
  'FETCH_OFF',
  'This service fetches nothing, as its operator has set FETCH=off: download the pack and upload it',
);

/** What a platform or a host failed with, as an answer. */
function refused({ hosts }: Fetching): (error: unknown) => never {
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
