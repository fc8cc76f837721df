import { readFile } from 'node:fs/promises';
import postgres from 'postgres';
import { inject } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/open.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A dump of the embedded database with all tables and queues, made once for the whole run. */
    embeddedTemplate: string;
    /** The same on the PostgreSQL server of TEST_DATABASE_URL, as the name of a database; empty without a server. */
    serverTemplate: string;
  }
}

/** The databases on which every suite that touches one runs: the embedded, and a server where one is given. */
export const databaseKinds: readonly ('embedded' | 'server')[] = process.env.TEST_DATABASE_URL
  ? ['embedded', 'server']
  : ['embedded'];

/** A fresh database with all tables, started from a template; gone when it is disposed of. */
export async function openScratchDatabase(kind: 'embedded' | 'server'): Promise<Database> {
  if (kind === 'embedded') {
    const dump = new Blob([await readFile(inject('embeddedTemplate'))]);
    return openDatabase(null, { memory: true, dump });
  }
  const scratch = await createServerDatabase();
  const database = await openDatabase(scratch.url, { memory: true });
  const close = async () => {
    await database.close();
    await scratch[Symbol.asyncDispose]();
  };
  return { ...database, close, [Symbol.asyncDispose]: close };
}

/** A database of its own on the test server, for tests that open it from several nodes or processes. */
export async function createServerDatabase(): Promise<{ url: string } & AsyncDisposable> {
  const name = `scratch_${crypto.randomUUID().replaceAll('-', '')}`;
  await onServer((sql) => sql`create database ${sql(name)} template ${sql(inject('serverTemplate'))}`);
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return {
    url: url.href,
    [Symbol.asyncDispose]: () => onServer((sql) => sql`drop database if exists ${sql(name)} with (force)`),
  };
}

function serverUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('TEST_DATABASE_URL is not set.');
  return url;
}

async function onServer(run: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(serverUrl(), { max: 1, onnotice: () => {} });
  try {
    await run(sql);
  } finally {
    await sql.end();
  }
}
