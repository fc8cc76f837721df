import { connector } from './bridges.ts';
import { fitsOneRange, forge, ownLanguages } from './forge.ts';
import { gamesOfForge } from './forge-builds.ts';
import { compareGameVersions, isRelease, isWeekly, releaseOf, sameGameVersion } from './game-version.ts';
import { loadsRootOnly } from './mod-folders.ts';
import type { Modloader, VersionFeed } from './modloader.ts';
import { mavenFeed } from './version-feeds.ts';
import { isModloaderVersion } from './version-form.ts';

/** The only game version for which NeoForge had Forge's name and numbers. */
const underForgesName = '1.20.1';
/** From this game version on, the descriptor has a name of its own. */
const firstWithOwnDescriptor = '1.20.5';
/** The first game version for whose snapshots there are builds, by NeoForge's list of 2026-08-20. */
const firstWithSnapshots = '26.1';

/**
 * Further versions that NeoForge accepts, from FancyModLoader's VersionSupportMatrix of each game version, read in
 * November 2026.
 */
const alsoTaken: ReadonlyMap<string, { games: readonly string[]; loaders: readonly string[] }> = new Map([
  ['1.21.1', { games: ['1.21'], loaders: ['21.0.166'] }],
  ['1.21.8', { games: ['1.21.7'], loaders: ['21.7.26-beta'] }],
]);

export const neoForge: Modloader = {
  name: 'NeoForge',
  launcherIds: ['neoforge', 'net.neoforged'],
  modrinthId: 'neoforge',
  alsoLoads: (gameVersion) => (sameGameVersion(gameVersion, underForgesName) ? ['forge'] : []),
  mrpackId: 'neoforge',
  isVersion: isModloaderVersion,
  gamesOf(version) {
    if (gamesOfForge(version)?.includes(underForgesName)) return [underForgesName];
    const game = gameVersionOfNeoForge(version);
    return game === null ? null : [game];
  },
  hasServersFor: (gameVersion) =>
    isRelease(gameVersion) ||
    (!isWeekly(gameVersion) && compareGameVersions(releaseOf(gameVersion), firstWithSnapshots) >= 0),
  builds: null,
  descriptorFormats: (gameVersion) =>
    compareGameVersions(gameVersion, firstWithOwnDescriptor) < 0
      ? ['mods.toml', 'MANIFEST.MF']
      : ['neoforge.mods.toml', 'MANIFEST.MF'],
  disablesClientMods: false,
  loadsFolder: loadsRootOnly,
  languages: ownLanguages,
  bridges: [connector],
  foreign: { 'mods.toml': 'Forge or older NeoForge', 'neoforge.mods.toml': 'newer NeoForge' },
  versionRules: {
    ownId: (gameVersion) => (sameGameVersion(gameVersion, underForgesName) ? 'forge' : 'neoforge'),
    fits: fitsOneRange,
    // NeoForge's own providers have the numbers of FancyModLoader.
    ownLanguages: (gameVersion) =>
      sameGameVersion(gameVersion, underForgesName)
        ? (forge.versionRules?.ownLanguages(gameVersion) ?? [])
        : [],
    alsoTakes: (gameVersion) => alsoTaken.get(gameVersion) ?? { games: [], loaders: [] },
  },
  needOverrides: { file: 'config/fml.toml', member: 'dependencyOverrides' },
  versionFeeds: (gameVersion) => [sameGameVersion(gameVersion, underForgesName) ? forgeFeed : ownFeed],
};

/**
 * The game version of a NeoForge version: `20.4.237` is for 1.20.4, `21.0.167` for 1.21. Since the game is numbered by
 * year, `26.1.0.5` is for 26.1 and `26.1.0.0-alpha.1+snapshot-1` for 26.1-snapshot-1. Null when the version has too few
 * numbers.
 */
export function gameVersionOfNeoForge(version: string): string | null {
  const [first, second, third] = (/^\d+(?:\.\d+)+/.exec(version)?.[0] ?? '').split('.');
  if (first === undefined || second === undefined || third === undefined) return null;
  if (Number(first) >= firstYear) {
    const plus = version.indexOf('+');
    const preRelease = plus < 0 ? '' : `-${version.slice(plus + 1)}`;
    return `${first}.${second}${third === '0' ? '' : `.${third}`}${preRelease}`;
  }
  return second === '0' ? `1.${first}` : `1.${first}.${second}`;
}

/** From 2026 on, the game's version begins with the year; before, it begins with 1, which NeoForge omits. */
const firstYear = 26;

const forgeFeed: VersionFeed = {
  url: 'https://maven.neoforged.net/releases/net/neoforged/forge/maven-metadata.xml',
  parseVersions(body) {
    const versions = mavenFeed(forgeFeed.url).parseVersions(body);
    return (
      versions && {
        listed: (gameVersion, version) => versions.listed(gameVersion, `${gameVersion}-${version}`),
        instead: (gameVersion) => ({
          of: 'version',
          versions: versions
            .instead(gameVersion)
            .versions.filter((version) => version.startsWith(`${gameVersion}-`))
            .map((version) => version.slice(gameVersion.length + 1)),
        }),
      }
    );
  },
};

const ownFeed: VersionFeed = {
  url: 'https://maven.neoforged.net/releases/net/neoforged/neoforge/maven-metadata.xml',
  parseVersions(body) {
    const versions = mavenFeed(ownFeed.url).parseVersions(body);
    return (
      versions && {
        listed: (gameVersion, version) =>
          isFor(version, gameVersion) && versions.listed(gameVersion, version),
        instead(gameVersion) {
          const all = versions.instead(gameVersion).versions;
          const own = all.filter((version) => isFor(version, gameVersion));
          if (own.length > 0) return { of: 'version', versions: own };
          return {
            of: 'gameVersion',
            versions: all.map(gameVersionOfNeoForge).filter((version) => version !== null),
          };
        },
      }
    );
  },
};

function isFor(version: string, gameVersion: string): boolean {
  const meant = gameVersionOfNeoForge(version);
  return meant !== null && sameGameVersion(meant, gameVersion);
}
