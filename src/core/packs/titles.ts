import { label } from '../../archive/lenient/value.ts';
import type { LauncherManifest } from '../../archive/report.ts';
import { isSeen, titleOf } from '../files/file-name.ts';
import type { ModPack } from './mod-packs.ts';

/** The name and version that a manifest gives its pack, one line of at most 200 characters; null without a name. */
export function titleIn({ name, version }: Pick<LauncherManifest, 'name' | 'version'>): string | null {
  if (name === null || !isSeen(name)) return null;
  return label(version === null || name.includes(version) ? name : `${name} ${version}`);
}

/** What a modpack is called: as its uploader says, else its manifest, else its file. */
export function titleOfModPack({
  title,
  name,
  renamed,
}: Pick<ModPack, 'title' | 'name' | 'renamed'>): string {
  // One that was renamed before there were titles has none.
  return title ?? (renamed ? titleOf(name) : name);
}
