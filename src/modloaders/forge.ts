import { connector } from './bridges.ts';
import { compareGameVersions, sameGameVersion } from './game-version.ts';
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

/**
 * The game versions by the first number of Forge's versions, or by the first two up to 14.23. From MinecraftForge's
 * tags and its list of releases, read on 2026-11-28; later versions are unknown.
 */
const gamesByNumber: Readonly<Record<string, readonly string[]>> = {
  '9.10': ['1.6.2'],
  '9.11': ['1.6.3', '1.6.4'],
  '10.12': ['1.7.2'],
  '10.13': ['1.7.10'],
  '11.14': ['1.8', '1.8.8'],
  '11.15': ['1.8.8', '1.8.9'],
  '12.16': ['1.9'],
  '12.17': ['1.9.4'],
  '12.18': ['1.10', '1.10.2'],
  '13.19': ['1.11'],
  '13.20': ['1.11.2'],
  '14.21': ['1.12'],
  '14.22': ['1.12.1'],
  '14.23': ['1.12.2'],
  25: ['1.13.2'],
  26: ['1.14.2'],
  27: ['1.14.3'],
  28: ['1.14.4'],
  29: ['1.15'],
  30: ['1.15.1'],
  31: ['1.15.2'],
  32: ['1.16.1'],
  33: ['1.16.2'],
  34: ['1.16.3'],
  35: ['1.16.4'],
  36: ['1.16.5'],
  37: ['1.17.1'],
  38: ['1.18'],
  39: ['1.18.1'],
  40: ['1.18.2'],
  41: ['1.19'],
  42: ['1.19.1'],
  43: ['1.19.2'],
  44: ['1.19.3'],
  45: ['1.19.4'],
  46: ['1.20'],
  47: ['1.20.1'],
  48: ['1.20.2'],
  49: ['1.20.3', '1.20.4'],
  50: ['1.20.6'],
  51: ['1.21'],
  52: ['1.21.1'],
  53: ['1.21.3'],
  54: ['1.21.4'],
  55: ['1.21.5'],
  56: ['1.21.6'],
  57: ['1.21.7'],
  58: ['1.21.8'],
};

/** The game versions that the number of a Forge version implies; null when unknown. */
export function gamesOfForge(version: string): readonly string[] | null {
  const [, two = '', one = ''] = /^((\d+)\.\d+)\./.exec(version) ?? [];
  return gamesByNumber[two] ?? gamesByNumber[one] ?? null;
}

export const forge: Modloader = {
  name: 'Forge',
  launcherIds: ['forge', 'net.minecraftforge'],
  modrinthId: 'forge',
  mrpackId: 'forge',
  isVersion: isModloaderVersion,
  gamesOf: gamesOfForge,
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
