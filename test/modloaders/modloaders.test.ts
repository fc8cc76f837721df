import { describe, expect, test } from 'vitest';
import { compareGameVersions, isGameVersion, sameGameVersion } from '../../src/modloaders/game-version.ts';
import {
  guessModloader,
  loaderOfLauncherId,
  modloaders,
  parseModloader,
  splitLoaderId,
  withoutGameVersion,
} from '../../src/modloaders/index.ts';
import { modloaderNames } from '../../src/modloaders/modloader.ts';
import { gameVersionOfNeoForge } from '../../src/modloaders/neoforge.ts';

describe('modloader names', () => {
  test.each(modloaderNames)('%s is read without regard to case and stored in that spelling', (name) => {
    expect(modloaders[name].name).toBe(name);
    for (const text of [name, name.toLowerCase(), name.toUpperCase()])
      expect(parseModloader(text)).toBe(name);
  });

  test.each(['', 'forge ', 'Legacy Fabric', 'fabric-loader', 'vanilla', 'constructor', '__proto__', 'fоrge'])(
    'refuse %j as the name in a request',
    (text) => {
      expect(parseModloader(text)).toBeNull();
    },
  );

  test.each([
    ['neoforge', 'NeoForge'],
    ['NeoForged', 'NeoForge'],
    ['net.minecraftforge', 'Forge'],
    ['legacyfabric', 'LegacyFabric'],
    ['Legacy Fabric Loader', 'LegacyFabric'],
    ['legacy-fabric', 'LegacyFabric'],
    ['LEGACY_FABRIC', 'LegacyFabric'],
    ['fabric-loader', 'Fabric'],
    ['QuiltMC', 'Quilt'],
    ['vanilla', null],
    ['', null],
  ])('are guessed from %j as %s, longer names first', (text, name) => {
    expect(guessModloader(text)).toBe(name);
  });

  test('of component lists match whole ids only', () => {
    expect(loaderOfLauncherId('net.fabricmc.fabric-loader')).toBe('Fabric');
    expect(loaderOfLauncherId('net.fabricmc.intermediary')).toBeNull();
  });
});

describe('loader ids', () => {
  test.each([
    ['forge-36.2.39', null, 'Forge', '36.2.39'],
    ['fabric-0.15.6', null, 'Fabric', '0.15.6'],
    ['neoforge-20.4.80-beta', null, 'NeoForge', '20.4.80-beta'],
    ['neoforge-1.20.1-47.1.79', null, 'NeoForge', '47.1.79'],
    ['neoforge-1.20.1-47.1.79', '1.20.1', 'NeoForge', '47.1.79'],
    ['neoforge-26.1.0.5-beta', '26.1', 'NeoForge', '26.1.0.5-beta'],
    ['forge-26.1-60.0.1', null, 'Forge', '60.0.1'],
    ['forge-10.13.4.1614-1.7.10', '1.7.10', 'Forge', '10.13.4.1614-1.7.10'],
    ['quilt-0.24.0-1.20.4', '1.20.4', 'Quilt', '0.24.0'],
    ['forge', null, 'Forge', null],
    ['forge-', null, 'Forge', null],
  ])('%s for game version %s are %s %s', (id, gameVersion, modloader, version) => {
    expect(splitLoaderId(id, gameVersion)).toEqual({ modloader, version });
  });

  test('of no modloader of ours are nothing', () => {
    expect(splitLoaderId('liteloader-1.12.2')).toBeNull();
    expect(splitLoaderId('')).toBeNull();
  });

  test('lose a game version once only', () => {
    expect(withoutGameVersion('1.18.2-40.2.9', '1.18.2')).toBe('40.2.9');
    expect(withoutGameVersion('1.18.2', '1.18.2')).toBeNull();
    expect(withoutGameVersion('', '1.18.2')).toBeNull();
  });
});

