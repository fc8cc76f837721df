import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { checkArchive } from '../../src/archive/check.ts';
import { generateServerPack } from '../../src/archive/generate.ts';
import { defaultArchiveLimits as limits } from '../../src/archive/limits.ts';
import type { ArchiveProgress } from '../../src/archive/report.ts';
import { buildServerPack, forgeRun } from '../support/server-pack.ts';
import { unzip } from '../support/unzip.ts';
import { zipWith } from '../support/zip.ts';

const added = [
  'HOW-TO-RUN.md',
  'server-icon.png',
  'server-pack.json',
  'server.properties',
  'start.bat',
  'start.ps1',
  'start.sh',
  'variables.txt',
];

/** A jar whose descriptor says that it works on clients only. */
const clientOnlyJar = zipWith({
  'META-INF/mods.toml': `modLoader="javafml"
[[mods]]
modId="minimap"
[[dependencies.minimap]]
modId="forge"
mandatory=true
side="CLIENT"
`,
});

test('mods, configs and worlds are carried over unchanged and companions are added', async () => {
  await using pack = await buildServerPack({
    'mods/a.jar': zipWith({ 'A.class': 'a' }),
    'config/a.toml': 'x = 1',
    'saves/world/level.dat': 'level',
    'options.txt': 'fov:1',
  });
  const entries = await unzip(pack.task.outputPath);
  expect([...entries.keys()]).toEqual([...added, 'mods/a.jar', 'config/a.toml', 'saves/world/level.dat']);
  expect(entries.get('mods/a.jar')?.contents).toEqual(zipWith({ 'A.class': 'a' }));
  expect(entries.get('config/a.toml')?.contents.toString()).toBe('x = 1');
});

test('the answer gives the size and hash of the file and what became of every mod', async () => {
  await using pack = await buildServerPack({ 'mods/a.jar': zipWith({}), 'mods/minimap.jar': clientOnlyJar });
  const bytes = await readFile(pack.task.outputPath);
  expect(pack.result).toMatchObject({
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    decisions: [
      { file: 'a.jar', kept: true },
      { file: 'minimap.jar', kept: false },
    ],
  });
});

test('a dropped mod is left out and stands in server-pack.json', async () => {
  await using pack = await buildServerPack(
    { 'mods/a.jar': zipWith({}), 'mods/b.jar': zipWith({}) },
    { run: { clientMods: ['a'] } },
  );
  const entries = await unzip(pack.task.outputPath);
  expect([...entries.keys()]).not.toContain('mods/a.jar');
  expect([...entries.keys()]).toContain('mods/b.jar');
  expect(JSON.parse(`${entries.get('server-pack.json')?.contents}`).mods).toMatchObject([
    { file: 'a.jar', kept: false, reason: 'CLIENT_MODS' },
    { file: 'b.jar', kept: true },
  ]);
});

test('the same modpack and run configuration give the same bytes, another run configuration gives others', async () => {
  await using pack = await buildServerPack({ 'mods/a.jar': zipWith({}), 'config/a.toml': 'x' });
  const first = await readFile(pack.task.outputPath);
  await writeFile(pack.task.outputPath, 'left behind by an attempt that was interrupted'.repeat(10_000));
  const again = await generateServerPack(pack.task);
  expect(again.sha256).toBe(pack.result.sha256);
  expect(await readFile(pack.task.outputPath)).toEqual(first);
  const other = await generateServerPack({ ...pack.task, run: { ...forgeRun, startArgs: ['-Xmx8G'] } });
  expect(other.sha256).not.toBe(pack.result.sha256);
});

test('a server pack passes the check itself', async () => {
  await using pack = await buildServerPack({ 'mods/a.jar': zipWith({}), 'config/a.toml': 'x' });
  const { problems } = await checkArchive({ path: pack.task.outputPath, limits });
  expect(problems).toEqual([]);
});

test('only start.sh and what was executable in the modpack may be run', async () => {
  await using pack = await buildServerPack([
    { name: 'mods/a.jar', data: zipWith({}), mode: 0o100666 },
    { name: 'scripts/run.sh', data: 'echo', mode: 0o104777 },
    { name: 'scripts/', mode: 0o041777 },
  ]);
  const entries = await unzip(pack.task.outputPath);
  const modes = (name: string) => entries.get(name)?.mode.toString(8);
  expect(['start.sh', 'scripts/run.sh'].map(modes)).toEqual(['100755', '100755']);
  expect(['mods/a.jar', 'start.bat', 'variables.txt'].map(modes)).toEqual(['100644', '100644', '100644']);
  expect(modes('scripts/')).toBe('40755');
});

