import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { defaultArchiveLimits as limits } from '../../src/archive/limits.ts';
import { readPackwizMetafile } from '../../src/archive/manifests/packwiz.ts';
import { murmurFingerprint } from '../../src/archive/pack/murmur.ts';
import { openNamedPack } from '../../src/archive/pack/named-pack.ts';
import { type SurveyTask, surveyArchive } from '../../src/archive/pack/survey.ts';
import { type PackwizFile, packwizMetafile, packwizPack } from '../platforms/packwiz.ts';
import { temporaryFile, zipWith } from '../support/zip.ts';

type Files = Record<string, string | Buffer>;

async function survey(files: Files, more: Partial<SurveyTask> = {}) {
  await using pack = await temporaryFile(zipWith(files));
  const task: SurveyTask = { path: pack.path, limits, fetchable: ['PACKWIZ'], ...more };
  const { problems, survey: found } = await surveyArchive(task);
  const named = found && openNamedPack(pack.path, found, [], null).pack.map(({ name }) => name);
  return { problems, codes: problems.map(({ code }) => code), survey: found, inPack: named };
}

const url = 'https://cdn.modrinth.com/a.jar';
const hash = 'a'.repeat(64);
const metafile = (
  filename = 'a.jar',
  fields: Partial<Parameters<typeof packwizMetafile>[0]> = {},
): PackwizFile => ({
  file: `mods/${filename.replace(/.*\//, '')}.pw.toml`,
  content: packwizMetafile({ filename, url, hash, ...fields }),
  isMetafile: true,
});
const config: PackwizFile = { file: 'config/a.toml', content: 'x = 1' };

const below = (folder: string, files: Files) =>
  Object.fromEntries(Object.entries(files).map(([name, content]) => [folder + name, content]));

