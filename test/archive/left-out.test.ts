import { describe, expect, test } from 'vitest';
import { judgePaths, leftOutOf } from '../../src/archive/left-out.ts';
import type { RunConfiguration } from '../../src/archive/run-configuration.ts';
import { buildServerPack } from '../support/server-pack.ts';
import { unzip } from '../support/unzip.ts';
import { zipWith } from '../support/zip.ts';

const mod = { 'mods/a.jar': zipWith({}) };

/** Which of these files go in, beside a mod. */
async function goingIn(names: readonly string[], run: Partial<RunConfiguration> = {}): Promise<string[]> {
  const files = Object.fromEntries(names.map((name) => [name, name]));
  await using pack = await buildServerPack({ ...mod, ...files }, { run });
  const entries = await unzip(pack.task.outputPath);
  // A file of ours may have the same name.
  return names.filter((name) => entries.get(name)?.contents.toString() === name);
}

/** The warnings of a pack with these files, as code and sentence. */
async function warnings(names: readonly string[]): Promise<[code: string, error: string][]> {
  const files = Object.fromEntries(names.map((name) => [name, name.endsWith('/') ? '' : name]));
  await using pack = await buildServerPack({ ...mod, ...files });
  return pack.result.warnings.map(({ code, error }) => [code, error]);
}

test('archives with account files stay out, whatever is wished, and others go in', async () => {
  const archives = {
    'config/all.zip': zipWith({ 'launcher/accounts.json': 'a' }),
    'config/plain.zip': zipWith({ 'launcher/instance.cfg': 'a' }),
  };
  const run = { includeFiles: ['config/all.zip'] };
  await using pack = await buildServerPack({ ...mod, ...archives }, { run });
  const entries = await unzip(pack.task.outputPath);
  expect([entries.has('config/all.zip'), entries.has('config/plain.zip')]).toEqual([false, true]);
  expect(pack.result.warnings.map(({ code, error }) => [code, error])).toEqual([
    [
      'ACCOUNT_FILES_FOUND',
      expect.stringMatching(/^Account files, or archives with some, were found: "config\/all\.zip"\./),
    ],
  ]);
});

describe('of what somebody has left behind', () => {
  test.each([
    ['saved worlds', ['saves/My World/level.dat', 'Saves/My World/region/r.0.0.mca']],
    [
      'what else is local',
      ['local/client/a.cfg', 'local/a.txt', 'local/ftbutilities2/a', 'local/ftbutilities/a.bak'],
    ],
    ['what else is of a new world', ['world/icon.png', 'world/datapacks2/a.zip']],
    ['parts of a world with a level.dat', ['world/datapacks/a.zip', 'world/level.dat']],
    ['the world of a server', ['world/region/r.0.0.mca', 'world/serverconfig/a.toml']],
    ['a world in any folder', ['Home/level.dat', 'Home/DIM-1/region/r.0.0.mca', 'old/maps/Home/level.dat']],
    ['a world in any case', ['Home/LEVEL.DAT', 'HOME/playerdata/a.dat']],
    ['marks on maps', ['XaeroWaypoints/a.txt', 'xaero/minimap/a.txt', 'journeymap/data/a.json']],
    ['rendered maps', ['XaeroWorldMap/a.zip', 'Distant_Horizons_server_data/a.sqlite']],
    ['backups', ['backups/a.zip', 'simplebackups/a.zip']],
    ['accounts', ['config/ias.json', 'essential/microsoft_accounts.json', 'kubejs/.env', '.env']],
    ['accounts of launchers', ['accounts.json', 'launcher_profiles.json', 'tools/accounts.json']],
    ['accounts in folders of no use', ['logs/Accounts.JSON', 'saves/a/.env', 'resourcepacks/accounts.json']],
    ['what tools keep', ['.git/config', 'config/.git/HEAD', '.vscode/a.json', 'kubejs/.idea/a.xml']],
    ['what launchers keep', ['bin/modpack.jar', 'mods/.index/a.pw.toml']],
    ['caches', ['.cache/a', 'mods/.connector/a.jar', 'dynamic-resource-pack-cache/a.png']],
    ['copies that were set aside', ['config/a.toml.bak', 'config/a.OLD', 'mods/a.jar.old', 'config.old/a']],
  ])('%s stay out', async (_what, names) => {
    expect(await goingIn(names)).toEqual([]);
  });

  test.each([
    ['templates of worlds', ['maps/Sky/level.dat', 'config/templates/level.dat', 'kubejs/level.dat']],
    ['what is called so deeper down', ['config/world/a.json', 'kubejs/saves/a.json', 'config/bin/a.json']],
    // FTB-Utilities#392 and #929, read 2026-11-27: ranks and players lie in local/, in FTBU's time too.
    [
      'what a server keeps in local/',
      ['local/ftbutilities/ranks.txt', 'Local/FTBUtilities/players.txt', 'local/ftbu/ranks.json'],
    ],
    ['what a server allows on maps', ['journeymap/server/5.9/journeymap.server.global.config']],
    ['what a pack has for a new world', ['world/datapacks/a.zip', 'world/serverconfig/a.toml']],
    ['data packs beside the folders', ['datapacks/a.zip']],
    ['a folder that only looks like it', ['worlds/a.json', 'config/a.bakery', 'config/env', 'xaeros/a']],
  ])('%s goes in', async (_what, names) => {
    expect(await goingIn(names)).toEqual(names);
  });
});

