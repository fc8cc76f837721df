import { Script } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { decideMods } from '../../src/archive/decide-mods.ts';
import { collisionKey, judgeName } from '../../src/archive/entry-names.ts';
import { generateServerPack } from '../../src/archive/generate.ts';
import { compileGlobs } from '../../src/archive/glob.ts';
import { defaultArchiveLimits } from '../../src/archive/limits.ts';
import type { ModFile } from '../../src/archive/report.ts';
import type { RunConfiguration } from '../../src/archive/run-configuration.ts';
import { byProducts, gameJars } from '../../src/archive/selection-rules.ts';
import { startWarnings } from '../../src/archive/start-warnings.ts';
import { surveyArchive } from '../../src/archive/survey.ts';
import { buildServerPack, forgeRun } from '../support/server-pack.ts';
import { stepsOf } from '../support/steps-of.ts';
import { temporaryFile, type ZipEntryInput, zipWith } from '../support/zip.ts';

/** Long names on purpose: what is asked here is what they cost when nothing refuses them. */
const limits = { ...defaultArchiveLimits, nameBytes: 60_000, segmentBytes: 60_000, depth: 60_000 };
/** What is quadratic takes four times the steps; the counters of V8 are exact to a few in a hundred. */
const quadrupled = 3;
const jar = zipWith({});
const mod: ZipEntryInput = { name: 'mods/a.jar', data: jar };
const many = (
  count: number,
  name: (index: number) => string,
  data: Buffer | string = '',
): ZipEntryInput[] => [mod, ...Array.from({ length: count }, (_, index) => ({ name: name(index), data }))];
const modrinth = (paths: string[]): ZipEntryInput => ({
  name: 'modrinth.index.json',
  data: JSON.stringify({
    formatVersion: 1,
    dependencies: { minecraft: '1.21.1' },
    files: paths.map((path) => ({ path })),
  }),
});

const archives: [does: string, entries: (count: number) => ZipEntryInput[]][] = [
  ['files', (count) => many(count, (index) => `config/${index}`)],
  ['empty folders', (count) => many(count, (index) => `config/${index}/`)],
  ['names for one file', (count) => many(count, (index) => `config/a${'.'.repeat(index % 200)}`)],
  ['folders in one another', (count) => many(count, (index) => `${'d/'.repeat(index % 50)}${index}`)],
  ['mods', (count) => many(count, (index) => `mods/${index}.jar`, jar)],
  ['folders with mods elsewhere', (count) => many(count, (index) => `a/b/${index}/mods/a.jar`)],
  [
    'files laid over others',
    (count) => many(count, (index) => `${index % 2 ? 'server-' : ''}overrides/${index >> 1}`),
  ],
  [
    'notes of a launcher',
    (count) => [
      mod,
      ...Array.from({ length: count }, (_, index) => ({
        name: `mods/.index/${index}.pw.toml`,
        data: `filename = "${index}.jar"\nside = "client"\n[download]\nhash = "a"\nhash-format = "md5"\n`,
      })),
    ],
  ],
  ['by-products', (count) => many(count, (index) => `__MACOSX/${index}`)],
  ['entries that climb', (count) => many(count, (index) => `../${index}`)],
  [
    'mods that a manifest names and the archive lacks',
    (count) => [mod, modrinth(Array.from({ length: count }, (_, index) => `mods/${index}.jar`))],
  ],
];

test('the steps of a loop are counted, and just as many when it runs again', async () => {
  const steps = () =>
    stepsOf('/src/archive/glob', () => void compileGlobs(['*a*b']).firstOf('c'.repeat(1_000)));
  const [once, again] = [await steps(), await steps()];
  expect(once).toBeGreaterThan(1_000);
  expect(again).toBe(once);
});

