import { label } from './lenient/value.ts';
import type { LauncherManifest } from './report.ts';
import { deviceName } from './zip/entry-names.ts';

/** Most bytes of a file name's stem: with an ending it fits every file system and, in a short folder, old Windows. */
const longestStem = 150;

const visible = /[^\p{White_Space}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** The game's codes for colours and styles. */
const styleCodes = /§[\da-fk-orx]?/gi;

/** Whether a text shows anything: more than spaces, combining marks and invisible characters. */
export function isSeen(text: string): boolean {
  return visible.test(text);
}

/** The name that a manifest gives its pack, one line without the game's style codes; null when none shows. */
export function nameIn({ name }: Pick<LauncherManifest, 'name'>): string | null {
  const shown = label(name?.replaceAll(styleCodes, ''));
  return isSeen(shown) ? shown : null;
}

/** The name and version that a manifest gives its pack, one line of at most 200 characters; null without a name. */
export function titleIn(manifest: Pick<LauncherManifest, 'name' | 'version'>): string | null {
  const name = nameIn(manifest);
  const { version } = manifest;
  return name === null || version === null || name.includes(version) ? name : label(`${name} ${version}`);
}

/**
 * A title as the stem of a file name for any system and shell: letters, digits, `.`, `_` and `+` of any script, with
 * hyphens between words. Empty when nothing is left.
 */
export function fileStem(title: string): string {
  const words = title
    .normalize('NFC')
    .toWellFormed()
    .replaceAll(styleCodes, '')
    .replaceAll(/['\u2019\p{Default_Ignorable_Code_Point}]/gu, '')
    .replaceAll(/[^\p{L}\p{M}\p{N}._+]+/gu, '-');
  const bytes = new TextEncoder().encode(words.replace(/^[-.]+/, ''));
  // In stream mode the decoder holds back a character that the cut went through.
  const cut = new TextDecoder().decode(bytes.subarray(0, longestStem), { stream: true });
  const stem = cut.replace(/[-.]+$/, '');
  return deviceName.test(stem) ? `_${stem}` : stem;
}
