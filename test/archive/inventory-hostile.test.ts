import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { defaultArchiveLimits } from '../../src/archive/limits.ts';
import { readJar } from '../../src/archive/pack/inventory.ts';
import {
  annotationCache,
  classFile,
  fabricModJson,
  forgeMod,
  jarWith,
  modsToml,
  quiltModJson,
} from '../support/jar.ts';
import { asked, fc } from '../support/seeded.ts';
import { type ZipEntryInput, type ZipOptions, zipWith } from '../support/zip.ts';

const budget = defaultArchiveLimits.jar;
const MiB = 1024 * 1024;

const descriptor: ZipEntryInput = {
  name: 'fabric.mod.json',
  data: JSON.stringify(fabricModJson('example', { environment: 'client' })),
};

/** What is read from a jar that also holds a good client-only descriptor, in front of the given entries. */
function readWith(entries: ZipEntryInput[], changes: Partial<typeof budget> = {}) {
  return readJar(zipWith([descriptor, ...entries]), { ...budget, ...changes });
}

describe('a jar that is no sound archive is noted and keeps its place', () => {
  const whole = zipWith([descriptor, { name: 'a.txt', data: 'x'.repeat(1000) }]);
  test.each([
    ['empty', Buffer.alloc(0), 'no end record'],
    ['text', Buffer.from('<html>404</html>'), 'no end record'],
    ['cut off', whole.subarray(0, -30), 'no end record'],
    ['an end record alone that counts entries', withoutEntries(whole), 'damaged'],
    ['a directory overwritten in the middle', overwritten(whole, Buffer.from('a.txt'), 1), 'damaged'],
  ])('when it is %s', (_, bytes, words) => {
    expect(readJar(bytes, budget)).toMatchObject({ descriptors: [], note: expect.stringContaining(words) });
  });

  test.each<[string, ZipEntryInput, string]>([
    ['encrypted', { ...descriptor, flags: 0x801 }, 'fabric.mod.json is encrypted.'],
    [
      'compressed by a method no loader knows',
      { ...descriptor, method: 12 },
      'fabric.mod.json is compressed by method 12; only stored and deflated can be read.',
    ],
    ['broken', { ...descriptor, rawData: Buffer.of(255, 255, 255) }, 'fabric.mod.json is damaged.'],
    [
      'outside the file',
      { ...descriptor, central: { offset: 0x7fffffff } },
      "fabric.mod.json is not where the jar's directory says.",
    ],
    ['longer than the file', { ...descriptor, compressedSize: 100_000 }, 'fabric.mod.json is cut off.'],
  ])('when its descriptor is %s', (_, entry, note) => {
    expect(readJar(zipWith([entry]), budget)).toEqual({ descriptors: [], note });
  });
});

describe('a jar that Java would read is read', () => {
  test.each<[string, ZipEntryInput, ZipOptions]>([
    ['zip64 records', { ...descriptor, zip64: true }, { zip64: true }],
    ['sizes behind the data', { ...descriptor, descriptor: true }, {}],
    ['a stored descriptor', { ...descriptor, method: 0 }, {}],
    ['names that are not UTF-8', { name: Buffer.from('a\xff.txt', 'latin1') }, {}],
  ])('with %s', (_, entry, options) => {
    const entries = entry.name === descriptor.name ? [entry] : [entry, descriptor];
    expect(readJar(zipWith(entries, options), budget)).toMatchObject({
      descriptors: [{ side: 'CLIENT' }],
      note: null,
    });
  });
});

test('of two files with one name in a jar the last counts, as it does for Java', () => {
  const descriptors = ['client', 'server'].map((environment) => ({
    name: 'fabric.mod.json',
    data: JSON.stringify({ id: 'example', environment }),
  }));
  expect(readJar(zipWith(descriptors), budget).descriptors).toMatchObject([{ side: 'SERVER' }]);
});

