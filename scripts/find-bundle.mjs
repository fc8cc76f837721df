// @ts-check
/**
 * Which bundle a start begins with: the service's modules and those of its packages as a few files, made by
 * scripts/build-service.ts. Plain JavaScript that Node 16 understands, since `run.mjs` asks before it has found another.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this project. */
export const project = fileURLToPath(new URL('..', import.meta.url));
/** Where bundles lie, each in a folder named after its sources. */
export const bundlesFolder = path.join(project, 'dist', 'service');

/**
 * How V8 is to run what serves. Left to itself, it lets new objects take 100 MiB and more before it looks through them, and keeps that much
 * for as long as the process lives; requests took as much of the processor with less.
 *
 * It looks through the whole heap once that has grown, and counts what comes by sockets as growth: with a small heap, which it lets grow by a
 * few megabytes, an upload of 1 GB had it do so 80 times, for more than the upload itself takes. At 300 percent it lets the heap become four
 * times what it was, which is how far V8 goes by itself with a large one.
 *
 * What src/database/begun-thread.ts says of WebAssembly is said here as well, since V8 takes nothing that it has compiled before with
 * other flags.
 */
export const startFlags = [
  '--max-semi-space-size=8',
  '--heap-growing-percent=300',
  '--no-wasm-tier-up',
  '--no-wasm-dynamic-tiering',
];

/** Where the service's own modules lie; and what says which packages it has, and how a bundle is made. */
const folders = ['drizzle', 'src', 'texts', 'workers'];
const beside = [
  'package-lock.json',
  'node_modules/.package-lock.json',
  'scripts/build-service.ts',
  'scripts/bundle.ts',
  'scripts/start-bundle.cjs',
];

/**
 * The module to run in place of this one of the project; null where there is no whole bundle of exactly these sources.
 * @param {string} program
 */
export function findBundled(program) {
  if (path.resolve(program) !== path.join(project, 'src', 'main.ts') || !existsSync(bundlesFolder))
    return null;
  const bundle = path.join(bundlesFolder, sourcesId());
  return isWhole(bundle) ? path.join(bundle, 'main.cjs') : null;
}

/**
 * Tells these sources, and the packages that are installed, from all others. It reads them, since dates say nothing; a start waits
 * for that, a hundredth of a second or two.
 */
export function sourcesId() {
  const hash = createHash('sha256');
  for (const name of [...serviceModules(), ...beside]) {
    const bytes = readOrNothing(path.join(project, name));
    hash.update(`\0${name}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex').slice(0, 16);
}

/** The names of the modules that may be part of a bundle, from the project's folder on. */
export function serviceModules() {
  return folders.flatMap(modulesBelow).sort();
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function modulesBelow(folder) {
  return readdirSync(path.join(project, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return modulesBelow(name);
    return name.endsWith('.ts') ? [name] : [];
  });
}

/** @param {string} file */
function readOrNothing(file) {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}

/**
 * Whether all files of a bundle are there, as long as they were written.
 * @param {string} bundle
 */
export function isWhole(bundle) {
  try {
    /** @type {{ files: Record<string, number> }} */
    const { files } = JSON.parse(readFileSync(path.join(bundle, 'build.json'), 'utf8'));
    return Object.entries(files).every(([name, size]) => statSync(path.join(bundle, name)).size === size);
  } catch {
    return false;
  }
}
