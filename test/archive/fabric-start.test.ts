/** Mods for Fabric that claim both sides, though only clients start them. */
import { describe, expect, test } from 'vitest';
import { decideMods } from '../../src/archive/decide-mods.ts';
import { readJar } from '../../src/archive/inventory.ts';
import { withUsers } from '../../src/archive/jar-users.ts';
import { defaultArchiveLimits } from '../../src/archive/limits.ts';
import { type RunConfiguration, runDefaults } from '../../src/archive/run-configuration.ts';
import { heedWords } from '../../src/archive/unclear-jars.ts';
import { fabricModJson, type JarFiles, jarWith, modsToml } from '../support/jar.ts';
import { lens, lensJar, viewerJar } from '../support/lens-mod.ts';
import { compiled } from '../support/side-mods.ts';

const fabric: RunConfiguration = {
  gameVersion: '1.20.1',
  modloader: 'Fabric',
  modloaderVersion: '0.15.6',
  startArgs: [],
  clientMods: [],
  whitelistedMods: [],
  ...runDefaults,
};

function decide(jars: Readonly<Record<string, JarFiles>>, changes: Partial<RunConfiguration> = {}) {
  const read = Object.entries(jars).map(([file, files]) => ({
    file,
    size: 1,
    ...readJar(jarWith(files), defaultArchiveLimits.jar),
  }));
  return decideMods(withUsers(read), { ...fabric, ...changes });
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
    expect(decisionOn({ ...lensJar(), ...overlay }, { modloader: 'Forge' })).toMatchObject(kept);
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
    const read = readJar(jarWith(lensJar()), defaultArchiveLimits.jar);
    const mod = { file: 'lens.jar', size: 1, sha512: '1', ...read };
    const claims = [{ reason: 'CATALOGUE' as const, evidence: 'It is for servers.', isFor: true as const }];
    const { mods } = heedWords(withUsers([mod]), [{ sha512: '1', claims }]);
    expect(decideMods(mods, fabric)[0]).toMatchObject(kept);
  });
});
