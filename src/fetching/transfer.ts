import type { IncomingFile, Storage } from '../storage/storage.ts';
import type { FileDigests } from './digests.ts';
import { FetchError } from './problem-codes.ts';
import type { ReceiveWatch } from './receive-file.ts';
import type { Receiving } from './receiving.ts';
import type { FetchSettings } from './settings.ts';
import { type FileHashes, type HashAlgorithm, hashesToMatch, type WantedFile } from './wanted-file.ts';

/** A fetched file that matches its hashes, in a scratch file of the store. */
export interface TransferredFile {
  incoming: IncomingFile;
  /** SHA-512 and SHA-1; also MD5 when the pack gives nothing better. */
  hashes: FileHashes;
  crc32: number;
}

export interface TransferNeeds {
  receiving: Pick<Receiving, 'receive'>;
  storage: Pick<Storage, 'receiveFrom' | 'discard'>;
  settings: FetchSettings;
}

/** Callbacks of a transfer. */
export interface TransferWatch extends Pick<ReceiveWatch, 'signal' | 'arrived'> {
  /** Called with the number of bytes as they arrive. */
  received(bytes: number): void;
}

/**
 * Fetches a file by one link into the store and verifies it. Fails with a FetchError, with failures of the store, or
 * with the signal's reason; a failure leaves no scratch file.
 */
export async function transfer(
  { receiving, storage, settings }: TransferNeeds,
  wanted: WantedFile,
  link: string,
  { signal, received, arrived }: TransferWatch,
): Promise<TransferredFile> {
  const { size } = wanted;
  const maxBytes = settings.fileBytes;
  const made = Promise.withResolvers<FileDigests>();
  const incoming = await storage.receiveFrom(
    async (path, stored) => {
      const order = { link, path, size, maxBytes, algorithms: algorithmsFor(wanted.hashes) };
      const refused = new AbortController();
      let counted = Promise.resolve();
      const wrote = (bytes: number) => {
        received(bytes);
        counted = counted.then(() => stored(bytes));
        counted.catch((error) => refused.abort(error));
        return counted;
      };
      const either = AbortSignal.any([signal, refused.signal]);
      const file = await receiving.receive(order, { signal: either, wrote, arrived });
      await counted;
      made.resolve(file);
      return { size: file.size, sha256: file.sha256 };
    },
    { maxBytes },
  );
  const { hashes, crc32, sha256 } = await made.promise;
  try {
    holdAgainst(hashesToMatch(wanted.hashes), { ...hashes, sha256 });
    return { incoming, hashes, crc32 };
  } catch (error) {
    await storage.discard(incoming);
    throw error;
  }
}

function algorithmsFor(hashes: FileHashes): HashAlgorithm[] {
  const matched = hashesToMatch(hashes).map(([algorithm]) => algorithm);
  return ['sha512', 'sha1', ...matched.filter((one) => one === 'md5' || one === 'murmur2')];
}

function holdAgainst(expected: readonly [HashAlgorithm, string][], hashes: FileHashes): void {
  const wrong = expected.find(([algorithm, hash]) => hashes[algorithm] !== hash);
  if (wrong === undefined) return;
  const [algorithm, hash] = wrong;
  throw new FetchError(
    'FETCH_WRONG_HASH',
    `gives another file than the pack means: its ${algorithm} is ${hashes[algorithm]}, not ${hash.slice(0, 128)}`,
  );
}
