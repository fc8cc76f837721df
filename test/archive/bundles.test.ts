import { describe, expect, test } from 'vitest';
import { defaultArchiveLimits } from '../../src/archive/limits.ts';
import { readJar } from '../../src/archive/pack/inventory.ts';
import type { RunConfiguration } from '../../src/archive/run-configuration.ts';
import {
  classFile,
  fabricModJson,
  forgeMod,
  type JarFiles,
  jarWith,
  modsToml,
  quiltModJson,
} from '../support/jar.ts';
import { modsOf, outcome, warned } from '../support/mods.ts';
import { forgeRun } from '../support/server-pack.ts';
import { zipWith } from '../support/zip.ts';

const forge: RunConfiguration = {
  ...forgeRun,
};
const oldForge: RunConfiguration = { ...forge, gameVersion: '1.12.2', modloaderVersion: '14.23.5.2860' };
const fabric: RunConfiguration = { ...forge, modloader: 'Fabric', modloaderVersion: '0.15.6' };
const quilt: RunConfiguration = { ...fabric, modloader: 'Quilt', modloaderVersion: '0.26.4' };
const neoForge: RunConfiguration = {
  ...forge,
  modloader: 'NeoForge',
  gameVersion: '1.21.1',
  modloaderVersion: '21.1.1',
};

const manifest = (...lines: string[]) => `${['Manifest-Version: 1.0', ...lines].join('\r\n')}\r\n\r\n`;
const ofType = (type: string) => ({ 'META-INF/MANIFEST.MF': manifest(`FMLModType: ${type}`) });
const jarJar = (...paths: string[]) => ({
  'META-INF/jarjar/metadata.json': { jars: paths.map((path) => ({ path })) },
});
const toml = (id: string, ...needs: string[]) => ({
  'META-INF/mods.toml': modsToml({ [id]: needs.map((on) => ({ on, mandatory: true })) }),
});
const neoToml = (id: string) => ({ 'META-INF/neoforge.mods.toml': modsToml({ [id]: [] }) });
const clientToml = (id: string) => ({ 'META-INF/mods.toml': modsToml({ [id]: [] }, 'clientSideOnly=true') });
const annotated = (modid: string, dependencies = '') =>
  classFile([{ type: forgeMod, values: { modid, dependencies } }]);

/** A library in a library, and so on, with a mod in the innermost. */
function deep(levels: number, innermost: JarFiles): JarFiles {
  let files = innermost;
  for (let level = 0; level < levels; level++)
    files = {
      ...ofType('LIBRARY'),
      ...jarJar('META-INF/jarjar/a.jar'),
      'META-INF/jarjar/a.jar': jarWith(files),
    };
  return files;
}

