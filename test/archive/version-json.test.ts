import { describe, expect, test } from 'vitest';
import { defaultArchiveLimits as limits } from '../../src/archive/limits.ts';
import { readArchiveManifest, surveyArchive } from '../../src/archive/pack/survey.ts';
import type { ModloaderName } from '../../src/modloaders/modloader.ts';
import { temporaryFile, zipWith } from '../support/zip.ts';

const jar = zipWith({});
const vanilla = 'net.minecraft.client.main.Main';
const libraries = (...names: string[]) =>
  ['org.ow2.asm:asm:9.6', 'com.mojang:logging:1.1.1', ...names].map((name) => ({
    name,
    downloads: { artifact: { path: 'a.jar', sha1: 'a'.repeat(40), size: 1, url: 'https://example.com' } },
  }));
const options = (...told: string[]) => ({
  game: ['--username', '<auth_player_name>', { rules: [], value: '--demo' }, ...told],
  jvm: ['-cp', '<classpath>'],
});
const forge = (version: string, game: string, group = 'net.minecraftforge') =>
  options('--fml.forgeVersion', version, '--fml.mcVersion', game, '--fml.forgeGroup', group);

// HMCL at 083dbb18 (GameInstanceManifest, GameInstancePatch and GameComponentType), read 2026-11-29: everything that is
// installed is merged, and kept apart once more in `patches`.
const hmcl = (id: string, ...patches: [id: string, version: string][]) => ({
  id,
  arguments: options(),
  mainClass: 'cpw.mods.bootstraplauncher.BootstrapLauncher',
  jar: id,
  libraries: libraries('net.minecraftforge:fmlloader:1.20.1-47.1.0', 'optifine:OptiFine:1.20.1_HD_U_I6'),
  patches: patches.map(([patch, version]) => ({
    id: patch,
    version,
    priority: patch === 'game' ? 0 : 30_000,
    mainClass: vanilla,
    libraries: libraries(),
  })),
});
// PCL at 639de1b4 (McInstance.Version in ModMinecraft.vb), read 2026-11-29: merged, with the game's version.
const pcl = (id: string) => ({
  id,
  clientVersion: '1.21.1',
  type: 'release',
  mainClass: 'cpw.mods.bootstraplauncher.BootstrapLauncher',
  arguments: options('--fml.neoForgeVersion', '21.1.72', '--fml.mcVersion', '1.21.1'),
  libraries: libraries('net.neoforged.fancymodloader:loader:4.0.24'),
});
const game = {
  id: '1.20.4',
  type: 'release',
  mainClass: vanilla,
  arguments: options(),
  libraries: libraries(),
};
// meta.fabricmc.net's profile for the game's own launcher, as in its README, read 2026-11-29; its mappings for 26.1 and
// later are 0.0.0, as build scripts of mods name them, read 2026-11-30.
const fabric = (loader: string, version: string, ...more: string[]) => ({
  id: `fabric-loader-${loader}-${version}`,
  inheritsFrom: version,
  type: 'release',
  mainClass: 'net.fabricmc.loader.impl.launch.knot.KnotClient',
  arguments: { game: [], jvm: ['-DFabricMcEmu= net.minecraft.client.main.Main '] },
  libraries: libraries(
    `net.fabricmc:intermediary:${version.startsWith('26') ? '0.0.0' : version}`,
    `net.fabricmc:fabric-loader:${loader}`,
    ...more,
  ),
});
const installed = (id: string, inheritsFrom: string, more: object) => ({
  id,
  inheritsFrom,
  mainClass: 'net.minecraft.launchwrapper.Launch',
  ...more,
});

/** An archive of a game folder; objects are written as JSON. */
const zipOf = (files: Record<string, object | string>) =>
  zipWith(
    Object.fromEntries(
      Object.entries(files).map(([name, content]) => [
        name,
        typeof content === 'string' || content instanceof Buffer ? content : JSON.stringify(content),
      ]),
    ),
  );
async function manifestOf(files: Record<string, object | string>) {
  await using pack = await temporaryFile(zipOf(files));
  return readArchiveManifest({ path: pack.path, limits });
}
async function surveyOf(files: Record<string, object | string>) {
  await using pack = await temporaryFile(zipOf(files));
  return await surveyArchive({ path: pack.path, limits });
}

