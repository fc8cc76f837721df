/** Mods for Fabric that claim both sides, though only clients start them. */
import { describe, expect, test } from 'vitest';
import { withUsers } from '../../src/archive/pack/jar-users.ts';
import { heedWords } from '../../src/archive/pack/unclear-jars.ts';
import type { RunConfiguration } from '../../src/archive/run-configuration.ts';
import { decideMods } from '../../src/archive/sides/decide-mods.ts';
import { classFile, fabricModJson, type JarFiles, jarWith, modsToml, type Step } from '../support/jar.ts';
import { lens, lensJar, viewerJar } from '../support/lens-mod.ts';
import { modOf, modsOf } from '../support/mods.ts';
import { forgeRun } from '../support/server-pack.ts';
import { compiled } from '../support/side-mods.ts';

const fabric: RunConfiguration = { ...forgeRun, modloader: 'Fabric', modloaderVersion: '0.15.6' };

function decide(jars: Readonly<Record<string, JarFiles>>, changes: Partial<RunConfiguration> = {}) {
  return decideMods(withUsers(modsOf(jars)), { ...fabric, ...changes });
}

const decisionOn = (files: JarFiles, changes: Partial<RunConfiguration> = {}) =>
  decide({ 'lens.jar': files }, changes)[0];

const dropped = { kept: false, reason: 'CLIENT_ENTRYPOINTS', certainty: 'INFERRED' };
const kept = { kept: true, reason: 'SERVER_MOD' };

describe('a mod for Fabric that only clients start', () => {
  test('stays out, and is told of by what', () => {
    expect(decisionOn(lensJar())).toEqual({
      file: 'lens.jar',
      ...dropped,
      evidence: 'fabric.mod.json: environment is "*". But its entrypoints (client) are for clients.',
    });
    const withMixins = lensJar({ mixins: ['client.mixins.json'] });
    expect(decisionOn(withMixins)?.evidence).toContain('are for clients, and all its mixins are.');
  });

  test.each(lens.harmless)('stays out with %j', (changes) => {
    expect(decisionOn(lensJar(changes))).toMatchObject(dropped);
  });

  test.each(lens.used)('stays with %j', (changes) => {
    expect(decisionOn(lensJar(changes))?.kept).toBe(true);
  });

  const inner = jarWith({ 'fabric.mod.json': fabricModJson('inner') });
  const many = Object.fromEntries(Array.from({ length: 65 }, (_, n) => [`a/b/p${n}/A.class`, '']));
  test.each<[string, JarFiles]>([
    ['data of the game', { 'data/lens/tags/a.json': {} }],
    ['a mod nested in it', { 'META-INF/jars/inner.jar': inner }],
    ['more packages than a mod for clients has', many],
    ['a configuration of mixins that is none', { 'client.mixins.json': '{"client": [' }],
    ['one that is larger than any', { 'client.mixins.json': `{"a": "${'b'.repeat(262_144)}"}` }],
  ])('stays with %s', (_, files) => {
    const jar = lensJar({ mixins: ['client.mixins.json'] });
    expect(decisionOn({ ...jar, ...files })).toMatchObject(kept);
  });

  test('stays where a run decides by descriptors alone, or names it', () => {
    expect(decisionOn(lensJar(), { automaticSides: false })).toMatchObject(kept);
    expect(decisionOn(lensJar(), { whitelistedMods: ['lens'] })?.reason).toBe('WHITELISTED');
  });

  test('is one on Quilt and LegacyFabric too, and no mod of Forge', () => {
    expect(decisionOn(lensJar(), { modloader: 'Quilt' })).toMatchObject(dropped);
    expect(decisionOn(lensJar(), { modloader: 'LegacyFabric' })).toMatchObject(dropped);
    const overlay = { 'META-INF/mods.toml': modsToml({ a: [{ on: 'forge', side: 'BOTH' }] }) };
    expect(decisionOn({ ...lensJar(), ...overlay }, { modloader: 'Forge' })).toMatchObject({
      ...kept,
      reason: 'UNKNOWN_SIDE',
    });
  });

  test('stays when a kept mod declares that it needs it, or its code refers to it, wherever that lies', () => {
    const needy = { 'fabric.mod.json': fabricModJson('needy', { depends: { lens: '*' } }) };
    for (const [jar, why] of [
      [needy, /^Needed by .*\.jar \(as lens\), although fabric\.mod\.json/],
      [viewerJar, /^The code of .*\.jar uses it, although fabric\.mod\.json/],
    ] as const)
      for (const name of ['a.jar', 'z.jar']) {
        const all = decide({ [name]: jar, 'lens.jar': lensJar() });
        expect(all[1]).toMatchObject({
          kept: true,
          reason: 'REQUIRED',
          evidence: expect.stringMatching(why),
        });
        expect(decide({ [name]: jar, 'lens.jar': lensJar() }, { clientMods: [name] })[1]).toMatchObject(
          dropped,
        );
      }
  });

  test('is not kept for what clients alone start of another', () => {
    const onClients = fabricModJson('viewer', {
      entrypoints: { client: ['com.example.viewer.Viewer'], main: ['com.example.none.Main'] },
    });
    const viewer = { 'fabric.mod.json': onClients, ...compiled('viewer') };
    expect(decide({ 'viewer.jar': viewer, 'lens.jar': lensJar() })[1]).toMatchObject(dropped);
  });

  test('stays when a platform says that it is for servers', () => {
    const mod = { ...modOf('lens.jar', lensJar()), sha512: '1' };
    const claims = [{ reason: 'CATALOGUE' as const, evidence: 'It is for servers.', isFor: true as const }];
    const { mods } = heedWords(withUsers([mod]), [{ sha512: '1', claims }]);
    expect(decideMods(mods, fabric)[0]).toMatchObject(kept);
  });
});

