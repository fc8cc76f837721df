import { describe, expect, test } from 'vitest';
import { readJar } from '../../src/archive/inventory.ts';
import { defaultArchiveLimits } from '../../src/archive/limits.ts';
import type { ModDescriptor } from '../../src/modloaders/modloader.ts';
import { classFile, forgeMod, type JarFiles, jarWith, modsToml, type Step } from '../support/jar.ts';

const budget = defaultArchiveLimits.jar;
const neoForgeMod = 'Lnet/neoforged/fml/common/Mod;';
const client = 'net/minecraft/client/Minecraft';
const dist = (...sides: string[]) => ({
  dist: sides.map((constant) => ({ enumType: 'Lnet/neoforged/api/distmarker/Dist;', constant })),
});

function descriptorOf(files: JarFiles): ModDescriptor | undefined {
  const { descriptors, note } = readJar(jarWith(files), budget);
  expect(note).toBeNull();
  expect(descriptors).toHaveLength(1);
  return descriptors[0];
}

const both = modsToml({ example: [{ on: 'neoforge', side: 'BOTH' }] });
const clientOnly = modsToml({ example: [{ on: 'forge', side: 'CLIENT' }] });

describe('a NeoForge mod', () => {
  const neoForge = (classes: JarFiles) =>
    descriptorOf({ 'META-INF/neoforge.mods.toml': both, 'a/Other.class': classFile([]), ...classes });
  const forClients = classFile([{ type: neoForgeMod, values: { value: 'example', ...dist('CLIENT') } }]);

  test('is client-only when all classes that make it a mod are', () => {
    expect(neoForge({ 'com/example/Example.class': forClients, 'b/C.class': forClients })).toMatchObject({
      side: 'CLIENT',
      certainty: 'INFERRED',
      evidence:
        '@Mod: every class that makes the jar a mod is for clients alone, such as com/example/Example (dist is CLIENT).',
    });
  });

  test.each([
    ['names no side', {}],
    ['names the server', dist('DEDICATED_SERVER')],
    ['names both sides', dist('CLIENT', 'DEDICATED_SERVER')],
  ])('is none when another class %s', (_, values) => {
    const other = classFile([{ type: neoForgeMod, values: { value: 'example', ...values } }]);
    // The other class comes last, by its name and in the jar.
    const classes = { 'com/example/ExampleClient.class': forClients, 'a/b/c/d/Z$1.class': other };
    expect(neoForge(classes)).toMatchObject({ side: 'BOTH', certainty: 'INFERRED' });
  });

  test('is none when it exchanges messages with servers', () => {
    const sender = classFile([], {
      send: [{ call: 'net/neoforged/neoforge/network/registration/PayloadRegistrar' }],
    });
    expect(neoForge({ 'com/example/Example.class': forClients, 'b/Net.class': sender })?.side).toBe('BOTH');
  });

  test('is none when not every class can be read', () => {
    const { descriptors } = readJar(
      jarWith({
        'META-INF/neoforge.mods.toml': both,
        'Example.class': forClients,
        'B.class': Buffer.alloc(2 * 1024 * 1024),
      }),
      budget,
    );
    expect(descriptors).toMatchObject([{ side: 'BOTH' }]);
  });

  test('of a jar for Forge too is judged by the classes of NeoForge', () => {
    const files = {
      'META-INF/mods.toml': both,
      'META-INF/neoforge.mods.toml': both,
      'com/example/Example.class': forClients,
      'com/example/ExampleForge.class': classFile([{ type: forgeMod, values: { value: 'example' } }]),
    };
    expect(readJar(jarWith(files), budget).descriptors.map(({ format, side }) => [format, side])).toEqual([
      ['neoforge.mods.toml', 'CLIENT'],
      ['mods.toml', 'BOTH'],
    ]);
  });
});

describe('a Forge mod whose class is loaded on servers', () => {
  const forge = (methods: Readonly<Record<string, readonly Step[]>>) =>
    descriptorOf({
      'META-INF/mods.toml': both,
      'com/example/Example.class': classFile([{ type: forgeMod, values: { value: 'example' } }], methods),
    });
  // tableswitch from 0 to 1, with the padding that its place asks for; lookupswitch of one pair; wide iinc.
  const tableSwitch = [0xaa, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 9, 0, 0, 0, 9];
  const lookupSwitch = [0xab, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 1, 0, 0, 0, 9, 0, 0, 0, 9];
  const wide = [0xc4, 0x84, 0, 1, 0, 1, 0xc4, 0x15, 0, 1];

  test.each<[string, string, readonly Step[]]>([
    ['constructor', '<init>', [{ call: client }]],
    ['static initialiser', '<clinit>', [{ make: client }]],
    ['constructor', '<init>', [{ make: `[L${client};` }]],
    ['constructor', '<init>', [{ bind: client }]],
    [
      'constructor',
      '<init>',
      [{ bytes: tableSwitch }, { bytes: lookupSwitch }, { bytes: wide }, { call: client }],
    ],
  ])('is doubtful when its %s refers to the client', (called, name, steps) => {
    expect(forge({ [name]: steps })).toMatchObject({
      side: 'BOTH',
      certainty: 'DOUBTFUL',
      evidence: `mods.toml: the dependency of example on neoforge is BOTH. But the ${called} of com/example/Example needs ${client}, which no server has.`,
    });
  });

  test.each<[string, Readonly<Record<string, readonly Step[]>>]>([
    [
      'asks where it runs',
      { '<init>': [{ call: 'net/minecraftforge/fml/loading/FMLEnvironment' }, { call: client }] },
    ],
    ['does so in another method', { onClientSetup: [{ call: client }] }],
    ['refers to the game only', { '<init>': [{ call: 'net/minecraft/world/level/Level' }] }],
  ])('is none when it %s', (_, methods) => {
    expect(forge(methods)).toMatchObject({ side: 'BOTH', certainty: 'INFERRED' });
  });
});

describe('a mod that only its dependencies make client-only', () => {
  const evidence = 'mods.toml: the only dependency on forge is CLIENT.';

  test.each([
    [
      'com/example/Sync.class',
      classFile([], { '<clinit>': [{ call: 'net/minecraftforge/network/simple/SimpleChannel' }] }),
      `${evidence} That is weak: com/example/Sync exchanges messages between clients and servers.`,
    ],
    [
      'com/example/server/Work.class',
      classFile([]),
      `${evidence} That is weak: the jar has com/example/server/Work, by its name for servers.`,
    ],
    // By which client-only mods say that servers need not have them.
    [
      'com/example/Shown.class',
      classFile([], { '<init>': [{ call: 'net/minecraftforge/network/NetworkConstants' }] }),
      evidence,
    ],
  ])('is client-only with %s, and its evidence tells what speaks against it', (name, bytes, told) => {
    expect(descriptorOf({ 'META-INF/mods.toml': clientOnly, [name]: bytes })).toMatchObject({
      side: 'CLIENT',
      certainty: 'INFERRED',
      evidence: told,
    });
  });
});
