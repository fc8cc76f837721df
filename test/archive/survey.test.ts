import { describe, expect, test } from 'vitest';
import { defaultArchiveLimits as limits } from '../../src/archive/limits.ts';
import { mayHoldAccounts } from '../../src/archive/pack/account-files.ts';
import { checkArchive } from '../../src/archive/pack/check.ts';
import type { OfferedFile } from '../../src/archive/pack/offered-files.ts';
import { readArchiveManifest, type SurveyTask, surveyArchive } from '../../src/archive/pack/survey.ts';
import { temporaryFile, type ZipEntryInput, zipWith } from '../support/zip.ts';

const jar = zipWith({});
const modrinth = (...paths: string[]) =>
  JSON.stringify({
    formatVersion: 1,
    dependencies: { minecraft: '1.21.1' },
    files: paths.map((path) => ({ path })),
  });
const curseForge = (...fileIDs: number[]) =>
  JSON.stringify({
    manifestType: 'minecraftModpack',
    minecraft: { version: '1.20.1', modLoaders: [{ id: 'forge-47.2.0', primary: true }] },
    files: fileIDs.map((fileID) => ({ projectID: 1, fileID })),
  });

type Entries = Readonly<Record<string, string | Buffer>> | ZipEntryInput[];
type More = Partial<Omit<SurveyTask, 'path'>>;

async function surveyBytes(bytes: Buffer, more: More = {}) {
  await using pack = await temporaryFile(bytes);
  return await surveyArchive({ path: pack.path, limits, ...more });
}
const surveyOf = (entries: Entries, more?: More) => surveyBytes(zipWith(entries), more);
const codesOf = ({ problems }: { problems: readonly { code: string }[] }) => problems.map(({ code }) => code);

async function manifestOf(bytes: Buffer) {
  await using pack = await temporaryFile(bytes);
  return readArchiveManifest({ path: pack.path, limits }).manifest;
}

test('account files beside the pack are warned of, and a directory shows them whatever the check says', async () => {
  const beside = {
    '.minecraft/mods/a.jar': jar,
    'Accounts.JSON': 'a',
    'x/.env': 'b',
    '.minecraft/.env': 'c',
  };
  const { survey } = await surveyOf(beside);
  expect([survey?.holdsAccounts, survey?.warnings.map(({ code, error }) => [code, error])]).toEqual([
    true,
    [['ACCOUNT_FILES_FOUND', expect.stringContaining('found: "Accounts.JSON" and "x/.env".')]],
  ]);
  const names = [
    '../accounts.json',
    'a\\LAUNCHER_PROFILES.json',
    'accounts.json ',
    'config/IAS.json',
    'ops.json',
  ];
  const found = names.map(async (name) => {
    await using pack = await temporaryFile(zipWith([{ name, data: 'a' }]));
    return mayHoldAccounts({ path: pack.path, limits, isChecked: true });
  });
  expect(await Promise.all(found)).toEqual([true, true, true, true, false]);
});

test('archives in a pack are searched for account files, one level deep, by the check and before it', async () => {
  const accounts = zipWith([{ name: 'prism/Accounts.JSON', data: 'a', method: 8 }]);
  const plain = zipWith({ 'prism/instance.cfg': 'a' });
  const damaged = Buffer.from(accounts);
  damaged.write('XX', damaged.indexOf('PK\x01\x02', 0, 'latin1'), 'latin1');
  const found = async (name: string, data: Buffer, method = 8) => {
    await using pack = await temporaryFile(
      zipWith([
        { name: 'modrinth.index.json', data: modrinth() },
        { name: 'overrides/mods/a.jar', data: jar },
        { name, data, method },
      ]),
    );
    const { report } = await checkArchive({ path: pack.path, limits });
    const isArchive = !name.endsWith('.jar');
    expect(mayHoldAccounts({ path: pack.path, limits, isChecked: false })).toBe(isArchive);
    expect(report?.holdsAccounts).toBe(report?.accountArchives?.length === 1);
    return [report?.holdsAccounts, report?.warnings.map(({ code, entry }) => [code, entry])];
  };
  const told = (name: string) => [true, [['ACCOUNT_FILES_FOUND', name]]];
  const none = [false, []];
  expect(await found('backups/all.zip', accounts)).toEqual(told('backups/all.zip'));
  expect(await found('All.MRPACK', accounts, 0)).toEqual(told('All.MRPACK'));
  // In the pack it is told with each server pack, from which it stays out.
  expect(await found('overrides/config/all.zip', accounts)).toEqual([true, []]);
  expect(await found('all.zip', plain)).toEqual(none);
  expect(await found('all.zip', damaged)).toEqual(none);
  expect(await found('all.zip', Buffer.from('no archive'))).toEqual(none);
  expect(await found('libraries/all.jar', accounts)).toEqual(none);
  expect(await found('all.zip', zipWith({ 'inner.zip': accounts }))).toEqual(none);
});

