import { describe, expect, test } from 'vitest';
import {
  type Fact,
  type Facts,
  mostOfFacts,
  parseFacts,
  shippedFacts,
} from '../../src/archive/known-mods/facts-file.ts';
import type { ModDecision, ModFile } from '../../src/archive/report.ts';
import type { RunConfiguration } from '../../src/archive/run-configuration.ts';
import { decideMods } from '../../src/archive/sides/decide-mods.ts';
import { compareGameVersions } from '../../src/modloaders/game-version.ts';
import type { ModDescriptor } from '../../src/modloaders/modloader.ts';
import { bare, described } from '../support/mods.ts';
import { forgeRun } from '../support/server-pack.ts';

const forge: RunConfiguration = {
  ...forgeRun,
};

function mod(file: string, ids: string[], descriptor: Partial<ModDescriptor> = {}): ModFile {
  const evidence = 'mods.toml: the dependency on forge is BOTH.';
  return described(file, ids, { format: 'mods.toml', certainty: 'INFERRED', evidence, ...descriptor });
}

const sha512 = '0a'.repeat(64);
const jarFact: Fact = {
  sha512,
  verdict: 'CLIENT',
  loaders: ['Forge'],
  gameVersions: null,
  reason: 'It stops the server.',
  source: 'https://mods.example/',
  date: '2026-11-27',
};

const oculus = mod('oculus-mc1.20.1-1.7.0.jar', ['oculus']);

function decide(
  one: ModFile,
  changes: Partial<RunConfiguration> = {},
  facts?: Facts,
): ModDecision | undefined {
  return decideMods([one], { ...forge, ...changes }, facts)[0];
}

describe('the data of known mods', () => {
  const { facts } = shippedFacts();
  const keyOf = (fact: (typeof facts)[number]) =>
    'mod' in fact ? fact.mod : 'file' in fact ? fact.file : fact.sha512;

  test('is sorted, mods before files before single jars, without doubles', () => {
    const mods = facts.flatMap((fact) => ('mod' in fact ? [`${fact.verdict} ${fact.mod}`] : []));
    const files = facts.flatMap((fact) => ('file' in fact ? [`CLIENT ${fact.file}`] : []));
    const jars = facts.flatMap((fact) => ('sha512' in fact ? [`${fact.verdict} ${fact.sha512}`] : []));
    expect(facts.map((fact) => `${fact.verdict} ${keyOf(fact)}`)).toEqual([
      ...mods.toSorted(),
      ...files.toSorted(),
      ...jars.toSorted(),
    ]);
    expect(new Set(facts.map(keyOf)).size).toBe(facts.length);
  });

  test.each(facts)('has a sentence and versions that can be: $mod $file', (fact) => {
    expect(fact.reason).toMatch(/^[A-Z].*\.$/);
    const { from, to } = fact.gameVersions ?? { from: null, to: null };
    if (from !== null && to !== null) expect(compareGameVersions(from, to)).toBeLessThanOrEqual(0);
  });

  const good = { ...shippedFacts(), facts: facts.slice(0, 1) };
  test.each<[string, object, RegExp]>([
    ['of another format', { ...good, format: 2 }, /format/],
    ['without a number', { ...good, number: 0 }, /number/],
    ['with a field that is not known', { ...good, more: 1 }, /more/],
    [
      'with a source that is no page',
      { ...good, facts: [{ ...facts[0], source: 'http://a.example' }] },
      /facts/,
    ],
    ['with an id in capitals', { ...good, facts: [{ ...facts[0], mod: 'Oculus' }] }, /facts/],
    ['with more facts than any', { ...good, facts: Array(mostOfFacts.facts + 1).fill(facts[0]) }, /facts/],
    ['with a hash that is cut off', { ...good, facts: [{ ...jarFact, sha512: 'abc' }] }, /facts/],
    [
      'for no game version',
      { ...good, facts: [{ ...facts[0], gameVersions: { from: 'new', to: null } }] },
      /facts/,
    ],
  ])('is refused %s', (_, document, fault) => {
    expect(() => parseFacts(JSON.stringify(document))).toThrow(fault);
    expect(() => parseFacts(JSON.stringify(good))).not.toThrow();
  });

  test('is refused when it is no JSON', () => {
    expect(() => parseFacts('{')).toThrow('The facts are no JSON.');
  });
});

