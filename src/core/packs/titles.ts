import { label } from '../../archive/lenient/value.ts';
import type { LauncherManifest } from '../../archive/report.ts';
import { titleOf } from '../files/file-name.ts';
import type { ModPack } from './mod-packs.ts';

/** What is seen of a text: more than spaces, marks that stand on other letters, and characters that show nothing. */
const visible = /[^\p{White_Space}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** The name and version that a manifest gives its pack, one line of at most 200 characters; null without a name. */
export function titleIn({ name, version }: Pick<LauncherManifest, 'name' | 'version'>): string | null {
  if (name === null || !visible.test(name)) return null;
  return label(version === null || name.includes(version) ? name : `${name} ${version}`);
}

/** What a modpack is called: as its uploader says, else its manifest, else its file. */
export function titleOfModPack({
  title,
  name,
  renamed,
}: Pick<ModPack, 'title' | 'name' | 'renamed'>): string {
  return renamed ? titleOf(name) : (title ?? name);
}
