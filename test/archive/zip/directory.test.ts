import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type ArchiveLimits, defaultArchiveLimits } from '../../../src/archive/limits.ts';
import { createProblemList } from '../../../src/archive/problem-list.ts';
import { readDirectory } from '../../../src/archive/zip/directory.ts';
import { sourceOf } from '../../support/byte-source.ts';

interface Header {
  name?: string | Buffer;
  comment?: string;
  flags?: number;
  disk?: number;
  sizes?: readonly [compressed: number, inflated: number];
  offset?: number;
  extra?: Buffer;
}

function header(given: Header = {}): Buffer {
  const name = Buffer.from(given.name ?? 'a');
  const comment = Buffer.from(given.comment ?? '');
  const extra = given.extra ?? Buffer.alloc(0);
  const bytes = Buffer.alloc(46);
  bytes.writeUInt32LE(0x02014b50, 0);
  bytes.writeUInt16LE(given.flags ?? 0, 8);
  bytes.writeUInt16LE(0x1234, 12);
  bytes.writeUInt16LE(0x5678, 14);
  const [compressed, inflated] = given.sizes ?? [0, 0];
  bytes.writeUInt32LE(compressed, 20);
  bytes.writeUInt32LE(inflated, 24);
  bytes.writeUInt16LE(name.length, 28);
  bytes.writeUInt16LE(extra.length, 30);
  bytes.writeUInt16LE(comment.length, 32);
  bytes.writeUInt16LE(given.disk ?? 0, 34);
  bytes.writeUInt32LE(given.offset ?? 0, 42);
  return Buffer.concat([bytes, name, extra, comment]);
}

/** The zip64 field with numbers of eight bytes, and that of a part in four. */
function zip64Field(numbers: readonly bigint[], disk?: number): Buffer {
  const data = Buffer.alloc(8 * numbers.length + (disk === undefined ? 0 : 4));
  for (const [index, number] of numbers.entries()) data.writeBigUInt64LE(number, 8 * index);
  if (disk !== undefined) data.writeUInt32LE(disk, 8 * numbers.length);
  return field(1, data);
}

function field(id: number, data: Uint8Array): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(id, 0);
  head.writeUInt16LE(data.length, 2);
  return Buffer.concat([head, data]);
}

function read(
  headers: readonly Buffer[],
  {
    limits = {},
    prepended = 0,
    entries = headers.length,
    zip64 = false,
  }: {
    limits?: Partial<ArchiveLimits>;
    prepended?: number;
    entries?: number;
    zip64?: boolean;
  } = {},
) {
  const directory = Buffer.concat(headers);
  const problems = createProblemList(9);
  const end = { entries, zip64, directoryOffset: 0, directorySize: directory.length, prepended };
  const bounds = { ...defaultArchiveLimits, ...limits };
  const found = readDirectory(sourceOf(directory), end, bounds, problems)?.entries;
  return {
    names: found?.map(({ name }) => name) ?? null,
    found,
    problems: problems.found.map(({ code, error }) => `${code}: ${error}`),
  };
}

describe('of a central directory', () => {
  test('every header is one entry, whatever comments and fields stand between', () => {
    const { found, problems } = read(
      [
        header({ name: 'a', comment: 'of a' }),
        header({ name: 'b', extra: field(7, Buffer.from('x')) }),
        header({ name: 'c' }),
      ],
      { prepended: 3 },
    );
    expect(problems).toEqual([]);
    expect(found?.map(({ name, headerOffset, modified }) => [name, headerOffset, modified])).toEqual(
      ['a', 'b', 'c'].map((name) => [name, 3, 0x56781234]),
    );
  });

  test('the folder itself is no entry', () => {
    expect(read([header({ name: './' }), header({ name: './a' })])).toMatchObject({
      names: ['a'],
      problems: [],
    });
  });

  test('an entry without a name ends the reading', () => {
    const { names, problems } = read([header(), header({ name: '' }), header()]);
    expect([names, problems]).toEqual([null, ['EMPTY_NAME: Entry 2 of the central directory has no name.']]);
  });

  test.each<[string, Partial<ArchiveLimits>, string]>([
    [
      'bytes',
      { directoryBytes: 93 },
      'DIRECTORY_TOO_LARGE: The central directory has 94 bytes; at most 93 are allowed.',
    ],
    ['entries', { entries: 1 }, 'TOO_MANY_ENTRIES: The archive has more than 1 entries.'],
  ])('only so many %s are read', (_, limits, problem) => {
    expect(read([header(), header({ name: 'b' })], { limits })).toMatchObject({
      names: null,
      problems: [problem],
    });
    const just = { directoryBytes: 94, entries: 2, nameBytes: 1 };
    expect(read([header(), header({ name: 'b' })], { limits: just }).problems).toEqual([]);
  });

  test('an endless name is told by its beginning, and left out', () => {
    expect(read([header({ name: 'abc' }), header()], { limits: { nameBytes: 2 } })).toMatchObject({
      names: ['a'],
      problems: ['NAME_TOO_LONG: "ab" has a name of more than 2 bytes.'],
    });
  });

  test.each([1, 6, 45, 46])('the second header may not be cut off after %i bytes', (length) => {
    const { names, problems } = read([header(), header({ name: 'bb' }).subarray(0, length)]);
    expect(names).toBeNull();
    expect(problems).toEqual([
      'INVALID_DIRECTORY: Entry 2 of the central directory cannot be read: the directory ends within a header.',
    ]);
  });

  test('strong encryption is told by the header that has it, even if that is the last', () => {
    const encrypted = 'ENCRYPTED_ENTRY: Entry 2 is encrypted. Zip the folder without a password.';
    const strong = header({ name: '', flags: 0x41 });
    expect(strong).toHaveLength(46);
    expect(read([header(), strong]).problems).toEqual([encrypted]);
  });

  test('the number of entries is as stated, without zip64 but for 65,536', () => {
    const wrong = (count: number) =>
      `INVALID_DIRECTORY: The end record states ${count} entries, but the directory has 1.`;
    expect(read([header()], { entries: 2 }).problems).toEqual([wrong(2)]);
    expect(read([header()], { entries: 2 }).names).toBeNull();
    expect(read([header()], { entries: 65_537 }).problems).toEqual([wrong(65_537)]);
    expect(read([header()], { entries: 1, zip64: true }).problems).toEqual([]);
  });
});

