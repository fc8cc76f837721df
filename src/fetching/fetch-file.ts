import { AppError } from '../errors.ts';
import type { Storage } from '../storage/storage.ts';
import { fetchFailure } from './failure.ts';
import { NotWritten } from './not-written.ts';
import { FetchError, type FetchProblemCode } from './problem-codes.ts';
import { type TransferNeeds, type TransferredFile, type TransferWatch, transfer } from './transfer.ts';
import { hashesToMatch, type WantedFile } from './wanted-file.ts';

/** How often a link is fetched anew from its first byte after resuming has failed. */
const begins = 2;

/** Failures that a host will repeat for each of its files. */
const ofTheHost: ReadonlySet<FetchProblemCode> = new Set(['FETCH_UNREACHABLE', 'FETCH_NO_KEY']);

/**
 * Stores incoming bytes as a scratch file, as `Storage.receiveFrom` does; the bytes may count against a caller's quota.
 */
export type ReceiveFile = Storage['receiveFrom'];

/** Hosts that did not answer, shared by the files of one pack, so that each host is tried once. */
export type SilentHosts = Map<string, FetchError>;

/**
 * Fetches a file by the first of its links that works. Fails with a FetchError that gives the reason for each link,
 * with the store's failures, or with the signal's reason.
 */
export async function fetchFile(
  needs: TransferNeeds,
  wanted: WantedFile,
  watch: TransferWatch,
  silent: SilentHosts = new Map(),
): Promise<TransferredFile> {
  if (hashesToMatch(wanted.hashes).length === 0)
    throw new FetchError('FETCH_NO_HASH', 'The pack gives no hash that it could be verified with');
  return fetchByLinks(needs, wanted, watch, silent);
}

/** Fetches a file that is named only by its links and may have no hash. */
export async function fetchByLinks(
  needs: TransferNeeds,
  wanted: WantedFile,
  watch: TransferWatch,
  silent: SilentHosts = new Map(),
): Promise<TransferredFile> {
  judgeWanted(wanted, needs.settings.fileBytes);
  const timeout = AbortSignal.timeout(needs.settings.fileMs);
  const signal = AbortSignal.any([watch.signal, timeout]);
  const failures: { link: string; failure: FetchError }[] = [];
  for (const link of wanted.links) {
    const host = URL.canParse(link) ? new URL(link).host : '';
    const known = silent.get(host);
    if (known !== undefined) {
      failures.push({ link, failure: known });
      continue;
    }
    for (let begin = 1; begin <= begins; begin++) {
      try {
        return await transfer(needs, wanted, link, { ...watch, signal });
      } catch (error) {
        watch.signal.throwIfAborted();
        if (error instanceof AppError || error instanceof NotWritten) throw error;
        if (timeout.aborted) throw tooSlow(link, needs.settings.fileMs);
        const failure = fetchFailure(error);
        if (failure.code === 'FETCH_BROKEN' && begin < begins) continue;
        if (ofTheHost.has(failure.code)) silent.set(host, failure);
        failures.push({ link, failure });
        break;
      }
    }
  }
  const code = failures[0]?.failure.code ?? 'FETCH_NO_LINK';
  throw new FetchError(
    code,
    failures.map(({ link, failure }) => `${shown(link)} ${failure.message}`).join('; '),
    {
      cause: failures[0]?.failure,
    },
  );
}

function judgeWanted({ links, size }: WantedFile, fileBytes: number): void {
  if (links.length === 0) throw new FetchError('FETCH_NO_LINK', 'The pack gives no link for it');
  if (size !== null && size > fileBytes)
    throw new FetchError(
      'FETCH_TOO_LARGE',
      `The pack says that it has ${size} bytes; at most ${fileBytes} are fetched`,
    );
}

function tooSlow(link: string, fileMs: number): FetchError {
  const seconds = Math.round(fileMs / 1000);
  return new FetchError('FETCH_TOO_SLOW', `${shown(link)} has not given it within ${seconds} seconds`);
}

/** A link for messages: shortened, and without parts that may be secret. */
function shown(link: string): string {
  if (!URL.canParse(link)) return JSON.stringify(link.slice(0, 100));
  const { protocol, host, pathname } = new URL(link);
  return `${protocol}//${host}${pathname}`.slice(0, 300);
}
