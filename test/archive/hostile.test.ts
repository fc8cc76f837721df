import { readFile } from 'node:fs/promises';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type ArchiveLimits, defaultArchiveLimits } from '../../src/archive/limits.ts';
import { checkArchive } from '../../src/archive/pack/check.ts';
import { findZipEnd } from '../../src/archive/pack/is-zip.ts';
import { problemCodes, warningCodes } from '../../src/archive/problem-codes.ts';
import {
  temporaryFile,
  unicodePath,
  type ZipEntryInput,
  type ZipOptions,
  zip64Extra,
  zipWith,
} from '../support/zip.ts';

/**
 * The code of the first problem, with the entry that has to be named; what the archive does, after "refuses an archive"; one entry beside a mod, which
 * is called `a` unless it says otherwise, several, or a whole archive.
 */
type Row = [problem: string, does: string, what: Input, limits?: Partial<ArchiveLimits>];
type Input = Partial<ZipEntryInput> | ZipEntryInput[] | Buffer;

const mod: ZipEntryInput = { name: 'mods/a.jar', data: zipWith({}) };
const withMod = (entries: ZipEntryInput[], options?: ZipOptions) => zipWith([mod, ...entries], options);
const ended = (options: ZipOptions) => withMod([], options);

function bytesOf(what: Input): Buffer {
  if (Buffer.isBuffer(what)) return what;
  return withMod(Array.isArray(what) ? what : [{ name: 'a', ...what }]);
}

const named = (problem: string, does: string, name: string): Row => [problem, does, { name, data: 'x' }];

const names: Row[] = [
  named('PATH_TRAVERSAL ../evil.sh', 'whose entry begins with ../', '../evil.sh'),
  named('PATH_TRAVERSAL', 'whose entry climbs in the middle', 'folder/../../evil.sh'),
  named('PATH_TRAVERSAL', 'whose entry ends in ..', 'folder/..'),
  named('PATH_TRAVERSAL', 'whose entry climbs with a space behind the dots', 'folder/.. /evil.sh'),
  named('PATH_TRAVERSAL', 'whose entry climbs with three dots', 'folder/.../evil.sh'),
  named('PATH_TRAVERSAL', 'whose entry climbs by a long name of NTFS', 'a/..::$INDEX_ALLOCATION/evil.sh'),
  named('PATH_TRAVERSAL', 'whose entry is a stream of its folder', 'folder/::$DATA'),
  named('PATH_TRAVERSAL', 'whose entry climbs with backslashes', '..\\..\\evil.bat'),
  named('PATH_TRAVERSAL ../evil.sh', 'whose entry climbs behind a ./', './../evil.sh'),
  named('ABSOLUTE_PATH /etc/passwd', 'whose entry is absolute', '/etc/passwd'),
  named('ABSOLUTE_PATH', 'whose entry names another computer', '//server/share/evil.exe'),
  named('EMPTY_SEGMENT', 'whose entry names a computer with backslashes', '\\\\server\\share\\evil.exe'),
  named('DRIVE_LETTER C:/Windows/evil.dll', 'whose entry begins with a drive', 'C:/Windows/evil.dll'),
  named('DRIVE_LETTER', 'whose entry is relative to a drive', 'c:evil.dll'),
  named('DRIVE_LETTER', 'whose entry has a drive further in', 'config/D:/evil.dll'),
  named('BACKSLASH_IN_NAME config\\a.toml', 'whose entry has backslashes for slashes', 'config\\a.toml'),
  named('HIDDEN_CHARACTER mods/\\u{202e}gpj.jar', 'whose mod is turned around', 'mods/\u202egpj.jar'),
  named('HIDDEN_CHARACTER start\\u{200b}.sh', 'whose file outside has what is not seen', 'start\u200b.sh'),
  named('CONTROL_CHARACTER mods/a.jar\\u{0}.txt', 'whose entry has NUL in its name', 'mods/a.jar\0.txt'),
  named('CONTROL_CHARACTER config/a\\u{a}b', 'whose entry has a line break in its name', 'config/a\nb'),
  named('CONTROL_CHARACTER a\\u{1b}[2J', 'whose entry has an escape sequence in its name', 'a\u001b[2J'),
  named('EMPTY_SEGMENT config//a', 'whose entry has two slashes', 'config//a'),
  named('EMPTY_SEGMENT', 'whose entry has a dot for a folder', 'config/./a'),
  named('EMPTY_NAME', 'whose entry has no name', ''),
  named('DEVICE_NAME config/NUL', 'whose entry is a device of Windows', 'config/NUL'),
  named('DEVICE_NAME', 'whose entry is a device with an ending', 'config/com1.txt'),
  named('DEVICE_NAME', 'whose entry is a device with a superscript digit', 'config/LPT²'),
  named('DEVICE_NAME', 'whose folder is a device', 'aux/a.txt'),
  named('NAME_TOO_LONG', 'whose entry has an endless part', `config/${'é'.repeat(128)}`),
  ['NAME_TOO_LONG', 'whose entry has an endless name', { name: 'folder/'.repeat(150) }],
  ['NAME_TOO_LONG abcdefghij', 'whose name is above the limit', { name: 'abcdefghijk' }, { nameBytes: 10 }],
  ['NAME_TOO_LONG', 'whose entry has a name of 60,000 dots', { name: '.'.repeat(60_000) }],
  ['NAME_TOO_LONG', 'whose entry has 31 marks on one letter', { name: `config/a${'\u0323'.repeat(31)}` }],
  ['PATH_TOO_DEEP', 'whose entry lies in 65 folders', { name: `${'d/'.repeat(65)}a` }],
  ['INVALID_NAME_ENCODING', 'with .. in an overlong form', { name: Buffer.from('c0aec0ae2f61', 'hex') }],
  ['INVALID_NAME_ENCODING', 'whose name has control characters', { name: Buffer.from('1b5b324aff', 'hex') }],
];

