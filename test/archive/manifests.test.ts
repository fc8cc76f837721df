import { describe, expect, test } from 'vitest';
import { manifestDifferences, manifestFileNames, readManifest } from '../../src/archive/manifests/index.ts';
import type { LauncherManifest } from '../../src/archive/report.ts';
import type { RunConfiguration } from '../../src/archive/run-configuration.ts';
import type { ModloaderName } from '../../src/modloaders/modloader.ts';
import { forgeRun } from '../support/server-pack.ts';

/** Marker files by their path relative to the base folder; objects are written as JSON. */
type Markers = Readonly<Record<string, object | string | Uint8Array>>;

function read(markers: Markers, mostFiles = 20_000) {
  const found = Object.entries(markers).map(([name, content]): [string, Uint8Array] => {
    if (!manifestFileNames.includes(name)) throw new Error(`nobody would look for ${name}`);
    if (content instanceof Uint8Array) return [name, content];
    return [name, Buffer.from(typeof content === 'string' ? content : JSON.stringify(content))];
  });
  const files = new Map(found);
  return readManifest((name) => files.get(name) ?? null, mostFiles);
}

/** What a mod comes to that the manifest only numbers. */
const numbered = { path: null, isOptional: false };

const curseForgeExport = {
  minecraft: {
    version: '1.20.4',
    modLoaders: [
      { id: 'forge-49.0.1', primary: false },
      { id: 'neoforge-20.4.80-beta', primary: true },
    ],
  },
  manifestType: 'minecraftModpack',
  manifestVersion: 1,
  name: 'Craft & Co',
  version: '1.4.0',
  author: 'someone',
  files: [
    { projectID: 238222, fileID: 4712866, required: true },
    { projectID: 306612, fileID: 4764776, required: true },
  ],
  overrides: 'overrides',
};

const curseForgeInstance = {
  baseModLoader: { forgeVersion: '0.15.6', name: 'fabric-0.15.6-1.20.4', minecraftVersion: '1.20.4' },
  name: 'An Instance',
  projectID: 876543,
  fileID: 5123456,
  installedModpack: { thumbnailUrl: 'https://example.com/icon.png' },
};

const modrinthIndex = {
  formatVersion: 1,
  game: 'minecraft',
  versionId: '2.0.1',
  name: 'A Modrinth Pack',
  summary: 'Words',
  files: [
    {
      path: 'mods/sodium.jar',
      hashes: {},
      downloads: [],
      fileSize: 1,
      env: { client: 'required', server: 'unsupported' },
    },
    { path: 'mods/lithium.jar', hashes: {}, downloads: [], fileSize: 1 },
    { path: 'resourcepacks/pretty.zip', hashes: {}, downloads: [], fileSize: 1 },
  ],
  dependencies: { minecraft: '1.21.1', 'fabric-loader': '0.16.10' },
};

const multiMcPack = {
  components: [
    { uid: 'org.lwjgl3', version: '3.3.1', dependencyOnly: true },
    { uid: 'net.minecraft', version: '1.20.1', important: true },
    { uid: 'net.fabricmc.intermediary', version: '1.20.1' },
    { uid: 'org.quiltmc.quilt-loader', version: '0.24.0' },
  ],
  formatVersion: 1,
};

const oldGdLauncher = {
  loader: {
    loaderType: 'forge',
    loaderVersion: '1.18.2-40.2.9',
    mcVersion: '1.18.2',
    fileID: 3456789,
    projectID: 234567,
    source: 'curseforge',
    sourceName: 'An Old Pack',
  },
  timePlayed: 12,
};

const newGdLauncher = {
  _version: '1',
  name: 'A New Pack',
  modpack: { platform: 'Curseforge', project_id: 345678, file_id: 4567890 },
  game_configuration: {
    version: { release: '1.18.2', modloaders: [{ type: 'Forge', version: '1.18.2-40.2.10' }] },
  },
};

const atLauncherInstance = {
  id: '1.20.1',
  launcher: {
    name: 'An AT Pack',
    pack: 'An AT Pack',
    version: '7.1',
    loaderVersion: { type: 'NeoForge', version: '47.1.79' },
    curseForgeProject: { id: 456789, logo: { thumbnailUrl: 'https://example.com/icon.png' } },
    curseForgeFile: { id: 5678901 },
  },
};

// FTB-App at 1d29a2c (InstanceJson.java and its tasks for loaders), read 2026-11-27.
const ftbInstance = {
  uuid: '0b1ce2ee-3c1a-4a2b-8d2e-0d8b6d1b1f6a',
  id: 126,
  versionId: 12599,
  name: 'FTB StoneBlock 4',
  version: '1.0.3',
  mcVersion: '1.21.1',
  modLoader: 'neoforge-21.1.72',
  memory: 8192,
  packType: 0,
};

// Shape as in the types of @xmcl and in the App's own import of it, read 2026-11-27.
const modrinthProfile = {
  install_stage: 'installed',
  path: 'Aged',
  metadata: {
    name: 'Aged',
    groups: [],
    game_version: '1.20.1',
    loader: 'forge',
    loader_version: { id: '1.20.1-47.2.0', url: 'https://example.com', stable: true },
    linked_data: { project_id: 'B5t1Hbl3', version_id: 'ZLqxyIJJ', locked: true },
  },
  projects: {},
};