describe('the budget of a jar', () => {
  test('stops a descriptor that is a bomb, whether its size is told or not', () => {
    const rawData = deflateRawSync(Buffer.alloc(64 * MiB));
    for (const size of [64 * MiB, 100]) {
      const bomb = { name: 'META-INF/mods.toml', rawData, size, crc32: 0 };
      const { descriptors, note } = readWith([bomb]);
      expect(descriptors).toHaveLength(1);
      expect(note).toMatch(/^META-INF\/mods\.toml is (larger than|67108864 bytes)/);
    }
  });

  test('stops ten thousand classes that share the same bytes', () => {
    const shared = Buffer.concat([Buffer.from('cafebabe', 'hex'), Buffer.alloc(MiB)]);
    const rawData = deflateRawSync(shared);
    const first: ZipEntryInput = { name: 'A0.class', rawData, size: shared.length };
    const others = Array.from({ length: 10_000 }, (_, n) => ({
      name: `A${n + 1}.class`,
      size: shared.length,
      rawData: Buffer.alloc(0),
      compressedSize: rawData.length,
      central: { offset: 0 },
    }));
    expect(readJar(zipWith([first, ...others]), { ...budget, maxInflatedBytes: 16 * MiB })).toEqual({
      descriptors: [],
      note: expect.stringContaining('classes in all were not read.'),
    });
  });

  test('stops empty deflate blocks that cost time and yield nothing', () => {
    const nothing = Buffer.concat(Array.from({ length: 100_000 }, () => Buffer.from('000000ffff', 'hex')));
    const rawData = Buffer.concat([nothing, Buffer.from('010000ffff', 'hex')]);
    const entries = Array.from({ length: 1000 }, (_, n) => ({
      name: `A${n}.class`,
      data: '',
      rawData: n === 0 ? rawData : Buffer.alloc(0),
      compressedSize: rawData.length,
      central: { offset: 0 },
    }));
    expect(readJar(zipWith(entries), { ...budget, maxInflatedBytes: 4 * MiB }).note).toContain('not read');
  });

  test('ends 16 levels down in jars nested without end', () => {
    let nested = jarWith({ 'fabric.mod.json': fabricModJson('level0') });
    for (let level = 1; level <= 50; level++)
      nested = jarWith({
        'fabric.mod.json': fabricModJson(`level${level}`),
        'META-INF/jars/next.jar': nested,
      });
    const { descriptors, note } = readJar(nested, budget);
    expect(descriptors[0]?.provides).toEqual(Array.from({ length: 16 }, (_, n) => `level${49 - n}`));
    expect(descriptors[0]?.mayProvide).toEqual(['*']);
    expect(note).toBe('Jars nested more than 16 deep were not looked into.');
  });

  test('ends at the number of jars that are looked into, at whatever depth they lie', () => {
    const leaf = jarWith({ 'fabric.mod.json': fabricModJson('leaf') });
    const branch = (jar: Buffer) =>
      jarWith(Object.fromEntries([1, 2, 3, 4].map((n) => [`META-INF/jars/${n}.jar`, jar])));
    const { descriptors, note } = readJar(branch(branch(branch(branch(leaf)))), {
      ...budget,
      maxNestedJars: 20,
    });
    expect(note).toContain('Only 0 of 4 nested jars were looked into.');
    expect(descriptors[0]?.mayProvide).toEqual(['*']);
  });

  test('charges text by the time it takes to parse', () => {
    const nested = jarWith({ 'META-INF/mods.toml': `${modsToml({ x: [] })}${'a = 1\n'.repeat(20_000)}` });
    const entries = Array.from({ length: 100 }, (_, n) => ({ name: `META-INF/jars/${n}.jar`, data: nested }));
    expect(readWith(entries, { maxInflatedBytes: 8 * MiB }).note).toContain(
      'costs more to read than is allowed',
    );
    expect(readWith(entries.slice(0, 3), { maxInflatedBytes: 8 * MiB }).note).toBeNull();
  });

  test('does not end a note that goes on and on, of which 600 characters are kept', () => {
    const entries = Array.from({ length: 20 }, (_, n) => ({
      name: `META-INF/jars/${'no jar '.repeat(20)}${n}.jar`,
      data: 'no zip',
    }));
    expect(readWith(entries, {}).note).toHaveLength(600);
  });

  test('is shared by all nested jars', () => {
    const big = zipWith([{ name: 'big.bin', data: Buffer.alloc(MiB, 7), method: 0 }]);
    const entries = Array.from({ length: 20 }, (_, n) => ({ name: `META-INF/jars/${n}.jar`, data: big }));
    const { note } = readWith(entries, { maxInflatedBytes: 4 * MiB });
    expect(note).toContain('the jar costs more to read than is allowed');
  });
});

