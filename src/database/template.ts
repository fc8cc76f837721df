/**
 * The template of a new embedded database, made by `npm run build`: creating one takes seconds of a first start,
 * unpacking its files a tenth of one. It holds PostgreSQL's own tables, the migrations and the queues, and no data
 * that differs between services.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import { z } from 'zod';
import { privateFile, privateFolder } from '../private-modes.ts';
import { migrationsFolder } from './settings.ts';

/** Folder of templates, each named after the sources it was made from. */
export const templatesFolder = fileURLToPath(new URL('../../dist/database', import.meta.url));

/** All files of a template, one after the other. */
const bytesName = 'files.zst';

const described = z.object({
  folders: z.array(z.string()),
  /** In the order of their bytes. */
  files: z.array(z.object({ name: z.string(), size: z.int() })),
});

type Template = z.infer<typeof described> & { bytes: Buffer };

/** Files written at a time: the number of threads in Node's pool. */
const atOnce = 4;

/** Tells what a template is made of from all else: the engine, the queue library, and all migrations. */
export async function templateId(ofMigrations = migrationsFolder): Promise<string> {
  const { resolve } = createRequire(import.meta.url);
  const packages = ['@electric-sql/pglite', 'pg-boss'].map((name) =>
    path.join(path.dirname(resolve(name)), '..', 'package.json'),
  );
  const migrations = (await readdir(ofMigrations, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .sort();
  const hash = createHash('sha256');
  for (const file of [...packages, ...migrations]) {
    const bytes = await readFile(file);
    hash.update(`\0${path.basename(file)}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex').slice(0, 16);
}

/** Puts the files of an embedded database that is closed into the folder of a template; answers what its build.json is to say. */
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
 * can be created without it.
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

/** Yields each file once, to all writers together. */
function* filesIn({ files, bytes }: Template): Generator<{ name: string; bytes: Buffer }> {
  let from = 0;
  for (const { name, size } of files) {
    yield { name, bytes: bytes.subarray(from, from + size) };
    from += size;
  }
}

async function readTemplate(templates: string): Promise<Template> {
  const place = path.join(templates, await templateId());
  const about = z
    .object({ database: described })
    .parse(JSON.parse(await readFile(path.join(place, 'build.json'), 'utf8')));
  const bytes = await promisify(zstdDecompress)(await readFile(path.join(place, bytesName)));
  return { ...about.database, bytes };
}
