import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesOfRules, matchClass } from '../../src/scan/class-rules.ts';
import { parseHashList } from '../../src/scan/hash-list.ts';
import { knownMalware } from '../../src/scan/known-malware.ts';
import { listForScan, nameMeans, scanSlice } from '../../src/scan/scan-files.ts';
import { scanPack } from '../../src/scan/scan-pack.ts';
import {
  defaultScanLimits,
  type ScanLimits,
  type ScanMeans,
  type ScanTask,
} from '../../src/scan/scan-task.ts';
import { classOf, textOf } from '../support/class-bytes.ts';
import { playClamd } from '../support/played-clamd.ts';
import { type ZipEntryInput, zipWith } from '../support/zip.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'scan-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const nothing: ScanMeans = { clamd: null, hashFile: null };
const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');

/** Scans a pack of these files as the service does, without threads. */
async function scan(
  entries: ZipEntryInput[],
  {
    means = nothing,
    limits = {},
    slices = 3,
    ...rest
  }: { means?: ScanMeans; limits?: Partial<ScanLimits>; slices?: number } & Partial<
    Omit<ScanTask, 'limits'>
  > = {},
) {
  const archivePath = path.join(folder, `${crypto.randomUUID()}.zip`);
  await writeFile(archivePath, zipWith(entries));
  return scanPack(
    {
      archivePath,
      names: { encoding: null, backslashes: false },
      fetched: [],
      means,
      limits: { ...defaultScanLimits, ...limits },
      known: null,
      archive: { name: 'pack.zip', sha256: sha256('the pack') },
      whenAway: 'hold',
      ...rest,
    },
    { slices, nameMeans, listForScan: async (archive) => listForScan(archive), scanSlice },
  );
}

async function listOf(text: string): Promise<ScanMeans> {
  const hashFile = path.join(folder, `${crypto.randomUUID()}.txt`);
  await writeFile(hashFile, text);
  return { clamd: null, hashFile };
}

const jar = (...entries: ZipEntryInput[]) => zipWith(entries);

describe('a list of hashes', () => {
  it('has a hash and a name on each line, comments and empty lines', () => {
    const list = parseHashList(`# bad ones\n\n${'A'.repeat(64)}  Bad.Thing\r\n${'b'.repeat(40)}\n`);
    expect([...list]).toEqual([
      ['a'.repeat(64), 'Bad.Thing'],
      ['b'.repeat(40), 'listed'],
    ]);
  });

  it('tells the line that it cannot read', () => {
    expect(() => parseHashList(`${'a'.repeat(64)} x\nmd5 y`)).toThrow('Line 2 must begin');
  });

  it('has so many hashes at most', () => {
    const lines = Array.from({ length: 50_001 }, (_, index) => index.toString(16).padStart(64, '0'));
    expect(() => parseHashList(lines.join('\n'))).toThrow('more than 50000 hashes');
  });
});

describe('the rules over class files', () => {
  const rules = bytesOfRules(knownMalware().classRules);
  const classWith = (...texts: string[]) => classOf({ constants: texts.map(textOf) });
  const stage0 =
    knownMalware().classRules.find(({ name }) => name === 'fractureiser.stage0')?.constants ?? [];

  it('find a class that holds all that a rule names, in any order', () => {
    expect(matchClass(classWith(...stage0.toReversed(), 'more'), rules)).toBe('fractureiser.stage0');
    expect(matchClass(classWith('neko.run', 'https://files-8ie.pages.dev/ip'), rules)).toBe(
      'fractureiser.stage1',
    );
    expect(matchClass(classWith('dev/neko/nekoclient/Client'), rules)).toBe('fractureiser.stage3');
    expect(matchClass(classWith('connect.skyrage.de'), rules)).toBe('SkyRage');
  });

  it('pass over a class that lacks one of them, or has it as part of a longer text', () => {
    for (const missing of stage0)
      expect(matchClass(classWith(...stage0.filter((text) => text !== missing)), rules), missing).toBeNull();
    expect(matchClass(classWith('neko.running', 'files-8ie.pages.dev'), rules)).toBeNull();
  });
});