/** An entry with a second, Unicode name. */
function twice(problem: string, does: string, first: string, second: string | Buffer, flags = 0): Row {
  return [problem, does, { name: first, flags, extra: unicodePath(first, second) }];
}
const evilTwice = Buffer.concat([unicodePath('a', 'a'), unicodePath('a', '../evil.sh')]);
const sameTwice = Buffer.concat([unicodePath('a', 'a'), unicodePath('a', 'a')]);
const noUtf8 = Buffer.from('c0ae', 'hex');

const secondNames: Row[] = [
  twice('PATH_TRAVERSAL ../evil.sh', 'whose second name climbs', 'a', '../evil.sh'),
  twice('PATH_TRAVERSAL a', 'whose first name climbs behind a harmless second one', '../evil.sh', 'a'),
  twice('AMBIGUOUS_ENTRY scripts/ä', 'whose second name leads elsewhere', 'config/a', 'scripts/ä'),
  twice('AMBIGUOUS_ENTRY', 'whose second name has another ASCII letter', 'caf_/b', 'café/a'),
  twice('AMBIGUOUS_ENTRY', 'whose first name has a folder more', 'caf_/a/b', 'café/a'),
  twice('AMBIGUOUS_ENTRY ä', 'whose second name is a file where the first is a folder', 'config/', 'ä'),
  twice('AMBIGUOUS_ENTRY ä', 'whose first name is marked as UTF-8 and another', 'é', 'ä', 0x800),
  twice('INVALID_NAME_ENCODING a', 'whose second name is no UTF-8', 'a', noUtf8),
  twice('NAME_TOO_LONG', 'whose second name has endless marks', 'a', `a${'\u0301\u0323'.repeat(15_000)}`),
  ['AMBIGUOUS_ENTRY a', 'with two second names of which one climbs', { flags: 0, extra: evilTwice }],
  ['AMBIGUOUS_ENTRY a', 'with the same second name twice', { extra: sameTwice }],
  ['AMBIGUOUS_ENTRY a', 'with two zip64 fields', { data: 'x', zip64: true, extra: zip64Extra(1n, 1n, 0n) }],
];

/** An entry whose local header states something else. */
const local = (
  does: string,
  stated: NonNullable<ZipEntryInput['local']>,
  more: Partial<ZipEntryInput> = {},
): Row => ['LOCAL_HEADER_MISMATCH a', `whose local header ${does}`, { data: 'x', ...more, local: stated }];