// packages/instance/instance.ts of x-minecraft-launcher at b0cf753c, read 2026-11-29; absent modloaders are empty.
const xmclInstance = {
  name: 'An XMCL Pack',
  author: 'someone',
  version: '1.20.1-fabric0.15.7',
  edition: 'java',
  runtime: {
    minecraft: '1.20.1',
    forge: '',
    neoForged: '',
    fabricLoader: '0.15.7',
    quiltLoader: '',
    optifine: '',
    labyMod: '',
  },
  upstream: { type: 'curseforge-modpack', modId: 567890, fileId: 6789012 },
};

// MCBBS' form, as HMCL and PCL write it; after imports of it in Zalith Launcher and BBSMC, read 2026-11-27.
const packMeta = {
  manifestType: 'minecraftModpack',
  manifestVersion: 2,
  name: '国内整合包',
  version: '2.0',
  author: 'someone',
  addons: [
    { id: 'game', version: '1.16.5' },
    { id: 'forge', version: '1.16.5-36.2.39' },
  ],
  files: [
    { type: 'addon', force: true, path: 'mods/a.jar', hash: 'a'.repeat(40) },
    { type: 'curse', force: true, projectID: 238222, fileID: 4712866 },
  ],
  launchInfo: { minMemory: 4096 },
};

// MultiMC before 0.6 (setOldConfigVersion takes these over to mmc-pack.json), read 2026-11-27.
const oldMultiMc = 'InstanceType=OneSix\nIntendedVersion=1.7.10\niconKey=default\nname=My Pack\n';

/** What a marker comes to that says nothing but what is given. */
function manifestOf(
  kind: LauncherManifest['kind'],
  file: string,
  said: Partial<LauncherManifest> = {},
): LauncherManifest {
  const ids = { projectID: null, versionID: null };
  return { kind, file, name: null, version: null, ...ids, gameVersion: null, ...loader(null, null), ...said };
}

/** What a manifest says of its loader, and of the game. */
const loader = (
  modloader: ModloaderName | null,
  modloaderVersion: string | null,
  gameVersion?: string | null,
) => ({ modloader, modloaderVersion, ...(gameVersion === undefined ? {} : { gameVersion }) });

/** What a manifest says of the pack itself. */
const pack = (
  name: string,
  version: string | null,
  projectID: string | null = null,
  versionID = projectID,
) => ({
  name,
  version,
  projectID,
  versionID,
});

const curseForge = (version: string, ...modLoaders: object[]) => ({
  'manifest.json': { ...curseForgeExport, minecraft: { version, modLoaders } },
});
const instanceOf = (name: string, minecraftVersion: string, forgeVersion?: string) => ({
  'minecraftinstance.json': {
    ...curseForgeInstance,
    baseModLoader: { name, minecraftVersion, forgeVersion },
  },
});
const modrinth = (dependencies: object) => ({ 'modrinth.index.json': { ...modrinthIndex, dependencies } });
const components = (...list: object[]) => ({
  'mmc-pack.json': { components: [{ uid: 'net.minecraft', version: '1.20.1' }, ...list] },
});
const ftbApp = (mcVersion: string, modLoader: string) => ({
  'instance.json': { ...ftbInstance, mcVersion, modLoader },
});
const mcbbs = (id: string, version: string) => ({
  'mcbbs.packmeta': {
    ...packMeta,
    addons: [
      { id: 'game', version: '1.21.1' },
      { id, version },
    ],
  },
});
const xmcl = (runtime: object) => ({ 'instance.json': { runtime: { minecraft: '1.21.1', ...runtime } } });
const atLauncher = (type: string) => ({
  'instance.json': {
    ...atLauncherInstance,
    launcher: { ...atLauncherInstance.launcher, loaderVersion: { type, version: '1.0' } },
  },
});

