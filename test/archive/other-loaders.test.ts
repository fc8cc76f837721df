import { describe, expect, test } from 'vitest';
import { defaultArchiveLimits as limits } from '../../src/archive/limits.ts';
import { checkArchive } from '../../src/archive/pack/check.ts';
import { surveyArchive } from '../../src/archive/pack/survey.ts';
import type { RunConfiguration } from '../../src/archive/run-configuration.ts';
import type { ModloaderName } from '../../src/modloaders/modloader.ts';
import {
  classFile,
  fabricModJson,
  forgeMod,
  type JarFiles,
  jarWith,
  modsToml,
  quiltModJson,
} from '../support/jar.ts';
import { outcome } from '../support/mods.ts';
import { buildServerPack, forgeRun } from '../support/server-pack.ts';
import { unzip } from '../support/unzip.ts';
import { temporaryFile, zipWith } from '../support/zip.ts';

function runOf(modloader: ModloaderName, gameVersion: string, modloaderVersion = '99.0'): RunConfiguration {
  return { ...forgeRun, gameVersion, modloader, modloaderVersion };
}

const fabric = (id: string, fields: object = {}) => ({ 'fabric.mod.json': fabricModJson(id, fields) });
const quilt = (id: string) => ({ 'quilt.mod.json': quiltModJson(id, '*') });
const client = (id: string) => fabric(id, { environment: 'client' });
const toml = (id: string, ...needs: string[]) => ({
  'META-INF/mods.toml': modsToml({ [id]: needs.map((on) => ({ on, mandatory: true })) }),
});
const neoToml = (id: string, ...needs: string[]) => ({
  'META-INF/neoforge.mods.toml': modsToml({ [id]: needs.map((on) => ({ on, type: 'required' })) }),
});

