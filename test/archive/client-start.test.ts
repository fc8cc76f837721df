import { describe, expect, test } from 'vitest';
import { withUsers } from '../../src/archive/pack/jar-users.ts';
import { heedWords } from '../../src/archive/pack/unclear-jars.ts';
import type { RunConfiguration } from '../../src/archive/run-configuration.ts';
import { decideMods } from '../../src/archive/sides/decide-mods.ts';
import { startWarnings } from '../../src/archive/warnings/start-warnings.ts';
import {
  attributeOf,
  classOf,
  constantOf,
  int,
  listOf,
  memberOf,
  short,
  textOf,
} from '../support/class-bytes.ts';
import { classFile, type JarFiles, modsToml, type Step } from '../support/jar.ts';
import { modsOf } from '../support/mods.ts';
import { forgeRun } from '../support/server-pack.ts';
import { compiled, compiledIn } from '../support/side-mods.ts';

const forge: RunConfiguration = { ...forgeRun, modloaderVersion: '47.3.0' };
const forge1211: RunConfiguration = { ...forge, gameVersion: '1.21.1' };
const oldForge: RunConfiguration = { ...forge, gameVersion: '1.12.2', modloaderVersion: '14.23.5.2860' };
const toml = (id: string, ...needs: string[]) =>
  modsToml({ [id]: [{ on: 'forge', side: 'BOTH' }, ...needs.map((on) => ({ on, mandatory: true }))] });
/** Another part of the game, with which a mod is no code of the client alone; nothing in it is work of a server. */
const game = {
  'com/example/more/Stacks.class': classFile([], { a: [{ call: 'net/minecraft/world/item/ItemStack' }] }),
};
const mod = (name: string): JarFiles => ({
  'META-INF/mods.toml': toml('start'),
  ...game,
  ...compiledIn('starting', `com/example/${name}/`),
});

function judge(jars: Readonly<Record<string, JarFiles>>, run = forge) {
  const { mods } = heedWords(withUsers(modsOf(jars)), []);
  const decisions = decideMods(mods, run);
  return { mods, decisions, warnings: startWarnings(mods, decisions, run) };
}

const judgeOne = (files: JarFiles, run = forge) => judge({ 'start.jar': files }, run).decisions[0];

const stopped = { kept: false, reason: 'STOPS_SERVER', certainty: 'INFERRED' };
const at = 'com/example';

