import { describe, expect, test } from 'vitest';
import { defaultArchiveLimits as limits } from '../../src/archive/limits.ts';
import { readModrinthFiles } from '../../src/archive/manifests/read-named-files.ts';
import { checkArchive } from '../../src/archive/pack/check.ts';
import type { WarningCode } from '../../src/archive/problem-codes.ts';
import { createProblemList } from '../../src/archive/problem-list.ts';
import { hasHiddenCharacters } from '../../src/archive/selection/hidden-names.ts';
import { buildServerPack } from '../support/server-pack.ts';
import { unzip } from '../support/unzip.ts';
import { temporaryFile, type ZipEntryInput, zipWith } from '../support/zip.ts';

const mod: ZipEntryInput = { name: 'mods/a.jar', data: zipWith({}) };
const link = (name: string): ZipEntryInput => ({ name, data: '/etc/passwd', mode: 0o120777 });

async function check(entries: ZipEntryInput[]) {
  await using file = await temporaryFile(zipWith(entries));
  const { problems, report } = await checkArchive({ path: file.path, limits });
  return {
    problems: problems.map(({ code, entry }) => `${code} ${entry}`),
    warnings: report?.warnings.map(({ code, error }) => `${code}: ${error}`) ?? [],
  };
}

async function goingIn(entries: ZipEntryInput[]): Promise<string[]> {
  await using pack = await buildServerPack(entries);
  return [...(await unzip(pack.task.outputPath)).keys()].filter((name) => name.includes('/')).toSorted();
}