describe('a marker gives all that its launcher says', () => {
  const settings = '[General]\r\nConfigVersion=1.2\r\niconKey=modrinth-AbCdEfGh\r\nname=My = Pack\r\n';
  const byName = pack('国内整合包', '2.0');

  test.each<[LauncherManifest['kind'], Markers, object, ReturnType<typeof loader>]>([
    [
      'CURSEFORGE_EXPORT',
      { '../manifest.json': curseForgeExport },
      pack('Craft & Co', '1.4.0'),
      loader('NeoForge', '20.4.80-beta', '1.20.4'),
    ],
    [
      'CURSEFORGE_INSTANCE',
      { 'minecraftinstance.json': curseForgeInstance },
      pack('An Instance', null, '876543', '5123456'),
      loader('Fabric', '0.15.6', '1.20.4'),
    ],
    [
      'MODRINTH',
      { '../modrinth.index.json': modrinthIndex },
      pack('A Modrinth Pack', '2.0.1'),
      loader('Fabric', '0.16.10', '1.21.1'),
    ],
    [
      'MULTIMC',
      { '../mmc-pack.json': multiMcPack, '../instance.cfg': settings },
      pack('My = Pack', null),
      loader('Quilt', '0.24.0', '1.20.1'),
    ],
    ['MULTIMC', { 'instance.cfg': oldMultiMc }, pack('My Pack', null), loader(null, null, '1.7.10')],
    [
      'MULTIMC',
      { '../instance.cfg': `${oldMultiMc}ForgeVersion=10.13.4.1614-1.7.10\n` },
      pack('My Pack', null),
      loader('Forge', '10.13.4.1614-1.7.10', '1.7.10'),
    ],
    [
      'GDLAUNCHER_LEGACY',
      { 'config.json': oldGdLauncher },
      pack('An Old Pack', null, '234567', '3456789'),
      loader('Forge', '40.2.9', '1.18.2'),
    ],
    [
      'GDLAUNCHER',
      { '../instance.json': newGdLauncher },
      pack('A New Pack', null, '345678', '4567890'),
      loader('Forge', '40.2.10', '1.18.2'),
    ],
    [
      'ATLAUNCHER',
      { 'instance.json': atLauncherInstance },
      pack('An AT Pack', '7.1', '456789', '5678901'),
      loader('NeoForge', '47.1.79', '1.20.1'),
    ],
    [
      'FTB_APP',
      { 'instance.json': ftbInstance },
      pack('FTB StoneBlock 4', '1.0.3', '126', '12599'),
      loader('NeoForge', '21.1.72', '1.21.1'),
    ],
    [
      'MODRINTH_APP',
      { 'profile.json': modrinthProfile },
      pack('Aged', null, 'B5t1Hbl3', 'ZLqxyIJJ'),
      loader('Forge', '47.2.0', '1.20.1'),
    ],
    [
      'XMCL',
      { 'instance.json': xmclInstance },
      pack('An XMCL Pack', null, '567890', '6789012'),
      loader('Fabric', '0.15.7', '1.20.1'),
    ],
    ...['../mcbbs.packmeta', 'mcbbs.packmeta', '../manifest.json', 'manifest.json'].map(
      (file): [LauncherManifest['kind'], Markers, object, ReturnType<typeof loader>] => [
        'MCBBS',
        { [file]: packMeta },
        byName,
        loader('Forge', '36.2.39', '1.16.5'),
      ],
    ),
  ])('%s: %j', (kind, markers, of, said) => {
    const file = Object.keys(markers)[0] ?? '';
    expect(read(markers)).toMatchObject({
      manifest: manifestOf(kind, file, { ...of, ...said }),
      warnings: [],
    });
  });
});

// PackProfile.cpp of Prism at 01509f7, read 2026-11-27: "version" is written only where one was chosen.
const usedLast = [
  { uid: 'net.minecraft', cachedVersion: '1.20.1', dependencyOnly: true },
  { uid: 'net.minecraftforge', cachedName: 'Forge', cachedVersion: '47.2.0' },
];
const switchedOff = { uid: 'net.minecraftforge', version: '47.2.0', disabled: true };
const profileWithout = { metadata: { ...modrinthProfile.metadata, loader: 'vanilla', loader_version: null } };

