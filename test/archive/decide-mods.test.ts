import { describe, expect, test } from 'vitest';
import type { ModFile } from '../../src/archive/report.ts';
import type { RunConfiguration } from '../../src/archive/run-configuration.ts';
import { decideMods } from '../../src/archive/sides/decide-mods.ts';
import type { DescriptorFormat, ModloaderName, Side } from '../../src/modloaders/modloader.ts';
import { bare, described } from '../support/mods.ts';
import { fc } from '../support/seeded.ts';
import { forgeRun } from '../support/server-pack.ts';

interface ModInput {
  side?: Side;
  ids?: string[];
  requires?: string[];
  provides?: string[];
  format?: DescriptorFormat;
}

function mod(file: string, input: ModInput = {}): ModFile {
  const { side = 'BOTH', ids = [file.replace(/^.*\/|\.jar$/g, '')], ...more } = input;
  const certainty = side === 'UNKNOWN' ? 'NONE' : 'DECLARED';
  return described(file, ids, { side, certainty, evidence: `evidence of ${file}.`, ...more });
}

function run(changes: Partial<RunConfiguration> = {}): RunConfiguration {
  return {
    ...forgeRun,
    modloader: 'Fabric',
    modloaderVersion: '0.15.6',
    ...changes,
  };
}

/** The reasons by file name, a dropped mod's with a minus in front. */
function reasons(mods: ModFile[], changes: Partial<RunConfiguration> = {}): Record<string, string> {
  const decisions = decideMods(mods, run(changes));
  expect(decisions.map(({ file }) => file)).toEqual(mods.map(({ file }) => file));
  return Object.fromEntries(decisions.map(({ file, kept, reason }) => [file, kept ? reason : `-${reason}`]));
}

const client: ModInput = { side: 'CLIENT' };
const annotated: ModInput = { format: '@Mod' };
/** It looks into the folder of the game version. */
const oldForge = { modloader: 'Forge', gameVersion: '1.12.2' } as const;

describe('the first rule that fits decides', () => {
  test('whitelistedMods beats clientMods and the descriptor', () => {
    const lists = { whitelistedMods: ['foo-'], clientMods: ['foo'] };
    expect(reasons([mod('foo-1.jar', client), mod('foobar.jar')], lists)).toEqual({
      'foo-1.jar': 'WHITELISTED',
      'foobar.jar': '-CLIENT_MODS',
    });
  });

  test('clientMods is final, whatever needs the mod', () => {
    const mods = [mod('lib.jar'), mod('needy.jar', { requires: ['lib'] })];
    expect(reasons(mods, { clientMods: ['lib'] })).toEqual({
      'lib.jar': '-CLIENT_MODS',
      'needy.jar': 'SERVER_MOD',
    });
  });

  test('what the jar says decides where no list does', () => {
    const sides: Side[] = ['CLIENT', 'SERVER', 'BOTH', 'UNKNOWN'];
    expect(reasons(sides.map((side) => mod(`${side}.jar`, { side })))).toEqual({
      'CLIENT.jar': '-CLIENT_ONLY',
      'SERVER.jar': 'SERVER_MOD',
      'BOTH.jar': 'SERVER_MOD',
      'UNKNOWN.jar': 'UNKNOWN_SIDE',
    });
  });

  test('every decision carries its evidence and how sure it is', () => {
    const mods = [
      mod('white.jar'),
      mod('listed.jar'),
      mod('client.jar', client),
      mod('unknown.jar', { side: 'UNKNOWN' }),
    ];
    expect(decideMods(mods, run({ whitelistedMods: ['white'], clientMods: ['list'] }))).toMatchObject([
      { evidence: 'The file name begins with "white", which whitelistedMods names.', certainty: 'DECLARED' },
      { evidence: 'The file name begins with "list", which clientMods names.', certainty: 'DECLARED' },
      { evidence: 'evidence of client.jar.', certainty: 'DECLARED' },
      { evidence: 'evidence of unknown.jar.', certainty: 'NONE' },
    ]);
  });
});

