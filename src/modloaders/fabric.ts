import { kilt } from './bridges.ts';
import { loadsRootOnly } from './mod-folders.ts';
import type { Modloader, NeedOverrides, VersionRules } from './modloader.ts';
import { mavenFeed, metaFeed } from './version-feeds.ts';
import { isModloaderVersion } from './version-form.ts';
import { fitsFabricPredicates } from './version-ranges.ts';

/** The list of Fabric's names for the game's code; a listed game version can run Fabric and Quilt. */
export const intermediaryFeed = metaFeed('https://meta.fabricmc.net/v2/versions/intermediary', 'gameVersion');

export const fabricVersionRules: VersionRules = {
  ownId: () => 'fabricloader',
  fits: fitsFabricPredicates,
  ownLanguages: () => [],
  alsoTakes: () => ({ games: [], loaders: [] }),
};

/** FabricMC/fabric-loader, DependencyOverrides, read in November 2026. */
export const fabricOverrides: NeedOverrides = {
  file: 'config/fabric_loader_dependencies.json',
  member: 'overrides',
};

export const fabric: Modloader = {
  name: 'Fabric',
  launcherIds: ['fabric', 'fabric-loader', 'net.fabricmc.fabric-loader'],
  modrinthId: 'fabric',
  alsoLoads: () => [],
  mrpackId: 'fabric-loader',
  isVersion: isModloaderVersion,
  gamesOf: () => null,
  hasServersFor: () => true,
  builds: null,
  descriptorFormats: () => ['fabric.mod.json'],
  disablesClientMods: true,
  loadsFolder: loadsRootOnly,
  languages: ['default'],
  bridges: [kilt],
  foreign: {},
  versionRules: fabricVersionRules,
  needOverrides: fabricOverrides,
  versionFeeds: () => [
    mavenFeed('https://maven.fabricmc.net/net/fabricmc/fabric-loader/maven-metadata.xml'),
    intermediaryFeed,
  ],
};
