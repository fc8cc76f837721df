import { describe, expect, test } from 'vitest';
import { tweakerDescriptor } from '../../../src/archive/jar/client-tweakers.ts';
import { type JarContents, openJar } from '../../../src/archive/jar/contents.ts';
import {
  askedEntries,
  mayHoldAnnotations,
  readDescriptorFiles,
  readModAnnotations,
  sentence,
} from '../../../src/archive/jar/descriptors.ts';
import { readFabricModJson } from '../../../src/archive/jar/fabric-mod-json.ts';
import { readManifest } from '../../../src/archive/jar/manifest.ts';
import { readQuiltModJson } from '../../../src/archive/jar/quilt-mod-json.ts';
import { defaultArchiveLimits } from '../../../src/archive/limits.ts';
import {
  annotationCache,
  classFile,
  fabricModJson,
  forgeMod,
  type JarFiles,
  jarWith,
  modsToml,
  quiltModJson,
} from '../../support/jar.ts';
import { type ZipEntryInput, zipWith } from '../../support/zip.ts';

const budget = defaultArchiveLimits.jar;
const opened = (bytes: Buffer): JarContents =>
  openJar(bytes, askedEntries, budget, { inflatedBytes: budget.maxInflatedBytes });
const read = (jar: JarContents, limits = budget) =>
  readDescriptorFiles(jar, readManifest(jar, limits.maxDescriptorBytes), limits);
const jarOf = (files: JarFiles) => opened(jarWith(files));
const mod = (modid: string) => classFile([{ type: forgeMod, values: { modid } }]);
const broken = (name: string): ZipEntryInput => ({ name, rawData: Buffer.from('no deflate'), size: 100 });

describe('the descriptors of a jar', () => {
  test('are none where there is none', () => {
    expect(read(jarOf({}))).toEqual({ descriptors: [], nestedJars: [], notes: [], start: null });
  });

  test('name nested jars, and what is left out of each is told', () => {
    const few = { ...budget, maxRequires: 1, maxProvides: 1 };
    const jar = jarOf({
      'quilt.mod.json': quiltModJson('a', '*', {
        depends: ['x', 'y'],
        provides: ['p', 'q'],
        jars: ['q.jar', 'r.jar'],
      }),
      'fabric.mod.json': fabricModJson('a', { depends: { x: '*', y: '*' }, jars: [{ file: 'f.jar' }] }),
      'META-INF/mods.toml': modsToml({ a: [{ on: 'x' }, { on: 'y' }] }),
    });
    const { descriptors, nestedJars, notes } = read(jar, few);
    expect(descriptors.map(({ requires, provides }) => [requires, provides])).toEqual([
      [['x'], ['p']],
      [['x'], []],
      [['x'], []],
    ]);
    expect(nestedJars).toEqual(['q.jar', 'r.jar', 'f.jar']);
    expect(notes).toEqual([
      'quilt.mod.json needs more than 1 mods; the others are left out.',
      'quilt.mod.json provides more than 1 mods; the others are left out.',
      'fabric.mod.json needs more than 1 mods; the others are left out.',
      'mods.toml needs more than 1 mods; the others are left out.',
    ]);
  });

  test('that name no mod or cannot be read are told, and the others are read', () => {
    const jar = opened(
      zipWith([
        { name: 'quilt.mod.json', data: '{"quilt_loader":{}}' },
        { name: 'fabric.mod.json', data: '{"id": ' },
        broken('META-INF/neoforge.mods.toml'),
        { name: 'META-INF/mods.toml', data: modsToml({ a: [] }) },
      ]),
    );
    const { descriptors, notes } = read(jar);
    expect(descriptors.map(({ format }) => format)).toEqual(['mods.toml']);
    expect(notes).toEqual([
      'quilt.mod.json names no mod.',
      expect.stringMatching(/^fabric\.mod\.json could not be read: .*[^.]\.$/),
      'META-INF/neoforge.mods.toml is damaged.',
    ]);
  });

  test.each([
    ['Implementation-Version: 4.2', '4.2'],
    ['Implementation-Version:4.2', '4.2'],
    ['Implementation-Version:   4.2 build 7', '4.2 build 7'],
    ['X-Implementation-Version: 1\r\nImplementation-Version: 4.2', '4.2'],
    ['X-Implementation-Version: 1', ''],
  ])('take the version from the jar, whose manifest says %j', (manifest, version) => {
    const text = modsToml({ a: [] }).replace('1.0.0', '$' + '{file.jarVersion}');
    const jar = jarOf({ 'META-INF/MANIFEST.MF': manifest, 'META-INF/mods.toml': text });
    expect(read(jar).descriptors[0]?.mods).toMatchObject([{ version }]);
  });

  test('have no version from a jar whose manifest cannot be read', () => {
    const text = modsToml({ a: [] }).replace('1.0.0', '$' + '{file.jarVersion}');
    const jar = opened(zipWith([broken('META-INF/MANIFEST.MF'), { name: 'META-INF/mods.toml', data: text }]));
    expect(read(jar)).toMatchObject({
      descriptors: [{ mods: [{ version: '' }] }],
      notes: [],
    });
  });
});

