import { askServiceFacts } from '../data/service.ts';
import { addItem, changeItem } from './items.ts';
import { readPack } from './read-pack.ts';

/** Puts chosen files on the list, and fills in what they say of themselves. */
export function chooseFiles(files: Iterable<File>): void {
  for (const file of files) void choose(file);
}

/** Puts a file on the list, and reads it; answers its key. */
export async function choose(file: File): Promise<string> {
  const key = addItem(file);
  const { maxUploadBytes } = await askServiceFacts();
  if (file.size > maxUploadBytes) {
    changeItem(key, { fault: 'tooLarge', marker: null });
    return key;
  }
  const reading = await readPack(file);
  if (reading.fault !== null) {
    changeItem(key, { fault: reading.fault, marker: null });
    return key;
  }
  const { marker, isLeftToService, secrets } = reading;
  changeItem(key, {
    marker,
    isLeftToService,
    secrets,
    versions: {
      gameVersion: marker?.gameVersion ?? '',
      modloader: marker?.modloader ?? '',
      modloaderVersion: marker?.modloaderVersion ?? '',
    },
  });
  return key;
}
