import { describe, expect, test } from 'vitest';
import { defaultArchiveLimits } from '../../src/archive/limits.ts';
import { readJar } from '../../src/archive/pack/inventory.ts';
import type { DescriptorFormat, ModDescriptor } from '../../src/modloaders/modloader.ts';
import {
  annotationCache,
  classFile,
  fabricModJson,
  forgeMod,
  type JarFiles,
  jarWith,
  modsToml,
  quiltModJson,
} from '../support/jar.ts';
import { zipWith } from '../support/zip.ts';

const budget = defaultArchiveLimits.jar;

/** The one descriptor of a jar with these files, which must read without a note. */
function descriptorOf(files: JarFiles, format?: DescriptorFormat): ModDescriptor {
  const { descriptors, note } = readJar(jarWith(files), budget);
  expect(note).toBeNull();
  const found = format === undefined ? descriptors : descriptors.filter((one) => one.format === format);
  expect(found).toHaveLength(1);
  const [descriptor] = found;
  if (descriptor === undefined) throw new Error('the jar has no such descriptor');
  return descriptor;
}

const toml = (text: string) => descriptorOf({ 'META-INF/mods.toml': text });
const fabric = (fields: object) => descriptorOf({ 'fabric.mod.json': fabricModJson('example', fields) });
const quilt = (environment: string | null, loader: object = {}) =>
  descriptorOf({ 'quilt.mod.json': quiltModJson('example', environment, loader) });
const oldForge = (values: Readonly<Record<string, string>>) =>
  descriptorOf({
    'META-INF/fml_cache_annotation.json': annotationCache({
      'com/example/Mod': [{ name: forgeMod, values }],
    }),
  });

