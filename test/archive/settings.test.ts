import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkArchive, type OutsideFiles } from '../../src/archive/check.ts';
import type { ArchiveLimits } from '../../src/archive/limits.ts';
import { readConfig } from '../../src/config.ts';
import { fabricModJson, jarWith, modsToml } from '../support/jar.ts';
import { temporaryFile, zipWith } from '../support/zip.ts';

type Settings = Readonly<Record<string, string>>;

/** A setting or a limit without one, its value, a pack that goes beyond it, and what the check then says. */
interface Case {
  setting: string;
  value: number;
  pack: Buffer;
  says: string;
  /** What else is set, in both checks. */
  beside?: Settings;
}

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

const cases: readonly Case[] = [
  { setting: 'MAX_ARCHIVE_ENTRIES', value: 1, pack: packWith({ a: '' }), says: 'TOO_MANY_ENTRIES' },
  {
    setting: 'directoryBytes',
    value: KiB,
    pack: packWith(Object.fromEntries(numbered(10, (n) => [`${'a'.repeat(100)}${n}`, '']))),
    says: 'DIRECTORY_TOO_LARGE',
  },
  {
    setting: 'MAX_ENTRY_BYTES',
    value: KiB,
    pack: packWith({ a: 'a'.repeat(KiB + 1) }),
    says: 'ENTRY_TOO_LARGE',
  },
  {
    setting: 'MAX_ARCHIVE_BYTES',
    value: 2 * KiB,
    pack: packWith({ a: 'a'.repeat(KiB), b: 'b'.repeat(KiB) }),
    says: 'ARCHIVE_TOO_LARGE',
  },
  {
    setting: 'MAX_ARCHIVE_RATIO',
    value: 2,
    pack: packWith({ a: 'a'.repeat(100) }),
    says: 'RATIO_TOO_HIGH',
    beside: { ratioFreeBytes: '0' },
  },
  {
    setting: 'ratioFreeBytes',
    value: MiB - 1,
    pack: packWith({ a: Buffer.alloc(MiB) }),
    says: 'RATIO_TOO_HIGH',
  },
  {
    setting: 'nameBytes',
    value: 20,
    pack: packWith({ [`config/${'a'.repeat(14)}`]: '' }),
    says: 'NAME_TOO_LONG',
  },
  {
    setting: 'segmentBytes',
    value: 10,
    pack: packWith({ ['a'.repeat(11)]: '' }),
    says: 'NAME_TOO_LONG',
  },
  { setting: 'depth', value: 2, pack: packWith({ 'a/b/c/d': '' }), says: 'PATH_TOO_DEEP' },
  { setting: 'MAX_MODS', value: 1, pack: packWith({ 'mods/b.jar': jar }), says: 'at most 1 jars' },
  {
    setting: 'inventoryBytes',
    value: 64 * KiB,
    pack: packWith(Object.fromEntries(numbered(250, (n) => [`mods/${n}.jar`, '']))),
    says: `with ${64 * KiB} bytes in the inventory`,
  },
  {
    setting: 'manifestBytes',
    value: KiB,
    pack: packWith({ 'minecraftinstance.json': '{}'.padEnd(KiB + 1) }),
    says: 'MANIFEST_TOO_LARGE',
  },
  { setting: 'manifestFiles', value: 1, pack: mrpack, says: 'looked at for the first 1 only' },
  { setting: 'MAX_NAMED_FILES', value: 1, pack: mrpack, says: 'at most 1 are allowed' },
  {
    setting: 'MAX_JAR_BYTES',
    value: KiB,
    pack: packOf(randomBytes(KiB + 1)),
    says: `only jars of up to ${KiB} bytes are read`,
  },
  {
    setting: 'jar.maxDescriptorBytes',
    value: KiB,
    pack: fabric({ description: 'a'.repeat(KiB) }),
    says: `at most ${KiB} are read`,
  },
  {
    setting: 'jar.maxInflatedBytes',
    value: MiB,
    // Text is charged sixteen times.
    pack: fabric({ description: 'a'.repeat(MiB / 16) }),
    says: 'costs more to read than is allowed',
  },
  {
    setting: 'modsInflatedBytes',
    value: MiB,
    pack: fabric({ description: 'a'.repeat(MiB / 16) }),
    says: 'costs more to read than is allowed',
  },
  { setting: 'jar.maxEntries', value: 2, pack: fabric({}, { a: '' }), says: 'more than 2 entries' },
  {
    setting: 'jar.maxNestedJars',
    value: 1,
    pack: fabric({ jars: ['b.jar', 'c.jar'].map((file) => ({ file })) }, { 'b.jar': jar, 'c.jar': jar }),
    says: 'Only 1 of 2 nested jars',
  },
  {
    setting: 'jar.maxMods',
    value: 1,
    pack: packOf(jarWith({ 'META-INF/mods.toml': modsToml({ one: [], two: [] }) })),
    says: 'names more than 1 mods',
  },
  {
    setting: 'jar.maxRequires',
    value: 1,
    pack: fabric({ depends: { one: '*', two: '*' } }),
    says: 'needs more than 1 mods',
  },
  {
    setting: 'jar.maxProvides',
    value: 1,
    pack: fabric({ provides: ['one', 'two'] }),
    says: 'provides more than 1 mods',
  },
  {
    setting: 'jar.maxIdLength',
    value: 16,
    pack: fabric({ provides: ['a'.repeat(17)] }),
    says: 'ids of more than 16 characters',
  },
  {
    setting: 'jar.maxReportBytes',
    value: KiB,
    pack: fabric({ provides: numbered(100, (n) => `another-mod-${n}`) }),
    says: `of which at most ${KiB} are kept`,
  },
];

const outside: OutsideFiles = {
  locate: () => Promise.reject(new Error('No platform is asked.')),
  fetch: () => Promise.reject(new Error('Nothing is fetched.')),
  lookUp: () => Promise.reject(new Error('No catalogue is asked.')),
  lookedUp: () => Promise.reject(new Error('No catalogue is asked.')),
};

/** The limits under these settings; a limit without a setting is given by its own name. */
function limitsOf(given: Settings): ArchiveLimits {
  const environment: Record<string, string> = {};
  const values: Record<string, number> = {};
  const ofJar: Record<string, number> = {};
  for (const [name, value] of Object.entries(given)) {
    if (/^[A-Z_]+$/.test(name)) environment[name] = value;
    else if (name.startsWith('jar.')) ofJar[name.slice('jar.'.length)] = Number(value);
    else values[name] = Number(value);
  }
  const limits = readConfig(environment).archiveLimits;
  return { ...limits, ...values, jar: { ...limits.jar, ...ofJar } };
}

async function check(pack: Buffer, settings: Settings) {
  await using file = await temporaryFile(pack);
  const limits = limitsOf(settings);
  return await checkArchive({ path: file.path, limits, fetchable: ['MODRINTH'] }, { outside });
}

describe('the limits of an archive', () => {
  it.each(cases)('are those that are set: $setting', async ({ setting, value, pack, says, beside = {} }) => {
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