describe('loader and versions', () => {
  test.each<[Markers, ...Parameters<typeof loader>]>([
    [curseForge('1.16.5', { id: 'forge-36.2.39', primary: true }), 'Forge', '36.2.39', '1.16.5'],
    [curseForge('1.20.4', { id: 'fabric-0.15.6', primary: true }), 'Fabric', '0.15.6', '1.20.4'],
    [curseForge('1.20.4', { id: 'quilt-0.24.0', primary: true }), 'Quilt', '0.24.0', '1.20.4'],
    [curseForge('1.20.1', { id: 'neoforge-1.20.1-47.1.79' }), 'NeoForge', '47.1.79', '1.20.1'],
    [curseForge('26.1', { id: 'neoforge-26.1.0.5' }), 'NeoForge', '26.1.0.5', '26.1'],
    [curseForge('1.7.10', { id: 'forge-10.13.4.1614-1.7.10' }), 'Forge', '10.13.4.1614-1.7.10', '1.7.10'],
    [curseForge('1.16.5', { id: 'forge-36.2.39' }, { id: 'fabric-0.15.6' }), 'Forge', '36.2.39'],
    [curseForge('1.16.5'), null, null],
    [instanceOf('forge-47.2.0', '1.20.1', '47.2.0'), 'Forge', '47.2.0'],
    [instanceOf('forge-47.2.0', '1.20.1'), 'Forge', '47.2.0'],
    [instanceOf('quilt-0.24.0-1.20.4', '1.20.4', '0.24.0'), 'Quilt', '0.24.0'],
    [instanceOf('quilt-0.24.0-1.20.4', '1.20.4'), 'Quilt', '0.24.0'],
    [instanceOf('neoforge-20.4.80-beta', '1.20.4'), 'NeoForge', '20.4.80-beta'],
    [instanceOf('risugami-1.2.5', '1.2.5', '1.2'), null, null, '1.2.5'],
    [modrinth({ minecraft: '1.20.1', forge: '1.2.3' }), 'Forge', '1.2.3'],
    [modrinth({ minecraft: '1.20.1', neoforge: '1.2.3' }), 'NeoForge', '1.2.3'],
    [modrinth({ minecraft: '1.20.1', 'fabric-loader': '1.2.3' }), 'Fabric', '1.2.3'],
    [modrinth({ minecraft: '1.20.1', 'quilt-loader': '1.2.3' }), 'Quilt', '1.2.3'],
    [modrinth({ minecraft: '1.20.1' }), null, null, '1.20.1'],
    // The game's version in that of the loader is cut: mcLaunch#23, read 2026-11-27.
    [modrinth({ minecraft: '1.20.1', forge: '1.20.1-47.2.0' }), 'Forge', '47.2.0'],
    [modrinth({ minecraft: '1.20.1', neoforge: '1.20.1-47.1.79' }), 'NeoForge', '47.1.79'],
    [modrinth({ minecraft: '1.21.1', neoforge: '1.21.1-21.1.72' }), 'NeoForge', '21.1.72'],
    [modrinth({ minecraft: '1.20.4', 'fabric-loader': '0.15.6-1.20.4' }), 'Fabric', '0.15.6'],
    [components({ uid: 'net.minecraftforge', version: '4.5.6' }), 'Forge', '4.5.6', '1.20.1'],
    [components({ uid: 'net.neoforged', version: '4.5.6' }), 'NeoForge', '4.5.6', '1.20.1'],
    [components({ uid: 'net.fabricmc.fabric-loader', version: '4.5.6' }), 'Fabric', '4.5.6', '1.20.1'],
    [components({ uid: 'org.quiltmc.quilt-loader', version: '4.5.6' }), 'Quilt', '4.5.6', '1.20.1'],
    [components(), null, null, '1.20.1'],
    [components(switchedOff, { uid: 'net.fabricmc.fabric-loader', disabled: false }), 'Fabric', null],
    [{ 'mmc-pack.json': { components: usedLast } }, 'Forge', '47.2.0', '1.20.1'],
    [atLauncher('Forge'), 'Forge', '1.0'],
    [atLauncher('LegacyFabric'), 'LegacyFabric', '1.0'],
    [atLauncher('Legacy Fabric'), 'LegacyFabric', '1.0'],
    [atLauncher('Fabric'), 'Fabric', '1.0'],
    [atLauncher('Paper'), null, '1.0'],
    [ftbApp('1.20.1', '1.20.1-forge-47.2.0'), 'Forge', '47.2.0', '1.20.1'],
    [ftbApp('1.7.10', '1.7.10-Forge10.13.4.1614-1.7.10'), 'Forge', '10.13.4.1614-1.7.10', '1.7.10'],
    [ftbApp('1.6.4', '1.6.4-forge1.6.4-9.11.1.1345'), 'Forge', '9.11.1.1345', '1.6.4'],
    [ftbApp('1.20.1', 'fabric-loader-1.20.1-0.14.21'), 'Fabric', '0.14.21', '1.20.1'],
    [ftbApp('1.20.1', 'quilt-loader-1.20.1-0.20.2'), 'Quilt', '0.20.2', '1.20.1'],
    [ftbApp('1.20.1', '1.20.1'), null, null, '1.20.1'],
    [mcbbs('neoforge', '21.1.72'), 'NeoForge', '21.1.72'],
    [mcbbs('fabric', '0.16.10'), 'Fabric', '0.16.10'],
    [mcbbs('quilt', '0.29.0'), 'Quilt', '0.29.0'],
    [mcbbs('optifine', 'HD_U_G8'), null, null],
    [{ 'profile.json': profileWithout }, null, null],
    [xmcl({ neoForged: '21.1.72' }), 'NeoForge', '21.1.72', '1.21.1'],
    [xmcl({ forge: '1.21.1-52.0.1' }), 'Forge', '52.0.1'],
    [xmcl({ quiltLoader: '0.29.0' }), 'Quilt', '0.29.0'],
    [xmcl({ labyMod: '4.2' }), null, null],
  ])('are read as the launcher writes them: case %#', (markers, ...said) => {
    expect(read(markers)).toMatchObject({ manifest: loader(...said), warnings: [] });
  });
});

describe('a file of that name is none of the launcher', () => {
  const { formatVersion, dependencies, ...index } = modrinthIndex;
  test.each<[string, object | string]>([
    ['manifest.json', { manifestType: 'x', minecraft: '1.20.1' }],
    ['manifest.json', { files: ['mods/a.jar'], minecraftVersion: '1.20.1' }],
    ['minecraftinstance.json', '"x"'],
    ['minecraftinstance.json', '7'],
    ['minecraftinstance.json', 'null'],
    ['modrinth.index.json', { ...index, formatVersion }],
    ['modrinth.index.json', { ...index, dependencies }],
    ['modrinth.index.json', { ...index, formatVersion, dependencies: 'x' }],
    ['mmc-pack.json', {}],
    ['mmc-pack.json', { components: 'x' }],
    ['mmc-pack.json', { components: { uid: 'net.minecraft' } }],
    ['config.json', { theme: 'dark' }],
    ['profile.json', { metadata: { name: 'x' } }],
    ['instance.cfg', 'InstanceType=OneSix\nname=My Pack\n'],
  ])('%s with %j', (file, content) => {
    const none = { manifest: null, warnings: [], referencedMods: [], rivals: [] };
    expect(read({ [file]: content })).toEqual({ ...none, startArgs: [], recommendedMemory: null });
  });
});

