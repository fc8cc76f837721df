// @ts-check
/**
 * What a bundle of the service begins with, as main.cjs beside its other files: it runs them, and gives V8 what it has compiled of
 * them at an earlier start. Node's own compile cache, which packages beside the bundle get, keeps a module before any of it has run;
 * here it is kept once the service has started, with all functions that a start runs.
 */
const { readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { createRequire, enableCompileCache } = require('node:module');
const path = require('node:path');
const { setImmediate: turn } = require('node:timers/promises');
const { Script, constants } = require('node:vm');
const { crc32 } = require('node:zlib');

/** Beside the files that it is of, so it goes with them. */
const compiledFile = path.join(__dirname, 'compiled');
/** Milliseconds that those get who wait for the service to start: keeping takes some hundredths of a second of its one thread. */
const pauseMs = 2_000;

const dataDir = path.resolve(process.env.DATA_DIR || './data');
enableCompileCache(path.join(dataDir, 'compiled'));

/** @type {Map<string, { exports: any }>} */
const modules = new Map();
/** @type {Map<string, Script>} */
const scripts = new Map();
const compiled = readCompiled();
/** Whether V8 had to compile a file by itself. */
let anew = false;
// As src/main.ts does.
if (!process.env.DATABASE_URL) load('./begun-thread.cjs').beginThread(path.join(dataDir, 'database'));
const { started } = load('./start.cjs');
// Who waits for the start hears of its failure.
started.then(() => setTimeout(keepCompiled, pauseMs).unref()).catch(() => {});

/**
 * Runs a file of the bundle, once.
 * @param {string} id
 */
function load(id) {
  const known = modules.get(id);
  if (known !== undefined) return known.exports;
  const module = { exports: {} };
  modules.set(id, module);
  const filename = path.join(__dirname, id);
  const cachedData = compiled.get(id);
  const parameters = 'exports, require, module, __filename, __dirname';
  const script = new Script(`(function (${parameters}) {${readFileSync(filename, 'latin1')}\n})`, {
    filename,
    ...(cachedData === undefined ? {} : { cachedData }),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  scripts.set(id, script);
  anew ||= cachedData === undefined || script.cachedDataRejected === true;
  const others = createRequire(filename);
  /** @param {string} wanted */
  const find = (wanted) => (wanted.startsWith('./') ? load(wanted) : others(wanted));
  const run = script.runInThisContext();
  run.call(module.exports, module.exports, Object.assign(find, others), module, filename, __dirname);
  return module.exports;
}

/**
 * What was kept of each file. V8 itself refuses what another V8 has made, or one with other flags.
 * @returns {Map<string, Buffer>}
 */
function readCompiled() {
  /** @type {Map<string, Buffer>} */
  const found = new Map();
  try {
    const bytes = readFileSync(compiledFile);
    const rest = bytes.subarray(4);
    if (bytes.readUInt32LE() !== crc32(rest)) return found;
    let from = 4 + rest.readUInt32LE();
    for (const [id, length] of JSON.parse(rest.toString('latin1', 4, from))) {
      found.set(id, rest.subarray(from, from + length));
      from += length;
    }
  } catch {
    // Nothing was kept yet.
  }
  return found;
}

/** The largest file takes half of it: the others get turns of their own, so that nobody waits for all. */
async function keepCompiled() {
  compiled.clear();
  if (!anew) return;
  // Files of the other kind of database stay.
  const all = readCompiled();
  for (const [id, script] of scripts) {
    await turn();
    all.set(id, script.createCachedData());
  }
  await turn();
  const index = Buffer.from(JSON.stringify([...all].map(([id, { length }]) => [id, length])));
  const rest = Buffer.concat([uint32(index.length), index, ...all.values()]);
  const draft = `${compiledFile}.${process.pid}`;
  try {
    writeFileSync(draft, Buffer.concat([uint32(crc32(rest)), rest]));
    renameSync(draft, compiledFile);
  } catch {
    // Where nothing can be written, each start compiles anew.
    rmSync(draft, { force: true });
  }
}

/** @param {number} value */
function uint32(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
