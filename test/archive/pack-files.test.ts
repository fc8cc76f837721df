import { expect, test } from 'vitest';
import { listArchive, readFetchedFile, readPackFile } from '../../src/archive/pack/pack-files.ts';
import { packEntries } from '../../src/archive/selection/selection.ts';
import { temporaryFile, type ZipEntryInput, zipWith } from '../support/zip.ts';

const MiB = 1024 * 1024;

async function read(entry: ZipEntryInput, name = 'server.properties') {
  await using archive = await temporaryFile(zipWith([{ name: 'a' }, entry]));
  return (
    readPackFile(archive.path, packEntries(listArchive(archive.path, {}).entries, ''), name)?.toString() ??
    null
  );
}

test('a file of a pack is read from its archive, when it is there and whole', async () => {
  const entry = { name: 'server.properties', data: 'motd=hello' };
  expect(await read(entry)).toBe('motd=hello');
  expect(await read({ ...entry, method: 0 })).toBe('motd=hello');
  expect(await read(entry, 'server-icon.png')).toBeNull();
  expect(await read({ ...entry, rawData: Buffer.from('no deflate') })).toBeNull();
});

test('a file of a pack is read up to 16 MiB, inflated and in the archive', async () => {
  const largest = Buffer.alloc(16 * MiB, 'x');
  const entry = { name: 'server.properties', data: largest };
  expect(await read(entry)).toHaveLength(16 * MiB);
  expect(await read({ ...entry, data: Buffer.alloc(16 * MiB + 1, 'x') })).toBeNull();
  expect(await read({ ...entry, rawData: Buffer.alloc(16 * MiB + 1), size: 9 })).toBeNull();
});

test('a fetched file is read up to 16 MiB too, when the pack names it', async () => {
  await using file = await temporaryFile(Buffer.from('motd=hello'), 'fetched');
  const stored = { name: 'server.properties', source: file.path, size: 16 * MiB, crc32: 0 };
  expect(
    readFetchedFile([{ ...stored, name: 'a', source: '/nowhere' }, stored], stored.name)?.toString(),
  ).toBe('motd=hello');
  expect(readFetchedFile([{ ...stored, size: 16 * MiB + 1 }], stored.name)).toBeNull();
  expect(readFetchedFile([], stored.name)).toBeNull();
});