describe('a run', () => {
  const own = ['saves/a/level.dat', 'saves/b/level.dat', 'config/ias.json', 'journeymap/a', 'Home/level.dat'];

  test.each(['**', '*/**', 'saves/*', 'config', 'co*', 'journeyma?'])(
    "does not have in what is somebody's own by the pattern %s",
    async (pattern) => {
      expect(await goingIn(own, { includeFiles: [pattern] })).toEqual([]);
    },
  );

  test.each([
    ['saves', ['saves/a/level.dat', 'saves/b/level.dat']],
    ['saves/b', ['saves/b/level.dat']],
    ['Home', ['Home/level.dat']],
  ])('has it in by its name: %s', async (pattern, found) => {
    expect(await goingIn(own, { includeFiles: [pattern] })).toEqual(found);
  });

  test('has in neither what stands where a file of ours does nor accounts, in whatever case and folder', async () => {
    const accounts = [
      'kubejs/.env',
      'config/ias.json',
      'logs/Accounts.JSON',
      'A/LAUNCHER_MSA_CREDENTIALS.bin',
    ];
    const names = [...accounts, '.env', 'variables.txt', 'logs/latest.log'];
    for (const includeFiles of [names, names.map((name) => name.toUpperCase()), ['**', ...names]])
      expect(await goingIn(names, { includeFiles })).toEqual(['logs/latest.log']);
  });

  test('has worlds in, but neither saved ones nor what else stays out of them', async () => {
    const names = ['world/region/a.mca', 'Home/level.dat', 'saves/a/level.dat', 'world/.env', 'world/a.bak'];
    expect(await goingIn(names, { includeWorld: true })).toEqual(['world/region/a.mca', 'Home/level.dat']);
  });

  test('never has in the game itself or by-products, nor what it leaves out as well', async () => {
    const names = ['tools/server.jar', 'config/.DS_Store', 'logs/a.log', 'logs/b.log'];
    const run = { includeFiles: ['**'], excludeFiles: ['logs/b*'] };
    expect(await goingIn(names, run)).toEqual(['logs/a.log']);
  });

  test('keeps a mod that whitelistedMods and excludeFiles name', async () => {
    await using pack = await buildServerPack(
      { ...mod, 'mods/b.jar': zipWith({}) },
      { run: { excludeFiles: ['mods'], whitelistedMods: ['a'] } },
    );
    const { decisions } = pack.result;
    expect(decisions.map(({ file, reason }) => [file, reason])).toEqual([
      ['a.jar', 'WHITELISTED'],
      ['b.jar', 'EXCLUDED'],
    ]);
    const entries = await unzip(pack.task.outputPath);
    expect([...entries.keys()].filter((name) => name.startsWith('mods/'))).toEqual(['mods/a.jar']);
  });
});

