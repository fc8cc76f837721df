import { describe, expect, test } from 'vitest';
import { manifestDifferences, manifestFileNames, readManifest } from '../../src/archive/manifests/index.ts';
import type { LauncherManifest } from '../../src/archive/report.ts';
import { type RunConfiguration, runDefaults } from '../../src/archive/run-configuration.ts';

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

describe('a CurseForge export', () => {
  test('gives the primary loader with all of its version, and the mods it only numbers', () => {
    expect(read({ '../manifest.json': curseForgeExport })).toEqual({
      manifest: {
        kind: 'CURSEFORGE_EXPORT',
        file: '../manifest.json',
        name: 'Craft & Co',
        version: '1.4.0',
        projectID: null,
        versionID: null,
        gameVersion: '1.20.4',
        modloader: 'NeoForge',
        modloaderVersion: '20.4.80-beta',
      },
      warnings: [],
      referencedMods: [numbered, numbered],
    });
  });

  test.each([
    ['forge-36.2.39', '1.16.5', 'Forge', '36.2.39'],
    ['fabric-0.15.6', '1.20.4', 'Fabric', '0.15.6'],
    ['quilt-0.24.0', '1.20.4', 'Quilt', '0.24.0'],
    ['neoforge-1.20.1-47.1.79', '1.20.1', 'NeoForge', '47.1.79'],
    ['neoforge-26.1.0.5', '26.1', 'NeoForge', '26.1.0.5'],
    ['forge-10.13.4.1614-1.7.10', '1.7.10', 'Forge', '10.13.4.1614-1.7.10'],
  ])('reads the loader id %s for %s', (id, version, modloader, modloaderVersion) => {
    const minecraft = { version, modLoaders: [{ id, primary: true }] };
    expect(read({ 'manifest.json': { ...curseForgeExport, minecraft } }).manifest).toMatchObject({
      gameVersion: version,
      modloader,
      modloaderVersion,
    });
  });

  test('takes the first loader when none is primary, and none when there is none', () => {
    const withLoaders = (modLoaders: object[]) =>
      read({ 'manifest.json': { ...curseForgeExport, minecraft: { version: '1.16.5', modLoaders } } })
        .manifest;
    expect(withLoaders([{ id: 'forge-36.2.39' }, { id: 'fabric-0.15.6' }])).toMatchObject({
      modloader: 'Forge',
    });
    expect(withLoaders([])).toMatchObject({ modloader: null, modloaderVersion: null });
  });

  test('names files by the numbers of their projects, of which some may be missing', () => {
    const files = [
      { projectID: 1, required: false },
      { projectID: 2, required: 'false' },
      { fileID: 3 },
      'x',
    ];
    expect(read({ 'manifest.json': { ...curseForgeExport, files } }).referencedMods).toEqual([
      { path: null, isOptional: true },
      { path: null, isOptional: true },
    ]);
  });

  test('is known by its type or by what it says of the game', () => {
    for (const content of [
      { manifestType: 'minecraftModpack' },
      { minecraft: {} },
      { manifestType: 'x', minecraft: {} },
    ])
      expect(read({ 'manifest.json': content }).manifest).toMatchObject({
        kind: 'CURSEFORGE_EXPORT',
        gameVersion: null,
        modloader: null,
      });
    expect(read({ 'manifest.json': { manifestType: 'x', minecraft: '1.20.1' } }).manifest).toBeNull();
  });

  test('is told from other files of that name', () => {
    expect(read({ 'manifest.json': { files: ['mods/a.jar'], minecraftVersion: '1.20.1' } })).toEqual({
      manifest: null,
      warnings: [],
      referencedMods: [],
    });
  });
});