const localHeaders: Row[] = [
  local('names another file', { name: '../evil.sh' }),
  local('has control characters in the name', { name: 'a\0\u001b[2J' }),
  local('has another second name', { extra: unicodePath('a', '../evil.sh') }),
  local('has two second names', { extra: evilTwice }),
  local('has two zip64 fields', { extra: zip64Extra(1n, 9n) }, { zip64: true }),
  local('says that it is encrypted', { flags: 0x801 }),
  local('says that it is encrypted with masked headers', { flags: 0x2800 }),
  local('states another method', { method: 0 }),
  local('states another size', { size: 2 }),
  local('states another size in a field', { size: 0xffffffff, extra: zip64Extra(2n) }),
  local('has too short a field', {
    size: 0xffffffff,
    compressedSize: 0xffffffff,
    extra: zip64Extra(1n),
  }),
  local('states sizes in a field that is not there', { size: 0xffffffff }),
  local('states another size in the archive', { compressedSize: 2 }),
  local('states another CRC', { crc32: 2 }),
  local('leaves sizes to a descriptor and states another one', { size: 2 }, { descriptor: true }),
  local('leaves the CRC to a descriptor and states another one', { crc32: 2 }, { descriptor: true }),
  local('states all ones without a descriptor', { crc32: 0xffffffff }),
  [
    'LOCAL_HEADER_MISMATCH',
    'whose name is marked as UTF-8 in the local header alone and is not',
    { name: Buffer.from('ff61', 'hex'), flags: 0, local: { flags: 0x800 } },
  ],
  [
    'LOCAL_HEADER_MISMATCH mods/a.jar',
    'that points into an entry',
    zipWith([{ ...mod, central: { offset: 1 } }]),
  ],
];

const collision = (does: string, one: string, other: string): Row => [
  'NAME_COLLISION',
  does,
  [one, other].map((name) => ({ name, data: 'x' })),
];

const collisions: Row[] = [
  collision('that names a file twice', 'config/a', 'config/a'),
  collision('whose mods have names that differ in case alone', 'mods/b.jar', 'mods/B.jar'),
  collision('whose names differ in Unicode form alone', 'caf\u00e9', 'cafe\u0301'),
  collision('whose names differ in a final dot that Windows drops', 'config/a', 'config/a.'),
  collision('whose names differ in how Windows may write one file', 'config/ab', 'config/ab::$DATA'),
  collision('whose names differ in a character that HFS+ passes over', 'config/ab', 'config/a\u200db'),
  collision('in which a file is also a folder', 'config', 'config/a'),
  collision('in which a file is also a folder named before', 'config/a', 'config'),
];

const kinds: Row[] = [
  ['LINK_ENTRY mods/b.jar', 'with a link for a mod', { name: 'mods/b.jar', data: '/etc', mode: 0o120777 }],
  ['SPECIAL_FILE a', 'with a device', { mode: 0o020666 }],
  ['SPECIAL_FILE a', 'with a pipe', { mode: 0o010666 }],
  ['SPECIAL_FILE a', 'with a socket', { mode: 0o140644 }],
  ['SPECIAL_FILE a/', 'with a pipe named like a folder', { name: 'a/', mode: 0o010644 }],
  ['FOLDER_WITH_DATA a/', 'whose folder has contents', { name: 'a/', data: 'x' }],
  ['FOLDER_WITH_DATA a/', 'whose deflated folder has contents', { name: 'a/', data: 'x', method: 8 }],
  ['AMBIGUOUS_ENTRY a', 'with a file that is a folder by its mode', { data: 'x', mode: 0o040755 }],
  ['AMBIGUOUS_ENTRY a', 'with a file that is a folder by its attributes', { data: 'x', dosAttributes: 0x10 }],
  ['ENCRYPTED_ENTRY a', 'with an encrypted entry', { data: 'x', flags: 0x801 }],
  ['ENCRYPTED_ENTRY', 'with a strongly encrypted entry', { data: 'x', flags: 0x840 }],
  ['ENCRYPTED_ENTRY', 'with masked headers', { data: 'x', flags: 0x2800 }],
  ['ENCRYPTED_ENTRY', 'with masked headers and names', [{ name: '', flags: 0x41 }]],
];

