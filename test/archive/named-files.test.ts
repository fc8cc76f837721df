import { describe, expect, it } from 'vitest';
import { defaultArchiveLimits } from '../../src/archive/limits.ts';
import { readCurseForgeFiles, readModrinthFiles } from '../../src/archive/manifests/read-named-files.ts';
import type { WarningCode } from '../../src/archive/problem-codes.ts';
import { createProblemList } from '../../src/archive/problem-list.ts';

const toldOf = (problems = createProblemList(9)) => ({
  problems,
  warnings: createProblemList<WarningCode>(9),
});
const bytesOf = (document: unknown) => Buffer.from(JSON.stringify(document));

function readPaths(paths: unknown[]) {
  const problems = createProblemList(1_000);
  const document = bytesOf({ files: paths.map((path) => ({ path })) });
  const told = toldOf(problems);
  const files = readModrinthFiles(document, defaultArchiveLimits, told);
  return {
    paths: files.map(({ path }) => path),
    codes: problems.found.map(({ code }) => code),
    warnings: told.warnings.found.map(({ code }) => code),
  };
}

describe('the files that an .mrpack names', () => {
  it('are read with all that fetching and deciding need', () => {
    const problems = createProblemList(10);
    const sha512 = 'A'.repeat(128);
    const sha1 = 'b'.repeat(40);
    const downloads = ['https://cdn.modrinth.com/a.jar', 5, 'https://github.com/a.jar'];
    const document = bytesOf({
      formatVersion: 1,
      files: [
        {
          path: 'mods/a.jar',
          hashes: { sha512, sha1, other: 'x' },
          env: { client: 'required', server: 'unsupported' },
          downloads,
          fileSize: 5,
        },
        {
          path: '.\\mods\\b.jar',
          hashes: { sha512: 'short', sha1: 7 },
          fileSize: -1,
          env: { server: 'maybe' },
        },
      ],
    });
    expect(readModrinthFiles(document, defaultArchiveLimits, toldOf(problems))).toEqual([
      {
        path: 'mods/a.jar',
        hashes: { sha512: sha512.toLowerCase(), sha1 },
        links: [downloads[0], downloads[2]],
        size: 5,
        server: 'unsupported',
        client: 'required',
      },
      { path: 'mods/b.jar', hashes: {}, links: [], size: null, server: null, client: null },
    ]);
    expect(problems.found).toEqual([]);
  });

  it.each([
    ['../mods/a.jar', 'PATH_TRAVERSAL'],
    ['/etc/passwd', 'ABSOLUTE_PATH'],
    ['\\\\server\\share', 'ABSOLUTE_PATH'],
    ['C:\\a.jar', 'DRIVE_LETTER'],
    ['mods/folder/', 'EMPTY_SEGMENT'],
    ['', 'EMPTY_NAME'],
    [7, 'EMPTY_NAME'],
    [`mods/${'a'.repeat(5_000)}.jar`, 'NAME_TOO_LONG'],
  ])('may not lie at %j', (path, code) => {
    expect(readPaths([path]).codes).toEqual([code]);
  });

  it('may not be one file on some systems', () => {
    expect(readPaths(['mods/a.jar', 'mods/A.JAR']).codes).toEqual(['NAME_COLLISION']);
  });

  it('are so many at most, and no more are kept', () => {
    const { namedFiles } = defaultArchiveLimits;
    const paths = Array.from({ length: namedFiles + 1 }, (_, n) => `mods/${n}.jar`);
    expect(readPaths(paths.slice(1)).codes).toEqual([]);
    const read = readPaths(paths);
    expect(read.codes).toEqual(['TOO_MANY_ENTRIES']);
    expect(read.paths).toHaveLength(namedFiles);
  });
});

describe('what an .mrpack says of a file', () => {
  const read = (file: object) =>
    readModrinthFiles(
      bytesOf({ files: [{ path: 'mods/a.jar', ...file }] }),
      defaultArchiveLimits,
      toldOf(),
    )[0];
  const digits = (count: number) => 'a'.repeat(count);

  it.each([digits(39), digits(41), `x${digits(39)}`, `${digits(39)}x`, ''])('is no SHA-1 as %s', (sha1) => {
    expect(read({ hashes: { sha1, sha512: digits(40) } })?.hashes).toEqual({});
    expect(read({ hashes: { sha1: digits(40) } })?.hashes).toEqual({ sha1: digits(40) });
  });

  it.each([
    [0, 0],
    [7, 7],
    [1.5, null],
    [-1, null],
    ['7', null],
    [2 ** 53, null],
  ])('is a size as %j: %j', (fileSize, size) => {
    expect(read({ fileSize })?.size).toBe(size);
  });
});

describe('the files that a CurseForge export names', () => {
  const read = (files: unknown[], problems = createProblemList(10)) =>
    readCurseForgeFiles(bytesOf({ files }), defaultArchiveLimits, { problems });

  it('are read with their numbers, once each', () => {
    expect(
      read([
        { projectID: 238222, fileID: 4712866, required: true },
        { projectID: 1, fileID: 2, required: false },
        { projectID: 238222, fileID: 4712866, required: true },
        { projectID: 'x', fileID: 2 },
        { projectID: -1, fileID: 2 },
        'nothing',
      ]),
    ).toEqual([
      { projectId: 238222, fileId: 4712866, isRequired: true },
      { projectId: 1, fileId: 2, isRequired: false },
    ]);
  });

  it('are so many at most', () => {
    const problems = createProblemList(10);
    const files = Array.from({ length: defaultArchiveLimits.namedFiles + 1 }, (_, n) => ({
      projectID: n + 1,
      fileID: 1,
    }));
    expect(read(files, problems)).toHaveLength(defaultArchiveLimits.namedFiles);
    expect(problems.found.map(({ code }) => code)).toEqual(['TOO_MANY_ENTRIES']);
  });
});