describe('a mod that comes to the client as it is made', () => {
  test.each([
    [
      'direct',
      'But the constructor of com/example/direct/Start needs net/minecraft/client/Minecraft, which no server has.',
    ],
    [
      'own',
      `But the constructor of ${at}/own/Start comes to ${at}/own/Start.prepare, then ${at}/own/Start.register, which needs net/minecraft/client/Minecraft, which no server has.`,
    ],
    [
      'field',
      `But the static initialiser of ${at}/field/Start comes to the constructor of ${at}/field/Keys, which needs net/minecraft/client/Minecraft, which no server has.`,
    ],
    [
      'above',
      `But the constructor of ${at}/above/Start comes to ${at}/above/Shown, which needs net/minecraft/client/gui/Screen, which no server has.`,
    ],
  ])('stays out and is told of with the way: %s', (name, way) => {
    const evidence = `mods.toml: the dependency of start on forge is BOTH, which says nothing of the mod itself. ${way}`;
    expect(judgeOne(mod(name))).toEqual({ file: 'start.jar', ...stopped, evidence });
  });

  test.each(['deep', 'circle', 'bound'])('stays out: %s', (name) => {
    expect(judgeOne(mod(name))).toMatchObject(stopped);
  });

  test.each(['deeper', 'helper', 'guarded', 'distant', 'later', 'proxied', 'perhaps', 'caught', 'listener'])(
    'stays without a doubt where that is not so: %s',
    (name) => {
      expect(judgeOne(mod(name))).toMatchObject({ kept: true, certainty: 'NONE' });
    },
  );

  test.each(['Net', 'Command', 'Login', 'Things', 'LevelMixin'])(
    'stays with a warning where servers have work for it: %s',
    (name) => {
      const { decisions, warnings } = judge({
        'start.jar': { ...mod('direct'), ...compiled('extras', name) },
      });
      expect(decisions).toMatchObject([{ kept: true, reason: 'UNKNOWN_SIDE', certainty: 'DOUBTFUL' }]);
      expect(warnings).toMatchObject([
        { code: 'SUSPICIOUS_MOD', error: expect.stringContaining('direct/Start needs') },
      ]);
    },
  );

  test('stays on Forge for 1.7.10, whose classes have older names, with a warning', () => {
    const start = classFile([{ type: 'Lcpw/mods/fml/common/Mod;', values: { modid: 'start' } }], {
      '<init>': [{ call: 'net/minecraft/client/Minecraft' }],
    });
    const run = { ...oldForge, gameVersion: '1.7.10', modloaderVersion: '10.13.4.1614' };
    const { decisions, warnings } = judge({ 'start.jar': { 'com/example/ExampleMod.class': start } }, run);
    expect(decisions).toMatchObject([{ kept: true, certainty: 'DOUBTFUL' }]);
    expect(warnings.map(({ code }) => code)).toEqual(['SUSPICIOUS_MOD']);
  });

  test('stays where a run decides by descriptors alone, with a warning', () => {
    const { decisions, warnings } = judge({ 'start.jar': mod('own') }, { ...forge, automaticSides: false });
    expect(decisions).toMatchObject([{ kept: true }]);
    expect(warnings.map(({ code }) => code)).toEqual(['SUSPICIOUS_MOD']);
  });

  test('stays for a mod that needs it, and for one whose code refers to it', () => {
    const user = classFile([{ type: 'Lnet/minecraftforge/fml/common/Mod;', values: { value: 'user' } }], {
      '<init>': [{ call: 'com/example/own/Start' }],
    });
    const needy = { 'META-INF/mods.toml': toml('needy', 'start') };
    const using = { 'META-INF/mods.toml': toml('user'), 'org/user/UserMod.class': user };
    for (const other of [needy, using])
      expect(judge({ 'other.jar': other, 'start.jar': mod('own') }).decisions[1]).toMatchObject({
        kept: true,
        reason: 'REQUIRED',
      });
  });

  test('stays on old Forge, which says nothing of sides, with a warning', () => {
    const { decisions, warnings } = judge(
      { 'start.jar': compiledIn('starting', 'com/example/old/') },
      oldForge,
    );
    expect(decisions).toMatchObject([{ kept: true, reason: 'UNKNOWN_SIDE', certainty: 'DOUBTFUL' }]);
    expect(warnings).toMatchObject([
      {
        code: 'SUSPICIOUS_MOD',
        error: expect.stringContaining(
          'Start.init comes to com/example/old/Keys, which needs net/minecraft/client/gui/Screen',
        ),
      },
    ]);
  });
});

const range = (count: number) => Array.from({ length: count }, (_, n) => n);
const classesNamed = (count: number, bytes: Buffer) =>
  Object.fromEntries(range(count).map((n) => [`a/b/C${n}.class`, bytes]));

const callingC: Record<string, Step[]> = { '<init>': [{ call: 'a/b/C' }] };
const endless = textOf('x'.repeat(60_000));
/** The code of a method without variables; nothing is caught. */
const codeOf = (code: Buffer) =>
  Buffer.concat([short(0), short(0), int(code.length), code, short(0), short(0)]);
/** 20,000 calls to a method of which class, name and descriptor are one endless name. */
const namedAtEachStep = classOf({
  constants: [
    endless,
    constantOf(7, 1),
    constantOf(12, 1, 1),
    constantOf(10, 2, 3),
    ...['method', '()V', 'Code'].map(textOf),
  ],
  methods: [
    Buffer.concat([
      ...[1, 5, 6].map(short),
      listOf([attributeOf(7, codeOf(Buffer.concat(range(19_000).map(() => Buffer.of(0xb8, 0, 4)))))]),
    ]),
  ],
});
const namedInEachMethod = classOf({
  constants: [endless, textOf('Code')],
  methods: range(4_000).map(() =>
    Buffer.concat([...[1, 1, 1].map(short), listOf([attributeOf(2, codeOf(Buffer.of(0xb1)))])]),
  ),
});
/** Each constant is that class, and code loads each of them. */
const deepPool = classOf({
  constants: [
    endless,
    ...['method', '()V', 'Code'].map(textOf),
    ...range(30_000).map(() => constantOf(7, 1)),
  ],
  methods: [
    Buffer.concat([
      ...[1, 2, 3].map(short),
      listOf([
        attributeOf(
          4,
          codeOf(Buffer.concat(range(19_000).map((n) => Buffer.concat([Buffer.of(0x13), short(n + 5)])))),
        ),
      ]),
    ]),
  ],
});

