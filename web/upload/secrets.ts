import { beginningsOfSecrets, secretNames } from '../../texts/secret-names.ts';

const names = new Set(secretNames);

/** Whether an entry of an archive holds accounts or passwords, by its own name or that of a folder around it. */
export function isSecret(entry: string): boolean {
  return entry
    .toLowerCase()
    .split(/[\\/]/)
    .some((name) => names.has(name) || beginningsOfSecrets.some((beginning) => name.startsWith(beginning)));
}

/** The archive without such entries. All others are copied as they are, and the same file gives the same bytes. */
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
