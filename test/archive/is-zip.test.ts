import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { findZipEnd } from '../../src/archive/pack/is-zip.ts';
import { temporaryFile, zipWith } from '../support/zip.ts';

async function judge(bytes: Buffer) {
  await using file = await temporaryFile(bytes);
  return await findZipEnd(file.path);
}

const tar = Buffer.alloc(1024);
tar.write('ustar', 257);

test.each([
  ['a 7z archive', Buffer.from('377abcaf271c0004', 'hex')],
  ['a RAR archive', Buffer.from('526172211a070100', 'hex')],
  ['a gzip file', gzipSync('mods')],
  ['an xz file', Buffer.from('fd377a585a000004', 'hex')],
  ['a bzip2 file', Buffer.from('BZh91AY&SY')],
  ['a zstd file', Buffer.from('28b52ffd0458', 'hex')],
  ['a tar archive', tar],
  ['a web page', Buffer.from('<!DOCTYPE html><title>Sign in</title>')],
  ['no zip archive', createHash('sha512').update('noise').digest()],
])('%s named zip is refused by its name', async (what, bytes) => {
  expect(await judge(bytes)).toMatchObject({ code: 'NOT_A_ZIP', error: expect.stringContaining(what) });
});

test('an empty file is refused', async () => {
  expect(await judge(Buffer.alloc(0))).toMatchObject({ code: 'EMPTY_FILE' });
});

test('an archive is refused wherever it was cut', async () => {
  const whole = zipWith({ 'mods/a.jar': zipWith({ a: 'b' }) }, { comment: 'the end' });
  for (let length = 4; length < whole.length; length++)
    expect(await judge(whole.subarray(0, length))).toMatchObject({ code: 'TRUNCATED_ARCHIVE' });
  expect(await judge(whole)).toBeNull();
});

test('an archive is refused when it was cut behind a stored jar, which has an end of its own', async () => {
  const whole = zipWith([{ name: 'mods/a.jar', data: zipWith({ a: 'b' }), method: 0 }]);
  expect(await judge(whole.subarray(0, -25))).toMatchObject({ code: 'TRUNCATED_ARCHIVE' });
});

test('an archive without entries and one behind a program are zip archives', async () => {
  expect(await judge(zipWith({}))).toBeNull();
  expect(await judge(zipWith({ a: 'b' }, { prepended: Buffer.from('MZ') }))).toBeNull();
});