describe('what a catalogue says', () => {
  const listed = (one: ModFile): ModFile => ({
    ...one,
    claims: [{ reason: 'CATALOGUE', evidence: 'The catalogue says no.' }],
  });

  test('decides where the jar leaves it open, to this modloader', () => {
    const sides: Side[] = ['CLIENT', 'SERVER', 'BOTH', 'UNKNOWN'];
    const other = mod('other.jar', { format: 'mods.toml' });
    const mods = [...sides.map((side) => mod(`${side}.jar`, { side })), other, bare('bare.jar')];
    expect(reasons(mods.map(listed))).toEqual({
      'CLIENT.jar': '-CLIENT_ONLY',
      'SERVER.jar': 'SERVER_MOD',
      'BOTH.jar': '-CATALOGUE',
      'UNKNOWN.jar': '-CATALOGUE',
      'other.jar': '-CATALOGUE',
      'bare.jar': '-CATALOGUE',
    });
    expect(decideMods([listed(mod('a.jar'))], run())).toMatchObject([
      { certainty: 'INFERRED', evidence: 'The catalogue says no.' },
    ]);
  });

  test('comes after the lists and before what is known', () => {
    const oculus = listed(mod('oculus.jar', { format: 'mods.toml' }));
    const forge: Partial<RunConfiguration> = { modloader: 'Forge', modloaderVersion: '47.2.0' };
    expect(reasons([oculus], forge)).toEqual({ 'oculus.jar': '-CATALOGUE' });
    expect(reasons([oculus], { ...forge, clientMods: ['oc'] })).toEqual({ 'oculus.jar': '-CLIENT_MODS' });
    expect(reasons([oculus], { ...forge, whitelistedMods: ['oc'] })).toEqual({ 'oculus.jar': 'WHITELISTED' });
  });

  test('yields to the need of a kept mod, and to what servers are known to use', () => {
    const mods = [listed(mod('lib.jar')), mod('needy.jar', { requires: ['lib'] })];
    expect(reasons(mods)).toEqual({ 'lib.jar': 'REQUIRED', 'needy.jar': 'SERVER_MOD' });
    const forge: Partial<RunConfiguration> = { modloader: 'Forge', modloaderVersion: '47.2.0' };
    const used = listed(mod('appleskin.jar', { format: 'mods.toml' }));
    expect(reasons([used], forge)).toEqual({ 'appleskin.jar': 'SERVER_MOD' });
  });

  describe('against a mod that another platform is for', () => {
    const disputed = (one: ModFile): ModFile => ({
      ...one,
      claims: [
        { reason: 'CATALOGUE', evidence: 'One is for it.', isFor: true },
        { reason: 'CATALOGUE', evidence: 'One is against it.' },
      ],
    });
    const doubted = {
      kept: true,
      certainty: 'DOUBTFUL',
      evidence: 'One is against it. One is for it. Kept, as they differ.',
    };

    test.each<[string, ModFile, object, Partial<RunConfiguration>]>([
      ['keeps it in doubt', mod('a.jar'), { ...doubted, reason: 'SERVER_MOD' }, {}],
      ['keeps a jar without descriptor in doubt', bare('a.jar'), { ...doubted, reason: 'UNKNOWN_SIDE' }, {}],
      ['is nothing to a jar for servers', mod('a.jar', { side: 'SERVER' }), { certainty: 'DECLARED' }, {}],
      ['is nothing to a jar for clients', mod('a.jar', client), { kept: false, reason: 'CLIENT_ONLY' }, {}],
      ['is nothing to the lists', mod('a.jar'), { kept: false }, { clientMods: ['a'] }],
      [
        'is nothing without automaticSides',
        mod('a.jar'),
        { certainty: 'DECLARED' },
        { automaticSides: false },
      ],
    ])('%s', (_, one, expected, more) => {
      expect(decideMods([disputed(one)], run(more))).toMatchObject([expected]);
    });
  });

  test('is nothing to a run without automaticSides', () => {
    const mods = [listed(mod('a.jar')), listed(bare('bare.jar'))];
    expect(reasons(mods, { automaticSides: false })).toEqual({
      'a.jar': 'SERVER_MOD',
      'bare.jar': 'UNKNOWN_SIDE',
    });
  });
});

