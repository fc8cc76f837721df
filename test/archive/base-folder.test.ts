import { describe, expect, test } from 'vitest';
import { defaultArchiveLimits as limits } from '../../src/archive/limits.ts';
import { checkArchive } from '../../src/archive/pack/check.ts';
import {
  findBaseFolder,
  layersOf,
  modPath,
  strayModFolders,
} from '../../src/archive/selection/base-folder.ts';
import { temporaryFile, zipWith } from '../support/zip.ts';

const layouts: [where: string, path: string, names: string[]][] = [
  ['the root', '', ['mods/a.jar', 'config/a']],
  ['the root, whatever lies in overrides/', '', ['overrides/mods/b.jar', 'mods/a.jar']],
  ['.minecraft/ beside the files of MultiMC', '.minecraft/', ['mmc-pack.json', '.minecraft/mods/a.jar']],
  ['minecraft/ beside the files of Prism', 'minecraft/', ['instance.cfg', 'minecraft/mods/a.jar']],
  ['.minecraft/ rather than minecraft/', '.minecraft/', ['minecraft/mods/a.jar', '.minecraft/mods/a.jar']],
  ['instance/', 'instance/', ['instance.json', 'instance/mods/a.jar']],
  ['overrides/', 'overrides/', ['manifest.json', 'overrides/mods/a.jar']],
  ['one wrapping folder', 'My Pack 1.0/', ['My Pack 1.0/mods/a.jar', 'My Pack 1.0/readme']],
  ['a game folder in one wrapping folder', 'P/.minecraft/', ['P/instance.cfg', 'P/.minecraft/mods/a.jar']],
  ['one wrapping folder beside what macOS adds', 'P/', ['P/mods/a.jar', '__MACOSX/P/._mods', '._P']],
  ['one wrapping folder beside what Windows adds', 'P/', ['P/mods/a.jar', 'desktop.ini', 'Thumbs.db']],
  ['the root with mods in the folder of a game version', '', ['mods/1.12.2/a.jar']],
  ['the game folder that has a jar, not the empty one', 'overrides/', ['mods/', 'overrides/mods/a.jar']],
  ['overrides/ of an export that has no jar', 'overrides/', ['manifest.json', 'mods/readme']],
  ['overrides/ of an .mrpack that has no jar', 'overrides/', ['modrinth.index.json']],
  ['overrides/ of such an export in one wrapping folder', 'P/overrides/', ['P/manifest.json', 'P/a']],
  ['the game folder whose mods/ has no jar', 'instance/', ['instance/mods/readme', 'config/a']],
  ['one wrapping folder without any jar', 'P/', ['P/manifest.json.old', 'P/amods/a']],
  ['the root without any jar', '', ['P/a', 'b']],
];

describe('the base folder', () => {
  test.each(layouts)('is %s', (_where, path, names) => {
    expect(findBaseFolder(names)).toBe(path);
  });

  test.each([
    ['a mods folder in a folder beside others', ['config/mods/a.jar', 'scripts/a']],
    ['a mods folder in the last of several folders', ['scripts/a', 'config/mods/a.jar']],
    ['a mods folder two folders down', ['a/b/mods/a.jar']],
    ['a folder whose name only ends in mods', ['oldmods/a.jar', 'config/a']],
    ['a folder in a wrapping folder that has a file beside it', ['P/mods/a.jar', 'readme.txt']],
    ['a jar that is only a folder', ['mods/a.jar/b']],
    ['what macOS adds beside jars', ['mods/._a.jar', '__MACOSX/mods/b.jar', 'config/a']],
    ['what a program adds', ['desktop.ini', 'Thumbs.db']],
    ['caches in mods', ['mods/memory_repo/a.jar', 'mods/.cache/b/c.jar']],
  ])('is never taken from %s', (_what, names) => {
    const baseFolder = findBaseFolder(names);
    expect(names.filter((name) => modPath(name, baseFolder) !== null)).toEqual([]);
  });
});

test('a folder with a jar that every loader finds comes before one with jars further down', () => {
  expect(findBaseFolder(['mods/a/b.jar', 'minecraft/mods/a.jar'])).toBe('minecraft/');
  expect(findBaseFolder(['mods/a/b.jar', 'minecraft/config/a'])).toBe('');
});

