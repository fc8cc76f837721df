import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { deserialize } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import { inject } from 'vitest';
import type { Folder } from './copied-files.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The files of an embedded database with all tables and queues, made once for the whole run. */
    embeddedTemplate: string;
    /** The same before there was anything in it. */
    emptyTemplate: string;
  }
}

let files: Promise<Folder> | undefined;

/** What copies of the embedded database are made of; read once. */
export function embeddedFiles(): Promise<Folder> {
  files ??= readFile(inject('embeddedTemplate')).then(deserialize);
  return files;
}

/** What an embedded database without tables is made of. */
export async function emptyFiles(): Promise<Folder> {
  return deserialize(await readFile(inject('emptyTemplate')));
}

/**
 * Makes `folder` that of an embedded database which has been started before and has done nothing yet: making one anew takes seconds of
 * processor time, writing its files a fraction of one.
 */
export async function makeDatabaseFolder(folder: string): Promise<void> {
  write(path.join(folder, 'postgres'), await embeddedFiles());
}

/** The same for the folder of a service, which has its database in one below. */
export async function makeDataDir(dataDir: string): Promise<void> {
  await makeDatabaseFolder(path.join(dataDir, 'database'));
}

/** The same with what these statements make in place of the tables. */
export async function makeDataDirOf(dataDir: string, statements: string): Promise<void> {
  const folder = path.join(dataDir, 'database', 'postgres');
  write(folder, await emptyFiles());
  const client = await PGlite.create(folder);
  await client.exec(statements);
  await client.close();
}

function write(folder: string, files: Folder): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [name, content] of Object.entries(files)) {
    const place = path.join(folder, name);
    if (content instanceof Uint8Array) writeFileSync(place, content, { mode: 0o600 });
    else write(place, content);
  }
}