// The form of KotlinForForge's jars: thedarkcolour/KotlinForForge 4.x, combined/build.gradle.kts, read in November 2026.
describe('what lies nested in a jar is there', () => {
  const needy = { 'needy.jar': toml('needy', 'lib') };

  test.each<[string, JarFiles]>([
    ['a library', deep(1, toml('lib'))],
    ['a library of the game', { ...deep(1, toml('lib')), ...ofType('GAMELIBRARY') }],
    ['a language provider', { ...deep(1, toml('lib')), ...ofType('LANGPROVIDER') }],
    ['a jar without a type', { ...deep(1, toml('lib')), 'META-INF/MANIFEST.MF': manifest() }],
    ['a library two levels deep', deep(2, toml('lib'))],
    ['a library ten levels deep', deep(10, toml('lib'))],
    ['a mod', { ...toml('outer'), 'META-INF/jarjar/a.jar': jarWith(toml('lib')) }],
    ['a mod two levels deep', { ...toml('outer'), 'META-INF/jarjar/a.jar': jarWith(deep(1, toml('lib'))) }],
    [
      'a place that only the list of nested jars names',
      { ...ofType('LIBRARY'), ...jarJar('libs/lib.bin'), 'libs/lib.bin': jarWith(toml('lib')) },
    ],
  ])('in %s', (_, files) => {
    expect(warned({ ...needy, 'bundle.jar': files }, forge)).toEqual([]);
  });

  test('and without it, the mod is missing', () => {
    expect(warned({ ...needy, 'bundle.jar': ofType('LIBRARY') }, forge)).toEqual([
      'REQUIRED_MOD_MISSING needy.jar',
    ]);
    expect(warned({ ...needy, 'bundle.jar': deep(17, toml('lib')) }, forge)).toEqual([]);
  });

  test('for NeoForge as for Forge', () => {
    const needs = { 'META-INF/neoforge.mods.toml': modsToml({ needy: [{ on: 'lib', type: 'required' }] }) };
    expect(warned({ 'needy.jar': needs, 'bundle.jar': deep(2, neoToml('lib')) }, neoForge)).toEqual([]);
    expect(warned({ 'needy.jar': needs }, neoForge)).toEqual(['REQUIRED_MOD_MISSING needy.jar']);
  });

  test.each([
    [
      'fabric.mod.json',
      fabric,
      (id: string, jars: string[]) => fabricModJson(id, { jars: jars.map((file) => ({ file })) }),
    ],
    ['quilt.mod.json', quilt, (id: string, jars: string[]) => quiltModJson(id, '*', { jars })],
  ])('as %s names them, at each depth', (name, run, describes) => {
    const inner = {
      [name]: describes('middle', ['x/lib.jar']),
      'x/lib.jar': jarWith({ [name]: describes('lib', []) }),
    };
    const outer = { [name]: describes('outer', ['y/middle.jar']), 'y/middle.jar': jarWith(inner) };
    const needs = { 'fabric.mod.json': fabricModJson('needy', { depends: { lib: '*' } }) };
    expect(warned({ 'needy.jar': needs, 'outer.jar': outer }, run)).toEqual([]);
    expect(warned({ 'needy.jar': needs }, run)).toEqual(['REQUIRED_MOD_MISSING needy.jar']);
  });

  test('and rescues no client-only mod that brings it along as well', () => {
    const hud = { ...clientToml('hud'), 'META-INF/jarjar/a.jar': jarWith(toml('lib')) };
    const both = outcome({ ...needy, 'hud.jar': hud, 'bundle.jar': deep(2, toml('lib')) }, forge);
    expect(both).toMatchObject({ kept: ['needy.jar', 'bundle.jar'], warnings: [] });
    expect(outcome({ ...needy, 'hud.jar': hud }, forge).kept).toEqual(['needy.jar', 'hud.jar']);
  });

  test('and the section of a file in a manifest does not make a jar a library', () => {
    const files = { 'META-INF/MANIFEST.MF': manifest('', 'Name: a/B.class', 'FMLModType: LIBRARY') };
    expect(modsOf({ 'a.jar': files })[0]?.descriptors).toEqual([]);
  });

  test('what could not be looked into may be anything, so no mod is called missing', () => {
    const files = { ...ofType('LIBRARY'), 'META-INF/jarjar/a.jar': 'no zip' };
    expect(warned({ ...needy, 'bundle.jar': files }, forge)).toEqual([]);
  });
});