describe('hostile classes tell nothing, within limits', () => {
  const modClass = (methods: Parameters<typeof classFile>[1]) =>
    classFile([{ type: 'Lnet/minecraftforge/fml/common/Mod;', values: { value: 'start' } }], methods);
  const withStart = (methods: Parameters<typeof classFile>[1], more: JarFiles = {}): JarFiles => ({
    'META-INF/mods.toml': toml('start'),
    'com/example/ExampleMod.class': modClass(methods),
    ...more,
  });
  const many = Array.from({ length: 5_000 }, (_, n): [string, Step[]] => [`m${n}`, [{ call: 'a/b/C' }]]);

  test.each<[string, JarFiles]>([
    [
      'more methods than are followed',
      withStart([...many, ['<init>', [{ call: 'com/example/ExampleMod' }]]]),
    ],
    [
      'a switch beyond the file',
      withStart({ '<init>': [{ bytes: [0xaa, 0, 0, 0, 0, 0, 0, 1, 0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 0] }] }),
    ],
    [
      'calls that go round',
      withStart({
        '<init>': [{ call: 'com/example/ExampleMod' }],
        method: [{ call: 'com/example/ExampleMod' }],
      }),
    ],
    ['a class that is none', withStart({ '<init>': [{ call: 'a/b/C' }] }, { 'a/b/C.class': 'text' })],
    ['a class that is made of itself', withStart({ '<init>': [{ make: 'com/example/ExampleMod' }] })],
    [
      'a million methods',
      withStart(
        { '<init>': range(32).map((n) => ({ call: `a/b/C${n}` })) },
        classesNamed(32, classOf({ constants: [], methods: range(32_000).map(() => memberOf(0, [])) })),
      ),
    ],
    ['calls by names that are longer than any', withStart(callingC, { 'a/b/C.class': namedAtEachStep })],
    ['methods of such names', withStart(callingC, { 'a/b/C.class': namedInEachMethod })],
    ['as many constants as there can be, of one such name', withStart(callingC, { 'a/b/C.class': deepPool })],
  ])('%s', (_, files) => {
    expect(judgeOne(files)).toMatchObject({ kept: true, certainty: 'NONE' });
  });

  test('a name that is longer than any', () => {
    const client = 'net/minecraft/client/';
    const calling = (length: number) =>
      withStart({ '<init>': [{ call: client + 'x'.repeat(length - client.length) }] }, game);
    expect(judgeOne(calling(512))).toMatchObject(stopped);
    expect(judgeOne(calling(513))).toMatchObject({ kept: true, certainty: 'NONE' });
  });

  test('more classes that make it a mod than any has', () => {
    const forge = 'Lnet/minecraftforge/fml/common/Mod;';
    const neoForge = 'Lnet/neoforged/fml/common/Mod;';
    const dist = { enumType: 'Lnet/neoforged/api/distmarker/Dist;', constant: 'CLIENT' };
    const onClients = classFile([{ type: forge, values: { value: 'a', dist: [dist] } }]);
    const start = classFile([{ type: neoForge, values: { value: 'start' } }], {
      '<init>': [{ call: 'net/minecraft/client/Minecraft' }],
    });
    const jar = (count: number): JarFiles => ({
      'META-INF/neoforge.mods.toml': modsToml({ start: [{ on: 'neoforge', side: 'BOTH' }] }),
      'a/StartMod.class': onClients,
      ...game,
      ...classesNamed(count, start),
    });
    const neo: RunConfiguration = { ...forge1211, modloader: 'NeoForge', modloaderVersion: '21.1.66' };
    expect(judgeOne(jar(15), neo)).toMatchObject(stopped);
    expect(judgeOne(jar(16), neo)).toMatchObject({ kept: true, certainty: 'NONE' });
  });
});
