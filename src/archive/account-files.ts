import { isSecret } from '../../texts/secret-names.ts';
import { collisionKey, judgeName, type NameLimits } from './entry-names.ts';
import { locateEntries } from './judge-entries.ts';
import type { ArchiveLimits } from './limits.ts';
import { isSearched } from './nested-archives.ts';
import { createProblemList } from './problem-list.ts';
import { type ByteSource, openByteSource, sourceOfBytes } from './zip/byte-source.ts';
import { readDirectory } from './zip/directory.ts';
import { readZipEnd } from './zip/end-record.ts';
import { type ArchiveEntry, isFolder, type LocatedEntry } from './zip/entry.ts';
import { release } from './zip/inflate.ts';
import { readSmallEntry } from './zip/read-entry.ts';

/** An archive that is asked for account files; plain data, so that it can travel to a thread. */
export interface AccountTask {
  path: string;
  limits: ArchiveLimits;
}

/** The entries of an archive that hold accounts or passwords, by their names. */
export function accountFilesIn<Entry extends ArchiveEntry>(
  entries: readonly Entry[],
  limits: NameLimits,
): Entry[] {
  // Names that the check refuses may be costly to compare as systems do.
  const keyOf = (name: string) => (judgeName(name, limits) === null ? collisionKey(name) : name);
  return entries.filter((entry) => !isFolder(entry) && isSecret(keyOf(entry.name)));
}

/**
 * Whether an archive, or an archive in it, holds account files, whatever else is wrong with it. One with a damaged directory may
 * hold some.
 */
export function holdsAccounts({ path, limits }: AccountTask): boolean {
  using source = openByteSource(path);
  const aside = createProblemList(1, limits.problemBytes);
  const end = readZipEnd(source, aside);
  const directory = end === null ? null : readDirectory(source, end, limits, aside);
  if (end === null || directory === null) return true;
  const entries = locateEntries(directory.entries, end.prepended, end.directoryOffset, aside);
  if (aside.found.length > 0) return true;
  return accountFilesIn(entries, limits).length > 0 || entries.some(openAccountSearch(source, limits));
}

/** Most bytes of archives that are read only to be searched, in one archive. */
const mostBytesRead = 512 * 1024 * 1024;

/**
 * Tells of the archives in one archive whether their directories name account files. All of them together are read as
 * far as one directory may be large. One that cannot be read holds none.
 */
export function createAccountSearch(limits: ArchiveLimits): (bytes: Buffer) => boolean {
  let directoryBytes = limits.directoryBytes;
  return (bytes) => {
    const source = sourceOfBytes(bytes);
    const aside = createProblemList(1, limits.problemBytes);
    const end = readZipEnd(source, aside);
    if (end === null || end.directorySize > directoryBytes) return false;
    directoryBytes -= end.directorySize;
    const directory = readDirectory(source, end, limits, aside);
    return directory !== null && accountFilesIn(directory.entries, limits).length > 0;
  };
}

/** Reads archives in an archive, and tells whether they hold account files. */
export function openAccountSearch(
  source: ByteSource,
  limits: ArchiveLimits,
): (entry: LocatedEntry) => boolean {
  const holdsAccounts = createAccountSearch(limits);
  let left = mostBytesRead;
  return (entry) => {
    const size = Math.max(entry.size, entry.compressedSize);
    if (!isSearched(entry) || size > left) return false;
    left -= size;
    const bytes = readSmallEntry(source, entry);
    if (bytes === null) return false;
    const holds = holdsAccounts(bytes);
    release(bytes);
    return holds;
  };
}
