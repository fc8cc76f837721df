import { describe, expect, test } from 'vitest';
import { type RunConfiguration, runDefaults } from '../../src/archive/run-configuration.ts';
import { readChangedNeeds } from '../../src/archive/sides/changed-needs.ts';
import { decideMods } from '../../src/archive/sides/decide-mods.ts';
import { startWarnings } from '../../src/archive/warnings/start-warnings.ts';
import { fabricModJson, type JarFiles, jarWith } from '../support/jar.ts';
import { type Jars, modsOf, outcome } from '../support/mods.ts';

const lists = { startArgs: [], clientMods: [], whitelistedMods: [], ...runDefaults };
const runs = {
  forge165: { modloader: 'Forge', gameVersion: '1.16.5', modloaderVersion: '36.2.39', ...lists },
  forge192: { modloader: 'Forge', gameVersion: '1.19.2', modloaderVersion: '43.3.0', ...lists },
  forge201: { modloader: 'Forge', gameVersion: '1.20.1', modloaderVersion: '47.3.0', ...lists },
  neo201: { modloader: 'NeoForge', gameVersion: '1.20.1', modloaderVersion: '47.1.79', ...lists },
  neo211: { modloader: 'NeoForge', gameVersion: '1.21.1', modloaderVersion: '21.1.66', ...lists },
  neo218: { modloader: 'NeoForge', gameVersion: '1.21.8', modloaderVersion: '21.8.9', ...lists },
  fabric: { modloader: 'Fabric', gameVersion: '1.20.1', modloaderVersion: '0.15.6', ...lists },
  snapshot: { modloader: 'Fabric', gameVersion: '1.21-pre1', modloaderVersion: '0.15.6', ...lists },
  quilt: { modloader: 'Quilt', gameVersion: '1.20.1', modloaderVersion: '0.26.4', ...lists },
} satisfies Record<string, RunConfiguration>;

type Run = keyof typeof runs;

/** Codes and files of the warnings about these jars. */
function warned(jars: Jars, run: RunConfiguration, overrides?: string): string[] {
  const mods = modsOf(jars);
  const read = () => (overrides === undefined ? null : Buffer.from(overrides));
  const changed = readChangedNeeds(run, read, () => overrides !== undefined);
  return startWarnings(mods, decideMods(mods, run), run, changed).map(
    ({ code, entry }) => `${code} ${entry}`,
  );
}

const [must, may] = ['mandatory=true', 'mandatory=false'];
const on = (id: string, versionRange: string, more = must, owner = 'own') =>
  `[[dependencies.${owner}]]\nmodId="${id}"\nversionRange="${versionRange}"\n${more}\n`;
const toml = (...dependencies: string[]) =>
  ['modLoader="javafml"\n[[mods]]\nmodId="own"\n', ...dependencies].join('');
const forge = (...dependencies: string[]) => ({ 'own.jar': { 'META-INF/mods.toml': toml(...dependencies) } });
const neo = (...dependencies: string[]) => ({
  'own.jar': { 'META-INF/neoforge.mods.toml': toml(...dependencies) },
});
const fabric = (fields: object, more: Jars = {}) => ({
  'own.jar': { 'fabric.mod.json': fabricModJson('own', fields) },
  ...more,
});
const other = (version: string) => ({
  'other.jar': { 'fabric.mod.json': fabricModJson('other', { version }) },
});

describe('a server that cannot start for a version', () => {
  test.each<[string, Run, Jars, string]>([
    ['a mod for an older game', 'forge201', forge(on('minecraft', '[1.19,1.20)')), 'GAME_VERSION'],
    ['a mod for a newer game', 'neo211', neo(on('minecraft', '[1.21.4,)')), 'GAME_VERSION'],
    ['a mod that needs newer Forge', 'forge201', forge(on('forge', '[47.4,)')), 'LOADER_TOO_OLD'],
    [
      'a mod for the language of newer Forge',
      'forge201',
      { 'own.jar': { 'META-INF/mods.toml': `loaderVersion="[52,)"\n${toml()}` } },
      'LOADER_TOO_OLD',
    ],
    ['a mod that needs newer NeoForge', 'neo211', neo(on('neoforge', '[21.1.70,)', '')), 'LOADER_TOO_OLD'],
    ['NeoForge under the name of Forge', 'neo201', forge(on('forge', '[47.2,)')), 'LOADER_TOO_OLD'],
    ['a Fabric mod for another game', 'fabric', fabric({ depends: { minecraft: '1.20.4' } }), 'GAME_VERSION'],
    [
      'a Fabric mod for one of others',
      'fabric',
      fabric({ depends: { minecraft: ['1.19.x', '~1.21'] } }),
      'GAME_VERSION',
    ],
    [
      'a mod that needs newer Fabric',
      'fabric',
      fabric({ depends: { fabricloader: '>=0.16' } }),
      'LOADER_TOO_OLD',
    ],
    [
      'a mod that breaks another',
      'fabric',
      fabric({ breaks: { other: '<2' } }, other('1.5+mc1.20')),
      'MODS_CONFLICT',
    ],
  ])('is told of: %s', (_, run, jars, code) => {
    expect(warned(jars, runs[run])).toEqual([`${code} own.jar`]);
  });
});

