/**
 * Measures check and generation against the programs one would otherwise use, in pairs that alternate, and prints the
 * median of their ratios. `--small` makes a quick run of everything, `--rounds <n>` sets the number of pairs.
 */

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import type { GenerateOrder } from '../src/archive/build/generate.ts';
import { defaultArchiveLimits as limits } from '../src/archive/limits.ts';
import { sliceEntries } from '../src/archive/pack/check.ts';
import { type SurveyTask, surveyArchive } from '../src/archive/pack/survey.ts';
import type { ModDecision } from '../src/archive/report.ts';
import { runDefaults } from '../src/archive/run-configuration.ts';
import { readPieces } from '../src/archive/zip/pieces.ts';
import { createWorkerPool } from '../workers/pool.ts';
import { ratiosOf, spread, tell, titles } from './findings.ts';
import { handOut } from './inventory.ts';
import { type PackShape, writePack } from './pack.ts';
import { median } from './rows.ts';

const run = promisify(execFile);
const threads = 2;
const shapes = {
  full: { jars: 270, jarBytes: 2_050_000, files: 3730 },
  small: { jars: 12, jarBytes: 400_000, files: 200 },
} satisfies Record<string, PackShape>;

const { values } = parseArgs({ options: { small: { type: 'boolean' }, rounds: { type: 'string' } } });
const rounds = Number(values.rounds ?? (values.small ? 1 : 7));
const pack = await cachedPack(values.small ? shapes.small : shapes.full);
const folder = await mkdtemp(join(tmpdir(), 'server-pack-bench-'));
const copy = join(folder, 'copy.zip');
const unpacked = join(folder, 'unpacked');
const compileCache = join(folder, 'compiled');
const tasks = new URL('./tasks.ts', import.meta.url).href;
const pool = createWorkerPool({ threads, memoryMb: 512, timeoutMs: 600_000, compileCache, tasks });
try {
  await measureAll();
} finally {
  await pool.close();
  await rm(folder, { recursive: true, force: true });
}

async function measureAll(): Promise<void> {
  const check = () => pool.check({ path: pack, limits });
  const mods: string[] = [];
  const takeMods = async (piece: string) => void mods.push(piece);
  const { summary, problems } = await pool.check({ path: pack, limits }, { takeMods });
  if (summary === null) throw new Error(`The check refuses the pack: ${problems[0]?.error}`);
  const task: GenerateOrder = {
    archivePath: pack,
    outputPath: join(folder, 'server-pack.zip'),
    decisionsPath: join(folder, 'decisions'),
    baseFolder: summary.baseFolder,
    run: {
      gameVersion: '1.20.1',
      modloader: 'Forge',
      modloaderVersion: '47.2.0',
      startArgs: ['-Xmx4G'],
      clientMods: [],
      whitelistedMods: [],
      ...runDefaults,
    },
    modPack: { name: 'pack.zip', sha256: '0'.repeat(64) },
  };
  const inventory = { readMods: handOut(mods) };
  await writeFile(task.decisionsPath, '');
  const { size, keptCount, pieces } = await pool.generate(task, inventory);
  const leftOut = ['resourcepacks/*'];
  for await (const piece of readPieces(task.decisionsPath, pieces)) {
    const decisions: ModDecision[] = JSON.parse(piece);
    leftOut.push(...decisions.filter(({ kept }) => !kept).map(({ file }) => `mods/${file}`));
  }
  console.log(
    `modpack ${mebibytes((await stat(pack)).size)}, ${summary.entries} entries, ${keptCount + leftOut.length - 1} jars`,
  );
  console.log(`server pack ${mebibytes(size)}`);
  console.log(`${rounds} pairs, load of the machine ${loadavg()[0]?.toFixed(1)} over the last minute`);
  console.log(titles);
  await tellMemory('generate', { task, mods }, 50);
  await tellMemory('check', { check: { path: pack, limits } }, 250);

  const generating = () => pool.generate({ ...task, outputPath: copy }, inventory);
  await compare({ name: 'generate', aim: '' }, generating, 'cp', () => run('cp', [task.outputPath, copy]));
  await compare({ name: 'generate', aim: '' }, generating, 'cp + openssl', async () => {
    await run('cp', [task.outputPath, copy]);
    await run('openssl', ['dgst', '-sha256', copy]);
  });
  await compare({ name: 'generate', aim: '0.75' }, generating, 'cp + openssl + sync', async () => {
    await run('cp', [task.outputPath, copy]);
    await run('openssl', ['dgst', '-sha256', copy]);
    await run('sync', [copy]);
  });
  await compare({ name: 'generate', aim: '' }, generating, 'zip --copy', () =>
    run('zip', ['-q', '--copy', pack, '--out', copy, '-x', ...leftOut]),
  );
  await compare({ name: 'generate', aim: '' }, generating, 'zip --copy + openssl + sync', async () => {
    await run('zip', ['-q', '--copy', pack, '--out', copy, '-x', ...leftOut]);
    await run('openssl', ['dgst', '-sha256', copy]);
    await run('sync', [copy]);
  });
  await compare({ name: `check, ${threads} threads`, aim: '0.25' }, check, 'unzip -tq', () =>
    run('unzip', ['-tq', pack]),
  );
  // How low the row above could come: it inflates the same, and does nothing else.
  await compare({ name: `inflating alone, ${threads} threads`, aim: '' }, await inflater(), 'unzip -tq', () =>
    run('unzip', ['-tq', pack]),
  );
  // So far apart that a few rounds tell, each of which takes half a minute.
  const fewRounds = Math.min(rounds, 3);
  const unzipAndZip = async () => {
    await run('unzip', ['-q', pack, '-d', unpacked, '-x', ...leftOut]);
    await run('zip', ['-q', '-r', copy, '.'], { cwd: unpacked });
  };
  await compare({ name: 'generate', aim: '0.04' }, generating, 'unzip + zip', unzipAndZip, fewRounds);
}