describe('of an entry', () => {
  const latin = Buffer.from('gr\xfcn', 'latin1');
  /** Info-ZIP's second name of an entry. */
  const second = (name: Buffer, first: string | Buffer = 'a') => {
    const head = Buffer.alloc(5);
    head.writeUInt8(1, 0);
    head.writeUInt32LE(crc32(first), 1);
    return field(0x7075, Buffer.concat([head, name]));
  };

  test('the name is UTF-8 where it says so', () => {
    const problem = (name: string) => [
      `INVALID_NAME_ENCODING: The name "${name}" is marked as UTF-8 but is not.`,
    ];
    expect(read([header({ name: latin, flags: 0x800 })]).problems).toEqual(problem('gr\ufffdn'));
    expect(read([header({ name: latin })])).toMatchObject({ names: ['gr\u00fcn'], problems: [] });
    expect(read([header({ extra: second(latin) })]).problems).toEqual(problem('a'));
    expect(read([header({ extra: second(Buffer.from('grün')) })])).toMatchObject({
      names: ['grün'],
      problems: [],
    });
  });

  test('the name is as it is written, with backslashes too, unless these are all there is', () => {
    expect(read([header({ name: 'a\\b' }), header({ name: 'c/d' })]).names).toEqual(['a\\b', 'c/d']);
    expect(read([header({ name: 'a\\b' })]).names).toEqual(['a/b']);
  });

  test('with two names leads to one place by both', () => {
    const utf8 = 0x800;
    const latin = Buffer.from('caf\u00e9/a', 'latin1');
    const named = (name: string, raw: string | Buffer, flags = 0) => {
      const extra = second(Buffer.from(name), raw);
      return read([header({ name: raw, flags, extra })]).problems.map((problem) => problem.split(':', 1)[0]);
    };
    expect(named('caf\u00e9/a', latin)).toEqual([]);
    expect(named('caf\u00e9/a', './cafe_/a')).toEqual([]);
    expect(named('cafe/a', latin)).toEqual(['AMBIGUOUS_ENTRY']);
    expect(named('caf\u00e9/a', 'caf_/b')).toEqual(['AMBIGUOUS_ENTRY']);
    expect(named('caf\u00e9/a', 'caf_/a/b')).toEqual(['AMBIGUOUS_ENTRY']);
    expect(named('caf\u00e9/a', '../a')).toEqual(['PATH_TRAVERSAL']);
    expect(named('caf\u00e9/a', 'caf\u00e9/a', utf8)).toEqual([]);
    expect(named('caf\u00e9/a', './caf\u00e9/a', utf8)).toEqual([]);
    expect(named('caf\u00e9/a', 'caf_/a', utf8)).toEqual(['AMBIGUOUS_ENTRY']);
  });

  test('no field that decides is there twice', () => {
    const twice = Buffer.concat([second(Buffer.from('b')), second(Buffer.from('c'))]);
    expect(read([header({ extra: twice })]).problems).toEqual([
      'AMBIGUOUS_ENTRY: "a" has an extra field twice of which one entry can have but one.',
    ]);
  });
});

describe('a part of a split archive', () => {
  const inPart = (part: number) => `SPLIT_ARCHIVE: "a" lies in part ${part} of a split archive.`;

  test('is told by its number', () => {
    expect(read([header({ disk: 2 })]).problems).toEqual([inPart(3)]);
  });

  const other = field(7, Buffer.from([9, 0, 0, 0]));
  const [full, huge] = [0xffffffff, 2n ** 33n];
  test.each<[string, Header, number]>([
    ['alone', { extra: Buffer.concat([other, zip64Field([], 4)]) }, 5],
    ['behind the offset', { offset: full, extra: zip64Field([1n], 4) }, 5],
    ['behind a size', { sizes: [0, full], extra: zip64Field([huge], 4) }, 5],
    ['behind all', { sizes: [full, full], offset: full, extra: zip64Field([huge, huge, 1n], 4) }, 5],
  ])('is told by the number in the zip64 field, where it stands %s', (_, given, part) => {
    expect(read([header({ disk: 0xffff, ...given })]).problems).toEqual([inPart(part)]);
  });

  test.each<[string, Header]>([
    ['there is no such field', { extra: other }],
    ['there are no fields', {}],
    ['the field has no number of a part', { offset: full, extra: zip64Field([1n]) }],
    ['its number is that of the first', { extra: zip64Field([], 0) }],
  ])('is not meant where %s', (_, given) => {
    expect(read([header({ disk: 0xffff, ...given })]).problems).toEqual([]);
  });
});