describe('what the index of a pack says', () => {
  const unwanted = (one: ModFile): ModFile => ({
    ...one,
    claims: [{ reason: 'PACK_INDEX', evidence: 'The index says no.' }],
  });

  test('beats the descriptor, and yields to lists and needs', () => {
    expect(decideMods([unwanted(mod('a.jar', { side: 'SERVER' }))], run())).toEqual([
      {
        file: 'a.jar',
        kept: false,
        reason: 'PACK_INDEX',
        certainty: 'DECLARED',
        evidence: 'The index says no.',
      },
    ]);
    expect(reasons([unwanted(mod('a.jar'))], { whitelistedMods: ['a'] })).toEqual({ 'a.jar': 'WHITELISTED' });
    const mods = [unwanted(mod('lib.jar')), mod('needy.jar', { requires: ['lib'] })];
    expect(reasons(mods)).toEqual({ 'lib.jar': 'REQUIRED', 'needy.jar': 'SERVER_MOD' });
  });
});

describe('prefixes', () => {
  test('are case-sensitive', () => {
    expect(reasons([mod('JEI-1.jar'), mod('jei-1.jar')], { clientMods: ['jei'] })).toEqual({
      'JEI-1.jar': 'SERVER_MOD',
      'jei-1.jar': '-CLIENT_MODS',
    });
  });

  test('match at the beginning only, so dropping foo keeps bar-foo', () => {
    expect(reasons([mod('foo.jar'), mod('bar-foo.jar')], { clientMods: ['foo'] })).toEqual({
      'foo.jar': '-CLIENT_MODS',
      'bar-foo.jar': 'SERVER_MOD',
    });
  });

  test('are held against the file name, not the folder of the game version', () => {
    const mods = [mod('1.12.2/jei.jar', annotated), mod('1.12.2/waila.jar', annotated)];
    expect(reasons(mods, { ...oldForge, clientMods: ['1.12.2', 'jei'] })).toEqual({
      '1.12.2/jei.jar': '-CLIENT_MODS',
      '1.12.2/waila.jar': 'SERVER_MOD',
    });
  });

  test('that are empty match nothing', () => {
    expect(reasons([mod('a.jar')], { clientMods: [''], whitelistedMods: [''] })).toEqual({
      'a.jar': 'SERVER_MOD',
    });
  });
});

