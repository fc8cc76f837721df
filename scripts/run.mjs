/**
 * `node scripts/run.mjs <arguments of node>`: runs them on the Node.js that this project needs, whatever version is
 * called node here. Every npm script goes through it, so it is plain JavaScript that Node 18 understands.
 *
 * Where Node can, this process becomes the program. Elsewhere (Windows, Node before 22.15) the program is a child:
 * SIGTERM and SIGINT are passed on to it, and its exit code, or the signal that ended it, comes back.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { isatty } from 'node:tty';
import { fileURLToPath } from 'node:url';
import { findBundled, isPackage, isService, project, startFlags } from './find-bundle.mjs';

const needed = 24;
const stripTypes = new URL('./strip-types.mjs', import.meta.url);
const endWithParent = new URL('./end-with-parent.mjs', import.meta.url);

/** The program of the optional dependency for this system. Not every npm links it into node_modules/.bin. */
function bundledNode() {
  const windows = process.platform === 'win32';
  const system = `${windows ? 'win' : process.platform}-${process.arch}`;
  try {
    return createRequire(import.meta.url).resolve(`node-${system}/bin/${windows ? 'node.exe' : 'node'}`);
  } catch {
    return null;
  }
}

/** The bundled program exists but does not run with another C library (Alpine), or an old one. */
function runs(program) {
  return program === process.execPath || spawnSync(program, ['--version']).status === 0;
}

function findNode() {
  const bundled = bundledNode();
  if (bundled !== null && runs(bundled)) return bundled;
  if (Number.parseInt(process.versions.node, 10) >= needed) return process.execPath;
  const fault =
    bundled === null
      ? 'On Linux and Windows (64 bit) "npm ci" brings it along, unless it is told to omit optional packages: run ' +
        `that first. Elsewhere, install Node ${needed} yourself.`
      : `The one that "npm ci" brought along does not run on this system: install Node ${needed} yourself.`;
  process.stderr.write(`This needs Node ${needed} or newer, and this is ${process.version}. ${fault}\n`);
  process.exit(1);
}

/** Runs the program in a process of its own, and ends as it ends. */
function runAsChild(node, args) {
  const child = spawn(node, args, { stdio: 'inherit' });
  // A terminal tells everybody at once, and many programs take a second SIGINT for impatience.
  const hasTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor));
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGINT', () => hasTerminal || child.kill('SIGINT'));
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
    // The first process of a container outlives that.
    process.exit(128 + os.constants.signals[signal]);
  });
}

/**
 * The module to run instead of this file: the service's bundle, which is built first when there is none of these
 * sources. A package has no bundler.
 */
function findOrBuild(arg) {
  if (!isService(arg)) return arg;
  const found = findBundled();
  if (found !== null || isPackage) return found ?? arg;
  process.stderr.write('Building the service, once for these sources.\n');
  const build = [`--import=${endWithParent.href}`, path.join(project, 'scripts', 'build.ts')];
  const { status, signal } = spawnSync(node, build, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (signal !== null) process.exit(128 + os.constants.signals[signal]);
  const built = findBundled();
  if (built === null)
    process.stderr.write(
      `It could not be built (${status}), so it starts from its sources, which takes longer.\n`,
    );
  return built ?? arg;
}

const node = findNode();
const underNpm = process.env.npm_lifecycle_event !== undefined;
const becomes = process.platform !== 'win32' && typeof process.execve === 'function';
const follow = underNpm || !becomes ? [`--import=${endWithParent.href}`] : [];
/** `--settings=<file>` reads the file into the environment where there is one; Node's own way says so of one that is absent. */
function withSettings(arg) {
  const [, file] = /^--settings=(.+)$/.exec(arg) ?? [];
  if (file === undefined) return [arg];
  return existsSync(file) ? [`--env-file=${file}`] : [];
}
const asked = process.argv.slice(2).flatMap(withSettings);
// A flag given twice: the last one wins.
const serves = asked.some((arg) => /(?:^|[\\/])(?:src|bot)[\\/]main\.ts$/.test(arg));
const engine = serves ? startFlags : [];
// With --sources they are about to be edited.
const programs = asked.includes('--sources') ? asked : asked.map((arg) => findOrBuild(arg));
const isBundled = programs.some((program, index) => program !== asked[index]);
// Node reads no TypeScript there by itself.
const installed = /[\\/]node_modules[\\/]/.test(fileURLToPath(import.meta.url));
const read =
  installed && !isBundled ? [`--import=${stripTypes.href}`, '--disable-warning=ExperimentalWarning'] : [];
const args = [...follow, ...read, ...engine, ...programs];
// Programs that are started by name find the same Node.
process.env.PATH = [path.dirname(node), process.env.PATH].join(path.delimiter);

if (becomes) {
  process.execve(node, [node, ...args], process.env);
} else {
  if (underNpm) await import(endWithParent.href);
  runAsChild(node, args);
}
