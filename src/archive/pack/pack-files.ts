import { readFileSync } from 'node:fs';
import { defaultArchiveLimits } from '../limits.ts';
import type { HoldsAccounts } from '../selection/excluded-files.ts';
import { headBytes, type ReadHead } from '../selection/first-bytes.ts';
import type { PackEntry } from '../selection/selection.ts';
import { openByteSource } from '../zip/byte-source.ts';
import { listEntries } from '../zip/directory.ts';
import type { Directory, WantedReading } from '../zip/entry-naming.ts';
import { readHeadOfEntry, readSmallEntry } from '../zip/read-entry.ts';
import type { StoredFile } from '../zip/stored-files.ts';

/** Reads a whole text file of the pack; null when it is missing or cannot be read. */
export type ReadSettings = (name: string) => Uint8Array | null;

/** Files of a pack from which added files are made; no other files of the root are read. */
export const filesMadeAnew: readonly string[] = ['server.properties', 'server-icon.png'];

/** Largest file of a pack that is read for an added file, in bytes; a larger one is skipped. */
const largestFile = 16 * 1024 * 1024;

/** Most bytes by which compression may lengthen a text. */
const mostOverhead = 1_024;

/** The check has applied its limits to the archive; later, tighter limits must not break it. */
const alreadyChecked = {
  ...defaultArchiveLimits,
  entries: Number.POSITIVE_INFINITY,
  directoryBytes: Number.POSITIVE_INFINITY,
  nameBytes: Number.POSITIVE_INFINITY,
};

/** The directory of an archive that has passed its check; throws when the file is another archive. */
export function listArchive(archivePath: string, wanted: WantedReading): Directory {
  return listEntries(archivePath, alreadyChecked, wanted);
}

/** The contents of one file of the pack; null when the file is missing, larger than 16 MiB or unreadable. */
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

/** The contents of a fetched file; null when the file is missing, too large or unreadable. */
export function readFetchedFile(fetched: readonly StoredFile[], name: string): Buffer | null {
  const found = fetched.find((file) => file.name === name);
  return found === undefined || found.size > largestFile ? null : readFileSync(found.source);
}

/** Larger than any private key, in bytes. Files in the root are read at any size, to find programs. */
const largestKey = 64 * 1024;

/**
 * Reads the first bytes and the settings of an archive's files, until disposed of, and knows from the check which inner
 * archives hold account files.
 */
export function openHeads(
  archivePath: string,
  entries: readonly PackEntry[],
  accountArchives: readonly number[] = [],
): { readHead: ReadHead; readSettings: ReadSettings; holdsAccounts: HoldsAccounts } & Disposable {
  const source = openByteSource(archivePath);
  const byName = new Map(entries.map(({ entry, name }) => [name, entry]));
  const withAccounts = new Set(accountArchives);
  return {
    readHead(name) {
      const entry = byName.get(name);
      if (entry === undefined || (entry.size > largestKey && name.includes('/'))) return null;
      return readHeadOfEntry(source, { ...entry, regionEnd: source.size }, headBytes);
    },
    readSettings(name) {
      const entry = byName.get(name);
      // No regular compression makes a text much longer; an untrusted archive may.
      if (entry === undefined || entry.compressedSize > entry.size + mostOverhead) return null;
      return readSmallEntry(source, { ...entry, regionEnd: source.size });
    },
    holdsAccounts(name) {
      const entry = byName.get(name);
      return entry !== undefined && withAccounts.has(entry.headerOffset);
    },
    [Symbol.dispose]: () => source[Symbol.dispose](),
  };
}
