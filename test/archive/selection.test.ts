import { expect, test } from 'vitest';
import { judgePaths } from '../../src/archive/left-out.ts';
import type { ModDecision } from '../../src/archive/report.ts';
import { runDefaults } from '../../src/archive/run-configuration.ts';
import { packEntries, selectEntries } from '../../src/archive/selection.ts';
import { clientFolders } from '../../src/archive/selection-rules.ts';
import type { ArchiveEntry } from '../../src/archive/zip/entry.ts';

function entry(name: string): ArchiveEntry {
  return {
    name,
    rawName: null,
    flags: 0,
    method: 0,
    crc32: 0,
    compressedSize: 0,
    size: 0,
    headerOffset: 0,
    attributes: 0,
    modified: 0,
  };
}

function decision(file: string, kept: boolean): ModDecision {
  return { file, kept, reason: 'CLIENT_MODS', certainty: 'NONE', evidence: '' };
}

function select(
  names: string[],
  {
    base = '',
    decisions = [],
    added = [],
  }: { base?: string; decisions?: ModDecision[]; added?: string[] } = {},
): string[] {
  const pack = packEntries(names.map(entry), base);
  const judge = judgePaths(
    pack.map(({ name }) => name),
    runDefaults,
  );
  return selectEntries(pack, { decisions, added, judge }).map(({ name }) => name);
}

test.each(clientFolders)('the folder %s stays out', (folder) => {
  expect(select([`${folder}/a.txt`, `${folder}/`, 'config/a.txt'])).toEqual(['config/a.txt']);
});

test.each(['config', 'kubejs', 'emotes', 'my world', 'Zoestria'])('the folder %s goes in', (folder) => {
  expect(select([`${folder}/`, `${folder}/a/b.txt`])).toEqual([`${folder}/`, `${folder}/a/b.txt`]);
});

test('an excluded folder stays out in whatever case it is written', () => {
  expect(select(['ResourcePacks/a.zip', 'profileimage/a.png'])).toEqual([]);
});

test('a folder deeper down that is named like an excluded one goes in', () => {
  expect(select(['config/cache/a.json', 'kubejs/assets/a.png'])).toEqual([
    'config/cache/a.json',
    'kubejs/assets/a.png',
  ]);
});

test.each([
  'mods/._a.jar',
  'config/.DS_Store',
  'kubejs/Thumbs.db',
  'config/desktop.ini',
  '__MACOSX/config/._a',
  '._LICENSE',
])('%s, which only the system of whoever made the archive needs, stays out', (name) => {
  expect(select([name, 'config/._', 'config/a._b', 'config/.DS_Store/a'])).toEqual([
    'config/a._b',
    'config/.DS_Store/a',
  ]);
});

test('of the files beside the folders only licences go in', () => {
  const names = ['options.txt', 'instance.json', 'manifest.json', 'eula.txt', 'README.md', 'licenses'];
  expect(select([...names, 'LICENSE', 'license.txt', 'LICENCE-assets.md', 'NOTICE', 'COPYING'])).toEqual([
    'LICENSE',
    'license.txt',
    'LICENCE-assets.md',
    'NOTICE',
    'COPYING',
  ]);
});

test('mods go by their decision, those in the folder of a game version too', () => {
  const names = ['mods/a.jar', 'mods/b.jar', 'mods/1.12.2/a.jar', 'mods/1.12.2/c.jar'];
  const decisions = [
    decision('a.jar', true),
    decision('b.jar', false),
    decision('1.12.2/a.jar', false),
    decision('1.12.2/c.jar', true),
  ];
  expect(select(names, { decisions })).toEqual(['mods/a.jar', 'mods/1.12.2/c.jar']);
});

test('whatever else lies below mods/ is carried over', () => {
  const names = ['mods/', 'mods/a.jar.disabled', 'mods/memory_repo/lib.jar', 'mods/readme.txt'];
  expect(select(names, { decisions: [decision('lib.jar', false)] })).toEqual(names);
});