describe('mods.toml', () => {
  test('is client-only when every dependency on loader and game is CLIENT', () => {
    expect(
      toml(
        modsToml({
          example: [
            { on: 'minecraft', side: 'CLIENT' },
            { on: 'forge', side: 'CLIENT' },
          ],
        }),
      ),
    ).toMatchObject({
      side: 'CLIENT',
      certainty: 'INFERRED',
      evidence: 'mods.toml: every dependency on forge and minecraft is CLIENT.',
      mods: [{ id: 'example', name: 'The example', version: '1.0.0' }],
    });
  });

  test('reads neoforge.mods.toml the same way, where neoforge is the loader', () => {
    const files = {
      'META-INF/neoforge.mods.toml': modsToml({ example: [{ on: 'neoforge', side: 'CLIENT' }] }),
    };
    expect(descriptorOf(files)).toMatchObject({
      format: 'neoforge.mods.toml',
      side: 'CLIENT',
      evidence: 'neoforge.mods.toml: the only dependency on neoforge is CLIENT.',
    });
  });

  test.each([
    ['CLIENT', 'BOTH', 'UNKNOWN'],
    ['CLIENT', 'both', 'UNKNOWN'],
    ['CLIENT', 'NONE', 'UNKNOWN'],
    ['CLIENT', '', 'UNKNOWN'],
    ['CLIENT', undefined, 'UNKNOWN'],
    ['BOTH', 'BOTH', 'UNKNOWN'],
    ['CLIENT', 'SERVER', 'BOTH'],
    ['BOTH', 'SERVER', 'BOTH'],
  ])('says nothing of the mod itself by BOTH, as templates have it: %s and %s', (forge, minecraft, side) => {
    const dependencies = [
      { on: 'forge', side: forge },
      { on: 'minecraft', ...(minecraft === undefined ? {} : { side: minecraft }) },
    ];
    const certainty = side === 'UNKNOWN' ? 'NONE' : 'INFERRED';
    expect(toml(modsToml({ example: dependencies }))).toMatchObject({ side, certainty });
  });

  test('is for servers only when every dependency on loader and game is SERVER', () => {
    expect(toml(modsToml({ example: [{ on: 'forge', side: 'SERVER' }] })).side).toBe('SERVER');
  });

  test('reads side and ids without regard to case', () => {
    const text = `${modsToml({ Example: [] })}[[dependencies.eXample]]\nmodId="Forge"\nside="client"\n`;
    expect(toml(text).side).toBe('CLIENT');
  });

  test.each([
    ['no dependencies at all', modsToml({ example: [] })],
    ['none on loader or game', modsToml({ example: [{ on: 'jei', side: 'CLIENT' }] })],
    [
      'one that it is incompatible with',
      modsToml({ example: [{ on: 'forge', type: 'incompatible', side: 'CLIENT' }] }),
    ],
    ['none for one of its mods', modsToml({ example: [{ on: 'forge', side: 'CLIENT' }], other: [] })],
    ['one it discourages', modsToml({ example: [{ on: 'forge', type: 'discouraged', side: 'CLIENT' }] })],
    ['another case of that', modsToml({ example: [{ on: 'forge', type: 'INCOMPATIBLE', side: 'CLIENT' }] })],
    ['one on nothing', `${modsToml({ example: [] })}[[dependencies.example]]\nside="BOTH"\n`],
    ['one on nothing and of nobody', `${modsToml({ example: [] })}[[dependencies]]\nside="BOTH"\n`],
    [
      'one on an endless id',
      `${modsToml({ example: [] })}[[dependencies.example]]\nmodId="${'x'.repeat(300)}"\n`,
    ],
  ])('says nothing when it has %s', (_, text) => {
    expect(toml(text)).toMatchObject({ side: 'UNKNOWN', certainty: 'NONE' });
  });

  test('judges each mod of a jar by its own dependencies', () => {
    const client = { on: 'minecraft', side: 'CLIENT' };
    expect(toml(modsToml({ one: [client], two: [client] })).side).toBe('CLIENT');
    expect(toml(modsToml({ one: [client], two: [{ on: 'minecraft', side: 'BOTH' }] }))).toMatchObject({
      side: 'UNKNOWN',
      evidence:
        'mods.toml: the dependency of two on minecraft is BOTH, which says nothing of the mod itself.',
    });
    expect(toml(modsToml({ one: [client], two: [{ on: 'jei', side: 'CLIENT' }] })).side).toBe('UNKNOWN');
  });

  test('takes no notice of the dependencies of a mod that the jar does not hold', () => {
    const text = `${modsToml({ example: [{ on: 'forge', side: 'CLIENT' }] })}
      [[dependencies.stranger]]\nmodId="forge"\nside="BOTH"\n[[dependencies.stranger]]\nmodId="lib"\n`;
    expect(toml(text)).toMatchObject({ side: 'CLIENT', requires: [] });
  });

  test('is client-only, and declared so, when clientSideOnly is true at the root', () => {
    expect(toml(modsToml({ example: [{ on: 'forge', side: 'BOTH' }] }, 'clientSideOnly=true'))).toMatchObject(
      { side: 'CLIENT', certainty: 'DECLARED', evidence: 'mods.toml: clientSideOnly is true.' },
    );
    expect(toml(modsToml({ example: [{ on: 'forge', side: 'BOTH' }] }, 'clientSideOnly=false')).side).toBe(
      'UNKNOWN',
    );
  });

  const [ownerless, owned] = [
    '[[dependencies]]\nmodId="minecraft"\nside="CLIENT"\n',
    '[[dependencies.second]]\nmodId="forge"\nside="CLIENT"\n',
  ];
  test.each([
    ['before', ownerless + owned],
    ['behind', owned + ownerless],
  ])('counts dependencies without an owner, %s those with one, to the first mod', (_, dependencies) => {
    expect(toml(modsToml({ first: [], second: [] }) + dependencies).side).toBe('CLIENT');
    expect(toml(modsToml({ first: [], second: [] }) + dependencies.replace('CLIENT', 'BOTH')).side).toBe(
      'UNKNOWN',
    );
  });

  test('requires what a server needs: required, not for clients only, no loader and not itself', () => {
    const dependencies = [
      { on: 'forge', side: 'BOTH', mandatory: true },
      { on: 'java', side: 'BOTH', mandatory: true },
      { on: 'Lib', side: 'BOTH', mandatory: true },
      { on: 'serverlib', side: 'SERVER' },
      { on: 'neolib', type: 'required' },
      { on: 'example', mandatory: true },
      { on: 'clientlib', side: 'CLIENT', mandatory: true },
      { on: 'extra', side: 'BOTH', mandatory: false },
      { on: 'optional', type: 'optional' },
      { on: 'enemy', type: 'incompatible' },
      { on: 'unloved', type: 'discouraged' },
    ];
    expect(toml(modsToml({ example: dependencies })).requires).toEqual(['lib', 'serverlib', 'neolib']);
    const odd = '[dependencies]\nexample=["lib", {modId="other"}]\nmodId={modId="x"}\n';
    expect(toml(modsToml({ example: [] }) + odd).requires).toEqual(['other']);
  });

  test.each([
    ['Implementation-Version: 4.2', '1.20-4.2'],
    ['Implementation-Version:4.2', '1.20-4.2'],
    ['Implementation-Version:   4.2 build 7', '1.20-4.2 build 7'],
    ['X-Implementation-Version: 1\r\nImplementation-Version: 4.2', '1.20-4.2'],
    ['X-Implementation-Version: 1', '1.20-'],
  ])('takes the version from the jar, whose manifest says %j', (manifest, version) => {
    const text = modsToml({ example: [] }).replace('1.0.0', '1.20-$' + '{file.jarVersion}');
    const files = { 'META-INF/MANIFEST.MF': manifest, 'META-INF/mods.toml': text };
    expect(descriptorOf(files).mods).toEqual([{ id: 'example', name: 'The example', version }]);
  });

  // What else a lenient reader bears is tried in lenient/.
  const sided = (text: string) => text + modsToml({ example: [{ on: 'forge', side: 'CLIENT' }] });
  test.each([
    ['a byte-order mark', `\ufeff${sided('')}`],
    ['lines that make no sense', sided('???\n= 3\n[[]]\n[x\n')],
    ['UTF-16', Buffer.from(`\ufeff${sided('')}`, 'utf16le')],
  ])('is read in spite of %s', (_, text) => {
    expect(descriptorOf({ 'META-INF/mods.toml': text }).side).toBe('CLIENT');
  });

  test('that names no mod leaves the jar without a descriptor and with a note', () => {
    for (const text of ['modLoader="lowcodefml"', '[[mods]]\nversion="1"', '[[mods]]\nmodId=["a"]'])
      expect(readJar(jarWith({ 'META-INF/mods.toml': text }), budget)).toEqual({
        descriptors: [],
        note: 'META-INF/mods.toml names no mod.',
      });
  });

  test('cannot reach the prototype of anything', () => {
    const text = `${sided('')}[__proto__]\nside="x"\n[[dependencies.__proto__]]\nmodId="forge"\nside="BOTH"\n`;
    expect(toml(text).side).toBe('CLIENT');
    expect(Object.hasOwn(Object.prototype, 'side')).toBe(false);
  });
});

