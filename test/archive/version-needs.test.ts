import { describe, expect, test } from 'vitest';
import { readChangedNeeds } from '../../src/archive/changed-needs.ts';
import { decideMods } from '../../src/archive/decide-mods.ts';
import { readJar } from '../../src/archive/inventory.ts';
import { defaultArchiveLimits } from '../../src/archive/limits.ts';
import { type RunConfiguration, runDefaults } from '../../src/archive/run-configuration.ts';
import { startWarnings } from '../../src/archive/start-warnings.ts';
import { fabricModJson, type JarFiles, jarWith } from '../support/jar.ts';

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
function warned(
  jars: Readonly<Record<string, JarFiles>>,
  run: RunConfiguration,
  overrides?: string,
): string[] {
  const mods = Object.entries(jars).map(([file, files]) => ({
    file,
    size: 1,
    ...readJar(jarWith(files), defaultArchiveLimits.jar),
  }));
  const read = () => (overrides === undefined ? null : Buffer.from(overrides));
  const changed = readChangedNeeds(run, read, () => overrides !== undefined);
  return startWarnings(mods, decideMods(mods, run), run, changed).map(
    ({ code, entry }) => `${code} ${entry}`,
  );
}

const dependency = (on: string, versionRange: string, more = 'mandatory=true', owner = 'own') =>
  `[[dependencies.${owner}]]\nmodId="${on}"\nversionRange="${versionRange}"\n${more}\n`;
const toml = (...dependencies: string[]) =>
  ['modLoader="javafml"\n[[mods]]\nmodId="own"\n', ...dependencies].join('');
const forge = (...dependencies: string[]) => ({ 'own.jar': { 'META-INF/mods.toml': toml(...dependencies) } });
const neo = (...dependencies: string[]) => ({
  'own.jar': { 'META-INF/neoforge.mods.toml': toml(...dependencies) },
});
const fabric = (fields: object, more: Readonly<Record<string, JarFiles>> = {}) => ({
  'own.jar': { 'fabric.mod.json': fabricModJson('own', fields) },
  ...more,
});
const other = (version: string) => ({
  'other.jar': { 'fabric.mod.json': fabricModJson('other', { version }) },
});

describe('a server that cannot start for a version', () => {
  test.each<[string, Run, Readonly<Record<string, JarFiles>>, string]>([
    [
      'a mod for an older game',
      'forge201',
      forge(dependency('minecraft', '[1.19,1.20)')),
      'GAME_VERSION own.jar',
    ],
    ['a mod for a newer game', 'neo211', neo(dependency('minecraft', '[1.21.4,)')), 'GAME_VERSION own.jar'],
    [
      'a mod that needs newer Forge',
      'forge201',
      forge(dependency('forge', '[47.4,)')),
      'LOADER_TOO_OLD own.jar',
    ],
    [
      'a mod that needs newer NeoForge',
      'neo211',
      neo(dependency('neoforge', '[21.1.70,)', '')),
      'LOADER_TOO_OLD own.jar',
    ],
    [
      'NeoForge under the name of Forge',
      'neo201',
      forge(dependency('forge', '[47.2,)')),
      'LOADER_TOO_OLD own.jar',
    ],
    [
      'a Fabric mod for another game',
      'fabric',
      fabric({ depends: { minecraft: '1.20.4' } }),
      'GAME_VERSION own.jar',
    ],
    [
      'a Fabric mod for one of others',
      'fabric',
      fabric({ depends: { minecraft: ['1.19.x', '~1.21'] } }),
      'GAME_VERSION own.jar',
    ],
    [
      'a mod that needs newer Fabric',
      'fabric',
      fabric({ depends: { fabricloader: '>=0.16' } }),
      'LOADER_TOO_OLD own.jar',
    ],
    [
      'a mod that breaks another',
      'fabric',
      fabric({ breaks: { other: '<2' } }, other('1.5+mc1.20')),
      'MODS_CONFLICT own.jar',
    ],
  ])('is told of: %s', (_, run, jars, warning) => {
    expect(warned(jars, runs[run])).toEqual([warning]);
  });
});

