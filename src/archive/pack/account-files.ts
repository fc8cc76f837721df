import { isSecret } from '../../../texts/secret-names.ts';
import type { ArchiveLimits } from '../limits.ts';
import { createProblemList } from '../problem-list.ts';
import { isArchiveName, mostDirectoryBytes } from '../selection/nested-archives.ts';
import { openByteSource, sourceOfBytes } from '../zip/byte-source.ts';
import { readDirectory } from '../zip/directory.ts';
import { readZipEnd } from '../zip/end-record.ts';
import { type ArchiveEntry, isFolder } from '../zip/entry.ts';
import { collisionKey, judgeName, type NameLimits } from '../zip/entry-names.ts';

/** An archive to search for account files; plain data, so that it can be sent to a thread. */
export interface AccountTask {
  path: string;
  limits: ArchiveLimits;
  /** Whether the archive has passed a check. */
  isChecked: boolean;
}

/** The entries whose names are those of files with accounts or passwords. */
export function accountFilesIn<Entry extends ArchiveEntry>(
  entries: readonly Entry[],
  limits: NameLimits,
): Entry[] {
  // Names that the check refuses may be costly to normalise.
  const keyOf = (name: string) => (judgeName(name, limits) === null ? collisionKey(name) : name);
  return entries.filter((entry) => !isFolder(entry) && isSecret(keyOf(entry.name)));
}

/**
 * Whether an archive may hold account files, regardless of its other faults. An archive with a damaged directory may,
 * and so may one with inner archives that no check has searched.
 */
export function mayHoldAccounts({ path, limits, isChecked }: AccountTask): boolean {
  using source = openByteSource(path);
  const aside = createProblemList(1, limits.problemBytes);
  const end = readZipEnd(source, aside);
  const directory = end === null ? null : readDirectory(source, end, limits, aside);
  if (directory === null || aside.found.length > 0) return true;
  const { entries } = directory;
  return (
    accountFilesIn(entries, limits).length > 0 ||
    (!isChecked && entries.some(({ name }) => isArchiveName(name)))
  );
}

/** Whether the directory of an inner archive lists account files; an unreadable directory lists none. */
export function namesAccounts(archive: Buffer, limits: ArchiveLimits): boolean {
  const source = sourceOfBytes(archive);
  const aside = createProblemList(1, limits.problemBytes);
  const end = readZipEnd(source, aside);
  if (end === null || end.directorySize > mostDirectoryBytes) return false;
  const directory = readDirectory(source, end, limits, aside);
  return directory !== null && accountFilesIn(directory.entries, limits).length > 0;
}
