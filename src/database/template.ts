/**
 * The template of a new embedded database, which `npm run build` makes: creating a database takes seconds at the first
 * start, unpacking the template takes a tenth of a second. It holds PostgreSQL's own tables and the migrations, and no
 * data that differs between services.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { z } from 'zod';
import { privateFile, privateFolder } from '../storage/private-modes.ts';
import { migrationsFolder } from './settings.ts';

/** The folder of templates, each named after a hash of its sources. */
export const templatesFolder = fileURLToPath(new URL('../../dist/database', import.meta.url));

/** The contents of all files of a template, concatenated. */
const bytesName = 'files.zst';

const described = z.object({
  folders: z.array(z.string()),
  /** The files in the order of their contents. */
  files: z.array(z.object({ name: z.string(), size: z.int() })),
});

type Template = z.infer<typeof described> & { bytes: Buffer };

/** Files written at a time: the number of threads in Node's pool. */
const atOnce = 4;

/** A hash of a template's sources: the engine and all migrations. */
export async function templateId(ofMigrations = migrationsFolder): Promise<string> {
  const { resolve } = createRequire(import.meta.url);
  const engine = path.join(path.dirname(resolve('@electric-sql/pglite')), '..', 'package.json');
  const migrations = (await readdir(ofMigrations, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .sort();
  const hash = createHash('sha256');
  for (const file of [engine, ...migrations]) {
    const bytes = await readFile(file);
    hash.update(`\0${path.basename(file)}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex').slice(0, 16);
}

/**
 * Packs the files of a closed embedded database into the folder of a template; returns the contents of its build.json.
 */
export async function packTemplate(database: string, template: string): Promise<object> {
  const entries = await readdir(database, { recursive: true, withFileTypes: true });
  const nameOf = ({ parentPath, name }: { parentPath: string; name: string }) =>
    path.relative(database, path.join(parentPath, name)).split(path.sep).join('/');
  const folders = entries.filter((entry) => entry.isDirectory()).map(nameOf);
  const files: { name: string; bytes: Buffer }[] = [];
  for (const entry of entries)
    if (entry.isFile())
      files.push({ name: nameOf(entry), bytes: await readFile(path.join(entry.parentPath, entry.name)) });
  const packed = await promisify(zstdCompress)(Buffer.concat(files.map(({ bytes }) => bytes)), {
    params: { [constants.ZSTD_c_checksumFlag]: 1 },
  });
  await writeFile(path.join(template, bytesName), packed, { flush: true });
  return {
    files: { [bytesName]: packed.length },
    database: {
      folders: folders.sort(),
      files: files.map(({ name, bytes }) => ({ name, size: bytes.length })),
    },
  };
}

/**
 * Unpacks the template for these sources into an empty folder; false when it is missing or damaged, since a database
 * can be created without a template.
 */
export async function unpackTemplate(templates: string, folder: string): Promise<boolean> {
  const found = await readTemplate(templates).catch(() => null);
  if (found === null) return false;
  for (const name of found.folders) await mkdir(path.join(folder, name), { mode: privateFolder });
  const files = filesIn(found);
  const write = async () => {
    for (const { name, bytes } of files)
      await writeFile(path.join(folder, name), bytes, { mode: privateFile });
  };
  await Promise.all(Array.from({ length: atOnce }, write));
  return true;
}

/** Yields each file once, across all writers that share the generator. */
function* filesIn({ files, bytes }: Template): Generator<{ name: string; bytes: Buffer }> {
  let from = 0;
  for (const { name, size } of files) {
    yield { name, bytes: bytes.subarray(from, from + size) };
    from += size;
  }
}

async function readTemplate(templates: string): Promise<Template> {
  const template = path.join(templates, await templateId());
  const about = z
    .object({ database: described })
    .parse(JSON.parse(await readFile(path.join(template, 'build.json'), 'utf8')));
  const bytes = await promisify(zstdDecompress)(await readFile(path.join(template, bytesName)));
  return { ...about.database, bytes };
}
