import { titleOf } from '../files/file-name.ts';
import type { ModPack } from './mod-packs.ts';

/** The title of a modpack: the uploader's, else the manifest's, else the file name. */
export function titleOfModPack({
  title,
  name,
  renamed,
}: Pick<ModPack, 'title' | 'name' | 'renamed'>): string {
  // A modpack renamed before titles existed has its title in its name.
  return title ?? (renamed ? titleOf(name) : name);
}