describe('descriptors made to hurt', () => {
  const deep = (open: string, close: string) => open.repeat(200_000) + close.repeat(200_000);
  test.each([
    ['fabric.mod.json', deep('[', ']')],
    ['fabric.mod.json', `{"id":"x","depends":${deep('{"a":', '}').slice(0, -1)}`],
    ['fabric.mod.json', `// lenient\n${deep('[', ']')}`],
    ['fabric.mod.json', '/*'.repeat(500_000)],
    ['quilt.mod.json', `{"quilt_loader":{"id":"x","depends":${deep('[', ']')}}}`],
    ['META-INF/mods.toml', `a = ${deep('[', ']')}`],
    ['META-INF/mods.toml', `a = ${deep('{b=', '}')}`],
    ['META-INF/mods.toml', `${'a.'.repeat(500_000)}b = 1`],
    ['META-INF/mods.toml', '[[mods]]\n'.repeat(100_000)],
    ['META-INF/mods.toml', 'a="\n'.repeat(200_000)],
    ['META-INF/mods.toml', 'a="""\nb=\'\'\'\n'.repeat(100_000)],
    ['META-INF/mods.toml', `a="""${'\\\n'.repeat(500_000)}`],
    ['META-INF/mods.toml', `a="${'\\'.repeat(1_000_001)}"`],
    ['META-INF/mods.toml', `a=""${'"'.repeat(1_000_000)}`],
    ['META-INF/mods.toml', `a = ${' '.repeat(1_000_000)}`],
    ['META-INF/mods.toml', '['.repeat(1_000_000)],
    ['META-INF/fml_cache_annotation.json', deep('[', ']')],
  ])('as %s, case %#, are read or noted', (name, data) => {
    const alone = readJar(zipWith([{ name, data }]), budget);
    expect(alone.descriptors.length).toBeLessThanOrEqual(1);
    expect(alone.note ?? '').not.toContain('unexpectedly');
    if (name === descriptor.name) return;
    const { descriptors } = readWith([{ name, data }]);
    expect(descriptors.map(({ format }) => format)).toContain('fabric.mod.json');
  });

  test('that declare endless lists are cut to what is allowed of each, and noted', () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`m${n}`, '*']));
    const fabric = jarWith({
      'fabric.mod.json': fabricModJson('x', { depends: many, provides: Object.keys(many) }),
    });
    const reading = readJar(fabric, budget);
    expect(reading.descriptors[0]?.requires).toHaveLength(512);
    expect(reading.descriptors[0]?.provides).toHaveLength(1024);
    expect(reading.note).toBe(
      'fabric.mod.json needs more than 512 mods; the others are left out. fabric.mod.json provides more than 1024 mods; the others are left out.',
    );
    const text = '[[mods]]\nmodId="a"\n'.repeat(5000);
    expect(readJar(jarWith({ 'META-INF/mods.toml': text }), budget)).toMatchObject({
      descriptors: [{ mods: { length: 256 } }],
      note: 'mods.toml names more than 256 mods; the others are left out.',
    });
  });

  test('that hold more than is read leave the side open, and it is noted', () => {
    const rest = Array.from({ length: 20_001 }, (_, n) => `x${n}="1"\n`).join('');
    const text = modsToml({ a: [{ on: 'forge', side: 'CLIENT' }] }, 'clientSideOnly=true') + rest;
    expect(readJar(jarWith({ 'META-INF/mods.toml': text }), budget)).toMatchObject({
      descriptors: [
        { side: 'UNKNOWN', evidence: 'mods.toml: it holds more than is read, so the side is unknown.' },
      ],
      note: 'mods.toml holds more than is read; the rest is left out.',
    });
  });

  test('are each cut and noted by itself, and one that cannot be read keeps no other from being read', () => {
    const limits = { ...budget, maxRequires: 1, maxProvides: 1, maxIdLength: 4 };
    const depends = { x: '*', y: '*' };
    const jar = jarWith({
      'quilt.mod.json': quiltModJson('a', '*', {
        depends: ['x', 'y'],
        provides: ['p', 'q', { id: 'endless' }],
      }),
      'fabric.mod.json': fabricModJson('a', { depends }),
      'META-INF/mods.toml': modsToml({ a: [{ on: 'x' }, { on: 'y' }] }),
    });
    const { descriptors, note } = readJar(jar, limits);
    expect(descriptors.map(({ requires, provides }) => [requires, provides])).toEqual([
      [['x'], ['p']],
      [['x'], []],
      [['x'], []],
    ]);
    expect(note).toBe(
      'quilt.mod.json needs more than 1 mods; the others are left out. quilt.mod.json provides more than 1 mods; the others are left out. ' +
        'quilt.mod.json provides ids of more than 4 characters; these are left out. fabric.mod.json needs more than 1 mods; the others are left out. ' +
        'mods.toml needs more than 1 mods; the others are left out.',
    );
    const broken = zipWith([
      { name: 'quilt.mod.json', data: '{"quilt_loader":{}}' },
      { name: 'fabric.mod.json', data: '{"id": ' },
      { name: 'META-INF/neoforge.mods.toml', rawData: Buffer.of(7), size: 9 },
      { name: 'META-INF/mods.toml', data: modsToml({ a: [] }) },
    ]);
    expect(readJar(broken, budget)).toMatchObject({
      descriptors: [{ format: 'mods.toml' }],
      note: expect.stringMatching(
        /^quilt\.mod\.json names no mod\. fabric\.mod\.json could not be read: .*[^.]\. META-INF\/neoforge\.mods\.toml is damaged\.$/,
      ),
    });
  });

  test('whose ids are longer than any are read without these, since a part of an id is another id', () => {
    const long = 'x'.repeat(257);
    const depends = { [long]: '*', lib: '*', [long.slice(1)]: '*' };
    expect(readJar(jarWith({ 'fabric.mod.json': fabricModJson('a', { depends }) }), budget)).toMatchObject({
      descriptors: [{ requires: ['lib', long.slice(1)] }],
      note: 'fabric.mod.json needs ids of more than 256 characters; these are left out.',
    });
    expect(readJar(jarWith({ 'fabric.mod.json': fabricModJson(long) }), budget)).toEqual({
      descriptors: [],
      note: 'fabric.mod.json names no mod. fabric.mod.json names ids of more than 256 characters; these are left out.',
    });
  });

  test('with more mods than are read by annotation leave their side open', () => {
    const annotations = (count: number) =>
      classFile(
        Array.from({ length: count }, (_, n) => ({
          type: forgeMod,
          values: { modid: `m${n}`, clientSideOnly: true },
        })),
      );
    expect(readJar(jarWith({ 'A.class': annotations(256) }), budget)).toMatchObject({
      descriptors: [{ side: 'CLIENT', mods: { length: 256 } }],
      note: null,
    });
    expect(
      readJar(jarWith({ 'A.class': annotations(257) }), { ...budget, maxReportBytes: MiB }),
    ).toMatchObject({
      descriptors: [{ side: 'UNKNOWN', mods: { length: 256 } }],
      note: '@Mod names more than 256 mods; the others are left out.',
    });
  });

  test('that say more than the report keeps of a jar are kept without their descriptors', () => {
    const jar = jarWith({ 'fabric.mod.json': fabricModJson('a', { depends: { lib: '*' } }) });
    const size = Buffer.byteLength(JSON.stringify(readJar(jar, budget)));
    expect(readJar(jar, { ...budget, maxReportBytes: size }).note).toBeNull();
    expect(readJar(jar, { ...budget, maxReportBytes: size - 1 })).toEqual({
      descriptors: [],
      note: `What the jar says of itself has ${size} bytes, of which at most ${size - 1} are kept, so none is.`,
    });
  });

  test('as class files that claim a million annotations or attributes within attributes', () => {
    const sound = classFile([{ type: forgeMod, values: { modid: 'example' } }]);
    // The one annotation, with its one value, takes the last eleven bytes, its count first.
    const countAt = sound.length - 11;
    const manyAnnotations = Buffer.from(sound);
    manyAnnotations.writeUInt16BE(0xffff, countAt);
    const shortAttribute = Buffer.from(sound);
    shortAttribute.writeUInt32BE(0, countAt - 4);
    for (const data of [manyAnnotations, shortAttribute, sound.subarray(0, -1)])
      expect(readJar(zipWith([{ name: 'A.class', data }]), budget)).toEqual({
        descriptors: [],
        note: expect.stringMatching(/^A\.class could not be read: /),
      });
  });
});