describe('a CurseForge instance', () => {
  test('gives ids, versions and the loader', () => {
    expect(read({ 'minecraftinstance.json': curseForgeInstance })).toEqual({
      manifest: {
        kind: 'CURSEFORGE_INSTANCE',
        file: 'minecraftinstance.json',
        name: 'An Instance',
        version: null,
        projectID: '876543',
        versionID: '5123456',
        gameVersion: '1.20.4',
        modloader: 'Fabric',
        modloaderVersion: '0.15.6',
      },
      warnings: [],
      referencedMods: [],
    });
  });

  test.each([
    ['forge-47.2.0', '47.2.0', '1.20.1', 'Forge'],
    ['quilt-0.24.0-1.20.4', '0.24.0', '1.20.4', 'Quilt'],
    ['neoforge-20.4.80-beta', '20.4.80-beta', '1.20.4', 'NeoForge'],
  ])('reads the base loader %s', (name, forgeVersion, minecraftVersion, modloader) => {
    const expected = { modloader, modloaderVersion: forgeVersion, gameVersion: minecraftVersion };
    const base = { name, forgeVersion, minecraftVersion };
    expect(
      read({ 'minecraftinstance.json': { ...curseForgeInstance, baseModLoader: base } }).manifest,
    ).toMatchObject(expected);
    const bare = { name, minecraftVersion };
    expect(
      read({ 'minecraftinstance.json': { ...curseForgeInstance, baseModLoader: bare } }).manifest,
    ).toMatchObject(expected);
  });

  test('of a loader that nobody knows gives none, nor its version', () => {
    const baseModLoader = { name: 'risugami-1.2.5', forgeVersion: '1.2', minecraftVersion: '1.2.5' };
    expect(read({ 'minecraftinstance.json': { ...curseForgeInstance, baseModLoader } })).toMatchObject({
      manifest: { gameVersion: '1.2.5', modloader: null, modloaderVersion: null },
      warnings: [],
    });
  });

  test('is no text or number', () => {
    for (const content of ['"x"', '7', 'null'])
      expect(read({ 'minecraftinstance.json': content })).toMatchObject({ manifest: null, warnings: [] });
  });

  test.each([0, '0', '000', -1, null, 'my-pack', '', 1.5, true, {}])('has no ids when they are %j', (id) => {
    const manifest = { ...curseForgeInstance, projectID: id, fileID: id };
    expect(read({ 'minecraftinstance.json': manifest }).manifest).toMatchObject({
      projectID: null,
      versionID: null,
    });
  });
});

describe('a Modrinth pack', () => {
  test('gives name, label and loader, no ids, and the mods it names that a server may have', () => {
    expect(read({ '../modrinth.index.json': modrinthIndex })).toEqual({
      manifest: {
        kind: 'MODRINTH',
        file: '../modrinth.index.json',
        name: 'A Modrinth Pack',
        version: '2.0.1',
        projectID: null,
        versionID: null,
        gameVersion: '1.21.1',
        modloader: 'Fabric',
        modloaderVersion: '0.16.10',
      },
      warnings: [],
      referencedMods: [{ path: 'mods/lithium.jar', isOptional: false }],
    });
  });

  test.each([
    ['forge', 'Forge'],
    ['neoforge', 'NeoForge'],
    ['fabric-loader', 'Fabric'],
    ['quilt-loader', 'Quilt'],
  ])('knows %s as %s', (key, modloader) => {
    const dependencies = { minecraft: '1.20.1', [key]: '1.2.3' };
    expect(read({ 'modrinth.index.json': { ...modrinthIndex, dependencies } }).manifest).toMatchObject({
      modloader,
      modloaderVersion: '1.2.3',
    });
  });
});

describe('the index of a Modrinth pack', () => {
  test('names mods that a server need not have', () => {
    const files = ['required', 'optional', 'unsupported'].map((server) => ({
      path: `.\\mods\\${server}.jar`,
      env: { server },
    }));
    expect(read({ 'modrinth.index.json': { ...modrinthIndex, files } }).referencedMods).toEqual([
      { path: 'mods/required.jar', isOptional: false },
      { path: 'mods/optional.jar', isOptional: true },
    ]);
  });

  test('has the version of its form and what it depends on, or is none', () => {
    const { formatVersion, dependencies, ...rest } = modrinthIndex;
    for (const content of [
      { ...rest, formatVersion },
      { ...rest, dependencies },
      { ...rest, formatVersion, dependencies: 'x' },
    ])
      expect(read({ 'modrinth.index.json': content })).toMatchObject({ manifest: null, warnings: [] });
  });

  test('may have no loader', () => {
    const dependencies = { minecraft: '1.20.1' };
    expect(read({ 'modrinth.index.json': { ...modrinthIndex, dependencies } })).toMatchObject({
      manifest: { gameVersion: '1.20.1', modloader: null, modloaderVersion: null },
      warnings: [],
    });
  });
});

