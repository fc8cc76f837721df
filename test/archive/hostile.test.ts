import { readFile } from 'node:fs/promises';
import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { checkArchive } from '../../src/archive/check.ts';
import { findZipEnd } from '../../src/archive/is-zip.ts';
import { type ArchiveLimits, defaultArchiveLimits } from '../../src/archive/limits.ts';
import { type ProblemCode, problemCodes, warningCodes } from '../../src/archive/problem-codes.ts';
import { temporaryFile, type ZipEntryInput, type ZipOptions, zipWith } from '../support/zip.ts';

interface Hostile {
  code: ProblemCode;
  /** What the archive does, after "refuses an archive". */
  does: string;
  bytes: Buffer;
  /** The entry that has to be named. */
  entry?: string;
  limits?: Partial<ArchiveLimits>;
}

const mod: ZipEntryInput = { name: 'mods/a.jar', data: zipWith({}) };
const withMod = (entries: ZipEntryInput[], options?: ZipOptions) => zipWith([mod, ...entries], options);

function named(code: ProblemCode, does: string, name: string, shown = name): Hostile {
  return { code, does, bytes: withMod([{ name, data: 'x' }]), entry: shown };
}

const names: Hostile[] = [
  named('PATH_TRAVERSAL', 'whose entry begins with ../', '../evil.sh'),
  named('PATH_TRAVERSAL', 'whose entry climbs in the middle', 'folder/../../evil.sh'),
  named('PATH_TRAVERSAL', 'whose entry ends in ..', 'folder/..'),
  named('PATH_TRAVERSAL', 'whose entry climbs with a space behind the dots', 'folder/.. /evil.sh'),
  named('PATH_TRAVERSAL', 'whose entry climbs with three dots', 'folder/.../evil.sh'),
  named(
    'PATH_TRAVERSAL',
    'whose entry climbs by the long name of a folder',
    'a/..::$INDEX_ALLOCATION/evil.sh',
  ),
  named('PATH_TRAVERSAL', 'whose entry is a stream of its folder', 'folder/::$DATA'),
  named('PATH_TRAVERSAL', 'whose entry climbs with backslashes', '..\\..\\evil.bat'),
  named('PATH_TRAVERSAL', 'whose entry climbs behind a ./', './../evil.sh', '../evil.sh'),
  named('ABSOLUTE_PATH', 'whose entry is absolute', '/etc/passwd'),
  named('ABSOLUTE_PATH', 'whose entry names another computer', '//server/share/evil.exe'),
  named(
    'EMPTY_SEGMENT',
    'whose entry names another computer with backslashes',
    '\\\\server\\share\\evil.exe',
  ),
  named('DRIVE_LETTER', 'whose entry begins with a drive', 'C:/Windows/evil.dll'),
  named('DRIVE_LETTER', 'whose entry is relative to a drive', 'c:evil.dll'),
  named('DRIVE_LETTER', 'whose entry has a drive further in', 'config/D:/evil.dll'),
  named('BACKSLASH_IN_NAME', 'whose entry has backslashes for slashes', 'config\\a.toml'),
  named('HIDDEN_CHARACTER', 'whose mod is turned around', 'mods/\u202egpj.jar', 'mods/\\u{202e}gpj.jar'),
  named(
    'HIDDEN_CHARACTER',
    'whose file beside the folders has what is not seen',
    'start\u200b.sh',
    'start\\u{200b}.sh',
  ),
  named('CONTROL_CHARACTER', 'whose entry has NUL in its name', 'mods/a.jar\0.txt', 'mods/a.jar\\u{0}.txt'),
  named('CONTROL_CHARACTER', 'whose entry has a line break in its name', 'config/a\nb', 'config/a\\u{a}b'),
  named('CONTROL_CHARACTER', 'whose entry has an escape sequence in its name', 'a\u001b[2J', 'a\\u{1b}[2J'),
  named('EMPTY_SEGMENT', 'whose entry has two slashes', 'config//a'),
  named('EMPTY_SEGMENT', 'whose entry has a dot for a folder', 'config/./a'),
  named('EMPTY_NAME', 'whose entry has no name', ''),
  named('DEVICE_NAME', 'whose entry is a device of Windows', 'config/NUL'),
  named('DEVICE_NAME', 'whose entry is a device with an ending', 'config/com1.txt'),
  named('DEVICE_NAME', 'whose entry is a device with a superscript digit', 'config/LPT²'),
  named('DEVICE_NAME', 'whose folder is a device', 'aux/a.txt'),
  named('NAME_TOO_LONG', 'whose entry has an endless part', `config/${'é'.repeat(128)}`),
  {
    code: 'NAME_TOO_LONG',
    does: 'whose entry has an endless name',
    bytes: withMod([{ name: 'folder/'.repeat(150), data: '' }]),
  },
  {
    code: 'PATH_TOO_DEEP',
    does: 'whose entry lies in 65 folders',
    bytes: withMod([{ name: `${'d/'.repeat(65)}a`, data: '' }]),
  },
  {
    code: 'INVALID_NAME_ENCODING',
    does: 'whose name is said to be UTF-8 and hides .. in an overlong form',
    bytes: withMod([{ name: Buffer.from('c0aec0ae2f61', 'hex'), data: '' }]),
  },
  {
    code: 'PATH_TRAVERSAL',
    does: 'whose second, Unicode name climbs',
    bytes: withMod([{ name: 'a.txt', flags: 0, extra: unicodePath('a.txt', '../evil.sh') }]),
    entry: '../evil.sh',
  },
  {
    code: 'PATH_TRAVERSAL',
    does: 'whose first name climbs behind a harmless second one',
    bytes: withMod([{ name: '../evil.sh', flags: 0, extra: unicodePath('../evil.sh', 'a.txt') }]),
    entry: 'a.txt',
  },
  {
    code: 'AMBIGUOUS_ENTRY',
    does: 'whose entry has two Unicode names of which one climbs',
    bytes: withMod([
      {
        name: 'a.txt',
        flags: 0,
        extra: Buffer.concat([unicodePath('a.txt', 'a.txt'), unicodePath('a.txt', '../evil.sh')]),
      },
    ]),
    entry: 'a.txt',
  },
  {
    code: 'AMBIGUOUS_ENTRY',
    does: 'whose entry has the same Unicode name twice',
    bytes: withMod([
      { name: 'a.txt', extra: Buffer.concat([unicodePath('a.txt', 'a.txt'), unicodePath('a.txt', 'a.txt')]) },
    ]),
    entry: 'a.txt',
  },
  {
    code: 'AMBIGUOUS_ENTRY',
    does: 'whose second, Unicode name leads to another folder',
    bytes: withMod([{ name: 'config/a', flags: 0, extra: unicodePath('config/a', 'scripts/ä') }]),
    entry: 'scripts/ä',
  },
  {
    code: 'AMBIGUOUS_ENTRY',
    does: 'whose second, Unicode name is a file where the first is a folder',
    bytes: withMod([{ name: 'config/', flags: 0, extra: unicodePath('config/', 'ä') }]),
    entry: 'ä',
  },
  {
    code: 'AMBIGUOUS_ENTRY',
    does: 'whose first name is marked as UTF-8 and the second is another',
    bytes: withMod([{ name: 'é', extra: unicodePath('é', 'ä') }]),
    entry: 'ä',
  },
  {
    code: 'AMBIGUOUS_ENTRY',
    does: 'whose entry has two zip64 fields',
    bytes: withMod([{ name: 'a', data: 'x', zip64: true, extra: zip64Field(1n, 1n, 0n) }]),
    entry: 'a',
  },
  {
    code: 'INVALID_NAME_ENCODING',
    does: 'whose second, Unicode name is no UTF-8',
    bytes: withMod([{ name: 'a', flags: 0, extra: unicodePath('a', Buffer.from('c0ae', 'hex')) }]),
    entry: 'a',
  },
  {
    code: 'LOCAL_HEADER_MISMATCH',
    does: 'whose name is marked as UTF-8 in the local header alone and is not',
    bytes: withMod([{ name: Buffer.from('ff61', 'hex'), flags: 0, local: { flags: 0x800 } }]),
  },
  {
    code: 'LOCAL_HEADER_MISMATCH',
    does: 'whose local header has another second, Unicode name',
    bytes: withMod([{ name: 'a.txt', local: { extra: unicodePath('a.txt', '../evil.sh') } }]),
    entry: 'a.txt',
  },
  {
    code: 'LOCAL_HEADER_MISMATCH',
    does: 'whose local header has two Unicode names',
    bytes: withMod([
      {
        name: 'a.txt',
        local: {
          extra: Buffer.concat([unicodePath('a.txt', 'a.txt'), unicodePath('a.txt', '../evil.sh')]),
        },
      },
    ]),
    entry: 'a.txt',
  },
  {
    code: 'LOCAL_HEADER_MISMATCH',
    does: 'whose local header has two zip64 fields',
    bytes: withMod([{ name: 'a', data: 'x', zip64: true, local: { extra: zip64Field(1n, 9n) } }]),
    entry: 'a',
  },
  {
    code: 'NAME_TOO_LONG',
    does: 'whose entry has a name of 60,000 dots',
    bytes: withMod([{ name: '.'.repeat(60_000), data: '' }]),
  },
  {
    code: 'NAME_TOO_LONG',
    does: 'whose second, Unicode name has 30,000 marks on one letter',
    bytes: withMod([{ name: 'a', flags: 0, extra: unicodePath('a', `a${'\u0301\u0323'.repeat(15_000)}`) }]),
  },
  {
    code: 'NAME_TOO_LONG',
    does: 'whose entry has 31 marks on one letter',
    bytes: withMod([{ name: `config/a${'\u0323'.repeat(31)}`, data: '' }]),
  },
  {
    code: 'LOCAL_HEADER_MISMATCH',
    does: 'whose local header names another file',
    bytes: withMod([{ name: 'a.txt', data: 'x', local: { name: '../evil.sh' } }]),
    entry: 'a.txt',
  },
  {
    code: 'LOCAL_HEADER_MISMATCH',
    does: 'whose local header has control characters in the name',
    bytes: withMod([{ name: 'a.txt', data: 'x', local: { name: 'a\0\u001b[2J' } }]),
    entry: 'a.txt',
  },
  {
    code: 'INVALID_NAME_ENCODING',
    does: 'whose name is no UTF-8 and has control characters',
    bytes: withMod([{ name: Buffer.from('1b5b324aff', 'hex'), data: '' }]),
  },
];

