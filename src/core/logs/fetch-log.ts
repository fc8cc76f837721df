import { AppError } from '../../errors.ts';
import type { ReceiveFile } from '../../fetching/fetch-file.ts';
import type { Fetching } from '../../fetching/open-fetching.ts';
import { FetchError } from '../../fetching/problem-codes.ts';
import { rawLogLink } from '../../logs/log-link.ts';
import type { IncomingFile } from '../../storage/storage.ts';
import { largestLog } from './read-log.ts';

/**
 * Fetches a log from mclo.gs into a file of the caller's. Fails with INVALID_INPUT for any other link, with
 * NOT_FETCHED, whose reason says why, with what `receive` fails with, or with the signal's reason.
 */
export async function fetchLog(
  { fetching }: { fetching: Pick<Fetching, 'fetchFile'> | null },
  { link, receive, signal }: { link: string; receive: ReceiveFile; signal: AbortSignal },
): Promise<IncomingFile> {
  const raw = rawLogLink(link);
  if (raw === null) {
    const message = `${JSON.stringify(link.slice(0, 100))} is not the address of a log on mclo.gs, such as https://mclo.gs/AbC1234.`;
    throw new AppError('INVALID_INPUT', message, { field: 'log' });
  }
  if (fetching === null) throw notFetched(off);
  const wanted = { path: 'latest.log', links: [raw], hashes: {}, size: null };
  try {
    return await fetching.fetchFile(wanted, { maxBytes: largestLog, receive, signal });
  } catch (error) {
    if (error instanceof FetchError) throw notFetched(error);
    throw error;
  }
}

const off = new FetchError(
  'FETCH_OFF',
  'This service fetches nothing, as its operator has set FETCH=off: send the text or the file',
);

/** mclo.gs answers 404 for a log that it does not have: it keeps one for 90 days. */
function notFetched(error: FetchError): AppError {
  const more = error.message.includes('answers 404') ? ': there is no such log, or no longer' : '';
  const message = `The log was not fetched. ${error.message}${more}.`;
  return new AppError('NOT_FETCHED', message, { reason: error.code }, { cause: error });
}
