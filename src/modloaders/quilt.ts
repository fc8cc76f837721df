import { kilt } from './bridges.ts';
import { intermediaryFeed } from './fabric.ts';
import { loadsQuiltFolder } from './mod-folders.ts';
import type { Modloader } from './modloader.ts';
import { mavenFeed } from './version-feeds.ts';
import { isModloaderVersion } from './version-form.ts';

export const quilt: Modloader = {
  name: 'Quilt',
  launcherIds: ['quilt', 'quilt-loader', 'org.quiltmc.quilt-loader'],
  modrinthId: 'quilt',
  alsoLoads: () => ['fabric'],
  mrpackId: 'quilt-loader',
  isVersion: isModloaderVersion,
  gamesOf: () => null,
  hasServersFor: () => true,
  builds: null,
  descriptorFormats: () => ['quilt.mod.json', 'fabric.mod.json'],
  disablesClientMods: true,
  loadsFolder: loadsQuiltFolder,
  languages: ['default'],
  bridges: [kilt],
  foreign: {},
  versionRules: null,
  needOverrides: { file: 'config/quilt-loader-overrides.json', member: null },
  versionFeeds: () => [
    mavenFeed('https://maven.quiltmc.org/repository/release/org/quiltmc/quilt-loader/maven-metadata.xml'),
    intermediaryFeed,
  ],
};
