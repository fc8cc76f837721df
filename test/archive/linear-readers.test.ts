import { describe, expect, test } from 'vitest';
import { decideMods } from '../../src/archive/decide-mods.ts';
import { readJar } from '../../src/archive/inventory.ts';
import { findClientStart } from '../../src/archive/jar/construction.ts';
import { defaultArchiveLimits as limits } from '../../src/archive/limits.ts';
import { readManifest } from '../../src/archive/manifests/index.ts';
import { readCurseForgeFiles, readModrinthFiles } from '../../src/archive/manifests/named-files.ts';
import { filesToFetch, type OfferedFile } from '../../src/archive/named-files.ts';
import type { WarningCode } from '../../src/archive/problem-codes.ts';
import { createProblemList } from '../../src/archive/problem-list.ts';
import type { ModFile } from '../../src/archive/report.ts';
import { type RunConfiguration, runDefaults } from '../../src/archive/run-configuration.ts';
import { classOf, constantOf, textOf } from '../support/class-bytes.ts';
import { classFile, fabricModJson, jarWith } from '../support/jar.ts';
import { stepsOf } from '../support/steps-of.ts';
import { zipWith } from '../support/zip.ts';

/** Between 2, for what grows with its input, with a little more for sorting, and 4, for what grows with its square. */
const linear = 2.5;

/** How many times the steps for an input of a size one of twice the size takes. */
async function growth<Input>(
  size: number,
  make: (size: number) => Input,
  work: (input: Input) => unknown,
): Promise<number> {
  const [once, twice] = [make(size), make(size * 2)];
  const steps = await stepsOf('/src/archive/', () => work(once));
  return (await stepsOf('/src/archive/', () => work(twice))) / steps;
}

const list = <Item>(size: number, make: (n: number) => Item) =>
  Array.from({ length: size }, (_, n) => make(n));
const lines = (size: number, make: (n: number) => string) => list(size, make).join('\n');

describe('deciding about mods takes twice the steps for twice', () => {
  const run: RunConfiguration = {
    gameVersion: '1.20.1',
    modloader: 'Forge',
    modloaderVersion: '47.2.0',
    startArgs: [],
    clientMods: [],
    whitelistedMods: [],
    ...runDefaults,
  };
  const mod = (n: number, requires: string[] = []): ModFile => ({
    file: `mod${n}.jar`,
    size: 1,
    note: null,
    descriptors: [
      {
        format: 'mods.toml',
        mods: [{ id: `mod${n}`, name: '', version: '' }],
        side: n % 2 === 0 ? 'CLIENT' : 'BOTH',
        certainty: 'DECLARED',
        evidence: '',
        requires,
        provides: [`lib${n}`],
      },
    ],
  });

  test.each<[string, (size: number) => { mods: ModFile[]; prefixes: string[] }]>([
    [
      'the jars and the prefixes',
      (size) => ({ mods: list(size, mod), prefixes: list(size, (n) => `x${n}`) }),
    ],
    [
      'the jars and prefixes that each begin with all others',
      (size) => ({ mods: list(size, mod), prefixes: list(size, (n) => `mod${'1'.repeat(n % 200)}-`) }),
    ],
    [
      'the jars and prefixes of which each is the beginning of the next',
      (size) => ({ mods: list(size, (n) => mod(n)), prefixes: list(size, (n) => `mod${'0'.repeat(n)}`) }),
    ],
    [
      'the jars and what they need of each other',
      (size) => ({ mods: list(size, (n) => mod(n, [`mod${n + 1}`, `lib${n - 1}`])), prefixes: [] }),
    ],
  ])('%s', async (_, make) => {
    const decide = ({ mods, prefixes }: { mods: ModFile[]; prefixes: string[] }) =>
      decideMods(mods, { ...run, clientMods: prefixes, whitelistedMods: prefixes });
    expect(await growth(1_000, make, decide)).toBeLessThan(linear);
  });
});