// As old Forge reads them: MinecraftForge 1.12.x, fml/relauncher/libraries/LibraryManager.java, read in November 2026.
describe('on old Forge', () => {
  const needy = { 'needy.jar': { 'Needy.class': annotated('needy', 'required-after:lib') } };
  const lib = jarWith({ 'Lib.class': annotated('lib') });
  const contains = (...names: string[]) => ({
    'META-INF/MANIFEST.MF': manifest(`ContainedDeps: ${names.join(' ')}`),
  });

  test('jars count that ContainedDeps names, beside the classes or in META-INF/libraries/', () => {
    const two = contains('x.jar', 'lib.jar');
    expect(warned({ ...needy, 'a.jar': { ...two, 'lib.jar': lib } }, oldForge)).toEqual([]);
    expect(warned({ ...needy, 'a.jar': { ...two, 'META-INF/libraries/lib.jar': lib } }, oldForge)).toEqual(
      [],
    );
    const another = { ...contains('x.jar'), 'META-INF/libraries/lib.jar': lib };
    expect(warned({ ...needy, 'a.jar': another }, oldForge)).toEqual(['REQUIRED_MOD_MISSING needy.jar']);
  });

  const coremod = { 'META-INF/MANIFEST.MF': manifest('FMLCorePlugin: com.example.Plugin') };
  const says = (name: string, ...texts: string[]) =>
    classFile([{ type: 'Lx/A;', values: {} }], { [name]: texts.map((text) => ({ text })) });

  test('a mod is not missing that the class of a coremod may declare', () => {
    const plugin = says('getModContainerClass', 'com.example.Container', 'com.example.Other');
    const container = says('ModContainer', 'Lib');
    const files = {
      ...coremod,
      'com/example/Plugin.class': plugin,
      'com/example/Container.class': container,
    };
    expect(warned({ ...needy, 'core.jar': files }, oldForge)).toEqual([]);
    const other = { ...files, 'com/example/Container.class': says('ModContainer', 'other') };
    expect(warned({ ...needy, 'core.jar': other }, oldForge)).toEqual(['REQUIRED_MOD_MISSING needy.jar']);
    expect(modsOf({ 'core.jar': files })[0]?.descriptors).toMatchObject([
      { format: 'MANIFEST.MF', mods: [], side: 'UNKNOWN', provides: [], mayProvide: ['lib'] },
    ]);
  });

  test.each<[string, JarFiles]>([
    ['is not in its jar', coremod],
    ['is no class', { ...coremod, 'com/example/Plugin.class': 'no class' }],
    [
      'names one without any text',
      { ...coremod, 'com/example/Plugin.class': says('a', 'x.C'), 'x/C.class': says('ModContainer') },
    ],
  ])('no mod is called missing where the class of a coremod %s', (_, files) => {
    expect(warned({ ...needy, 'core.jar': files }, oldForge)).toEqual([]);
  });

  test('a client-only mod is rescued although a coremod may declare its id', () => {
    const plugin = says('a', 'x.C');
    const core = { ...coremod, 'com/example/Plugin.class': plugin, 'x/C.class': says('ModContainer', 'lib') };
    const client = {
      'A.class': classFile([{ type: forgeMod, values: { modid: 'lib', clientSideOnly: true } }]),
    };
    expect(outcome({ ...needy, 'core.jar': core, 'lib.jar': client }, oldForge).kept).toContain('lib.jar');
  });
});