describe('nothing is told', () => {
  test.each<[string, Run, Jars]>([
    [
      'of a mod for the version before, which Forge 1.16.5 takes',
      'forge165',
      forge(on('minecraft', '[1.16.4]'), on('forge', '[35.1.37]')),
    ],
    ['of 1.16.3 on Forge 1.16.5', 'forge165', forge(on('minecraft', '[1.16.3]'), on('forge', '[34.1.42]'))],
    ['of 1.19.1 on Forge 1.19.2', 'forge192', forge(on('minecraft', '[1.19.1]'), on('forge', '[42.0.9]'))],
    [
      'of 1.21 on NeoForge 1.21.1',
      'neo211',
      neo(on('minecraft', '[1.21,1.21.1)'), on('neoforge', '[21.0.166]')),
    ],
    ['of 1.21.7 on NeoForge 1.21.8', 'neo218', neo(on('minecraft', '[1.21.7]'))],
    ['of a need that is none', 'forge201', forge(on('minecraft', '[1.19]', may), on('forge', '[99,)', may))],
    ['of an optional need', 'neo211', neo(on('minecraft', '[1.19]', 'type="optional"'))],
    ['of a need of clients', 'forge201', forge(on('minecraft', '[1.19]', 'mandatory=true\nside="CLIENT"'))],
    ['of what another mod needs', 'forge201', forge(on('minecraft', '[1.19]', must, 'stranger'))],
    [
      'of a mod whose name is written otherwise there, which Forge passes over',
      'forge201',
      forge(on('minecraft', '[1.19]', must, 'Own'), on('lib', '[1,)', must, 'Own')),
    ],
    [
      'of a need without an owner, which Forge passes over',
      'forge201',
      forge('[[dependencies]]\nmodId="lib"\nmandatory=true\nversionRange="[1,)"\n'),
    ],
    [
      'of a need that Forge and NeoForge take differently',
      'forge201',
      forge(on('lib', '[1,)', 'type="required"\nmandatory=false')),
    ],
    ['of NeoForge in the descriptor of Forge', 'forge201', forge(on('neoforge', '[99,)'))],
    ['of a Forge that is too new', 'forge201', forge(on('forge', '[46,47)'))],
    ['of a placeholder', 'forge201', forge(on('minecraft', '@range@'))],
    ['of a recommendation', 'forge201', forge(on('minecraft', '1.16.5'))],
    ['of a game before its release', 'snapshot', fabric({ depends: { minecraft: '1.20.1' } })],
    [
      'of Quilt, which has rules of its own',
      'quilt',
      fabric({ depends: { minecraft: '1.19' }, breaks: { other: '*' } }, other('1')),
    ],
    [
      'of a mod that is not broken in its version',
      'fabric',
      fabric({ breaks: { other: '<2' } }, other('2.0')),
    ],
    ['of a version that is a word', 'fabric', fabric({ breaks: { other: '<2' } }, other('mc1.20-1'))],
    ['of what is not there', 'fabric', fabric({ breaks: { other: '*' } })],
    [
      'of a mod that another jar may bring newer',
      'fabric',
      fabric(
        { breaks: { other: '<2' } },
        {
          ...other('1'),
          'third.jar': { 'fabric.mod.json': fabricModJson('third', { provides: ['other'] }) },
        },
      ),
    ],
    [
      'of a recommendation',
      'fabric',
      fabric({ recommends: { minecraft: '1.19' }, conflicts: { other: '*' } }, other('1')),
    ],
    [
      'of the first form, which has no versions',
      'fabric',
      { 'own.jar': { 'fabric.mod.json': { id: 'own', version: '1', depends: { minecraft: '1.19' } } } },
    ],
    [
      'of more alternatives than are read',
      'fabric',
      fabric({ depends: { minecraft: Array.from({ length: 9 }, () => '1.19') } }),
    ],
  ])('%s', (_, run, jars) => {
    expect(warned(jars, runs[run])).toEqual([]);
  });
});

