import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { type ArchiveLimits, defaultArchiveLimits } from '../../src/archive/limits.ts';
import { type InspectResult, inspectEntries, type SliceProgress } from '../../src/archive/pack/inspect.ts';
import { surveyArchive } from '../../src/archive/pack/survey.ts';
import { temporaryFile, type ZipEntryInput, zipWith } from '../support/zip.ts';

interface Inspected extends InspectResult {
  progress: SliceProgress[];
}

/** Inspects all entries of an archive, which is damaged once it has been surveyed. */
async function inspect(
  entries: ZipEntryInput[],
  {
    damage = () => {},
    hashes,
    ...changes
  }: Partial<ArchiveLimits> & { damage?: (bytes: Buffer) => void; hashes?: boolean } = {},
): Promise<Inspected> {
  const bytes = zipWith(entries);
  await using file = await temporaryFile(bytes);
  const limits = { ...defaultArchiveLimits, ...changes };
  const { survey, problems } = await surveyArchive({ path: file.path, limits });
  if (survey === null) throw new Error(`The survey failed: ${problems[0]?.error}`);
  damage(bytes);
  await writeFile(file.path, bytes);
  const progress: SliceProgress[] = [];
  const result = await inspectEntries(
    { path: file.path, entries: survey.entries, limits, ...(hashes !== undefined && { hashes }) },
    (step) => progress.push(step),
  );
  return { ...result, progress };
}

const jar = zipWith({ 'A.class': 'a' });
const mod: ZipEntryInput = { name: 'mods/a.jar', data: jar, method: 0 };
const other: ZipEntryInput = { name: 'config/b.toml', data: 'x = 1', method: 0 };
/** A jar that takes far less room than it has bytes. */
const airy: ZipEntryInput = {
  name: 'mods/airy.jar',
  data: zipWith([{ name: 'a', data: Buffer.alloc(9_000), method: 0 }]),
};

const headerOf = (bytes: Buffer, name: string) => bytes.indexOf(name) - 30;
const codes = ({ problems }: InspectResult) => problems.map(({ code, entry }) => `${code} ${entry}`);

describe('an entry that is not what the directory says is told once, and is no mod', () => {
  const jarBytes = 10;

  test.each<[does: string, limits: Partial<ArchiveLimits>]>([
    ['read in one', {}],
    ['read piece by piece', { jarBytes }],
  ])('%s, with another checksum', async (_does, limits) => {
    const damage = (bytes: Buffer) => bytes.write('X', headerOf(bytes, 'mods/a.jar') + 45);
    const found = await inspect([mod, other], { ...limits, damage });
    expect([codes(found), found.mods]).toEqual([['CRC_MISMATCH mods/a.jar'], []]);
  });

  test.each<[does: string, limits: Partial<ArchiveLimits>]>([
    ['read in one', {}],
    ['read piece by piece', { jarBytes }],
  ])('%s, with data that cannot be inflated', async (_does, limits) => {
    const damage = (bytes: Buffer) =>
      bytes.fill(0xff, headerOf(bytes, 'mods/airy.jar') + 43, headerOf(bytes, 'mods/airy.jar') + 60);
    const found = await inspect([airy, other], { ...limits, damage });
    expect([codes(found), found.mods]).toEqual([['CORRUPT_DATA mods/airy.jar'], []]);
  });

  test('without a header where it has to be', async () => {
    const damage = (bytes: Buffer) => bytes.write('XX', headerOf(bytes, 'mods/a.jar'));
    const found = await inspect([other, mod], { damage });
    expect([codes(found), found.mods]).toEqual([['LOCAL_HEADER_MISMATCH mods/a.jar'], []]);
  });

  test('whose header leaves too little room for its data', async () => {
    const data = Buffer.alloc(100);
    const extra = Buffer.from([0, 0, 6, 0, 0, 0, 0, 0, 0, 0]);
    const found = await inspect([
      { name: 'config/wide', data, method: 0, compressedSize: 105, size: 105, local: { extra } },
      mod,
    ]);
    expect(codes(found)).toEqual(['OVERLAPPING_ENTRIES config/wide']);
    expect(found.problems[0]?.error).toContain('needs 156 bytes, but only 151 are its own');
    expect(found.mods).toMatchObject([{ file: 'a.jar' }]);
  });

  test('and nothing more is looked at once there are as many problems as are told', async () => {
    const damage = (bytes: Buffer) => bytes.write('XX', headerOf(bytes, 'mods/a.jar'));
    const found = await inspect([mod, other], { damage, problems: 1 });
    expect([codes(found), found.progress]).toEqual([['LOCAL_HEADER_MISMATCH mods/a.jar'], []]);
    const { progress } = await inspect([mod, other], { damage, problems: 2 });
    expect(progress.at(-1)).toEqual({ bytesDone: jar.length + 5, entriesDone: 2 });
  });
});

describe('a mod', () => {
  test('is read up to as many bytes as it has inflated, and noted beyond', async () => {
    const size = Buffer.byteLength(airy.data ?? '');
    const read = await inspect([airy], { jarBytes: size });
    expect(read.mods).toMatchObject([{ file: 'airy.jar', size, note: null }]);
    const noted = await inspect([airy], { jarBytes: size - 1 });
    expect(noted.mods).toEqual([
      {
        file: 'airy.jar',
        size,
        descriptors: [],
        note: `The jar has ${size} bytes; only jars of up to ${size - 1} bytes are read.`,
      },
    ]);
  });

  test('has a hash where one is wanted alone, and nothing else is taken for one', async () => {
    const plain = await inspect([mod, other]);
    expect(plain.mods).toHaveLength(1);
    expect(Object.keys(plain.mods[0] ?? {}).sort()).toEqual(['descriptors', 'file', 'note', 'size']);
    const asked = await inspect([mod, other], { hashes: true });
    expect(asked.mods).toHaveLength(1);
    expect(Object.keys(asked.mods[0] ?? {}).length).toBeGreaterThan(4);
  });

  test('has what the note of a launcher claims of it', async () => {
    const note: ZipEntryInput = {
      name: 'mods/.index/a.pw.toml',
      data: `filename = "a.jar"\nside = "client"\n[download]\nhash-format = "md5"\nhash = "${createHash('md5').update(jar).digest('hex')}"\n`,
    };
    const { mods } = await inspect([mod, note]);
    expect(mods).toMatchObject([{ file: 'a.jar', claims: [{ reason: 'PACK_INDEX' }] }]);
  });
});
