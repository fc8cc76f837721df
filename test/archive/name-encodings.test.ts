import { describe, expect, test } from 'vitest';
import { generateServerPack } from '../../src/archive/build/generate.ts';
import { previewServerPack } from '../../src/archive/build/preview.ts';
import { defaultArchiveLimits as limits } from '../../src/archive/limits.ts';
import { checkArchive } from '../../src/archive/pack/check.ts';
import type { RunConfiguration } from '../../src/archive/run-configuration.ts';
import { guessEncoding } from '../../src/archive/zip/guess-encoding.ts';
import type { NameEncoding } from '../../src/archive/zip/name-encoding.ts';
import { encoded } from '../support/code-page.ts';
import { jarWith } from '../support/jar.ts';
import { forgeRun } from '../support/server-pack.ts';
import { unzip } from '../support/unzip.ts';
import { temporaryFile, unicodePath, type ZipEntryInput, zipWith } from '../support/zip.ts';

/** Names as Windows' tools write them: in the code page of the system, without a word about it. */
function unmarked(name: string, encoding: NameEncoding, more: Partial<ZipEntryInput> = {}): ZipEntryInput {
  return { name: encoded(name, encoding), flags: 0, ...more };
}

const jar = jarWith({ 'a.txt': 'a' });

/** A pack of these entries, in which what is named like a jar is one. */
function packWith(entries: ZipEntryInput[]): Buffer {
  return zipWith(
    entries.map((entry) =>
      entry.name.toString('latin1').endsWith('.jar') ? { data: jar, ...entry } : entry,
    ),
  );
}

async function check(entries: ZipEntryInput[], nameEncoding: NameEncoding | null = null) {
  await using file = await temporaryFile(packWith(entries));
  const { problems, report } = await checkArchive({ path: file.path, limits, nameEncoding });
  return {
    problems: problems.map(({ code, entry }) => `${code} ${entry}`),
    mods: report?.mods.map(({ file: name }) => name),
    names: report?.names,
    warnings: report?.warnings.map(({ code, error }) => `${code}: ${error}`) ?? [],
  };
}

// Shapes after MultiMC#5322, PCL-CE#2784 and kuba/zip#233, read 2026-11-27: names in the code page of whoever zipped.
const packs: [encoding: NameEncoding, names: string[]][] = [
  ['GBK', ['模组.jar']],
  ['GBK', ['[机械动力]create-0.5.jar', '更新日志.txt', '誠.cfg']],
  ['GBK', ['客户端必装.jar']],
  ['GBK', ['包.jar']],
  ['SHIFT_JIS', ['日本語化.jar', 'ソート表.cfg', '説明書.txt']],
  ['SHIFT_JIS', ['表.jar']],
  ['SHIFT_JIS', ['導入手順.txt']],
  ['BIG5', ['模組.jar', '說明.txt', '功能許可.txt']],
  ['BIG5', ['模組.jar']],
  ['EUC_KR', ['모드팩 설명.txt', '서버 설정.cfg']],
  ['EUC_KR', ['한글패치.jar']],
  ['IBM866', ['Моды.jar', 'Описание сборки.txt']],
  ['IBM866', ['читай.txt']],
  ['WINDOWS_1251', ['Моды.jar', 'Описание сборки.txt']],
  ['WINDOWS_1251', ['ПРОЧТИ МЕНЯ.txt']],
  ['CP437', ['König.jar', 'für alle.txt', 'Änderungen.txt']],
  ['CP437', ['résumé.txt']],
  ['CP437', ['Straße.txt']],
  ['CP437', ['é.txt']],
  ['CP437', ['░▒▓.txt']],
  ['WINDOWS_1252', ['König.jar', 'für alle.txt', 'Änderungen.txt']],
  ['WINDOWS_1252', ['configurações.txt']],
  ['WINDOWS_1252', ['Farmer’s Delight.jar', 'Don’t.txt', 'Xali’s Books.txt']],
];

