import { Script } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { generateServerPack } from '../../src/archive/build/generate.ts';
import { findClientStart } from '../../src/archive/jar/construction.ts';
import { defaultArchiveLimits as limits } from '../../src/archive/limits.ts';
import { readManifest } from '../../src/archive/manifests/index.ts';
import { readCurseForgeFiles, readModrinthFiles } from '../../src/archive/manifests/read-named-files.ts';
import { readJar } from '../../src/archive/pack/inventory.ts';
import { filesToFetch } from '../../src/archive/pack/offered-files.ts';
import { emptyOwnValues, takeProperties } from '../../src/archive/pack/server-properties.ts';
import { surveyArchive } from '../../src/archive/pack/survey.ts';
import { versionFiles } from '../../src/archive/pack/version-files.ts';
import type { WarningCode } from '../../src/archive/problem-codes.ts';
import { createProblemList } from '../../src/archive/problem-list.ts';
import type { ModFile } from '../../src/archive/report.ts';
import type { RunConfiguration } from '../../src/archive/run-configuration.ts';
import { isolatedFolders } from '../../src/archive/selection/base-folder.ts';
import { compileGlobs } from '../../src/archive/selection/glob.ts';
import { byProducts, foldersOfNatives, gameJars } from '../../src/archive/selection/selection-rules.ts';
import { decideMods } from '../../src/archive/sides/decide-mods.ts';
import { startWarnings } from '../../src/archive/warnings/start-warnings.ts';
import { collisionKey, judgeName } from '../../src/archive/zip/entry-names.ts';
import { classOf, constantOf, textOf } from '../support/class-bytes.ts';
import { classFile, fabricModJson, jarWith } from '../support/jar.ts';
import { described } from '../support/mods.ts';
import { buildServerPack, forgeRun } from '../support/server-pack.ts';
import { stepsOf } from '../support/steps-of.ts';
import { temporaryFile, type ZipEntryInput, zipWith } from '../support/zip.ts';

const steps = (work: () => unknown) => stepsOf('/src/archive/', work);
const list = <Item>(size: number, make: (n: number) => Item) =>
  Array.from({ length: size }, (_, n) => make(n));
const lines = (size: number, make: (n: number) => string) => list(size, make).join('\n');

/** Fails unless twice the size takes about twice the steps: with sorting a little more, and four times for what is quadratic. */
async function expectLinear(
  size: number,
  stepsFor: (size: number) => Promise<number>,
  most = 2.5,
): Promise<void> {
  const [once, twice] = [await stepsFor(size), await stepsFor(size * 2)];
  expect(once).toBeGreaterThan(0);
  expect(twice / once).toBeLessThan(most);
}

function isLinear<Input>(size: number, make: (size: number) => Input, work: (input: Input) => unknown) {
  return expectLinear(size, (asked) => {
    const input = make(asked);
    return steps(() => work(input));
  });
}

const jar = zipWith({});
const mod: ZipEntryInput = { name: 'mods/a.jar', data: jar };
const named = (name: (index: number) => string, data: Buffer | string = '') => {
  return (count: number): ZipEntryInput[] => [mod, ...list(count, (index) => ({ name: name(index), data }))];
};
const modrinth = (paths: string[]): ZipEntryInput => ({
  name: 'modrinth.index.json',
  data: JSON.stringify({
    formatVersion: 1,
    dependencies: { minecraft: '1.21.1' },
    files: paths.map((path) => ({ path })),
  }),
});
const note = (index: number): ZipEntryInput => ({
  name: `mods/.index/${index}.pw.toml`,
  data: `filename = "${index}.jar"\nside = "client"\n[download]\nhash = "a"\nhash-format = "md5"\n`,
});

test('the steps of a loop are counted, and just as many when it runs again', async () => {
  const look = () => steps(() => compileGlobs(['*a*b']).firstOf('c'.repeat(1_000)));
  const [once, again] = [await look(), await look()];
  expect(once).toBeGreaterThan(1_000);
  expect(again).toBe(once);
});