describe('a packwiz pack', () => {
  test.each(['', 'a-pack-main/'])('is found in %j', async (folder) => {
    const { problems, survey: found } = await survey(below(folder, packwizPack([config, metafile()])));
    expect(problems).toEqual([]);
    expect(found).toMatchObject({
      baseFolder: folder,
      manifest: {
        kind: 'PACKWIZ',
        file: `${folder}pack.toml`,
        name: 'A pack',
        version: '1.0.0',
        gameVersion: '1.20.1',
        modloader: 'Fabric',
        modloaderVersion: '0.15.6',
      },
      named: [
        {
          path: 'mods/a.jar',
          links: [url],
          hashes: { sha256: hash },
          server: 'required',
          mod: { file: 'a.jar' },
        },
      ],
    });
    expect(found?.warnings).toEqual([]);
  });

  test('is found in a folder of a repository when it is the only one there', async () => {
    const files = { 'README.md': 'x', ...below('packs/fabric/', packwizPack([metafile()])) };
    expect((await survey(files)).survey?.baseFolder).toBe('packs/fabric/');
    const { codes, problems } = await survey({
      ...files,
      ...below('packs/forge/', packwizPack([metafile()])),
    });
    expect(codes).toEqual(['NO_MODS']);
    expect(problems[0]?.error).toContain('"packs/fabric/" and "packs/forge/"');
  });

  test('has the game folder where its index lies', async () => {
    const { 'pack.toml': pack = '', ...rest } = packwizPack([config, metafile()]);
    const moved = String(pack).replace('"index.toml"', '"minecraft/index.toml"');
    const { survey: found, inPack } = await survey({ 'pack.toml': moved, ...below('minecraft/', rest) });
    expect(found).toMatchObject({ baseFolder: 'minecraft/', manifest: { file: 'pack.toml' }, warnings: [] });
    expect(inPack).toEqual(['config/a.toml']);
  });

  test('is what its index names, with jars in mods/ that somebody has put there', async () => {
    const alias: PackwizFile = { file: 'server.txt', content: 'x', more: 'alias = "config/server.txt"' };
    const { inPack, problems } = await survey({
      ...packwizPack([{ ...config, more: 'preserve = true' }, alias, metafile()]),
      '.packwizignore': 'README.md',
      'unsup.toml': 'version = 1',
      '.github/workflows/a.yml': 'on: push',
      'mods/own.jar': zipWith({}),
    });
    expect(problems).toEqual([]);
    expect(inPack).toEqual(['config/a.toml', 'config/server.txt', 'mods/own.jar']);
  });

  test('that lies beside an export of it is that export', async () => {
    const index = JSON.stringify({ formatVersion: 1, dependencies: { minecraft: '1.20.1' }, files: [] });
    const jar = { 'overrides/mods/a.jar': zipWith({}) };
    const files = { ...packwizPack([metafile()]), 'modrinth.index.json': index, ...jar };
    const { survey: found, inPack } = await survey(files, { fetchable: ['MODRINTH', 'PACKWIZ'] });
    expect(found).toMatchObject({ baseFolder: 'overrides/', manifest: { kind: 'MODRINTH' } });
    expect(inPack).toEqual(['mods/a.jar']);
  });

  test('holds itself what lies where a metafile would have it', async () => {
    const { survey: found } = await survey({ ...packwizPack([metafile()]), 'mods/a.jar': zipWith({}) });
    expect(found?.named).toEqual([]);
  });

  test.each([
    ['side = "client"', 'mods/a.jar.pw.toml says that it is for clients only.'],
    ['side = "server"', undefined],
    [
      '[option]\noptional = true\n',
      'mods/a.jar.pw.toml says that it is optional, and off unless somebody wants it.',
    ],
    ['[option]\noptional = true\ndefault = true\n', undefined],
    ['[option]\noptional = false\n', undefined],
  ])('says of a server with %j: %s', async (more, evidence) => {
    const { survey: found } = await survey(packwizPack([metafile('a.jar', { more })]));
    expect(found?.named[0]?.evidence).toBe(evidence);
    expect(found?.named[0]?.server).toBe(evidence === undefined ? 'required' : 'unsupported');
  });

  test('has CurseForge asked for what it numbers, and keeps place and hash of its own', async () => {
    const curseForge = { project: 238_222, file: 4_712_866 };
    const sha1 = 'b'.repeat(40);
    const numbered = { file: 'mods/n.pw.toml', isMetafile: true };
    const content = packwizMetafile({ filename: 'n.jar', hash: sha1, hashFormat: 'sha1', curseForge });
    const files = packwizPack([{ ...numbered, content }, metafile()]);
    const first = await survey(files);
    expect(first.survey).toMatchObject({
      named: [],
      numbered: [{ projectId: 238_222, fileId: 4_712_866, path: 'mods/n.jar' }],
    });
    const links = ['https://edge.forgecdn.net/x.jar'];
    const found = { path: 'mods/other.jar', links, hashes: { sha1: 'c'.repeat(40) }, size: 5, server: null };
    const second = await survey(files, { located: [{ ...found, refusal: null }] });
    expect(second.survey?.named).toMatchObject([
      { path: 'mods/n.jar', links, hashes: { sha1 }, size: 5 },
      { path: 'mods/a.jar', links: [url] },
    ]);
  });

  test('is told of when its index is not that of its files', async () => {
    const files = packwizPack([config, metafile()], { indexHash: 'd'.repeat(64) });
    delete files['config/a.toml'];
    files['mods/a.jar.pw.toml'] += '\n';
    const { survey: found } = await survey(files);
    expect(found?.warnings.map(({ code, error }) => [code, error])).toEqual([
      ['INDEX_DIFFERS', expect.stringContaining('not in the archive: "config/a.toml"')],
      ['INDEX_DIFFERS', expect.stringContaining('"index.toml" and "mods/a.jar.pw.toml"')],
    ]);
  });

  test.each([
    ['packwiz:1.0.0', []],
    ['packwiz:1.7.3', []],
    ['packwiz:2.0.0', ['MODS_NOT_INCLUDED']],
    ['unsup:1.0.0', ['MODS_NOT_INCLUDED']],
  ])('of the format %s', async (format, codes) => {
    expect((await survey(packwizPack([metafile()], { format }))).codes).toEqual(codes);
  });

  test('is refused for a metafile that is not there, and where nothing is fetched', async () => {
    const { 'mods/a.jar.pw.toml': _, ...without } = packwizPack([metafile()]);
    expect((await survey(without)).codes).toContain('MODS_NOT_INCLUDED');
    const { problems } = await survey(packwizPack([metafile()]), { fetchable: [] });
    expect(problems).toMatchObject([
      { code: 'MODS_NOT_INCLUDED', error: expect.stringContaining('packwiz-installer'), entry: 'pack.toml' },
    ]);
  });

  test('may not have a file lie outside of the game folder', async () => {
    const content = packwizMetafile({ filename: '..\\..\\evil.jar', url, hash });
    const { codes } = await survey(packwizPack([{ file: 'mods/x.pw.toml', content, isMetafile: true }]));
    expect(codes).toEqual(['PATH_TRAVERSAL']);
  });

  test('may not give two files one place, by other names or by an alias', async () => {
    const two = [metafile('a.jar'), metafile('A.jar')];
    expect((await survey(packwizPack(two))).codes).toContain('NAME_COLLISION');
    const alias: PackwizFile = { file: 'b.txt', content: 'x', more: 'alias = "config/a.toml"' };
    expect((await survey(packwizPack([config, alias, metafile()]))).codes).toContain('NAME_COLLISION');
    const out: PackwizFile = { file: 'b.txt', content: 'x', more: 'alias = "../b.txt"' };
    expect((await survey(packwizPack([out, metafile()]))).codes).toContain('PATH_TRAVERSAL');
  });

  test('may name no more files than others may', async () => {
    const files = packwizPack([metafile('a.jar'), metafile('b.jar')]);
    expect((await survey(files, { limits: { ...limits, namedFiles: 1 } })).codes).toContain(
      'TOO_MANY_ENTRIES',
    );
    expect((await survey(files, { limits: { ...limits, entries: 9 } })).codes).toEqual([]);
    const many = Array.from({ length: 40 }, (_, n) => `[[files]]\nfile = "${n}"\n`).join('');
    const bytes = { ...files, 'index.toml': `hash-format = "sha256"\n${many}` };
    expect((await survey(bytes, { limits: { ...limits, entries: 9 } })).codes).toContain('TOO_MANY_ENTRIES');
  });

  test('may not have more bytes in its metafiles than are read of a marker file, and says so', async () => {
    const long = ['a.jar', 'b.jar', 'c.jar'].map((name) => {
      const file = metafile(name);
      return { ...file, content: `${file.content}\n# ${'x'.repeat(1_200)}\n` };
    });
    const { problems } = await survey(packwizPack(long), { limits: { ...limits, manifestBytes: 2_000 } });
    expect(problems).toMatchObject([{ code: 'MODS_NOT_INCLUDED', entry: 'mods/c.jar.pw.toml' }]);
    expect(problems[0]?.error).toContain('comes after 2000 bytes of such files');
  });
});

describe('a metafile', () => {
  const bytes = Buffer.from('a jar');
  const of = (format: string) => createHash(format).update(bytes).digest('hex');
  test.each([
    ['sha512', of('sha512')],
    ['sha256', of('sha256').toUpperCase()],
    ['sha1', of('sha1')],
    ['md5', of('md5')],
    ['murmur2', String(murmurFingerprint(bytes))],
  ])('has a hash by %s', (hashFormat, given) => {
    const text = packwizMetafile({ filename: 'a.jar', url, hash: given, hashFormat });
    expect(readPackwizMetafile(Buffer.from(text))?.hash).toEqual({
      format: hashFormat,
      hash: given.toLowerCase(),
    });
  });

  test.each([
    ['sha256', 'a'.repeat(63)],
    ['sha3', hash],
    ['murmur2', '-1'],
    ['sha256', ''],
  ])('has none by %s as %j', (hashFormat, given) => {
    const text = packwizMetafile({ filename: 'a.jar', url, hash: given, hashFormat });
    expect(readPackwizMetafile(Buffer.from(text))?.hash).toBeNull();
  });
});