const methods = [9, 12, 14, 93, 95, 98, 99, 77].map((method): Row => {
  return ['UNSUPPORTED_COMPRESSION a', `compressed with method ${method}`, { data: 'x', method }];
});

const streamed = { wholeEntryBytes: 1_000 };
const large = Buffer.alloc(3_000_000, 'abc');
const deflated = deflateRawSync('xyz');
const more = (bytes: number) => Buffer.concat([deflated, Buffer.alloc(bytes)]);

const data: Row[] = [
  ['CRC_MISMATCH a', 'with a wrong CRC', { data: 'x', crc32: 1 }],
  ['CRC_MISMATCH a', 'with a wrong CRC of a stored entry', { data: 'x', method: 0, crc32: 1 }],
  ['CRC_MISMATCH a/', 'with a wrong CRC of a folder', { name: 'a/', crc32: 1 }],
  ['CRC_MISMATCH a', 'with a wrong CRC of large stored data', { data: large, method: 0, crc32: 1 }, streamed],
  ['CRC_MISMATCH a', 'with a wrong CRC of a large deflated entry', { data: large, crc32: 1 }, streamed],
  ['SIZE_MISMATCH a', 'with too small a size', { data: 'xyz', size: 2 }],
  ['SIZE_MISMATCH a', 'that says that an entry is empty', { data: 'xyz', size: 0 }],
  ['SIZE_MISMATCH a', 'with too large a size', { data: 'xyz', size: 4 }],
  ['SIZE_MISMATCH a', 'with too small a size of a large entry', { data: large, size: 2_999_999 }, streamed],
  ['SIZE_MISMATCH a', 'with too large a size of a large entry', { data: large, size: 3_000_001 }, streamed],
  ['SIZE_MISMATCH a', 'whose stored entry has two sizes', { data: 'xyz', method: 0, size: 4 }],
  ['SIZE_MISMATCH a', 'with bytes behind the data of an entry', { data: 'xyz', rawData: more(4) }],
  ['SIZE_MISMATCH a', 'with bytes behind large data', { data: 'xyz', rawData: more(5e6) }, streamed],
  ['CORRUPT_DATA a', 'with data that is no deflate', { data: 'xyz', rawData: Buffer.alloc(4, 0xff) }],
  ['CORRUPT_DATA a', 'with data that stops early', { data: 'xyz', rawData: deflated.subarray(0, -2) }],
  ['CORRUPT_DATA a', 'with large data that is no deflate', { rawData: Buffer.alloc(2_000, 0xff) }, streamed],
];

const beyond = Number.MAX_SAFE_INTEGER;
const reaching = { data: 'x', method: 0, size: 500, compressedSize: 500 };
const placement: Row[] = [
  ['OVERLAPPING_ENTRIES', 'with two entries at one header', [{ ...mod, name: 'b', central: { offset: 0 } }]],
  ['OVERLAPPING_ENTRIES', 'whose entry quotes the header of the next one', quotedOverlap()],
  ['OVERLAPPING_ENTRIES', 'whose local extra fields push the data into the next entry', overlapByExtra()],
  ['ENTRY_OUT_OF_BOUNDS a', 'whose entry lies behind the directory', { data: 'x', central: { offset: 1e6 } }],
  ['ENTRY_OUT_OF_BOUNDS a', 'whose entry reaches into the directory', reaching],
  ['ENTRY_OUT_OF_BOUNDS a', 'with an endless offset', { zip64: true, central: { offset: beyond } }],
];

/** The first entry's data, stored, holds the whole second entry. */
function quotedOverlap(): Buffer {
  const inner = zipWith([{ name: 'b', data: 'inner' }]);
  const outer = { name: 'a', data: inner, method: 0 };
  const offset = withMod([outer]).indexOf(inner);
  return withMod([outer, { name: 'b', data: 'inner', central: { offset } }]);
}

function overlapByExtra(): Buffer {
  const bytes = withMod([
    { name: 'a', data: 'x', method: 0, local: { extra: Buffer.alloc(8) } },
    { name: 'b' },
  ]);
  const header = bytes.indexOf(Buffer.from('504b0304', 'hex'), 1);
  bytes.writeUInt16LE(20, header + 28);
  return bytes;
}

