import { describe, expect, test } from 'vitest';
import type { RunConfiguration } from '../../src/archive/run-configuration.ts';
import { excludedFilesOf, judgePaths } from '../../src/archive/selection/excluded-files.ts';
import { classFile, jarWith } from '../support/jar.ts';
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

test('archives with account files stay out, whatever is requested, and others go in', async () => {
  const archives = {
    'config/all.zip': zipWith({ 'launcher/accounts.json': 'a' }),
    'config/plain.zip': zipWith({ 'launcher/instance.cfg': 'a' }),
    // Old Forge would find a mod in it.
    'mods/mod.zip': jarWith({
      'a/Mod.class': classFile([{ type: 'Lcpw/mods/fml/common/Mod;', values: { modid: 'a' } }]),
      'accounts.json': 'a',
    }),
  };
  const run = { includeFiles: ['config/all.zip', 'mods/mod.zip'] };
  await using pack = await buildServerPack({ ...mod, ...archives }, { run });
  const entries = await unzip(pack.task.outputPath);
  expect(Object.keys(archives).filter((name) => entries.has(name))).toEqual(['config/plain.zip']);
  expect(pack.result.warnings.map(({ code, error }) => [code, error])).toEqual([
    [
      'ACCOUNT_FILES_FOUND',
      expect.stringMatching(
        /^Account files, or archives with some, were found: "mods\/mod\.zip" and "config\/all\.zip"\./,
      ),
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
    [
      'accounts of launchers',
      ['accounts.json', 'hmcl.json', 'TlauncherProfiles.json', 'tools/Accounts.json.BAK.1'],
    ],
    ['accounts in folders of no use', ['logs/Accounts.JSON', 'saves/a/.env', 'resourcepacks/accounts.json']],
    ['passwords that are made anew', ['config/resourceful-config-web.json', 'kubejs/config/web_server.json']],
    ['keys of players', ['profilekeys/069a79f4-44e9-4726-a5be-fca90e38aaf5.json']],
    ['what clients record', ['replay_recordings/a.mcpr', 'replay_videos/a.mp4', 'flashback/replays/a.zip']],
    ['what launchers set aside', ['disabledmods/a.jar', 'essential/config.toml', 'texturepacks/a.zip']],
    ['what tools keep', ['.git/config', 'config/.git/HEAD', '.vscode/a.json', 'kubejs/.idea/a.xml']],
    [
      'what launchers keep',
      ['bin/modpack.jar', 'mods/.index/a.pw.toml', 'PCL/Setup.ini', '.hmcl/config/a.json'],
    ],
    ['what launchers unpack', ['natives-windows-x86_64/lwjgl.dll', 'My Pack-natives/lwjgl.dll']],
    ['what launchers have beside mods', ['My Pack.json', 'hmclversion.cfg', 'PCL.ini', 'versions/a/a.json']],
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
    ['Home', ['Home/level.dat']],
  ])('has it in by its name: %s', async (pattern, found) => {
    expect(await goingIn(own, { includeFiles: [pattern] })).toEqual(found);
  });

  const saves = {
    'saves/Hub/level.dat': 'hub',
    'saves/Hub/region/r.0.0.mca': 'hub',
    'saves/Hub/.env': 'hub',
    'saves/Other/level.dat': 'other',
    'world/serverconfig/a.toml': 'new',
    'datapacks/a.zip': 'a',
    'datapacks/b/pack.mcmeta': 'b',
  };
  const hub = (world: string) => [`${world}/level.dat`, `${world}/region/r.0.0.mca`];
  const config = 'world/serverconfig/a.toml';
  const packs = ['datapacks/a.zip', 'datapacks/b/pack.mcmeta'];

  test.each<[Partial<RunConfiguration>, string, string[]]>([
    [{ includeFiles: ['saves/Hub'] }, '', [...packs, ...hub('world'), config]],
    [{ includeFiles: ['Saves/hub/'] }, 'level-name=Spawn', [...packs, ...hub('Spawn'), config]],
    [
      { includeFiles: ['saves/Hub'], serverProperties: 'level-name=Mine\n' },
      '',
      [...packs, ...hub('Mine'), config],
    ],
    // Start scripts run what is in libraries/, and no world lies outside the server's folder.
    [{ includeFiles: ['saves/Hub'] }, 'level-name=libraries', [...packs, ...hub('world'), config]],
    [{ includeFiles: ['saves/Hub'] }, 'level-name=../up', [...packs, ...hub('world'), config]],
    [{ includeFiles: ['saves/Hub'] }, 'level-name=mods', [...packs, ...hub('world'), config]],
    // Windows has a device of this name.
    [{ includeFiles: ['saves/Hub'] }, 'level-name=con', [...packs, ...hub('world'), config]],
    [
      { includeFiles: ['saves/Hub', 'saves/Other'] },
      '',
      [...packs, ...hub('saves/Hub'), 'saves/Other/level.dat', config],
    ],
    [{ includeFiles: ['saves/*'] }, '', [...packs, config]],
    [{ includeFiles: ['datapacks'] }, '', [...packs.map((name) => `world/${name}`), config]],
    [
      { includeFiles: ['datapacks/a.zip'] },
      'level-name=Mine',
      ['Mine/datapacks/a.zip', packs[1] ?? '', config],
    ],
  ])('%j: what it names becomes the world, with "%s"', async (run, properties, expected) => {
    const own = { ...saves, ...(properties !== '' && { 'server.properties': properties }) };
    await using pack = await buildServerPack({ ...mod, ...own }, { run });
    const entries = await unzip(pack.task.outputPath);
    const found = [...entries.keys()].filter((name) => name.includes('/') && !/^mods\/|\/$/.test(name));
    expect(found.toSorted()).toEqual(expected.toSorted());
  });

  test('has one file of a name where a requested save, requested data packs and the world of the pack all have it', async () => {
    const all = {
      ...mod,
      'saves/Hub/serverconfig/a.toml': 'hub',
      'world/serverconfig/A.toml': 'new',
      'saves/Hub/datapacks/a.zip': 'hub',
      'datapacks/A.zip': 'requested',
    };
    await using pack = await buildServerPack(all, { run: { includeFiles: ['saves/Hub', 'datapacks'] } });
    const entries = await unzip(pack.task.outputPath);
    const found = [...entries.keys()].filter((name) => /^world\/.*[^/]$/.test(name));
    expect(found.toSorted()).toEqual(['world/datapacks/A.zip', 'world/serverconfig/a.toml']);
  });

  test('has one world where a save is named and the worlds of the pack go in, too', async () => {
    const all = {
      ...mod,
      ...saves,
      'world/level.dat': 'played',
      'world/region/r.9.9.mca': 'played',
      'Home/level.dat': 'home',
    };
    const run = { includeFiles: ['saves/Hub'], includeWorld: true };
    await using pack = await buildServerPack(all, { run });
    const entries = await unzip(pack.task.outputPath);
    const found = [...entries.keys()].filter((name) => /^(world|Home)\/.*[^/]$/.test(name));
    expect(found.toSorted()).toEqual(['Home/level.dat', 'world/level.dat', 'world/region/r.0.0.mca']);
    expect(entries.get('world/level.dat')?.contents.toString()).toBe('hub');
    expect(pack.result.warnings.map(({ code }) => code)).not.toContain('WORLD_LEFT_OUT');
    // A save that is not in the pack replaces nothing.
    await using other = await buildServerPack(all, { run: { ...run, includeFiles: ['saves/None'] } });
    expect([...(await unzip(other.task.outputPath)).keys()]).toContain('world/region/r.9.9.mca');
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
          '"mods/.index/", ".git/", and 1 more. To make one save the world of the server, name it in includeFiles, such as "saves/NAME". ' +
          'To include some of it, name it in includeFiles, such as "journeymap".',
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
      ['DATA_PACKS_IN_ROOT', expect.stringContaining('name "datapacks" in includeFiles')],
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
    expect(excludedFilesOf(sized({ ...files, 'options.txt': 16, 'mods/a.jar': 32 }), judge)).toEqual([
      { reason: 'EXCLUDED', path: 'config/*.txt', files: 2, bytes: 12 },
      { reason: 'WORLD', path: 'Home/', files: 2, bytes: 3 },
      { reason: 'ROOT_FILE', path: 'options.txt', files: 1, bytes: 16 },
    ]);
  });

  test('in the order of the reasons, the largest first, and those of a size by name', () => {
    const files = { 'b.txt': 1, 'c.txt': 1, 'a.txt': 1, 'z.txt': 2, 'Town/a': 1, 'Home/a': 5, 'logs/a': 9 };
    expect(excludedFilesOf(sized(files), judge).map(({ path }) => path)).toEqual([
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