describe('a scan', () => {
  it('holds each file against the lists, in archives within archives too', async () => {
    const means = await listOf(`${sha256('bad bytes')} Listed.Bad\n`);
    const inner = jar({ name: 'a/b.class', data: 'bad bytes' });
    const outer = jar({ name: 'META-INF/jars/in.jar', data: inner });
    const found = await scan(
      [
        { name: 'mods/', data: '' },
        { name: 'mods/fine.jar', data: jar({ name: 'x', data: 'y' }) },
        { name: 'mods/outer.jar', data: outer, method: 0 },
        { name: 'config/x.txt', data: 'bad bytes' },
      ],
      { means },
    );
    expect(found).toMatchObject({
      kind: 'scanned',
      findings: [
        {
          entry: 'mods/outer.jar > META-INF/jars/in.jar > a/b.class',
          signature: 'Listed.Bad',
          by: 'HASH_LIST',
        },
        { entry: 'config/x.txt', signature: 'Listed.Bad', by: 'HASH_LIST' },
      ],
      notScannedCount: 0,
    });
  });

  it('finds a class of a known family in a jar that was fetched', async () => {
    const source = path.join(folder, 'fetched.jar');
    const bytes = jar({
      name: 'Utility.class',
      data: classOf({ constants: ['neko.run', 'files-8ie.pages.dev'].map(textOf) }),
    });
    await writeFile(source, bytes);
    const fetched = [{ name: 'mods/fetched.jar', source, size: bytes.length }];
    expect(await scan([{ name: 'x', data: 'y' }], { fetched })).toMatchObject({
      findings: [
        { entry: 'mods/fetched.jar > Utility.class', signature: 'fractureiser.stage1', by: 'CLASS_RULES' },
      ],
    });
  });

  it('sends clamd each file, and archives in archives by themselves', async () => {
    await using clamd = await playClamd();
    const means = { clamd: clamd.address, hashFile: null };
    const inner = jar({ name: 'x', data: 'EVIL', method: 0 });
    const found = await scan([{ name: 'mods/a.jar', data: jar({ name: 'in.jar', data: inner }) }], { means });
    expect(found).toMatchObject({
      findings: [{ entry: 'mods/a.jar > in.jar', signature: 'Played.Evil', by: 'CLAMD' }],
    });
    expect(clamd.received).toHaveLength(2);
    expect(found).toMatchObject({ version: `rules ${knownMalware().number}, ${clamd.version}` });
  });

  it('goes into an archive that clamd finds too large, file by file', async () => {
    await using clamd = await playClamd();
    clamd.next.push({ reply: 'INSTREAM size limit exceeded. ERROR' });
    const means = { clamd: clamd.address, hashFile: null };
    const data = jar({ name: 'a', data: 'EVIL' }, { name: 'b', data: 'fine' });
    expect(await scan([{ name: 'mods/a.jar', data }], { means })).toMatchObject({
      findings: [{ entry: 'mods/a.jar > a' }],
      notScannedCount: 0,
    });
    clamd.next.push({ reply: 'INSTREAM size limit exceeded. ERROR' });
    expect(await scan([{ name: 'big.bin', data: 'x' }], { means })).toMatchObject({
      findings: [],
      notScanned: [{ entry: 'big.bin', reason: expect.stringContaining('StreamMaxLength') }],
    });
  });

  it('tells what it could not look into', async () => {
    const deep = (levels: number): Buffer =>
      levels === 0 ? Buffer.from('end') : jar({ name: 'in.jar', data: deep(levels - 1) });
    const found = await scan(
      [
        { name: 'mods/locked.jar', data: jar({ name: 'secret', data: 'x', flags: 0x801 }) },
        { name: 'mods/no.jar', data: 'these bytes are no archive at all' },
        { name: 'mods/deep.jar', data: deep(4) },
        { name: 'mods/odd.jar', data: jar({ name: 'odd', data: 'x', method: 12 }) },
        { name: 'mods/bomb.jar', data: jar({ name: 'zeros', data: Buffer.alloc(100_000) }) },
      ],
      { limits: { depth: 2, inflatedBytes: 50_000 } },
    );
    if (found.kind !== 'scanned') throw new Error(found.kind);
    expect(found.notScanned.map(({ entry, reason }) => [entry, reason])).toEqual([
      ['mods/locked.jar > secret', 'secret is encrypted.'],
      ['mods/no.jar', expect.stringContaining('no zip archive')],
      ['mods/deep.jar > in.jar > in.jar', 'It lies in more than 2 archives.'],
      ['mods/odd.jar > odd', expect.stringContaining('method 12')],
      ['mods/bomb.jar > zeros', expect.stringContaining('costs more to read')],
    ]);
    expect(found.findings).toEqual([]);
  });

  it('names so many findings and files, and counts the files', async () => {
    const means = await listOf(`${sha256('bad')} Bad\n`);
    const bad = Array.from({ length: 9 }, (_, index) => ({ name: `bad${index}`, data: 'bad' }));
    expect(await scan(bad, { means, limits: { findings: 2 } })).toMatchObject({ findings: { length: 2 } });
    const locked = jar(
      ...Array.from({ length: 9 }, (_, index) => ({ name: `${index}`, data: 'x', flags: 0x801 })),
    );
    expect(await scan([{ name: 'a.jar', data: locked }], { limits: { notScanned: 3 } })).toMatchObject({
      notScanned: { length: 3 },
      notScannedCount: 9,
    });
  });

  it('hashes and sends a file that is too large to be looked into, and says so', async () => {
    await using clamd = await playClamd();
    const data = Buffer.alloc(3_000_000, 'z');
    const { hashFile } = await listOf(`${sha256(data)} Large.Bad\n`);
    for (const method of [0, 8])
      expect(
        await scan([{ name: 'large', data, method }], {
          means: { clamd: clamd.address, hashFile },
          limits: { fileBytes: 1_000 },
        }),
      ).toMatchObject({
        findings: [{ entry: 'large', signature: 'Large.Bad' }],
        notScanned: [{ entry: 'large', reason: expect.stringContaining('more than 1000 bytes') }],
      });
    expect(clamd.received.map(({ length }) => length)).toEqual([data.length, data.length]);
  });

  it('is spared when nothing newer is there, and made when a list has changed', async () => {
    const first = await scan([{ name: 'a', data: 'b' }]);
    if (first.kind !== 'scanned') throw new Error(first.kind);
    const known = first.version;
    expect(await scan([{ name: 'a', data: 'b' }], { known })).toEqual({ kind: 'unchanged' });
    const means = await listOf(`${sha256('b')} B\n`);
    expect(await scan([{ name: 'a', data: 'b' }], { known, means })).toMatchObject({
      findings: [{ signature: 'B' }],
    });
  });

  it('holds the archive itself against the lists', async () => {
    const archive = { name: 'bad.zip', sha256: sha256('all of it') };
    const means = await listOf(`${archive.sha256} Bad.Pack\n`);
    expect(await scan([{ name: 'a', data: 'b' }], { archive, means })).toMatchObject({
      findings: [{ entry: 'bad.zip', signature: 'Bad.Pack', by: 'HASH_LIST' }],
    });
  });

  it('tells what the lists find while clamd is away, or fails in the middle', async () => {
    await using clamd = await playClamd();
    const { hashFile } = await listOf(`${sha256('b')} B\n`);
    const means = { clamd: clamd.address, hashFile };
    const entries = [
      { name: 'x', data: 'fine' },
      { name: 'y', data: 'b' },
    ];
    clamd.next.push({ reply: "stream: Can't create temporary file ERROR" });
    const found = { kind: 'away', findings: [{ entry: 'y', signature: 'B' }] };
    expect(await scan(entries, { means, slices: 1 })).toMatchObject(found);
    expect(clamd.received).toHaveLength(1);
    await clamd.leave();
    expect(await scan(entries, { means, whenAway: 'pass' })).toMatchObject(found);
    expect(await scan(entries, { means })).toMatchObject({ kind: 'away', findings: [] });
  });

  it('asks clamd no more after two files of a part on which it was silent', async () => {
    await using clamd = await playClamd();
    clamd.next.push('silent', 'silent');
    const entries = ['a', 'b', 'c'].map((name) => ({ name, data: name }));
    const means = { clamd: clamd.address, hashFile: null };
    expect(await scan(entries, { means, slices: 1, limits: { silenceMs: 100 } })).toMatchObject({
      kind: 'away',
      notScanned: [{ entry: 'a' }, { entry: 'b' }],
    });
    expect(clamd.received).toEqual([]);
  });

  it('is not made while clamd is away or the list cannot be used', async () => {
    await using clamd = await playClamd();
    await clamd.leave();
    const scanned = (means: ScanMeans) => scan([{ name: 'a', data: 'b' }], { means });
    expect(await scanned({ clamd: clamd.address, hashFile: null })).toMatchObject({
      kind: 'away',
      reason: expect.stringContaining('clamd'),
    });
    expect(await scanned(await listOf('nonsense'))).toMatchObject({
      kind: 'away',
      reason: expect.stringContaining('Line 1'),
    });
    expect(await scanned({ clamd: null, hashFile: path.join(folder, 'missing') })).toMatchObject({
      kind: 'away',
    });
  });
});