describe('names that are not UTF-8', () => {
  test.each(packs)('are read as %s when they are %j', async (encoding, names) => {
    const entries = names.map((name) => unmarked(`mods/${name}`, encoding));
    const found = await check([{ name: 'mods/a.jar' }, ...entries]);
    expect(found.problems).toEqual([]);
    expect(found.names).toEqual({ encoding, backslashes: false });
    const jars = names.filter((name) => name.endsWith('.jar'));
    expect(found.mods?.toSorted()).toEqual(['a.jar', ...jars].toSorted());
    expect(found.warnings).toEqual([
      expect.stringMatching(`NAMES_DECODED: .* read as ${encoding}, such as "mods/`),
    ]);
  });

  test('may hold the byte of a backslash, which is judged once they are read', async () => {
    const entries = ['mods/表.jar', 'mods/ソート.jar'].map((name) => unmarked(name, 'SHIFT_JIS'));
    expect(entries.map(({ name }) => Buffer.from(name).includes('\\', 0, 'latin1'))).toEqual([true, true]);
    expect((await check(entries)).problems).toEqual([]);
    const real = await check([...entries, unmarked('config\\表', 'SHIFT_JIS')]);
    expect(real.problems).toEqual(['BACKSLASH_IN_NAME config\\表']);
  });

  test('stand beside others that are, marked or not', async () => {
    const found = await check([
      { name: 'mods/整合.jar' },
      { name: 'mods/Größe.jar', flags: 0 },
      unmarked('mods/模组.jar', 'GBK'),
    ]);
    expect(found.mods).toEqual(['Größe.jar', '整合.jar', '模组.jar'].toSorted());
    expect(found.names?.encoding).toBe('GBK');
  });

  test('may have a second, Unicode name, which counts, whatever bytes the first one has', async () => {
    const entry = unmarked('mods/誠表.jar', 'SHIFT_JIS');
    const found = await check([{ ...entry, extra: unicodePath(entry.name, 'mods/誠表.jar') }]);
    expect(found).toMatchObject({ problems: [], mods: ['誠表.jar'], names: { encoding: null } });
    expect(found.warnings).toEqual([]);
  });

  test('are one file when two of them come to the same text', async () => {
    const found = await check([
      { name: 'mods/模组.jar' },
      unmarked('mods/模组.jar', 'GBK', { data: 'another' }),
    ]);
    expect(found.problems).toEqual(['NAME_COLLISION mods/模组.jar']);
  });

  test('are read in the encoding that a run wants, where they are text in it', async () => {
    const entries = [unmarked('mods/包.jar', 'GBK')];
    expect(await check(entries, 'BIG5')).toMatchObject({ mods: ['婦.jar'], names: { encoding: 'BIG5' } });
    const misfit = await check([...entries, unmarked('mods/模组.jar', 'GBK')], 'SHIFT_JIS');
    expect(misfit.names?.encoding).toBe('GBK');
    expect(misfit.warnings).toEqual([
      expect.stringContaining('nameEncoding SHIFT_JIS does not fit all of them.'),
    ]);
  });

  test('say nothing where all are UTF-8, marked or not', async () => {
    const found = await check([{ name: 'mods/ä.jar', flags: 0 }, { name: 'mods/模组.jar' }]);
    expect(found).toMatchObject({ names: { encoding: null, backslashes: false }, warnings: [] });
  });

  test('are guessed in a time that grows with their number, however hostile', () => {
    const names = Array.from({ length: 70_000 }, (_, index) =>
      Buffer.concat([
        Buffer.from(`mods/${index}`),
        Buffer.of(0x81 + (index % 100), 0x40 + (index % 60), 0xfe),
      ]),
    );
    expect(guessEncoding(names)).toBe('CP437');
  });
});