describe('the folder that an export names', () => {
  const manifest = (overrides: unknown) =>
    JSON.stringify({
      manifestType: 'minecraftModpack',
      minecraft: { version: '1.20.1' },
      files: [],
      overrides,
    });

  async function check(overrides: unknown, names: readonly string[], outer = '') {
    const files = Object.fromEntries(names.map((name) => [outer + name, zipWith({})]));
    const bytes = zipWith({ [`${outer}manifest.json`]: manifest(overrides), ...files });
    await using pack = await temporaryFile(bytes);
    const { report } = await checkArchive({ path: pack.path, limits });
    return [report?.baseFolder, report?.manifest?.file];
  }

  test.each([
    ['files', 'files/'],
    ['./files/', 'files/'],
    ['src\\pack', 'src/pack/'],
  ])('is the base folder: %j', async (overrides, folder) => {
    const found = await check(overrides, [`${folder}mods/a.jar`, 'modlist.html']);
    expect(found).toEqual([folder, 'manifest.json']);
    expect(await check(overrides, [`${folder}mods/a.jar`, 'a'], 'P/')).toEqual([
      `P/${folder}`,
      'P/manifest.json',
    ]);
  });

  test('comes before overrides/, and after what somebody has installed', async () => {
    expect(await check('files', ['files/mods/a.jar', 'overrides/mods/b.jar'])).toEqual([
      'files/',
      'manifest.json',
    ]);
    expect(await check('files', ['files/mods/a.jar', 'mods/b.jar'])).toEqual(['', 'manifest.json']);
  });

  test.each(['../x', '/files', '', 7, 'nowhere'])('is none where it is %j', async (overrides) => {
    const found = await check(overrides, ['overrides/mods/a.jar', 'files/mods/b.jar']);
    expect(found).toEqual(['overrides/', 'manifest.json']);
  });

  test('is it too where it has no jar, since the mods are fetched', () => {
    const names = ['manifest.json', 'files/config/a'];
    expect(findBaseFolder(names, 'files/')).toBe('files/');
    expect(findBaseFolder(names)).toBe('overrides/');
  });
});

test('over overrides/, and no other folder, lies server-overrides/ beside it', () => {
  expect(layersOf('overrides/')).toEqual(['overrides/', 'server-overrides/']);
  expect(layersOf('P/overrides/')).toEqual(['P/overrides/', 'P/server-overrides/']);
  for (const other of ['', 'P/', 'myoverrides/', 'overrides/minecraft/'])
    expect(layersOf(other)).toEqual([other]);
});

test('a mod is a jar in mods/ or in a folder of it that is no cache', () => {
  expect(modPath('P/mods/a.jar', 'P/')).toBe('a.jar');
  expect(modPath('mods/A.JAR', '')).toBe('A.JAR');
  expect(modPath('mods/1.7.10/a.jar', '')).toBe('1.7.10/a.jar');
  expect(modPath('mods/26.1/a.jar', '')).toBe('26.1/a.jar');
  expect(modPath('mods/lib/deep/a.jar', '')).toBe('lib/deep/a.jar');
  for (const other of [
    'mods/a.jar.disabled',
    'mods/.cache/a.jar',
    'mods/a/.cache/b/a.jar',
    'mods/memory_repo/a/a.jar',
    'mods/a.zip',
    'mods/',
    'config/a.jar',
    'mods/.jar/',
  ])
    expect(modPath(other, '')).toBeNull();
});

test('folders with mods are found anywhere for telling people', () => {
  const names = [
    'a/b/mods/x.jar',
    'a/b/mods/y.jar',
    'Mods/zz.jar',
    'c/mods/x.jar',
    '__MACOSX/a/b/mods/._x.jar',
  ];
  const others = ['mods/n.txt', 'mods/a.jar.disabled', 'oldmods/a.jar', 'd/mods/b/c.jar', 'e/mods/.zip/'];
  expect(strayModFolders([...names, ...others])).toEqual([
    { parent: '', folder: 'Mods' },
    { parent: 'a/b/', folder: 'mods' },
    { parent: 'c/', folder: 'mods' },
  ]);
});
