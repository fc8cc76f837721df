import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { defaultArchiveLimits } from '../../src/archive/limits.ts';
import { manifestFileNames, readManifest } from '../../src/archive/manifests/index.ts';
import { checkArchive } from '../../src/archive/pack/check.ts';
import { findZipEnd } from '../../src/archive/pack/is-zip.ts';
import { problemCodes } from '../../src/archive/problem-codes.ts';
import { collisionKey, judgeName } from '../../src/archive/zip/entry-names.ts';
import { archivesByProgram } from '../support/archives-by-program.ts';
import { asked, fc } from '../support/seeded.ts';
import { type ZipEntryInput, zipWith } from '../support/zip.ts';

// Streams are taken early, so that mutations reach both ways of inflating.
const limits = { ...defaultArchiveLimits, wholeEntryBytes: 2_000, ratioFreeBytes: 1_000_000 };
const folder = mkdtempSync(join(tmpdir(), 'archive-fuzz-'));
const path = join(folder, 'pack.zip');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const inner = zipWith({
  'META-INF/mods.toml': '[[mods]]\nmodId="lamp"\n',
  'fabric.mod.json': '{"schemaVersion":1,"id":"lamp","version":"1"}',
});
const seeds = [
  zipWith([
    { name: 'mods/' },
    { name: 'mods/a.jar', data: inner },
    { name: 'mods/b.jar', data: inner, method: 0, descriptor: true },
    { name: 'config/large', data: Buffer.alloc(9_000, 'large ') },
    { name: 'config/wide', data: 'wide', zip64: true },
  ]),
  zipWith([{ name: 'mods/a.jar', data: inner, zip64: true, descriptor: true }], {
    zip64: true,
    comment: 'end',
  }),
  zipWith({ 'mods/a.jar': inner }, { prepended: Buffer.from('stub'), offsetsCountPrepended: false }),
  ...archivesByProgram.map(({ bytes }) => bytes),
];

/** Either the archive passes, or it is refused with codes that we know; nothing throws. */
async function staysSane(bytes: Uint8Array): Promise<void> {
  writeFileSync(path, bytes);
  const atUpload = await findZipEnd(path);
  if (bytes.length === 0) return;
  const { problems, report } = await checkArchive({ path, limits });
  if (atUpload !== null) expect(report).toBeNull();
  expect(report === null).toBe(problems.length > 0);
  for (const { code, error, entry } of problems) {
    expect(problemCodes).toHaveProperty(code);
    expect(`${error}${entry}`).not.toMatch(/\p{Cc}/u);
  }
}

const interestingBytes = fc.constantFrom(0x00, 0x01, 0x08, 0x7f, 0x80, 0xff);
const patch = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  bytes: fc.array(fc.oneof(interestingBytes, fc.integer({ min: 0, max: 255 })), {
    minLength: 1,
    maxLength: 8,
  }),
});

function patched(seed: Buffer, patches: { at: number; bytes: number[] }[]): Buffer {
  const bytes = Buffer.from(seed);
  for (const { at, bytes: replacement } of patches)
    bytes.set(
      replacement.slice(0, bytes.length),
      Math.floor(at * Math.max(0, bytes.length - replacement.length)),
    );
  return bytes;
}

const runs = asked(1_500);

