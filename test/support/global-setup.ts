import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { serialize, setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import type { ProvidedContext } from 'vitest';
import type { TestProject } from 'vitest/node';
import { z } from 'zod';
import { webAssemblyFlags } from '../../src/database/database-thread.ts';
import { openDatabase } from '../../src/database/open.ts';
import { migrationsFolder } from '../../src/database/settings.ts';
import { type Folder, filesOf } from './copied-files.ts';

/**
 * Makes the template databases that every suite copies: an empty one costs seconds, a copy a fraction. And the bundles that services
 * start from, which otherwise each of them would make, or do without.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'server-pack-templates-'));
  const run = promisify(execFile);
  const bundled = Promise.all(
    ['scripts/build-service.ts', 'scripts/build-web.ts', 'test/support/build-programs.ts'].map((program) =>
      run(process.execPath, [program]),
    ),
  );
  const { empty, whole } = await makeEmbeddedTemplates();
  const template = path.join(folder, 'embedded');
  await writeFile(template, serialize(whole));
  project.provide('embeddedTemplate', template);
  const emptyTemplate = path.join(folder, 'empty');
  await writeFile(emptyTemplate, serialize(empty));
  project.provide('emptyTemplate', emptyTemplate);
  const compileCache = path.join(folder, 'compiled');
  project.provide('compileCache', compileCache);
  // The processes of the tests, which are started later, have threads that read the same modules again and again.
  process.env.NODE_COMPILE_CACHE = compileCache;
  const serverTemplate = process.env.TEST_DATABASE_URL
    ? await makeServerTemplate(process.env.TEST_DATABASE_URL)
    : null;
  project.provide('serverTemplate', serverTemplate);
  await bundled;
  return async () => {
    // Work processes end with those of the tests, and keep what they have compiled at the very last.
    await rm(folder, { recursive: true, force: true, maxRetries: 50 });
    if (serverTemplate) await dropWithCopies(process.env.TEST_DATABASE_URL ?? '', serverTemplate);
  };
}

/**
 * Every copy has all files in memory: they hold one log file of 1 MB instead of 16, and none of the databases
 * that only new ones are made from.
 */
async function makeEmbeddedTemplates(): Promise<{ empty: Folder; whole: Folder }> {
  // A database that is made once is not worth compiling for speed: that takes a third of it all.
  for (const flag of webAssemblyFlags) setFlagsFromString(flag);
  const client = await PGlite.create({ initDbStartParams: ['--wal-segsize=1'] });
  await client.exec('update pg_database set datistemplate = false');
  for (const unused of ['template0', 'template1']) await client.exec(`drop database ${unused}`);
  await client.exec('checkpoint');
  const empty = filesOf(client);
  await migrate(drizzle(client), { migrationsFolder });
  await client.exec('checkpoint');
  const whole = filesOf(client);
  await client.close();
  return { empty, whole };
}

type ServerTemplate = NonNullable<ProvidedContext['serverTemplate']>;

async function makeServerTemplate(server: string): Promise<ServerTemplate> {
  const run = crypto.randomUUID().replaceAll('-', '');
  const name = `template_${run}`;
  await onServer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  await (await openDatabase(url.href, { memory: true })).close();
  // Names of databases have at most 63 characters.
  return { name, copies: `scratch_${run.slice(0, 12)}_` };
}

async function dropWithCopies(server: string, { name, copies }: ServerTemplate): Promise<void> {
  const found = await onServer(
    server,
    `select format('drop database if exists %I with (force)', datname) as drop from pg_database
     where starts_with(datname, '${copies}') or datname = '${name}'`,
  );
  for (const { drop } of z.array(z.object({ drop: z.string() })).parse(found.rows))
    await onServer(server, drop);
}

async function onServer(connectionString: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client.query(statement).finally(() => client.end());
}