describe('a MultiMC or Prism instance', () => {
  // PackProfile.cpp of Prism at 01509f7, read 2026-11-27: "version" is written only where one was chosen.
  test('has the version that was used last where none was chosen', () => {
    const components = [
      { uid: 'net.minecraft', cachedVersion: '1.20.1', dependencyOnly: true },
      { uid: 'net.minecraftforge', cachedName: 'Forge', cachedVersion: '47.2.0' },
    ];
    expect(read({ 'mmc-pack.json': { components, formatVersion: 1 } }).manifest).toMatchObject({
      gameVersion: '1.20.1',
      modloader: 'Forge',
      modloaderVersion: '47.2.0',
    });
  });

  test('gives versions by its components and the name by instance.cfg', () => {
    const settings = '[General]\r\nConfigVersion=1.2\r\niconKey=modrinth-AbCdEfGh\r\nname=My = Pack\r\n';
    expect(read({ '../mmc-pack.json': multiMcPack, '../instance.cfg': settings }).manifest).toEqual({
      kind: 'MULTIMC',
      file: '../mmc-pack.json',
      name: 'My = Pack',
      version: null,
      projectID: null,
      versionID: null,
      gameVersion: '1.20.1',
      modloader: 'Quilt',
      modloaderVersion: '0.24.0',
    });
  });

  test.each([
    ['net.minecraftforge', 'Forge'],
    ['net.neoforged', 'NeoForge'],
    ['net.fabricmc.fabric-loader', 'Fabric'],
    ['org.quiltmc.quilt-loader', 'Quilt'],
  ])('knows the component %s as %s', (uid, modloader) => {
    const components = [
      { uid: 'net.minecraft', version: '1.20.1' },
      { uid, version: '4.5.6' },
    ];
    expect(read({ 'mmc-pack.json': { components } }).manifest).toMatchObject({
      modloader,
      modloaderVersion: '4.5.6',
    });
  });

  test('passes over components that are switched off', () => {
    const components = [
      { uid: 'net.minecraftforge', version: '47.2.0', disabled: true },
      { uid: 'net.minecraft', version: '1.20.1' },
      { uid: 'net.fabricmc.fabric-loader', version: '0.15.6', disabled: false },
    ];
    expect(read({ '../mmc-pack.json': { components } }).manifest).toMatchObject({
      gameVersion: '1.20.1',
      modloader: 'Fabric',
    });
  });

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
  ])('reads the name %s as the launcher meant it', (written, name) => {
    const markers = { '../mmc-pack.json': multiMcPack, '../instance.cfg': `[General]\nname=${written}\n` };
    expect(read(markers).manifest?.name).toBe(name);
  });

  test('gives the ids that Prism keeps of a managed pack, unless they are labels', () => {
    const settings = (type: string, id: string) =>
      `name=x\nManagedPack=true\nManagedPackType=${type}\nManagedPackID=${id}\nManagedPackVersionID=${id}\n`;
    const idOf = (text: string) =>
      read({ '../mmc-pack.json': multiMcPack, '../instance.cfg': text }).manifest;
    expect(idOf(settings('flame', '123456'))).toMatchObject({ projectID: '123456', versionID: '123456' });
    expect(idOf(settings('modrinth', 'AbCdEfGh'))).toMatchObject({ projectID: 'AbCdEfGh' });
    expect(idOf(settings('technic', 'tekkit'))).toMatchObject({ projectID: null, versionID: null });
    expect(idOf(settings('flame', '1').replace('true', 'false'))).toMatchObject({ projectID: null });
  });
});