describe('twice as much costs twice as many steps:', () => {
  // Long names on purpose: what is asked here is what they cost when nothing refuses them.
  const wide = { ...limits, nameBytes: 60_000, segmentBytes: 60_000, depth: 60_000 };
  const generated: [does: string, entries: (count: number) => ZipEntryInput[]][] = [
    ['files', named((index) => `config/${index}`)],
    ['empty folders', named((index) => `config/${index}/`)],
    ['folders in one another', named((index) => `${'d/'.repeat(index % 50)}${index}`)],
    ['mods', named((index) => `mods/${index}.jar`, jar)],
  ];

  test.each([
    ...generated,
    ['names for one file', named((index) => `config/a${'.'.repeat(index % 200)}`)],
    ['folders with mods elsewhere', named((index) => `a/b/${index}/mods/a.jar`)],
    ['versions', named((index) => `versions/${index}/${index}.json`)],
    ['versions with mods', named((index) => `versions/${index}/mods/a.jar`)],
    ['files laid over others', named((index) => `${index % 2 ? 'server-' : ''}overrides/${index >> 1}`)],
    ['notes of a launcher', (count) => [mod, ...list(count, note)]],
    ['by-products', named((index) => `__MACOSX/${index}`)],
    ['entries that climb', named((index) => `../${index}`)],
    ['mods that are lacking', (count) => [mod, modrinth(list(count, (index) => `mods/${index}.jar`))]],
  ] satisfies typeof generated)('surveying %s', async (_does, entries) => {
    const survey = async (count: number) => {
      await using pack = await temporaryFile(zipWith(entries(count)));
      return await steps(() => surveyArchive({ path: pack.path, limits: wide }));
    };
    await expectLinear(1_000, survey, 3);
  });

  test.each(generated)('generating from %s', async (_does, entries) => {
    const generate = async (count: number) => {
      await using pack = await buildServerPack(entries(count));
      return await steps(() => generateServerPack(pack.task));
    };
    await expectLinear(500, generate, 3);
  });

  test.each(['*a*a*a*a*a*a*a*a*b', '**/a*/**/a*/**/b', `${'*?'.repeat(60)}b`])(
    'looking for a path by the pattern %s',
    async (pattern) => {
      const path = (length: number) => 'a'.repeat(length);
      await isLinear(1_000, path, (name) => compileGlobs([pattern]).firstOf(name));
    },
  );

  test.each([
    ['dots', '.'],
    ['dots and a letter now and then', `${'.'.repeat(99)}a`],
    ['parts of a path', 'a/'],
    ['dots between slashes', './'],
    ['names of streams', ':$DATA'],
  ])('the key of a name of %s', async (_does, piece) => {
    const stepsFor = (length: number) => steps(() => collisionKey(`${piece.repeat(length)}a`));
    await expectLinear(500, stepsFor, 3);
  });

  const one = (n: number, requires: string[] = []): ModFile =>
    described(`mod${n}.jar`, [`mod${n}`], {
      side: n % 2 === 0 ? 'CLIENT' : 'BOTH',
      requires,
      provides: [`lib${n}`],
    });
  const needy = (size: number) => list(size, (n) => one(n, [`mod${n + 1}`, `lib${n - 1}`]));
  test.each<[string, (size: number) => ModFile[], (size: number) => string[]]>([
    ['jars and prefixes', (size) => list(size, (n) => one(n)), (size) => list(size, (n) => `x${n}`)],
    [
      'jars and prefixes that each begin with all others',
      (size) => list(size, (n) => one(n)),
      (size) => list(size, (n) => `mod${'1'.repeat(n % 200)}-`),
    ],
    [
      'jars and prefixes of which each is the beginning of the next',
      (size) => list(size, (n) => one(n)),
      (size) => list(size, (n) => `mod${'0'.repeat(n)}`),
    ],
    ['jars and what they need of each other', needy, () => []],
  ])('deciding about %s', async (_, jars, prefixes) => {
    const make = (size: number) => ({ mods: jars(size), prefixes: prefixes(size) });
    await isLinear(1_000, make, ({ mods, prefixes: both }) =>
      decideMods(mods, { ...forgeRun, clientMods: both, whitelistedMods: both }),
    );
  });

  test('warning of mods that require each other', async () => {
    const run = { ...forgeRun, modloader: 'Fabric', modloaderVersion: '0.15.6' } as const;
    const make = (size: number) => {
      const mods = list(size, (n) =>
        described(`m${n}.jar`, [`m${n}`], { requires: [`m${n + 1}`], provides: [`p${n}`] }),
      );
      return { mods, decisions: decideMods(mods, run) };
    };
    await isLinear(400, make, ({ mods, decisions }) => startWarnings(mods, decisions, run));
  });

  const toml = 'META-INF/mods.toml';
  test.each<[string, string, (size: number) => string | Uint8Array]>([
    [
      'mods and their dependencies',
      toml,
      (size) =>
        lines(size, (n) => `[[mods]]\nmodId="m${n}"\n[[dependencies.m${n}]]\nmodId="forge"\nside="CLIENT"`),
    ],
    [
      'mods, and dependencies of the last alone',
      toml,
      (size) =>
        `${lines(size, (n) => `[[mods]]\nmodId="m${n}"`)}\n${'[[dependencies.m0]]\nmodId="x"\n'.repeat(size)}`,
    ],
    ['tables within tables', toml, (size) => lines(size, (n) => `[a.b${n}.c]\nd.e="1"`)],
    ['strings that do not end', toml, (size) => 'a="\n'.repeat(size)],
    ['texts of one kind in another', toml, (size) => 'a="""\nb=\'\'\'\n'.repeat(size)],
    ['brackets', toml, (size) => `${'['.repeat(size)}\n`],
    ['blanks', toml, (size) => `a = ${' '.repeat(size)}\n`],
    ['backslashes', toml, (size) => `a = "${'\\'.repeat(2 * size)}"\n`],
    [
      'mods needed and provided',
      'fabric.mod.json',
      (size) => {
        const ids = list(size, (n) => `m${n}`);
        const depends = Object.fromEntries(ids.map((id) => [id, '*']));
        return JSON.stringify(
          fabricModJson('x', { depends, provides: ids, jars: ids.map((file) => ({ file })) }),
        );
      },
    ],
    [
      'alternatives of a dependency',
      'quilt.mod.json',
      (size) =>
        JSON.stringify({ quilt_loader: { id: 'x', depends: [list(size, (n) => ({ id: `m${n}` }))] } }),
    ],
    ['comments', 'fabric.mod.json', (size) => `{"id":"x"${'/**/ // a\n'.repeat(size)}}`],
    ['objects', 'fabric.mod.json', (size) => `{"id":"x","a":[${'{},'.repeat(size)}]}`],
    ['escapes', 'fabric.mod.json', (size) => `{"id":"x","a":"${'\\u0041'.repeat(size)}"}`],
    ['bare words', 'fabric.mod.json', (size) => `{id:x,a:${'é'.repeat(size)}}`],
    [
      'annotated classes',
      'META-INF/fml_cache_annotation.json',
      (size) => `{${list(size, (n) => `"c${n}":{"annotations":[{"name":"Lx;","values":{}}]}`).join(',')}}`,
    ],
    [
      'annotations of a class',
      'A.class',
      (size) =>
        classFile([
          ...list(size, () => ({ type: 'Lx;', values: { modid: 'y' } })),
          { type: 'Lcpw/mods/fml/common/Mod;', values: { modid: 'z' } },
        ]),
    ],
  ])('reading the %s of a jar', async (_, name, make) => {
    const made = (size: number) => jarWith({ [name]: make(size) });
    await isLinear(1_000, made, (bytes) => readJar(bytes, limits.jar));
  });

  test.each<[string, (n: number) => string]>([
    ['mods and classes', (n) => `m${n}`],
    ['mods, each named as the next begins, and classes', (n) => `a${'m'.repeat(n)}`],
  ])('reading the %s of a jar', async (_, id) => {
    const made = (size: number) =>
      jarWith({
        [toml]: lines(size, (n) => `[[mods]]\nmodId="${id(n)}"`),
        ...Object.fromEntries(list(size * 4, (n) => [`com/example/Amz${n}.class`, ''])),
      });
    const allowed = { ...limits.jar, maxMods: 1_000, maxIdLength: 1_000 };
    await isLinear(100, made, (bytes) => readJar(bytes, allowed));
  });

  test.each<[string, (n: number) => string, Uint8Array]>([
    ['classes', (n) => `A${n}.class`, classFile([])],
    ['nested jars', (n) => `META-INF/jars/${n}.jar`, zipWith({})],
    ['other files', (n) => `a/${n}`, Buffer.alloc(0)],
  ])('reading the %s of a jar', async (_, name, data) => {
    const made = (size: number) => zipWith(list(size, (n) => ({ name: name(n), data })));
    await isLinear(500, made, (bytes) => readJar(bytes, limits.jar));
  });

  // A switch at 0, behind its padding, without a case.
  const emptySwitch = [0xaa, ...Array<number>(11).fill(0), 0xff, 0xff, 0xff, 0xff];
  test.each<[string, (size: number) => Parameters<typeof classFile>[1]]>([
    ['constructors', (size) => list(size, (n) => ['<init>', [{ call: `a/B${n}` }]])],
    ['other methods', (size) => list(size, (n) => [`m${n}`, [{ call: 'a/B' }]])],
    ['calls of a constructor', (size) => ({ '<init>': list(size, (n) => ({ call: `a/B${n}` })) })],
    ['methods that are bound', (size) => ({ '<init>': list(size, (n) => ({ bind: `a/B${n}` })) })],
    ['switches', (size) => ({ '<init>': list(size, () => ({ bytes: emptySwitch })) })],
  ])('following the %s of a class', async (_, make) => {
    const code = (size: number) => classFile([], make(size));
    await isLinear(500, code, (bytes) => findClientStart(noJar, { path: 'a/Mod', bytes }, wanted));
  });

  test.each<[string, string, (size: number) => string]>([
    [
      'paths of dots',
      'modrinth.index.json',
      (size) =>
        `{"formatVersion":1,"dependencies":{},"files":[${`{"path":"mods/${'.'.repeat(50)}"},`.repeat(size)}]}`,
    ],
    [
      'numbered files',
      'manifest.json',
      (size) => `{"manifestType":"minecraftModpack","files":[${'{"projectID":1},'.repeat(size)}]}`,
    ],
    ['loaders', 'manifest.json', (size) => `{"minecraft":{"modLoaders":[${'{"id":"x"},'.repeat(size)}]}}`],
    [
      'libraries',
      'V.json',
      (size) => `{"mainClass":"x","libraries":[${'{"name":"a:b:c:d"},'.repeat(size)}]}`,
    ],
    [
      'options',
      'V.json',
      (size) => `{"mainClass":"x","arguments":{"game":[${'"--fml.forgeVersion",'.repeat(size)}]}}`,
    ],
    ['components', 'mmc-pack.json', (size) => `{"components":[${'{"uid":"x"},'.repeat(size)}]}`],
    ['settings beside it', 'instance.cfg', (size) => `${'no equals sign\n'.repeat(size)}name=x`],
  ])('reading the %s of a marker', async (_, file, make) => {
    const beside = file === 'instance.cfg' ? { 'mmc-pack.json': Buffer.from('{"components":[]}') } : {};
    const markers = (size: number) =>
      new Map<string, Uint8Array>(Object.entries({ ...beside, [file]: Buffer.from(make(size)) }));
    await isLinear(2_000, markers, (found) =>
      readManifest((name) => found.get(name) ?? null, 20_000, ['V.json']),
    );
  });

  test.each<[string, (size: number) => object[], typeof readModrinthFiles | typeof readCurseForgeFiles]>([
    ['files of an .mrpack', (size) => list(size, (n) => ({ path: `mods/${n}.jar` })), readModrinthFiles],
    ['files of one name', (size) => list(size, () => ({ path: 'mods/a.jar' })), readModrinthFiles],
    [
      'links of a file',
      (size) => [{ path: 'a', downloads: list(size, (n) => `https://example.com/${n}`) }],
      readModrinthFiles,
    ],
    [
      'files of a CurseForge export',
      (size) => list(size, (n) => ({ projectID: n + 1, fileID: 1 })),
      readCurseForgeFiles,
    ],
  ])('reading the %s', async (_, make, read) => {
    const document = (size: number) => Buffer.from(JSON.stringify({ files: make(size) }));
    const told = { problems: createProblemList(1_000), warnings: createProblemList<WarningCode>(1_000) };
    await isLinear(1_000, document, (bytes) => read(bytes, limits, told));
  });

  test.each<[string, (n: number) => string]>([
    ['mods', (n) => `mods/${n}.jar`],
    ['files in folders of their own', (n) => `config/${n}/a`],
    ['worlds', (n) => `saves/${n}/level.dat`],
  ])('finding what has to be fetched among %s', async (_, path) => {
    const offered = { links: [], hashes: {}, size: null, server: 'unsupported', refusal: null } as const;
    const paths = (size: number) => list(size, path);
    await isLinear(1_000, paths, (found) =>
      filesToFetch(
        found.map((one) => ({ ...offered, path: one, links: [] })),
        found.map((one) => ({ name: `${one}.disabled` })),
      ),
    );
  });
});