// Folders: QuiltMC/quilt-loader, QuiltPluginManagerImpl.scanModFolder0; MinecraftForge 1.12.x, LibraryManager; NeoForge's
// ModsFolderLocator and Fabric's DirectoryModCandidateFinder list mods/ alone. Read in November 2026.
describe('jars in folders of mods/', () => {
  test.each<[ModloaderName, string, string, string, boolean]>([
    ['Quilt', '1.20.1', '0.26.4', 'a', true],
    ['Quilt', '1.20.1', '0.18.1', 'a/b/c', true],
    ['Quilt', '1.20.1', '0.18.1-beta.11', 'a', true],
    ['Quilt', '1.20.1', '0.18.0', 'a', false],
    ['Quilt', '1.20.1', '0.17.7', '1.20.1', false],
    ['Quilt', '1.20.1', '0.26.4', '1.20.1', true],
    ['Quilt', '1.20.1', '0.26.4', '1.19', false],
    ['Quilt', '1.20.1', '0.26.4', '>=1.20 <1.21', true],
    ['Quilt', '1.20.1', '0.26.4', '>=1.21', false],
    ['Quilt', '1.20.1', '0.26.4', '<=1.20.1', true],
    ['Quilt', '1.20.1', '0.26.4', '>1.20.1', false],
    ['Quilt', '1.20.1', '0.26.4', '=1.20.1', true],
    ['Quilt', '1.20.1', '0.26.4', 'off.disabled', false],
    ['Quilt', '1.20.1', '0.26.4', 'a/.cache', false],
    ['Fabric', '1.20.1', '0.15.6', 'a', false],
    ['Fabric', '1.20.1', '0.15.6', '1.20.1', false],
    ['LegacyFabric', '1.8.9', '0.15.6', '1.8.9', false],
    ['Forge', '1.20.1', '47.2.0', '1.20.1', false],
    ['Forge', '1.16.5', '36.2.39', '1.16.5', false],
    ['Forge', '1.12.2', '14.23.5.2860', '1.12.2', true],
    ['Forge', '1.7.10', '10.13.4.1614-1.7.10', '1.7.10', true],
    ['Forge', '1.12.2', '14.23.5.2860', '1.7.10', false],
    ['Forge', '1.12.2', '14.23.5.2860', 'a', false],
    ['NeoForge', '1.21.1', '21.1.1', 'a', false],
  ])(
    'for %s %s, version %s, in %s are loaded: %s',
    (modloader, gameVersion, modloaderVersion, folder, loaded) => {
      const files: JarFiles = {
        ...fabric('a', { depends: { lib: '*' } }),
        ...toml('a', 'lib'),
        ...neoToml('a', 'lib'),
        'mcmod.info': '[]',
        'A.class': classFile([{ type: forgeMod, values: { modid: 'a', dependencies: 'required:lib' } }]),
      };
      const run = { ...runOf(modloader, gameVersion, modloaderVersion), clientMods: ['hit'] };
      const jars = { 'root.jar': {}, [`${folder}/a.jar`]: files, [`${folder}/hit.jar`]: {} };
      expect(outcome(jars, run)).toMatchObject({
        dropped: loaded ? [`${folder}/hit.jar`] : [],
        warnings: loaded ? [`REQUIRED_MOD_MISSING ${folder}/a.jar`] : [],
      });
    },
  );

  test('meet needs, and are dropped, where the loader loads them', () => {
    const run = runOf('Quilt', '1.20.1', '0.26.4');
    const needy = fabric('needy', { depends: { lib: '*' } });
    expect(
      outcome({ 'needy.jar': needy, 'a/lib.jar': fabric('lib'), 'b/hud.jar': client('hud') }, run),
    ).toMatchObject({ dropped: ['b/hud.jar'], warnings: [] });
  });

  test('go along as any file where it does not, and excludeFiles still names them', () => {
    const run = { ...runOf('Fabric', '1.20.1'), excludeFiles: ['mods/b'] };
    expect(
      outcome({ 'root.jar': {}, 'a/hud.jar': client('hud'), 'b/hud.jar': client('hud') }, run),
    ).toMatchObject({ dropped: ['b/hud.jar'], warnings: [] });
  });

  test('alone are told of where the loader loads none of them', () => {
    const jars = { 'a/hud.jar': client('hud'), 'b/lib.jar': fabric('lib') };
    expect(outcome(jars, runOf('Fabric', '1.20.1')).warnings).toEqual(['NO_MODS_LOADED a/hud.jar']);
    expect(outcome(jars, runOf('Quilt', '1.20.1', '0.26.4')).warnings).toEqual([]);
  });

  const instance = (uid: string, version: string) =>
    JSON.stringify({
      components: [
        { uid: 'net.minecraft', version: '1.20.1' },
        { uid, version },
      ],
    });

  const ofQuilt = (version: string) => instance('org.quiltmc.quilt-loader', version);

  test.each<[string, Record<string, string>, string[]]>([
    ['a pack of Quilt', { 'mmc-pack.json': ofQuilt('0.26.4') }, []],
    ['a pack of an older Quilt', { 'mmc-pack.json': ofQuilt('0.17.0') }, ['NO_MODS']],
    ['a pack of Fabric', { 'mmc-pack.json': instance('net.fabricmc.fabric-loader', '0.15.6') }, ['NO_MODS']],
    ['a pack that says nothing', {}, []],
  ])('alone are mods enough for %s or not', async (_, marker, problems) => {
    const prefix = Object.keys(marker).length > 0 ? 'minecraft/' : '';
    await using pack = await temporaryFile(
      zipWith({ ...marker, [`${prefix}mods/a/b/lib.jar`]: jarWith(fabric('lib')) }),
    );
    const found = await surveyArchive({ path: pack.path, limits });
    expect(found.problems.map(({ code }) => code)).toEqual(problems);
  });

  test('that are caches are no mods, and no reason to take an archive for a pack', async () => {
    const jar = jarWith(fabric('lib'));
    const caches = {
      'mods/.connector/a.jar': jar,
      'mods/mcef-libraries/b.jar': jar,
      'mods/x.old/c.jar': jar,
    };
    await using pack = await buildServerPack({ 'mods/a.jar': jar, ...caches });
    expect(pack.result.decisions.map(({ file }) => file)).toEqual(['a.jar']);
    expect(
      [...(await unzip(pack.task.outputPath)).keys()].filter((name) => /^mods\/.*\.jar$/.test(name)),
    ).toEqual(['mods/a.jar']);
    await using empty = await temporaryFile(zipWith(caches));
    expect((await surveyArchive({ path: empty.path, limits })).problems).toMatchObject([{ code: 'NO_MODS' }]);
  });
});