const zeros = (name: string, bytes: number): ZipEntryInput => ({ name, data: Buffer.alloc(bytes) });
const bombs = Array.from({ length: 20 }, (_, index) => zeros(`bomb-${index}`, 90_000));
const manyJars = Array.from({ length: 10 }, (_, n) => ({ name: `mods/${'x'.repeat(200)}${n}.jar` }));
const limited: Row[] = [
  ['TOO_MANY_ENTRIES', 'with more entries than allowed', [{ name: 'a' }, { name: 'b' }], { entries: 2 }],
  ['DIRECTORY_TOO_LARGE', 'whose directory is larger than allowed', {}, { directoryBytes: 56 + 46 }],
  ['ENTRY_TOO_LARGE a', 'with an entry larger than allowed', { data: 'x'.repeat(31) }, { entryBytes: 30 }],
  ['ENTRY_TOO_LARGE a', 'that states an entry of nine petabytes', { data: 'x', zip64: true, size: beyond }],
  ['ARCHIVE_TOO_LARGE', 'whose entries are too large together', { data: 'xxxx' }, { totalBytes: 25 }],
  ['RATIO_TOO_HIGH bomb', 'with a bomb', [zeros('bomb', 1_000_000)], { ratioFreeBytes: 100_000 }],
  ['RATIO_TOO_HIGH', 'that is a bomb of many small entries', bombs, { ratioFreeBytes: 100_000 }],
  ['TOO_MANY_MODS', 'with more jars in mods/ than allowed', { name: 'mods/b.jar' }, { mods: 1 }],
  ['TOO_MANY_MODS', 'with names that leave no room in the inventory', manyJars, { inventoryBytes: 5_000 }],
];

/** The entry lies in part 8 of an archive, as its zip64 field says behind other numbers. */
const inPart = (does: string, more: Partial<ZipEntryInput>): Row => [
  'SPLIT_ARCHIVE',
  `whose entry lies in another part as its zip64 field says, ${does}`,
  { ...more, central: { disk: 0xffff, ...more.central } },
];
const part = (...before: bigint[]) =>
  Buffer.concat([
    Buffer.of(1, 0, 4 + 8 * before.length, 0),
    Buffer.from(BigUint64Array.from(before).buffer),
    Buffer.of(7, 0, 0, 0),
  ]);

const numbered = JSON.stringify({
  manifestType: 'minecraftModpack',
  manifestVersion: 1,
  name: 'Pack',
  minecraft: { version: '1.20.1', modLoaders: [{ id: 'forge-47.2.0', primary: true }] },
  files: [{ projectID: 1, fileID: 2, required: true }],
  overrides: 'overrides',
});
const markOfEnd = Buffer.from(`504b0506${'00'.repeat(30)}`, 'hex');
const noMods = { 'mods/readme.txt': '', 'config/a': '' };
const noJars = { 'mods/a.jar': 'version https://git-lfs.github.com/spec/v1\n', 'mods/b.jar': '<html>' };
const packed = zipWith({ 'pack.zip': zipWith({ 'mods/a.jar': zipWith({}) }) });
const exported = zipWith({ 'manifest.json': numbered, 'overrides/mods/a.jar': zipWith({}) });

