import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type ArchiveLimits, defaultArchiveLimits } from '../../src/archive/limits.ts';
import { checkArchive, type OutsideFiles } from '../../src/archive/pack/check.ts';
import { fabricModJson, jarWith, modsToml } from '../support/jar.ts';
import { temporaryFile, zipWith } from '../support/zip.ts';

type Settings = Readonly<Record<string, string>>;

/** A limit, its value, a pack that goes beyond it, what the check then says, and what other limits there are. */
type Case = [setting: string, value: number, pack: Buffer, says: string, beside?: Settings];

const KiB = 1024;
const MiB = 1024 * KiB;
const jar = zipWith({ 'a.class': 'a' });
const packWith = (entries: Readonly<Record<string, string | Uint8Array>>) =>
  zipWith({ 'mods/a.jar': jar, ...entries });
const packOf = (mod: Uint8Array) => zipWith({ 'mods/a.jar': mod });
const fabric = (fields: object, files: Readonly<Record<string, string | Uint8Array>> = {}) =>
  packOf(jarWith({ 'fabric.mod.json': fabricModJson('example', fields), ...files }));
const numbered = <One>(count: number, make: (number: number) => One) =>
  Array.from({ length: count }, (_, n) => make(n));
/** Files of names that the check refuses, each with a problem of its own. */
const faulty = (count: number) => packWith(Object.fromEntries(numbered(count, (n) => [`../${n}`, ''])));
/** An export that names two mods, both of which it holds. */
const mrpack = zipWith({
  'modrinth.index.json': JSON.stringify({
    formatVersion: 1,
    game: 'minecraft',
    versionId: '1',
    name: 'A pack',
    files: ['a', 'b'].map((name) => ({
      path: `mods/${name}.jar`,
      hashes: { sha1: '0'.repeat(40) },
      downloads: [`https://cdn.modrinth.com/${name}.jar`],
      fileSize: 1,
    })),
    dependencies: { minecraft: '1.20.1', 'fabric-loader': '0.15.6' },
  }),
  'overrides/mods/a.jar': jar,
  'overrides/mods/b.jar': jar,
});

const cases: Case[] = [
  ['entries', 1, packWith({ a: '' }), 'TOO_MANY_ENTRIES'],
  [
    'directoryBytes',
    KiB,
    packWith(Object.fromEntries(numbered(10, (n) => [`${'a'.repeat(100)}${n}`, '']))),
    'DIRECTORY_TOO_LARGE',
  ],
  ['entryBytes', KiB, packWith({ a: 'a'.repeat(KiB + 1) }), 'ENTRY_TOO_LARGE'],
  ['totalBytes', 2 * KiB, packWith({ a: 'a'.repeat(KiB), b: 'b'.repeat(KiB) }), 'ARCHIVE_TOO_LARGE'],
  ['ratio', 2, packWith({ a: 'a'.repeat(100) }), 'RATIO_TOO_HIGH', { ratioFreeBytes: '0' }],
  ['ratioFreeBytes', MiB - 1, packWith({ a: Buffer.alloc(MiB) }), 'RATIO_TOO_HIGH'],
  ['nameBytes', 20, packWith({ [`config/${'a'.repeat(14)}`]: '' }), 'NAME_TOO_LONG'],
  ['segmentBytes', 10, packWith({ ['a'.repeat(11)]: '' }), 'NAME_TOO_LONG'],
  ['depth', 2, packWith({ 'a/b/c/d': '' }), 'PATH_TOO_DEEP'],
  ['mods', 1, packWith({ 'mods/b.jar': jar }), 'at most 1 jars'],
  [
    'inventoryBytes',
    64 * KiB,
    packWith(Object.fromEntries(numbered(250, (n) => [`mods/${n}.jar`, '']))),
    `with ${64 * KiB} bytes in the inventory`,
  ],
  ['manifestBytes', KiB, packWith({ 'minecraftinstance.json': '{}'.padEnd(KiB + 1) }), 'MANIFEST_TOO_LARGE'],
  ['manifestFiles', 1, mrpack, 'looked at for the first 1 only'],
  ['namedFiles', 1, mrpack, 'at most 1 are allowed'],
  ['jarBytes', KiB, packOf(randomBytes(KiB + 1)), `only jars of up to ${KiB} bytes are read`],
  ['jar.maxDescriptorBytes', KiB, fabric({ description: 'a'.repeat(KiB) }), `at most ${KiB} are read`],
  // Text is charged sixteen times.
  [
    'jar.maxInflatedBytes',
    MiB,
    fabric({ description: 'a'.repeat(MiB / 16) }),
    'costs more to read than is allowed',
  ],
  [
    'modsInflatedBytes',
    MiB,
    fabric({ description: 'a'.repeat(MiB / 16) }),
    'costs more to read than is allowed',
  ],
  ['jar.maxEntries', 2, fabric({}, { a: '' }), 'more than 2 entries'],
  [
    'jar.maxNestedJars',
    1,
    fabric({ jars: ['b.jar', 'c.jar'].map((file) => ({ file })) }, { 'b.jar': jar, 'c.jar': jar }),
    'Only 1 of 2 nested jars',
  ],
  [
    'jar.maxMods',
    1,
    packOf(jarWith({ 'META-INF/mods.toml': modsToml({ one: [], two: [] }) })),
    'names more than 1 mods',
  ],
  ['jar.maxRequires', 1, fabric({ depends: { one: '*', two: '*' } }), 'needs more than 1 mods'],
  ['jar.maxProvides', 1, fabric({ provides: ['one', 'two'] }), 'provides more than 1 mods'],
  ['jar.maxIdLength', 16, fabric({ provides: ['a'.repeat(17)] }), 'ids of more than 16 characters'],
  [
    'jar.maxReportBytes',
    KiB,
    fabric({ provides: numbered(100, (n) => `another-mod-${n}`) }),
    `of which at most ${KiB} are kept`,
  ],
];