/** Has all entries of the pack inflated, in as many slices as a check has. */
async function inflater(): Promise<() => Promise<void>> {
  const { survey } = await surveyArchive({ path: pack, limits });
  if (survey === null) throw new Error('The survey refuses the pack.');
  const slices = sliceEntries(survey, threads * 6).map((entries) =>
    entries.map(({ headerOffset, compressedSize, size, crc32, regionEnd }) => ({
      headerOffset,
      compressedSize,
      size,
      crc32,
      regionEnd,
    })),
  );
  const { signal } = new AbortController();
  return () => pool.run('inflate', { path: pack, slices }, { signal });
}

/** Runs both in turn, so that whatever else the machine does meets both alike, and prints how they compare. */
async function compare(
  { name, aim }: { name: string; aim: string },
  ours: () => Promise<unknown>,
  otherName: string,
  other: () => Promise<unknown>,
  count = rounds,
): Promise<void> {
  const pairs: { ours: number; other: number }[] = [];
  for (let round = 0; round < count; round++) {
    const otherFirst = round % 2 === 0;
    const first = await seconds(otherFirst ? other : ours);
    const second = await seconds(otherFirst ? ours : other);
    pairs.push(otherFirst ? { ours: second, other: first } : { ours: first, other: second });
  }
  const all = (side: 'ours' | 'other') => pairs.map((pair) => pair[side]);
  const figures = `${median(all('ours')).toFixed(2)} s, ${median(all('other')).toFixed(2)} s`;
  const found = spread(ratiosOf(all('ours'), all('other')));
  tell({ what: name, against: otherName, found, aim, figures });
}

/** What an earlier measurement left to be written would weigh on this one, and so would replacing its files. */
async function seconds(measured: () => Promise<unknown>): Promise<number> {
  await Promise.all([rm(copy, { force: true }), rm(unpacked, { recursive: true, force: true })]);
  await run('sync');
  const start = performance.now();
  await measured();
  return (performance.now() - start) / 1000;
}

type MeasuredTask = { task: GenerateOrder; mods: string[] } | { check: SurveyTask };

/** How far a work process with its modules compiled grows above what it had. */
async function tellMemory(name: string, task: MeasuredTask, aim: number): Promise<void> {
  const taskFile = join(folder, 'task.json');
  await writeFile(taskFile, JSON.stringify(task));
  const script = fileURLToPath(new URL('peak-memory.ts', import.meta.url));
  const cache = join(folder, 'compiled-for-memory');
  const measure = async () => {
    const env = { ...process.env, NODE_COMPILE_CACHE: cache };
    const { stdout } = await run(process.execPath, [script, taskFile, cache], { env });
    const [before = 0, peak = 0] = stdout.split(' ').map((kibibytes) => Number(kibibytes) * 1024);
    return { before, peak };
  };
  // The first compiles them.
  await measure();
  const { before, peak } = await measure();
  tell({
    what: `${name}: memory above idle`,
    against: null,
    found: mebibytes(peak - before),
    aim: `${aim} MiB`,
    figures: `of its process: ${mebibytes(before)} before, ${mebibytes(peak)} at its peak`,
  });
}

/** The made-up modpack, kept among the temporary files for the next run and read once, so that it is in memory. */
async function cachedPack(shape: PackShape): Promise<string> {
  const cache = join(tmpdir(), 'server-pack-bench');
  const path = join(cache, `modpack-${shape.jars}-${shape.jarBytes}-${shape.files}.zip`);
  await mkdir(cache, { recursive: true });
  if (!(await isThere(path))) {
    console.log('Making the modpack, once.');
    await writePack(`${path}.new`, shape);
    await rename(`${path}.new`, path);
  }
  await using file = await open(path);
  for await (const chunk of file.createReadStream({ autoClose: false })) chunk.fill(0, 0, 1);
  return path;
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function mebibytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(0)} MiB`;
}
