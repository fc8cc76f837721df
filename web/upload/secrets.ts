import { isSecret } from '../../texts/secret-names.ts';

/**
 * The archive without entries that hold accounts or passwords. All others are copied as they are, and the same file
 * gives the same bytes.
 */
export async function withoutSecrets(file: File): Promise<File> {
  const { BlobReader, BlobWriter, ZipReader, ZipWriter } = await import('@zip.js/zip.js');
  const zip = new ZipReader(new BlobReader(file), { useWebWorkers: false });
  const copy = new ZipWriter(new BlobWriter('application/zip'), { useWebWorkers: false });
  for await (const entry of zip.getEntriesGenerator()) {
    if (isSecret(entry.filename)) continue;
    if (entry.directory) await copy.add(entry.filename, undefined, { entry });
    else {
      const bytes = await entry.getData(new BlobWriter(), { passThrough: true });
      await copy.add(entry.filename, new BlobReader(bytes), { entry, passThrough: true });
    }
  }
  await zip.close();
  return new File([await copy.close()], file.name, { lastModified: file.lastModified });
}
