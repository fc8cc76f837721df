import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { generateAside, generateServerPack } from '../../src/archive/build/generate.ts';
import { defaultArchiveLimits as limits } from '../../src/archive/limits.ts';
import { checkArchive } from '../../src/archive/pack/check.ts';
import type { ArchiveProgress } from '../../src/archive/report.ts';
import { readPieces } from '../../src/archive/zip/pieces.ts';
import { buildServerPack, forgeRun } from '../support/server-pack.ts';
import { unzip } from '../support/unzip.ts';
import { temporaryFile, zipWith } from '../support/zip.ts';

const added = [
  '.env',
  'HOW-TO-RUN.md',
  'server-icon.png',
  'server-pack.json',
  'server.properties',
  'start.bat',
  'start.jar',
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

test('mods and configs are carried over unchanged and companions are added', async () => {
  await using pack = await buildServerPack({
    'mods/a.jar': zipWith({ 'A.class': 'a' }),
    'config/a.toml': 'x = 1',
    'options.txt': 'fov:1',
  });
  const entries = await unzip(pack.task.outputPath);
  expect([...entries.keys()]).toEqual([...added, 'mods/a.jar', 'config/a.toml']);
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
    { name: 'scripts/of-others.sh', data: 'echo', mode: 0o100611 },
    { name: 'scripts/none.sh', data: 'echo', mode: 0o100000 },
    { name: 'scripts/', mode: 0o041777 },
  ]);
  const entries = await unzip(pack.task.outputPath);
  const modes = (name: string) => entries.get(name)?.mode.toString(8);
  expect(['start.sh', 'scripts/run.sh'].map(modes)).toEqual(['100755', '100755']);
  const others = ['mods/a.jar', 'start.bat', 'variables.txt', 'scripts/of-others.sh', 'scripts/none.sh'];
  for (const name of others) expect(modes(name), name).toBe('100644');
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
    { name: Buffer.from('636f6e6669672f477294e1652e746d70', 'hex'), data: 'x', flags: 0 },
  ]);
  expect([...(await unzip(pack.task.outputPath)).keys()]).toContain('config/Größe.tmp');
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

test('a folder that the modpack names twice is written once', async () => {
  await using pack = await buildServerPack([
    { name: 'mods/a.jar', data: zipWith({}) },
    { name: 'config/' },
    { name: './config/' },
    { name: 'config/' },
  ]);
  const bytes = await readFile(pack.task.outputPath);
  expect([...(await unzip(pack.task.outputPath)).keys()].slice(added.length)).toEqual([
    'mods/a.jar',
    'config/',
  ]);
  expect(bytes.toString('latin1').split('config/')).toHaveLength(3);
});

test.each([
  ['month 0', dosDate(2024, 0, 1)],
  ['month 13', dosDate(2024, 13, 1)],
  ['day 0', dosDate(2024, 1, 0)],
  ['the 31st of April', dosDate(2024, 4, 31)],
  ['the 31st of February', dosDate(2024, 2, 31)],
  ['the 29th of February in a year without', dosDate(2023, 2, 29)],
  ['the same in a century without', dosDate(2100, 2, 29)],
  ['no day and no month', 0],
  ['hour 24', dosDate(2024, 1, 1, 24)],
  ['minute 60', dosDate(2024, 1, 1, 0, 60)],
  ['second 60', dosDate(2024, 1, 1, 0, 0, 60)],
  ['nothing but ones', 0xffffffff],
])('a date that no calendar has, with %s, becomes a fixed one', async (_does, modified) => {
  await using pack = await buildServerPack([{ name: 'mods/a.jar', data: zipWith({}), modified }]);
  const written = (await unzip(pack.task.outputPath)).get('mods/a.jar')?.modified;
  expect(written).toEqual({ date: 0x21, time: 0 });
});

test.each([
  ['a leap day', dosDate(2024, 2, 29, 23, 59, 58)],
  ['the last day of a month', dosDate(2023, 2, 28)],
  ['the last day of another', dosDate(2024, 4, 30)],
  ['the last day that there is', dosDate(2107, 12, 31)],
])('%s is kept as it is', async (_does, modified) => {
  await using pack = await buildServerPack([{ name: 'mods/a.jar', data: zipWith({}), modified }]);
  const written = (await unzip(pack.task.outputPath)).get('mods/a.jar')?.modified;
  expect(written).toEqual({ date: Math.floor(modified / 0x10000), time: modified % 0x10000 });
});

/** As DOS has it: date in the upper, time in the lower 16 bits. */
function dosDate(year: number, month: number, day: number, hour = 0, minute = 0, second = 0): number {
  return (((year - 1980) * 16 + month) * 32 + day) * 0x10000 + ((hour * 64 + minute) * 32 + second / 2);
}