describe('the check never throws and never hangs', () => {
  test('on archives with some bytes changed', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...seeds),
        fc.array(patch, { minLength: 1, maxLength: 5 }),
        (seed, patches) => staysSane(patched(seed, patches)),
      ),
      runs,
    );
  });

  test('on archives with changes in the directory and the end records', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...seeds),
        fc.array(patch, { minLength: 1, maxLength: 3 }),
        (seed, patches) => {
          const directory = seed.indexOf(Buffer.from('504b0102', 'hex'));
          const tail = patched(seed.subarray(directory), patches);
          return staysSane(Buffer.concat([seed.subarray(0, directory), tail]));
        },
      ),
      runs,
    );
  });

  test('on archives of which a piece was cut out or doubled', async () => {
    const place = fc.double({ min: 0, max: 1, noNaN: true });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...seeds), place, place, fc.boolean(), (seed, one, other, doubled) => {
        const from = Math.floor(Math.min(one, other) * seed.length);
        const to = Math.floor(Math.max(one, other) * seed.length);
        const rest = doubled ? seed.subarray(from) : seed.subarray(to);
        return staysSane(Buffer.concat([seed.subarray(0, doubled ? to : from), rest]));
      }),
      runs,
    );
  });

  test('on archives whose headers state whatever they like', async () => {
    // A piece over and over: three thousand choices for each entry take longer than all checks.
    const contents = fc
      .tuple(fc.uint8Array({ maxLength: 30 }), fc.nat({ max: 100 }))
      .map(([piece, times]) => Buffer.concat(Array.from({ length: times }, () => piece)));
    const number32 = fc.oneof(fc.integer({ min: 0, max: 0xffffffff }), fc.constantFrom(0, 1, 0xffffffff));
    const entry: fc.Arbitrary<ZipEntryInput> = fc.record(
      {
        name: fc.oneof(
          fc.constantFrom('mods/a.jar', 'mods/b.jar', 'config/', '../x', ''),
          fc.string({ unit: 'binary', maxLength: 40 }),
        ),
        data: contents,
        method: fc.constantFrom(0, 8, 9, 99),
        flags: fc.integer({ min: 0, max: 0xffff }),
        descriptor: fc.boolean(),
        zip64: fc.boolean(),
        size: number32,
        compressedSize: number32,
        crc32: number32,
        mode: fc.integer({ min: 0, max: 0xffff }),
        extra: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
        central: fc.record({ offset: number32 }),
      },
      { requiredKeys: ['name'] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 5 }), fc.boolean(), (entries, zip64) =>
        staysSane(zipWith(entries, { zip64 })),
      ),
      runs,
    );
  });

  test('on any bytes at all', async () => {
    await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), staysSane), runs);
  });
});

describe('reading a marker file never throws, and keeps no more than it may', () => {
  const token = fc.constantFrom(
    ...[
      '{',
      '}',
      '[',
      ']',
      ':',
      ',',
      '"',
      "'",
      '\\',
      '\\u00',
      '/*',
      '*/',
      '//',
      '\n',
      '#',
      'null',
      '1e5',
      'é',
      '\u2028',
    ],
    ...[
      'files',
      'path',
      'mods/a.jar',
      'dependencies',
      'minecraft',
      'modLoaders',
      'id',
      'components',
      'uid',
      'launcher',
    ],
  );
  const text = fc.array(token, { maxLength: 80 }).map((tokens) => Buffer.from(tokens.join('')));
  const document = fc.jsonValue({ maxDepth: 6 }).map((value) =>
    Buffer.from(
      JSON.stringify({
        minecraft: value,
        files: value,
        dependencies: value,
        launcher: value,
        mainClass: 'x',
        patches: value,
        arguments: value,
        libraries: value,
      }),
    ),
  );
  const wide = document.map((bytes) => Buffer.from(bytes.toString(), 'utf16le'));

  const version = 'versions/X/X.json';
  test.each([...manifestFileNames, version])('as %s', (name) => {
    fc.assert(
      fc.property(
        fc.oneof(text, document, wide, fc.uint8Array({ maxLength: 300 })),
        fc.array(patch, { maxLength: 3 }),
        (bytes, patches) => {
          const marker = patched(Buffer.from(bytes), patches);
          const components = Buffer.from('{"components":[]}');
          const open = (asked: string) =>
            asked === name ? marker : asked.endsWith('mmc-pack.json') ? components : null;
          const { manifest, warnings, referencedMods } = readManifest(open, 2, [version]);
          expect(referencedMods.length).toBeLessThanOrEqual(2);
          for (const { error } of warnings) {
            expect(error).not.toMatch(/\p{Cc}/u);
            expect(error.length).toBeLessThan(400);
          }
          for (const value of Object.values(manifest ?? {}))
            expect(value?.length ?? 0).toBeLessThanOrEqual(200);
        },
      ),
      asked(500),
    );
  });
});

test('no name that passes leads out of the folder it is unpacked in, on Linux or Windows', async () => {
  const { posix, win32 } = await import('node:path');
  const part = fc.oneof(
    fc.constantFrom('..', '.', '', '. ', '.. ', '...', 'a', 'C:', 'nul', '\\', '\\..', '..\\..', '~'),
    fc.string({ maxLength: 6 }),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const name = parts.join('/');
      if (judgeName(name, limits) !== null) return;
      expect(posix.resolve('/base', name).startsWith('/base/')).toBe(true);
      expect(win32.resolve('D:\\base', name).startsWith('D:\\base\\')).toBe(true);
      expect(win32.resolve('D:\\base', collisionKey(name)).startsWith('D:\\base\\')).toBe(true);
    }),
    asked(20_000),
  );
});