describe('game versions', () => {
  test.each([
    '1.20.1',
    '1.21',
    '26.1',
    '26.1.1',
    '1.7.10',
    '1.21-pre1',
    '1.21.5-rc2',
    '26.1-snapshot-3',
    '24w14a',
    '23w13a_or_b',
    '25w14craftmine',
  ])('of the form %s are accepted', (text) => {
    expect(isGameVersion(text)).toBe(true);
  });

  test.each([
    '',
    '1',
    '1.',
    '.1',
    '1.20.1 ',
    '1.20.1\n',
    '$(id)',
    '1.20;rm',
    '1.20-`id`',
    '1..2',
    `1.${'2'.repeat(99)}`,
    '1.20-../..',
    'latest',
    '24w14',
    '24w14a;id',
    '24w14A',
    // Older snapshots than any modloader runs on.
    '17w06a',
  ])('of the form %j are refused', (text) => {
    expect(isGameVersion(text)).toBe(false);
  });

  test('are ordered by their numbers, those of a year behind those that begin with 1', () => {
    const ascending = [
      '1.2.5',
      '1.7.2',
      '1.7.10',
      '1.12.2',
      '1.13',
      '1.20',
      '1.20.1',
      '23w51a',
      '24w05a',
      '24w14a',
      '1.20.5-pre1',
      '1.20.5',
      '1.21-pre1',
      '1.21-pre2',
      '1.21-rc1',
      '1.21',
      '1.21.11',
      '26.1-snapshot-2',
      '26.1-snapshot-11',
      '26.1-pre-1',
      '26.1-rc-1',
      '26.1',
      '26.1.1',
      '26.2',
      '27.1',
    ];
    expect(ascending.toReversed().toSorted(compareGameVersions)).toEqual(ascending);
  });

  test('are the same with or without a last zero', () => {
    expect(sameGameVersion('1.21', '1.21.0')).toBe(true);
    expect(sameGameVersion('1.21', '1.21.1')).toBe(false);
    expect(sameGameVersion('24w14A', '24w14a')).toBe(true);
  });
});

describe('modloader versions', () => {
  test.each(modloaderNames)('of %s have a form that no shell can mistake', (name) => {
    const { isVersion } = modloaders[name];
    for (const good of [
      '47.2.0',
      '0.15.6',
      '20.4.80-beta',
      '21.10.64',
      '26.1.0.5-beta',
      '10.13.4.1614-1.7.10',
      '0.17.0-beta.4',
      '0.16.5+local',
      '14.23.5.2860',
      '1',
    ])
      expect([good, isVersion(good)]).toEqual([good, true]);
    for (const bad of [
      '',
      ' 1',
      '1 ',
      '1\n',
      'latest',
      '-1',
      '1.-2',
      '1..2',
      '$(id)',
      '1`id`',
      '1;id',
      '1"',
      "1'",
      '1\\2',
      '1:2',
      '1%PATH%',
      '1/../2',
      '1&2',
      '1|2',
      '1\u0000',
      '1\u202e2',
      '１.２',
      '1'.repeat(100),
      `1${'.1'.repeat(60)}`,
    ])
      expect([bad, isVersion(bad)]).toEqual([bad, false]);
  });
});

