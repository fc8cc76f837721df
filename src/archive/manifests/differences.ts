import { sameGameVersion } from '../../modloaders/game-version.ts';
import type { WarningCode } from '../problem-codes.ts';
import type { LauncherManifest, Problem } from '../report.ts';
import type { RunConfiguration } from '../run-configuration.ts';

/** A manifest's versions, each of them null if absent. */
export type PackVersions = Pick<LauncherManifest, 'gameVersion' | 'modloader' | 'modloaderVersion'> & {
  /** The versions of a game folder with several modloaders, of which none is chosen; absent without any. */
  rivals?: readonly string[];
  /** What is wrong with an archive that holds an installer instead of mods, and where its pack is, if told. */
  installer?: { error: string; link?: string };
};

/** The versions that a manifest is compared with. */
export type RunVersions = Pick<RunConfiguration, 'gameVersion' | 'modloader' | 'modloaderVersion'>;

/**
 * A warning for each version in which the launcher's manifest differs from the run configuration. The server pack still
 * follows the run configuration.
 */
export function manifestDifferences(manifest: LauncherManifest, run: RunVersions): Problem[] {
  const differences: Problem[] = [];
  const { file, gameVersion, modloader, modloaderVersion } = manifest;
  const differs = (code: WarningCode, what: string, theirs: string, ours: string) =>
    differences.push({
      code,
      error: `${file.slice(file.lastIndexOf('/') + 1)} says ${what} ${theirs}; the server pack is built for ${ours} as requested.`,
      entry: file,
    });
  if (gameVersion !== null && !sameGameVersion(gameVersion, run.gameVersion))
    differs('GAME_VERSION_DIFFERS', 'game version', gameVersion, run.gameVersion);
  if (modloader !== null && modloaderFamily(modloader) !== modloaderFamily(run.modloader))
    differs('MODLOADER_DIFFERS', 'modloader', modloader, run.modloader);
  else if (
    modloaderVersion !== null &&
    !noVersions.has(modloaderVersion) &&
    !sameVersion(modloaderVersion, run)
  )
    differs('MODLOADER_VERSION_DIFFERS', 'modloader version', modloaderVersion, run.modloaderVersion);
  return differences;
}

/** Launchers treat LegacyFabric as Fabric: the loader is the same program. */
export function modloaderFamily(modloader: RunConfiguration['modloader']): string {
  return modloader === 'LegacyFabric' ? 'Fabric' : modloader;
}

/** Words for an open choice of version. */
const noVersions: ReadonlySet<string> = new Set(['recommended', 'latest']);

function sameVersion(version: string, run: RunVersions): boolean {
  return plain(version, run.gameVersion) === plain(run.modloaderVersion, run.gameVersion);
}

/** A loader version without the game version that some launchers put before or after it. */
function plain(version: string, gameVersion: string): string {
  const lower = version
    .trim()
    .toLowerCase()
    .replace(/^v(?=\d)/, '');
  const front = lower.startsWith(`${gameVersion}-`) ? lower.slice(gameVersion.length + 1) : lower;
  return front.endsWith(`-${gameVersion}`) ? front.slice(0, -gameVersion.length - 1) : front;
}