describe('how the author starts the game', () => {
  const g1 = '-XX:+UseG1GC -Dfml.readTimeout=180';
  const kept = ['-XX:+UseG1GC', '-Dfml.readTimeout=180'];
  const minecraft = { ...curseForgeExport.minecraft, recommendedRam: 8196 };
  // As Prism 9 writes it, with quotes where there is a blank; read 2026-11-29 in importers of it.
  const prism = `[General]\nConfigVersion=1.3\nJvmArgs="${g1} -Dq=\\"a b\\""\nMaxMemAlloc=6144\nMinMemAlloc=512\nOverrideJavaArgs=true\nOverrideMemory=true\nname=A\n`;
  // EnigmaticaModpacks/CreateTogether has these fields in its minecraftinstance.json; read 2026-11-29.
  const curseForge = { ...curseForgeInstance, isMemoryOverride: true, allocatedMemory: 7008 };
  // schema.rs of GDLauncher Carbon and InstanceLauncher.java of ATLauncher, read 2026-11-29.
  const gdl = { extra_java_args: g1, memory: { min_mb: 1024, max_mb: 4096 } };
  const atl = { javaArguments: g1, maximumMemory: 5120, initialMemory: 512 };
  // InstanceJson.java of the FTB App: `memory` and `jvmArgs` begin as the player's own settings; read 2026-11-29.
  const ftb = { memory: 8192, recMemory: 6144, minMemory: 4096, jvmArgs: g1 };
  // legacy_converter.rs of the Modrinth App, read 2026-11-29.
  const profile = { java: { extra_arguments: g1.split(' ') }, memory: { maximum: 4096 } };
  // McbbsModpackManifest.java of HMCL and the format's own description, read 2026-11-29.
  const launchInfo = { minMemory: 2048, supportJava: [8], launchArgument: [''], javaArgument: ['', g1] };

  test.each<[string, Markers, number | null, string[]]>([
    ['CurseForge export', { '../manifest.json': { ...curseForgeExport, minecraft } }, 8196, ['-Xmx8196M']],
    [
      'CurseForge',
      { 'minecraftinstance.json': { ...curseForge, javaArgsOverride: g1 } },
      7008,
      [...kept, '-Xmx7008M'],
    ],
    [
      'CurseForge without its own',
      { 'minecraftinstance.json': { ...curseForge, isMemoryOverride: false, javaArgsOverride: null } },
      null,
      [],
    ],
    ['Prism', { '../mmc-pack.json': multiMcPack, '../instance.cfg': prism }, 6144, [...kept, '-Xmx6G']],
    [
      'old MultiMC',
      { 'instance.cfg': `${oldMultiMc}OverrideMemory=true\nMaxMemAlloc=2048\n` },
      2048,
      ['-Xmx2G'],
    ],
    [
      'MultiMC without its own',
      { '../mmc-pack.json': multiMcPack, '../instance.cfg': prism.replaceAll('=true', '=false') },
      null,
      [],
    ],
    [
      'GDLauncher',
      {
        '../instance.json': {
          ...newGdLauncher,
          game_configuration: { ...newGdLauncher.game_configuration, ...gdl },
        },
      },
      4096,
      [...kept, '-Xmx4G'],
    ],
    [
      'ATLauncher',
      { 'instance.json': { ...atLauncherInstance, launcher: { ...atLauncherInstance.launcher, ...atl } } },
      5120,
      [...kept, '-Xmx5G'],
    ],
    ['FTB App', { 'instance.json': { ...ftbInstance, ...ftb } }, 6144, [...kept, '-Xmx6G']],
    ['Modrinth App', { 'profile.json': { ...modrinthProfile, ...profile } }, 4096, [...kept, '-Xmx4G']],
    ['MCBBS', { 'mcbbs.packmeta': { ...packMeta, launchInfo } }, 2048, [...kept, '-Xmx2G']],
    // variables.txt of ServerPackCreator 5, read 2026-11-29, beside what the same folder says of a client.
    [
      'a server pack',
      { 'variables.txt': 'JAVA="java"\nJAVA_ARGS="-Xmx4G -Xms4G"\n', 'minecraftinstance.json': curseForge },
      4096,
      ['-Xmx4G', '-Xms4G'],
    ],
    ['a blank server pack', { 'variables.txt': 'JAVA_ARGS=\nADDITIONAL_ARGS=-Da=b\n' }, null, []],
  ])('is read: %s', (_, markers, recommendedMemory, startArgs) => {
    expect(read(markers)).toMatchObject({ startArgs, recommendedMemory });
  });

  const of = (args: string, memory = 0) =>
    read({
      'instance.json': { id: '1', launcher: { javaArguments: args, maximumMemory: memory } },
    }).startArgs;

  test.each([
    '-javaagent:C:\\agent.jar',
    '-agentlib:jdwp=transport=dt_socket',
    '-Xbootclasspath/a:x.jar',
    '-cp a.jar',
    '-jar',
    'Main',
    '@args',
    '-Djava.library.path=natives',
    '-Dminecraft.client.jar=client.jar',
    '-Dorg.lwjgl.util.Debug=true',
    '-Dos.name=Windows',
    '-Duser.home=x',
    '-XX:HeapDumpPath=MojangTricksIntelDriversForPerformance_javaw.exe_minecraft.exe.heapdump',
    '-XX:ErrorFile=a.log',
    '-XX:OnOutOfMemoryError=calc.exe',
    '-XX:Flags=.hotspotrc',
    '-Dcom.sun.management.jmxremote.port=9010',
    '-Dlog4j.configurationFile=a.xml',
    '-Dlog4j2.formatMsgNoLookups=false',
    '-Da=/home/me/b',
    '-Da=b"c',
    "-Da='b",
    '-Da=$(touch)',
    '-Da=b;c',
    '-Da=b\\c',
    '-Dü=1',
    '-Xmx6GB',
    '-xmx6G',
    '-Xmx1M',
    '-Xmx999T',
    '-Xss8G',
    '-d64',
    '--add-opens',
  ])('for a client alone, or on its machine, is left out: %s', (argument) => {
    expect(of(`-Dbefore=1 ${argument} -Dafter=https://a.example/b`)).toEqual([
      '-Dbefore=1',
      '-Dafter=https://a.example/b',
    ]);
  });

  test('is bounded, said once, and is what Java starts with', () => {
    expect(of('-Xmx4G -XX:+UseZGC -Xmx6G -XX:-UseZGC')).toEqual(['-Xmx6G', '-XX:-UseZGC']);
    expect(of('-Xms8G', 4096)).toEqual(['-Xmx4G']);
    expect(of('"-Xmx4G" "-Da=1"')).toEqual(['-Xmx4G', '-Da=1']);
    expect(of('--add-modules jdk.incubator.vector')).toEqual(['--add-modules=jdk.incubator.vector']);
    expect(of(Array.from({ length: 100 }, (_, n) => `-Da${n}`).join(' '))).toHaveLength(64);
    expect(of(`-Da=${'x'.repeat(200)}`)).toEqual([]);
    expect(
      of(Array.from({ length: 20 }, (_, n) => `-Da${n}=${'x'.repeat(180)}`).join(' ')).join('').length,
    ).toBeLessThanOrEqual(2_000);
  });
});