describe('characters that are not seen', () => {
  test.each([
    ['an override of the direction', 'cod\u202efgc.exe'],
    ['an isolate', '\u2066a'],
    ['a mark of the direction', 'a\u200f'],
    ['a space without width', 'a\u200bb'],
    ['a byte-order mark', '\ufeffa'],
    ['a soft hyphen', 'a\u00adb'],
    ['a filler', 'a\u3164'],
    ['the end of a line', 'a\u2028b'],
    ['a joiner between letters that do not join', 'a\u200db'],
    ['a joiner at the end of a word that joins', '\u0645\u06cc\u200c'],
    ['a joiner between one that joins and one that does not', '\u0645\u200ca'],
  ])('are %s', (_what, name) => {
    expect(hasHiddenCharacters(name)).toBe(true);
  });

  test.each([
    ['a joiner in Persian', '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645'],
    ['a joiner in Hindi', '\u0915\u094d\u200d\u0937'],
    ['joiners in a picture of a family', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'],
    ['what picks the shape of a heart', '\u2764\ufe0f\u200d\u{1f525}'],
    ['what picks the shape of a character', '\u845b\u{e0100}'],
    ['letters with marks', 'cafe\u0301'],
  ])('are not %s', (_what, name) => {
    expect(hasHiddenCharacters(name)).toBe(false);
  });

  test.each([
    'mods/a\u200b.jar',
    'mods/1.12.2/a\u202e.jar',
    'Mods/\u200ba.jar',
    '\u200b.env',
    'con\u2066fig/a.toml',
  ])('refuse a pack that has them in mods/ or in its root: %j', async (name) => {
    const { problems } = await check([mod, { name, data: 'x' }]);
    expect(problems).toEqual([expect.stringMatching(/^HIDDEN_CHARACTER /)]);
  });

  test('keep an entry out elsewhere, with a word', async () => {
    const entries = [mod, { name: 'config/a\u202e.toml', data: 'x' }, { name: 'config/b.toml', data: 'x' }];
    expect(await check(entries)).toEqual({
      problems: [],
      warnings: [expect.stringMatching(/^ENTRY_LEFT_OUT: .*"config\/a\\u\{202e\}\.toml"/)],
    });
    expect(await goingIn(entries)).toEqual(['config/b.toml', 'mods/a.jar']);
  });

  test('do not matter in what lies around the pack', async () => {
    const entries = [mod, { name: 'config/a', data: 'x' }].map((entry) => ({
      ...entry,
      name: `P\u200b/${entry.name}`,
    }));
    expect(await check(entries)).toEqual({ problems: [], warnings: [] });
    expect(await goingIn(entries)).toEqual(['config/a', 'mods/a.jar']);
  });
});

describe('symbolic links', () => {
  test.each(['mods/b.jar', 'mods/1.12.2/b.jar', 'mods'])('refuse a pack as mods: %s', async (name) => {
    const jar = name === 'mods' ? { ...mod, name: 'overrides/mods/a.jar' } : mod;
    const found = await check([jar, link(name === 'mods' ? 'overrides/mods' : name)]);
    expect(found.problems.join()).toMatch(name === 'mods' ? /NAME_COLLISION/ : /^LINK_ENTRY mods/);
  });

  test('are left out with a word where a file would go in', async () => {
    const entries = [mod, link('config/a.toml'), link('config/b.toml'), { name: 'config/c.toml', data: 'x' }];
    expect(await check(entries)).toEqual({
      problems: [],
      warnings: [
        expect.stringMatching(/^ENTRY_LEFT_OUT: Symbolic links .*"config\/a\.toml" and "config\/b\.toml"/),
      ],
    });
    expect(await goingIn(entries)).toEqual(['config/c.toml', 'mods/a.jar']);
  });

  test('are left out without one where nothing goes in', async () => {
    const entries = [mod, link('logs/latest.log'), link('shortcut'), link('world/region')];
    expect(await check(entries)).toEqual({ problems: [], warnings: [] });
    expect(await goingIn(entries)).toEqual(['mods/a.jar']);
  });
});

describe('names that differ by case alone', () => {
  test('are told, and go in', async () => {
    const entries = [mod, { name: 'config/Foo.cfg', data: 'x' }, { name: 'config/foo.cfg', data: 'y' }];
    expect(await check(entries)).toEqual({
      problems: [],
      warnings: [expect.stringMatching(/^SAME_BUT_CASE: .*"config\/foo\.cfg"/)],
    });
    expect(await goingIn(entries)).toEqual(['config/Foo.cfg', 'config/foo.cfg', 'mods/a.jar']);
  });

  test.each([
    ['in mods/', 'mods/b.jar', 'mods/B.jar'],
    ['in a mods/ of another case', 'Mods/b.jar', 'mods/B.jar'],
    ['that differ in more', 'config/caf\u00e9', 'config/Cafe\u0301'],
    ['that are the same', 'config/a', 'config/a'],
    ['of which one is a folder', 'config/a', 'config/A/b'],
  ])('are still refused %s', async (_what, one, other) => {
    const { problems } = await check([mod, { name: one, data: 'x' }, { name: other, data: 'y' }]);
    expect(problems).toEqual([expect.stringMatching(/^NAME_COLLISION /)]);
  });
});

test('files that an .mrpack names are judged alike: by place, and told', () => {
  const read = (...paths: string[]) => {
    const told = { problems: createProblemList(9), warnings: createProblemList<WarningCode>(9) };
    const bytes = Buffer.from(JSON.stringify({ files: paths.map((path) => ({ path })) }));
    const files = readModrinthFiles(bytes, limits, told).map(({ path }) => path);
    const codes = [...told.problems.found, ...told.warnings.found].map(({ code }) => code);
    return [files, codes];
  };
  expect(read('config/a\u200b.toml', 'mods/b.jar')).toEqual([['mods/b.jar'], ['ENTRY_LEFT_OUT']]);
  expect(read('mods/b\u200b.jar')).toEqual([[], ['HIDDEN_CHARACTER']]);
  expect(read('config/a', 'config/A')).toEqual([['config/a', 'config/A'], ['SAME_BUT_CASE']]);
  expect(read('mods/a.jar', 'mods/A.jar')[1]).toEqual(['NAME_COLLISION']);
});
