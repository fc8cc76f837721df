import { parseJson } from '../lenient/json.ts';
import { decodeText } from '../lenient/text.ts';
import type { WarningCode } from '../problem-codes.ts';
import type { LauncherManifest, Problem } from '../report.ts';
import { atLauncher } from './atlauncher.ts';
import { curseForgeExport } from './curseforge-export.ts';
import { curseForgeInstance } from './curseforge-instance.ts';
import type { ManifestFormat, ReferencedMod } from './format.ts';
import { gdLauncher } from './gdlauncher.ts';
import { gdLauncherLegacy } from './gdlauncher-legacy.ts';
import { modrinth } from './modrinth.ts';
import { multiMc } from './multimc.ts';

export { manifestDifferences } from './differences.ts';

/** What the marker files of launchers say about a pack. */
export interface ManifestReading {
  /** Its `file` is the key of `found`: a path relative to the base folder. */
  manifest: LauncherManifest | null;
  /** Marker files that could not be read. */
  warnings: Problem[];
  /** The mods that the manifest names and a server may have. */
  referencedMods: readonly ReferencedMod[];
}

/**
 * Where markers lie and what they may be, in the order in which they are asked. An export is known by its marker
 * above the game folder, whatever its overrides hold. A marker of an instance says that the mods are there, so it
 * comes before an export's marker in the same folder: launchers leave the one an instance was made from where it was.
 */
const markers: readonly { file: string; formats: readonly ManifestFormat[] }[] = [
  { file: '../instance.json', formats: [gdLauncher, atLauncher] },
  { file: '../mmc-pack.json', formats: [multiMc] },
  { file: '../manifest.json', formats: [curseForgeExport] },
  { file: '../modrinth.index.json', formats: [modrinth] },
  { file: 'minecraftinstance.json', formats: [curseForgeInstance] },
  { file: 'instance.json', formats: [atLauncher, gdLauncher] },
  { file: 'mmc-pack.json', formats: [multiMc] },
  { file: 'config.json', formats: [gdLauncherLegacy] },
  { file: 'manifest.json', formats: [curseForgeExport] },
  { file: 'modrinth.index.json', formats: [modrinth] },
];

/** The files to hand to `readManifest`: paths relative to the base folder, `../` for the folder above it. */
export const manifestFileNames: readonly string[] = [
  ...markers.map(({ file }) => file),
  '../instance.cfg',
  'instance.cfg',
];

/**
 * Reads the first marker file that is one; never throws. `found` holds the bytes of those of `manifestFileNames`
 * that the archive has. A marker that cannot be read is a warning, one of something else is passed over.
 */
export function readManifest(found: ReadonlyMap<string, Uint8Array>): ManifestReading {
  const warnings: Problem[] = [];
  for (const { file, formats } of markers) {
    const bytes = found.get(file);
    if (bytes === undefined) continue;
    const folder = file.slice(0, file.lastIndexOf('/') + 1);
    const beside = (name: string) => {
      const neighbour = found.get(folder + name);
      return neighbour === undefined ? null : decodeText(neighbour);
    };
    try {
      const document = parseJson(decodeText(bytes));
      for (const format of formats) {
        const content = format.read(document, beside);
        if (content === null) continue;
        return { manifest: { ...content.manifest, file }, warnings, referencedMods: content.referencedMods };
      }
    } catch (error) {
      warnings.push(unreadable(file, error));
    }
  }
  return { manifest: null, warnings, referencedMods: [] };
}

function unreadable(file: string, error: unknown): Problem & { code: WarningCode } {
  const name = file.slice(file.lastIndexOf('/') + 1);
  const reason = error instanceof SyntaxError ? error.message : 'it is damaged';
  return {
    code: 'MANIFEST_UNREADABLE',
    error: `${name} is not the JSON that launchers write (${reason}), so nothing was read from it.`,
    entry: file,
  };
}