describe('an archive that is refused for how it is made is asked nothing more', () => {
  const sound = zipWith({ 'mods/a.jar': jar, 'modrinth.index.json': modrinth() });
  const withoutDirectory = Buffer.from(sound);
  withoutDirectory.write('XX', withoutDirectory.indexOf('PK\x01\x02', 0, 'latin1'), 'latin1');

  test.each<[does: string, bytes: Buffer, code: string]>([
    ['is no archive', Buffer.from('nothing of an archive'), 'TRUNCATED_ARCHIVE'],
    ['has no directory', withoutDirectory, 'INVALID_DIRECTORY'],
    ['climbs out, and holds no mods', zipWith([{ name: '../a.jar', data: jar }]), 'PATH_TRAVERSAL'],
  ])('one that %s', async (_does, bytes, code) => {
    const found = await surveyBytes(bytes);
    expect([codesOf(found), found.survey]).toEqual([[code], null]);
  });

  test('its manifest is read where its entries can be found, whatever is wrong with their names', async () => {
    const wrong = zipWith([
      { name: 'mods/a.jar', data: jar },
      { name: '../b.jar', data: jar },
      { name: 'modrinth.index.json', data: modrinth() },
    ]);
    for (const bytes of [sound, wrong])
      expect(await manifestOf(bytes)).toMatchObject({ kind: 'MODRINTH', gameVersion: '1.21.1' });
  });

  test('its manifest is that of an export too, beside the game folder', async () => {
    const bytes = zipWith({ 'modrinth.index.json': modrinth(), 'overrides/mods/a.jar': jar });
    expect(await manifestOf(bytes)).toMatchObject({ kind: 'MODRINTH' });
  });

  test.each([
    ['is no archive', Buffer.from('nothing of an archive')],
    ['has no directory', withoutDirectory],
    [
      'shares bytes between entries',
      zipWith([
        { name: 'modrinth.index.json', data: modrinth() },
        { name: 'mods/a.jar', data: jar, central: { offset: 0 } },
      ]),
    ],
    ['says nothing of itself', zipWith({ 'mods/a.jar': jar })],
  ])('it has no manifest where it %s', async (_does, bytes) => {
    expect(await manifestOf(bytes)).toBeNull();
  });
});

