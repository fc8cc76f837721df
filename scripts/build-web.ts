/**
 * `npm run build:web [-- <folder>]`: builds the web app into a folder, web/dist unless told, with compressed copies of its
 * files beside them. The service does so by itself at its start where the app is missing or of other sources.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { projectFolder, sourcesId } from '../src/web/build-id.ts';

const target = path.resolve(process.argv[2] ?? path.join(projectFolder, 'web', 'dist'));
const compressible = /\.(?:js|css|html|svg|json|webmanifest|txt|map)$/;
/** Below this, in bytes, a copy saves nothing. */
const worthCompressing = 1_024;

const id = await sourcesId(projectFolder);
if (id === null) throw new Error('There is no web app to build: web/index.html is missing.');
// Whoever starts this, tests among them, gets what people get.
process.env.NODE_ENV = 'production';
// Nobody ever sees half a build: it is made aside, and takes its place by a rename.
const draft = `${target}-${randomUUID()}`;
await mkdir(draft, { recursive: true });
try {
  await build({
    configFile: path.join(projectFolder, 'web', 'vite.config.ts'),
    configLoader: 'native',
    root: path.join(projectFolder, 'web'),
    logLevel: 'error',
    build: { outDir: draft, emptyOutDir: true },
  });
  const page = path.join(draft, 'index.html');
  const mark = '<!--head-->';
  // The page tells which build it is, so that a tab that was open during an upgrade can see that it is too old.
  await writeFile(
    page,
    (await readFile(page, 'utf8')).replace(mark, `<meta name="build" content="${id}">${mark}`),
  );
  for (const entry of await readdir(draft, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && compressible.test(entry.name))
      await compress(path.join(entry.parentPath, entry.name));
  }
  await writeFile(path.join(draft, 'build.json'), JSON.stringify({ build: id }));
  await rm(target, { recursive: true, force: true });
  await rename(draft, target);
} finally {
  await rm(draft, { recursive: true, force: true });
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < worthCompressing) return;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
  await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }));
}
