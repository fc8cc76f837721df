import { describe, expect, test } from 'vitest';
import { type JarContents, openJar } from '../../../src/archive/jar/contents.ts';
import { withClasses } from '../../../src/archive/jar/mod-classes.ts';
import { defaultArchiveLimits } from '../../../src/archive/limits.ts';
import type { DescriptorFormat, ModDescriptor } from '../../../src/modloaders/modloader.ts';
import { type AnnotationValues, classFile, forgeMod, type Step } from '../../support/jar.ts';
import { zipWith } from '../../support/zip.ts';

const neoForgeMod = 'Lnet/neoforged/fml/common/Mod;';
const dist = (...sides: string[]) => ({
  dist: sides.map((constant) => ({ enumType: 'Lx/Dist;', constant })),
});
const client = dist('CLIENT');
const calls = (name: string): Readonly<Record<string, readonly Step[]>> => ({ '<init>': [{ call: name }] });
const clientCode = calls('net/minecraft/client/Minecraft');
const network = calls('net/minecraftforge/network/ChannelBuilder');
const forge = (values: AnnotationValues = {}, methods = {}) =>
  classFile([{ type: forgeMod, values }], methods);
const neoForge = (values: AnnotationValues = {}, methods = {}) =>
  classFile([{ type: neoForgeMod, values }], methods);
const plain = classFile([]);
const unreadable = Buffer.from('too short');

function descriptor(format: DescriptorFormat, more: Partial<ModDescriptor> = {}): ModDescriptor {
  return {
    format,
    mods: [{ id: 'My-Thing', name: '', version: '' }],
    side: 'BOTH',
    certainty: 'INFERRED',
    evidence: 'It says so.',
    requires: [],
    provides: [],
    ...more,
  };
}

/** A jar with these files in their order, and the classes that are read of it. */
function jarOf(files: readonly [name: string, bytes: Buffer][]): { jar: JarContents; read: string[] } {
  const opened = openJar(
    zipWith(files.map(([name, data]) => ({ name, data }))),
    [],
    defaultArchiveLimits.jar,
    { inflatedBytes: 9_999_999 },
  );
  const read: string[] = [];
  const jar: JarContents = {
    ...opened,
    read(entry, maxBytes) {
      read.push(entry.name);
      const bytes = opened.read(entry, maxBytes);
      if (bytes.equals(unreadable)) throw new RangeError('It cannot be read.');
      return bytes;
    },
  };
  return { jar, read };
}

/** What the descriptors say of sides once the classes were looked at. */
function judged(files: readonly [name: string, bytes: Buffer][], ...descriptors: ModDescriptor[]) {
  const judgements = withClasses(jarOf(files).jar, descriptors);
  return judgements.descriptors.map(({ side, certainty }) => `${side} ${certainty}`);
}

describe('the classes of a jar are tried', () => {
  const tried = (names: readonly string[], mods: ModDescriptor['mods'] = descriptor('mods.toml').mods) => {
    const { jar, read } = jarOf(names.map((name) => [name, plain]));
    withClasses(jar, [descriptor('mods.toml', { mods })]);
    return read;
  };

  test('by how their names fit: the mod, what is called a mod, then by folders, and classes within others last', () => {
    const byRank = [
      ['b/a/MyThingClient.class', 'MyThing.class'],
      ['a/OtherMod.class', 'a/b/c/ForOtherForge.class', 'a/forge.mod.class'],
      ['Root.class'],
      ['/Lead.class', 'a/Shallow.class', 'modern/Forgery.class'],
      ['a/b/NotMyThing.class'],
      ['a/b/c/Deep.class'],
      ['Root$1.class'],
      ['a/MyThing$1.class'],
    ];
    expect(tried(byRank.toReversed().flat())).toEqual(byRank.flat());
  });

  test('beyond twenty folders without a look at how many there are', () => {
    const names = [22, 21, 20, 19].map((depth) => `${'a/'.repeat(depth)}A.class`);
    expect(tried(names)).toEqual([names[3], names[0], names[1], names[2]]);
  });

  test('without regard to an id that has neither letter nor digit', () => {
    expect(tried(['a/A.class', 'B.class'], [{ id: '--', name: '', version: '' }])).toEqual([
      'B.class',
      'a/A.class',
    ]);
    expect(tried(['B.class', 'a/A.class'], [])).toEqual(['B.class', 'a/A.class']);
  });

  test('as many as forty-eight, and never copies for newer Java', () => {
    const names = Array.from({ length: 60 }, (_, n) => `A${n}.class`);
    expect(tried(names)).toEqual(names.slice(0, 48));
    expect(tried(['META-INF/versions/9/MyThing.class', 'a/B.class'])).toEqual(['a/B.class']);
  });

  test('until one makes the jar a mod, and all of them only where that one is for clients', () => {
    const shared = jarOf([
      ['MyThing.class', forge()],
      ['A.class', plain],
    ]);
    withClasses(shared.jar, [descriptor('mods.toml')]);
    expect(shared.read).toEqual(['MyThing.class']);
    const { jar, read } = jarOf([
      ['MyThing.class', forge(client)],
      ['A.class', plain],
    ]);
    withClasses(jar, [descriptor('mods.toml', { side: 'UNKNOWN' })]);
    // As a mod, then all as mods, then all for the work they do on a server.
    expect(read).toEqual(['MyThing.class', 'MyThing.class', 'A.class', 'MyThing.class', 'A.class']);
  });

  test('for none but a descriptor in TOML', () => {
    const { jar, read } = jarOf([['MyThing.class', forge(client)]]);
    const descriptors = [descriptor('fabric.mod.json'), descriptor('@Mod')];
    expect(withClasses(jar, descriptors).descriptors).toEqual(descriptors);
    expect(read).toEqual([]);
  });
});