const collisions: Hostile[] = [
  collision('that names a file twice', 'config/a', 'config/a'),
  collision('whose mods have names that differ in case alone', 'mods/b.jar', 'mods/B.jar'),
  collision('whose names differ in Unicode form alone', 'caf\u00e9', 'cafe\u0301'),
  collision('whose names differ in a final dot that Windows drops', 'config/a', 'config/a.'),
  collision('whose names differ in how Windows may write one file', 'config/ab', 'config/ab::$DATA'),
  collision('whose names differ in a character that HFS+ passes over', 'config/ab', 'config/a\u200db'),
  collision('in which a file is also a folder', 'config', 'config/a'),
  collision('in which a file is also a folder named before', 'config/a', 'config'),
];

function collision(does: string, one: string, other: string): Hostile {
  const entries = [one, other].map((name) => ({ name, data: 'x' }));
  return { code: 'NAME_COLLISION', does, bytes: withMod(entries) };
}

const kinds: Hostile[] = [
  {
    code: 'LINK_ENTRY',
    does: 'with a symbolic link among the mods',
    bytes: withMod([{ name: 'mods/b.jar', data: '/etc/passwd', mode: 0o120777 }]),
    entry: 'mods/b.jar',
  },
  {
    code: 'SPECIAL_FILE',
    does: 'with a device',
    bytes: withMod([{ name: 'device', mode: 0o020666 }]),
    entry: 'device',
  },
  {
    code: 'SPECIAL_FILE',
    does: 'with a pipe',
    bytes: withMod([{ name: 'pipe', mode: 0o010666 }]),
    entry: 'pipe',
  },
  {
    code: 'FOLDER_WITH_DATA',
    does: 'whose folder has contents',
    bytes: withMod([{ name: 'folder/', data: 'x' }]),
    entry: 'folder/',
  },
  {
    code: 'AMBIGUOUS_ENTRY',
    does: 'whose entry is a file by its name and a folder by its mode',
    bytes: withMod([{ name: 'config', data: 'x', mode: 0o040755 }]),
    entry: 'config',
  },
  {
    code: 'AMBIGUOUS_ENTRY',
    does: 'whose entry is a file by its name and a folder by its attributes',
    bytes: withMod([{ name: 'config', data: 'x', dosAttributes: 0x10 }]),
    entry: 'config',
  },
  {
    code: 'ENCRYPTED_ENTRY',
    does: 'with an encrypted entry',
    bytes: withMod([{ name: 'secret', data: 'x', flags: 0x801 }]),
    entry: 'secret',
  },
  {
    code: 'ENCRYPTED_ENTRY',
    does: 'with a strongly encrypted entry',
    bytes: withMod([{ name: 'secret', data: 'x', flags: 0x840 }]),
  },
  {
    code: 'ENCRYPTED_ENTRY',
    does: 'with masked headers',
    bytes: withMod([{ name: 'secret', data: 'x', flags: 0x2800 }]),
  },
  {
    code: 'LOCAL_HEADER_MISMATCH',
    does: 'whose entry is encrypted in its local header alone',
    bytes: withMod([{ name: 'secret', data: 'x', local: { flags: 0x801 } }]),
    entry: 'secret',
  },
];

