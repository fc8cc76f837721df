import { expect, test } from 'vitest';
import { type ComparedPack, compareServerPacks } from '../../src/archive/build/compare-packs.ts';
import { defaultArchiveLimits } from '../../src/archive/limits.ts';
import { readJar } from '../../src/archive/pack/inventory.ts';
import type { ModFile } from '../../src/archive/report.ts';
import { javaVersionFor } from '../../src/modloaders/java-facts.ts';
import { fabricModJson, jarWith } from '../support/jar.ts';
import { temporaryFile, zipWith } from '../support/zip.ts';

type Files = Readonly<Record<string, string | Uint8Array>>;

/** Compares two server packs with these files, as inventories of their mods would have it. */
async function compare(
  before: Files,
  after: Files,
  versions: { first?: Partial<ComparedPack>; second?: Partial<ComparedPack> } = {},
) {
  await using one = await temporaryFile(zipWith(before));
  await using other = await temporaryFile(zipWith(after));
  const of = (path: string, more: Partial<ComparedPack> = {}): ComparedPack => {
    const { gameVersion = '1.20.1' } = more;
    return { gameVersion, javaVersion: javaVersionFor(gameVersion), modloader: 'Fabric', path, ...more };
  };
  return compareServerPacks(
    {
      first: of(one.path, versions.first),
      second: of(other.path, versions.second),
    },
    { first: inventoryOf(before), second: inventoryOf(after) },
  );
}

function inventoryOf(files: Files): ModFile[] {
  return Object.entries(files)
    .filter(([name]) => name.endsWith('.jar'))
    .map(([name, bytes]) => {
      const { descriptors } = readJar(Buffer.from(bytes), defaultArchiveLimits.jar);
      return { file: name.slice('mods/'.length), size: bytes.length, descriptors, note: null };
    });
}

const modOf = (id: string, version: string, files: object = {}) =>
  jarWith({ 'fabric.mod.json': fabricModJson(id, { version }), ...files });

test('mods are known by their names, their bytes and their ids; texts are compared line by line', async () => {
  const { sum, mods, files } = await compare(
    {
      'mods/jei-1.jar': modOf('jei', '1'),
      'mods/same-name.jar': modOf('same', '1'),
      'mods/[old] lib.jar': modOf('lib', '1'),
      'mods/blocks.jar': modOf('blocks', '3', { 'assets/blocks/blockstates/stone.json': {} }),
      'mods/quiet.jar': modOf('quiet', '1'),
      'config/a.toml': 'first = 1\nsecond = 2\n',
      'config/picture.png': '\0\x01',
      'config/gone.toml': 'x',
      'config/moved.toml': 'moved',
      'variables.txt': 'ours',
    },
    {
      'mods/jei-2.jar': modOf('jei', '2'),
      'mods/same-name.jar': modOf('same', '2'),
      'mods/lib.jar': modOf('lib', '1'),
      'mods/new.jar': modOf('new', '1'),
      'config/a.toml': 'first = 1\nsecond = 3\n',
      'config/picture.png': '\0\x02',
      'config/new.toml': 'x y',
      'config/deep/moved.toml': 'moved',
      'variables.txt': 'ours, too',
    },
  );
  expect(sum).toEqual({
    mods: { UPDATED: 2, ADDED: 1, REMOVED: 2, RENAMED: 1 },
    files: { UPDATED: 2, ADDED: 1, REMOVED: 1, RENAMED: 1 },
    acts: [{ kind: 'MOD_IN_WORLD', mod: 'The blocks' }],
  });
  expect(mods.map(({ change, first, second }) => [change, first, second])).toEqual([
    ['UPDATED', { file: 'jei-1.jar', version: '1' }, { file: 'jei-2.jar', version: '2' }],
    ['UPDATED', { file: 'same-name.jar', version: '1' }, { file: 'same-name.jar', version: '2' }],
    ['ADDED', null, { file: 'new.jar', version: '1' }],
    ['REMOVED', { file: 'blocks.jar', version: '3' }, null],
    ['REMOVED', { file: 'quiet.jar', version: '1' }, null],
    ['RENAMED', { file: '[old] lib.jar', version: '1' }, { file: 'lib.jar', version: '1' }],
  ]);
  expect(files.map(({ change, path, formerPath, text }) => [change, path, formerPath, text])).toEqual([
    ['UPDATED', 'config/a.toml', null, '@@ -1,3 +1,3 @@\n first = 1\n-second = 2\n+second = 3\n '],
    ['UPDATED', 'config/picture.png', null, null],
    ['ADDED', 'config/new.toml', null, null],
    ['REMOVED', 'config/gone.toml', null, null],
    ['RENAMED', 'config/deep/moved.toml', 'config/moved.toml', null],
  ]);
});

test('an owner is told of another Java, another modloader and what becomes of worlds', async () => {
  const pack = { 'mods/a.jar': modOf('a', '1') };
  const acts = async (first: Partial<ComparedPack>, second: Partial<ComparedPack>) =>
    (await compare(pack, pack, { first, second })).sum.acts;
  // A mod may need it, too.
  expect(await acts({ javaVersion: 17 }, { javaVersion: 21 })).toEqual([{ kind: 'USE_JAVA', java: 21 }]);
  expect(await acts({ gameVersion: '1.20.1' }, { gameVersion: '1.21' })).toEqual([
    { kind: 'USE_JAVA', java: 21 },
    { kind: 'BACK_UP_WORLD' },
  ]);
  expect(await acts({ modloader: 'Forge' }, { gameVersion: '1.19.2' })).toEqual([
    { kind: 'KEEP_OLD_WORLD' },
    { kind: 'OTHER_MODLOADER' },
  ]);
  expect(await acts({}, {})).toEqual([]);
});

test('texts that are large, or many, cost no more than is allowed', async () => {
  const large = Object.fromEntries(
    Array.from({ length: 200 }, (_, n) => [`config/${n}.txt`, `${n} line\n`.repeat(20_000)]),
  );
  const changed = Object.fromEntries(Object.entries(large).map(([name, text]) => [name, `${text}end`]));
  const { files } = await compare(
    { ...large, 'config/huge.txt': 'x'.repeat(300_000) },
    { ...changed, 'config/huge.txt': 'y'.repeat(300_000) },
  );
  const told = files.filter(({ text }) => text !== null);
  expect(files).toHaveLength(201);
  expect(told.length).toBeGreaterThan(50);
  expect(told.length).toBeLessThan(120);
  expect(files.find(({ path }) => path === 'config/huge.txt')?.text).toBeNull();
});
