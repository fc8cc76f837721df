import { describe, expect, test } from 'vitest';
import type { ModFile } from '../../src/archive/report.ts';
import type { RunConfiguration } from '../../src/archive/run-configuration.ts';
import { decideMods } from '../../src/archive/sides/decide-mods.ts';
import { startWarnings } from '../../src/archive/warnings/start-warnings.ts';
import type { ModDescriptor, ModloaderName } from '../../src/modloaders/modloader.ts';
import { described } from '../support/mods.ts';
import { forgeRun } from '../support/server-pack.ts';

const run: RunConfiguration = { ...forgeRun, modloader: 'Fabric', modloaderVersion: '0.15.6' };

const mod = (id: string, descriptor: Partial<ModDescriptor> = {}) => described(`${id}.jar`, [id], descriptor);

/** The codes of the warnings, each with the file it is about. */
function warned(mods: ModFile[], changes: Partial<RunConfiguration> = {}): string[] {
  const configuration = { ...run, ...changes };
  const warnings = startWarnings(mods, decideMods(mods, configuration), configuration);
  return warnings.map(({ code, entry }) => `${code} ${entry}`);
}

const client: Partial<ModDescriptor> = { side: 'CLIENT' };
const needy = mod('needy', { requires: ['lib'] });
/** The mod lib in a jar of another name. */
const again = (file: string, more: Partial<ModDescriptor> = {}) => ({ ...mod('lib', more), file });

describe('a server pack that cannot start', () => {
  test.each<ModloaderName>(['Fabric', 'Quilt', 'LegacyFabric'])(
    'is told of when a kept mod requires one that %s disables on a server',
    (modloader) => {
      expect(warned([needy, mod('lib', client)], { modloader })).toEqual(['REQUIRED_MOD_DISABLED needy.jar']);
    },
  );

  test('is told of when a required mod is nowhere in the pack, once however many require it', () => {
    expect(warned([needy, mod('other', { requires: ['lib'] })])).toEqual(['REQUIRED_MOD_MISSING needy.jar']);
  });

  test('is told of when a required mod stays out', () => {
    expect(warned([needy, mod('lib')], { clientMods: ['lib'] })).toEqual(['REQUIRED_MOD_DROPPED needy.jar']);
    const ofClients = [needy, mod('lib', client)];
    expect(warned(ofClients, { clientMods: ['lib'] })).toEqual(['REQUIRED_MOD_DROPPED needy.jar']);
  });

  test('is told of when a kept mod reaches for the client as it is loaded', () => {
    const doubtful = mod('hasty', { side: 'BOTH', certainty: 'DOUBTFUL' });
    expect(warned([doubtful])).toEqual(['SUSPICIOUS_MOD hasty.jar']);
    expect(warned([doubtful], { clientMods: ['hasty'] })).toEqual([]);
  });

  test('is told of when platforms contradict each other about a kept mod', () => {
    const claim = { reason: 'CATALOGUE' as const, evidence: 'It says so.' };
    const disputed = {
      ...mod('lamp', { side: 'BOTH' }),
      claims: [claim, { ...claim, isFor: true as const }],
    };
    expect(warned([disputed])).toEqual(['PLATFORMS_DIFFER lamp.jar']);
    expect(warned([disputed], { clientMods: ['lamp'] })).toEqual([]);
    expect(warned([disputed], { whitelistedMods: ['lamp'] })).toEqual([]);
  });

  test('is told of when two kept jars have the same mod', () => {
    const again = { ...mod('lib'), file: 'lib-2.jar' };
    expect(warned([mod('Lib'), again])).toEqual(['DUPLICATE_MOD lib-2.jar']);
  });
});

describe('a warning', () => {
  /** What is said, of one fault. */
  function said(mods: ModFile[], changes: Partial<RunConfiguration> = {}): string {
    const configuration = { ...run, ...changes };
    const [warning, ...more] = startWarnings(mods, decideMods(mods, configuration), configuration);
    expect(more).toEqual([]);
    return warning?.error ?? '';
  }

  test('names the jar that is lacking another, and the jar that has it', () => {
    expect(said([needy])).toMatch(/^"needy.jar" requires lib, which no jar of the pack has;/);
    expect(said([needy, mod('big', { ...client, provides: ['lib'] })])).toMatch(
      /^"needy.jar" requires lib, but Fabric disables "big.jar"/,
    );
    expect(said([needy, mod('lib')], { clientMods: ['lib'] })).toMatch(
      /^"needy.jar" requires lib, but "lib.jar", which has it, stays out;/,
    );
  });

  test('is about the jar that is kept, where one that stays out has the mod too', () => {
    const out = { ...mod('lib'), file: 'out.jar' };
    expect(said([out, needy, mod('lib', client)], { clientMods: ['out'] })).toContain('disables "lib.jar"');
  });

  test('has what makes a mod suspicious', () => {
    expect(said([mod('hasty', { certainty: 'DOUBTFUL', evidence: 'It calls the client.' })])).toContain(
      'It calls the client.',
    );
  });

  test('names both jars that have a mod, the first of them first', () => {
    expect(said([again('b.jar'), again('a.jar')])).toMatch(
      /^"b.jar" and "a.jar" both have the mod lib; Fabric/,
    );
  });
});

describe('nothing is told', () => {
  const twice = ['lib', 'Lib'].map((id) => ({ id, name: '', version: '' }));
  const toml = { format: 'mods.toml' } as const;

  test.each<[string, ModFile[], Partial<RunConfiguration>]>([
    ['when the required mod runs', [needy, mod('lib')], {}],
    ['when it is spelled otherwise', [needy, mod('LIB')], {}],
    ['when a jar provides it', [needy, mod('big', { provides: ['lib'] })], {}],
    ['of what a dropped mod requires', [mod('needy', { ...client, requires: ['lib'] })], {}],
    ['of what the loader brings along', [mod('needy', { requires: ['mixinextras'] })], {}],
    ['of a jar that names its mod twice', [mod('lib', { mods: twice })], {}],
    ['of two jars that the loader disables', [mod('lib', client), again('lib-2.jar', client)], {}],
    [
      'of what a mod that the loader disables requires',
      [mod('needy', { ...client, requires: ['lib'] })],
      { whitelistedMods: ['needy'] },
    ],
    ['of two jars of which one stays out', [mod('lib'), again('x.jar')], { clientMods: ['x'] }],
    [
      'of a client-only mod that Forge loads because it is needed',
      [mod('needy', { ...toml, requires: ['lib'] }), mod('lib', { ...client, ...toml })],
      { modloader: 'Forge' },
    ],
    [
      'of jars in the folder of another game version',
      [mod('other'), { ...needy, file: '1.7.10/needy.jar' }, { ...needy, file: '1.7.10/again.jar' }],
      {},
    ],
  ])('%s', (_, mods, changes) => {
    expect(warned(mods, changes)).toEqual([]);
  });
});

test('a pack of as many short faults has 50 warnings', () => {
  const mods = Array.from({ length: 51 }, (_, n) => mod(`m${n}`, { requires: [`l${n}`] }));
  expect(startWarnings(mods, decideMods(mods, run), run)).toHaveLength(50);
});

test('a pack of nothing but faults has 50 warnings of it, in 16 KiB', () => {
  const mods = Array.from({ length: 500 }, (_, n) => mod(`m${n}${'x'.repeat(200)}`, { requires: [`l${n}`] }));
  const warnings = startWarnings(mods, decideMods(mods, run), run);
  expect(warnings.length).toBeLessThanOrEqual(50);
  expect(JSON.stringify(warnings).length).toBeLessThan(17 * 1024);
});
