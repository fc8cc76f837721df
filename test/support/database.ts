import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/open.ts';
import type { Watch } from '../../src/database/queries.ts';
import { defaultServerSettings, type ServerSettings } from '../../src/database/settings.ts';
import { type AsMade, asMade, restoreRows, type SqlClient, shapeOf } from './as-made.ts';
import { makeDatabaseFolder } from './embedded-files.ts';
import { type Note, openKept } from './kept-databases.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * A database with all tables and queues on the PostgreSQL server of TEST_DATABASE_URL, and what the names of its copies begin with, which are
     * dropped with it; null without a server.
     */
    serverTemplate: { name: string; copies: string } | null;
  }
}

/** The databases on which every suite that touches one runs: the embedded, and a server where one is given. */
export const databaseKinds: readonly ('embedded' | 'server')[] = process.env.TEST_DATABASE_URL
  ? ['embedded', 'server']
  : ['embedded'];

/** The database of what is not about databases. */
export const databaseKind = process.env.TEST_DATABASE_URL ? 'server' : 'embedded';

/**
 * On a busy machine an answer may take its time, and several runs may share a server, which has a hundred connections by default: a service
 * of a test takes fewer than one of an operator. What is about these limits opens its database itself.
 */
const patient: ServerSettings = {
  ...defaultServerSettings,
  pool: 5,
  connectTimeoutMs: 60_000,
  statementTimeoutMs: 300_000,
  idleTransactionTimeoutMs: 300_000,
  silenceMs: 60_000,
};

/** A database with all tables and nothing in them, for one test; gone when it is disposed of. */
export async function openScratchDatabase(kind: 'embedded' | 'server', note?: Note): Promise<Database> {
  return kind === 'embedded' ? openKept(note) : openOnServer(await createServerDatabase(), note);
}

/** Opens a database on the server, which is disposed of when it is closed. */
export async function openOnServer(
  place: { url: string } & AsyncDisposable,
  note: Note = () => {},
): Promise<Database> {
  const watch: Watch = (text, send) => {
    note(text);
    return send();
  };
  const database = await openDatabase(place.url, { memory: true }, { server: patient, watch });
  const close = async () => {
    await database.close();
    await place[Symbol.asyncDispose]();
  };
  return { ...database, close, [Symbol.asyncDispose]: close };
}

interface Copy extends AsyncDisposable {
  url: string;
}

/** A database on the test server that one test after the other has to itself. */
interface KeptOnServer extends Copy {
  made: AsMade;
  uses: number;
}

/** Each leaves rows that nobody sees: after so many tests another is made. */
const mostUses = 50;
const spare: KeptOnServer[] = [];

/**
 * A database of its own on the test server, for tests that open it from several nodes or processes. To make one writes and flushes 8 MB,
 * and to drop it has the server flush all that it has not yet: so one that a test has done with is made as it was, and handed to the next,
 * unless more than rows has changed. Whoever still has a connection to it loses that.
 */
export async function createServerDatabase(): Promise<Copy> {
  const kept = spare.pop() ?? (await makeOnServer());
  let taken: Promise<void> | undefined;
  const giveBack = () => {
    taken ??= takeBack(kept);
    return taken;
  };
  return { url: kept.url, [Symbol.asyncDispose]: giveBack };
}

async function makeOnServer(): Promise<KeptOnServer> {
  const copy = await copyTemplate();
  const made = await onConnection(copy.url, (client) => asMade(sqlClientOf(client)));
  return { ...copy, made, uses: 0 };
}

/** A database on the test server that nobody has used, and nobody will after this test. */
export async function copyTemplate(): Promise<Copy> {
  const template = inject('serverTemplate');
  if (!template) throw new Error('TEST_DATABASE_URL was not set when the run began.');
  const name = `${template.copies}${crypto.randomUUID().replaceAll('-', '')}`;
  await onServer(`create database ${name} template ${template.name}`);
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  const drop = () => onServer(`drop database if exists ${name} with (force)`);
  return { url: url.href, [Symbol.asyncDispose]: drop };
}

async function takeBack(kept: KeptOnServer): Promise<void> {
  kept.uses += 1;
  if (kept.uses < mostUses && (await becomesAsMade(kept))) spare.push(kept);
  else await kept[Symbol.asyncDispose]();
}

/** Makes the rows of the database what they were. Answers whether all of it is now. */
async function becomesAsMade({ url, made }: KeptOnServer): Promise<boolean> {
  try {
    return await onConnection(url, async (client) => {
      await client.query(`select pg_terminate_backend(pid, 60000) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`);
      await restoreRows(sqlClientOf(client), made);
      return (await shapeOf(sqlClientOf(client))) === made.shape;
    });
  } catch {
    // It takes no connection, tables are gone, or the server's user may not leave triggers out.
    return false;
  }
}

function sqlClientOf(client: pg.Client): SqlClient {
  return {
    query: (text, values) => client.query(text, values),
    exec: (statements) => client.query(statements),
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