describe('of a CurseForge export', () => {
  test.each([{ manifestType: 'minecraftModpack' }, { minecraft: {} }, { manifestType: 'x', minecraft: {} }])(
    '%j is enough to know it by',
    (content) => {
      const manifest = { kind: 'CURSEFORGE_EXPORT', ...loader(null, null, null) };
      expect(read({ 'manifest.json': content })).toMatchObject({ manifest });
    },
  );
});

describe('the mods that a marker names', () => {
  const numbers = [
    { projectID: 1, required: false },
    { projectID: 2, required: 'false' },
    { fileID: 3 },
    'x',
  ];
  const optional = { path: null, isOptional: true };
  const servers = ['required', 'optional', 'unsupported'].map((server) => ({
    path: `.\\mods\\${server}.jar`,
    env: { server },
  }));
  test.each<[string, Markers, object[]]>([
    ['by number', { '../manifest.json': curseForgeExport }, [numbered, numbered]],
    [
      'by number, some missing',
      { 'manifest.json': { ...curseForgeExport, files: numbers } },
      [optional, optional],
    ],
    ['by number, in the form of MCBBS', { 'mcbbs.packmeta': packMeta }, [numbered]],
    [
      'by path, where a server may have them',
      { '../modrinth.index.json': modrinthIndex },
      [{ path: 'mods/lithium.jar', isOptional: false }],
    ],
    [
      'by path, some of which it need not have',
      { 'modrinth.index.json': { ...modrinthIndex, files: servers } },
      [
        { path: 'mods/required.jar', isOptional: false },
        { path: 'mods/optional.jar', isOptional: true },
      ],
    ],
  ])('are those %s', (_, markers, referenced) => {
    expect(read(markers).referencedMods).toEqual(referenced);
  });

  test.each([
    [3, []],
    [
      5,
      [
        {
          code: 'MANIFEST_TOO_LONG',
          error:
            'modrinth.index.json names 5 mods; whether they are there was looked at for the first 3 only.',
          entry: '../modrinth.index.json',
        },
      ],
    ],
  ])('are kept up to the limit of three, of %i', (count, told) => {
    const files = Array.from({ length: count }, (_, n) => ({ path: `mods/${n}.jar` }));
    const { referencedMods, warnings } = read({ '../modrinth.index.json': { ...modrinthIndex, files } }, 3);
    expect(referencedMods.map(({ path }) => path)).toEqual(['mods/0.jar', 'mods/1.jar', 'mods/2.jar']);
    expect(warnings).toEqual(told);
  });
});

test.each([0, '0', '000', -1, null, 'my-pack', '', 1.5, true, {}])(
  'a CurseForge instance has no ids when they are %j',
  (id) => {
    const manifest = { ...curseForgeInstance, projectID: id, fileID: id };
    const found = read({ 'minecraftinstance.json': manifest });
    expect(found).toMatchObject({ manifest: { projectID: null, versionID: null }, referencedMods: [] });
  },
);

