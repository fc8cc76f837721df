import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { defaultArchiveLimits as limits } from '../../src/archive/limits.ts';
import { checkArchive } from '../../src/archive/pack/check.ts';
import { murmurFingerprint } from '../../src/archive/pack/murmur.ts';
import type { SideClaim } from '../../src/archive/report.ts';
import { mrpackWith } from '../support/exports.ts';
import { fabricModJson, jarWith } from '../support/jar.ts';
import { temporaryFile, zipWith } from '../support/zip.ts';

const jar = jarWith({ 'fabric.mod.json': fabricModJson('hud') });
const hash = (format: string) => createHash(format).update(jar).digest('hex');

/** A note as Prism and packwiz write it. */
function note(fields: { side?: string; filename?: string; format?: string; hash?: string } = {}): string {
  const { side = 'client', filename = 'hud.jar', format = 'sha512' } = fields;
  return `filename = '${filename}'\nname = 'Hud'\nside = '${side}'\nx-prismlauncher-loaders = [ 'fabric' ]\n
[download]\nhash = '${fields.hash ?? hash(format)}'\nhash-format = '${format}'\nmode = 'url'\nurl = 'https://example.com/hud.jar'\n
[update.modrinth]\nmod-id = 'AANobbMI'\nversion = '1'\n`;
}

async function claimsIn(
  files: Readonly<Record<string, string | Buffer>>,
  changed: Partial<typeof limits> = {},
) {
  await using pack = await temporaryFile(zipWith({ 'mods/hud.jar': jar, ...files }));
  const { problems, report } = await checkArchive({ path: pack.path, limits: { ...limits, ...changed } });
  expect(problems).toEqual([]);
  return report?.mods.find(({ file }) => file.endsWith('hud.jar'))?.claims ?? [];
}

const says = (file: string): SideClaim[] => [
  { reason: 'PACK_INDEX', evidence: `${file} says that it is for clients only.` },
];

describe('a note of a launcher beside the mods', () => {
  test.each(['sha512', 'sha256', 'sha1', 'md5'])(
    'speaks against a client-only jar that it knows by %s',
    async (format) => {
      expect(await claimsIn({ 'mods/.index/hud.pw.toml': note({ format }) })).toEqual(
        says('mods/.index/hud.pw.toml'),
      );
    },
  );

  test("knows a jar by CurseForge's number too", async () => {
    const murmur2 = note({ format: 'murmur2', hash: String(murmurFingerprint(jar)) });
    expect(await claimsIn({ 'mods/hud.pw.toml': murmur2 })).toEqual(says('mods/hud.pw.toml'));
  });

  test.each([
    ['is for both sides', note({ side: 'both' })],
    ['is for servers', note({ side: 'server' })],
    ['was made of another jar', note({ hash: hash('sha512').replace(/^./, 'z') })],
    ['is about a jar of another name', note({ filename: 'other.jar' })],
    ['names a hash that nobody knows', note({ format: 'sha512' }).replace("'sha512'", "'sha3'")],
    ['names no jar', note({ filename: '' })],
    ['has no hash', note({ hash: '' })],
    ['is no TOML', '\u0000['],
  ])('says nothing when it %s', async (_, text) => {
    expect(await claimsIn({ 'mods/.index/hud.pw.toml': text })).toEqual([]);
  });

  test('elsewhere is no note', async () => {
    expect(await claimsIn({ 'config/hud.pw.toml': note(), 'mods/a/hud.pw.toml': note() })).toEqual([]);
  });

  test('is read as far as marker files may reach', async () => {
    const files = { 'mods/.index/a.pw.toml': note({ side: 'both' }), 'mods/.index/b.pw.toml': note() };
    expect(await claimsIn(files)).toHaveLength(1);
    expect(await claimsIn(files, { manifestFiles: 1 })).toEqual([]);
    const bytes = note({ side: 'both' }).length + note().length;
    expect(await claimsIn(files, { manifestBytes: bytes })).toHaveLength(1);
    expect(await claimsIn(files, { manifestBytes: bytes - 1 })).toEqual([]);
  });

  test('that cannot be read is a fault of the pack, as any damaged file', async () => {
    const damaged = { name: 'mods/.index/a.pw.toml', rawData: Buffer.from([0xff, 0xff, 0xff]) };
    await using pack = await temporaryFile(zipWith([{ name: 'mods/hud.jar', data: jar }, damaged]));
    const { problems } = await checkArchive({ path: pack.path, limits });
    expect(problems.map(({ entry }) => entry)).toEqual(['mods/.index/a.pw.toml']);
  });
});

test('a note in overrides/ speaks about a jar that is fetched', async () => {
  await using fetched = await temporaryFile(jar);
  const index = { path: 'mods/hud.jar', hashes: { sha512: hash('sha512') }, links: [], size: jar.length };
  await using pack = await temporaryFile(
    mrpackWith([index], { 'overrides/mods/.index/hud.pw.toml': note() }),
  );
  const { report } = await checkArchive(
    { path: pack.path, limits, fetchable: ['MODRINTH'] },
    {
      outside: {
        locate: async () => ({ problems: [], files: [] }),
        fetch: async () => ({ problems: [], files: [{ source: fetched.path, size: jar.length, crc32: 0 }] }),
        lookUp: async () => {},
        lookedUp: async () => ({ problems: [], files: [] }),
      },
    },
  );
  expect(report?.mods[0]?.claims).toEqual(says('overrides/mods/.index/hud.pw.toml'));
});

test.each([
  ['', 1540447798],
  ['a', 626045324],
  ['abcd', 3376380438],
  ['ab c\n', 1621425345],
  ['\u00ff\u00fe hello world 1234', 1099049100],
])("CurseForge's number of %j is %i", (text, number) => {
  expect(murmurFingerprint(Buffer.from(text, 'latin1'))).toBe(number);
});