/** What code is followed for, in a jar without another class. */
const wanted = {
  classes: [Buffer.from('x/')],
  except: new Set<string>(),
  guards: [Buffer.from('y/'), Buffer.from('z/')],
};
const noJar = { find: () => null, readCode: () => Buffer.alloc(0) };

test('what a class is made of is looked at once, however often it is made', async () => {
  const name = 'a/Shown.class';
  const entry = { name, method: 0, compressedSize: 1, size: 1, headerOffset: 0, isEncrypted: false };
  const madeOf = (count: number) =>
    classOf({ constants: [textOf('a/Part'), constantOf(7, 1)], interfaces: list(count, () => 2) });
  const bytes = classFile([], { '<init>': list(500, () => ({ make: 'a/Shown' })) });
  const stepsFor = (shown: Buffer) => {
    const found = { find: (one: string) => (one === name ? entry : null), readCode: () => shown };
    return steps(() => findClientStart(found, { path: 'a/Mod', bytes }, wanted));
  };
  expect((await stepsFor(madeOf(32))) / (await stepsFor(madeOf(0)))).toBeLessThan(1.5);
});

test.each<[string, (size: number, id: string) => string]>([
  [
    'fabric.mod.json',
    (size, id) => `{"schemaVersion":1,"id":"x","depends":{${list(size, () => `"${id}":">=99"`)}}}`,
  ],
  [
    'quilt.mod.json',
    (size, id) =>
      `{"quilt_loader":{"id":"x","depends":[${list(size, () => `{"id":"${id}","versions":">=99"}`)}]}}`,
  ],
  [
    'META-INF/mods.toml',
    (size, id) =>
      `[[mods]]\nmodId="x"\n${lines(size, (n) => `[[dependencies.x]]\nmodId="${id}"\nmandatory=true\nversionRange="[9${n},)"`)}`,
  ],
])('the Javas that a %s asks for are not all looked for', async (name, make) => {
  const stepsFor = (id: string) => {
    const bytes = jarWith({ [name]: make(2_000, id) });
    return steps(() => readJar(bytes, limits.jar));
  };
  expect((await stepsFor('java')) / (await stepsFor('jafa'))).toBeLessThan(2);
});