describe('reading a jar takes twice the steps for twice', () => {
  const files: [string, string, (size: number) => string | Uint8Array][] = [
    [
      'the mods and their dependencies',
      'META-INF/mods.toml',
      (size) =>
        lines(size, (n) => `[[mods]]\nmodId="m${n}"\n[[dependencies.m${n}]]\nmodId="forge"\nside="CLIENT"`),
    ],
    [
      'the mods, and dependencies of the last alone',
      'META-INF/mods.toml',
      (size) =>
        `${lines(size, (n) => `[[mods]]\nmodId="m${n}"`)}\n${'[[dependencies.m0]]\nmodId="x"\n'.repeat(size)}`,
    ],
    ['the tables within tables', 'META-INF/mods.toml', (size) => lines(size, (n) => `[a.b${n}.c]\nd.e="1"`)],
    ['the strings that do not end', 'META-INF/mods.toml', (size) => 'a="\n'.repeat(size)],
    ['the texts of one kind in another', 'META-INF/mods.toml', (size) => 'a="""\nb=\'\'\'\n'.repeat(size)],
    ['the brackets', 'META-INF/mods.toml', (size) => `${'['.repeat(size)}\n`],
    ['the blanks', 'META-INF/mods.toml', (size) => `a = ${' '.repeat(size)}\n`],
    ['the backslashes', 'META-INF/mods.toml', (size) => `a = "${'\\'.repeat(2 * size)}"\n`],
    [
      'the mods needed and provided',
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
      'the alternatives of a dependency',
      'quilt.mod.json',
      (size) =>
        JSON.stringify({ quilt_loader: { id: 'x', depends: [list(size, (n) => ({ id: `m${n}` }))] } }),
    ],
    ['the comments', 'fabric.mod.json', (size) => `{"id":"x"${'/**/ // a\n'.repeat(size)}}`],
    ['the objects', 'fabric.mod.json', (size) => `{"id":"x","a":[${'{},'.repeat(size)}]}`],
    ['the escapes', 'fabric.mod.json', (size) => `{"id":"x","a":"${'\\u0041'.repeat(size)}"}`],
    ['the bare words', 'fabric.mod.json', (size) => `{id:x,a:${'é'.repeat(size)}}`],
    [
      'the annotated classes',
      'META-INF/fml_cache_annotation.json',
      (size) => `{${list(size, (n) => `"c${n}":{"annotations":[{"name":"Lx;","values":{}}]}`).join(',')}}`,
    ],
    [
      'the annotations of a class',
      'A.class',
      (size) =>
        classFile([
          ...list(size, () => ({ type: 'Lx;', values: { modid: 'y' } })),
          { type: 'Lcpw/mods/fml/common/Mod;', values: { modid: 'z' } },
        ]),
    ],
  ];
  test.each(files)('%s', async (_, name, make) => {
    const jar = (size: number) => jarWith({ [name]: make(size) });
    expect(await growth(1_000, jar, (bytes) => readJar(bytes, limits.jar))).toBeLessThan(linear);
  });

  test.each<[string, (n: number) => string]>([
    ['mods and classes', (n) => `m${n}`],
    ['mods, each named as the next begins, and classes', (n) => `a${'m'.repeat(n)}`],
  ])('%s', async (_, id) => {
    const jar = (size: number) =>
      jarWith({
        'META-INF/mods.toml': lines(size, (n) => `[[mods]]\nmodId="${id(n)}"`),
        ...Object.fromEntries(list(size * 4, (n) => [`com/example/Amz${n}.class`, ''])),
      });
    const allowed = { ...limits.jar, maxMods: 1_000, maxIdLength: 1_000 };
    expect(await growth(100, jar, (bytes) => readJar(bytes, allowed))).toBeLessThan(linear);
  });

  test.each<[string, (n: number) => string, Uint8Array]>([
    ['the classes', (n) => `A${n}.class`, classFile([])],
    ['the nested jars', (n) => `META-INF/jars/${n}.jar`, zipWith({})],
    ['the other files', (n) => `a/${n}`, Buffer.alloc(0)],
  ])('%s', async (_, name, data) => {
    const jar = (size: number) => zipWith(list(size, (n) => ({ name: name(n), data })));
    expect(await growth(500, jar, (bytes) => readJar(bytes, limits.jar))).toBeLessThan(linear);
  });
});

/** What code is followed for. */
const wanted = {
  classes: [Buffer.from('x/')],
  except: new Set<string>(),
  guards: [Buffer.from('y/'), Buffer.from('z/')],
};

describe('reading the code of a class takes twice the steps for twice', () => {
  // At 0, behind its padding, without a case.
  const emptySwitch = [0xaa, ...Array<number>(11).fill(0), 0xff, 0xff, 0xff, 0xff];
  test.each<[string, (size: number) => Parameters<typeof classFile>[1]]>([
    ['the constructors', (size) => list(size, (n) => ['<init>', [{ call: `a/B${n}` }]])],
    ['the other methods', (size) => list(size, (n) => [`m${n}`, [{ call: 'a/B' }]])],
    ['the calls of a constructor', (size) => ({ '<init>': list(size, (n) => ({ call: `a/B${n}` })) })],
    ['the methods that are bound', (size) => ({ '<init>': list(size, (n) => ({ bind: `a/B${n}` })) })],
    ['the switches', (size) => ({ '<init>': list(size, () => ({ bytes: emptySwitch })) })],
  ])('%s', async (_, make) => {
    const jar = { find: () => null, readCode: () => Buffer.alloc(0) };
    const code = (size: number) => classFile([], make(size));
    expect(
      await growth(500, code, (bytes) => findClientStart(jar, { path: 'a/Mod', bytes }, wanted)),
    ).toBeLessThan(linear);
  });
});

