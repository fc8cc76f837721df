import { kilt } from './bridges.ts';
import { fabricOverrides, fabricVersionRules } from './fabric.ts';
import { isRelease } from './game-version.ts';
import { loadsRootOnly } from './mod-folders.ts';
import type { Modloader } from './modloader.ts';
import { metaFeed } from './version-feeds.ts';
import { isModloaderVersion } from './version-form.ts';

export const legacyFabric: Modloader = {
  name: 'LegacyFabric',
  launcherIds: ['legacyfabric', 'legacy-fabric', 'net.legacyfabric.fabric-loader'],
  modrinthId: 'legacy-fabric',
  alsoLoads: () => [],
  mrpackId: null,
  isVersion: isModloaderVersion,
  gamesOf: () => null,
  hasServersFor: isRelease,
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
    metaFeed('https://meta.legacyfabric.net/v2/versions/loader', 'version'),
    metaFeed('https://meta.legacyfabric.net/v2/versions/game', 'gameVersion'),
  ],
};