describe('fabric.mod.json', () => {
  test.each([
    ['client', 'CLIENT'],
    ['CLIENT', 'CLIENT'],
    ['server', 'SERVER'],
    ['*', 'BOTH'],
  ])('with environment %s declares the side %s', (environment, side) => {
    expect(fabric({ environment })).toMatchObject({
      side,
      certainty: 'DECLARED',
      evidence: `fabric.mod.json: environment is "${environment}".`,
      mods: [{ id: 'example', name: 'The example', version: '1.0.0' }],
    });
  });

  test.each([
    [{}, 'not given, which says nothing'],
    [{ environment: 'clientt' }, '"clientt", which means nothing'],
    [{ environment: ['client'] }, 'no word, which says nothing'],
    [{ environment: null }, 'no word, which says nothing'],
    [{ environment: 7 }, '"7", which means nothing'],
  ])('with %j says nothing about its side', (fields, fault) => {
    const evidence = `fabric.mod.json: environment is ${fault}.`;
    expect(fabric(fields)).toMatchObject({ side: 'UNKNOWN', certainty: 'NONE', evidence });
  });

  test('requires what it depends on, not what it recommends or suggests, and no loader, game or Java', () => {
    const { requires } = fabric({
      depends: {
        fabric: '*',
        fabricloader: '>=0.15',
        java: '>=17',
        minecraft: '1.20.x',
        Lib: '*',
        lib: '*',
        'fabric-api': '*',
      },
      recommends: { nice: '*' },
      suggests: { fancy: '*' },
    });
    expect(requires).toEqual(['lib', 'fabric-api']);
  });

  test('answers to what it provides', () => {
    expect(fabric({ provides: ['OldName', 'other'] }).provides).toEqual(['oldname', 'other']);
  });

  test.each([
    ['comments', '{ /* a */ "id": "example", // b\n "environment": "client" }'],
    ['single quotes and bare keys', "{id:'example',environment:'client'}"],
  ])('is read in spite of %s', (_, text) => {
    expect(descriptorOf({ 'fabric.mod.json': text })).toMatchObject({
      side: 'CLIENT',
      mods: [{ id: 'example' }],
    });
  });

  test('that is no JSON, is cut off or is no object is noted', () => {
    for (const text of ['environment client', '{"id":"example"', '{"id":7}', '[]', '"x"', '', '\u0000'])
      expect(readJar(jarWith({ 'fabric.mod.json': text }), budget)).toMatchObject({
        descriptors: [],
        note: expect.stringContaining('fabric.mod.json'),
      });
  });

  test('sees no field that stands under __proto__', () => {
    const files = { 'fabric.mod.json': '{"id":"example","__proto__":{"environment":"client"}}' };
    expect(descriptorOf(files).side).toBe('UNKNOWN');
    expect(descriptorOf({ 'fabric.mod.json': files['fabric.mod.json'].replace('}}', '},}') }).side).toBe(
      'UNKNOWN',
    );
  });

  test('gives no text that a database or a terminal would choke on', () => {
    const { mods } = fabric({ name: 'a\u0000b\u001b[31m\u202ec\ud800', version: 'x'.repeat(5000) });
    expect(mods[0]?.name).toBe('a b [31m c\ufffd');
    expect(mods[0]?.version).toHaveLength(200);
    const unfilled = fabric({ name: 'b $' + '{name}', version: '$' + '{version}' });
    expect(unfilled.mods).toEqual([{ id: 'example', name: '', version: '' }]);
  });
});