describe('a descriptor in JSON', () => {
  test.each([
    ['fabric.mod.json', readFabricModJson, '{}'],
    ['quilt.mod.json', readQuiltModJson, '{"quilt_loader":{"version":"1"}}'],
  ])('is none without an id, as %s', (_, read, text) => {
    expect(read(Buffer.from(text), budget)).toEqual({ descriptor: null, nestedJars: [], notes: [] });
  });

  test('tells the mods that are left out, and ids that are too long', () => {
    const limits = { ...budget, maxIdLength: 3 };
    const needs = 'needs ids of more than 3 characters; these are left out.';
    const provides = 'provides ids of more than 3 characters; these are left out.';
    const fabric = fabricModJson('a', { depends: { long: '*' }, provides: ['long'] });
    expect(readFabricModJson(Buffer.from(JSON.stringify(fabric)), limits).notes).toEqual([
      `fabric.mod.json ${needs}`,
      `fabric.mod.json ${provides}`,
    ]);
    const quilt = quiltModJson('long', '*', { depends: ['group:long'], provides: [{ id: 'long' }] });
    expect(readQuiltModJson(Buffer.from(JSON.stringify(quilt)), limits).notes).toEqual([
      'quilt.mod.json names ids of more than 3 characters; these are left out.',
      `quilt.mod.json ${needs}`,
      `quilt.mod.json ${provides}`,
    ]);
  });
});

