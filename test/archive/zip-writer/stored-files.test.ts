import { randomFillSync } from 'node:crypto';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { openHashedOutput } from '../../../src/archive/zip/hashed-output.ts';
import { writeArchive } from '../../../src/archive/zip/raw-writer.ts';
import { copyStored, type StoredFile } from '../../../src/archive/zip/stored-files.ts';
import { unzip } from '../../support/unzip.ts';
import { type TemporaryFile, temporaryFile } from '../../support/zip.ts';

const mebibyte = 1024 * 1024;

/** How every open file is read. */
async function readsOfFiles(path: string) {
  await using file = await open(path);
  const handles: FileHandle = Object.getPrototypeOf(file);
  return { handles, original: handles.read };
}

function storedAs(name: string, { path }: TemporaryFile, contents: Buffer): StoredFile {
  return { name, source: path, size: contents.length, crc32: crc32(contents) };
}

test('whole files become entries as they are, in their order, however long they are', async () => {
  const contents = [2 * mebibyte + 5, 0, mebibyte, 3].map((length) => randomFillSync(Buffer.alloc(length)));
  await using folder = new AsyncDisposableStack();
  const stored: StoredFile[] = [];
  for (const [index, bytes] of contents.entries())
    stored.push(storedAs(`mods/${index}.jar`, folder.use(await temporaryFile(bytes)), bytes));
  const archive = folder.use(await temporaryFile(Buffer.alloc(0)));
  await using output = await openHashedOutput(archive.path);
  const progress: number[][] = [];
  await writeArchive(output, { parts: [], stored }, '', (...done) => void progress.push(done));
  const entries = [...(await unzip(archive.path))];
  expect(entries.map(([name]) => name)).toEqual(['mods/0.jar', 'mods/1.jar', 'mods/2.jar', 'mods/3.jar']);
  // Compared as booleans, since a failing test would print megabytes.
  expect(entries.map(([, entry], index) => contents[index]?.equals(entry.contents))).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(entries[0]?.[1]).toMatchObject({ method: 0, mode: 0o100644, modified: { date: 0x21, time: 0 } });
  const long = 2 * mebibyte + 5;
  expect(progress).toEqual([
    [0, mebibyte],
    [0, 2 * mebibyte],
    [0, long],
    [1, long],
    [2, long],
    [2, long + mebibyte],
    [3, long + mebibyte],
    [3, long + mebibyte + 3],
    [4, long + mebibyte + 3],
  ]);
});

test('no byte is overwritten by the next read before the disk has taken it', async () => {
  const contents = randomFillSync(Buffer.alloc(3 * mebibyte));
  await using place = await temporaryFile(contents);
  const reads = [0, 1, 2].map(() => Promise.withResolvers<void>());
  const read = await readsOfFiles(place.path);
  let readsDone = 0;
  vi.spyOn(read.handles, 'read').mockImplementation(async function (this: FileHandle, buffer, ...where) {
    const done = await read.original.call(this, buffer, ...where);
    reads[readsDone]?.resolve();
    readsDone += 1;
    return done;
  });
  const written: Buffer[] = [];
  // A disk that looks at what it is given as late as it may: when the next is read.
  const write = async ([piece]: readonly Uint8Array[]) => {
    await reads[written.length]?.promise;
    written.push(Buffer.from(piece ?? []));
  };
  const output = {
    size: 0,
    write,
    finish: async () => ({ size: 0, sha256: '' }),
    [Symbol.asyncDispose]: async () => {},
  };
  await copyStored(output, [storedAs('mods/a.jar', place, contents)], [], () => {});
  expect(Buffer.concat(written.slice(1)).equals(contents)).toBe(true);
});

test('a file that is not as long as it was is refused by its name, with both sizes', async () => {
  await using place = await temporaryFile(Buffer.from('four'));
  await using archive = await temporaryFile(Buffer.alloc(0));
  await using output = await openHashedOutput(archive.path);
  const stored = [storedAs('mods/a.jar', place, Buffer.from('three'))];
  await expect(copyStored(output, stored, [], () => {})).rejects.toThrow('"mods/a.jar" has 4 bytes, not 5');
  expect(await readFile(archive.path)).toHaveLength(0);
});