describe('quilt.mod.json', () => {
  test.each([
    ['client', 'CLIENT'],
    ['Client', 'CLIENT'],
    ['dedicated_server', 'SERVER'],
    ['*', 'BOTH'],
  ])('with environment %s declares the side %s', (environment, side) => {
    expect(quilt(environment)).toMatchObject({
      side,
      certainty: 'DECLARED',
      evidence: `quilt.mod.json: minecraft.environment is "${environment}".`,
      mods: [{ id: 'example', name: 'The example', version: '1.0.0' }],
    });
  });

  test('without an environment says nothing', () => {
    expect(quilt(null).side).toBe('UNKNOWN');
  });

  test('requires strings and objects that are not optional, and none of what the loader brings', () => {
    const depends = [
      'quilt_loader',
      'java',
      'Lib',
      'com.example:grouped',
      { id: 'object', versions: '*' },
      { id: 'maybe', optional: true },
      [{ id: 'either' }, { id: 'or' }],
      { id: 'minecraft' },
      'quilt_base',
      'quilted_fabric_api',
    ];
    expect(quilt('*', { depends }).requires).toEqual(['lib', 'grouped', 'object']);
  });

  // As the loader reads them: QuiltMC/quilt-loader, V1ModMetadataReader.readDependencyObject and QuiltRuleDepOnly, November 2026.
  test.each<[string, unknown, string[], string[][]]>([
    ['an array', [{ id: 'Either' }, 'or'], [], [['either', 'or']]],
    ['an array of one', ['one'], ['one'], []],
    ['an empty array', [], [], []],
    ['an array with one that the loader brings', ['lib', 'minecraft'], [], []],
    ['an array with one that is optional', ['lib', { id: 'x', optional: true }], [], []],
    ['unless', { id: 'lib', unless: 'Other' }, [], [['lib', 'other']]],
    ['unless with alternatives', { id: 'a', unless: ['b', { id: 'g:c' }] }, [], [['a', 'b', 'c']]],
    ['unless within alternatives', [{ id: 'a', unless: 'b' }, 'c'], [], [['a', 'b', 'c']]],
    ['unless beside optional', { id: 'a', optional: true, unless: 'b' }, [], []],
    ['alternatives in alternatives', [['a', 'b'], 'a'], [], [['a', 'b']]],
    ['any', { any: ['a', 'b'] }, [], [['a', 'b']]],
    ['all', { all: ['a', { id: 'b' }] }, ['a', 'b'], []],
    [
      'all within any',
      { any: [{ all: ['a', 'b'] }, 'c'] },
      [],
      [
        ['a', 'c'],
        ['b', 'c'],
      ],
    ],
    ['more alternatives than are followed', Array.from({ length: 17 }, (_, n) => `m${n}`), [], []],
  ])('needs of %s', (_, entry, requires, alternatives) => {
    const read = quilt('*', { depends: [entry] });
    expect([read.requires, read.alternatives ?? []]).toEqual([requires, alternatives]);
  });

  test('answers to what it provides, given as text or as objects', () => {
    expect(quilt('*', { provides: ['One', { id: 'two', version: '1' }] }).provides).toEqual(['one', 'two']);
  });

  test('stands beside fabric.mod.json in one jar', () => {
    const files = {
      'quilt.mod.json': quiltModJson('example', '*'),
      'fabric.mod.json': fabricModJson('example', { environment: 'client' }),
    };
    expect(descriptorOf(files, 'quilt.mod.json').side).toBe('BOTH');
    expect(descriptorOf(files, 'fabric.mod.json').side).toBe('CLIENT');
  });
});

