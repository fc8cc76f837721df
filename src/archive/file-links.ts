import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { defaultArchiveLimits } from './limits.ts';
import { readModrinthFiles } from './manifests/named-files.ts';
import type { OfferedFile } from './named-files.ts';
import type { NamedPack } from './named-pack.ts';
import { packwizAt, readPackwizNamed, smallFilesOf } from './packwiz-pack.ts';
import type { WarningCode } from './problem-codes.ts';
import { createProblemList } from './problem-list.ts';
import type { LauncherManifest } from './report.ts';
import { openByteSource } from './zip/byte-source.ts';
import type { ArchiveEntry } from './zip/entry.ts';
import { readSmallEntry } from './zip/read-entry.ts';
import type { StoredFile } from './zip-writer/stored-files.ts';

/** Known links of files. */
export interface FoundLinks {
  /** Links by lower-case SHA-512; files of which none is known are left out. */
  links: Readonly<Record<string, string>>;
  /** Files about which nobody answered. */
  unasked: number;
}

/** Looks up where the files with these SHA-512 hashes are. */
export type FindLinks = (sha512: readonly string[]) => Promise<FoundLinks>;

export const noLinks: FindLinks = async () => ({ links: {}, unasked: 0 });

/** Looks up where many files are, some at a time, since a question is one message. */
export async function findAllLinks(findLinks: FindLinks, sha512: readonly string[]): Promise<FoundLinks> {
  const links: Record<string, string> = {};
  let unasked = 0;
  for (let from = 0; from < sha512.length; from += askedAtOnce) {
    const found = await findLinks(sha512.slice(from, from + askedAtOnce));
    Object.assign(links, found.links);
    unasked += found.unasked;
  }
  return { links, unasked };
}

const askedAtOnce = 200;

/** A file's hashes, lower-case hexadecimal. */
export interface FileDigests {
  sha1: string;
  sha512: string;
}

/** The bytes of a file of a pack: an entry of its archive, or a fetched file. */
export type FileBytes =
  | { entry: ArchiveEntry; stored?: undefined }
  | { entry?: undefined; stored: StoredFile };

/** Hashes files of a pack, until it is disposed of. */
export function openDigests(
  archivePath: string,
): { digestsOf(bytes: FileBytes): FileDigests | null } & Disposable {
  const source = openByteSource(archivePath);
  const read = ({ entry, stored }: FileBytes) =>
    entry === undefined
      ? readFileSync(stored.source)
      : readSmallEntry(source, { ...entry, regionEnd: source.size });
  return {
    /** Null for one that is larger than any jar that is read. */
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

/** A file as the pack's own index names it. */
export type IndexedFile = Pick<OfferedFile, 'path' | 'links' | 'hashes' | 'size' | 'client'>;

/**
 * The files that the index of a pack names, by their paths; none where it has no index that gives links. Its faults are
 * those for which the check has let it pass.
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
    const place = packwizAt(names, baseFolder, read);
    // Where CurseForge would have to be asked, no link is given.
    if (place !== null)
      files = readPackwizNamed(place, pack, read, { located: [], limits, told: aside }).offered;
  }
  return new Map(files.map((file) => [file.path, file]));
}

/** The check has held the index against the limits of its time. */
const limits = { ...defaultArchiveLimits, namedFiles: Number.POSITIVE_INFINITY };
