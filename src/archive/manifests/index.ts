import type { WarningCode } from '../problem-codes.ts';
import type { LauncherManifest, Problem } from '../report.ts';
import { atLauncher } from './atlauncher.ts';
import { type AuthorsStart, authorsStart, type GivenStart, javaArgsIn } from './authors-start.ts';
import { curseForgeExport } from './curseforge-export.ts';
import { curseForgeInstance } from './curseforge-instance.ts';
import type { ManifestFormat, Marker, ReferencedMod } from './format.ts';
import { ftb } from './ftb.ts';
import { ftbApp } from './ftb-app.ts';
import { gdLauncher } from './gdlauncher.ts';
import { gdLauncherLegacy } from './gdlauncher-legacy.ts';
import { mcbbs } from './mcbbs.ts';
import { modrinth } from './modrinth.ts';
import { modrinthApp } from './modrinth-app.ts';
import { multiMc, oldMultiMc } from './multimc.ts';
import { packwiz } from './packwiz.ts';
import { versionJson } from './version-json.ts';
import { xmcl } from './xmcl.ts';

export { manifestDifferences } from './differences.ts';

/** The contents of a pack's marker files, and how its author starts the game. */
export interface ManifestReading extends AuthorsStart {
  /** The manifest's `file` is the key of `found`: a path relative to the base folder. */
  manifest: LauncherManifest | null;
  /** Marker files that could not be read. */
  warnings: Problem[];
  /** The mods that the manifest names and that a server may have, up to a limit. */
  referencedMods: readonly ReferencedMod[];
  /** The versions of a game folder with several modloaders, of which none is chosen; usually none. */
  rivals: readonly string[];
}

interface MarkerFile {
  file: string;
  formats: readonly ManifestFormat[];
}

/**
 * Paths and formats of markers, in the order of trying. A marker above the game folder identifies an export, whatever
 * its overrides contain. An instance's marker proves that the mods are there, so it precedes an export's marker in the
 * same folder, which launchers leave in place.
 */
const markers: readonly MarkerFile[] = [
  // Only when the archive contains a pack of its own.
  { file: '../pack.toml', formats: [packwiz] },
  { file: '../instance.json', formats: [gdLauncher, atLauncher, ftbApp, xmcl] },
  { file: '../mmc-pack.json', formats: [multiMc] },
  { file: '../instance.cfg', formats: [oldMultiMc] },
  { file: '../manifest.json', formats: [curseForgeExport, mcbbs] },
  { file: '../modrinth.index.json', formats: [modrinth] },
  { file: '../ftb-modpack.json', formats: [ftb] },
  { file: '../mcbbs.packmeta', formats: [mcbbs] },
  { file: 'minecraftinstance.json', formats: [curseForgeInstance] },
  { file: 'instance.json', formats: [atLauncher, gdLauncher, ftbApp, xmcl] },
  { file: 'mmc-pack.json', formats: [multiMc] },
  { file: 'instance.cfg', formats: [oldMultiMc] },
  { file: 'config.json', formats: [gdLauncherLegacy] },
  { file: 'profile.json', formats: [modrinthApp] },
];
/** Markers of exports in the game folder, in the order of trying, after the versions. */
const exportMarkers: readonly MarkerFile[] = [
  { file: 'manifest.json', formats: [curseForgeExport, mcbbs] },
  { file: 'modrinth.index.json', formats: [modrinth] },
  { file: 'mcbbs.packmeta', formats: [mcbbs] },
];

/** The files that `readManifest` opens: paths relative to the base folder, `../` for the folder above it. */
export const manifestFileNames: readonly string[] = [
  ...[...markers, ...exportMarkers].map(({ file }) => file),
  // Of a server pack, ours or ServerPackCreator's, that is uploaded as a modpack.
  'variables.txt',
];

/**
 * Reads the first valid marker file; never throws. `open` returns the bytes of one of `manifestFileNames` or of
 * `versions`, the `versions/NAME/NAME.json` that the pack may be started from; null when the archive lacks it. Only one
 * file is in memory at a time. An unreadable marker gives a warning, a file of another kind is skipped. At most
 * `mostFiles` of a marker's mods are kept.
 */
export function readManifest(
  open: (name: string) => Uint8Array | null,
  mostFiles: number,
  versions: readonly string[] = [],
): ManifestReading {
  const warnings: Problem[] = [];
  const read = ({ file, formats }: MarkerFile) => {
    const bytes = open(file);
    if (bytes === null) return [];
    const folder = file.slice(0, file.lastIndexOf('/') + 1);
    const marker: Marker = { bytes, beside: (name) => open(folder + name) };
    try {
      for (const format of formats) {
        const referencedMods: ReferencedMod[] = [];
        let count = 0;
        const found = format.read(marker, (mod) => {
          count++;
          if (count <= mostFiles) referencedMods.push(mod);
        });
        if (found === null) continue;
        if (count > mostFiles) warnings.push(tooLong(file, count, mostFiles));
        const { start = {}, ...manifest } = found;
        return [{ manifest: { ...manifest, file }, referencedMods, ...startOf(start) }];
      }
    } catch (error) {
      warnings.push(unreadable(file, error));
    }
    return [];
  };
  const firstOf = (files: readonly MarkerFile[]) => {
    for (const file of files) for (const reading of read(file)) return reading;
    return null;
  };
  // What a pack says of a server counts more than how a launcher starts its client.
  const args = javaArgsIn(open('variables.txt') ?? new Uint8Array());
  const startOf = (given: GivenStart) => authorsStart(args === null ? given : { ...given, args });
  const none = { manifest: null, referencedMods: [], ...authorsStart(args === null ? {} : { args }) };
  const marked = firstOf(markers);
  if (marked !== null) return { ...marked, warnings, rivals: [] };
  const all = versions.flatMap((file) => read({ file, formats: [versionJson] }));
  const withMods = all.filter(({ manifest }) => manifest.modloader !== null);
  const [version, ...others] = withMods;
  if (version !== undefined && others.length === 0) return { ...version, warnings, rivals: [] };
  const rivals = withMods.map(({ manifest }) => manifest.file.replace(/^.*\/|\.json$/g, ''));
  const [plain = none, ...more] = all;
  return { ...(firstOf(exportMarkers) ?? (more.length === 0 ? plain : none)), warnings, rivals };
}

function tooLong(file: string, count: number, most: number): Problem & { code: WarningCode } {
  const name = file.slice(file.lastIndexOf('/') + 1);
  return {
    code: 'MANIFEST_TOO_LONG',
    error: `${name} names ${count} mods; whether they are there was looked at for the first ${most} only.`,
    entry: file,
  };
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