const whole: Row[] = [
  ['EMPTY_FILE', 'without a byte', Buffer.alloc(0)],
  ['TRUNCATED_ARCHIVE', 'that was cut', withMod([]).subarray(0, -10)],
  ['TRUNCATED_ARCHIVE', 'cut within its comment', ended({ comment: 'abcdef' }).subarray(0, -2)],
  ['TRUNCATED_ARCHIVE', 'with bytes behind its end', ended({ appended: Buffer.from('more') })],
  ['NOT_A_ZIP', 'that is a text', Buffer.from('hello')],
  ['AMBIGUOUS_END', 'with an archive in its comment', ended({ comment: zipWith({}) })],
  ['AMBIGUOUS_END', 'whose comment has the mark of an end elsewhere', ended({ comment: markOfEnd })],
  ['AMBIGUOUS_END', 'that has another directory where its offset says', otherDirectoryInFront()],
  ['SPLIT_ARCHIVE', 'whose entry lies in another part', { central: { disk: 1 } }],
  inPart('alone', { extra: part() }),
  inPart('behind an offset', { central: { offset: 0xffffffff }, extra: part(1n) }),
  inPart('behind a size', { size: 0xffffffff, extra: part(9n) }),
  ['INVALID_DIRECTORY', 'that states an entry too many', ended({ end: { entries: 2 } })],
  ['INVALID_DIRECTORY', 'that hides an entry', withMod([{ name: 'a' }], { end: { entries: 1 } })],
  [
    'INVALID_DIRECTORY',
    'that hides one in zip64',
    withMod([{ name: 'a' }], { zip64: true, end: { entries: 1 } }),
  ],
  ['INVALID_DIRECTORY', 'whose front is missing', withMod([]).subarray(20)],
  ['INVALID_DIRECTORY', 'not where it says', ended({ end: { directoryOffset: 0, directorySize: 50 } })],
  ['INVALID_DIRECTORY', 'whose extra field is longer than there is', { extra: Buffer.from([1, 0, 200, 0]) }],
  ['INVALID_DIRECTORY', 'whose zip64 record is told to be elsewhere', zip64With({ offset: 0n })],
  [
    'INVALID_DIRECTORY',
    'whose zip64 record is told to be beyond 2^63',
    zip64With({ offset: 2n ** 63n + 5n }),
  ],
  ['INVALID_DIRECTORY', 'that has a second zip64 record, where the locator says', twoZip64Records()],
  ['INVALID_DIRECTORY', 'with a sector in zip64', ended({ zip64: true, zip64Sector: Buffer.alloc(60) })],
  ['INVALID_DIRECTORY', 'with bytes behind it', ended({ zip64: true, behindZip64End: Buffer.alloc(60) })],
  ['INVALID_DIRECTORY', 'with a locator of zip64 alone', zipWith([], { zip64: true }).subarray(56)],
  ['NO_MODS', 'without entries', zipWith({})],
  ['NO_MODS', 'without a jar in mods/', zipWith(noMods)],
  ['NO_MODS', 'with nothing but disabled mods', zipWith({ 'mods/a.jar.disabled': '' })],
  ['PACK_ELSEWHERE serverinstall_1_2', 'with nothing but an installer', zipWith({ serverinstall_1_2: '' })],
  ['MODS_ARE_NO_JARS', 'with nothing but pointers and web pages for jars', zipWith(noJars)],
  ['ARCHIVE_IN_ARCHIVE pack.zip', 'that holds nothing but another archive', packed],
  ['MODS_NOT_INCLUDED manifest.json', 'that is a CurseForge export', exported],
];

function zip64With(locator: ZipOptions['locator']): Buffer {
  return ended({ zip64: true, ...(locator && { locator }) });
}

/** Archives of which one number of an end record says another thing: where it stands from the end, what it is, and its bytes. */
type Change = [problem: string, what: string, fromEnd: number, number: bigint, bytes: 2 | 4 | 8];

const classicChanges: Change[] = [
  ['SPLIT_ARCHIVE', 'the part that it is in', 18, 1n, 2],
  ['SPLIT_ARCHIVE', 'the part that the directory begins in', 16, 1n, 2],
  ['SPLIT_ARCHIVE', 'the entries of this part', 14, 2n, 2],
  ['INVALID_DIRECTORY', 'the size of a directory that would begin before the file', 10, 1_000n, 4],
  ['INVALID_DIRECTORY', 'the size of a directory that begins with no header', 10, 45n, 4],
  ['INVALID_DIRECTORY', 'the offset', 6, 1_000n, 4],
];
const zip64Changes: Change[] = [
  ['INVALID_DIRECTORY', 'the signature of the record', 98, 0n, 4],
  ['INVALID_DIRECTORY', 'the size of the record', 94, 45n, 8],
  ['SPLIT_ARCHIVE', 'how many parts there are', 26, 2n, 4],
  ['INVALID_DIRECTORY', 'the place of the record', 34, 1n, 8],
  ...[66, 58, 50].flatMap((place): Change[] => [
    ['INVALID_DIRECTORY', `at ${place} more than there are bytes`, place, 1_000n, 8],
    ['INVALID_DIRECTORY', `at ${place} more than any file has`, place, 2n ** 63n, 8],
  ]),
  ...[18, 16, 14, 12].map(
    (place): Change => ['INVALID_DIRECTORY', `at ${place} another number`, place, 3n, 2],
  ),
  ...[10, 6].map((place): Change => ['INVALID_DIRECTORY', `at ${place} another number`, place, 3n, 4]),
];
// Where the other record points to that of zip64 for its part, that one is asked.
const partsInZip64: Change[] = [
  ['SPLIT_ARCHIVE', 'the part that it is in', 82, 1n, 4],
  ['SPLIT_ARCHIVE', 'the part that the directory begins in', 78, 1n, 4],
  ['SPLIT_ARCHIVE', 'the entries of this part', 74, 2n, 8],
  ['SPLIT_ARCHIVE', 'the part that the locator is for', 38, 1n, 4],
];

