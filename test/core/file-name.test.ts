import { expect, it, test } from 'vitest';
import { titleIn } from '../../src/archive/pack-title.ts';
import { cleanFileName, nameOf, serverPackName } from '../../src/core/files/file-name.ts';

test.each([
  ['pack.zip', 'pack.zip'],
  ['C:\\Users\\me\\pack.zip', 'pack.zip'],
  ['a/b\\c/pack.zip', 'pack.zip'],
  ['a/b\\pack.zip', 'pack.zip'],
  ['a\u0000b\u0085c.zip', 'abc.zip'],
  ['\u202epiz.exe', 'piz.exe'],
  ['a\u2066b\u2028c\u2029d', 'abcd'],
  ['  my pack.zip \n', 'my pack.zip'],
  ['\ud800x', '\ufffdx'],
  ['..', ''],
  ['a/.', ''],
  ['...', '...'],
  ['a/', ''],
  ['\ufeffa', 'a'],
])('%j is called %j', (sent, kept) => {
  expect(cleanFileName(sent)).toBe(kept);
});

it('keeps at most 255 bytes, and no part of a character', () => {
  expect(cleanFileName('a'.repeat(256))).toBe('a'.repeat(255));
  expect(cleanFileName('é'.repeat(128))).toBe('é'.repeat(127));
});

it('calls what has no name by what it holds', () => {
  expect(nameOf({ filename: '', sha256: '0123456789abcdef' })).toBe('0123456789ab.zip');
  expect(nameOf({ filename: 'a.zip', sha256: '0123456789abcdef' })).toBe('a.zip');
});

test.each([
  ['Skyfarers', '2.4.1', 'Skyfarers 2.4.1'],
  ['Skyfarers 2.4.1', '2.4.1', 'Skyfarers 2.4.1'],
  ['Skyfarers', null, 'Skyfarers'],
  ['\u00a76\u00a7lSky\u00a7rfarers\u00a7', 'v2\n', 'Skyfarers v2'],
  ['\u200b \u2800', '1.0', null],
  [null, '1.0', null],
])('a pack with the name %j and the version %j is called %j', (name, version, title) => {
  expect(titleIn({ name, version })).toBe(title);
});

test.each([
  ['Skyfarers 2.4.1', 'Skyfarers-2.4.1-server.zip'],
  ["Steve's Tech: Above & Beyond [FORGE] v1.0+b2", 'Steves-Tech-Above-Beyond-FORGE-v1.0+b2-server.zip'],
  ['Gru\u0308\u00dfe \u5929\u7a7a 2', 'Gr\u00fc\u00dfe-\u5929\u7a7a-2-server.zip'],
  ['../..\\.hidden..', 'hidden-server.zip'],
  ['aux.1', '_aux.1-server.zip'],
  ['\u202egpj\u3164 \ud83d\ude80 x', 'gpj-x-server.zip'],
  ['\ud83d\ude80', 'the file_server_pack.zip'],
  ['the file.zip', 'the file_server_pack.zip'],
])('the server pack of %j is saved as %j', (title, file) => {
  expect(serverPackName({ title, name: 'the file.zip' }, 'ZIP')).toBe(file);
});

it('saves a server pack of a long title under one that any system takes', () => {
  const file = serverPackName({ title: `${'\u5929'.repeat(199)} 1`, name: 'a.zip' }, 'MRPACK');
  expect(file).toBe(`${'\u5929'.repeat(50)}-server.mrpack`);
});
