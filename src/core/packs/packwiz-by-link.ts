import { readFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { judgeName } from '../../archive/entry-names.ts';
import type { ArchiveLimits } from '../../archive/limits.ts';
import {
  type PackwizHash,
  pathBeside,
  readPackwizIndex,
  readPackwizPackFile,
} from '../../archive/manifests/packwiz.ts';
import { printable } from '../../archive/problem-list.ts';
import { writeArchive } from '../../archive/raw-writer.ts';
import { openHashedOutput } from '../../archive/zip-writer/hashed-output.ts';
import type { StoredFile } from '../../archive/zip-writer/stored-files.ts';
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
  /** Most bytes that the archive may have. */
  maxBytes: number;
  /** Stores the archive aside, counted on the caller's account. */
  receive: ReceiveFile;
  /** Bytes of the disk that fetched files leave free beyond the common reserve. */
  keepFree: number;
  signal: AbortSignal;
}

/** Bytes of `pack.toml` and of the index, which then names some 7000 files. Both are parsed in this thread, so they have to be small. */
const packFileBytes = 64 * 1024;
const indexBytes = 1024 * 1024;
/** Files that a message names which cannot be had. */
const mostNamed = 5;

/**
 * Fetches a packwiz pack file by file: the `pack.toml` behind the link, its index, and what that names, each by its address relative to the one
 * that names it. Writes all to an archive, which for the same files has the same bytes. Fails with INVALID_INPUT where this is no such pack, or
 * leads out of its folder, with a FetchError for what cannot be had or has another hash, or with the signal's reason; nothing is left then
 * but files that are kept for all packs.
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
  const kept = wanted.map(({ path: name }, place) => {
    const file = fetched.files.get(place);
    if (file === undefined) throw new Error(`"${name}" is neither there nor a problem.`);
    return { name, ...file };
  });
  const keys = kept.map(({ storageKey }) => storageKey);
  const paths = await layReady(storage, keys, opened);
  const stored = kept.flatMap(({ name, size, crc32 }, place): StoredFile[] => {
    const source = paths[place];
    return source === undefined ? [] : [{ name, source, size, crc32 }];
  });
  // Awaited here: the files go once this function has returned.
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

/** Writes the files to an archive; `wrote` is told its size and the bytes that have come, and ends it by failing. */
async function writeStored(
  path: string,
  stored: readonly StoredFile[],
  wrote: (size: number, bytes: number) => Promise<void>,
): Promise<{ size: number; sha256: string }> {
  await using output = await openHashedOutput(path);
  const told = {
    get size() {
      return output.size;
    },
    async write(pieces: readonly Uint8Array[]) {
      const before = output.size;
      await output.write(pieces);
      await wrote(output.size, output.size - before);
    },
  };
  await writeArchive(told, { parts: [], stored }, '', () => {});
  return await output.finish();
}

/** The address of a file below the folder of another. No name is taken for a host, a query, or a way up. */
function addressBeside(link: string, name: string): string {
  return new URL(name.toWellFormed().split('/').map(encodeURIComponent).join('/'), link).href;
}

function asHashes(hash: PackwizHash | null): FileHashes {
  return hash === null ? {} : { [hash.format]: hash.hash };
}

function invalid(message: string): AppError {
  return new AppError('INVALID_INPUT', message, { field: 'pack' });
}
