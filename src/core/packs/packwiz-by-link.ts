import { readFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { ArchiveLimits } from '../../archive/limits.ts';
import {
  type PackwizHash,
  pathBeside,
  readPackwizIndex,
  readPackwizPackFile,
} from '../../archive/manifests/packwiz.ts';
import { printable } from '../../archive/problem-list.ts';
import { judgeName } from '../../archive/zip/entry-names.ts';
import { openHashedOutput } from '../../archive/zip/hashed-output.ts';
import { writeArchive } from '../../archive/zip/raw-writer.ts';
import type { StoredFile } from '../../archive/zip/stored-files.ts';
import { AppError } from '../../errors.ts';
import type { ReceiveFile } from '../../fetching/fetch-file.ts';
import type { Fetching } from '../../fetching/open-fetching.ts';
import { FetchError, isFetchProblemCode } from '../../fetching/problem-codes.ts';
import type { FileHashes } from '../../fetching/wanted-file.ts';
import { layReady } from '../../storage/lay-ready.ts';
import type { IncomingFile, Storage } from '../../storage/storage.ts';

interface Needs {
  fetching: Pick<Fetching, 'fetchFile' | 'fetchFiles'>;
  storage: Pick<Storage, 'receiveFrom' | 'discard' | 'local'>;
  archiveLimits: ArchiveLimits;
}

interface Options {
  /** Most bytes of the archive. */
  maxBytes: number;
  /** Stores the archive temporarily, counted for the caller. */
  receive: ReceiveFile;
  /** Bytes of the disk that fetched files leave free beyond the common reserve. */
  keepFree: number;
  signal: AbortSignal;
}

/**
 * Most bytes of `pack.toml`, and of the index, which then names some 3,500 files. This thread parses both, so they have
 * to be small.
 */
const packFileBytes = 64 * 1024;
const indexBytes = 512 * 1024;
/** Most unavailable files that a message names. */
const mostNamed = 5;

/**
 * Fetches a packwiz pack file by file: the `pack.toml` of the link, its index, and the files of the index, each by its
 * address relative to the file that names it. Writes all to an archive, whose bytes are equal for equal files. Fails
 * with INVALID_INPUT for a link to no packwiz pack, or a path out of its folder, with a FetchError for a file that is
 * unavailable or has another hash, or with the signal's reason; only files cached for all packs remain then.
 */
export async function gatherPackwiz(
  { fetching, storage, archiveLimits }: Needs,
  link: string,
  { maxBytes, receive, keepFree, signal }: Options,
): Promise<IncomingFile> {
  await using opened = new AsyncDisposableStack();
  const fetchSmall = async (name: string, from: string, hashes: FileHashes, most: number) => {
    const file = await fetching.fetchFile(
      { path: name, links: [from], hashes, size: null },
      {
        maxBytes: most,
        receive: (write, limits) => storage.receiveFrom(write, { ...limits, keepFree }),
        signal,
      },
    );
    opened.defer(() => storage.discard(file));
    const bytes = await readFile(file.path);
    return { bytes, stored: { name, source: file.path, size: file.size, crc32: crc32(bytes) } };
  };
  const named = (name: string): string => {
    const fault = judgeName(name, archiveLimits)?.fault ?? (name.endsWith('/') ? 'is a folder' : null);
    if (fault === null) return addressBeside(link, name);
    throw invalid(
      `The pack names "${printable(name)}", which ${fault}. Its files have to lie below its pack.toml.`,
    );
  };

  const packFile = await fetchSmall('pack.toml', link, {}, packFileBytes);
  const said = readPackwizPackFile(packFile.bytes);
  if (said === null)
    throw invalid('What this address gives is no pack.toml of packwiz: it has no [index] or no [versions].');
  if (said.fault !== null) throw invalid(`The pack.toml ${said.fault}.`);
  const from = named(said.index);
  if (said.hash === null)
    throw new FetchError('FETCH_NO_HASH', 'Its pack.toml gives no hash of the index. Zip the folder of it');
  const index = await fetchSmall(said.index, from, asHashes(said.hash), indexBytes);
  const files = readPackwizIndex(index.bytes, archiveLimits.namedFiles);
  if (files === null)
    throw invalid(
      `The index of the pack names too many files; at most ${archiveLimits.namedFiles} are fetched.`,
    );
  const wanted = files.map(({ file, hash }) => {
    const path = pathBeside(said.index, file);
    return { path, links: [named(path)], hashes: asHashes(hash), size: null };
  });

  const fetched = await fetching.fetchFiles(wanted, { signal, mostProblems: mostNamed, keepFree });
  const [problem] = fetched.problems;
  if (problem !== undefined) {
    const all = fetched.problems.map(({ error }) => error).join(' ');
    const code = isFetchProblemCode(problem.code) ? problem.code : 'FETCH_BROKEN';
    throw new FetchError(code, all.replace(/\.$/, ''));
  }
  const kept = wanted.map(({ path: name }, index) => {
    const file = fetched.files.get(index);
    if (file === undefined) throw new Error(`"${name}" is neither there nor a problem.`);
    return { name, ...file };
  });
  const keys = kept.map(({ storageKey }) => storageKey);
  const paths = await layReady(storage, keys, opened);
  const stored = kept.flatMap(({ name, size, crc32 }, index): StoredFile[] => {
    const source = paths[index];
    return source === undefined ? [] : [{ name, source, size, crc32 }];
  });
  // Without `await`, the fetched files would be disposed of before they are received.
  return await receive(
    (path, wrote) =>
      writeStored(path, [packFile.stored, index.stored, ...stored], async (size, bytes) => {
        signal.throwIfAborted();
        if (size > maxBytes)
          throw new FetchError('FETCH_TOO_LARGE', `Its files have more than ${maxBytes} bytes together`);
        await wrote(bytes);
      }),
    { maxBytes },
  );
}

/**
 * Writes the files to an archive; `wrote` gets its size and the bytes of the files so far, and stops it by throwing.
 */
async function writeStored(
  path: string,
  stored: readonly StoredFile[],
  wrote: (size: number, bytes: number) => Promise<void>,
): Promise<{ size: number; sha256: string }> {
  await using output = await openHashedOutput(path);
  const counting = {
    get size() {
      return output.size;
    },
    async write(pieces: readonly Uint8Array[]) {
      const before = output.size;
      await output.write(pieces);
      await wrote(output.size, output.size - before);
    },
  };
  await writeArchive(counting, { parts: [], stored }, '', () => {});
  return await output.finish();
}

/**
 * The address of a file below the folder of another. A name cannot change the host, add a query, or leave the folder.
 */
function addressBeside(link: string, name: string): string {
  return new URL(name.toWellFormed().split('/').map(encodeURIComponent).join('/'), link).href;
}

function asHashes(hash: PackwizHash | null): FileHashes {
  return hash === null ? {} : { [hash.format]: hash.hash };
}

function invalid(message: string): AppError {
  return new AppError('INVALID_INPUT', message, { field: 'pack' });
}
