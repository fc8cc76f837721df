import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/open.ts';
import { defaultServerSettings, type ServerSettings } from '../../src/database/settings.ts';
import { makeDatabaseFolder } from './embedded-files.ts';
import { openKept } from './kept-databases.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A database with all tables and queues on the PostgreSQL server of TEST_DATABASE_URL, as the name of a database; empty without a server. */
    serverTemplate: string;
  }
}

/** The databases on which every suite that touches one runs: the embedded, and a server where one is given. */
export const databaseKinds: readonly ('embedded' | 'server')[] = process.env.TEST_DATABASE_URL
  ? ['embedded', 'server']
  : ['embedded'];

/** The database of what is not about databases. */
export const databaseKind = process.env.TEST_DATABASE_URL ? 'server' : 'embedded';

/** On a busy machine an answer may take its time; what is about these limits opens its database itself. */
const patient: ServerSettings = {
  ...defaultServerSettings,
  connectTimeoutMs: 60_000,
  statementTimeoutMs: 300_000,
  idleTransactionTimeoutMs: 300_000,
  silenceMs: 60_000,
};

/** A database with all tables and nothing in them, for one test; gone when it is disposed of. */
export async function openScratchDatabase(kind: 'embedded' | 'server'): Promise<Database> {
  if (kind === 'embedded') return openKept();
  const scratch = await createServerDatabase();
  const database = await openDatabase(scratch.url, { memory: true }, { server: patient });
  const close = async () => {
    await database.close();
    await scratch[Symbol.asyncDispose]();
  };
  return { ...database, close, [Symbol.asyncDispose]: close };
}

/** A database of its own on the test server, for tests that open it from several nodes or processes. */
export async function createServerDatabase(): Promise<{ url: string } & AsyncDisposable> {
  const name = `scratch_${crypto.randomUUID().replaceAll('-', '')}`;
  await onServer(`create database ${name} template ${inject('serverTemplate')}`);
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return {
    url: url.href,
    [Symbol.asyncDispose]: () => onServer(`drop database if exists ${name} with (force)`),
  };
}

/** A database that can be opened and closed several times, one after the other. */
export async function openLastingDatabase(
  kind: 'embedded' | 'server',
): Promise<{ open(): Promise<Database> } & AsyncDisposable> {
  if (kind === 'server') {
    const server = await createServerDatabase();
    const open = () => openDatabase(server.url, { memory: true });
    return { open, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
  }
  const folder = await mkdtemp(path.join(os.tmpdir(), 'database-'));
  await makeDatabaseFolder(folder);
  return {
    open: () => openDatabase(null, { folder }),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

function serverUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('TEST_DATABASE_URL is not set.');
  return url;
}

async function onServer(statement: string): Promise<void> {
  await onConnection(serverUrl(), (client) => client.query(statement));
}

/** Does something on a connection of its own to this address. */
export async function onConnection<Result>(
  connectionString: string,
  run: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}
