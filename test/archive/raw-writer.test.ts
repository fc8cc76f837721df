import { randomFillSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { defaultArchiveLimits } from '../../src/archive/limits.ts';
import { carriedRecord } from '../../src/archive/zip/carried-record.ts';
import { listEntries } from '../../src/archive/zip/directory.ts';
import type { HashedOutput } from '../../src/archive/zip/hashed-output.ts';
import type { RawSource } from '../../src/archive/zip/raw-source.ts';
import { type ArchivePart, writeArchive } from '../../src/archive/zip/raw-writer.ts';
import { unzip } from '../support/unzip.ts';
import { temporaryFile, zipWith } from '../support/zip.ts';

/** A source that fills the buffer it is given in the very turn in which it is asked. */
function quickSource(bytes: Buffer): RawSource {
  return {
    size: bytes.length,
    async read(buffer, offset, length) {
      bytes.copy(buffer, 0, offset, offset + length);
      return buffer.subarray(0, length);
    },
  };
}

/**
 * A disk that looks at what it is given as late as it may: just before it says that it has written it. Until then it takes
 * nothing more.
 */
function slowOutput(): HashedOutput & { bytes(): Buffer } {
  const written: Buffer[] = [];
  let size = 0;
  let isWriting = false;
  return {
    get size() {
      return size;
    },
    async write(pieces) {
      if (isWriting) throw new Error('The write before this has not ended.');
      isWriting = true;
      for (const { length } of pieces) size += length;
      await setImmediate();
      for (const piece of pieces) written.push(Buffer.from(piece));
      isWriting = false;
    },
    finish: async () => ({ size, sha256: '' }),
    bytes: () => Buffer.concat(written),
    [Symbol.asyncDispose]: async () => {},
  };
}

test('no byte is overwritten by the next read before the disk has taken it', async () => {
  const contents = ['a', 'b', 'c'].map((name) => ({
    name,
    data: randomFillSync(Buffer.alloc(1_500_000)),
    method: 0,
  }));
  const archive = zipWith(contents);
  await using file = await temporaryFile(archive);
  const { entries } = listEntries(file.path, defaultArchiveLimits);
  const wanted = new Map(entries.map((entry) => [entry, carriedRecord(entry, entry.name)]));
  const output = slowOutput();
  await writeArchive(output, { parts: [{ source: quickSource(archive), entries, wanted }] }, '', () => {});
  await writeFile(file.path, output.bytes());
  const read = await unzip(file.path);
  // Compared as booleans, since a failing test would print megabytes.
  const same = contents.map(({ name, data }) => read.get(name)?.contents.equals(data));
  expect(same).toEqual([true, true, true]);
});

/** A part of a new archive: these entries of an archive, in this order. */
async function partOf(archive: Buffer, names: string[]): Promise<ArchivePart> {
  await using file = await temporaryFile(archive);
  const { entries } = listEntries(file.path, defaultArchiveLimits);
  const wanted = names.flatMap((name) => entries.filter((entry) => entry.name === name));
  const records = wanted.map((entry) => [entry, carriedRecord(entry, entry.name)] as const);
  return { source: quickSource(archive), entries, wanted: new Map(records) };
}

test('parts follow each other, each in the order of its source, and how far it is is told over all of them', async () => {
  const [first, second] = [
    { a: '1', b: '22', left: 'out', c: '333' },
    { d: '4444', e: '55555' },
  ].map((contents) => zipWith(Object.entries(contents).map(([name, data]) => ({ name, data, method: 0 }))));
  if (!first || !second) throw new Error('There are two archives.');
  const parts = [await partOf(first, ['c', 'a', 'b']), await partOf(second, ['e', 'd'])];
  await using stored = await temporaryFile(Buffer.from('stored'));
  const output = slowOutput();
  const progress: number[][] = [];
  await writeArchive(
    output,
    { parts, stored: [{ name: 'f', source: stored.path, size: 6, crc32: crc32('stored') }] },
    'a comment',
    (...done) => void progress.push(done),
  );
  expect(progress).toEqual([
    [3, 6],
    [5, 15],
    [5, 21],
    [6, 21],
  ]);
  const bytes = output.bytes();
  const directory = bytes.indexOf('PK\x01\x02', 'latin1');
  const end = bytes.indexOf('PK\x05\x06', 'latin1');
  expect([bytes.readUInt32LE(end + 12), bytes.readUInt32LE(end + 16)]).toEqual([end - directory, directory]);
  await using file = await temporaryFile(bytes);
  const contents = [...(await unzip(file.path))].map(([name, entry]) => [name, entry.contents.toString()]);
  expect(Object.fromEntries(contents)).toEqual({
    a: '1',
    b: '22',
    c: '333',
    d: '4444',
    e: '55555',
    f: 'stored',
  });
  expect(contents.map(([name]) => name)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
});

test('an archive that ends before its last entry does is told by the name of that entry', async () => {
  const archive = zipWith([
    { name: 'a', data: '1', method: 0 },
    { name: 'b', data: '22', method: 0 },
  ]);
  const part = await partOf(archive, ['a', 'b']);
  const cut = archive.subarray(0, 31 + 1 + 31 + 1);
  const written = writeArchive(
    slowOutput(),
    { parts: [{ ...part, source: quickSource(cut) }] },
    '',
    () => {},
  );
  await expect(written).rejects.toThrow('The archive ends within "b".');
});