describe('a library that is there in another version than a mod needs', () => {
  const nestedIn = (id: string, nested: JarFiles, fields: object = {}): JarFiles => ({
    'fabric.mod.json': fabricModJson(id, { jars: [{ file: 'lib.jar' }], ...fields }),
    'lib.jar': jarWith(nested),
  });
  const lib = (version: string, fields: object = {}) => ({
    'fabric.mod.json': fabricModJson('lib', { version, ...fields }),
  });
  const has = (id: string, version: string) => nestedIn(id, lib(version));
  const needs = (range: string, more: Jars) => fabric({ depends: { lib: range } }, more);
  const big = { 'big.jar': has('big', '1.4.0+1.20') };
  const hud = { 'hud.jar': has('hud', '2.1.0') };

  const tomlLib = (version: string) => `modLoader="javafml"\n[[mods]]\nmodId="lib"\nversion="${version}"\n`;
  const named = { 'META-INF/jarjar/metadata.json': { jars: [{ path: 'META-INF/jarjar/lib.jar' }] } };
  const jarJar = (id: string, format: string, version: string, list: JarFiles = named): JarFiles => ({
    [`META-INF/${format}`]: `modLoader="javafml"\n[[mods]]\nmodId="${id}"\n`,
    ...list,
    'META-INF/jarjar/lib.jar': jarWith({ [`META-INF/${format}`]: tomlLib(version) }),
  });
  const both = (format: string, list?: JarFiles): Jars => ({
    'big.jar': jarJar('big', format, '1.4.0'),
    'hud.jar': jarJar('hud', format, '2.1.0', list),
  });

  const dropped = (range: string) =>
    `"own.jar" needs lib in version ${range}, and "big.jar" has 1.4.0; "hud.jar", which has 2.1.0, stays out; the server does not start. Name "hud.jar" in whitelistedMods, add lib 2.1.0 to the pack, or name "own.jar" in clientMods.`;

  test.each<[string, Run, Jars, string, string | undefined]>([
    [
      'nested',
      'fabric',
      needs('>=2', { ...big, ...hud }),
      'DROPPED',
      dropped('>=2').replace('1.4.0', '1.4.0+1.20'),
    ],
    [
      'nested on Forge',
      'forge201',
      { ...forge(on('lib', '[2,)')), ...both('mods.toml') },
      'DROPPED',
      dropped('[2,)'),
    ],
    [
      'nested on NeoForge',
      'neo211',
      { ...neo(on('lib', '[2,3)', '')), ...both('neoforge.mods.toml') },
      'DROPPED',
      dropped('[2,3)'),
    ],
    [
      'as a mod of its own',
      'fabric',
      needs('^2.0.0', { 'big.jar': lib('1.0'), 'hud.jar': lib('2.0') }),
      'DROPPED',
      undefined,
    ],
    [
      'nested two levels deep',
      'fabric',
      needs('2.x', { ...big, 'hud.jar': nestedIn('hud', has('middle', '2.1.0')) }),
      'DROPPED',
      undefined,
    ],
    [
      'in a mod that Fabric disables on a server',
      'fabric',
      needs('>=2', { ...big, 'hud.jar': nestedIn('hud', lib('2.1.0'), { environment: 'client' }) }),
      'DISABLED',
      '"own.jar" needs lib in version >=2, and "big.jar" has 1.4.0+1.20; Fabric disables "hud.jar", which has 2.1.0, on a server, as that is for clients only; the server does not start. Add lib 2.1.0 to the pack, or name "own.jar" in clientMods.',
    ],
    [
      'in a mod that Fabric disables, and in another',
      'fabric',
      needs('>=2', {
        ...big,
        'hud.jar': nestedIn('hud', lib('2.2.0'), { environment: 'client' }),
        'hud-2.jar': has('hud2', '2.1.0'),
      }),
      'DROPPED',
      undefined,
    ],
  ])('is told where a jar that stays out has it, %s', (_, run, jars, code, sentence) => {
    const { warnings, said } = outcome(jars, { ...runs[run], clientMods: ['hud'] });
    expect(warnings).toEqual([`REQUIRED_MOD_${code} own.jar`]);
    if (sentence !== undefined) expect(said).toEqual([sentence]);
  });

  test('is told once, however many mods need it', () => {
    const again = { 'again.jar': { 'fabric.mod.json': fabricModJson('again', { depends: { lib: '>=2' } }) } };
    const { warnings } = outcome(needs('>=2', { ...again, ...big, ...hud }), {
      ...runs.fabric,
      clientMods: ['hud'],
    });
    expect(warnings).toEqual(['REQUIRED_MOD_DROPPED own.jar']);
  });

  const mixinExtras = (version: string) => ({ 'fabric.mod.json': fabricModJson('mixinextras', { version }) });
  test.each<[string, Run, Jars]>([
    [
      'where another kept jar has it',
      'fabric',
      needs('>=2', { ...big, ...hud, 'new.jar': has('new', '2.0.0') }),
    ],
    ['where no jar has it', 'fabric', needs('>=3', { ...big, ...hud })],
    ['where any does', 'fabric', needs('*', { ...big, ...hud })],
    ['where its version is a word', 'fabric', needs('>=2', { ...hud, 'big.jar': has('big', 'mc1.20') })],
    [
      'where a kept mod provides it',
      'fabric',
      needs('>=2', {
        ...big,
        ...hud,
        'new.jar': { 'fabric.mod.json': fabricModJson('new', { provides: ['lib'] }) },
      }),
    ],
    [
      'where a nested mod provides it',
      'fabric',
      needs('>=2', {
        ...hud,
        'big.jar': nestedIn(
          'big',
          nestedIn('lib', { 'fabric.mod.json': fabricModJson('new', { provides: ['lib'] }) }),
        ),
      }),
    ],
    [
      'where a kept jar may have anything',
      'fabric',
      needs('>=2', {
        ...hud,
        ...big,
        'new.jar': {
          'fabric.mod.json': fabricModJson('new', { jars: [{ file: 'lib.jar' }] }),
          'lib.jar': 'no zip',
        },
      }),
    ],
    [
      'where a kept jar was not read',
      'fabric',
      needs('>=2', { ...hud, ...big, 'new.jar': { 'fabric.mod.json': '{' } }),
    ],
    [
      'where the jar that stays out does not list it',
      'forge201',
      { ...forge(on('lib', '[2,)')), ...both('mods.toml', {}) },
    ],
    ['where it is only requested', 'forge201', { ...forge(on('lib', '[2,)', may)), ...both('mods.toml') }],
    [
      'where the loader brings it along',
      'fabric',
      fabric(
        { depends: { mixinextras: '>=0.4' } },
        {
          'big.jar': nestedIn('big', mixinExtras('0.3.5')),
          'hud.jar': nestedIn('hud', mixinExtras('0.4.1')),
        },
      ),
    ],
    [
      'where more is nested than is kept',
      'fabric',
      needs('>=2', {
        ...big,
        'hud.jar': nestedIn(
          'hud',
          lib('2.1.0', { provides: Array.from({ length: 256 }, (_, index) => `id${index}`) }),
        ),
      }),
    ],
    [
      'where there are more versions of it than are compared',
      'fabric',
      needs('>=2', {
        ...Object.fromEntries(
          Array.from({ length: 64 }, (_, index) => [`${index}.jar`, has(`mod${index}`, `1.${index}`)]),
        ),
        ...hud,
      }),
    ],
    ['on Quilt, which has rules of its own', 'quilt', needs('>=2', { ...big, ...hud })],
  ])('is not told %s', (_, run, jars) => {
    expect(outcome(jars, { ...runs[run], clientMods: ['hud'] }).warnings).toEqual([]);
  });
});

