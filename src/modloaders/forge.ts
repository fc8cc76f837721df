import { connector } from './bridges.ts';
import { forgeBuilds, gamesOfForge } from './forge-builds.ts';
import { compareGameVersions, isRelease, sameGameVersion } from './game-version.ts';
import type { ListedVersions, Modloader, VersionRules } from './modloader.ts';
import { parseBody } from './version-feeds.ts';
import { isModloaderVersion } from './version-form.ts';
import { fitsMavenRange } from './version-ranges.ts';

/** The first game version for which Forge reads TOML descriptors; before, it reads `@Mod` annotations. */
const firstWithToml = '1.13';

/** The language providers of Forge and NeoForge themselves. */
export const ownLanguages: readonly string[] = ['javafml', 'lowcodefml', 'minecraft'];

/** Each need has one range, in Maven's form. */
export const fitsOneRange: VersionRules['fits'] = ([range = ''], version) => fitsMavenRange(range, version);

/**
 * Further versions that Forge accepts, from MinecraftForge's VersionSupportMatrix of each game version, read in
 * November 2026.
 */
const alsoTaken: ReadonlyMap<string, { games: readonly string[]; loaders: readonly string[] }> = new Map([
  ['1.16.4', { games: ['1.16.3', '1.16.4'], loaders: ['34.1.42', '35.1.37'] }],
  ['1.16.5', { games: ['1.16.3', '1.16.4'], loaders: ['34.1.42', '35.1.37'] }],
  ['1.19.2', { games: ['1.19.1'], loaders: ['42.0.9'] }],
  ['1.21.1', { games: ['1.21'], loaders: ['51.0.33'] }],
]);

export const forge: Modloader = {
  name: 'Forge',
  launcherIds: ['forge', 'net.minecraftforge'],
  modrinthId: 'forge',
  alsoLoads: () => [],
  mrpackId: 'forge',
  isVersion: isModloaderVersion,
  gamesOf: gamesOfForge,
  hasServersFor: isRelease,
  builds: forgeBuilds,
  descriptorFormats: (gameVersion) =>
    compareGameVersions(gameVersion, firstWithToml) < 0
      ? ['fml_cache_annotation.json', '@Mod', 'MANIFEST.MF']
      : ['mods.toml', 'MANIFEST.MF'],
  disablesClientMods: false,
  loadsFolder: (folder, { gameVersion }) =>
    folder === '' ||
    (compareGameVersions(gameVersion, firstWithToml) < 0 && sameGameVersion(folder, gameVersion)),
  languages: ownLanguages,
  bridges: [connector],
  foreign: {},
  versionRules: {
    ownId: () => 'forge',
    fits: fitsOneRange,
    ownLanguages: () => ['javafml', 'lowcodefml'],
    alsoTakes: (gameVersion) => alsoTaken.get(gameVersion) ?? { games: [], loaders: [] },
  },
  needOverrides: null,
  versionFeeds: () => [
    {
      url: 'https://files.minecraftforge.net/net/minecraftforge/forge/maven-metadata.json',
      parseVersions,
    },
  ],
};

/** Reads `{game version: ["{game version}-{version}", ...]}`; some keys have `_` instead of `-`. */
function parseVersions(body: string): ListedVersions | null {
  const document = parseBody(body);
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return null;
  const known = new Map<string, Set<string>>();
  for (const [key, versions] of Object.entries(document)) {
    if (!Array.isArray(versions)) continue;
    const texts = versions.filter((version) => typeof version === 'string');
    known.set(key.replaceAll('_', '-'), new Set(texts.map((version) => version.slice(key.length + 1))));
  }
  if (known.size === 0) return null;
  return {
    listed: (gameVersion, version) => known.get(gameVersion)?.has(version) ?? false,
    instead(gameVersion) {
      const versions = known.get(gameVersion);
      return versions
        ? { of: 'version', versions: [...versions] }
        : { of: 'gameVersion', versions: [...known.keys()] };
    },
  };
}