describe('the annotation cache of old Forge', () => {
  test('declares client-only by the text "true"', () => {
    expect(
      oldForge({ modid: 'Example', name: 'The Example', version: '2.0', clientSideOnly: 'true' }),
    ).toEqual({
      format: 'fml_cache_annotation.json',
      mods: [{ id: 'Example', name: 'The Example', version: '2.0' }],
      side: 'CLIENT',
      certainty: 'DECLARED',
      evidence: 'fml_cache_annotation.json: clientSideOnly is true.',
      requires: [],
      provides: [],
    });
  });

  const [client, server, both] = [
    { clientSideOnly: 'true' },
    { serverSideOnly: 'true' },
    { clientSideOnly: 'false' },
  ];
  test.each([
    [[both], 'BOTH', 'DECLARED'],
    [[server], 'SERVER', 'DECLARED'],
    [[{}], 'UNKNOWN', 'NONE'],
    [[client, client], 'CLIENT', 'DECLARED'],
    [[server, server], 'SERVER', 'DECLARED'],
    [[client, {}], 'BOTH', 'INFERRED'],
    [[client, server], 'BOTH', 'INFERRED'],
    [[both, both], 'BOTH', 'DECLARED'],
    [[both, {}], 'UNKNOWN', 'NONE'],
    [[server, {}], 'UNKNOWN', 'NONE'],
  ])('with mods of %j gives %s, %s', (mods, side, certainty) => {
    const entries = mods.map((values, n): [string, { name: string; values: Record<string, string> }[]] => [
      `m${n}`,
      [{ name: forgeMod, values: { modid: `m${n}`, ...values } }],
    ]);
    const cache = annotationCache(Object.fromEntries(entries));
    expect(descriptorOf({ 'META-INF/fml_cache_annotation.json': cache })).toMatchObject({ side, certainty });
  });

  test('counts entries of the Mod annotation only', () => {
    const cache = annotationCache({
      'com/example/Main': [{ name: forgeMod, values: { modid: 'example', clientSideOnly: 'true' } }],
      'com/example/Compat': [
        { name: 'Lnet/minecraftforge/fml/common/Optional$Interface;', values: { modid: 'stranger' } },
        { name: 'Lnet/minecraftforge/common/config/Config;', values: { modid: 'example' } },
      ],
    });
    const found = descriptorOf({ 'META-INF/fml_cache_annotation.json': cache });
    expect(found.mods.map(({ id }) => id)).toEqual(['example']);
    expect(found.side).toBe('CLIENT');
  });

  test('keeps the jar on both sides when a second mod in it is not client-only', () => {
    const cache = annotationCache({
      'com/example/Client': [
        {
          name: forgeMod,
          values: { modid: 'client', clientSideOnly: 'true', dependencies: 'required:clientlib' },
        },
      ],
      'com/example/Core': [
        { name: forgeMod, values: { modid: 'core', dependencies: 'required-after:client;required:lib' } },
      ],
    });
    expect(descriptorOf({ 'META-INF/fml_cache_annotation.json': cache })).toMatchObject({
      side: 'BOTH',
      evidence: 'fml_cache_annotation.json: the jar also holds core, which is not clientSideOnly.',
      requires: ['lib'],
    });
  });

  test('requires what the dependencies string says is required, and nothing else', () => {
    const dependencies =
      'required-after:forge@[14.23.5.2768,);required-after:JEI@[4.15,5.0);required:baubles;after:thaumcraft;' +
      'before:quark;required-before:late@(,2.0];required-after:*;required-client-after:shaders;' +
      ' required-after : lib @[1,); REQUIRED:other ;lone;:x';
    const { requires } = oldForge({ modid: 'example', dependencies });
    expect(requires).toEqual(['jei', 'baubles', 'late', 'lib', 'other']);
    const ofClient = { modid: 'example', clientSideOnly: 'true', dependencies: 'required:x' };
    expect(oldForge(ofClient).requires).toEqual(['x']);
  });
});