describe('a jar for another modloader', () => {
  const onForge = runOf('Forge', '1.20.1');
  const onFabric = runOf('Fabric', '1.20.1');
  const onQuilt = runOf('Quilt', '1.20.1');
  const onOldNeoForge = runOf('NeoForge', '1.20.1');
  const onNeoForge = runOf('NeoForge', '1.21.1');
  const both = { ...fabric('a'), ...toml('a') };
  test.each<[JarFiles, RunConfiguration, string, string]>([
    [fabric('a'), onForge, 'a Fabric', 'Forge for 1.20.1'],
    [fabric('a'), onNeoForge, 'a Fabric', 'NeoForge for 1.21.1'],
    [quilt('a'), onForge, 'a Quilt', 'Forge'],
    [quilt('a'), onFabric, 'a Quilt', 'Fabric'],
    [toml('a'), onFabric, 'a Forge', 'Fabric'],
    [toml('a'), onQuilt, 'a Forge', 'Quilt'],
    [neoToml('a'), runOf('Forge', '1.21.1'), 'a NeoForge', 'Forge'],
    [toml('a'), onNeoForge, 'a Forge or older NeoForge', 'NeoForge'],
    [neoToml('a'), onOldNeoForge, 'a newer NeoForge', 'NeoForge'],
    [both, onNeoForge, 'a Fabric and Forge or older NeoForge', 'NeoForge'],
  ])('is told of: %j', (files, run, kind, loader) => {
    const { warnings, said } = outcome({ 'a.jar': files }, run);
    expect(warnings).toEqual(['OTHER_MODLOADER a.jar']);
    expect(said[0]).toContain(`"a.jar" is ${kind} mod and cannot be loaded by ${loader}`);
    expect(outcome({ 'a.jar': files }, { ...run, clientMods: ['a'] }).warnings).toEqual([]);
  });

  const services = (name: string) => ({ [`META-INF/services/${name}`]: 'a.B' });
  test.each<[string, JarFiles, RunConfiguration]>([
    ['for several loaders', both, onForge],
    ['for several loaders', both, onFabric],
    ['for Fabric, on Quilt', fabric('a'), onQuilt],
    ['for Forge, on NeoForge 1.20.1', toml('a'), onOldNeoForge],
    ['for both forms of NeoForge', { ...toml('a'), ...neoToml('a') }, runOf('Forge', '1.21.1')],
    ['without any descriptor', {}, onForge],
    ['for old Forge, which knows its mods otherwise', fabric('a'), runOf('Forge', '1.12.2')],
    [
      'with a part of the loader in it',
      { ...fabric('a'), ...services('cpw.mods.modlauncher.api.ITransformationService') },
      onForge,
    ],
    [
      'that is a library for Forge, too',
      { ...fabric('a'), 'META-INF/MANIFEST.MF': 'Manifest-Version: 1.0\r\nFMLModType: GAMELIBRARY\r\n\r\n' },
      onForge,
    ],
    ['of which a descriptor could not be read', { ...fabric('a'), 'META-INF/mods.toml': '' }, onForge],
  ])('is not told of when it is one %s', (_, files, run) => {
    expect(outcome({ 'a.jar': files }, run).warnings).toEqual([]);
  });

  test('is not told of beside Kilt, which loads mods of Forge', () => {
    expect(outcome({ 'kilt.jar': fabric('kilt'), 'a.jar': toml('a') }, onFabric).warnings).toEqual([]);
  });

  test('is told of in place of being missing', () => {
    const jars = { 'needy.jar': toml('needy', 'lib'), 'lib.jar': fabric('lib') };
    expect(outcome(jars, onForge).warnings).toEqual(['OTHER_MODLOADER lib.jar']);
  });
});