describe('the settings of a MultiMC or Prism instance', () => {
  const readWith = (text: string) =>
    read({ '../mmc-pack.json': multiMcPack, '../instance.cfg': text }).manifest;

  test.each([
    ['"Create, Delight"', 'Create, Delight'],
    ['"Say \\"hi\\"; C:\\\\x"', 'Say "hi"; C:\\x'],
    ['Caf\\xe9 \\x65e5\\x672c', 'Café 日本'],
    ['No\\#1\\tof\\nmany', 'No#1 of many'],
    ['"', '"'],
    ['My "own" pack', 'My "own" pack'],
    ['100\\', '100\\'],
    ['"Say" it', '"Say" it'],
    ['Say "it"', 'Say "it"'],
    ['a\\ b', 'a b'],
    [' "a, b" \r', 'a, b'],
  ])('give the name %s as the launcher meant it', (written, name) => {
    expect(readWith(`[General]\nname=${written}\n`)?.name).toBe(name);
  });

  const many = Array.from({ length: 20 }, (_, n) => `setting${n}=1`).join('\n');
  test.each([
    ['at the end of a file that does not end its line', '[General]\nname=x', 'x'],
    ['behind an empty line', '\nname=x\n', 'x'],
    ['with spaces about its key', '[General]\n name = x\n', 'x'],
    ['of which the first counts', '[General]\nname=x\nname=y\n', 'x'],
    ['but not when it is empty', '[General]\nname=\nname=y\n', 'y'],
    ['behind many others', `${many}\nname=x\n`, 'x'],
    ['of a pack where the instance has none', 'ManagedPackName=x\n', 'x'],
    ['that is not there', '[General]\n=x\nnames=x\n', null],
  ])('give a name %s', (_, text, name) => {
    expect(readWith(text)?.name).toBe(name);
  });

  const managed = (type: string, id: string) =>
    `name=x\nManagedPack=true\nManagedPackType=${type}\nManagedPackID=${id}\nManagedPackVersionID=${id}\n`;
  test.each([
    ['flame', managed('flame', '123456'), { projectID: '123456', versionID: '123456' }],
    ['modrinth', managed('modrinth', 'AbCdEfGh'), { projectID: 'AbCdEfGh' }],
    ['a label', managed('technic', 'tekkit'), { projectID: null, versionID: null }],
    ['none that is managed', managed('flame', '1').replace('true', 'false'), { projectID: null }],
    ['a version', 'ManagedPack=true\nManagedPackVersionName=1.2\n', { version: '1.2' }],
    ['no version', 'ManagedPack=true\n', { version: null }],
    ['none that is managed', 'ManagedPack=false\nManagedPackVersionName=1.2\n', { version: null }],
  ])('give what Prism keeps of a managed pack: %s', (_, text, said) => {
    expect(readWith(text)).toMatchObject(said);
  });
});

test('an instance.json of GDLauncher names a Modrinth version by version_id', () => {
  const modpack = { platform: 'Modrinth', project_id: 'AbCdEfGh', version_id: 'HgFeDcBa' };
  const { manifest } = read({ '../instance.json': { ...newGdLauncher, modpack } });
  expect(manifest).toMatchObject({ projectID: 'AbCdEfGh', versionID: 'HgFeDcBa' });
});

test('an instance.json is told by its content wherever it lies', () => {
  expect(read({ 'instance.json': newGdLauncher }).manifest?.kind).toBe('GDLAUNCHER');
  expect(read({ '../instance.json': atLauncherInstance }).manifest?.kind).toBe('ATLAUNCHER');
});

// The first of each comes before the others.
test.each<[Markers]>([
  [{ 'minecraftinstance.json': curseForgeInstance, 'manifest.json': curseForgeExport }],
  [{ 'instance.json': atLauncherInstance, 'manifest.json': curseForgeExport }],
  [{ '../instance.json': newGdLauncher, 'manifest.json': curseForgeExport }],
  [{ '../mmc-pack.json': multiMcPack, 'manifest.json': curseForgeExport }],
  [{ 'config.json': oldGdLauncher, 'manifest.json': curseForgeExport }],
  [{ '../instance.json': newGdLauncher, '../manifest.json': curseForgeExport }],
  [{ '../mmc-pack.json': multiMcPack, '../manifest.json': curseForgeExport }],
  [{ '../manifest.json': curseForgeExport, 'minecraftinstance.json': curseForgeInstance }],
  [{ '../manifest.json': curseForgeExport, '../mcbbs.packmeta': packMeta }],
  [{ 'mmc-pack.json': multiMcPack, 'instance.cfg': oldMultiMc }],
])('of several markers the first counts: case %#', (markers) => {
  const [file = ''] = Object.keys(markers);
  const referencedMods = file === '../manifest.json' ? [numbered, numbered] : [];
  expect(read(markers)).toMatchObject({ manifest: { file }, referencedMods });
});