describe('the @Mod annotation of old Forge', () => {
  const main = (values: Parameters<typeof classFile>[0][number]['values']) =>
    classFile([
      { type: 'Lscala/reflect/ScalaSignature;', values: { bytes: ['x', 'y'] } },
      { type: forgeMod, values },
    ]);

  test('is read from the class files where the jar has no cache', () => {
    const values = {
      modid: 'example',
      name: 'The Example',
      version: '1.2',
      acceptedMinecraftVersions: '[1.12]',
      dist: { enumType: 'Lx/Side;', constant: 'CLIENT' },
      tags: ['a', 'b'],
      clientSideOnly: true,
      dependencies: 'required-after:lib@[1,)',
    };
    expect(
      descriptorOf({ 'com/example/Main.class': main(values), 'com/example/Other.class': classFile([]) }),
    ).toEqual({
      format: '@Mod',
      mods: [{ id: 'example', name: 'The Example', version: '1.2' }],
      side: 'CLIENT',
      certainty: 'DECLARED',
      evidence: '@Mod: clientSideOnly is true.',
      requires: ['lib'],
      provides: [],
    });
  });

  test('is known under the name it had before game version 1.8', () => {
    const bytes = classFile([{ type: 'Lcpw/mods/fml/common/Mod;', values: { modid: 'example' } }]);
    expect(descriptorOf({ 'Main.class': bytes })).toMatchObject({
      mods: [{ id: 'example' }],
      side: 'UNKNOWN',
    });
  });

  test('is looked for where the cache names no mod', () => {
    const cache = annotationCache({ X: [{ name: 'Lx/Other;', values: { modid: 'other' } }] });
    const files = { 'META-INF/fml_cache_annotation.json': cache, 'Main.class': main({ modid: 'example' }) };
    expect(descriptorOf(files).mods).toMatchObject([{ id: 'example' }]);
  });

  // Beside a descriptor only in a jar for several eras, which mcmod.info or the cache tells.
  test.each<[JarFiles, string[]]>([
    [{ 'META-INF/mods.toml': modsToml({ a: [] }) }, ['mods.toml']],
    [{ 'META-INF/mods.toml': modsToml({ a: [] }), 'mcmod.info': '[]' }, ['mods.toml', '@Mod']],
    [{ 'META-INF/mods.toml': '' }, []],
    [{ 'fabric.mod.json': fabricModJson('a') }, ['fabric.mod.json']],
    [{ 'fabric.mod.json': fabricModJson('a'), 'mcmod.info': '[]' }, ['fabric.mod.json', '@Mod']],
    [
      { 'fabric.mod.json': fabricModJson('a'), 'META-INF/fml_cache_annotation.json': '{}' },
      ['fabric.mod.json', '@Mod'],
    ],
  ])('is looked for or not: case %#', (files, formats) => {
    const { descriptors } = readJar(jarWith({ ...files, 'Main.class': main({ modid: 'example' }) }), budget);
    expect(descriptors.map(({ format }) => format)).toEqual(formats);
  });

  test('is read in all classes but the copies for newer Java, whatever the cache is', () => {
    const [a, b] = [main({ modid: 'a' }), main({ modid: 'b' })];
    const copies = { 'META-INF/versions/9/A.class': main({ modid: 'new' }), 'META-INF/a.txt': '' };
    const files = { ...copies, 'A.class': a, 'x/META-INF/B.class': b };
    expect(descriptorOf(files).mods.map(({ id }) => id)).toEqual(['a', 'b']);
    const name = 'META-INF/fml_cache_annotation.json';
    const broken = { name, rawData: Buffer.from('no deflate'), size: 100 };
    expect(readJar(zipWith([broken, { name: 'A.class', data: a }]), budget)).toMatchObject({
      descriptors: [{ mods: [{ id: 'a' }], format: '@Mod' }],
      note: `${name} is damaged.`,
    });
  });

  test('is not looked for where the cache names one', () => {
    const cache = annotationCache({ X: [{ name: forgeMod, values: { modid: 'cached' } }] });
    const files = { 'META-INF/fml_cache_annotation.json': cache, 'Main.class': main({ modid: 'example' }) };
    expect(descriptorOf(files).format).toBe('fml_cache_annotation.json');
  });

  test('keeps the jar on both sides when a second class is a mod for both', () => {
    const files = {
      'A.class': main({ modid: 'client', clientSideOnly: true }),
      'B.class': main({ modid: 'core', clientSideOnly: false }),
    };
    expect(descriptorOf(files)).toMatchObject({ side: 'BOTH', mods: [{ id: 'client' }, { id: 'core' }] });
  });

  test('says nothing about the side when a class of the jar could not be read', () => {
    const { descriptors, note } = readJar(
      zipWith([
        { name: 'A.class', data: main({ modid: 'client', clientSideOnly: true }) },
        { name: 'B.class', rawData: Buffer.from('no deflate'), size: 100 },
      ]),
      budget,
    );
    expect(descriptors).toMatchObject([{ side: 'UNKNOWN', certainty: 'NONE' }]);
    expect(note).toBe('B.class is damaged.');
    const broken = ['B', 'C', 'D'].map((name) => ({ name: `${name}.class`, rawData: Buffer.of(7), size: 9 }));
    expect(readJar(zipWith(broken), budget).note).toBe('B.class is damaged. 3 classes in all were not read.');
  });
});