test('of versions of libraries only so many are held against needs', async () => {
  const inVersions = (file: string, count: number) =>
    list(count, (n) =>
      described(`${file}${n}.jar`, [], { mods: [{ id: 'lib', name: '', version: `1.${file.length}.${n}` }] }),
    );
  const needs = list(64, () => ({ on: 'lib', versions: ['>=9'] }));
  const stepsFor = (count: number) => {
    const mods = [
      ...inVersions('a', 1),
      ...inVersions('out', 63),
      ...list(count, (n) => described(`mod${n}.jar`, [`mod${n}`], { versionNeeds: needs })),
    ];
    const fabric: RunConfiguration = { ...forgeRun, modloader: 'Fabric', clientMods: ['out'] };
    return steps(() => startWarnings(mods, decideMods(mods, fabric), fabric));
  };
  expect((await stepsFor(16)) / (await stepsFor(8))).toBeLessThan(1.5);
});

test('a server.properties is not read once more for each setting that matters', async () => {
  const bytes = Buffer.from('a\n'.repeat(2_000));
  const [all, emptied] = [
    await steps(() => takeProperties(bytes, null)),
    await steps(() => emptyOwnValues(bytes)),
  ];
  expect(all / emptied).toBeLessThan(2.5);
});

test('an endless name is refused by its length, and nothing else is asked about it', async () => {
  const judged = (length: number) => steps(() => judgeName('.'.repeat(length), limits));
  expect(await judged(60_000)).toBe(await judged(2_000));
});

test('what a manifest names endlessly is not looked for', async () => {
  const surveyed = async (length: number) => {
    await using pack = await temporaryFile(
      zipWith([mod, modrinth(list(100, () => `mods/${'.'.repeat(length)}a`))]),
    );
    return await stepsOf('/src/archive/zip/entry-names', () => surveyArchive({ path: pack.path, limits }));
  };
  const short = await surveyed(2_000);
  expect(short).toBeGreaterThan(0);
  expect(await surveyed(60_000)).toBeLessThanOrEqual(short);
});

/** V8 does not count what a regular expression does. A million characters end one that is quadratic: it takes minutes. */
describe('a name of a million characters comes to its end', () => {
  const rules: [does: string, work: (name: string) => unknown][] = [
    ['as a key', collisionKey],
    ['when it is judged', (name) => judgeName(name, { nameBytes: 9e9, segmentBytes: 9e9, depth: 9e9 })],
    ['among by-products', (name) => byProducts.test(name)],
    ['among folders of natives', (name) => foldersOfNatives.test(name)],
    ['among versions', (name) => [versionFiles([name], ''), isolatedFolders([name])]],
    ['among jars of the game', (name) => gameJars.some((one) => one.test(name))],
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