describe('backslashes', () => {
  const entries: ZipEntryInput[] = [
    { name: 'Pack\\mods\\', dosAttributes: 0x10 },
    { name: 'Pack\\mods\\a.jar' },
    { name: 'Pack\\config\\a.toml', data: 'x' },
  ];

  test('are slashes where no name has a slash', async () => {
    const found = await check(entries);
    expect(found).toMatchObject({ problems: [], mods: ['a.jar'], names: { backslashes: true } });
    expect(found.warnings).toEqual([expect.stringContaining('NAMES_DECODED: The archive has backslashes')]);
  });

  test('refuse an archive that has slashes, too', async () => {
    const { problems } = await check([...entries, { name: 'Pack/b' }]);
    expect(problems).toContain('BACKSLASH_IN_NAME Pack\\mods\\a.jar');
  });

  test.each([
    ['PATH_TRAVERSAL', 'mods\\..\\..\\a'],
    ['DRIVE_LETTER', 'C:\\a'],
    ['ABSOLUTE_PATH', '\\a'],
    ['EMPTY_SEGMENT', 'mods\\\\a'],
  ])('are judged as slashes: %s', async (code, name) => {
    const { problems } = await check([...entries, { name }]);
    expect(problems.map((problem) => problem.split(' ', 1)[0])).toEqual([code]);
  });
});

describe('a server pack', () => {
  const run = (override: Partial<RunConfiguration>): RunConfiguration => ({ ...forgeRun, ...override });

  async function build(entries: ZipEntryInput[], override: Partial<RunConfiguration>) {
    await using file = await temporaryFile(packWith(entries));
    const { report } = await checkArchive({ path: file.path, limits });
    if (report === null) throw new Error('The check failed.');
    const outputPath = `${file.path}.server`;
    const modPack = { name: 'pack.zip', sha256: 'a'.repeat(64) };
    const order = { archivePath: file.path, report, run: run(override), modPack };
    const built = await generateServerPack({ ...order, outputPath });
    const { archivePath } = order;
    const { decisions } = previewServerPack(report.mods, {
      archivePath,
      ...report,
      fetched: [],
      run: run(override),
    });
    expect(decisions).toEqual(built.decisions);
    const names = [...(await unzip(outputPath)).keys()];
    return { ...built, names: names.filter((name) => name.includes('/')).toSorted() };
  }

  const entries = [
    unmarked('整合/mods/模组.jar', 'GBK'),
    unmarked('整合/mods/包.jar', 'GBK'),
    unmarked('整合/config/更新.txt', 'GBK', { data: 'x' }),
  ];

  test('has the names as they are meant, in UTF-8', async () => {
    const { names, decisions } = await build(entries, { excludeFiles: ['mods/包.jar'] });
    expect(names).toEqual(['config/更新.txt', 'mods/模组.jar']);
    expect(decisions.map(({ file, kept }) => [file, kept])).toEqual([
      ['包.jar', false],
      ['模组.jar', true],
    ]);
  });

  test('has them in another encoding when a later run wants it, the decisions on mods with them', async () => {
    const { names, decisions, warnings } = await build([unmarked('包/mods/包.jar', 'GBK')], {
      nameEncoding: 'BIG5',
      excludeFiles: ['mods/包.jar'],
    });
    expect(names).toEqual(['mods/婦.jar']);
    expect(decisions.map(({ file, kept }) => [file, kept])).toEqual([['婦.jar', true]]);
    expect(warnings).toEqual([]);
  });

  test('keeps the names that were checked when the override does not fit, and says so', async () => {
    const { names, warnings } = await build(entries, { nameEncoding: 'SHIFT_JIS' });
    expect(names).toContain('mods/模组.jar');
    expect(warnings.map(({ code }) => code)).toEqual(['NAMES_DECODED']);
  });

  test('has the names of a modpack that was checked before readings were stored, as they were', async () => {
    await using file = await temporaryFile(packWith([unmarked('mods/模组.jar', 'GBK')]));
    const mods = [{ file: '─ú╫Θ.jar', size: 0, descriptors: [], note: null }];
    const task = { archivePath: file.path, baseFolder: '', fetched: [], run: run({}) };
    const { sum } = previewServerPack(mods, task);
    expect(sum).toMatchObject({ keptCount: 1, fileCount: 1 });
  });
});