const outside: OutsideFiles = {
  locate: () => Promise.reject(new Error('No platform is asked.')),
  fetch: () => Promise.reject(new Error('Nothing is fetched.')),
  lookUp: () => Promise.reject(new Error('No catalogue is asked.')),
  lookedUp: () => Promise.reject(new Error('No catalogue is asked.')),
};

/** The limits with these in place of the usual ones. */
function limitsOf(given: Settings): ArchiveLimits {
  const values: Record<string, number> = {};
  const ofJar: Record<string, number> = {};
  for (const [name, value] of Object.entries(given)) {
    if (name.startsWith('jar.')) ofJar[name.slice('jar.'.length)] = Number(value);
    else values[name] = Number(value);
  }
  return { ...defaultArchiveLimits, ...values, jar: { ...defaultArchiveLimits.jar, ...ofJar } };
}

async function check(pack: Buffer, settings: Settings) {
  await using file = await temporaryFile(pack);
  const limits = limitsOf(settings);
  return await checkArchive({ path: file.path, limits, fetchable: ['MODRINTH'] }, { outside });
}

describe('the limits of an archive', () => {
  it.each(cases)('are those that are set: %s', async (setting, value, pack, says, beside = {}) => {
    expect(JSON.stringify(await check(pack, beside))).not.toContain(says);
    expect(JSON.stringify(await check(pack, { ...beside, [setting]: String(value) }))).toContain(says);
  });

  it('are those that are set: problems, problemBytes', async () => {
    const problems = async (settings: Settings) => (await check(faulty(40), settings)).problems;
    expect(await problems({})).toHaveLength(40);
    expect(await problems({ problems: '7' })).toHaveLength(7);
    const endless = packWith(Object.fromEntries(numbered(40, (n) => [`../${'a'.repeat(240)}${n}`, ''])));
    expect((await check(endless, {})).problems).toHaveLength(40);
    const { problems: kept } = await check(endless, { problemBytes: '16384' });
    expect(Buffer.byteLength(JSON.stringify(kept))).toBeGreaterThan(15_000);
    expect(Buffer.byteLength(JSON.stringify(kept))).toBeLessThan(17_000);
  });

  it('are those that are set: warnings', async () => {
    const pack = packWith({ 'minecraftinstance.json': '{', 'instance.json': '{', 'mmc-pack.json': '{' });
    const warnings = async (settings: Settings) => (await check(pack, settings)).report?.warnings;
    expect(await warnings({})).toHaveLength(3);
    expect(await warnings({ warnings: '2' })).toHaveLength(2);
  });
});
