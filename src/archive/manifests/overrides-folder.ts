import { judgeName, type NameLimits, withoutDotSlash } from '../entry-names.ts';
import { readJson } from '../lenient/json.ts';
import { member } from '../lenient/value.ts';

/**
 * The folder of a CurseForge export's own files, with a slash at its end; null for `overrides/` and for invalid ones.
 */
export function overridesFolderOf(manifest: Uint8Array, limits: NameLimits): string | null {
  try {
    const document = readJson(manifest, { members: { overrides: { longest: 1_000 } } });
    const said = member(document, 'overrides');
    if (typeof said !== 'string') return null;
    const folder = withoutDotSlash(said.replaceAll('\\', '/')).replace(/\/$/, '');
    return folder === 'overrides' || judgeName(folder, limits) !== null ? null : `${folder}/`;
  } catch {
    // The manifest is read again for what else it says, and its fault is told then.
    return null;
  }
}
