import { describe, expect, test } from 'vitest';
import { runDefaults } from '../../src/archive/run-configuration.ts';
import { judgePaths } from '../../src/archive/selection/excluded-files.ts';
import { packEntries, selectEntries } from '../../src/archive/selection/selection.ts';
import { clientFolders } from '../../src/archive/selection/selection-rules.ts';

const nothing = { rawName: null, flags: 0, method: 0, crc32: 0, compressedSize: 0, size: 0 };
const entryOf = (name: string) => ({ name, ...nothing, headerOffset: 0, attributes: 0, modified: 0 });

interface Given {
  base?: string;
  /** What is decided about mods: whether they are kept. */
  kept?: Readonly<Record<string, boolean>>;
  added?: string[];
}

/** The names of what goes in. */
function select(names: readonly string[], { base = '', kept = {}, added = [] }: Given = {}): string[] {
  const pack = packEntries(names.map(entryOf), base);
  const judge = judgePaths(
    pack.map(({ name }) => name),
    runDefaults,
  );
  const decided = { reason: 'CLIENT_MODS', certainty: 'NONE', evidence: '' } as const;
  const decisions = Object.entries(kept).map(([file, isKept]) => ({ file, kept: isKept, ...decided }));
  return selectEntries(pack, { decisions, added, judge }).map(({ name }) => name);
}

describe('what goes in', () => {
  const licences = ['LICENSE', 'license.txt', 'LICENCE-assets.md', 'NOTICE', 'COPYING'];
  const ofLaunchers = ['options.txt', 'instance.json', 'manifest.json', 'eula.txt', 'README.md', 'licenses'];
  const belowMods = ['mods/', 'mods/a.jar.disabled', 'mods/memory_repo/lib.jar', 'mods/readme.txt'];
  const ofGameVersion = ['mods/1.12.2/a.jar', 'mods/1.12.2/c.jar'];
  const kept = { 'a.jar': true, 'b.jar': false, '1.12.2/a.jar': false, '1.12.2/c.jar': true };

  test.each<[what: string, names: string[], goesIn: string[], given?: Given]>([
    ['no folder in another case', ['ResourcePacks/a.zip', 'profileimage/a.png'], []],
    ['a folder deeper down', ['config/cache/a', 'kubejs/assets/a'], ['config/cache/a', 'kubejs/assets/a']],
    ['licences alone beside the folders', [...ofLaunchers, ...licences], licences],
    [
      'mods by their decision, in the folder of a game version too',
      ['mods/a.jar', 'mods/b.jar', ...ofGameVersion],
      ['mods/a.jar', 'mods/1.12.2/c.jar'],
      { kept },
    ],
    ['whatever else lies below mods/', belowMods, belowMods, { kept: { 'lib.jar': false } }],
    [
      'a folder once however often it is named, at its first place',
      ['config/', 'config/a', 'config/', 'kubejs/', 'config/'],
      ['config/', 'config/a', 'kubejs/'],
    ],
    [
      'nothing that would stand in the way of an added file',
      ['LICENSE', 'start.sh/a', 'Start.SH/b', 'start.sh./c', 'config/start.sh'],
      ['config/start.sh'],
      { added: ['start.sh', 'LICENSE'] },
    ],
    [
      'the base folder without its name, and nothing beside it',
      ['p/.minecraft/config/a', 'p/mmc-pack.json', 'p/.minecraft/', 'a/b'],
      ['config/a'],
      { base: 'p/.minecraft/' },
    ],
    [
      'server-overrides/ where overrides/ has a folder for a file, or a file for a folder',
      [
        ...['overrides/config/a', 'overrides/config/B/', 'overrides/config/B/x', 'overrides/config/ab'],
        ...['server-overrides/config/A/y', 'server-overrides/config/b'],
      ],
      ['config/ab', 'config/A/y', 'config/b'],
      { base: 'overrides/' },
    ],
    [
      'server-overrides/ inside a wrapping folder',
      ['p/overrides/config/a', 'p/server-overrides/config/b'],
      ['config/a', 'config/b'],
      { base: 'p/overrides/' },
    ],
    [
      'nothing over a base folder whose name merely ends in overrides',
      ['my-overrides/config/a', 'my-server-overrides/config/b'],
      ['config/a'],
      { base: 'my-overrides/' },
    ],
    [
      'the folders that make up the pack by no name',
      ['overrides/', 'overrides/config/a', 'server-overrides/', 'overrides/config/'],
      ['config/a', 'config/'],
      { base: 'overrides/' },
    ],
  ])('%s', (_what, names, goesIn, given) => {
    expect(select(names, given)).toEqual(goesIn);
  });
});

test.each(clientFolders)('the folder %s stays out', (folder) => {
  expect(select([`${folder}/a.txt`, `${folder}/`, 'config/a.txt'])).toEqual(['config/a.txt']);
});

test.each(['config', 'kubejs', 'emotes', 'my world', 'Zoestria'])('the folder %s goes in', (folder) => {
  expect(select([`${folder}/`, `${folder}/a/b.txt`])).toEqual([`${folder}/`, `${folder}/a/b.txt`]);
});

const bySystems = ['mods/._a.jar', 'config/.DS_Store', 'kubejs/Thumbs.db', 'config/desktop.ini'];
test.each([...bySystems, '__MACOSX/config/._a', '._LICENSE'])(
  '%s, which only the system of whoever made the archive needs, stays out',
  (name) => {
    const others = ['config/a._b', 'config/.DS_Store/a'];
    expect(select([name, 'config/._', ...others])).toEqual(others);
  },
);

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

const others = ['mods/server.jar', 'mods/minecraft_serverlist-1.0.jar', 'tools/minecraft.jar'];
test.each([...others, 'tools/minecraft/a.jar'])('%s is not the game and goes in', (name) => {
  expect(select([name])).toEqual([name]);
});

test.each<[what: string, names: string[], used: string[]]>([
  [
    'files come on top, and client-overrides/ stays out',
    [
      ...['overrides/config/a.txt', 'overrides/config/B.txt', 'client-overrides/config/d.txt'],
      ...['server-overrides/config/b.txt', 'server-overrides/config/c.txt'],
    ],
    ['overrides/config/a.txt', 'server-overrides/config/b.txt', 'server-overrides/config/c.txt'],
  ],
  [
    'a folder takes nothing away from that of overrides/',
    ['overrides/config/', 'overrides/config/a', 'server-overrides/config/', 'server-overrides/config/b'],
    ['overrides/config/a', 'server-overrides/config/', 'server-overrides/config/b'],
  ],
])('of server-overrides/ %s', (_what, names, used) => {
  expect(packEntries(names.map(entryOf), 'overrides/').map(({ entry }) => entry.name)).toEqual(used);
});
