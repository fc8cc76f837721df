import { open } from 'node:fs/promises';
import { wrapperOf } from './base-folder.ts';
import { judgeEntries, locateEntries } from './judge-entries.ts';
import type { ArchiveLimits } from './limits.ts';
import { createProblemList } from './problem-list.ts';
import { writeArchive } from './raw-writer.ts';
import { openByteSource } from './zip/byte-source.ts';
import { readDirectory } from './zip/directory.ts';
import { readZipEnd } from './zip/end-record.ts';
import { isLink, type LocatedEntry } from './zip/entry.ts';
import { carriedRecord } from './zip-writer/carried-record.ts';
import { openHashedOutput } from './zip-writer/hashed-output.ts';
import { fileSource } from './zip-writer/raw-source.ts';

/** One folder of an archive, to be written as an archive of its own. */
export interface FolderTask {
  path: string;
  outputPath: string;
  limits: ArchiveLimits;
  /** Its path, without a slash at the end, below the one folder that archives of repositories have around everything. */
  folder: string;
}

/**
 * Writes what lies in the folder, as the same compressed bytes, without the folder around it; links stay out. Null when nothing lies there,
 * or the archive is none that is read. Rejects when the archive is broken or the disk does not take the result.
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
  // Awaited here: the file is closed once this function has returned.
  return await output.finish();
}

/** The entries of an archive; none where a check would refuse it. */
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