test.each([
  'config/server.jar',
  'bin/minecraft_server.1.20.1.jar',
  'bin/minecraft_server.jar',
  'server/libraries/net/minecraft/server/1.20.1/server-1.20.1.jar',
  'server/libraries/net/minecraft/server/1.20.1-20230612.114412/server-1.20.1-20230612.114412-srg.jar',
  'server/libraries/net/minecraft/client/1.20.1/client-1.20.1.jar',
  'launcher/versions/1.20.1/1.20.1.jar',
  'launcher/versions/1.20.1/server-1.20.1.jar',
  'tools/Server.JAR',
  'bin/minecraft.jar',
])('the game itself stays out as %s', (name) => {
  expect(select([name, 'tools/my-server.jar'])).toEqual(['tools/my-server.jar']);
});

test.each([
  'mods/server.jar',
  'mods/minecraft_serverlist-1.0.jar',
  'tools/minecraft.jar',
  'tools/minecraft/a.jar',
])('%s is not the game and goes in', (name) => {
  expect(select([name])).toEqual([name]);
});

test('the base folder is left off and what lies beside it stays out', () => {
  expect(
    select(['pack/.minecraft/config/a.txt', 'pack/mmc-pack.json', 'pack/.minecraft/', 'a/b'], {
      base: 'pack/.minecraft/',
    }),
  ).toEqual(['config/a.txt']);
});

test('server-overrides/ comes on top of overrides/ and client-overrides/ stays out', () => {
  const names = [
    'overrides/config/a.txt',
    'overrides/config/B.txt',
    'server-overrides/config/b.txt',
    'server-overrides/config/c.txt',
    'client-overrides/config/d.txt',
  ];
  expect(packEntries(names.map(entry), 'overrides/').map(({ entry, name }) => [entry.name, name])).toEqual([
    ['overrides/config/a.txt', 'config/a.txt'],
    ['server-overrides/config/b.txt', 'config/b.txt'],
    ['server-overrides/config/c.txt', 'config/c.txt'],
  ]);
});

test('server-overrides/ may have a file where overrides/ has a folder, and the other way round', () => {
  const names = [
    'overrides/config/a',
    'overrides/config/B/',
    'overrides/config/B/x',
    'overrides/config/ab',
    'server-overrides/config/A/y',
    'server-overrides/config/b',
  ];
  expect(select(names, { base: 'overrides/' })).toEqual(['config/ab', 'config/A/y', 'config/b']);
});

test('a folder of server-overrides/ takes nothing away from that of overrides/', () => {
  const names = [
    'overrides/config/',
    'overrides/config/a',
    'server-overrides/config/',
    'server-overrides/config/b',
  ];
  expect(packEntries(names.map(entry), 'overrides/').map(({ entry }) => entry.name)).toEqual([
    'overrides/config/a',
    'server-overrides/config/',
    'server-overrides/config/b',
  ]);
});

test('the folders that make up the pack are no entries of it', () => {
  const names = ['overrides/', 'overrides/config/a', 'server-overrides/', 'overrides/config/'];
  expect(packEntries(names.map(entry), 'overrides/').map(({ name }) => name)).toEqual([
    'config/a',
    'config/',
  ]);
});

test('a folder goes in once however often it is named, at its first place', () => {
  expect(select(['config/', 'config/a', 'config/', 'kubejs/', 'config/'])).toEqual([
    'config/',
    'config/a',
    'kubejs/',
  ]);
});

test('server-overrides/ inside a wrapping folder is found beside its overrides/', () => {
  expect(select(['p/overrides/config/a', 'p/server-overrides/config/b'], { base: 'p/overrides/' })).toEqual([
    'config/a',
    'config/b',
  ]);
});

test('a base folder whose name merely ends in overrides has nothing laid over it', () => {
  expect(
    select(['my-overrides/config/a', 'my-server-overrides/config/b'], { base: 'my-overrides/' }),
  ).toEqual(['config/a']);
});

test('nothing of the modpack can stand in the way of an added file', () => {
  const names = ['LICENSE', 'start.sh/a', 'Start.SH/b', 'start.sh./c', 'config/start.sh'];
  expect(select(names, { added: ['start.sh', 'LICENSE'] })).toEqual(['config/start.sh']);
});
