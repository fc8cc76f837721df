import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { defaultArchiveLimits as limits } from '../../src/archive/limits.ts';
import { type FetchedJar, inspectFetched } from '../../src/archive/pack/inspect-fetched.ts';
import type { SideClaim } from '../../src/archive/report.ts';
import { fabricModJson, jarWith } from '../support/jar.ts';
import { temporaryFile } from '../support/zip.ts';

const jar = jarWith({ 'fabric.mod.json': fabricModJson('lamp', { environment: '*' }) });
const sha1 = createHash('sha1').update(jar).digest('hex');
const share = { maxInflatedBytes: 1_000_000, maxReportBytes: 10_000 };
const ofPack: SideClaim = { reason: 'PACK_INDEX', evidence: 'The index says so.' };
const ofNote: SideClaim = { reason: 'PACK_INDEX', evidence: 'a.pw.toml says that it is for clients only.' };
const note = (hash: string) => ({ file: 'a.pw.toml', hash, hashFormat: 'sha1' as const });

const lamp = (file: string, source: string, more: Partial<FetchedJar> = {}): FetchedJar => ({
  source,
  size: jar.length,
  mod: { file, ...share },
  claims: [],
  ...more,
});

test('fetched jars are read in their order, with what the pack and a launcher say of them', async () => {
  await using stored = await temporaryFile(jar, 'a.jar');
  const at = (file: string, more: Partial<FetchedJar> = {}) => lamp(file, stored.path, more);
  const jars = [
    at('plain.jar'),
    at('claimed.jar', { claims: [ofPack] }),
    at('noted.jar', { claims: [ofPack], mod: { file: 'noted.jar', ...share, note: note(sha1) } }),
    at('other.jar', { mod: { file: 'other.jar', ...share, note: note('0') } }),
    at('dear.jar', { mod: { file: 'dear.jar', ...share, maxInflatedBytes: 1 } }),
  ];
  const seen: unknown[] = [];
  const { problems, mods } = await inspectFetched({ jars, limits }, (progress) => seen.push(progress));
  expect(problems).toEqual([]);
  const read = {
    size: jar.length,
    descriptors: [expect.objectContaining({ format: 'fabric.mod.json', side: 'BOTH' })],
    note: null,
  };
  expect(mods).toEqual([
    { file: 'plain.jar', ...read },
    { file: 'claimed.jar', ...read, claims: [ofPack] },
    { file: 'noted.jar', ...read, claims: [ofPack, ofNote] },
    { file: 'other.jar', ...read },
    { file: 'dear.jar', size: jar.length, descriptors: [], note: expect.stringContaining('than is allowed') },
  ]);
  expect(seen).toEqual([1, 2, 3, 4, 5].map((n) => ({ bytesDone: n * jar.length, entriesDone: n })));
});

test('a fetched jar has a hash where a catalogue will be asked about it, and none where it will not', async () => {
  await using stored = await temporaryFile(jar, 'a.jar');
  const jars = [lamp('a.jar', stored.path), lamp('b.jar', stored.path, { claims: [ofPack] })];
  const { mods } = await inspectFetched({ jars, limits, hashes: true });
  const sha512 = createHash('sha512').update(jar).digest('hex');
  expect(mods.map((mod) => mod.sha512)).toEqual([sha512, undefined]);
});

test('a fetched jar beyond the limit is not read, and keeps what the pack says', async () => {
  const jars = [lamp('a.jar', '/nowhere/a.jar'), lamp('b.jar', '/nowhere/b.jar', { claims: [ofPack] })];
  const small = { ...limits, jarBytes: jar.length - 1 };
  const told = `The jar has ${jar.length} bytes; only jars of up to ${jar.length - 1} bytes are read.`;
  expect((await inspectFetched({ jars, limits: small })).mods).toEqual([
    { file: 'a.jar', size: jar.length, descriptors: [], note: told },
    { file: 'b.jar', size: jar.length, descriptors: [], note: told, claims: [ofPack] },
  ]);
  await using stored = await temporaryFile(jar, 'a.jar');
  const just = { ...limits, jarBytes: jar.length };
  expect((await inspectFetched({ jars: [lamp('a.jar', stored.path)], limits: just })).mods).toMatchObject([
    { note: null },
  ]);
});