describe('annotations are looked for', () => {
  const { descriptors } = read(jarOf({ 'fabric.mod.json': fabricModJson('a') }));

  test.each<[string, JarFiles, boolean, boolean]>([
    ['nothing', {}, true, false],
    ['a cache of them', { 'META-INF/fml_cache_annotation.json': '{}' }, true, true],
    ['what old Forge shows', { 'mcmod.info': '[]' }, true, true],
    ['a descriptor in TOML', { 'META-INF/mods.toml': 'x' }, false, false],
    ['one in TOML and what old Forge shows', { 'META-INF/mods.toml': 'x', 'mcmod.info': '[]' }, true, true],
  ])('in a jar with %s', (_, files, alone, besideDescriptors) => {
    expect(mayHoldAnnotations(jarOf(files), new Map(), [])).toBe(alone);
    expect(mayHoldAnnotations(jarOf(files), new Map(), descriptors)).toBe(besideDescriptors);
  });

  test('in the cache, and in the classes where it cannot be read, which is told', () => {
    const cached = annotationCache({ A: [{ name: forgeMod, values: { modid: 'cached' } }] });
    const name = 'META-INF/fml_cache_annotation.json';
    expect(readModAnnotations(jarOf({ [name]: cached, 'A.class': mod('a') }), budget)).toMatchObject({
      descriptors: [{ mods: [{ id: 'cached' }], format: 'fml_cache_annotation.json' }],
      notes: [],
    });
    const jar = opened(zipWith([broken(name), { name: 'A.class', data: mod('a') }]));
    expect(readModAnnotations(jar, budget)).toMatchObject({
      descriptors: [{ mods: [{ id: 'a' }], format: '@Mod' }],
      notes: [`${name} is damaged.`],
    });
  });

  test('in all classes but the copies for newer Java', () => {
    const jar = jarOf({
      'META-INF/versions/9/A.class': mod('new'),
      'A.class': mod('a'),
      'x/META-INF/B.class': mod('b'),
    });
    expect(readModAnnotations(jar, budget).descriptors[0]?.mods.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(readModAnnotations(jarOf({}), budget)).toEqual({ descriptors: [], notes: [] });
  });

  test('and of the classes that cannot be read the first is told, and how many there are', () => {
    const sound = { name: 'A.class', data: mod('a') };
    const one = readModAnnotations(opened(zipWith([broken('B.class'), sound])), budget);
    expect(one).toMatchObject({
      descriptors: [{ side: 'UNKNOWN', mods: [{ id: 'a' }] }],
      notes: ['B.class is damaged.'],
    });
    const two = zipWith([sound, broken('B.class'), broken('C.class'), broken('D.class')]);
    expect(readModAnnotations(opened(two), budget).notes).toEqual([
      'B.class is damaged. 3 classes in all were not read.',
    ]);
  });

  test('until there are more mods than are kept', () => {
    const jar = jarOf({
      'A.class': mod('a'),
      'B.class': mod('b'),
      'C.class': mod('c'),
      'D.class': 'no class',
    });
    const { descriptors, notes } = readModAnnotations(jar, { ...budget, maxMods: 2 });
    expect(descriptors[0]).toMatchObject({ side: 'UNKNOWN', mods: [{ id: 'a' }, { id: 'b' }] });
    expect(notes).toEqual(['@Mod names more than 2 mods; the others are left out.']);
  });
});

describe('that an entry could not be read is said', () => {
  const ofNode = Object.assign(new RangeError('offset is out of range'), { code: 'ERR_OUT_OF_RANGE' });

  test.each<[string, unknown, string]>([
    ['by a sentence of its own', new RangeError('a.b is damaged.'), 'a.b is damaged.'],
    ['with its reason', new SyntaxError('line 1.2 ends.'), 'a.b could not be read: line 1.2 ends.'],
    ['with a reason without a stop', new RangeError('too deep'), 'a.b could not be read: too deep.'],
    ['when Node speaks of a place outside it', ofNode, 'a.b could not be read: it is damaged.'],
    [
      'when Node names it by chance',
      Object.assign(new RangeError('a.b is out of range'), { code: 'ERR_OUT_OF_RANGE' }),
      'a.b could not be read: it is damaged.',
    ],
    [
      'when it is no fault of the entry',
      new TypeError('a.b is not a function'),
      'a.b could not be read: reading it failed unexpectedly.',
    ],
    ['when what was thrown is no error', 'a.b', 'a.b could not be read: reading it failed unexpectedly.'],
  ])('%s', (_, error, told) => {
    expect(sentence(error, 'a.b')).toBe(told);
  });

  test('in three hundred characters', () => {
    expect(sentence(new RangeError(`a.b ${'x'.repeat(400)}`), 'a.b')).toHaveLength(300);
    expect(sentence(new RangeError('x'.repeat(400)), 'a.b')).toHaveLength(300);
  });
});

describe('the tweaker that a manifest names', () => {
  test('is for clients alone when it is one of those that are known', () => {
    expect(tweakerDescriptor('optifine.OptiFineTweaker')).toEqual({
      format: 'MANIFEST.MF',
      mods: [{ id: 'optifine', name: 'OptiFine', version: '' }],
      side: 'CLIENT',
      certainty: 'INFERRED',
      evidence:
        'MANIFEST.MF: TweakClass is optifine.OptiFineTweaker, which changes the client and is made for nothing else.',
      requires: [],
      provides: [],
    });
    expect(tweakerDescriptor('a.B')).toBeNull();
  });
});
