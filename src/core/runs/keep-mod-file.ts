import type { ArchiveLimits } from '../../archive/limits.ts';
import { findZipEnd } from '../../archive/pack/is-zip.ts';
import { printable } from '../../archive/problem-list.ts';
import { AppError } from '../../errors.ts';
import type { FetchedFiles } from '../../fetching/fetch-files.ts';
import type { UploadedFile } from '../../storage/storage.ts';
import { cleanFileName } from '../files/file-name.ts';
import { digestsOf } from './missing-files.ts';
import { entryOf } from './uploaded-jars.ts';

/** A stored jar that runs can add. */
export interface KeptModFile {
  sha256: string;
  size: number;
  /** What `addedMods` takes for it. */
  entry: string;
}

/**
 * Stores a jar for runs to add, once for all who bring the same. It is read by the runs, like any other. Fails with
 * INVALID_INPUT for what is no jar, or is larger than the jars that are read.
 */
export async function keepModFile(
  { fetched, config }: { fetched: FetchedFiles; config: { archiveLimits: Pick<ArchiveLimits, 'jarBytes'> } },
  file: UploadedFile,
  signal: AbortSignal,
): Promise<KeptModFile> {
  const { size, sha256 } = file;
  const name = cleanFileName(file.filename) || 'a file without a name';
  const refused = (why: string) =>
    new AppError('INVALID_INPUT', `"${printable(name)}" ${why}.`, { field: 'file' });
  const { jarBytes } = config.archiveLimits;
  if (!/\.jar$/i.test(name)) throw refused('is no jar by its name');
  if (size > jarBytes) throw refused(`has ${size} bytes; a jar may have ${jarBytes}`);
  if ((await findZipEnd(file.path)) !== null) throw refused('is no jar: it has not the end of a zip');
  const { hashes, crc32 } = await digestsOf(file, false);
  const { sha512 = '', sha1 = '' } = hashes;
  await fetched.obtain({ path: name, links: [], hashes: { sha512, sha1 }, size }, signal, async () => ({
    incoming: { path: file.path, size, sha256 },
    hashes: { sha512, sha1 },
    crc32,
  }));
  return { sha256, size, entry: entryOf({ sha256, filename: name }) };
}
