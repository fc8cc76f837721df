/** With a PostgreSQL server of its own: Debian's package `postgresql`. */
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, expect, it } from 'vitest';
import { openEventFeed } from '../../src/core/events/event-feed.ts';
import { findEventsAfter, recordEvents } from '../../src/core/events/events.ts';
import { type Database, rows } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/open.ts';
import { onConnection } from '../support/database.ts';
import { commitUnwritten, startPostgres } from '../support/postgres-server.ts';

const log = pino({ level: 'silent' });
const run = { modPackId: 1, runConfigurationId: 1 };
const insertEvent = (message: string) =>
  `insert into events (mod_pack_id, run_configuration_id, status, message) values (1, 1, 'CHECKING', '${message}')`;

async function insertRun({ db }: Database): Promise<void> {
  await db.execute(sql`insert into files (sha256, size, storage_key) values ('ab', 1, 'ab')`);
  await db.execute(sql`insert into mod_packs (file_id, name, status) values (1, 'pack.zip', 'QUEUED')`);
  await db.execute(sql`insert into run_configurations
    (mod_pack_id, game_version, modloader, modloader_version, start_args, client_mods, whitelisted_mods)
    values (1, '1.20.1', 'Forge', '47.2.0', '[]', '[]', '[]')`);
}

const server = await startPostgres({ forgetful: true });
afterAll(() => server[Symbol.asyncDispose]());

/** A database of a test's own on the server. */
async function createDatabase(name: string): Promise<string> {
  await onConnection(server.url, (client) => client.query(`create database ${name}`));
  return server.url.replace(/postgres$/, name);
}

async function losePower(): Promise<void> {
  await server.stop('immediate');
  await server.start();
}

/** What is in the tables when the server has started again. */
async function left(url: string) {
  await using database = await openDatabase(url, { memory: true });
  const { db } = database;
  const [modPack] = await rows(db, sql`select status from mod_packs`);
  const events = await findEventsAfter(db, 0, {}, 100);
  return { modPack, messages: events.map(({ message }) => message) };
}

it('a step of a run that is acknowledged is there after a loss of power', async () => {
  const url = await createDatabase('acknowledged');
  const database = await openDatabase(url, { memory: true });
  await insertRun(database);
  await database.db.transaction((tx) =>
    recordEvents(tx, run, [
      { status: 'CHECKING', message: 'one' },
      { status: 'CHECKED', message: 'two' },
    ]),
  );
  await losePower();
  await database.close();
  expect(await left(url)).toEqual({ modPack: { status: 'CHECKED' }, messages: ['one', 'two'] });
});

it('an event that somebody was told of is there after a loss of power, whoever recorded it', async () => {
  const url = await createDatabase('live');
  const database = await openDatabase(url, { memory: true });
  await insertRun(database);
  const feed = await openEventFeed({ database, log }, 10);
  const live = feed.subscribe({}).next();
  await commitUnwritten(url, insertEvent('live'));
  expect((await live).value).toMatchObject({ message: 'live' });
  await losePower();
  await feed[Symbol.asyncDispose]();
  await database.close();
  expect(await left(url)).toMatchObject({ messages: ['live'] });
});

it('an event that somebody had missed and was told of later is there after a loss of power', async () => {
  const url = await createDatabase('missed');
  const database = await openDatabase(url, { memory: true });
  await insertRun(database);
  const feed = await openEventFeed({ database, log }, 10);
  // Without triggers nothing is notified: the feed itself does not hear of it.
  await commitUnwritten(url, `set session_replication_role = replica; ${insertEvent('missed')}`);
  expect((await feed.subscribe({}, 0).next()).value).toMatchObject({ message: 'missed' });
  await losePower();
  await feed[Symbol.asyncDispose]();
  await database.close();
  expect(await left(url)).toMatchObject({ messages: ['missed'] });
});

it('an event from before the service started that somebody is told of is there after a loss of power', async () => {
  const url = await createDatabase('before');
  const database = await openDatabase(url, { memory: true });
  await insertRun(database);
  await commitUnwritten(url, insertEvent('before'));
  const feed = await openEventFeed({ database, log }, 10);
  expect((await feed.subscribe({}, 0).next()).value).toMatchObject({ message: 'before' });
  await losePower();
  await feed[Symbol.asyncDispose]();
  await database.close();
  expect(await left(url)).toMatchObject({ messages: ['before'] });
});

it('what nobody has waited for is lost with the power: the server of these tests keeps nothing of itself', async () => {
  const url = await createDatabase('unwritten');
  const database = await openDatabase(url, { memory: true });
  await insertRun(database);
  await commitUnwritten(url, insertEvent('unwritten'));
  await losePower();
  await database.close();
  expect(await left(url)).toMatchObject({ messages: [] });
});