describe('a warning tells', () => {
  test('of a world that a server may want, and how to have it in', async () => {
    expect(await warnings(['world/level.dat', 'Home/level.dat'])).toEqual([
      [
        'WORLD_LEFT_OUT',
        'A world that was played stays out: "world/" and "Home/". To include it, set includeWorld.',
      ],
    ]);
  });

  test('of accounts, of which whoever uploaded them has to know', async () => {
    expect(await warnings(['.env', 'config/ias.json'])).toEqual([
      [
        'ACCOUNT_FILES_FOUND',
        expect.stringMatching(/^Account files were found: "config\/ias\.json" and "\.env"\. They stay out/),
      ],
    ]);
  });

  test('of everything else once, by folder, the first few by name', async () => {
    const names = ['saves/a/level.dat', 'saves/a/b', 'journeymap/a', 'backups/a', '.git/a', 'mods/.index/a'];
    expect(await warnings([...names, 'config/a.bak'])).toEqual([
      [
        'FILES_LEFT_OUT',
        'Left over from playing or from making the pack, and stays out: "saves/", "journeymap/", "backups/", ' +
          '"mods/.index/", ".git/", and 1 more. To include some of it, name it in includeFiles, such as "saves".',
      ],
    ]);
  });

  test('of what to name as the whole path of the file', async () => {
    expect(await warnings(['config/a/b.bak', 'resourcepacks/a.zip'])).toEqual([
      [
        'FILES_LEFT_OUT',
        expect.stringMatching(/stays out: "config\/a\/b\.bak"\. .* such as "config\/a\/b\.bak"\.$/),
      ],
    ]);
  });

  test('of what is left of local/ beside the data of a server', async () => {
    const found = await warnings([
      'local/ftbutilities/ranks.txt',
      'local/client/a.cfg',
      'journeymap/server/a',
      'logs/a',
    ]);
    expect(found).toEqual([['FILES_LEFT_OUT', expect.stringMatching(/stays out: "local\/"\. /)]]);
  });

  test('of data packs where the game does not look for them', async () => {
    expect(await warnings(['datapacks/a.zip'])).toEqual([
      ['DATA_PACKS_IN_ROOT', expect.stringContaining('"world/datapacks/"')],
    ]);
    expect(await warnings(['world/datapacks/a.zip', 'datapacks/'])).toEqual([]);
  });

  test('nobody of what no server needs, nor of empty folders', async () => {
    expect(await warnings(['resourcepacks/a.zip', 'options.txt', 'saves/'])).toEqual([]);
  });

  test('in server-pack.json, and in a bounded way however much stays out', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, index) => [`config/${'x'.repeat(200)}${index}.bak`, '']),
    );
    await using pack = await buildServerPack({ ...mod, ...files });
    const entries = await unzip(pack.task.outputPath);
    const { warnings } = JSON.parse(entries.get('server-pack.json')?.contents.toString() ?? '');
    expect(warnings).toEqual([{ code: 'FILES_LEFT_OUT', error: expect.stringContaining('1995 more') }]);
    expect(JSON.stringify(warnings).length).toBeLessThan(4_096);
  });
});

test('what stays out is told with its reason, and the folder or the pattern that it stays out by', () => {
  const names = ['Home/level.dat', 'Home/a'];
  const judge = judgePaths(names, { includeFiles: [], excludeFiles: ['config/*.txt'], includeWorld: false });
  expect(
    [
      'minecraft_server.1.12.2.jar',
      'mods/.DS_Store',
      'config/a.txt',
      'Home/a',
      'saves/',
      'notes.md',
      'LICENSE.bak',
      'accounts.json',
    ].map(judge),
  ).toEqual([
    { reason: 'GAME_JAR', path: 'minecraft_server.1.12.2.jar' },
    { reason: 'BY_PRODUCT', path: 'mods/.DS_Store' },
    { reason: 'EXCLUDED', path: 'config/*.txt' },
    { reason: 'WORLD', path: 'Home' },
    { reason: 'WORLD', path: 'saves' },
    { reason: 'ROOT_FILE', path: 'notes.md' },
    { reason: 'ROOT_FILE', path: 'LICENSE.bak' },
    { reason: 'SECRET', path: 'accounts.json' },
  ]);
  expect(['LICENSE', 'config/a.json', 'mods/a.jar'].map(judge)).toEqual([null, null, null]);
});

describe('what stays out is put together', () => {
  const judge = judgePaths(['Home/level.dat', 'Town/level.dat'], {
    includeFiles: [],
    excludeFiles: ['config/*.txt'],
    includeWorld: false,
  });
  const sized = (sizes: Readonly<Record<string, number>>) =>
    Object.entries(sizes).map(([name, size]) => ({ name, size }));

  test('by folder, by file and by pattern, with how many files and bytes that are', () => {
    const files = { 'Home/level.dat': 1, 'Home/a/b': 2, 'Home/a/': 0, 'config/a.txt': 4, 'config/b.txt': 8 };
    expect(leftOutOf(sized({ ...files, 'options.txt': 16, 'mods/a.jar': 32 }), judge)).toEqual([
      { reason: 'EXCLUDED', path: 'config/*.txt', files: 2, bytes: 12 },
      { reason: 'WORLD', path: 'Home/', files: 2, bytes: 3 },
      { reason: 'ROOT_FILE', path: 'options.txt', files: 1, bytes: 16 },
    ]);
  });

  test('in the order of the reasons, the largest first, and those of a size by name', () => {
    const files = { 'b.txt': 1, 'c.txt': 1, 'a.txt': 1, 'z.txt': 2, 'Town/a': 1, 'Home/a': 5, 'logs/a': 9 };
    expect(leftOutOf(sized(files), judge).map(({ path }) => path)).toEqual([
      'Home/',
      'Town/',
      'logs/',
      'z.txt',
      'a.txt',
      'b.txt',
      'c.txt',
    ]);
  });
});