describe('a language provider', () => {
  const service = 'META-INF/services/net.minecraftforge.forgespi.language.IModLanguageProvider';
  const neoService = 'META-INF/services/net.neoforged.neoforgespi.language.IModLanguageLoader';
  const named = (name: string) =>
    classFile([{ type: 'Lx/A;', values: {} }], { name: [{ text: name }, { bytes: [0xb0] }] });
  const providerClass = 'com/example/Provider.class';
  const provider = (name: string, under = service) => ({
    ...ofType('LANGPROVIDER'),
    [under]: '# languages\ncom.example.Provider # the one\n',
    [providerClass]: named(name),
  });
  const written = (language: string, format = 'META-INF/mods.toml') => ({
    [format]: modsToml({ a: [] }).replace('javafml', language),
  });
  const kotlin = { 'a.jar': written('kotlinforforge') };

  test.each<[string, Record<string, JarFiles>]>([
    ['none', {}],
    ['another', { 'other.jar': provider('scala') }],
    ['one nested in a jar that has another', { 'other.jar': deep(1, provider('scala')) }],
  ])('is told to be missing where there is %s', (_, jars) => {
    expect(warned({ ...kotlin, ...jars }, forge)).toEqual(['LANGUAGE_PROVIDER_MISSING a.jar']);
  });

  test.each<[string, Record<string, JarFiles>]>([
    ['it is there', { 'kff.jar': provider('kotlinforforge') }],
    ['it is nested in a library', { 'kff.jar': deep(2, provider('KotlinForForge')) }],
    ['it is in a jar with a mod', { 'kff.jar': { ...toml('kff'), ...provider('kotlinforforge') } }],
    ['it is in the jar itself', { 'a.jar': { ...written('kotlinforforge'), ...provider('kotlinforforge') } }],
    ['one does not show its name', { 'x.jar': { ...provider('x'), [providerClass]: classFile([]) } }],
    ['one has no class', { 'x.jar': { ...ofType('LANGPROVIDER'), [service]: 'com.example.Provider' } }],
    ['one is a module alone', { 'x.jar': ofType('LANGPROVIDER') }],
    ['one that is nested does not show its name', { 'x.jar': deep(1, ofType('LANGPROVIDER')) }],
    ['a nested jar could not be read', { 'x.jar': { ...toml('x'), 'META-INF/jarjar/a.jar': 'no zip' } }],
    ['what a build left unfilled stands for it', { 'a.jar': written('$' + '{loader}') }],
  ])('is not told of where %s', (_, jars) => {
    expect(warned({ ...kotlin, ...jars }, forge)).toEqual([]);
  });

  test.each(['javafml', 'lowcodefml', 'minecraft'])('%s is the loader own', (language) => {
    expect(warned({ 'a.jar': written(language) }, forge)).toEqual([]);
  });

  test('of NeoForge is known by its service', () => {
    const jars = { 'a.jar': written('kotlinforforge', 'META-INF/neoforge.mods.toml') };
    expect(warned(jars, neoForge)).toEqual(['LANGUAGE_PROVIDER_MISSING a.jar']);
    expect(warned({ ...jars, 'b.jar': provider('kotlinforforge', neoService) }, neoForge)).toEqual([]);
  });

  test('is told of once, and not beside the mod that has it and is missing, too', () => {
    const again = { ...kotlin, 'b.jar': written('kotlinforforge') };
    expect(warned(again, forge)).toEqual(['LANGUAGE_PROVIDER_MISSING a.jar', 'DUPLICATE_MOD b.jar']);
    const needs = modsToml({ a: [{ on: 'kotlinforforge', mandatory: true }] }).replace(
      'javafml',
      'kotlinforforge',
    );
    expect(warned({ 'a.jar': { 'META-INF/mods.toml': needs } }, forge)).toEqual([
      'REQUIRED_MOD_MISSING a.jar',
    ]);
  });

  // FabricMC/fabric-loader, EntrypointStorage.add: "Could not find adapter"; read in November 2026.
  const entrypoints = { main: ['a.A', { adapter: 'kotlin', value: 'a.B' }], client: { value: 'a.C' } };
  const adapters = { kotlin: 'a.Adapter' };
  test.each([
    [
      'Fabric',
      fabric,
      { 'fabric.mod.json': fabricModJson('a', { entrypoints }) },
      { 'fabric.mod.json': fabricModJson('flk', { languageAdapters: adapters }) },
    ],
    [
      'Quilt',
      quilt,
      { 'quilt.mod.json': quiltModJson('a', '*', { entrypoints }) },
      { 'quilt.mod.json': quiltModJson('flk', '*', { language_adapters: adapters }) },
    ],
  ])('of %s is the adapter of an entrypoint', (_, run, files, adapter) => {
    expect(warned({ 'a.jar': files }, run)).toEqual(['LANGUAGE_PROVIDER_MISSING a.jar']);
    expect(warned({ 'a.jar': files, 'flk.jar': adapter }, run)).toEqual([]);
    const nested = { 'fabric.mod.json': fabricModJson('b'), 'META-INF/jars/flk.jar': jarWith(adapter) };
    expect(warned({ 'a.jar': files, 'b.jar': nested }, run)).toEqual([]);
  });
});

describe('a need with alternatives', () => {
  const needy = {
    'quilt.mod.json': quiltModJson('needy', '*', { depends: [{ id: 'lib', unless: 'other' }] }),
  };
  const named = (id: string, environment = '*') => ({
    'fabric.mod.json': fabricModJson(id, { environment }),
  });

  test('is met by each of them, and missing without all', () => {
    expect(warned({ 'needy.jar': needy, 'a.jar': named('lib') }, quilt)).toEqual([]);
    expect(warned({ 'needy.jar': needy, 'a.jar': named('other') }, quilt)).toEqual([]);
    expect(warned({ 'needy.jar': needy }, quilt)).toEqual(['REQUIRED_MOD_MISSING needy.jar']);
  });

  test('rescues one of them, and none when another stays', () => {
    const both = {
      'needy.jar': needy,
      'lib.jar': named('lib', 'client'),
      'other.jar': named('other', 'client'),
    };
    expect(outcome(both, quilt).kept).toEqual(['needy.jar', 'lib.jar']);
    const one = { ...both, 'other.jar': named('other') };
    expect(outcome(one, quilt)).toMatchObject({ kept: ['needy.jar', 'other.jar'], warnings: [] });
  });
});

