import { readFileSync } from 'node:fs';
import { headBytes, type ReadHead } from './first-bytes.ts';
import type { HoldsAccounts } from './left-out.ts';
import { defaultArchiveLimits } from './limits.ts';
import type { PackEntry } from './selection.ts';
import { openByteSource } from './zip/byte-source.ts';
import { listEntries } from './zip/directory.ts';
import type { Directory, WantedReading } from './zip/entry-naming.ts';
import { readHeadOfEntry, readSmallEntry } from './zip/read-entry.ts';
import type { StoredFile } from './zip-writer/stored-files.ts';

/** Files of a pack from which added files are made; its root is searched for no others. */
export const filesMadeAnew: readonly string[] = ['server.properties', 'server-icon.png'];

/** Largest file of a pack that is read to make an added one of it, in bytes; a larger one is passed over. */
const largestFile = 16 * 1024 * 1024;

/** The archive was held against the limits when it was checked; tightening them later must not break it. */
const alreadyChecked = {
  ...defaultArchiveLimits,
  entries: Number.POSITIVE_INFINITY,
  directoryBytes: Number.POSITIVE_INFINITY,
  nameBytes: Number.POSITIVE_INFINITY,
};

/** The directory of an archive that has passed its check; throws when it is not that one. */
export function listArchive(archivePath: string, wanted: WantedReading): Directory {
  return listEntries(archivePath, alreadyChecked, wanted);
}

/** The contents of one file of the pack, or null when it is not there, is larger than 16 MiB or cannot be read. */
export function readPackFile(
  archivePath: string,
  entries: readonly PackEntry[],
  name: string,
): Buffer | null {
  const found = entries.find((entry) => entry.name === name);
  if (found === undefined || Math.max(found.entry.size, found.entry.compressedSize) > largestFile)
    return null;
  using source = openByteSource(archivePath);
  return readSmallEntry(source, { ...found.entry, regionEnd: source.size });
}

/** The contents of a fetched file that the pack names; null when it is not there, too large or cannot be read. */
export function readFetchedFile(fetched: readonly StoredFile[], name: string): Buffer | null {
  const found = fetched.find((file) => file.name === name);
  return found === undefined || found.size > largestFile ? null : readFileSync(found.source);
}

/** Larger than any private key, in bytes; beside the folders larger files are looked into as well, since programs are. */
const largestKey = 64 * 1024;

/**
 * Reads how files of an archive begin, until it is disposed of, and tells which archives in it hold account files, by what its check has
 * found.
 */
export function openHeads(
  archivePath: string,
  entries: readonly PackEntry[],
  accountArchives: readonly number[] = [],
): { readHead: ReadHead; holdsAccounts: HoldsAccounts } & Disposable {
  const source = openByteSource(archivePath);
  const byName = new Map(entries.map(({ entry, name }) => [name, entry]));
  const withAccounts = new Set(accountArchives);
  return {
    readHead(name) {
      const entry = byName.get(name);
      if (entry === undefined || (entry.size > largestKey && name.includes('/'))) return null;
      return readHeadOfEntry(source, { ...entry, regionEnd: source.size }, headBytes);
    },
    holdsAccounts(name) {
      const entry = byName.get(name);
      return entry !== undefined && withAccounts.has(entry.headerOffset);
    },
    [Symbol.dispose]: () => source[Symbol.dispose](),
  };
}