test('what a class is made of is looked at once, however often it is made', async () => {
  const entry = {
    name: 'a/Shown.class',
    method: 0,
    compressedSize: 1,
    size: 1,
    headerOffset: 0,
    isEncrypted: false,
  };
  const madeOf = (count: number) =>
    classOf({
      constants: [textOf('a/Part'), constantOf(7, 1)],
      interfaces: Array.from({ length: count }, () => 2),
    });
  const path = 'a/Mod';
  const bytes = classFile([], { '<init>': list(500, () => ({ make: 'a/Shown' })) });
  const stepsFor = (shown: Buffer) => {
    const jar = { find: (name: string) => (name === entry.name ? entry : null), readCode: () => shown };
    return stepsOf('/src/archive/', () => findClientStart(jar, { path, bytes }, wanted));
  };
  expect((await stepsFor(madeOf(32))) / (await stepsFor(madeOf(0)))).toBeLessThan(1.5);
});

describe('reading a marker takes twice the steps for twice', () => {
  test.each<[string, string, (size: number) => string]>([
    [
      'the paths of dots',
      'modrinth.index.json',
      (size) =>
        `{"formatVersion":1,"dependencies":{},"files":[${`{"path":"mods/${'.'.repeat(50)}"},`.repeat(size)}]}`,
    ],
    [
      'the numbered files',
      'manifest.json',
      (size) => `{"manifestType":"minecraftModpack","files":[${'{"projectID":1},'.repeat(size)}]}`,
    ],
    [
      'the loaders',
      'manifest.json',
      (size) => `{"minecraft":{"modLoaders":[${'{"id":"x"},'.repeat(size)}]}}`,
    ],
    ['the components', 'mmc-pack.json', (size) => `{"components":[${'{"uid":"x"},'.repeat(size)}]}`],
    ['the settings beside it', 'instance.cfg', (size) => `${'no equals sign\n'.repeat(size)}name=x`],
  ])('%s', async (_, file, make) => {
    const markers = (size: number) =>
      new Map([
        ['mmc-pack.json', Buffer.from('{"components":[]}')],
        [file, Buffer.from(make(size))],
      ]);
    const read = (found: ReadonlyMap<string, Uint8Array>) =>
      readManifest(
        (name) => (name === file || file === 'instance.cfg' ? (found.get(name) ?? null) : null),
        20_000,
      );
    expect(await growth(2_000, markers, read)).toBeLessThan(linear);
  });

  test.each<[string, (size: number) => object[], typeof readModrinthFiles | typeof readCurseForgeFiles]>([
    ['the files of an .mrpack', (size) => list(size, (n) => ({ path: `mods/${n}.jar` })), readModrinthFiles],
    [
      'the files of an .mrpack, all of one name',
      (size) => list(size, () => ({ path: 'mods/a.jar' })),
      readModrinthFiles,
    ],
    [
      'the links of the files of an .mrpack',
      (size) => [{ path: 'a', downloads: list(size, (n) => `https://example.com/${n}`) }],
      readModrinthFiles,
    ],
    [
      'the files of a CurseForge export',
      (size) => list(size, (n) => ({ projectID: n + 1, fileID: 1 })),
      readCurseForgeFiles,
    ],
  ])('%s', async (_, make, read) => {
    const document = (size: number) => Buffer.from(JSON.stringify({ files: make(size) }));
    const told = { problems: createProblemList(1_000), warnings: createProblemList<WarningCode>(1_000) };
    const work = (bytes: Buffer) => read(bytes, limits, told);
    expect(await growth(1_000, document, work)).toBeLessThan(linear);
  });
});

describe('finding what has to be fetched takes twice the steps for twice', () => {
  const offered = (path: string): OfferedFile => ({
    path,
    links: [],
    hashes: {},
    size: null,
    server: 'unsupported',
    refusal: null,
  });
  test.each<[string, (n: number) => string]>([
    ['the mods', (n) => `mods/${n}.jar`],
    ['the files in folders of their own', (n) => `config/${n}/a`],
    ['the worlds', (n) => `saves/${n}/level.dat`],
  ])('%s and what lies in the archive', async (_, path) => {
    const make = (size: number) => list(size, (n) => path(n));
    const work = (paths: string[]) =>
      filesToFetch(
        paths.map((one) => offered(one)),
        paths.map((one) => ({ name: `${one}.disabled` })),
      );
    expect(await growth(1_000, make, work)).toBeLessThan(linear);
  });
});