describe('what an export names', () => {
  const entries = { 'manifest.json': curseForge(7), 'overrides/mods/a.jar': jar };
  const fetchable = ['CURSEFORGE_EXPORT', 'MODRINTH'] as const;

  test('is told by its numbers, beside as many jars that are there', async () => {
    const { problems, survey } = await surveyOf(entries, { fetchable });
    expect(problems).toEqual([]);
    expect(survey).toMatchObject({ numbered: [{ projectId: 1, fileId: 7 }], named: [] });
  });

  test('is named once the platform has said where it is, and numbered no more', async () => {
    const file: OfferedFile = {
      path: 'mods/b.jar',
      links: [],
      hashes: {},
      size: 1,
      server: null,
      refusal: null,
    };
    const { survey } = await surveyOf(entries, { fetchable, located: [file] });
    expect(survey).toMatchObject({ numbered: [], named: [{ path: 'mods/b.jar', mod: { file: 'b.jar' } }] });
  });

  test.each<[where: string, entries: Entries, entry: string, advice: string]>([
    [
      'a CurseForge export',
      { 'pack/manifest.json': curseForge(7), 'pack/overrides/mods/a.jar': jar },
      'pack/manifest.json',
      'the operator has set CURSEFORGE_API_KEY',
    ],
    [
      'a Modrinth pack',
      { 'modrinth.index.json': modrinth('mods/b.jar'), 'overrides/mods/a.jar': jar },
      'modrinth.index.json',
      'This is a Modrinth pack',
    ],
  ])('and lacks in %s is told with what can be done', async (_where, lacking, entry, advice) => {
    const { problems, survey } = await surveyOf(lacking);
    expect(survey).toBeNull();
    expect(problems).toMatchObject([
      { code: 'MODS_NOT_INCLUDED', entry, error: expect.stringContaining(advice) },
    ]);
    expect(problems[0]?.error).toContain('lacks 1 of the mods');
  });

  test('beside mods/ at the root is no export, and may be there already', async () => {
    const naming = (path: string) =>
      surveyOf({ 'modrinth.index.json': modrinth(path), 'mods/a.jar': jar }, { fetchable });
    const found = { manifest: { file: 'modrinth.index.json' }, named: [] };
    expect((await naming('mods/a.jar')).survey).toMatchObject(found);
    expect(codesOf(await naming('mods/b.jar'))).toEqual(['MODS_NOT_INCLUDED']);
  });
});

describe('a marker file', () => {
  const data = modrinth();
  const entries = (more: Partial<ZipEntryInput> = {}): ZipEntryInput[] => [
    { name: 'pack/mods/a.jar', data: jar },
    { name: 'pack/modrinth.index.json', data, ...more },
  ];

  test('may be as large as is read', async () => {
    const { survey } = await surveyOf(entries({ method: 0 }), {
      limits: { ...limits, manifestBytes: data.length },
    });
    expect(survey).toMatchObject({ manifest: { file: 'pack/modrinth.index.json' }, warnings: [] });
  });

  test.each<[how: string, more: Partial<ZipEntryInput>, most: number]>([
    ['as it lies', { method: 0 }, data.length - 1],
    ['once it is inflated', { data: data.padEnd(10_000) }, 5_000],
  ])('that is larger %s is warned of and not read', async (_how, more, most) => {
    const { survey } = await surveyOf(entries(more), { limits: { ...limits, manifestBytes: most } });
    expect(survey).toMatchObject({
      manifest: null,
      warnings: [{ code: 'MANIFEST_TOO_LARGE', entry: 'pack/modrinth.index.json' }],
    });
  });

  test('that cannot be read is warned of by its name in the archive', async () => {
    const { survey } = await surveyOf(entries({ data: '{"name": ' }));
    expect(survey).toMatchObject({
      manifest: null,
      warnings: [{ code: 'MANIFEST_UNREADABLE', entry: 'pack/modrinth.index.json' }],
    });
  });
});

describe('a pack without mods is told where they should lie', () => {
  test.each<[where: string, names: string[], hint: string]>([
    ['nowhere', ['config/a.toml'], 'Zip the folder of the installed pack, the one with mods/ in it.'],
    [
      'in mods/, but for the game itself',
      ['mods/minecraft_server.1.12.2.jar'],
      'Zip the folder of the installed pack, the one with mods/ in it.',
    ],
    [
      'in a folder of another name',
      ['config/a.toml', 'Mods/a.jar'],
      'The folder "Mods" has jars, but it has to be called mods.',
    ],
    [
      'deeper',
      ['readme.txt', 'a/b/mods/a.jar'],
      'A folder mods/ with jars is in "a/b"; zip what is in that folder.',
    ],
  ])('that has them %s', async (_where, names, hint) => {
    const { problems } = await surveyOf(names.map((name) => ({ name, data: jar })));
    expect(problems).toMatchObject([{ code: 'NO_MODS', entry: null }]);
    expect(problems[0]?.error).toBe(`No jar lies in the mods/ folder of the pack. ${hint}`);
  });
});
