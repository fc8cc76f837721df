import { readJson } from '../lenient/json.ts';
import { member } from '../lenient/value.ts';
import { judgeName, type NameLimits, withoutDotSlash } from '../zip/entry-names.ts';

/**
 * The folder of a CurseForge export's own files, with a slash at its end; null for `overrides/` and for invalid names.
 */
export function overridesFolderOf(manifest: Uint8Array, limits: NameLimits): string | null {
  try {
    const document = readJson(manifest, { members: { overrides: { longest: 1_000 } } });
    const declared = member(document, 'overrides');
    if (typeof declared !== 'string') return null;
    const folder = withoutDotSlash(declared.replaceAll('\\', '/')).replace(/\/$/, '');
    return folder === 'overrides' || judgeName(folder, limits) !== null ? null : `${folder}/`;
  } catch {
    // The later reading of the whole manifest reports its fault.
    return null;
  }
}