describe('jars nested in a jar', () => {
  test('count for what they provide, at whatever depth', () => {
    const innermost = jarWith({ 'fabric.mod.json': fabricModJson('innermost') });
    const inner = jarWith({
      'fabric.mod.json': fabricModJson('Inner', { provides: ['alias'], depends: { elsewhere: '*' } }),
      'META-INF/jars/innermost.jar': innermost,
    });
    const forge = jarWith({ 'META-INF/mods.toml': modsToml({ mixinextras: [] }) });
    const { provides, requires } = descriptorOf({
      'fabric.mod.json': fabricModJson('outer', { jars: [{ file: 'libs/inner.jar' }] }),
      'libs/inner.jar': inner,
      'META-INF/jarjar/mixinextras.jar': forge,
      'assets/unrelated.jar': innermost,
    });
    expect(provides).toEqual(['inner', 'alias', 'innermost', 'mixinextras']);
    expect(requires).toEqual([]);
  });

  test('that cannot be read are noted, and the jar is read all the same', () => {
    const files = { 'fabric.mod.json': fabricModJson('outer'), 'META-INF/jars/broken.jar': 'no zip' };
    const { descriptors, note } = readJar(jarWith(files), budget);
    expect(descriptors).toHaveLength(1);
    expect(note).toBe(
      'META-INF/jars/broken.jar could not be read: The jar is no zip archive, or it is cut off: it has no end record.',
    );
  });

  test('provide up to the budget, together with the jar, and it is noted when there is more', () => {
    const inner = (count: number) =>
      jarWith({
        'META-INF/mods.toml': modsToml(
          Object.fromEntries(Array.from({ length: count }, (_, n) => [`m${n}`, []])),
        ),
      });
    const read = (count: number) =>
      readJar(jarWith({ 'fabric.mod.json': fabricModJson('outer'), 'META-INF/jars/a.jar': inner(count) }), {
        ...budget,
        maxProvides: 2,
      });
    expect(read(2)).toMatchObject({ descriptors: [{ provides: ['m0', 'm1'] }], note: null });
    expect(read(3)).toMatchObject({
      descriptors: [{ provides: ['m0', 'm1'] }],
      note: expect.stringContaining('2'),
    });
  });
});

describe('the TweakClass of the manifest', () => {
  const manifest = (tweaker: string) => `Manifest-Version: 1.0\r\nTweakClass: ${tweaker}\r\n`;
  const optiFine = manifest('optifine.OptiFineForgeTweaker');

  test('makes a jar without any descriptor client-only when it is that of a mod for clients alone', () => {
    expect(descriptorOf({ 'META-INF/MANIFEST.MF': optiFine })).toMatchObject({
      format: 'MANIFEST.MF',
      mods: [{ id: 'optifine', name: 'OptiFine' }],
      side: 'CLIENT',
      certainty: 'INFERRED',
    });
  });

  test('says nothing when it is any other, such as the one of Mixin', () => {
    const files = { 'META-INF/MANIFEST.MF': manifest('org.spongepowered.asm.launch.MixinTweaker') };
    expect(readJar(jarWith(files), budget).descriptors).toEqual([]);
  });

  test('says nothing beside a descriptor', () => {
    const files = { 'META-INF/MANIFEST.MF': optiFine, 'META-INF/mods.toml': modsToml({ lib: [] }) };
    expect(descriptorOf(files).format).toBe('mods.toml');
  });
});