describe('the settings of a MultiMC or Prism instance', () => {
  const readWith = (text: string) =>
    read({ '../mmc-pack.json': multiMcPack, '../instance.cfg': text }).manifest;

  test.each([
    ['at the end of a file that does not end its line', '[General]\nname=x', 'x'],
    ['behind an empty line', '\nname=x\n', 'x'],
    ['with spaces about its key', '[General]\n name = x\n', 'x'],
    ['of which the first counts', '[General]\nname=x\nname=y\n', 'x'],
    ['but not when it is empty', '[General]\nname=\nname=y\n', 'y'],
    [
      'behind many others',
      `${Array.from({ length: 20 }, (_, n) => `setting${n}=1`).join('\n')}\nname=x\n`,
      'x',
    ],
    ['of a pack where the instance has none', 'ManagedPackName=x\n', 'x'],
    ['that is not there', '[General]\n=x\nnames=x\n', null],
  ])('give a name %s', (_, text, name) => {
    expect(readWith(text)?.name).toBe(name);
  });

  test('give the version of a pack that is managed', () => {
    expect(readWith('ManagedPack=true\nManagedPackVersionName=1.2\n')?.version).toBe('1.2');
    expect(readWith('ManagedPack=true\n')?.version).toBeNull();
    expect(readWith('ManagedPack=false\nManagedPackVersionName=1.2\n')?.version).toBeNull();
  });
});

describe('the components of a MultiMC or Prism instance', () => {
  test('are a list, or it is none', () => {
    for (const content of [{}, { components: 'x' }, { components: { uid: 'net.minecraft' } }])
      expect(read({ 'mmc-pack.json': content })).toMatchObject({ manifest: null, warnings: [] });
  });

  test('may be without a loader', () => {
    const components = [{ uid: 'net.minecraft', version: '1.20.1' }];
    expect(read({ 'mmc-pack.json': { components } })).toMatchObject({
      manifest: { gameVersion: '1.20.1', modloader: null, modloaderVersion: null },
      warnings: [],
    });
  });
});

describe('GDLauncher', () => {
  test('in its old form keeps everything in config.json', () => {
    expect(read({ 'config.json': oldGdLauncher }).manifest).toEqual({
      kind: 'GDLAUNCHER_LEGACY',
      file: 'config.json',
      name: 'An Old Pack',
      version: null,
      projectID: '234567',
      versionID: '3456789',
      gameVersion: '1.18.2',
      modloader: 'Forge',
      modloaderVersion: '40.2.9',
    });
  });

  test('in its new form keeps instance.json above the game folder', () => {
    expect(read({ '../instance.json': newGdLauncher }).manifest).toEqual({
      kind: 'GDLAUNCHER',
      file: '../instance.json',
      name: 'A New Pack',
      version: null,
      projectID: '345678',
      versionID: '4567890',
      gameVersion: '1.18.2',
      modloader: 'Forge',
      modloaderVersion: '40.2.10',
    });
  });

  test('names a Modrinth version by version_id', () => {
    const modpack = { platform: 'Modrinth', project_id: 'AbCdEfGh', version_id: 'HgFeDcBa' };
    expect(read({ '../instance.json': { ...newGdLauncher, modpack } }).manifest).toMatchObject({
      projectID: 'AbCdEfGh',
      versionID: 'HgFeDcBa',
    });
  });

  test('is told from any other config.json', () => {
    expect(read({ 'config.json': { theme: 'dark' } }).manifest).toBeNull();
  });
});

describe('ATLauncher', () => {
  test('keeps instance.json in the game folder, and the file id under launcher', () => {
    expect(read({ 'instance.json': atLauncherInstance }).manifest).toEqual({
      kind: 'ATLAUNCHER',
      file: 'instance.json',
      name: 'An AT Pack',
      version: '7.1',
      projectID: '456789',
      versionID: '5678901',
      gameVersion: '1.20.1',
      modloader: 'NeoForge',
      modloaderVersion: '47.1.79',
    });
  });

  test('is told from GDLauncher by its content wherever instance.json lies', () => {
    expect(read({ 'instance.json': newGdLauncher }).manifest?.kind).toBe('GDLAUNCHER');
    expect(read({ '../instance.json': atLauncherInstance }).manifest?.kind).toBe('ATLAUNCHER');
  });

  test.each([
    ['Forge', 'Forge'],
    ['LegacyFabric', 'LegacyFabric'],
    ['Legacy Fabric', 'LegacyFabric'],
    ['Fabric', 'Fabric'],
    ['Paper', null],
  ])('with loader type %s has the modloader %s', (type, modloader) => {
    const launcher = { ...atLauncherInstance.launcher, loaderVersion: { type, version: '1.0' } };
    expect(read({ 'instance.json': { ...atLauncherInstance, launcher } }).manifest).toMatchObject({
      modloader,
    });
  });
});