describe('a zipped game folder says its versions', () => {
  const forgeLibrary = (version: string) => ({ libraries: libraries(`net.minecraftforge:forge:${version}`) });

  test.each<[string, object, string, ModloaderName, string, name?: string]>([
    [
      'HMCL',
      hmcl('我的整合包', ['game', '1.20.1'], ['forge', '47.2.0'], ['optifine', 'I6']),
      '1.20.1',
      'Forge',
      '47.2.0',
      '我的整合包',
    ],
    [
      'HMCL',
      hmcl('B', ['game', '1.20.1'], ['neoforge', '1.20.1-47.1.79']),
      '1.20.1',
      'NeoForge',
      '47.1.79',
      'B',
    ],
    ['HMCL', hmcl('C', ['game', '1.20.4'], ['quilt', '0.24.0']), '1.20.4', 'Quilt', '0.24.0', 'C'],
    ['PCL', pcl('1.21.1-NeoForge_21.1.72'), '1.21.1', 'NeoForge', '21.1.72'],
    ['PCL', pcl('机械动力'), '1.21.1', 'NeoForge', '21.1.72', '机械动力'],
    ['Fabric', fabric('0.15.7', '1.20.4'), '1.20.4', 'Fabric', '0.15.7'],
    ['Fabric', fabric('0.16.0', '24w14a'), '24w14a', 'Fabric', '0.16.0'],
    ['Fabric', fabric('0.19.2', '26.1-pre-1'), '26.1-pre-1', 'Fabric', '0.19.2'],
    [
      'Legacy Fabric',
      fabric('0.15.7', '1.8.9', 'net.legacyfabric:intermediary:1.8.9'),
      '1.8.9',
      'LegacyFabric',
      '0.15.7',
    ],
    [
      'Quilt',
      installed('Q', '1.20.4', { libraries: libraries('org.quiltmc:quilt-loader:0.24.0') }),
      '1.20.4',
      'Quilt',
      '0.24.0',
      'Q',
    ],
    [
      'Forge',
      installed('1.20.1-forge-47.2.0', '1.20.1', { arguments: forge('47.2.0', '1.20.1') }),
      '1.20.1',
      'Forge',
      '47.2.0',
    ],
    [
      'the first NeoForge',
      installed('N', '1.20.1', { arguments: forge('47.1.79', '1.20.1', 'net.neoforged') }),
      '1.20.1',
      'NeoForge',
      '47.1.79',
      'N',
    ],
    [
      'old Forge',
      installed('RLCraft', '1.12.2整合包', forgeLibrary('1.12.2-14.23.5.2860')),
      '1.12.2',
      'Forge',
      '14.23.5.2860',
      'RLCraft',
    ],
    [
      'older Forge',
      installed('GTNH', '1.7.10', forgeLibrary('1.7.10-10.13.4.1614-1.7.10')),
      '1.7.10',
      'Forge',
      '10.13.4.1614-1.7.10',
      'GTNH',
    ],
  ])(
    'as %s writes them: case %#',
    async (_launcher, document, gameVersion, modloader, modloaderVersion, name) => {
      const { manifest } = await manifestOf({
        '.minecraft/mods/a.jar': jar,
        '.minecraft/versions/X/X.json': document,
      });
      const versions = { gameVersion, modloader, modloaderVersion };
      expect(manifest).toEqual({
        kind: 'VERSION_JSON',
        file: 'versions/X/X.json',
        name: name ?? null,
        version: null,
        projectID: null,
        versionID: null,
        ...versions,
      });
    },
  );

  test.each<[string, Record<string, object | string>, string]>([
    [
      'in the folder of its version',
      {
        '.minecraft/versions/P/P.json': pcl('P'),
        '.minecraft/versions/P/mods/a.jar': jar,
        '.minecraft/versions/1.20.4/1.20.4.json': game,
        'HMCL.exe': 'x',
      },
      'P.json',
    ],
    ['in that folder, zipped alone', { 'P/P.json': pcl('P'), 'P/P.jar': jar, 'P/mods/a.jar': jar }, 'P.json'],
    [
      'in that folder, its contents zipped',
      { 'P.json': pcl('P'), 'P.jar': jar, 'mods/a.jar': jar, 'options.json': {} },
      'P.json',
    ],
    [
      'of the one version with a modloader',
      { 'mods/a.jar': jar, 'versions/P/P.json': pcl('P'), 'versions/1.20.4/1.20.4.json': game },
      'versions/P/P.json',
    ],
    [
      'of the one version that keeps no mods of its own',
      {
        'mods/a.jar': jar,
        'versions/P/P.json': pcl('P'),
        'versions/H/H.json': hmcl('H', ['forge', '47.2.0']),
        'versions/H/mods/b.jar': jar,
      },
      'versions/P/P.json',
    ],
    [
      'of the only version, without a modloader',
      { 'mods/a.jar': jar, 'versions/1.20.4/1.20.4.json': game },
      'versions/1.20.4/1.20.4.json',
    ],
  ])('%s', async (_where, files, file) => {
    expect((await manifestOf(files)).manifest?.file).toBe(file);
  });

  const left = {
    manifestType: 'minecraftModpack',
    minecraft: { version: '1.16.5', modLoaders: [{ id: 'forge-36.2.39', primary: true }] },
    files: [],
  };

  test('before what an export has left beside the mods', async () => {
    const files = {
      'versions/P/P.json': pcl('P'),
      'versions/P/manifest.json': left,
      'versions/P/mods/a.jar': jar,
    };
    expect((await manifestOf(files)).manifest).toMatchObject({ kind: 'VERSION_JSON', gameVersion: '1.21.1' });
  });

  test.each<[string, Record<string, object | string>]>([
    [
      'that says a modloader, where no version does',
      { 'manifest.json': left, 'mods/a.jar': jar, 'versions/1.20.4/1.20.4.json': game },
    ],
    [
      'in which a version lies',
      {
        'manifest.json': left,
        'overrides/mods/a.jar': jar,
        'overrides/versions/P/P.json': pcl('P'),
        'overrides/versions/P/mods/b.jar': jar,
      },
    ],
  ])('after an export %s', async (_what, files) => {
    expect((await manifestOf(files)).manifest).toMatchObject({ modloader: 'Forge', gameVersion: '1.16.5' });
  });
});