describe('a mod for Fabric that a server starts', () => {
  const main = 'com/example/ExampleMod';
  const client = 'net/minecraft/class_310';
  /** A mod of one entrypoint with these methods, which claims both sides. */
  const mod = (
    methods: Record<string, Step[]>,
    entrypoints: object = { main: ['com.example.ExampleMod'] },
    more: JarFiles = {},
  ): JarFiles => ({
    'fabric.mod.json': fabricModJson('start', { environment: '*', entrypoints, mixins: ['a.mixins.json'] }),
    [`${main}.class`]: classFile([], methods),
    'com/example/Keys.class': classFile([], { '<clinit>': [{ call: client }] }),
    ...more,
  });
  const stopped = { kept: false, reason: 'STOPS_SERVER', certainty: 'INFERRED' };
  const calls = (name: string): Step[] => [{ call: name }];

  test.each<[string, JarFiles]>([
    ['by a name of the intermediary', mod({ onInitialize: calls(client) })],
    ['by a name of its own', mod({ onInitialize: calls('net/minecraft/client/Minecraft') })],
    [
      "by Fabric's interfaces of the client",
      mod({ onInitialize: calls('net/fabricmc/fabric/api/client/rendering/v1/HudRenderCallback') }),
    ],
    ['by a class of its own', mod({ onInitialize: calls('com/example/Keys') })],
    ['as it is made', mod({ '<init>': calls(client) })],
    ['by binding a method', mod({ onInitialize: [{ bind: client }] })],
    ['on servers alone', mod({ onInitializeServer: calls(client) }, { server: ['com.example.ExampleMod'] })],
    [
      'behind what other mods call',
      mod({ onInitialize: calls(client) }, { emi: ['a.A'], jei: ['a.B'], waila: ['a.C'], main: [main] }),
    ],
    [
      'by a method that its descriptor names',
      mod({ begin: calls(client) }, { main: [{ value: 'com.example.ExampleMod::begin' }], client: ['a.B'] }),
    ],
  ])('stays out when that comes to the client: %s', (_what, files) => {
    const decision = decisionOn(files);
    expect(decision).toMatchObject(stopped);
    expect(decision?.evidence).toMatch(
      /^fabric\.mod\.json: environment is "\*"\. But .*, which no server has\.$/,
    );
  });

  test.each<[string, JarFiles]>([
    ['where it only refers to it', mod({ other: calls(client) })],
    ['in a method of an entrypoint of clients', mod({ onInitializeClient: calls(client) })],
    ['in an entrypoint that only clients have', mod({ onInitialize: calls(client) }, { client: [main] })],
    [
      'behind a question for the side',
      mod({ onInitialize: [...calls('net/fabricmc/loader/api/FabricLoader'), ...calls(client)] }),
    ],
    ['of a longer number', mod({ onInitialize: calls('net/minecraft/class_3101') })],
    [
      'whose package is one of the client by its name alone',
      mod({ onInitialize: calls('net/fabricmc/fabric/api/client/itemgroup/FabricItemGroupBuilder') }),
    ],
  ])('stays without a doubt: %s', (_what, files) => {
    expect(decisionOn(files)).toMatchObject({ kept: true, certainty: 'DECLARED' });
  });

  test('stays with a doubt as a library, beside data of the game, and when a kept mod needs it', () => {
    const files = mod({ onInitialize: calls(client) });
    const fields = { environment: '*', entrypoints: { main: ['com.example.ExampleMod'] } };
    const library = fabricModJson('start', { ...fields, custom: { 'modmenu:api': true } });
    for (const more of [{ 'data/start/recipes/a.json': {} }, { 'fabric.mod.json': library }])
      expect(decisionOn({ ...files, ...more })).toMatchObject({ kept: true, certainty: 'DOUBTFUL' });
    const needy = { 'fabric.mod.json': fabricModJson('needy', { depends: { start: '*' } }) };
    expect(decide({ 'needy.jar': needy, 'start.jar': files })[1]).toMatchObject({ reason: 'REQUIRED' });
  });
});

test('a library that sends messages from a server is not for clients, though only clients start it', () => {
  const sending = classFile([], {
    send: [{ call: 'net/fabricmc/fabric/api/networking/v1/ServerPlayNetworking' }],
  });
  expect(decisionOn({ ...lensJar(), 'com/example/lens/Channel.class': sending })).toMatchObject(kept);
});