const classes = classFile([{ type: forgeMod, values: { modid: 'example', clientSideOnly: true } }]);
const samples = [
  jarWith({ 'fabric.mod.json': fabricModJson('a', { provides: ['b'], depends: { c: '*' } }) }),
  jarWith({
    'quilt.mod.json': quiltModJson('a', 'client', { depends: ['b', { id: 'c' }] }),
    'META-INF/jars/b.jar': jarWith({ 'fabric.mod.json': fabricModJson('b') }),
  }),
  jarWith({
    'META-INF/mods.toml': modsToml({
      a: [
        { on: 'forge', side: 'CLIENT' },
        { on: 'b', mandatory: true },
      ],
    }),
  }),
  jarWith({ 'A.class': classes, 'B.class': classFile([]) }),
  jarWith({
    'META-INF/mods.toml': modsToml({ a: [{ on: 'forge' }] }),
    'A.class': classFile([{ type: forgeMod, values: { value: 'a' } }], {
      '<init>': [{ bytes: [0xc4, 0x15, 0, 1] }, { bind: 'net/minecraft/client/A' }],
    }),
  }),
  jarWith({
    'META-INF/fml_cache_annotation.json': annotationCache({
      A: [{ name: forgeMod, values: { modid: 'a' } }],
    }),
  }),
];

