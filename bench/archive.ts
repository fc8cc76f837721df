/**
 * Check and generation of a generated modpack against the programs one would otherwise use, and how much memory they
 * take. Needs zip, unzip and openssl.
 */
import { execFile } from 'node:child_process';
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import type { GenerateOrder } from '../src/archive/build/generate.ts';
import { defaultArchiveLimits as limits } from '../src/archive/limits.ts';
import { sliceEntries } from '../src/archive/pack/check.ts';
import { surveyArchive } from '../src/archive/pack/survey.ts';
import type { ModDecision } from '../src/archive/report.ts';
import { runDefaults } from '../src/archive/run-configuration.ts';
import { readPieces } from '../src/archive/zip/pieces.ts';
import { createWorkerPool, type WorkerPool } from '../workers/pool.ts';
import { msOf, Rounds, readOptions, seconds, tell, tellMachine, temporaryFolder } from './harness.ts';
import { type PackShape, packShapes, writePack } from './pack.ts';

const run = promisify(execFile);
const threads = 2;
const { small, rounds } = readOptions({ full: 7, small: 1 });
await using folder = await temporaryFolder();
const copy = `${folder.path}/copy.zip`;
const unpacked = `${folder.path}/unpacked`;
await using pool = openPool(threads);
const path = await cachedPack(small ? packShapes.small : packShapes.full);

