import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { defaultArchiveLimits } from '../limits.ts';
import { readModrinthFiles } from '../manifests/read-named-files.ts';
import type { NamedPack } from '../pack/named-pack.ts';
import type { OfferedFile } from '../pack/offered-files.ts';
import { packwizAt, readPackwizNamed, smallFilesOf } from '../pack/packwiz-pack.ts';
import type { WarningCode } from '../problem-codes.ts';
import { createProblemList } from '../problem-list.ts';
import type { LauncherManifest } from '../report.ts';
import { openByteSource } from '../zip/byte-source.ts';
import type { ArchiveEntry } from '../zip/entry.ts';
import { readSmallEntry } from '../zip/read-entry.ts';
import type { StoredFile } from '../zip/stored-files.ts';

/** Known links of files. */
export interface FoundLinks {
  /** Links by lower-case SHA-512; files without a known link are missing. */
  links: Readonly<Record<string, string>>;
  /** Number of files for which no host answered. */
  unasked: number;
}

/** Looks up where the files with these SHA-512 hashes can be downloaded. */
export type FindLinks = (sha512: readonly string[]) => Promise<FoundLinks>;

export const noLinks: FindLinks = async () => ({ links: {}, unasked: 0 });

/** Looks up the links of many files in batches, because a query is one message. */
export async function findAllLinks(findLinks: FindLinks, sha512: readonly string[]): Promise<FoundLinks> {
  const links: Record<string, string> = {};
  let unasked = 0;
  for (let from = 0; from < sha512.length; from += batchSize) {
    const found = await findLinks(sha512.slice(from, from + batchSize));
    Object.assign(links, found.links);
    unasked += found.unasked;
  }
  return { links, unasked };
}

const batchSize = 200;

/** A file's hashes, in lower-case hexadecimal. */
export interface FileDigests {
  sha1: string;
  sha512: string;
}

/** The bytes of a file of a pack: an entry of its archive, or a fetched file. */
export type FileBytes =
  | { entry: ArchiveEntry; stored?: undefined }
  | { entry?: undefined; stored: StoredFile };

/** Hashes files of a pack, until disposed of. */
export function openDigests(
  archivePath: string,
): { digestsOf(bytes: FileBytes): FileDigests | null } & Disposable {
  const source = openByteSource(archivePath);
  const read = ({ entry, stored }: FileBytes) =>
    entry === undefined
      ? readFileSync(stored.source)
      : readSmallEntry(source, { ...entry, regionEnd: source.size });
  return {
    /** Null for a file larger than the largest jar that is read. */
    digestsOf(file) {
      const { size } = file.entry ?? file.stored;
      const compressed = file.entry?.compressedSize ?? 0;
      const bytes = Math.max(size, compressed) > defaultArchiveLimits.jarBytes ? null : read(file);
      if (bytes === null) return null;
      const digest = (algorithm: string) => createHash(algorithm).update(bytes).digest('hex');
      return { sha1: digest('sha1'), sha512: digest('sha512') };
    },
    [Symbol.dispose]: () => source[Symbol.dispose](),
  };
}

/** A file as listed in the pack's own index. */
export type IndexedFile = Pick<OfferedFile, 'path' | 'links' | 'hashes' | 'size' | 'client'>;

/**
 * The files listed in a pack's index, by path; empty when the pack has no index with links. The check has already
 * accepted the index, so its faults are ignored.
 */
export function readOwnIndex(
  archivePath: string,
  { baseFolder, manifest }: { baseFolder: string; manifest: LauncherManifest | null },
  { entries, pack }: Pick<NamedPack, 'entries' | 'pack'>,
): ReadonlyMap<string, IndexedFile> {
  using source = openByteSource(archivePath);
  const read = smallFilesOf(source, entries, limits);
  const aside = { problems: createProblemList(1), warnings: createProblemList<WarningCode>(1) };
  let files: readonly IndexedFile[] = [];
  if (manifest?.kind === 'MODRINTH') {
    const bytes = read(manifest.file);
    if (bytes !== null) files = readModrinthFiles(bytes, limits, aside);
  } else if (manifest?.kind === 'PACKWIZ') {
    const names = entries.map(({ name }) => name);
    const location = packwizAt(names, baseFolder, read);
    // Files that CurseForge would have to locate get no link.
    if (location !== null)
      files = readPackwizNamed(location, pack, read, { located: [], limits, findings: aside }).offered;
  }
  return new Map(files.map((file) => [file.path, file]));
}

/** The check has applied the limits of its time to the index. */
const limits = { ...defaultArchiveLimits, namedFiles: Number.POSITIVE_INFINITY };