describe('a mod that is known as client-only', () => {
  test('is dropped, with what it does on a server and where that is told', () => {
    expect(decide(oculus)).toMatchObject({ kept: false, reason: 'KNOWN_CLIENT_MOD', certainty: 'KNOWN' });
    expect(decide(oculus)?.evidence).toMatch(/^oculus is known as client-only\. .* See https:/);
  });

  test.each<[string, ModFile, Partial<RunConfiguration>]>([
    ['when the run switches that off', oculus, { automaticSides: false }],
    ['when whitelistedMods names it', oculus, { whitelistedMods: ['oculus'] }],
    ['on a modloader it is not known for', mod('a.jar', ['sounds']), {}],
    ['in a game version it is not known for', oculus, { gameVersion: '1.21.1' }],
    ['when its descriptor says that it is for servers', mod('a.jar', ['oculus'], { side: 'SERVER' }), {}],
    ['in a jar with another mod that is not known', mod('a.jar', ['embeddium', 'rubidium']), {}],
  ])('is kept %s', (_, one, changes) => {
    expect(decide(one, changes)?.kept).toBe(true);
  });

  test('is dropped for clientMods when these name it, too', () => {
    expect(decide(oculus, { clientMods: ['oculus'] })?.reason).toBe('CLIENT_MODS');
  });

  test('is known in whatever case its id is written', () => {
    expect(decide(mod('a.jar', ['Oculus']))?.reason).toBe('KNOWN_CLIENT_MOD');
  });

  test('is kept after all when a kept mod needs it', () => {
    const needy = mod('needy.jar', ['needy'], { requires: ['oculus'] });
    const [first] = decideMods([oculus, needy], forge);
    expect(first).toMatchObject({ kept: true, reason: 'REQUIRED', certainty: 'KNOWN' });
  });

  test('is known by the name of its file only in a jar without any descriptor', () => {
    const file = 'OptiFine_1.20.1_HD_U_I6.jar';
    expect(decide(bare(file))?.reason).toBe('KNOWN_CLIENT_MOD');
    expect(decide(mod(file, ['another']))?.kept).toBe(true);
    expect(decide(bare('NotOptiFine_1.jar'))?.kept).toBe(true);
  });
});

test.each([
  ['Essential_1-3-10-4_neoforge_1-21-1.jar', 'NeoForge', '1.21.1'],
  ['Essential-forge_1.12.2.jar', 'Forge', '1.12.2'],
  ['Essential (forge_1.20.1).jar', 'Forge', '1.20.1'],
] as const)(
  'the jar of Essential, which names no mod, is for clients: %s',
  (file, modloader, gameVersion) => {
    const decision = decide(bare(file), { modloader, gameVersion });
    expect(decision).toMatchObject({ kept: false, reason: 'KNOWN_CLIENT_MOD' });
  },
);

describe('a mod that a server uses although its descriptor looks client-only', () => {
  const appleskin = (certainty: 'INFERRED' | 'DECLARED') =>
    mod('appleskin.jar', ['appleskin'], {
      side: 'CLIENT',
      certainty,
      evidence: 'every dependency is CLIENT.',
    });

  test('is kept, with its use', () => {
    const decision = decide(appleskin('INFERRED'));
    expect(decision).toMatchObject({ kept: true, reason: 'SERVER_MOD', certainty: 'KNOWN' });
    expect(decision?.evidence).toMatch(/saturation.*although every dependency is CLIENT\.$/);
  });

  test.each<[string, ModFile, Partial<RunConfiguration>]>([
    ['its author says so in a field for it', appleskin('DECLARED'), {}],
    ['the run switches what is known off', appleskin('INFERRED'), { automaticSides: false }],
  ])('is dropped when %s', (_, one, changes) => {
    expect(decide(one, changes)).toMatchObject({ kept: false, reason: 'CLIENT_ONLY' });
  });
});