describe('a marker', () => {
  test('that is no JSON is a warning, and the next one is read', () => {
    const reading = read({ 'minecraftinstance.json': '{"name": ', 'instance.json': atLauncherInstance });
    expect(reading.manifest?.kind).toBe('ATLAUNCHER');
    expect(reading.warnings).toEqual([
      {
        code: 'MANIFEST_UNREADABLE',
        error:
          'minecraftinstance.json is not the JSON that launchers write (expected a value in line 1, the text ends), ' +
          'so nothing was read from it.',
        entry: 'minecraftinstance.json',
      },
    ]);
  });

  test('that is no JSON is named without its folder', () => {
    expect(read({ '../manifest.json': '{' }).warnings).toMatchObject([
      { error: expect.stringMatching(/^manifest\.json is not the JSON/), entry: '../manifest.json' },
    ]);
  });

  test.each([
    ['a byte-order mark', `\ufeff${JSON.stringify(atLauncherInstance)}`],
    ['a trailing comma', JSON.stringify(atLauncherInstance).replace(/\}$/, ',}')],
    ['UTF-16', Buffer.from(`\ufeff${JSON.stringify(atLauncherInstance)}`, 'utf16le')],
  ])('is read in spite of %s', (_, content) => {
    expect(read({ 'instance.json': content })).toMatchObject({
      manifest: { name: 'An AT Pack' },
      warnings: [],
    });
  });

  test.each(['[]', 'null', '7', '"x"', '{"launcher":[]}', '{"__proto__":{"launcher":{"name":"x"}}}'])(
    'that is only %s gives no manifest that could mislead',
    (content) => {
      const reading = read({
        'instance.json': content,
        'manifest.json': content,
        'modrinth.index.json': content,
      });
      expect(reading.manifest?.name ?? null).toBeNull();
    },
  );

  test('that is nested a hundred thousand deep is survived', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(read({ 'manifest.json': deep, 'instance.json': `{"launcher":${deep},}` }).manifest).toBeNull();
  });

  test('with fields of the wrong kind gives null for them', () => {
    const launcher = { name: ['x'], version: {}, loaderVersion: 'Forge', curseForgeProject: 7 };
    expect(read({ 'instance.json': { id: null, launcher } }).manifest).toEqual(
      manifestOf('ATLAUNCHER', 'instance.json'),
    );
  });
});

describe('the difference between manifest and run configuration', () => {
  const silent = manifestOf('ATLAUNCHER', '../instance.json');
  const said = (of: Partial<LauncherManifest>) => ({
    ...silent,
    ...loader('NeoForge', '47.1.79', '1.20.1'),
    ...of,
  });
  const differences = (theirs: LauncherManifest, ours: Partial<RunConfiguration>) =>
    manifestDifferences(theirs, { ...forgeRun, ...loaderOfRun, ...ours }).map(({ code, error }) => [
      code,
      error,
    ]);
  const loaderOfRun = { modloader: 'NeoForge', modloaderVersion: '47.1.79' } as const;

  test.each<[string, LauncherManifest, Partial<RunConfiguration>]>([
    ['versions that agree', said({}), {}],
    ['a silent manifest', silent, {}],
    ['a word for a version', said({ modloaderVersion: 'recommended' }), {}],
    ['a missing last zero', said({ gameVersion: '1.21.0' }), { gameVersion: '1.21' }],
    ['the game version before the loader version', said({}), { modloaderVersion: '1.20.1-47.1.79' }],
    ['the game version behind it', said({ modloaderVersion: '47.1.79-1.20.1' }), {}],
    ['another case', said({ modloaderVersion: '47.1.79-BETA' }), { modloaderVersion: '47.1.79-beta' }],
    ['a letter that says version', said({ modloaderVersion: ' V47.1.79 ' }), {}],
    ['the Fabric of launchers', said({ modloader: 'Fabric' }), { modloader: 'LegacyFabric' }],
  ])('is none with %s', (_, theirs, ours) => {
    expect(differences(theirs, ours)).toEqual([]);
  });

  const words = (what: string, theirs: string, ours: string) =>
    `instance.json says ${what} ${theirs}; the server pack is built for ${ours} as requested.`;
  test.each<[string, LauncherManifest, Partial<RunConfiguration>, [string, string][]]>([
    [
      'each version',
      said({}),
      { gameVersion: '1.20.2', modloaderVersion: '20.2.3' },
      [
        ['GAME_VERSION_DIFFERS', words('game version', '1.20.1', '1.20.2')],
        ['MODLOADER_VERSION_DIFFERS', words('modloader version', '47.1.79', '20.2.3')],
      ],
    ],
    [
      'the loader, and not of its versions then',
      said({}),
      { modloader: 'Forge', modloaderVersion: '47.2.0' },
      [['MODLOADER_DIFFERS', words('modloader', 'NeoForge', 'Forge')]],
    ],
    ...[
      ['1.0v2', '1.02'],
      ['vanilla', 'anilla'],
    ].map(
      ([theirs = '', ours = '']): [
        string,
        LauncherManifest,
        Partial<RunConfiguration>,
        [string, string][],
      ] => [
        `${theirs} for ${ours}`,
        said({ modloaderVersion: theirs }),
        { modloaderVersion: ours },
        [['MODLOADER_VERSION_DIFFERS', words('modloader version', theirs, ours)]],
      ],
    ),
  ])('is told of %s', (_, theirs, ours, told) => {
    expect(differences(theirs, ours)).toEqual(told);
  });
});
