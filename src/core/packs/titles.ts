import { label } from '../../archive/lenient/value.ts';
import type { LauncherManifest } from '../../archive/report.ts';
import { isSeen, titleOf } from '../files/file-name.ts';
import type { ModPack } from './mod-packs.ts';

/** The name and version that a manifest gives its pack, one line of at most 200 characters; null without a name. */
export function titleIn({ name, version }: Pick<LauncherManifest, 'name' | 'version'>): string | null {
  if (name === null || !isSeen(name)) return null;
  return label(version === null || name.includes(version) ? name : `${name} ${version}`);
}

/** The title of a modpack: the uploader's, else the manifest's, else the file name. */
export function titleOfModPack({
  title,
  name,
  renamed,
}: Pick<ModPack, 'title' | 'name' | 'renamed'>): string {
  // A modpack renamed before titles existed has its title in its name.
  return title ?? (renamed ? titleOf(name) : name);
}