describe('nothing is told', () => {
  test.each<[string, Run, Readonly<Record<string, JarFiles>>]>([
    [
      'of a mod for the version before, which Forge 1.16.5 takes',
      'forge165',
      forge(dependency('minecraft', '[1.16.4]'), dependency('forge', '[35.1.37]')),
    ],
    [
      'of 1.16.3 on Forge 1.16.5',
      'forge165',
      forge(dependency('minecraft', '[1.16.3]'), dependency('forge', '[34.1.42]')),
    ],
    [
      'of 1.19.1 on Forge 1.19.2',
      'forge192',
      forge(dependency('minecraft', '[1.19.1]'), dependency('forge', '[42.0.9]')),
    ],
    [
      'of 1.21 on NeoForge 1.21.1',
      'neo211',
      neo(dependency('minecraft', '[1.21,1.21.1)'), dependency('neoforge', '[21.0.166]')),
    ],
    ['of 1.21.7 on NeoForge 1.21.8', 'neo218', neo(dependency('minecraft', '[1.21.7]'))],
    [
      'of a need that is none',
      'forge201',
      forge(
        dependency('minecraft', '[1.19]', 'mandatory=false'),
        dependency('forge', '[99,)', 'mandatory=false'),
      ),
    ],
    ['of an optional need', 'neo211', neo(dependency('minecraft', '[1.19]', 'type="optional"'))],
    [
      'of a need of clients',
      'forge201',
      forge(dependency('minecraft', '[1.19]', 'mandatory=true\nside="CLIENT"')),
    ],
    [
      'of what another mod needs',
      'forge201',
      forge(dependency('minecraft', '[1.19]', 'mandatory=true', 'stranger')),
    ],
    [
      'of a mod whose name is written otherwise there, which Forge passes over',
      'forge201',
      forge(
        dependency('minecraft', '[1.19]', 'mandatory=true', 'Own'),
        dependency('lib', '[1,)', 'mandatory=true', 'Own'),
      ),
    ],
    [
      'of a need without an owner, which Forge passes over',
      'forge201',
      forge('[[dependencies]]\nmodId="lib"\nmandatory=true\nversionRange="[1,)"\n'),
    ],
    [
      'of a need that Forge and NeoForge take differently',
      'forge201',
      forge(dependency('lib', '[1,)', 'type="required"\nmandatory=false')),
    ],
    ['of NeoForge in the descriptor of Forge', 'forge201', forge(dependency('neoforge', '[99,)'))],
    ['of a Forge that is too new', 'forge201', forge(dependency('forge', '[46,47)'))],
    ['of a placeholder', 'forge201', forge(dependency('minecraft', '@range@'))],
    ['of a wish', 'forge201', forge(dependency('minecraft', '1.16.5'))],
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

describe('needs that the pack itself changes', () => {
  const old = { depends: { minecraft: '1.19', lib: '*' } };
  const neoOld = neo(dependency('minecraft', '[1.19]', ''), dependency('lib', '[1,)', ''));

  test.each<[string, Run, Readonly<Record<string, JarFiles>>, string]>([
    ['by Fabric', 'fabric', fabric(old), '{"version":1,"overrides":{"Own":{"-depends":{"lib":"*"}}}}'],
    ['by NeoForge', 'neo211', neoOld, '[dependencyOverrides]\nown = ["-minecraft", "-lib"]'],
    ['by what cannot be read', 'fabric', fabric(old), '{"overrides":'],
    ['by Quilt', 'quilt', fabric(old), '{}'],
  ])('are not told of: %s', (_, run, jars, overrides) => {
    expect(warned(jars, runs[run], overrides)).toEqual([]);
  });

  test.each<[string, Run, Readonly<Record<string, JarFiles>>, string]>([
    ['of another mod', 'fabric', fabric(old), '{"version":1,"overrides":{"other":{}}}'],
    ['that are none', 'neo211', neoOld, 'versionCheck = true\n[dependencyOverrides]\n'],
  ])('are told of where they are changed: %s', (_, run, jars, overrides) => {
    expect(warned(jars, runs[run], overrides)).toEqual([
      'REQUIRED_MOD_MISSING own.jar',
      'GAME_VERSION own.jar',
    ]);
  });
});