test('data descriptors are resolved and extra fields dropped', async () => {
  await using pack = await buildServerPack([
    { name: 'mods/a.jar', data: zipWith({}), method: 0, descriptor: true },
    { name: 'mods/b.jar', data: zipWith({}), descriptor: true, zip64: true },
    {
      name: 'config/a.toml',
      data: 'x = 1',
      extra: Buffer.from([0x55, 0x54, 1, 0, 0]),
      local: { extra: Buffer.from([0x55, 0x54, 1, 0, 0]) },
    },
  ]);
  const bytes = await readFile(pack.task.outputPath);
  const entries = await unzip(pack.task.outputPath);
  for (const { flags, extraFields } of entries.values())
    expect({ flags, extraFields }).toEqual({ flags: 0x800, extraFields: [] });
  expect(bytes.includes(Buffer.from([0x50, 0x4b, 7, 8]))).toBe(false);
  const header = bytes.subarray(bytes.indexOf('config/a.toml') - 30);
  expect([header.readUInt16LE(6), header.readUInt16LE(28)]).toEqual([0x800, 0]);
});

test('a name in the old encoding of zip archives becomes UTF-8', async () => {
  await using pack = await buildServerPack([
    { name: 'mods/a.jar', data: zipWith({}) },
    { name: Buffer.from('636f6e6669672f8481942e746d70', 'hex'), data: 'x', flags: 0 },
  ]);
  expect([...(await unzip(pack.task.outputPath)).keys()]).toContain('config/äüö.tmp');
});

test('dates of the modpack are kept and added files have a fixed one', async () => {
  await using pack = await buildServerPack({ 'mods/a.jar': zipWith({}) });
  const entries = await unzip(pack.task.outputPath);
  expect(new Set(Array.from(entries.values(), ({ modified }) => modified.date))).toEqual(new Set([0x21]));
  expect(entries.get('start.sh')?.modified).toEqual({ date: 0x21, time: 0 });
});

test('a folder whose nothing was deflated becomes an empty folder', async () => {
  await using pack = await buildServerPack([
    { name: 'mods/a.jar', data: zipWith({}) },
    { name: 'config/', data: '', method: 8 },
    { name: 'config/a.toml', data: 'x' },
  ]);
  const entries = await unzip(pack.task.outputPath);
  expect(entries.get('config/')).toMatchObject({ method: 0, contents: Buffer.alloc(0) });
  expect(entries.get('config/a.toml')?.contents.toString()).toBe('x');
});

test('the comment names the builder', async () => {
  await using pack = await buildServerPack({ 'mods/a.jar': zipWith({}) });
  const bytes = await readFile(pack.task.outputPath);
  expect(bytes.toString('utf8', bytes.length - 40)).toMatch(/Server pack made by Server Pack Service$/);
});

test("the modpack's own server.properties is used, that of server-overrides/ first", async () => {
  const mods = { 'overrides/mods/a.jar': zipWith({}) };
  const own = { ...mods, 'overrides/server.properties': 'motd=own' };
  await using plain = await buildServerPack(own);
  await using layered = await buildServerPack({
    ...own,
    'server-overrides/server.properties': 'motd=server',
  });
  await using bare = await buildServerPack(mods);
  const properties = async (path: string) =>
    (await unzip(path)).get('server.properties')?.contents.toString();
  expect(await properties(plain.task.outputPath)).toBe('motd=own');
  expect(await properties(layered.task.outputPath)).toBe('motd=server');
  expect(await properties(bare.task.outputPath)).toContain('allow-flight=true');
});

test('what the archive has in front is not taken along, whether its offsets count it or not', async () => {
  const prepended = Buffer.from('#!/bin/sh\nexit\n');
  for (const offsetsCountPrepended of [true, false]) {
    await using pack = await buildServerPack(
      { 'mods/a.jar': clientOnlyJar },
      {
        prepended,
        offsetsCountPrepended,
        run: { whitelistedMods: ['a'] },
      },
    );
    expect((await readFile(pack.task.outputPath)).includes(prepended)).toBe(false);
    expect((await unzip(pack.task.outputPath)).get('mods/a.jar')?.contents).toEqual(clientOnlyJar);
  }
});

test('progress ends with everything done', async () => {
  await using pack = await buildServerPack({ 'mods/a.jar': zipWith({}), 'config/a.toml': 'x' });
  const reports: ArchiveProgress[] = [];
  await generateServerPack(pack.task, { onProgress: (progress) => reports.push(progress) });
  const last = reports.at(-1);
  expect(last?.entriesTotal).toBe(added.length + 2);
  expect(last).toMatchObject({ entriesDone: last?.entriesTotal, bytesDone: last?.bytesTotal });
  expect(reports.length).toBeLessThanOrEqual(101);
});

test('an archive that is no longer the one that was checked is refused', async () => {
  await using pack = await buildServerPack({ 'mods/a.jar': zipWith({}), 'config/a.toml': 'x' });
  const bytes = await readFile(pack.task.archivePath);
  bytes.write('XX', bytes.indexOf('config/a.toml') - 30);
  await writeFile(pack.task.archivePath, bytes);
  await expect(generateServerPack(pack.task)).rejects.toThrow('The archive has no entry "config/a.toml"');
});

test('a place that cannot be written is refused', async () => {
  await using pack = await buildServerPack({ 'mods/a.jar': zipWith({}) });
  const outputPath = `${pack.task.archivePath}/below-a-file`;
  await expect(generateServerPack({ ...pack.task, outputPath })).rejects.toThrow('ENOTDIR');
});