describe('client-only mods that kept mods need', () => {
  test('are kept, and the evidence names who needs them', () => {
    const mods = [mod('lib.jar', client), mod('needy.jar', { requires: ['lib'] })];
    expect(decideMods(mods, run())[0]).toEqual({
      file: 'lib.jar',
      kept: true,
      reason: 'REQUIRED',
      certainty: 'DECLARED',
      evidence: 'Needed by needy.jar (as lib), although evidence of lib.jar.',
    });
  });

  test('are found over any number of steps, in whatever order the files come', () => {
    const chain = [
      mod('d.jar', client),
      mod('c.jar', { ...client, requires: ['d'] }),
      mod('b.jar', { ...client, requires: ['c'] }),
      mod('a.jar', { requires: ['b'] }),
    ];
    const all = { 'd.jar': 'REQUIRED', 'c.jar': 'REQUIRED', 'b.jar': 'REQUIRED', 'a.jar': 'SERVER_MOD' };
    expect(reasons(chain)).toEqual(all);
    expect(reasons(chain.toReversed())).toEqual(all);
  });

  test('are not rescued by mods that are dropped, nor by each other in a circle', () => {
    const mods = [
      mod('one.jar', { ...client, requires: ['two'] }),
      mod('two.jar', { ...client, requires: ['one'] }),
      mod('self.jar', { ...client, requires: ['self'] }),
      mod('lib.jar', client),
      mod('listed.jar', { requires: ['lib'] }),
    ];
    expect(reasons(mods, { clientMods: ['listed'] })).toEqual({
      'one.jar': '-CLIENT_ONLY',
      'two.jar': '-CLIENT_ONLY',
      'self.jar': '-CLIENT_ONLY',
      'lib.jar': '-CLIENT_ONLY',
      'listed.jar': '-CLIENT_MODS',
    });
  });

  test('are all kept when a kept mod needs one of a circle', () => {
    const mods = [
      mod('one.jar', { ...client, requires: ['two'] }),
      mod('two.jar', { ...client, requires: ['one'] }),
      mod('needy.jar', { requires: ['one'] }),
    ];
    expect(reasons(mods)).toMatchObject({ 'one.jar': 'REQUIRED', 'two.jar': 'REQUIRED' });
  });

  test.each([
    ['is whitelisted', { side: 'CLIENT' as const }, { whitelistedMods: ['needy'] }],
    ['says nothing about its side', { side: 'UNKNOWN' as const }, {}],
    ['is for servers only', { side: 'SERVER' as const }, {}],
  ])('are rescued by a mod that %s', (_, needy, lists) => {
    const mods = [mod('lib.jar', client), mod('needy.jar', { ...needy, requires: ['lib'] })];
    expect(reasons(mods, lists)['lib.jar']).toBe('REQUIRED');
  });

  test('are known by what they provide and by every mod in the jar, without regard to case', () => {
    const mods = [
      mod('a.jar', { ...client, provides: ['alias'] }),
      mod('b.jar', { ...client, ids: ['main', 'Second'] }),
      mod('needy.jar', { requires: ['alias', 'second'] }),
    ];
    expect(reasons(mods)).toMatchObject({ 'a.jar': 'REQUIRED', 'b.jar': 'REQUIRED' });
  });

  test('stay dropped when a kept jar already gives what is needed', () => {
    const mods = [
      mod('carrier.jar', { ...client, provides: ['lib'] }),
      mod('lib.jar'),
      mod('other.jar', { ...client, provides: ['nested'] }),
      mod('needy.jar', { requires: ['lib', 'nested'], provides: ['nested'] }),
    ];
    expect(reasons(mods)).toMatchObject({ 'carrier.jar': '-CLIENT_ONLY', 'other.jar': '-CLIENT_ONLY' });
  });

  test('are kept only once for one need, the mod itself before a jar that merely carries it', () => {
    const mods = [
      mod('carrier.jar', { ...client, provides: ['lib'] }),
      mod('lib.jar', client),
      mod('needy.jar', { requires: ['lib'] }),
    ];
    expect(reasons(mods)).toMatchObject({ 'carrier.jar': '-CLIENT_ONLY', 'lib.jar': 'REQUIRED' });
  });

  test('are rescued by jars in the folder of the game version, not by those in that of another', () => {
    const mods = [
      mod('1.7.10/needy.jar', { ...annotated, requires: ['old'] }),
      mod('1.7.10/lib.jar', { ...annotated, provides: ['shared'] }),
      mod('1.12.2/needy.jar', { ...annotated, requires: ['lib', 'shared'] }),
      mod('old.jar', { ...annotated, ...client }),
      mod('lib.jar', { ...annotated, ...client }),
      mod('shared.jar', { ...annotated, ...client }),
    ];
    expect(reasons(mods, oldForge)).toMatchObject({
      'old.jar': '-CLIENT_ONLY',
      'lib.jar': 'REQUIRED',
      'shared.jar': 'REQUIRED',
    });
  });
});