// Sinytra/Connector, branches 1.20.1 and 1.21.x: ConnectorLocator, DependencyResolver, ConnectorUtil; read in November 2026.
describe('with Sinytra Connector', () => {
  const forge = runOf('Forge', '1.20.1');
  const outer = {
    'META-INF/services/cpw.mods.modlauncher.api.ITransformationService': 'a.B',
    'META-INF/jarjar/mod.jar': jarWith(toml('connectormod')),
  };
  const connector = { 'connector.jar': outer };

  const missing = ['REQUIRED_MOD_MISSING a.jar'];

  test.each<[string, Record<string, JarFiles>, string[], string[]]>([
    ['a mod for clients is dropped', { 'a.jar': client('a') }, ['a.jar'], []],
    ['a mod for both stays', { 'a.jar': fabric('a') }, [], []],
    ['a mod for Forge, too, is judged as that one', { 'a.jar': { ...client('a'), ...toml('a') } }, [], []],
    [
      'the needs of a Fabric mod are met by one of Forge',
      { 'a.jar': fabric('a', { depends: { 'some-lib': '*' } }), 'lib.jar': toml('some_lib') },
      [],
      [],
    ],
    [
      'the needs of a mod of Forge are met by one of Fabric',
      { 'a.jar': toml('a', 'some_lib'), 'lib.jar': fabric('some-lib') },
      [],
      [],
    ],
    [
      'a mod for clients that one of Forge needs stays, and is told to be disabled',
      { 'a.jar': toml('a', 'lib'), 'lib.jar': client('lib') },
      [],
      ['REQUIRED_MOD_DISABLED a.jar'],
    ],
    ['a missing mod is told of', { 'a.jar': fabric('a', { depends: { lib: '*' } }) }, [], missing],
    [
      'the Fabric API and its parts are met by their port',
      {
        'a.jar': fabric('a', { depends: { 'fabric-api': '*', 'fabric-api-base': '*' } }),
        'ffapi.jar': toml('fabric_api'),
      },
      [],
      [],
    ],
    ['and without it are missing', { 'a.jar': fabric('a', { depends: { 'fabric-api': '*' } }) }, [], missing],
    [
      'ports with other ids count',
      { 'a.jar': fabric('a', { depends: { 'cloth-config2': '*' } }), 'b.jar': toml('cloth_config') },
      [],
      [],
    ],
    ['a mod for both loaders in two jars is one', { 'a.jar': fabric('a'), 'b.jar': toml('a') }, [], []],
    [
      'the language of a Fabric mod is left to Connector',
      { 'a.jar': fabric('a', { entrypoints: { main: [{ adapter: 'kotlin', value: 'A' }] } }) },
      [],
      [],
    ],
    ['a mod for Quilt alone is not told of', { 'a.jar': quilt('a') }, [], []],
  ])('%s', (_, jars, dropped, warnings) => {
    expect(outcome({ ...connector, ...jars }, forge)).toMatchObject({ dropped, warnings });
  });

  test('on NeoForge, too', () => {
    const jars = {
      'connector.jar': neoToml('connector'),
      'a.jar': client('a'),
      'b.jar': neoToml('b', 'lib'),
      'lib.jar': fabric('lib'),
    };
    expect(outcome(jars, runOf('NeoForge', '1.21.1'))).toMatchObject({ dropped: ['a.jar'], warnings: [] });
  });

  test('that stays out or is not loaded, jars are for another loader', () => {
    const jars = { ...connector, 'a.jar': client('a') };
    const expected = { dropped: ['connector.jar'], warnings: ['OTHER_MODLOADER a.jar'] };
    expect(outcome(jars, { ...forge, clientMods: ['connector'] })).toMatchObject(expected);
    expect(outcome({ 'off/connector.jar': outer, 'a.jar': client('a') }, forge).warnings).toEqual(
      expected.warnings,
    );
  });
});

