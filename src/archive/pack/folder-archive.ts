import { open } from 'node:fs/promises';
import type { ArchiveLimits } from '../limits.ts';
import { createProblemList } from '../problem-list.ts';
import { wrapperOf } from '../selection/base-folder.ts';
import { openByteSource } from '../zip/byte-source.ts';
import { carriedRecord } from '../zip/carried-record.ts';
import { readDirectory } from '../zip/directory.ts';
import { readZipEnd } from '../zip/end-record.ts';
import { isLink, type LocatedEntry } from '../zip/entry.ts';
import { openHashedOutput } from '../zip/hashed-output.ts';
import { judgeEntries, locateEntries } from '../zip/judge-entries.ts';
import { fileSource } from '../zip/raw-source.ts';
import { writeArchive } from '../zip/raw-writer.ts';

/** A folder of an archive, to be written as an archive of its own. */
export interface FolderTask {
  path: string;
  outputPath: string;
  limits: ArchiveLimits;
  /**
   * The folder's path without a slash at the end, below the one folder that surrounds everything in a repository's
   * archive.
   */
  folder: string;
}

/**
 * Writes the folder's entries as the same compressed bytes, with paths relative to the folder and without links. Null
 * when the folder is empty or the archive would be refused. Rejects when the archive is broken or the output cannot be
 * written.
 */
export async function writeFolder(task: FolderTask): Promise<{ size: number; sha256: string } | null> {
  const entries = entriesOf(task);
  const prefix = `${wrapperOf(entries.map(({ name }) => name))}${task.folder}/`;
  const inside = entries.filter(
    (entry) => entry.name.startsWith(prefix) && entry.name !== prefix && !isLink(entry),
  );
  if (inside.length === 0) return null;
  const wanted = new Map(
    inside.map((entry) => [entry, carriedRecord(entry, entry.name.slice(prefix.length))]),
  );
  await using archive = await open(task.path, 'r');
  await using output = await openHashedOutput(task.outputPath);
  await writeArchive(
    output,
    { parts: [{ source: await fileSource(archive), entries, wanted }] },
    '',
    () => {},
  );
  // The await keeps the file open until the output is finished.
  return await output.finish();
}

/** The entries of an archive; none when a check would refuse the archive. */
function entriesOf({ path, limits }: FolderTask): LocatedEntry[] {
  using source = openByteSource(path);
  const problems = createProblemList(1);
  const end = readZipEnd(source, problems);
  const directory = end === null ? null : readDirectory(source, end, limits, problems);
  if (end === null || directory === null) return [];
  judgeEntries(directory.entries, limits, problems);
  const entries = locateEntries(directory.entries, end.prepended, end.directoryOffset, problems);
  return problems.found.length === 0 ? entries : [];
}