test('whatever needs what, every need that can be met is met, and nothing is rescued without one', () => {
  const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'), { maxLength: 2 });
  const side = fc.constantFrom<Side>('CLIENT', 'CLIENT', 'BOTH', 'UNKNOWN');
  const input = fc.record({ side, ids, requires: ids, provides: ids });
  fc.assert(
    fc.property(fc.array(input, { maxLength: 10 }), (inputs) => {
      const decisions = decideMods(
        inputs.map((one, index) => mod(`${index}.jar`, one)),
        run(),
      );
      const mods = inputs.map((one, index) => ({
        requires: one.requires,
        answers: [...one.ids, ...one.provides],
        kept: decisions[index]?.kept,
        reason: decisions[index]?.reason,
      }));
      const kept = mods.filter((one) => one.kept);
      const needs = new Set(kept.flatMap(({ requires }) => requires));
      const met = new Set(kept.flatMap(({ answers }) => answers));
      const meetable = new Set(mods.flatMap(({ answers }) => answers));
      expect([...needs].filter((id) => meetable.has(id) && !met.has(id))).toEqual([]);
      for (const { reason, answers } of kept)
        expect(reason !== 'REQUIRED' || answers.some((id) => needs.has(id))).toBe(true);
    }),
    { numRuns: 500 },
  );
});

describe('of several descriptors in a jar', () => {
  const formats: DescriptorFormat[] = [
    'mods.toml',
    'neoforge.mods.toml',
    'fabric.mod.json',
    'quilt.mod.json',
    'fml_cache_annotation.json',
  ];

  test.each<[ModloaderName, string, DescriptorFormat]>([
    ['Forge', '1.7.10', 'fml_cache_annotation.json'],
    ['Forge', '1.12.2', 'fml_cache_annotation.json'],
    ['Forge', '1.13.2', 'mods.toml'],
    ['Forge', '1.20.1', 'mods.toml'],
    ['Forge', '1.21.1', 'mods.toml'],
    ['Forge', '26.1', 'mods.toml'],
    ['NeoForge', '1.20.1', 'mods.toml'],
    ['NeoForge', '1.20.4', 'mods.toml'],
    ['NeoForge', '1.20.5', 'neoforge.mods.toml'],
    ['NeoForge', '1.21', 'neoforge.mods.toml'],
    ['NeoForge', '26.1', 'neoforge.mods.toml'],
    ['Fabric', '1.20.1', 'fabric.mod.json'],
    ['Fabric', '26.1.1', 'fabric.mod.json'],
    ['LegacyFabric', '1.8.9', 'fabric.mod.json'],
    ['Quilt', '1.20.1', 'quilt.mod.json'],
  ])('the one that counts for %s %s is %s', (modloader, gameVersion, counts) => {
    const descriptors = formats.flatMap(
      (format) => mod('x', { format, side: format === counts ? 'CLIENT' : 'BOTH' }).descriptors,
    );
    const mods = [{ file: 'x.jar', size: 1, descriptors, note: null }];
    expect(reasons(mods, { modloader, gameVersion })).toEqual({ 'x.jar': '-CLIENT_ONLY' });
  });

  test('Quilt falls back to fabric.mod.json, and old Forge to the annotation in the class files', () => {
    expect(reasons([mod('x.jar', client)], { modloader: 'Quilt' })).toEqual({ 'x.jar': '-CLIENT_ONLY' });
    const annotated = [mod('x.jar', { ...client, format: '@Mod' })];
    expect(reasons(annotated, { modloader: 'Forge', gameVersion: '1.12.2' })).toEqual({
      'x.jar': '-CLIENT_ONLY',
    });
  });

  test('none that this loader reads leaves the mod in, and the evidence says which there are', () => {
    expect(decideMods([mod('x.jar', client)], run({ modloader: 'Forge' }))).toEqual([
      {
        file: 'x.jar',
        kept: true,
        reason: 'UNKNOWN_SIDE',
        certainty: 'NONE',
        evidence: 'The jar has only fabric.mod.json, which Forge for 1.20.1 does not read.',
      },
    ]);
  });

  test('a jar without any is kept, and the evidence tells why', () => {
    const mods = [bare('plain.jar'), { ...bare('broken.jar'), note: 'The jar is cut off.' }];
    expect(decideMods(mods, run()).map(({ kept, evidence }) => [kept, evidence])).toEqual([
      [true, 'The jar has no descriptor of any modloader, so its side is unknown.'],
      [true, 'The side is unknown: The jar is cut off.'],
    ]);
  });
});