const methods: Hostile[] = [
  [9, 'deflate64'],
  [12, 'bzip2'],
  [14, 'lzma'],
  [93, 'zstd'],
  [95, 'xz'],
  [98, 'ppmd'],
  [99, 'AES'],
  [77, 'method 77'],
].map(([method, name]) => ({
  code: 'UNSUPPORTED_COMPRESSION',
  does: `with an entry compressed with ${name}`,
  bytes: withMod([{ name: 'a', data: 'x', method: Number(method) }]),
  entry: 'a',
}));

const data: Hostile[] = [
  {
    code: 'CRC_MISMATCH',
    does: 'with a wrong CRC',
    bytes: withMod([{ name: 'a', data: 'x', crc32: 1 }]),
    entry: 'a',
  },
  {
    code: 'CRC_MISMATCH',
    does: 'with a wrong CRC of a stored entry',
    bytes: withMod([{ name: 'a', data: 'x', method: 0, crc32: 1 }]),
    entry: 'a',
  },
  {
    code: 'CRC_MISMATCH',
    does: 'with a wrong CRC of a folder',
    bytes: withMod([{ name: 'a/', crc32: 1 }]),
    entry: 'a/',
  },
  {
    code: 'CRC_MISMATCH',
    does: 'with a wrong CRC of a large stored entry',
    bytes: withMod([{ name: 'a', data: Buffer.alloc(3_000_000, 'abc'), method: 0, crc32: 1 }]),
    entry: 'a',
    limits: { wholeEntryBytes: 1_000 },
  },
  {
    code: 'CRC_MISMATCH',
    does: 'with a wrong CRC of a large deflated entry',
    bytes: withMod([{ name: 'a', data: Buffer.alloc(3_000_000, 'abc'), crc32: 1 }]),
    entry: 'a',
    limits: { wholeEntryBytes: 1_000 },
  },
  {
    code: 'SIZE_MISMATCH',
    does: 'with too small a size',
    bytes: withMod([{ name: 'a', data: 'xyz', size: 2 }]),
  },
  {
    code: 'SIZE_MISMATCH',
    does: 'with too large a size',
    bytes: withMod([{ name: 'a', data: 'xyz', size: 4 }]),
  },
  {
    code: 'SIZE_MISMATCH',
    does: 'with too small a size of a large entry',
    bytes: withMod([{ name: 'a', data: Buffer.alloc(9_000_000), size: 5_000_000 }]),
    limits: { wholeEntryBytes: 1_000 },
  },
  {
    code: 'SIZE_MISMATCH',
    does: 'whose stored entry has two sizes',
    bytes: withMod([{ name: 'a', data: 'xyz', method: 0, size: 4 }]),
  },
  {
    code: 'SIZE_MISMATCH',
    does: 'with bytes behind the compressed data of an entry',
    bytes: withMod([
      { name: 'a', data: 'xyz', rawData: Buffer.concat([deflateRawSync('xyz'), Buffer.from('more')]) },
    ]),
    entry: 'a',
  },
  {
    code: 'SIZE_MISMATCH',
    does: 'with megabytes behind the compressed data of a large entry',
    bytes: withMod([
      { name: 'a', data: 'xyz', rawData: Buffer.concat([deflateRawSync('xyz'), Buffer.alloc(5_000_000)]) },
    ]),
    limits: { wholeEntryBytes: 1_000 },
  },
  {
    code: 'CORRUPT_DATA',
    does: 'with data that is no deflate',
    bytes: withMod([{ name: 'a', data: 'xyz', rawData: Buffer.from('ffffffff', 'hex') }]),
    entry: 'a',
  },
  {
    code: 'CORRUPT_DATA',
    does: 'with data that stops early',
    bytes: withMod([{ name: 'a', data: 'xyz', rawData: deflateRawSync('xyz').subarray(0, -2) }]),
    entry: 'a',
  },
  {
    code: 'CORRUPT_DATA',
    does: 'with data that is no deflate in a large entry',
    bytes: withMod([{ name: 'a', data: 'xyz', rawData: Buffer.alloc(2_000, 0xff) }]),
    limits: { wholeEntryBytes: 1_000 },
  },
  {
    code: 'LOCAL_HEADER_MISMATCH',
    does: 'whose local header states another method',
    bytes: withMod([{ name: 'a', data: 'x', local: { method: 0 } }]),
  },
  {
    code: 'LOCAL_HEADER_MISMATCH',
    does: 'whose local header states another size',
    bytes: withMod([{ name: 'a', data: 'x', local: { size: 2 } }]),
  },
  {
    code: 'LOCAL_HEADER_MISMATCH',
    does: 'whose local header states another CRC',
    bytes: withMod([{ name: 'a', data: 'x', local: { crc32: 2 } }]),
  },
  {
    code: 'LOCAL_HEADER_MISMATCH',
    does: 'whose local header leaves the sizes to a descriptor and states another one nevertheless',
    bytes: withMod([{ name: 'a', data: 'x', descriptor: true, local: { size: 2 } }]),
  },
  {
    code: 'LOCAL_HEADER_MISMATCH',
    does: 'whose directory points into the middle of an entry',
    bytes: zipWith([{ ...mod, central: { offset: 1 } }]),
    entry: 'mods/a.jar',
  },
];