describe('public version lists', () => {
  const maven = (...versions: string[]) =>
    `<metadata><versioning><latest>9</latest><versions>${versions.map((v) => `<version>${v}</version>`).join('\n')}</versions></versioning></metadata>`;

  /** Whether a pair is listed when each feed of the loader answers the body given for its address. */
  function listed(
    name: keyof typeof modloaders,
    gameVersion: string,
    version: string,
    bodies: Record<string, string>,
  ) {
    return modloaders[name].versionFeeds(gameVersion).every(({ url, parseVersions }) => {
      const [, body] = Object.entries(bodies).find(([part]) => url.includes(part)) ?? [];
      if (body === undefined) throw new Error(`no answer for ${url}`);
      return parseVersions(body)?.listed(gameVersion, version) === true;
    });
  }

  test('of Forge are kept by game version, whose old suffix belongs to the version', () => {
    const bodies = {
      'forge/maven-metadata.json': JSON.stringify({
        '1.7.10': ['1.7.10-10.13.4.1614-1.7.10'],
        '1.7.10_pre4': ['1.7.10_pre4-10.12.2.1149-prerelease'],
        '1.20.1': ['1.20.1-47.2.0', '1.20.1-47.2.1'],
      }),
    };
    expect(listed('Forge', '1.20.1', '47.2.1', bodies)).toBe(true);
    expect(listed('Forge', '1.20.1', '47.2.2', bodies)).toBe(false);
    expect(listed('Forge', '1.20.2', '47.2.1', bodies)).toBe(false);
    expect(listed('Forge', '1.7.10', '10.13.4.1614-1.7.10', bodies)).toBe(true);
    expect(listed('Forge', '1.7.10-pre4', '10.12.2.1149-prerelease', bodies)).toBe(true);
  });

  test('of NeoForge are told apart by game version, which its own versions encode', () => {
    const bodies = {
      'neoforged/forge/': maven('1.20.1-47.1.79', '1.20.1-47.1.84'),
      'neoforged/neoforge/': maven(
        '20.4.80-beta',
        '20.4.237',
        '21.0.167',
        '21.10.64',
        '26.1.0.5-beta',
        '26.1.1.3',
        '26.2.0.0-alpha.1+snapshot-1',
      ),
    };
    const good = [
      ['1.20.1', '47.1.79'],
      ['1.20.4', '20.4.80-beta'],
      ['1.21', '21.0.167'],
      ['1.21.10', '21.10.64'],
      ['26.1', '26.1.0.5-beta'],
      ['26.1.1', '26.1.1.3'],
      ['26.2-snapshot-1', '26.2.0.0-alpha.1+snapshot-1'],
    ];
    for (const [game = '', version = ''] of good)
      expect([game, version, listed('NeoForge', game, version, bodies)]).toEqual([game, version, true]);
    const bad = [
      ['1.21', '21.10.64'],
      ['1.21.1', '21.10.64'],
      ['1.21', '21.0.168'],
      ['26.1', '26.1.1.3'],
      ['26.2', '26.2.0.0-alpha.1+snapshot-1'],
      ['1.20.1', '20.4.237'],
    ];
    for (const [game = '', version = ''] of bad)
      expect([game, version, listed('NeoForge', game, version, bodies)]).toEqual([game, version, false]);
  });

  test('of NeoForge map to game versions', () => {
    expect(gameVersionOfNeoForge('20.4.237')).toBe('1.20.4');
    expect(gameVersionOfNeoForge('21.0.167')).toBe('1.21');
    expect(gameVersionOfNeoForge('26.1.0.5')).toBe('26.1');
    expect(gameVersionOfNeoForge('26.1.1.5-beta')).toBe('26.1.1');
    expect(gameVersionOfNeoForge('26.1.0.0-alpha.1+snapshot-1')).toBe('26.1-snapshot-1');
    expect(gameVersionOfNeoForge('26.1.1.0-alpha.3+pre-2')).toBe('26.1.1-pre-2');
    expect(gameVersionOfNeoForge('47')).toBeNull();
  });

  test('of Fabric, Quilt and LegacyFabric judge loader and game version by two lists', () => {
    const bodies = {
      'fabric-loader/maven-metadata.xml': maven('0.15.6', '0.16.10'),
      'quilt-loader/maven-metadata.xml': maven('0.24.0'),
      'versions/intermediary': JSON.stringify([{ maven: 'x:1.20.1', version: '1.20.1', stable: true }]),
      'legacyfabric.net/v2/versions/loader': JSON.stringify([{ version: '0.14.23', stable: true }]),
      'legacyfabric.net/v2/versions/game': JSON.stringify([{ version: '1.8.9', stable: true }]),
    };
    expect(listed('Fabric', '1.20.1', '0.16.10', bodies)).toBe(true);
    expect(listed('Fabric', '1.20.2', '0.16.10', bodies)).toBe(false);
    expect(listed('Fabric', '1.20.1', '0.24.0', bodies)).toBe(false);
    expect(listed('Quilt', '1.20.1', '0.24.0', bodies)).toBe(true);
    expect(listed('LegacyFabric', '1.8.9', '0.14.23', bodies)).toBe(true);
    expect(listed('LegacyFabric', '1.20.1', '0.14.23', bodies)).toBe(false);
  });

  /** What a loader's first list has in place of a pair that it lacks. */
  const instead = (name: keyof typeof modloaders, gameVersion: string, body: string) =>
    modloaders[name].versionFeeds(gameVersion)[0]?.parseVersions(body)?.instead(gameVersion);

  test('tell what there is for a game version, or which game versions there are', () => {
    const forge = JSON.stringify({ '1.20.1': ['1.20.1-47.2.0'], '1.7.10_pre4': ['1.7.10_pre4-10.12'] });
    expect(instead('Forge', '1.20.1', forge)).toEqual({ of: 'version', versions: ['47.2.0'] });
    expect(instead('Forge', '1.20.9', forge)).toEqual({
      of: 'gameVersion',
      versions: ['1.20.1', '1.7.10-pre4'],
    });
    const neoForge = maven('20.4.80-beta', '20.4.237', '21.0.167');
    expect(instead('NeoForge', '1.20.4', neoForge)).toEqual({
      of: 'version',
      versions: ['20.4.80-beta', '20.4.237'],
    });
    expect(instead('NeoForge', '1.20.9', neoForge)).toEqual({
      of: 'gameVersion',
      versions: ['1.20.4', '1.20.4', '1.21'],
    });
    const old = maven('1.20.1-47.1.79', '1.20.2-48.0.1');
    expect(instead('NeoForge', '1.20.1', old)).toEqual({ of: 'version', versions: ['47.1.79'] });
    expect(instead('Quilt', '1.20.1', maven('0.24.0'))).toEqual({ of: 'version', versions: ['0.24.0'] });
  });

  test.each(modloaderNames)('of %s that are anything else are no list', (name) => {
    for (const { parseVersions } of modloaders[name].versionFeeds('1.20.1'))
      for (const body of [
        '',
        '<html>Not found</html>',
        '[]',
        '{}',
        'null',
        '7',
        '{"error":"x"}',
        '[null,7,{}]',
      ])
        expect([body, parseVersions(body)]).toEqual([body, null]);
  });
});