describe('of several markers', () => {
  test('one of an instance comes before the export it was made from', () => {
    for (const instance of [
      { 'minecraftinstance.json': curseForgeInstance },
      { 'instance.json': atLauncherInstance },
      { '../instance.json': newGdLauncher },
      { '../mmc-pack.json': multiMcPack },
      { 'config.json': oldGdLauncher },
    ])
      expect(read({ ...instance, 'manifest.json': curseForgeExport })).toMatchObject({
        manifest: { file: Object.keys(instance)[0] },
        referencedMods: [],
      });
  });

  test('one of an instance above the game folder comes before the export beside it', () => {
    for (const instance of [{ '../instance.json': newGdLauncher }, { '../mmc-pack.json': multiMcPack }])
      expect(read({ ...instance, '../manifest.json': curseForgeExport })).toMatchObject({
        manifest: { file: Object.keys(instance)[0] },
        referencedMods: [],
      });
  });

  test('an export above the game folder comes before what its overrides hold', () => {
    const reading = read({
      '../manifest.json': curseForgeExport,
      'minecraftinstance.json': curseForgeInstance,
    });
    expect(reading).toMatchObject({
      manifest: { kind: 'CURSEFORGE_EXPORT' },
      referencedMods: [numbered, numbered],
    });
  });
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
    expect(read({ 'instance.json': { id: null, launcher } }).manifest).toEqual({
      kind: 'ATLAUNCHER',
      file: 'instance.json',
      name: null,
      version: null,
      projectID: null,
      versionID: null,
      gameVersion: null,
      modloader: null,
      modloaderVersion: null,
    });
  });
});

/** What a marker comes to that says nothing. */
const silentManifest: LauncherManifest = {
  kind: 'ATLAUNCHER',
  file: 'instance.json',
  name: null,
  version: null,
  projectID: null,
  versionID: null,
  gameVersion: null,
  modloader: null,
  modloaderVersion: null,
};

// MCBBS' form, as HMCL and PCL write it; after imports of it in Zalith Launcher and BBSMC, read 2026-11-27.
describe('an MCBBS pack', () => {
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
  const manifest = {
    kind: 'MCBBS',
    name: '国内整合包',
    version: '2.0',
    gameVersion: '1.16.5',
    modloader: 'Forge',
    modloaderVersion: '36.2.39',
  };

  test.each(['../mcbbs.packmeta', 'mcbbs.packmeta', '../manifest.json', 'manifest.json'])(
    'is known by %s, and names mods by number',
    (file) => {
      const found = read({ [file]: packMeta });
      expect(found).toMatchObject({ manifest: { ...manifest, file }, referencedMods: [numbered] });
    },
  );

  test.each([
    ['neoforge', '21.1.72', 'NeoForge'],
    ['fabric', '0.16.10', 'Fabric'],
    ['quilt', '0.29.0', 'Quilt'],
    ['optifine', 'HD_U_G8', null],
  ])('knows the addon %s', (id, version, modloader) => {
    const addons = [
      { id: 'game', version: '1.21.1' },
      { id, version },
    ];
    expect(read({ 'mcbbs.packmeta': { ...packMeta, addons } }).manifest).toMatchObject({
      modloader,
      modloaderVersion: modloader && version,
    });
  });

  test("does not stand in the way of a CurseForge manifest beside it, whose files' numbers count", () => {
    const found = read({ '../mcbbs.packmeta': packMeta, '../manifest.json': curseForgeExport });
    expect(found.manifest?.kind).toBe('CURSEFORGE_EXPORT');
  });
});