/** One random change to some bytes: overwrite, cut out or insert. */
const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  remove: fc.integer({ min: 0, max: 8 }),
  insert: fc.uint8Array({ maxLength: 8 }),
});

function mutate(bytes: Buffer, changes: { at: number; remove: number; insert: Uint8Array }[]): Buffer {
  let mutated = bytes;
  for (const { at, remove, insert } of changes) {
    const from = Math.floor(at * mutated.length);
    mutated = Buffer.concat([mutated.subarray(0, from), insert, mutated.subarray(from + remove)]);
  }
  return mutated;
}

/** What must hold whatever a jar says: plain, bounded data and no fault of ours. */
function expectSoundReading(bytes: Uint8Array): void {
  const reading = readJar(bytes, { ...budget, maxInflatedBytes: MiB, maxReportBytes: 2_000 });
  const { descriptors, note } = reading;
  if (descriptors.length > 0) expect(Buffer.byteLength(JSON.stringify(reading))).toBeLessThanOrEqual(2_000);
  expect(note ?? '').not.toContain('unexpectedly');
  for (const { format, mods, requires, provides, evidence } of descriptors) {
    if (format !== 'MANIFEST.MF') expect(mods.length).toBeGreaterThan(0);
    for (const text of [
      evidence,
      note ?? '',
      ...requires,
      ...provides,
      ...mods.flatMap((mod) => Object.values(mod)),
    ])
      expect(text).not.toMatch(/[\p{Cc}\p{Cs}]/u);
    for (const id of [...requires, ...provides]) expect(id).toBe(id.toLowerCase());
  }
}

describe('whatever bytes come', () => {
  test('a mutated jar never makes reading throw', () => {
    const jars = fc.constantFrom(...samples);
    const property = fc.property(jars, fc.array(change, { minLength: 1, maxLength: 6 }), (jar, changes) =>
      expectSoundReading(mutate(jar, changes)),
    );
    fc.assert(property, asked(3_000));
  });

  test('a descriptor of random text and bytes, or a mutated one, never makes reading throw', () => {
    const sources: [string, Buffer][] = [
      [
        'META-INF/mods.toml',
        Buffer.from(
          modsToml({ a: [{ on: 'forge', side: 'CLIENT' }], b: [{ on: 'a' }] }, 'x = [1, {y = "z"}]'),
        ),
      ],
      [
        'fabric.mod.json',
        Buffer.from(JSON.stringify(fabricModJson('a', { depends: { b: '*' }, provides: ['c'] }))),
      ],
      [
        'quilt.mod.json',
        Buffer.from(JSON.stringify(quiltModJson('a', '*', { depends: ['b', [{ id: 'c' }]] }))),
      ],
      ['A.class', classes],
    ];
    const signs = ['"', "'", '"""', "'''", '[', ']', '[[', ']]', '{', '}', '=', '.', ',', '#', '\\', '\n'];
    const words = fc.constantFrom(...signs, 'modId', 'mods', 'dependencies', 'x');
    const contents = fc.oneof(
      fc.array(words, { maxLength: 60 }).map((some) => Buffer.from(some.join(''))),
      fc.uint8Array({ maxLength: 200 }).map((some) => Buffer.from(some)),
      fc.string({ unit: 'binary' }).map((some) => Buffer.from(some)),
    );
    const names = fc.constantFrom(...sources.map(([name]) => name));
    const property = fc.property(
      fc.oneof(fc.constantFrom(...sources), fc.tuple(names, contents)),
      fc.array(change, { maxLength: 6 }),
      ([name, content], changes) => expectSoundReading(jarWith({ [name]: mutate(content, changes) })),
    );
    fc.assert(property, asked(6_000));
  });
});

function withoutEntries(whole: Buffer): Buffer {
  return whole.subarray(whole.lastIndexOf(Buffer.from('PK\u0005\u0006')));
}

/** Overwrites the central header that names the entry, so that the walk over the directory ends there. */
function overwritten(whole: Buffer, name: Buffer, by: number): Buffer {
  const changed = Buffer.from(whole);
  changed[changed.lastIndexOf(name) - 46] = by;
  return changed;
}