describe('a jar whose classes are all for clients', () => {
  const files: [string, Buffer][] = [['MyThing.class', forge(client)]];

  test('is client-only by its descriptor in TOML, and other descriptors stay as they are', () => {
    const both = [descriptor('fabric.mod.json'), descriptor('mods.toml')];
    expect(judged(files, ...both)).toEqual(['BOTH INFERRED', 'CLIENT INFERRED']);
    expect(withClasses(jarOf(files).jar, both).descriptors[1]?.evidence).toBe(
      '@Mod: every class that makes the jar a mod is for clients alone, such as MyThing (dist is CLIENT).',
    );
  });

  test.each([
    ['no side', {}],
    ['the server', dist('DEDICATED_SERVER')],
    ['both sides', dist('CLIENT', 'DEDICATED_SERVER')],
  ])('is none when another class, last by its name and in the jar, names %s', (_, values) => {
    const more: [string, Buffer][] = [...files, ['a/b/c/d/Z$1.class', forge(values)]];
    expect(judged(more, descriptor('mods.toml'))).toEqual(['BOTH INFERRED']);
  });

  test('is none when it exchanges messages with servers', () => {
    const more: [string, Buffer][] = [...files, ['b/Net.class', classFile([], network)]];
    expect(judged(more, descriptor('mods.toml'))).toEqual(['BOTH INFERRED']);
  });

  test('stays as its descriptor says when that is for servers or for clients', () => {
    const server = descriptor('mods.toml', { side: 'SERVER', certainty: 'DECLARED' });
    expect(judged(files, server)).toEqual(['SERVER DECLARED']);
    const declared = descriptor('mods.toml', { side: 'CLIENT', certainty: 'DECLARED' });
    expect(withClasses(jarOf([['a/server/B.class', plain]]).jar, [declared]).descriptors).toEqual([declared]);
  });

  test('is not when there is none, as far as can be told', () => {
    expect(judged([['A.class', plain]], descriptor('mods.toml'))).toEqual(['BOTH INFERRED']);
    expect(judged([['A.class', unreadable], ...files], descriptor('mods.toml'))).toEqual(['BOTH INFERRED']);
    expect(judged([...files, ['A.class', unreadable]], descriptor('mods.toml'))).toEqual(['BOTH INFERRED']);
  });

  test('is one however a class that is none looks', () => {
    // It names the type, but has no such annotation.
    const mentions = classFile([{ type: 'Lx/Y;', values: { value: forgeMod } }]);
    expect(judged([['A.class', mentions], ...files], descriptor('mods.toml'))).toEqual(['CLIENT INFERRED']);
    expect(judged([['META-INF/versions/9/A.class', forge()], ...files], descriptor('mods.toml'))).toEqual([
      'CLIENT INFERRED',
    ]);
  });

  test('is one by mods.toml too when they are those of NeoForge, which read it until 1.20.4', () => {
    expect(judged([['MyThing.class', neoForge(client)]], descriptor('mods.toml'))).toEqual([
      'CLIENT INFERRED',
    ]);
    expect(judged(files, descriptor('neoforge.mods.toml'))).toEqual(['BOTH INFERRED']);
  });
});

describe('a jar for Forge and NeoForge', () => {
  const both = [descriptor('mods.toml'), descriptor('neoforge.mods.toml')];

  const forBoth: [string, Buffer] = ['forge/MyThing.class', forge()];
  const forBothNeo: [string, Buffer] = ['neoforge/MyThing.class', neoForge()];
  const forClients: [string, Buffer] = ['a/MyThingClient.class', forge(client)];
  const forClientsNeo: [string, Buffer] = ['b/MyThingClient.class', neoForge(client)];
  const inOne = classFile([
    { type: forgeMod, values: client },
    { type: neoForgeMod, values: {} },
  ]);
  const isBoth = ['BOTH INFERRED', 'BOTH INFERRED'];

  test.each<[string, [string, Buffer][], string[]]>([
    ['for clients in NeoForge alone', [forClientsNeo, forBoth], ['BOTH INFERRED', 'CLIENT INFERRED']],
    ['for clients, then for both of NeoForge', [forClientsNeo, forBoth, forBothNeo], isBoth],
    ['for clients, then for both of Forge', [forClients, forBothNeo, forBoth], isBoth],
    ['of each for clients, then of each for both', [forClients, forClientsNeo, forBoth, forBothNeo], isBoth],
    [
      'of both in one, which are for clients in one',
      [
        ['MyThing.class', inOne],
        ['Other.class', forge()],
      ],
      isBoth,
    ],
  ])('has classes %s', (_, files, sides) => {
    expect(judged(files, ...both)).toEqual(sides);
  });

  test('is read no further once each loader has a class that is not for clients', () => {
    const { jar, read } = jarOf([
      ['A/MyThingClient.class', forge(client)],
      ['B/MyThing.class', forge()],
      ['C.class', plain],
    ]);
    withClasses(jar, both);
    expect(read).toEqual(['A/MyThingClient.class', 'A/MyThingClient.class', 'B/MyThing.class']);
  });
});