// FabricMC/fabric-loader, V0ModMetadataParser and ModMetadataParser, read in November 2026.
describe('the first form of fabric.mod.json', () => {
  const old = (fields: object) => ({ 'fabric.mod.json': { id: 'old', version: '1.0.0', ...fields } });
  const read = (fields: object) => modsOf({ 'old.jar': old(fields) })[0]?.descriptors[0];

  test.each([
    ['client', 'CLIENT', 'DECLARED'],
    ['server', 'SERVER', 'DECLARED'],
    ['universal', 'BOTH', 'DECLARED'],
    ['Client', 'CLIENT', 'DECLARED'],
    ['*', 'UNKNOWN', 'NONE'],
  ])('has "side": %j for %s', (side, expected, certainty) => {
    expect(read({ side })).toMatchObject({ side: expected, certainty });
    expect(read({ schemaVersion: 0, side })).toMatchObject({ side: expected });
    expect(read({ schemaVersion: 1, side })).toMatchObject({ side: 'UNKNOWN' });
  });

  test('has "requires" for its needs, and a later one has not', () => {
    const needs = { requires: { fabricloader: '*', Lib: '>=1' }, depends: { other: '*' } };
    expect(read(needs)?.requires).toEqual(['lib']);
    expect(read({ ...needs, schemaVersion: 1 })?.requires).toEqual(['other']);
  });

  test('is dropped and kept by them as any other', () => {
    const lib = old({ id: 'lib', side: 'client' });
    expect(outcome({ 'lib.jar': lib }, fabric).kept).toEqual([]);
    expect(outcome({ 'lib.jar': lib, 'a.jar': old({ requires: { lib: '*' } }) }, fabric).kept).toEqual([
      'lib.jar',
      'a.jar',
    ]);
  });
});

test('a pack with lwjgl3ify or for Cleanroom is told how it starts', () => {
  const run = { ...oldForge, gameVersion: '1.7.10', modloaderVersion: '10.13.4.1614-1.7.10' };
  const type = 'Lcpw/mods/fml/common/Mod;';
  const files = { 'A.class': classFile([{ type, values: { modid: 'lwjgl3ify' } }]) };
  expect(warned({ 'lwjgl3ify.jar': files }, run)).toEqual(['OWN_WAY_TO_START lwjgl3ify.jar']);
  expect(warned({ 'lwjgl3ify.jar': files }, { ...run, clientMods: ['lwjgl'] })).toEqual([]);
  const fugue = {
    'A.class': classFile([{ type: 'Lnet/minecraftforge/fml/common/Mod;', values: { modid: 'fugue' } }]),
  };
  expect(warned({ 'fugue.jar': fugue }, oldForge)).toEqual(['OWN_WAY_TO_START fugue.jar']);
});

test('a hostile bundle stays within the limits', () => {
  const many = Object.fromEntries(
    Array.from({ length: 300 }, (_, n) => [`META-INF/jarjar/${n}.jar`, jarWith(toml(`m${n}`))]),
  );
  const { note, descriptors } = readJar(jarWith({ ...ofType('LIBRARY'), ...many }), defaultArchiveLimits.jar);
  expect(note).toBe('Only 256 of 300 nested jars were looked into.');
  expect(descriptors).toMatchObject([{ mayProvide: ['*'], provides: { length: 256 } }]);
  const stored = zipWith([{ name: 'META-INF/jarjar/a.jar', data: jarWith(toml('x')) }]);
  expect(readJar(stored, { ...defaultArchiveLimits.jar, maxInflatedBytes: 10 }).descriptors).toEqual([]);
});