const placement: Hostile[] = [
  {
    code: 'OVERLAPPING_ENTRIES',
    does: 'with two entries on one local header',
    bytes: zipWith([mod, { ...mod, name: 'mods/b.jar', central: { offset: 0 } }]),
  },
  {
    code: 'OVERLAPPING_ENTRIES',
    does: 'whose entry quotes the header of the next one',
    bytes: quotedOverlap(),
  },
  {
    code: 'OVERLAPPING_ENTRIES',
    does: 'whose local extra fields push the data into the next entry',
    bytes: overlapByExtra(),
  },
  {
    code: 'ENTRY_OUT_OF_BOUNDS',
    does: 'whose entry lies behind the directory',
    bytes: withMod([{ name: 'a', data: 'x', central: { offset: 1_000_000 } }]),
    entry: 'a',
  },
  {
    code: 'ENTRY_OUT_OF_BOUNDS',
    does: 'whose entry reaches into the directory',
    bytes: withMod([{ name: 'a', data: 'x', method: 0, size: 500, compressedSize: 500 }]),
    entry: 'a',
  },
  {
    code: 'ENTRY_OUT_OF_BOUNDS',
    does: 'whose entry has an offset beyond all numbers',
    bytes: withMod([{ name: 'a', data: 'x', zip64: true, central: { offset: Number.MAX_SAFE_INTEGER } }]),
    entry: 'a',
  },
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

const limited: Hostile[] = [
  {
    code: 'TOO_MANY_ENTRIES',
    does: 'with more entries than allowed',
    bytes: withMod([{ name: 'a' }, { name: 'b' }]),
    limits: { entries: 2 },
  },
  {
    code: 'DIRECTORY_TOO_LARGE',
    does: 'whose directory is larger than allowed',
    bytes: withMod([{ name: 'a' }]),
    limits: { directoryBytes: 100 },
  },
  {
    code: 'ENTRY_TOO_LARGE',
    does: 'with an entry larger than allowed',
    bytes: withMod([{ name: 'a', data: 'x'.repeat(31) }]),
    entry: 'a',
    limits: { entryBytes: 30 },
  },
  {
    code: 'ENTRY_TOO_LARGE',
    does: 'that states an entry of nine petabytes',
    bytes: withMod([{ name: 'a', data: 'x', zip64: true, size: Number.MAX_SAFE_INTEGER }]),
    entry: 'a',
  },
  {
    code: 'ARCHIVE_TOO_LARGE',
    does: 'whose entries together are larger than allowed',
    bytes: withMod([{ name: 'a', data: 'xxxx' }]),
    limits: { totalBytes: 20 },
  },
  {
    code: 'RATIO_TOO_HIGH',
    does: 'with an entry that is a bomb',
    bytes: withMod([{ name: 'bomb', data: Buffer.alloc(1_000_000) }]),
    entry: 'bomb',
    limits: { ratioFreeBytes: 100_000 },
  },
  {
    code: 'RATIO_TOO_HIGH',
    does: 'that is a bomb of many small entries',
    bytes: withMod(
      Array.from({ length: 20 }, (_, index) => ({ name: `bomb-${index}`, data: Buffer.alloc(90_000) })),
    ),
    limits: { ratioFreeBytes: 100_000 },
  },
];

const whole: Hostile[] = [
  { code: 'EMPTY_FILE', does: 'without a byte', bytes: Buffer.alloc(0) },
  { code: 'TRUNCATED_ARCHIVE', does: 'that was cut', bytes: withMod([]).subarray(0, -10) },
  {
    code: 'TRUNCATED_ARCHIVE',
    does: 'cut within its comment',
    bytes: withMod([], { comment: 'abcdef' }).subarray(0, -2),
  },
  { code: 'NOT_A_ZIP', does: 'that is a text', bytes: Buffer.from('hello') },
  {
    code: 'TRUNCATED_ARCHIVE',
    does: 'with bytes behind its end',
    bytes: withMod([], { appended: Buffer.from('more') }),
  },
  {
    code: 'AMBIGUOUS_END',
    does: 'with an archive in its comment',
    bytes: withMod([], { comment: zipWith({}) }),
  },
  { code: 'SPLIT_ARCHIVE', does: 'that is the last of two parts', bytes: withMod([], { end: { disk: 1 } }) },
  {
    code: 'SPLIT_ARCHIVE',
    does: 'whose entry lies in another part',
    bytes: withMod([{ name: 'a', central: { disk: 1 } }]),
  },
  {
    code: 'SPLIT_ARCHIVE',
    does: 'that is the last of two parts with zip64',
    bytes: withMod([], { zip64: true, end: { disk: 1 } }),
  },
  {
    code: 'INVALID_DIRECTORY',
    does: 'that states an entry too many',
    bytes: withMod([], { end: { entries: 2 } }),
  },
  {
    code: 'INVALID_DIRECTORY',
    does: 'that hides an entry',
    bytes: withMod([{ name: 'a' }], { end: { entries: 1 } }),
  },
  {
    code: 'INVALID_DIRECTORY',
    does: 'that hides an entry with zip64',
    bytes: withMod([{ name: 'a' }], { zip64: true, end: { entries: 1 } }),
  },
  {
    code: 'INVALID_DIRECTORY',
    does: 'whose front is missing',
    bytes: withMod([]).subarray(20),
  },
  {
    code: 'INVALID_DIRECTORY',
    does: 'whose directory is not where it says',
    bytes: withMod([], { end: { directoryOffset: 0, directorySize: 50 } }),
  },
  {
    code: 'INVALID_DIRECTORY',
    does: 'whose zip64 record states an offset beyond all numbers',
    bytes: withMod([], { zip64: true, end: { directoryOffset: Number.MAX_SAFE_INTEGER } }),
  },
  {
    code: 'INVALID_DIRECTORY',
    does: 'whose zip64 record is told to be elsewhere',
    bytes: withMod([], { zip64: true, locator: { offset: 0n } }),
  },
  {
    code: 'INVALID_DIRECTORY',
    does: 'whose zip64 record is told to be beyond 2 to the 63',
    bytes: withMod([], { zip64: true, locator: { offset: 2n ** 63n + 5n } }),
  },
  {
    code: 'INVALID_DIRECTORY',
    does: 'that has a second zip64 record in front, where the locator says',
    bytes: twoZip64Records(),
  },
  {
    code: 'INVALID_DIRECTORY',
    does: 'whose zip64 record has a sector of its own behind it',
    bytes: withMod([], { zip64: true, zip64Sector: Buffer.alloc(60) }),
  },
  {
    code: 'INVALID_DIRECTORY',
    does: 'with bytes between the zip64 record and its locator',
    bytes: withMod([], { zip64: true, behindZip64End: Buffer.alloc(60) }),
  },
  ...(['disk', 'entries', 'directorySize', 'directoryOffset'] as const).map((field): Hostile => {
    const does = `whose classic and zip64 end records contradict each other about ${field}`;
    return {
      code: 'INVALID_DIRECTORY',
      does,
      bytes: withMod([], { zip64: true, classicEnd: { [field]: 3 } }),
    };
  }),
  {
    code: 'SPLIT_ARCHIVE',
    does: 'whose zip64 record is told to be in another part',
    bytes: withMod([], { zip64: true, locator: { disk: 1 } }),
  },
  {
    code: 'SPLIT_ARCHIVE',
    does: 'whose entry lies in another part as its zip64 field says',
    bytes: withMod([{ name: 'a', central: { disk: 0xffff }, extra: Buffer.from('0100040007000000', 'hex') }]),
  },
  {
    code: 'AMBIGUOUS_END',
    does: 'whose comment has the mark of an end record that ends somewhere else',
    bytes: withMod([], { comment: Buffer.from(`504b0506${'00'.repeat(30)}`, 'hex') }),
  },
  {
    code: 'AMBIGUOUS_END',
    does: 'that has another directory where its offset says',
    bytes: otherDirectoryInFront(),
  },
  {
    code: 'INVALID_DIRECTORY',
    does: 'whose extra field is longer than there is',
    bytes: withMod([{ name: 'a', extra: Buffer.from([1, 0, 200, 0]) }]),
  },
  { code: 'NO_MODS', does: 'without entries', bytes: zipWith({}) },
  {
    code: 'NO_MODS',
    does: 'without a jar in mods/',
    bytes: zipWith({ 'mods/readme.txt': '', 'config/a': '' }),
  },
  {
    code: 'NO_MODS',
    does: 'with nothing but disabled mods',
    bytes: zipWith({ 'mods/a.jar.disabled': '' }),
  },
  {
    code: 'MODS_ARE_NO_JARS',
    does: 'with nothing but pointers and web pages for jars',
    bytes: zipWith({ 'mods/a.jar': 'version https://git-lfs.github.com/spec/v1\n', 'mods/b.jar': '<html>' }),
  },
  {
    code: 'TOO_MANY_MODS',
    does: 'with more jars in mods/ than allowed',
    bytes: withMod([{ name: 'mods/b.jar' }]),
    limits: { mods: 1 },
  },
  {
    code: 'TOO_MANY_MODS',
    does: 'with jars whose names leave no room in the inventory',
    bytes: withMod(Array.from({ length: 10 }, (_, n) => ({ name: `mods/${'x'.repeat(200)}${n}.jar` }))),
    limits: { inventoryBytes: 5_000 },
  },
  {
    code: 'ARCHIVE_IN_ARCHIVE',
    does: 'that holds nothing but another archive',
    bytes: zipWith({ 'pack.zip': zipWith({ 'mods/a.jar': zipWith({}) }) }),
    entry: 'pack.zip',
  },
  {
    code: 'MODS_NOT_INCLUDED',
    does: 'that is a CurseForge export',
    bytes: zipWith({
      'manifest.json': JSON.stringify({
        manifestType: 'minecraftModpack',
        manifestVersion: 1,
        name: 'Pack',
        minecraft: { version: '1.20.1', modLoaders: [{ id: 'forge-47.2.0', primary: true }] },
        files: [{ projectID: 1, fileID: 2, required: true }],
        overrides: 'overrides',
      }),
      'overrides/mods/a.jar': zipWith({}),
    }),
    entry: 'manifest.json',
  },
];

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

const all = [...names, ...collisions, ...kinds, ...methods, ...data, ...placement, ...limited, ...whole];

describe('the check', () => {
  test.each(all)('refuses an archive $does as $code', async ({ code, bytes, entry, limits }) => {
    await using pack = await temporaryFile(bytes);
    const uploadProblem = await findZipEnd(pack.path);
    const problems =
      uploadProblem !== null
        ? [uploadProblem]
        : await problemsOf(pack.path, { ...defaultArchiveLimits, ...limits });
    expect(problems[0]).toMatchObject(entry === undefined ? { code } : { code, entry });
    for (const { error } of problems) expect(error).toMatch(/^[^\p{Cc}]+\.$/u);
  });

  test('has a fixture for every code', () => {
    expect(new Set(all.map(({ code }) => code))).toEqual(new Set(Object.keys(problemCodes)));
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

/** Info-ZIP's extra field for a second name in UTF-8, valid for the first name as given. */
function unicodePath(first: string, second: string | Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(1, 0);
  head.writeUInt32LE(crc32(first), 1);
  return extraField(0x7075, Buffer.concat([head, Buffer.from(second)]));
}

function zip64Field(...values: bigint[]): Buffer {
  return extraField(1, Buffer.from(BigUint64Array.from(values).buffer));
}

function extraField(id: number, body: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(id, 0);
  head.writeUInt16LE(body.length, 2);
  return Buffer.concat([head, body]);
}
