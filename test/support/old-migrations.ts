import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { migrationsFolder } from '../../src/database/settings.ts';

const journalForm = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) });

/** The migrations before the one of this name, as a folder that goes away when the scope ends. */
export async function migrationsBefore(name: string): Promise<{ folder: string } & AsyncDisposable> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'migrations-'));
  await cp(migrationsFolder, folder, { recursive: true });
  const file = path.join(folder, 'meta', '_journal.json');
  const journal = journalForm.parse(JSON.parse(await readFile(file, 'utf8')));
  const end = journal.entries.findIndex(({ tag }) => tag.slice('0000_'.length) === name);
  if (end < 0) throw new Error(`There is no migration ${name}.`);
  await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, end) }));
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}