describe('needs that the pack itself changes', () => {
  const old = { depends: { minecraft: '1.19', lib: '*' } };
  const neoOld = neo(on('minecraft', '[1.19]', ''), on('lib', '[1,)', ''));

  test.each<[string, Run, Jars, string]>([
    ['by Fabric', 'fabric', fabric(old), '{"version":1,"overrides":{"Own":{"-depends":{"lib":"*"}}}}'],
    ['by NeoForge', 'neo211', neoOld, '[dependencyOverrides]\nown = ["-minecraft", "-lib"]'],
    ['by what cannot be read', 'fabric', fabric(old), '{"overrides":'],
    ['by Quilt', 'quilt', fabric(old), '{}'],
  ])('are not told of: %s', (_, run, jars, overrides) => {
    expect(warned(jars, runs[run], overrides)).toEqual([]);
  });

  test.each<[string, Run, Jars, string]>([
    ['of another mod', 'fabric', fabric(old), '{"version":1,"overrides":{"other":{}}}'],
    ['that are none', 'neo211', neoOld, 'versionCheck = true\n[dependencyOverrides]\n'],
  ])('are told of where they are changed: %s', (_, run, jars, overrides) => {
    expect(warned(jars, runs[run], overrides)).toEqual([
      'REQUIRED_MOD_MISSING own.jar',
      'GAME_VERSION own.jar',
    ]);
  });
});