test('server-pack.json has the checksum of every file but itself, by which an update knows what was changed', async () => {
  await using pack = await buildServerPack([
    { name: 'config/' },
    { name: 'config/a.toml', data: 'x = 1' },
    { name: 'mods/a.jar', data: zipWith({}) },
  ]);
  await using stored = await temporaryFile(Buffer.from('y = 2'), 'fetched');
  const fetched = [{ name: 'config/b.toml', source: stored.path, size: 5, crc32: crc32('y = 2') }];
  await generateServerPack({ ...pack.task, fetched });
  const entries = await unzip(pack.task.outputPath);
  const { files } = JSON.parse(`${entries.get('server-pack.json')?.contents}`);
  const found = [...entries].filter(([name]) => !name.endsWith('/') && name !== 'server-pack.json');
  const sum = (bytes: Buffer) => `crc32:${crc32(bytes).toString(16).padStart(8, '0')}`;
  expect(files).toEqual(Object.fromEntries(found.map(([name, { contents }]) => [name, sum(contents)])));
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['config/a.toml', 'config/b.toml', 'start.sh']));
});

test('what a request brings stands in server-pack.json by its hash, and nothing by null', async () => {
  const serverIcon = Buffer.from('no picture').toString('base64');
  await using pack = await buildServerPack(
    { 'mods/a.jar': zipWith({}) },
    { run: { serverIcon, serverProperties: 'motd=run' } },
  );
  const entries = await unzip(pack.task.outputPath);
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  const asked = JSON.parse(`${entries.get('server-pack.json')?.contents}`).runConfiguration;
  expect(asked).toMatchObject({ serverIcon: hash('no picture'), serverProperties: hash('motd=run') });
  await generateServerPack({ ...pack.task, run: forgeRun });
  const others = JSON.parse(`${(await unzip(pack.task.outputPath)).get('server-pack.json')?.contents}`);
  expect(others.runConfiguration).toMatchObject({ serverIcon: null, serverProperties: null });
});

test('passwords are warned of where they are taken out, and not where the file is not used', async () => {
  const files = { 'mods/a.jar': zipWith({}), 'server.properties': 'rcon.password=secret' };
  await using own = await buildServerPack(files);
  await using given = await buildServerPack(files, { run: { serverProperties: 'motd=run' } });
  await using none = await buildServerPack({ 'mods/a.jar': zipWith({}) });
  const codes = [own, given, none].map(({ result }) => result.warnings.map(({ code }) => code));
  expect(codes).toEqual([['SECRETS_LEFT_OUT'], [], []]);
});

test('the decisions can be had in a file, in pieces, with how many mods are kept and dropped', async () => {
  const mods = { 'mods/a.jar': zipWith({}), 'mods/b.jar': zipWith({}), 'mods/minimap.jar': clientOnlyJar };
  await using pack = await buildServerPack(mods);
  await using decisions = await temporaryFile(Buffer.alloc(0), 'decisions');
  const { report, ...order } = pack.task;
  const { baseFolder } = report;
  const aside = await generateAside({ ...order, baseFolder, decisionsPath: decisions.path }, report.mods);
  const { decisions: expected, ...built } = pack.result;
  expect(aside).toEqual({ ...built, keptCount: 2, droppedCount: 1, pieces: [expect.any(Number)] });
  const rows: unknown[] = [];
  for await (const piece of readPieces(decisions.path, aside.pieces)) rows.push(...JSON.parse(piece));
  expect(rows).toEqual(expected.map((decision, position) => ({ position, ...decision })));
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
      { prepended, offsetsCountPrepended, run: { whitelistedMods: ['a'] } },
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

test('progress is told once for each percent of the bytes, however many files these are in', async () => {
  await using pack = await buildServerPack({ 'mods/a.jar': zipWith({}) });
  const contents = Buffer.alloc(1_000, 'a');
  await using stored = await temporaryFile(contents, 'fetched');
  const file = { source: stored.path, size: contents.length, crc32: crc32(contents) };
  const fetched = Array.from({ length: 300 }, (_, index) => ({ name: `config/${index}`, ...file }));
  const percents: number[] = [];
  await generateServerPack(
    { ...pack.task, fetched },
    { onProgress: ({ bytesDone, bytesTotal }) => percents.push(Math.floor((bytesDone * 100) / bytesTotal)) },
  );
  expect(percents).toEqual([...new Set(percents)].sort((one, other) => one - other));
  expect(percents.length).toBeGreaterThan(50);
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