test('between several modloaders none is chosen', async () => {
  const files = {
    'mods/a.jar': jar,
    'versions/P/P.json': pcl('P'),
    'versions/H/H.json': hmcl('H', ['game', '1.20.1'], ['forge', '47.2.0']),
  };
  expect(await manifestOf(files)).toMatchObject({ manifest: null, rivals: ['H', 'P'] });
});

test('between the mods of several versions none are chosen, and their folders are told', async () => {
  const { problems } = await surveyOf({ 'versions/P/mods/a.jar': jar, 'versions/H/mods/a.jar': jar });
  expect(problems).toMatchObject([{ code: 'NO_MODS' }]);
  expect(problems[0]?.error).toContain('"versions/H/" and "versions/P/"');
});

test('what strangers write there is read within bounds', async () => {
  const deep = `{"mainClass":"x","libraries":${'['.repeat(5_000)}`;
  const odd = {
    mainClass: 'x',
    id: { a: 1 },
    patches: { id: 'forge' },
    arguments: [['--fml.forgeVersion']],
    libraries: 7,
  };
  for (const [document, code] of [
    [deep, 'MANIFEST_UNREADABLE'],
    [`{"mainClass":"x","a":"${'a'.repeat(5 * 1024 * 1024)}"}`, 'MANIFEST_TOO_LARGE'],
  ] as const) {
    const { survey } = await surveyOf({ 'mods/a.jar': jar, 'versions/X/X.json': document });
    expect([survey?.manifest, survey?.warnings.map((warning) => warning.code)]).toEqual([null, [code]]);
  }
  expect((await manifestOf({ 'mods/a.jar': jar, 'versions/X/X.json': odd })).manifest).toMatchObject({
    name: null,
    gameVersion: null,
    modloaderVersion: null,
  });
  const many = Array.from({ length: 33 }, (_, n) => [`versions/V${n}/V${n}.json`, n === 0 ? pcl('P') : game]);
  const none = { manifest: null, rivals: [] };
  expect(await manifestOf({ 'mods/a.jar': jar, ...Object.fromEntries(many) })).toMatchObject(none);
});