describe('twice as much costs twice as many steps:', () => {
  test.each(archives)('surveying %s', async (_does, entries) => {
    const steps = async (count: number) => {
      await using pack = await temporaryFile(zipWith(entries(count)));
      return await stepsOf('/src/archive/', () => surveyArchive({ path: pack.path, limits }));
    };
    const [once, twice] = [await steps(1_000), await steps(2_000)];
    expect(once).toBeGreaterThan(1_000);
    expect(twice / once).toBeLessThan(quadrupled);
  });

  const accepted = archives.filter(([does]) =>
    /^(?:files|empty folders|folders in one another|mods)$/.test(does),
  );
  test.each(accepted)('generating from %s', async (_does, entries) => {
    const steps = async (count: number) => {
      await using pack = await buildServerPack(entries(count));
      return await stepsOf('/src/archive/', () => generateServerPack(pack.task));
    };
    const [once, twice] = [await steps(500), await steps(1_000)];
    expect(twice / once).toBeLessThan(quadrupled);
  });

  test.each(['*a*a*a*a*a*a*a*a*b', '**/a*/**/a*/**/b', `${'*?'.repeat(60)}b`])(
    'looking for a path by the pattern %s',
    async (pattern) => {
      const steps = (length: number) =>
        stepsOf('/src/archive/glob', () => void compileGlobs([pattern]).firstOf('a'.repeat(length)));
      const [once, twice] = [await steps(1_000), await steps(2_000)];
      expect(once).toBeGreaterThan(1_000);
      expect(twice / once).toBeLessThan(quadrupled);
    },
  );

  test.each([
    ['dots', '.'],
    ['dots and a letter now and then', `${'.'.repeat(99)}a`],
    ['parts of a path', 'a/'],
    ['dots between slashes', './'],
    ['names of streams', ':$DATA'],
  ])('the key of a name of %s', async (_does, piece) => {
    const steps = (length: number) =>
      stepsOf('/src/archive/', () => collisionKey(`${piece.repeat(length)}a`));
    const [once, twice] = [await steps(500), await steps(1_000)];
    expect(twice / once).toBeLessThan(quadrupled);
  });
});

test('twice the mods that require each other take twice the steps to warn of', async () => {
  const pack = (size: number): ModFile[] =>
    Array.from({ length: size }, (_, n) => ({
      file: `m${n}.jar`,
      size: 1,
      note: null,
      descriptors: [
        {
          format: 'fabric.mod.json',
          mods: [{ id: `m${n}`, name: '', version: '' }],
          side: 'BOTH',
          certainty: 'DECLARED',
          evidence: '',
          requires: [`m${n + 1}`],
          provides: [`p${n}`],
        },
      ],
    }));
  const run: RunConfiguration = { ...forgeRun, modloader: 'Fabric', modloaderVersion: '0.15.6' };
  const steps = async (size: number) => {
    const mods = pack(size);
    const decisions = decideMods(mods, run);
    return stepsOf('/src/archive/', () => startWarnings(mods, decisions, run));
  };
  const [once, twice] = [await steps(400), await steps(800)];
  expect(once).toBeGreaterThan(1_000);
  expect(twice / once).toBeLessThan(2.5);
});

test('an endless name is refused by its length, and nothing else is asked about it', async () => {
  const steps = (length: number) =>
    stepsOf('/src/archive/', () => judgeName('.'.repeat(length), defaultArchiveLimits));
  expect(await steps(60_000)).toBe(await steps(2_000));
});

test('what a manifest names endlessly is not looked for', async () => {
  const steps = async (length: number) => {
    const paths = Array.from({ length: 100 }, () => `mods/${'.'.repeat(length)}a`);
    await using pack = await temporaryFile(zipWith([mod, modrinth(paths)]));
    return await stepsOf('/src/archive/entry-names', () =>
      surveyArchive({ path: pack.path, limits: defaultArchiveLimits }),
    );
  };
  expect(await steps(60_000)).toBeLessThanOrEqual(await steps(2_000));
});

/** V8 does not count what a regular expression does. A million characters end one that is quadratic: it takes minutes. */
describe('a name of a million characters comes to its end', () => {
  const rules: [does: string, work: (name: string) => unknown][] = [
    ['as a key', collisionKey],
    ['when it is judged', (name) => judgeName(name, { nameBytes: 9e9, segmentBytes: 9e9, depth: 9e9 })],
    ['among by-products', (name) => byProducts.test(name)],
    ['among jars of the game', (name) => gameJars.some((jar) => jar.test(name))],
  ];
  const names: [does: string, name: string][] = [
    ['of dots', '.'.repeat(1_000_000)],
    ['of spaces', ' '.repeat(1_000_000)],
    ['of colons', ':$A'.repeat(333_333)],
    ['of one stream', `:$${'A'.repeat(1_000_000)}`],
    ['of folders of macOS', '/__MACOSX'.repeat(111_111)],
    ['of folders of a game', '/versions/1'.repeat(90_909)],
    ['of beginnings of a game', 'minecraft_server.1'.repeat(55_555)],
  ];
  const cases = rules.flatMap(([does, work]) => names.map(([of, name]) => ({ does, of, work, name })));

  test.each(cases)('$of, $does', ({ work, name }) => {
    Object.assign(globalThis, { work: () => work(`${name}\u2028a`) });
    expect(() => new Script('work()').runInThisContext({ timeout: 60_000 })).not.toThrow();
  });
});
