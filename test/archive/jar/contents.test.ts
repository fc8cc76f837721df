import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openJar } from '../../../src/archive/jar/contents.ts';
import { defaultArchiveLimits } from '../../../src/archive/limits.ts';
import { type ZipEntryInput, zipWith } from '../../support/zip.ts';

const name = 'mcmod.info';
const directoryBytes = 46 + name.length;

/** A jar with that one file, opened with an allowance of so many bytes once its directory is paid for. */
function open(given: Omit<ZipEntryInput, 'name'>, allowed = 1_000_000) {
  const allowance = { inflatedBytes: allowed + 4 * directoryBytes };
  const jar = openJar(zipWith([{ name, ...given }]), [name], defaultArchiveLimits.jar, allowance);
  const entry = jar.files.get(name);
  if (entry === undefined) throw new Error('the file was not found');
  expect(allowance.inflatedBytes).toBe(allowed);
  return {
    read: (maxBytes: number) => jar.read(entry, maxBytes),
    readText: (maxBytes: number) => jar.readText(entry, maxBytes),
    spent: () => allowed - allowance.inflatedBytes,
  };
}

const thousand = Buffer.alloc(1_000, 'x');
const deflated = deflateRawSync(thousand).length;
const tooDear = new RangeError(`${name} was not read: the jar costs more to read than is allowed.`);

test('a jar is opened when four times its directory is allowed', () => {
  const jar = zipWith([{ name }]);
  const openWith = (inflatedBytes: number) => openJar(jar, [], defaultArchiveLimits.jar, { inflatedBytes });
  expect(openWith(4 * directoryBytes).bytes).toBe(directoryBytes);
  expect(() => openWith(4 * directoryBytes - 1)).toThrow('its directory costs more to read than is allowed');
});

test('a jar is opened that lies amid other bytes', () => {
  const jar = zipWith([{ name, data: 'text' }]);
  const amid = Buffer.concat([Buffer.from('PK'), jar, zipWith([])]).subarray(2, 2 + jar.length);
  const { files } = openJar(
    new Uint8Array(amid.buffer, amid.byteOffset, amid.length),
    [name],
    defaultArchiveLimits.jar,
    {
      inflatedBytes: 9_999,
    },
  );
  expect([...files.keys()]).toEqual([name]);
});

describe('a file is read', () => {
  test.each<[string, Omit<ZipEntryInput, 'name'>]>([
    ['deflated', { data: thousand }],
    ['stored', { data: thousand, method: 0 }],
  ])('when it is %s, and costs its size, or sixteen times that as text', (_, given) => {
    const bytes = open(given);
    expect(bytes.read(1_000)).toEqual(thousand);
    expect(bytes.spent()).toBe(1_000);
    const text = open(given);
    expect(text.readText(1_000)).toEqual(thousand);
    expect(text.spent()).toBe(16_000);
  });

  test('at the price of what it takes in the jar where that is more', () => {
    const rawData = Buffer.concat([
      Buffer.from('0000 00ff ff'.repeat(40).replaceAll(' ', ''), 'hex'),
      deflateRawSync('x'),
    ]);
    const jar = open({ rawData, data: 'x' });
    expect(jar.read(1_000).toString()).toBe('x');
    expect(jar.spent()).toBe(rawData.length);
  });

  test('when just as much is allowed', () => {
    expect(open({ data: thousand }, 1_000).read(1_000)).toEqual(thousand);
    expect(open({ data: thousand }, 16_000).readText(1_000)).toEqual(thousand);
    expect(open({ data: thousand, method: 0 }, 1_000).read(1_000)).toEqual(thousand);
  });
});

describe('a file is not read, and costs nothing', () => {
  test.each<[string, Omit<ZipEntryInput, 'name'>, RangeError]>([
    ['encrypted', { data: 'x', flags: 1 }, new RangeError(`${name} is encrypted.`)],
    [
      'compressed in another way',
      { data: 'x', method: 12 },
      new RangeError(`${name} is compressed by method 12; only stored and deflated can be read.`),
    ],
    [
      'larger than is read',
      { data: Buffer.alloc(1_001, 'x') },
      new RangeError(`${name} is 1001 bytes large; at most 1000 are read.`),
    ],
  ])('when it is %s', (_, given, error) => {
    const jar = open(given);
    expect(() => jar.read(1_000)).toThrow(error);
    expect(jar.spent()).toBe(0);
  });

  test('when it costs more than is left', () => {
    for (const method of [0, 8]) {
      expect(() => open({ data: thousand, method }, 999).read(1_000)).toThrow(tooDear);
      expect(() => open({ data: thousand, method }, 15_999).readText(1_000)).toThrow(tooDear);
      expect(() => open({ data: '', method }, 0).read(1_000)).toThrow(tooDear);
    }
    expect(() => open({ data: 'x', compressedSize: 1_001 }, 1_000).read(1_000)).toThrow(tooDear);
  });
});

describe('a file that is larger than it says', () => {
  test('is not read when it is stored, and is paid for', () => {
    const jar = open({ data: thousand, size: 10, method: 0 });
    expect(jar.read(1_000)).toEqual(thousand);
    expect(jar.spent()).toBe(1_000);
    expect(() => jar.readText(999)).toThrow(new RangeError(`${name} is larger than 999 bytes.`));
    expect(jar.spent()).toBe(17_000);
  });

  test('is not read when it is deflated, and what may have come out is paid for', () => {
    const jar = open({ data: thousand, size: 10 });
    expect(() => jar.read(999)).toThrow(new RangeError(`${name} is larger than 999 bytes.`));
    expect(jar.spent()).toBe(999);
    expect(() => open({ data: thousand, size: 10 }, 500).read(999)).toThrow(
      `${name} is larger than 500 bytes.`,
    );
  });
});

test('a damaged file costs what may have come out of it, or what it takes in the jar, and its error says why', () => {
  const rawData = Buffer.alloc(2 * deflated + 100, 0xff);
  for (const [maxBytes, cost] of [
    [1_000, 1_000],
    [20, rawData.length],
  ] as const) {
    const jar = open({ rawData, data: 'x' });
    const error = errorOf(() => jar.read(maxBytes));
    expect(error).toEqual(new RangeError(`${name} is damaged.`, { cause: expect.anything() }));
    expect(jar.spent()).toBe(cost);
  }
});

function errorOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return null;
}