describe('work on a server', () => {
  const evidenceOf = (files: readonly [string, Buffer][]) => {
    const inferred = descriptor('mods.toml', { side: 'CLIENT' });
    return withClasses(jarOf([...files]).jar, [inferred]).descriptors[0]?.evidence;
  };

  test.each<[string, Buffer, string]>([
    ['a/server/B.class', plain, ' That is weak: the jar has a/server/B, by its name for servers.'],
    [
      'a/Sync.class',
      classFile([], network),
      ' That is weak: a/Sync exchanges messages between clients and servers.',
    ],
    ['server/B.class', plain, ''],
    ['a/servers/B.class', plain, ''],
    // Beyond what people are shown of a name.
    [`${'a'.repeat(200)}/server/B.class`, plain, ''],
    ['META-INF/versions/9/server/B.class', plain, ''],
    ['a/B.class', unreadable, ''],
  ])('is told by %s, or is not: case %#', (name, bytes, told) => {
    expect(evidenceOf([[name, bytes]])).toBe(`It says so.${told}`);
  });

  test.each([
    ['net/minecraftforge/fml/network/simple/SimpleChannel', true],
    ['net/minecraftforge/fmllegacy/network/simple/SimpleChannel', true],
    ['net/minecraftforge/network/simple/SimpleChannel', true],
    ['net/minecraftforge/network/SimpleChannel', true],
    ['net/minecraftforge/network/ChannelBuilder', true],
    ['net/neoforged/neoforge/network/event/RegisterPayloadHandlersEvent', true],
    ['net/neoforged/neoforge/network/registration/PayloadRegistrar', true],
    ['net/minecraft/network/chat/Component', false],
    ['net/minecraftforge/event/Event', false],
    // By which client-only mods say that servers need not have them.
    ['net/minecraftforge/network/NetworkConstants', false],
  ])('is told by a class that refers to %s: %s', (name, isTold) => {
    const told = isTold ? ' That is weak: a/A exchanges messages between clients and servers.' : '';
    expect(evidenceOf([['a/A.class', classFile([], calls(name))]])).toBe(`It says so.${told}`);
  });

  test('is looked for once, and no further than what cannot be read', () => {
    const inferred = (format: DescriptorFormat) => descriptor(format, { side: 'CLIENT' });
    const { jar, read } = jarOf([
      ['A.class', unreadable],
      ['server/x/server/B.class', plain],
    ]);
    withClasses(jar, [inferred('mods.toml'), inferred('neoforge.mods.toml')]);
    // As mods, in order of their folders, and then for the work they do.
    expect(read).toEqual(['A.class', 'server/x/server/B.class', 'A.class']);
  });
});

describe('a class that refers to the client', () => {
  const doubtful = 'BOTH DOUBTFUL';

  test('makes its jar doubtful, unless it is for clients itself', () => {
    const files: [string, Buffer][] = [
      ['Client.class', forge(client, clientCode)],
      ['MyThing.class', forge({}, clientCode)],
    ];
    const [found] = withClasses(jarOf(files).jar, [descriptor('mods.toml')]).descriptors;
    expect(found).toMatchObject({
      certainty: 'DOUBTFUL',
      evidence:
        'It says so. But the constructor of MyThing needs net/minecraft/client/Minecraft, which no server has.',
    });
    const guarded: [string, Buffer][] = [
      ['Client.class', forge(client, clientCode)],
      ['Other.class', forge()],
    ];
    expect(judged(guarded, descriptor('mods.toml'))).toEqual(['BOTH INFERRED']);
  });

  test('is looked for by the loader that reads the descriptor', () => {
    const files: [string, Buffer][] = [['MyThing.class', neoForge({}, clientCode)]];
    expect(judged(files, descriptor('neoforge.mods.toml'), descriptor('mods.toml'))).toEqual([
      doubtful,
      doubtful,
    ]);
    expect(judged([['MyThing.class', forge({}, clientCode)]], descriptor('neoforge.mods.toml'))).toEqual([
      'BOTH INFERRED',
    ]);
  });
});