// FTB-App at 1d29a2c (InstanceJson.java and its tasks for loaders), read 2026-11-27.
describe('an instance of the FTB App', () => {
  const instance = {
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

  test('gives versions, ids and the loader by the name of its version', () => {
    expect(read({ 'instance.json': instance }).manifest).toEqual({
      kind: 'FTB_APP',
      file: 'instance.json',
      name: 'FTB StoneBlock 4',
      version: '1.0.3',
      projectID: '126',
      versionID: '12599',
      gameVersion: '1.21.1',
      modloader: 'NeoForge',
      modloaderVersion: '21.1.72',
    });
  });

  test.each([
    ['1.20.1', '1.20.1-forge-47.2.0', 'Forge', '47.2.0'],
    ['1.7.10', '1.7.10-Forge10.13.4.1614-1.7.10', 'Forge', '10.13.4.1614-1.7.10'],
    ['1.6.4', '1.6.4-forge1.6.4-9.11.1.1345', 'Forge', '9.11.1.1345'],
    ['1.20.1', 'fabric-loader-1.20.1-0.14.21', 'Fabric', '0.14.21'],
    ['1.20.1', 'quilt-loader-1.20.1-0.20.2', 'Quilt', '0.20.2'],
    ['1.20.1', '1.20.1', null, null],
  ])('for %s reads %s', (mcVersion, modLoader, modloader, modloaderVersion) => {
    const { manifest } = read({ 'instance.json': { ...instance, mcVersion, modLoader } });
    expect(manifest).toMatchObject({ kind: 'FTB_APP', gameVersion: mcVersion, modloader, modloaderVersion });
  });
});

// Shape as in the types of @xmcl and in the App's own import of it, read 2026-11-27.
describe('a profile of the Modrinth App', () => {
  const profile = {
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

  test('gives name, ids, versions and loader', () => {
    expect(read({ 'profile.json': profile }).manifest).toEqual({
      kind: 'MODRINTH_APP',
      file: 'profile.json',
      name: 'Aged',
      version: null,
      projectID: 'B5t1Hbl3',
      versionID: 'ZLqxyIJJ',
      gameVersion: '1.20.1',
      modloader: 'Forge',
      modloaderVersion: '47.2.0',
    });
  });

  test('without a loader, and any other file of that name, says no more than it does', () => {
    const vanilla = { metadata: { ...profile.metadata, loader: 'vanilla', loader_version: null } };
    expect(read({ 'profile.json': vanilla }).manifest).toMatchObject({
      modloader: null,
      modloaderVersion: null,
    });
    expect(read({ 'profile.json': { metadata: { name: 'x' } } }).manifest).toBeNull();
  });
});

// MultiMC before 0.6 (setOldConfigVersion takes these over to mmc-pack.json), read 2026-11-27.
describe('an old MultiMC instance', () => {
  const settings = 'InstanceType=OneSix\nIntendedVersion=1.7.10\niconKey=default\nname=My Pack\n';

  test.each(['instance.cfg', '../instance.cfg'])('has its versions in %s', (file) => {
    expect(read({ [file]: settings }).manifest).toMatchObject({
      kind: 'MULTIMC',
      file,
      name: 'My Pack',
      gameVersion: '1.7.10',
      modloader: null,
    });
    const withForge = `${settings}ForgeVersion=10.13.4.1614-1.7.10\n`;
    expect(read({ [file]: withForge }).manifest).toMatchObject({
      modloader: 'Forge',
      modloaderVersion: '10.13.4.1614-1.7.10',
    });
  });

  test('says nothing where it names no version, and less than mmc-pack.json', () => {
    expect(read({ 'instance.cfg': 'InstanceType=OneSix\nname=My Pack\n' }).manifest).toBeNull();
    const both = read({ 'instance.cfg': settings, 'mmc-pack.json': multiMcPack });
    expect(both.manifest).toMatchObject({ gameVersion: '1.20.1', modloader: 'Quilt' });
  });
});

describe("a loader version with the game's", () => {
  // mcLaunch#23, read 2026-11-27.
  test.each([
    ['forge', '1.20.1', '1.20.1-47.2.0', '47.2.0'],
    ['neoforge', '1.20.1', '1.20.1-47.1.79', '47.1.79'],
    ['neoforge', '1.21.1', '1.21.1-21.1.72', '21.1.72'],
    ['fabric-loader', '1.20.4', '0.15.6-1.20.4', '0.15.6'],
  ])('is cut in a Modrinth pack: %s for %s', (id, minecraft, version, modloaderVersion) => {
    const dependencies = { minecraft, [id]: version };
    const { manifest } = read({ '../modrinth.index.json': { ...modrinthIndex, dependencies } });
    expect(manifest).toMatchObject({ modloaderVersion });
  });

  test('is a difference to none that a word says', () => {
    const said = { ...silentManifest, modloader: 'Forge' as const, modloaderVersion: 'recommended' };
    const run = { gameVersion: '1.12.2', modloader: 'Forge', modloaderVersion: '14.23.5.2860' } as const;
    expect(manifestDifferences(said, run)).toEqual([]);
  });
});

describe('the difference between manifest and run configuration', () => {
  const manifest: LauncherManifest = {
    ...silentManifest,
    gameVersion: '1.20.1',
    modloader: 'NeoForge',
    modloaderVersion: '47.1.79',
  };
  const run: RunConfiguration = {
    gameVersion: '1.20.1',
    modloader: 'NeoForge',
    modloaderVersion: '47.1.79',
    startArgs: [],
    clientMods: [],
    whitelistedMods: [],
    ...runDefaults,
  };

  test('is none when they agree or the manifest is silent', () => {
    expect(manifestDifferences(manifest, run)).toEqual([]);
    expect(manifestDifferences(silentManifest, run)).toEqual([]);
  });

  test('is one warning for each version', () => {
    const other = { ...run, gameVersion: '1.20.2', modloaderVersion: '20.2.3' };
    expect(manifestDifferences(manifest, other)).toEqual([
      {
        code: 'GAME_VERSION_DIFFERS',
        error: 'instance.json says game version 1.20.1; the server pack is built for 1.20.2 as requested.',
        entry: 'instance.json',
      },
      {
        code: 'MODLOADER_VERSION_DIFFERS',
        error:
          'instance.json says modloader version 47.1.79; the server pack is built for 20.2.3 as requested.',
        entry: 'instance.json',
      },
    ]);
  });

  test('does not speak of loader versions when the loaders differ', () => {
    const other: RunConfiguration = { ...run, modloader: 'Forge', modloaderVersion: '47.2.0' };
    expect(manifestDifferences(manifest, other).map(({ code }) => code)).toEqual(['MODLOADER_DIFFERS']);
  });

  test.each([
    ['a missing last zero', { gameVersion: '1.21.0' }, { gameVersion: '1.21' }],
    ['the game version before the loader version', {}, { modloaderVersion: '1.20.1-47.1.79' }],
    ['the game version behind it', { modloaderVersion: '47.1.79-1.20.1' }, {}],
    ['another case', { modloaderVersion: '47.1.79-BETA' }, { modloaderVersion: '47.1.79-beta' }],
    ['a letter that says version', { modloaderVersion: ' V47.1.79 ' }, {}],
    [
      'LegacyFabric, which launchers call Fabric',
      { modloader: 'Fabric' as const },
      { modloader: 'LegacyFabric' as const },
    ],
  ])('takes no notice of %s', (_, theirs, ours) => {
    expect(manifestDifferences({ ...manifest, ...theirs }, { ...run, ...ours })).toEqual([]);
  });
});

test.each([
  ['1.0v2', '1.02'],
  ['vanilla', 'anilla'],
])('a loader version %s is not %s', (theirs, ours) => {
  const manifest = { ...silentManifest, file: '../instance.json', modloaderVersion: theirs };
  expect(
    manifestDifferences(manifest, { gameVersion: '1.20.1', modloader: 'Forge', modloaderVersion: ours }),
  ).toEqual([
    {
      code: 'MODLOADER_VERSION_DIFFERS',
      error: `instance.json says modloader version ${theirs}; the server pack is built for ${ours} as requested.`,
      entry: '../instance.json',
    },
  ]);
});

test('of a marker that names as many mods as are looked for none is told', () => {
  const files = Array.from({ length: 3 }, (_, n) => ({ path: `mods/${n}.jar` }));
  const { referencedMods, warnings } = read({ '../modrinth.index.json': { ...modrinthIndex, files } }, 3);
  expect(referencedMods).toHaveLength(3);
  expect(warnings).toEqual([]);
});

test('of a marker that names more mods than are looked for the first are kept, and a warning says so', () => {
  const files = Array.from({ length: 5 }, (_, n) => ({ path: `mods/${n}.jar` }));
  const { referencedMods, warnings } = read({ '../modrinth.index.json': { ...modrinthIndex, files } }, 3);
  expect(referencedMods.map(({ path }) => path)).toEqual(['mods/0.jar', 'mods/1.jar', 'mods/2.jar']);
  expect(warnings).toEqual([
    {
      code: 'MANIFEST_TOO_LONG',
      error: 'modrinth.index.json names 5 mods; whether they are there was looked at for the first 3 only.',
      entry: '../modrinth.index.json',
    },
  ]);
});