describe('what is known holds', () => {
  const isKnown = (file: ModFile, changes: Partial<RunConfiguration>) =>
    decide(file, changes)?.reason === 'KNOWN_CLIENT_MOD';

  test.each([
    ['1.7.10', false],
    ['1.8', true],
    ['1.8.9', true],
    ['1.9', false],
    ['24w14a', false],
  ])('from the first to the last game version it is known for: %s %s', (gameVersion, known) => {
    // In these versions Forge reads annotations, and no descriptor in TOML.
    const menu = mod('a.jar', ['custommainmenu'], { format: '@Mod' });
    expect(isKnown(menu, { gameVersion })).toBe(known);
  });

  test.each([
    ['1.12.2', false],
    ['1.13', true],
    ['26.1', true],
    ['24w14a', true],
    ['17w06a', false],
  ])('without an end where none is known: %s %s', (gameVersion, known) => {
    const format = gameVersion === '1.12.2' ? '@Mod' : 'mods.toml';
    const appleskin = mod('a.jar', ['AppleSkin'], { side: 'CLIENT', format });
    expect(decide(appleskin, { gameVersion })?.reason === 'SERVER_MOD').toBe(known);
  });

  test('for every game version where none is named, but not for every modloader', () => {
    const file = bare('OptiFine_1.20.1_HD_U_I6.jar');
    expect(isKnown(file, { gameVersion: '24w14a' })).toBe(true);
    expect(isKnown(file, { modloader: 'Fabric' })).toBe(false);
  });

  test('of a jar that has a mod that servers use beside another', () => {
    const jar = mod('a.jar', ['other', 'appleskin'], { side: 'CLIENT' });
    expect(decide(jar)).toMatchObject({
      reason: 'SERVER_MOD',
      evidence: expect.stringContaining(' See https:'),
    });
  });

  test('of no mod that is not known, nor of a jar without any', () => {
    expect(decide(mod('a.jar', ['other'], { side: 'CLIENT' }))?.reason).toBe('CLIENT_ONLY');
    expect(decide(mod('a.jar', []))?.kept).toBe(true);
  });

  test('of a file by how its name begins, and says which', () => {
    expect(decide(bare('preview_OptiFine_1.jar'))?.evidence).toMatch(
      /^Files called preview_OptiFine_\.\.\. are known as client-only\. .* See https:/,
    );
  });
});

describe('what is known of one jar by its hash', () => {
  const about = (verdict: Fact['verdict']) => ({
    ...shippedFacts(),
    facts: [...shippedFacts().facts, { ...jarFact, verdict }],
  });
  const known = { reason: 'KNOWN_CLIENT_MOD', evidence: expect.stringContaining('This very jar is known') };

  test.each<[string, ModFile]>([
    ['a mod of which nothing else is known', mod('a.jar', ['other'])],
    ['a mod that servers are known to use', mod('a.jar', ['appleskin'])],
    ['a jar without any descriptor', bare('a.jar')],
  ])('drops that jar alone: %s', (_, jar) => {
    expect(decide({ ...jar, sha512 }, {}, about('CLIENT'))).toMatchObject({ kept: false, ...known });
    expect(decide({ ...jar, sha512: '1'.repeat(128) }, {}, about('CLIENT'))?.kept).toBe(true);
    expect(decide({ ...jar, sha512: null }, {}, about('CLIENT'))?.kept).toBe(true);
  });

  const isAgainst = [{ reason: 'CATALOGUE' as const, evidence: 'It is for clients.' }];
  test.each<[string, ModFile]>([
    ['a mod that is known as client-only', oculus],
    ['a file that is known by its name', bare('OptiFine_1.20.1_HD_U_I6.jar')],
    ['a mod that its dependencies make one', mod('a.jar', ['a'], { side: 'CLIENT', certainty: 'INFERRED' })],
    ['a jar that a platform is against', { ...bare('a.jar'), claims: isAgainst }],
    ['code of the client', mod('a.jar', ['a'], { clientCode: { evidence: 'It is code of the client.' } })],
  ])('keeps that jar, which servers use: %s', (_, jar) => {
    expect(decide({ ...jar, sha512 }, {}, about('SERVER'))?.kept).toBe(true);
    expect(decide(jar, {}, about('SERVER'))?.kept).toBe(false);
  });
});
