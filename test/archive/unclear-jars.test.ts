import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { heedWords, type InspectedMod, unclearJars, withHash } from '../../src/archive/pack/unclear-jars.ts';
import type { ModFile, SideClaim } from '../../src/archive/report.ts';
import type { RunConfiguration } from '../../src/archive/run-configuration.ts';
import { decideMods } from '../../src/archive/sides/decide-mods.ts';
import { catalogueWarnings } from '../../src/archive/warnings/catalogue-warnings.ts';
import type { ModDescriptor } from '../../src/modloaders/modloader.ts';
import { described } from '../support/mods.ts';
import { runOf } from '../support/start-scripts/installations.ts';
import { fabric } from '../support/start-scripts/setting.ts';

const bytes = Buffer.from('a jar');
const sha512 = createHash('sha512').update(bytes).digest('hex');

function modOf(sides: readonly ModDescriptor['side'][], claims?: SideClaim[]): ModFile {
  const descriptors = sides.map((side) => ({
    format: 'mods.toml' as const,
    mods: [],
    side,
    certainty: 'DECLARED' as const,
    evidence: '',
    requires: [],
    provides: [],
  }));
  return { file: 'a.jar', size: 5, descriptors, note: null, ...(claims && { claims }) };
}

const claim = (reason: SideClaim['reason'], evidence = 'It says so.'): SideClaim => ({ reason, evidence });

describe('a catalogue is asked about a jar', () => {
  test.each<[string, ModFile, boolean]>([
    ['that says nothing', modOf([]), true],
    ['for both sides', modOf(['BOTH']), true],
    ['that leaves it open', modOf(['UNKNOWN']), true],
    ['of which one descriptor leaves it open', modOf(['CLIENT', 'BOTH']), true],
    ['for clients', modOf(['CLIENT']), false],
    ['for servers', modOf(['SERVER', 'CLIENT']), false],
    ['of which the pack says that it is for clients', modOf(['BOTH'], [claim('PACK_INDEX')]), false],
    ['of which a catalogue has spoken', modOf(['BOTH'], [claim('CATALOGUE')]), true],
  ])('%s', (_, mod, isAsked) => {
    expect(withHash(mod, bytes)).toEqual(isAsked ? { ...mod, sha512 } : mod);
  });
});

describe('what a catalogue says', () => {
  const [first, second, third] = ['1', '2', '3'].map(
    (name): InspectedMod => ({ ...modOf(['BOTH']), file: `${name}.jar`, sha512: name }),
  );

  test('comes to the jars that it is about, beside what the pack says, and tells of those that it was not asked about', () => {
    if (!first || !second || !third) throw new Error('there are three');
    const clear = { ...modOf(['CLIENT']), file: 'clear.jar' };
    const told = { ...second, claims: [claim('CATALOGUE', 'before')] };
    const mods = [first, clear, told, third];
    expect(unclearJars(mods)).toEqual([{ sha512: '1' }, { sha512: '2' }, { sha512: '3' }]);
    const words = [
      { sha512: '3', claims: null },
      { sha512: '2', claims: [claim('CATALOGUE', 'now')] },
    ];
    expect(heedWords(mods, words)).toEqual({
      mods: [
        first,
        clear,
        { ...second, claims: [claim('CATALOGUE', 'before'), claim('CATALOGUE', 'now')] },
        third,
      ],
      unasked: 1,
    });
  });

  const against = claim('CATALOGUE', 'It is for clients.');
  const inFavour: SideClaim = { ...claim('CATALOGUE', 'It is for servers.'), isFor: true };
  const ofPack = claim('PACK_INDEX');
  test.each<[string, SideClaim[], SideClaim[], SideClaim[]]>([
    ['for a jar is forgotten where nobody is against it', [], [inFavour], []],
    ['for a jar is forgotten beside the index of the pack', [ofPack, inFavour], [], [ofPack]],
    ['for a jar stays beside what another says against it', [against], [inFavour], [against, inFavour]],
    ['against a jar stays beside what another says for it', [inFavour], [against], [inFavour, against]],
  ])('%s', (_, own, said, claims) => {
    const mod = { ...modOf(['BOTH'], own), sha512: '1' };
    const { mods } = heedWords([mod], [{ sha512: '1', claims: said }]);
    expect(mods).toEqual([{ ...modOf(['BOTH'], claims.length > 0 ? claims : undefined), sha512: '1' }]);
  });
});

describe('a missing opinion of a catalogue', () => {
  const open = { ...described('open.jar', ['open']), sha512: '1' };
  const needs = {
    ...described('needs.jar', ['needs'], { side: 'SERVER', requires: ['open'] }),
    sha512: null,
  };
  test.each<[string, ModFile[], Partial<RunConfiguration>, number, string | null]>([
    ['of a jar that it could leave out is told', [open], {}, 1, 'about one kept jar. It may be'],
    [
      'is counted once for each of them',
      [open, { ...open, file: 'b.jar', sha512: '2' }],
      {},
      2,
      'about 2 kept jars. Some may',
    ],
    [
      'is not counted where others were asked about',
      [open, { ...open, file: 'b.jar', sha512: '2' }],
      {},
      1,
      'about one kept jar.',
    ],
    ['of a jar that a request keeps is nothing', [open], { whitelistedMods: ['open'] }, 1, null],
    ['of a jar that a request drops is nothing', [open], { clientMods: ['open'] }, 1, null],
    ['of a jar that a kept one needs is nothing', [open, needs], {}, 1, null],
    ['is nothing where opinions are not heeded', [open], { automaticSides: false }, 1, null],
    ['is nothing where all were asked about', [open], {}, 0, null],
  ])('%s', (_, mods, overrides, unasked, told) => {
    const run = { ...runOf(fabric), automaticSides: true, ...overrides };
    const found = catalogueWarnings({ mods, decisions: decideMods(mods, run), unasked }, run);
    expect(found).toEqual(
      told === null ? [] : [expect.objectContaining({ error: expect.stringContaining(told) })],
    );
  });
});
