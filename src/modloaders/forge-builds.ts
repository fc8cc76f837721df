import { compareGameVersions } from './game-version.ts';
import type { Builds } from './modloader.ts';

/**
 * The newest build for each game version that has builds with an installer. From Forge's own list,
 * https://files.minecraftforge.net/net/minecraftforge/forge/maven-metadata.json, and the files that it names for each
 * build (meta.json), as PrismLauncher/meta-upstream had them on 2026-08-20. Forge made all installers anew in November
 * 2022, when the game's old addresses had gone: https://github.com/MinecraftForge/MinecraftForge/issues/9162.
 */
const newestBuilds: Readonly<Record<string, string>> = {
  '1.5.2': '7.8.1.738',
  '1.6.1': '8.9.0.775',
  '1.6.2': '9.10.1.871',
  '1.6.3': '9.11.0.878',
  '1.6.4': '9.11.1.1345',
  '1.7.2': '10.12.2.1161-mc172',
  '1.7.10': '10.13.4.1614-1.7.10',
  '1.8': '11.14.4.1577',
  '1.8.8': '11.15.0.1655',
  '1.8.9': '11.15.1.2318-1.8.9',
  '1.9': '12.16.1.1938-1.9.0',
  '1.9.4': '12.17.0.2317-1.9.4',
  '1.10': '12.18.0.2000-1.10.0',
  '1.10.2': '12.18.3.2511',
  '1.11': '13.19.1.2199',
  '1.11.2': '13.20.1.2588',
  '1.12': '14.21.1.2443',
  '1.12.1': '14.22.1.2485',
  '1.12.2': '14.23.5.2864',
  '1.13.2': '25.0.223',
  '1.14.2': '26.0.63',
  '1.14.3': '27.0.60',
  '1.14.4': '28.2.30',
  '1.15': '29.0.4',
  '1.15.1': '30.0.51',
  '1.15.2': '31.2.62',
  '1.16.1': '32.0.108',
  '1.16.2': '33.0.61',
  '1.16.3': '34.1.42',
  '1.16.4': '35.1.37',
  '1.16.5': '36.2.42',
  '1.17.1': '37.1.1',
  '1.18': '38.0.17',
  '1.18.1': '39.1.2',
  '1.18.2': '40.3.12',
  '1.19': '41.1.0',
  '1.19.1': '42.0.9',
  '1.19.2': '43.5.2',
  '1.19.3': '44.1.23',
  '1.19.4': '45.4.3',
  '1.20': '46.0.14',
  '1.20.1': '47.4.23',
  '1.20.2': '48.1.0',
  '1.20.3': '49.0.2',
  '1.20.4': '49.2.9',
  '1.20.6': '50.2.10',
  '1.21': '51.0.33',
  '1.21.1': '52.1.16',
  '1.21.3': '53.1.12',
  '1.21.4': '54.1.18',
  '1.21.5': '55.1.13',
  '1.21.6': '56.0.9',
  '1.21.7': '57.0.3',
  '1.21.8': '58.1.22',
  '1.21.9': '59.0.5',
  '1.21.10': '60.1.15',
  '1.21.11': '61.2.1',
  '26.1': '62.0.9',
  '26.1.1': '63.0.2',
  '26.1.2': '64.1.2',
  '26.2': '65.1.2',
};

const firstWithInstaller = '1.5.2';

/** Later builds without an installer, from the same source. */
const withoutInstaller: ReadonlySet<string> = new Set([
  '8.9.0.749',
  '8.9.0.751',
  '9.11.1.960',
  '9.11.1.961',
  '9.11.1.963',
  '9.11.1.964',
]);

/** The game versions by the first number of their builds, or by the first two up to 14.23. */
const gamesByNumber = Map.groupBy(Object.keys(newestBuilds), (game) => numberOf(newestBuilds[game] ?? ''));
// Its last builds have the numbers of 1.8.
gamesByNumber.get('11.14')?.push('1.8.8');

function numberOf(build: string): string {
  const [first = '', second = ''] = build.split('.');
  return Number(first) < 25 ? `${first}.${second}` : first;
}

/** The game versions that the number of a Forge version implies; null when unknown. */
export function gamesOfForge(version: string): readonly string[] | null {
  return gamesByNumber.get(numberOf(version)) ?? null;
}

export const forgeBuilds: Builds = {
  newest: (gameVersion) => newestBuilds[gameVersion] ?? null,
  trouble(gameVersion, version) {
    const forge = `Forge ${version} for ${gameVersion}`;
    if (compareGameVersions(gameVersion, firstWithInstaller) < 0)
      return `${forge} has no installer, nor has any other build before game version ${firstWithInstaller}: the start scripts cannot install this server.`;
    const newest = newestBuilds[gameVersion];
    if (withoutInstaller.has(version) && newest !== undefined)
      return `${forge} was published without an installer, so the start scripts cannot install it. Take ${newest}, the newest build for ${gameVersion}: set MODLOADER_VERSION=${newest} in variables.txt. Or set MIRROR there to an address that has an installer.`;
    // https://github.com/HMCL-dev/HMCL/issues/3975 of 2025-06-06; FML for 1.5 takes this property, and checks the files by
    // its own checksums.
    if (gameVersion === firstWithInstaller)
      return `${forge} downloads libraries at its first start from files.minecraftforge.net/fmllibs, which no longer has them. Add -Dfml.core.libraries.mirror=https://files.prismlauncher.org/fmllibs/%s to JAVA_ARGS in variables.txt, or put them into lib/.`;
    return null;
  },
};
