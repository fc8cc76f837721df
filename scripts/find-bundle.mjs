// @ts-check
/**
 * Which bundle a start begins with: the service's modules and those of its packages as a few files, made by
 * scripts/build-service.ts. Plain JavaScript that Node 18 understands, since `run.mjs` asks before it has found another.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this project. */
export const project = fileURLToPath(new URL('..', import.meta.url));
/** Whether this is a package, made by scripts/package.ts: it brings one build of each part, and its sources never change. */
export const isPackage = existsSync(path.join(project, 'npm-shrinkwrap.json'));
/** Each bundle has a folder named after its sources. */
export const bundlesFolder = path.join(project, 'dist', 'service');

/**
 * Flags of V8 for the process that serves. By default V8 lets new objects take 100 MiB and more before it collects
 * them, and keeps that memory; requests took as much processor time with less. It collects the whole heap once that has
 * grown, and counts bytes of sockets as growth: with a small heap, which it grows by a few megabytes, an upload of 1 GB
 * caused 80 collections, which took longer than the upload. At 300 percent the heap may grow fourfold, as V8 lets large
 * heaps do by default. The last two flags are those of src/database/database-thread.ts: V8 uses compiled code only with
 * the flags that it was compiled with.
 */
export const startFlags = [
  '--max-semi-space-size=8',
  '--heap-growing-percent=300',
  '--no-wasm-tier-up',
  '--no-wasm-dynamic-tiering',
];

/** The service's modules, and the files that decide about packages and the build. */
const folders = ['client/gateway', 'drizzle', 'src', 'texts', 'workers'];
const beside = [
  'package-lock.json',
  'node_modules/.package-lock.json',
  'scripts/build-service.ts',
  'scripts/bundle.ts',
  'scripts/build-web.ts',
  'scripts/place-build.ts',
  'schema.graphql',
];

/**
 * True for the program that has a bundle.
 * @param {string} program
 */
export function isService(program) {
  return path.resolve(program) === path.join(project, 'src', 'main.ts');
}

/**
 * The module to run instead of the service's main one; null without a whole bundle of exactly these sources, or without the parts
 * that were built before it.
 */
export function findBundled() {
  const bundle = path.join(bundlesFolder, isPackage ? bundleBrought() : sourcesId());
  return isWhole(bundle) && hasParts(bundle) ? path.join(bundle, 'main.js') : null;
}

function bundleBrought() {
  return existsSync(bundlesFolder) ? (readdirSync(bundlesFolder)[0] ?? '') : '';
}

/**
 * A hash of these sources and the installed packages. It reads the files, since dates prove nothing; a start waits for
 * that, a hundredth of a second or two.
 */
export function sourcesId() {
  const hash = createHash('sha256');
  for (const name of [...serviceModules(), ...webFiles(), ...beside]) {
    const bytes = readOrNothing(path.join(project, name));
    hash.update(`\0${name}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex').slice(0, 16);
}

/** The names of the modules that may be part of a bundle, from the project's folder on. */
export function serviceModules() {
  return folders.flatMap(modulesBelow).sort();
}

/** The files of the web app, which is built together with the bundle; none in a copy without pages. */
function webFiles() {
  const own = (/** @type {string} */ name) => !/^web\/(?:dist|node_modules)\b/.test(name);
  return existsSync(path.join(project, 'web')) ? filesBelow('web', own).sort() : [];
}

/** @param {string} folder */
function modulesBelow(folder) {
  return filesBelow(folder, () => true).filter((name) => name.endsWith('.ts'));
}

/**
 * @param {string} folder
 * @param {(name: string) => boolean} isWanted Whether a file, or what lies in a folder, is wanted.
 * @returns {string[]}
 */
function filesBelow(folder, isWanted) {
  return readdirSync(path.join(project, folder), { withFileTypes: true })
    .map((entry) => ({ name: `${folder}/${entry.name}`, isFolder: entry.isDirectory() }))
    .filter(({ name }) => isWanted(name))
    .flatMap(({ name, isFolder }) => (isFolder ? filesBelow(name, isWanted) : [name]));
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
 * True when all files of a bundle have the length that they were written with.
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

/**
 * True when the web app and the new database are there that a bundle was built with. Each came into place whole.
 * @param {string} bundle
 */
function hasParts(bundle) {
  /** @type {{ beside: string[] }} */
  const { beside } = JSON.parse(readFileSync(path.join(bundle, 'build.json'), 'utf8'));
  return beside.every((part) => existsSync(path.join(project, part, 'build.json')));
}