const mods: string[] = [];
const { summary, problems } = await pool.check(
  { path, limits },
  { takeMods: async (piece) => void mods.push(piece) },
);
if (summary === null) throw new Error(`The check refuses the pack: ${problems[0]?.error}`);
const order: GenerateOrder = {
  archivePath: path,
  outputPath: `${folder.path}/server-pack.zip`,
  decisionsPath: `${folder.path}/decisions`,
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
await writeFile(order.decisionsPath, '');
const { size, keptCount, pieces } = await pool.generate(order, inventory);
const leftOut = ['resourcepacks/*'];
for await (const piece of readPieces(order.decisionsPath, pieces)) {
  const decisions: ModDecision[] = JSON.parse(piece);
  leftOut.push(...decisions.filter(({ kept }) => !kept).map(({ file }) => `mods/${file}`));
}
const jars = keptCount + leftOut.length - 1;
console.log(`modpack ${mebibytes((await stat(path)).size)}, ${summary.entries} entries, ${jars} jars`);
console.log(`server pack ${mebibytes(size)}`);

await tellMemory('generate', 1, 50, (other) => other.generate(order, inventory));
await tellMemory('check', 2, 250, (other) => other.check({ path, limits }));

const checking = () => pool.check({ path, limits });
const generating = () => pool.generate({ ...order, outputPath: copy }, inventory);
const cp = () => run('cp', [order.outputPath, copy]);
const zipCopy = () => run('zip', ['-q', '--copy', path, '--out', copy, '-x', ...leftOut]);
const digest = () => run('openssl', ['dgst', '-sha256', copy]);
const sync = () => run('sync', [copy]);
const unzipTest = () => run('unzip', ['-tq', path]);
const unzip = () => run('unzip', ['-q', path, '-d', unpacked, '-x', ...leftOut]);
const zip = () => run('zip', ['-q', '-r', copy, '.'], { cwd: unpacked });

await compare('generate', generating, 'cp', [cp]);
await compare('generate', generating, 'cp + openssl', [cp, digest]);
await compare('generate', generating, 'cp + openssl + sync', [cp, digest, sync], { aim: '0.75' });
await compare('generate', generating, 'zip --copy', [zipCopy]);
await compare('generate', generating, 'zip --copy + openssl + sync', [zipCopy, digest, sync]);
await compare(`check, ${threads} threads`, checking, 'unzip -tq', [unzipTest], { aim: '0.25' });
// A lower bound of the row above: it inflates the same, and does nothing else.
await compare(`inflating alone, ${threads} threads`, await inflater(), 'unzip -tq', [unzipTest]);
// So far apart that a few rounds tell, each of which takes half a minute.
const few = { aim: '0.04', count: Math.min(rounds, 3) };
await compare('generate', generating, 'unzip + zip', [unzip, zip], few);
tellMachine(`${rounds} rounds`);

/** Has all entries of the pack inflated, in as many slices as a check has. */
async function inflater(): Promise<() => Promise<void>> {
  const { survey } = await surveyArchive({ path, limits });
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
  return () => pool.run('inflate', { path, slices }, { signal });
}

async function compare(
  what: string,
  ours: () => Promise<unknown>,
  against: string,
  steps: readonly (() => Promise<unknown>)[],
  { aim = '', count = rounds } = {},
): Promise<void> {
  const other = async () => {
    for (const step of steps) await step();
  };
  const sides = { ours: () => timeOf(ours), other: () => timeOf(other) };
  const found = await new Rounds<'ms'>().take(sides, { rounds: count });
  const figures = `${seconds(found.median('ours', 'ms'))}, ${seconds(found.median('other', 'ms'))}`;
  tell({ what, against, found: found.ratio('ours', 'other', 'ms'), aim, figures });
}

/** Without what an earlier measurement left to be written, and without its files to be replaced. */
async function timeOf(measured: () => Promise<unknown>): Promise<{ ms: number }> {
  await Promise.all([rm(copy, { force: true }), rm(unpacked, { recursive: true, force: true })]);
  await run('sync');
  return { ms: await msOf(measured) };
}

/** A work process of its own. */
function openPool(threads: number): WorkerPool & AsyncDisposable {
  const pool = createWorkerPool({
    threads,
    memoryMb: 512,
    timeoutMs: 600_000,
    compileCache: `${folder.path}/compiled`,
    tasks: new URL('./tasks.ts', import.meta.url).href,
  });
  return Object.assign(pool, { [Symbol.asyncDispose]: () => pool.close() });
}

/** How far a new work process, whose modules have been compiled before, grows above what it had. */
async function tellMemory(
  name: string,
  threads: number,
  aim: number,
  work: (pool: WorkerPool) => Promise<unknown>,
): Promise<void> {
  const measure = async () => {
    await using other = openPool(threads);
    const { signal } = new AbortController();
    const peak = async () => (await other.run<number>('peakMemory', {}, { signal })) * 1024;
    const before = await peak();
    await work(other);
    return { before, after: await peak() };
  };
  // The first process writes the compiled modules when it ends.
  await measure();
  const { before, after } = await measure();
  tell({
    what: `${name}: memory above idle`,
    against: null,
    found: mebibytes(after - before),
    aim: `${aim} MiB`,
    figures: `of its process: ${mebibytes(before)} before, ${mebibytes(after)} at its peak`,
  });
}

/** Gives the pieces of an inventory out one after the other, as the database does by positions. */
function handOut(pieces: readonly string[]) {
  const starts = new Map<number, { piece: string; next: number | null }>();
  let start = 0;
  for (const [index, piece] of pieces.entries()) {
    const end = start + JSON.parse(piece).length;
    starts.set(start, { piece, next: index < pieces.length - 1 ? end : null });
    start = end;
  }
  return async (from: number) => starts.get(from) ?? { piece: '[]', next: null };
}

/** The generated modpack, which stays in a temporary folder for the next run; it is read once to be in memory. */
async function cachedPack({ jars, jarBytes, files }: PackShape): Promise<string> {
  const cache = `${tmpdir()}/server-pack-bench`;
  const path = `${cache}/modpack-${jars}-${jarBytes}-${files}.zip`;
  await mkdir(cache, { recursive: true });
  const isThere = await stat(path).then(Boolean, () => false);
  if (!isThere) {
    console.log('Making the modpack, once.');
    await writePack(`${path}.new`, { jars, jarBytes, files });
    await rename(`${path}.new`, path);
  }
  await using file = await open(path);
  for await (const _chunk of file.createReadStream({ autoClose: false }));
  return path;
}

function mebibytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(0)} MiB`;
}