describe('what is no jar', () => {
  const jar = jarWith(fabric('a'));
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 12345\n`;
  const cut = jar.subarray(0, -30);

  async function checked(files: Readonly<Record<string, string | Buffer>>) {
    const named = Object.entries(files).map(([name, data]) => [`mods/${name}`, data]);
    await using pack = await temporaryFile(zipWith(Object.fromEntries(named)));
    const { problems, report } = await checkArchive({ path: pack.path, limits });
    return { problems, warnings: report?.warnings ?? [], mods: report?.mods ?? [] };
  }

  test.each<[string, string | Buffer, string]>([
    ['an empty file', '', 'is empty'],
    ['a web page', '\n<!DOCTYPE html>\n<html><body>404</body></html>', 'is a web page'],
    ['a web page with a mark in front', '\ufeff<HTML>', 'is a web page'],
    ['a pointer of Git LFS', pointer, 'is a pointer of Git LFS'],
    ['a jar without its end', cut, 'is cut off'],
    ['zeros', Buffer.alloc(5_000), 'holds nothing but zeros'],
    ['something else', '{"error":"forbidden"}', 'is no jar, but something else'],
    ['another archive', Buffer.from('Rar!\u001a\u0007\u0000'), 'is no jar, but something else'],
  ])('is told by what it is: %s', async (_, data, words) => {
    const { problems, warnings, mods } = await checked({ 'a.jar': jar, 'b.jar': data });
    expect(problems).toEqual([]);
    expect(warnings).toMatchObject([{ code: 'NOT_A_JAR', entry: 'mods/b.jar' }]);
    expect(warnings[0]?.error).toContain(`"b.jar" ${words}`);
    expect(mods).toHaveLength(2);
    expect(mods[1]).not.toHaveProperty('noJar');
  });

  test('is not what is a jar, however odd', async () => {
    const { warnings } = await checked({
      'a.jar': zipWith({}),
      'b.jar': zipWith({ x: '' }, { comment: 'x' }),
    });
    expect(warnings).toEqual([]);
  });

  test('refuses a pack when more than half of it is so, and half is not more', async () => {
    const two = { 'a.jar': jar, 'b.jar': pointer, 'c.jar': pointer };
    expect((await checked(two)).problems).toMatchObject([{ code: 'MODS_ARE_NO_JARS', entry: 'mods/b.jar' }]);
    expect((await checked(two)).problems[0]?.error).toContain(
      '2 of the 3 jars in mods/ are none: "b.jar" is a pointer',
    );
    expect((await checked({ ...two, 'd.jar': jar })).problems).toEqual([]);
    expect((await checked({ 'a.jar': '' })).problems[0]?.error).toContain('The one jar in mods/ is none');
  });

  test('is not asked a catalogue about', async () => {
    const asked: number[] = [];
    await using pack = await temporaryFile(
      zipWith({ 'mods/a.jar': zipWith({ x: '1' }), 'mods/b.jar': pointer }),
    );
    const outside = {
      locate: async () => ({ problems: [], files: [] }),
      fetch: async () => ({ problems: [], files: [] }),
      lookUp: async (jars: readonly object[]) => void asked.push(jars.length),
      lookedUp: async () => ({ problems: [], files: [] }),
    };
    await checkArchive({ path: pack.path, limits, catalogue: true }, { outside });
    expect(asked).toEqual([1]);
  });
});

describe('an archive in mods/ that is no jar', () => {
  const old = (id: string, values: object = {}) =>
    jarWith({
      'a/Mod.class': classFile([{ type: 'Lcpw/mods/fml/common/Mod;', values: { modid: id, ...values } }]),
    });
  const files = {
    'mods/a.jar': old('a', { dependencies: 'required-after:lib' }),
    'mods/hud.zip': old('hud', { clientSideOnly: true }),
    'mods/1.7.10/lib.zip': old('lib'),
    'mods/textures.zip': zipWith({ 'assets/a.png': 'a' }),
    'mods/deep/down/b.zip': old('b'),
  };
  const built = (modloader: ModloaderName, gameVersion: string, changes: Partial<RunConfiguration> = {}) =>
    buildServerPack(files, { run: { ...runOf(modloader, gameVersion), ...changes } });

  test('is a mod for Forge up to 1.12.2, with its needs and its side, if it has one in it', async () => {
    await using pack = await built('Forge', '1.7.10');
    expect(pack.result.decisions.map(({ file, kept, reason }) => [file, kept, reason])).toEqual([
      ['1.7.10/lib.zip', true, 'UNKNOWN_SIDE'],
      ['a.jar', true, 'UNKNOWN_SIDE'],
      ['hud.zip', false, 'CLIENT_ONLY'],
    ]);
    expect(pack.result.warnings).toEqual([]);
    const entries = await unzip(pack.task.outputPath);
    expect([...entries.keys()].filter((name) => name.startsWith('mods/')).toSorted()).toEqual(
      Object.keys(files)
        .filter((name) => name !== 'mods/hud.zip')
        .toSorted(),
    );
  });

  test('is one that clientMods may name', async () => {
    await using pack = await built('Forge', '1.7.10', { clientMods: ['lib'] });
    expect(pack.result.decisions[0]).toMatchObject({
      file: '1.7.10/lib.zip',
      kept: false,
      reason: 'CLIENT_MODS',
    });
    expect(pack.result.warnings.map(({ code }) => code)).toEqual(['REQUIRED_MOD_DROPPED']);
  });

  test.each<[ModloaderName, string]>([
    ['Forge', '1.20.1'],
    ['Fabric', '1.20.1'],
  ])('is a plain file for %s %s', async (modloader, gameVersion) => {
    await using pack = await built(modloader, gameVersion);
    expect(pack.result.decisions.find(({ file }) => file === 'hud.zip')).toMatchObject({
      kept: true,
      reason: 'UNKNOWN_SIDE',
      evidence: `${modloader} for ${gameVersion} loads no .zip, so it goes along as any file.`,
    });
  });
});