function changed(archive: Buffer, [, , fromEnd, number, bytes]: Change): Buffer {
  const copy = Buffer.from(archive);
  const word = Buffer.alloc(8);
  word.writeBigUInt64LE(number);
  word.copy(copy, copy.length - fromEnd, 0, bytes);
  return copy;
}

const pointing = ended({ zip64: true, classicEnd: { disk: 0xffff } });
const ends = [
  ...classicChanges.map((change) => [change, withMod([])] as const),
  ...zip64Changes.map((change) => [change, ended({ zip64: true })] as const),
  ...partsInZip64.map((change) => [change, pointing] as const),
].map(([change, archive], index): Row => {
  const record = index < classicChanges.length ? 'end record' : 'zip64 end record';
  return [change[0], `whose ${record} states otherwise: ${change[1]}`, changed(archive, change)];
});

/** The locator points to a record in the comment of an entry's data; the usual place has another. */
function twoZip64Records(): Buffer {
  const record = zipWith([], { zip64: true }).subarray(0, 56);
  const first: ZipEntryInput = { name: 'a', data: record, method: 0 };
  const offset = withMod([first], { zip64: true }).indexOf(record);
  return withMod([first], { zip64: true, locator: { offset: BigInt(offset) } });
}

/** Programs that go by the offset read one directory, those that go by the end record's place another. */
function otherDirectoryInFront(): Buffer {
  const archive = withMod([{ name: 'a' }]);
  const directory = archive.indexOf(Buffer.from('504b0102', 'hex'));
  return Buffer.concat([archive.subarray(0, -22), archive.subarray(directory)]);
}

const all = [
  names,
  secondNames,
  localHeaders,
  collisions,
  kinds,
  methods,
  data,
  placement,
  limited,
  whole,
  ends,
]
  .flat()
  .map(([problem, does, what, limits]) => ({ problem, does, what, limits }));

describe('the check', () => {
  test.each(all)('refuses an archive $does as $problem', async ({ problem, what, limits }) => {
    await using pack = await temporaryFile(bytesOf(what));
    const uploadProblem = await findZipEnd(pack.path);
    const checked = () => problemsOf(pack.path, { ...defaultArchiveLimits, ...limits });
    const problems = uploadProblem === null ? await checked() : [uploadProblem];
    const [code, ...entry] = problem.split(' ');
    expect(problems[0]).toMatchObject(entry.length > 0 ? { code, entry: entry.join(' ') } : { code });
    for (const { error } of problems) expect(error).toMatch(/^[^\p{Cc}]+\.$/u);
  });

  test('has a fixture for every code', () => {
    const tried = new Set(all.map(({ problem }) => problem.split(' ')[0]));
    expect(tried).toEqual(new Set(Object.keys(problemCodes)));
  });

  test('has its codes and those of warnings, and no others, in docs/archive-safety.md', async () => {
    const page = await readFile(new URL('../../docs/archive-safety.md', import.meta.url), 'utf8');
    const rows = page.matchAll(/^\| ([A-Z_]{4,}(?:, [A-Z_]{4,})*) \|/gm);
    const documented = [...rows].flatMap(([, codes = '']) => codes.split(', '));
    expect(documented.toSorted()).toEqual(Object.keys({ ...problemCodes, ...warningCodes }).toSorted());
  });
});

async function problemsOf(path: string, limits: ArchiveLimits) {
  const { problems, report } = await checkArchive({ path, limits });
  expect(report).toBeNull();
  return problems;
}
