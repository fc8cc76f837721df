import { PGlite } from '@electric-sql/pglite';
import { asc, eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { describe, expect, it } from 'vitest';
import * as schema from '../../drizzle/schema.ts';
import { serverPacks, votes } from '../../drizzle/schema.ts';
import { vote, voteAs } from '../../src/core/packs/server-packs.ts';
import { voteCounts } from '../../src/core/packs/vote-counts.ts';
import { type Database, type Queries, rows } from '../../src/database/database.ts';
import { migrationsFolder } from '../../src/database/settings.ts';
import { insertFinishedRuns } from '../graphql/rows.ts';
import { CopiedFiles } from '../support/copied-files.ts';
import { databaseKind, databaseKinds, openScratchDatabase } from '../support/database.ts';
import { emptyFiles } from '../support/embedded-files.ts';
import { migrationsBefore } from '../support/old-migrations.ts';

/** What has been confirmed of each server pack. */
async function confirmed({ db }: Database): Promise<number[]> {
  const found = await db.select().from(serverPacks).orderBy(asc(serverPacks.id));
  return found.map(({ confirmedWorking }) => confirmedWorking);
}

/** Server packs of two modpacks, the first two of one, of which nothing has been confirmed. */
async function open(kind: 'embedded' | 'server'): Promise<Database> {
  const database = await openScratchDatabase(kind);
  await insertFinishedRuns(database.db, { modPacks: 2, runs: 2 });
  await database.db.update(serverPacks).set({ confirmedWorking: 0 });
  return database;
}

/** The votes up and down on each server pack. */
async function countsOf({ db }: Database): Promise<string[]> {
  const found = await db.select().from(serverPacks).orderBy(asc(serverPacks.id));
  return found.map(voteCounts).map(({ up, down }) => `${up}:${down}`);
}

describe.each(databaseKinds)('votes on the %s database', (kind) => {
  it('are told up and down, with those of strangers and those that took the place of others', async () => {
    await using database = await open(kind);
    const by = (voter: string, direction: 1 | -1) => voteAs(database, { serverPackId: 1, voter, direction });
    await vote(database, 1, 1);
    await vote(database, 1, -1);
    await by('discord:1', 1);
    await by('discord:2', -1);
    expect(await countsOf(database)).toEqual(['2:2', '0:0', '0:0', '0:0']);
    await by('discord:1', -1);
    await by('discord:1', -1);
    expect(await countsOf(database)).toEqual(['1:3', '0:0', '0:0', '0:0']);
    await by('discord:2', 1);
    expect(await countsOf(database)).toEqual(['2:2', '0:0', '0:0', '0:0']);
  });

  it('down that a node of the release before has counted show by what is confirmed', async () => {
    await using database = await open(kind);
    await database.db.update(serverPacks).set({ confirmedWorking: -2 }).where(eq(serverPacks.id, 1));
    expect((await countsOf(database))[0]).toBe('0:2');
    await vote(database, 1, 1);
    expect((await countsOf(database))[0]).toBe('0:1');
  });

  it('count for one server pack, whose row and file and run are answered', async () => {
    await using database = await open(kind);
    expect(await vote(database, 2, 1)).toMatchObject({
      id: 2,
      size: 501,
      confirmedWorking: 1,
      runConfiguration: { id: 2, gameVersion: '1.20.1' },
    });
    await vote(database, 3, -1);
    expect(await confirmed(database)).toEqual([0, 1, -1, 0]);
    await expect(vote(database, 99, 1)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('of a voter are one on each server pack, the last', async () => {
    await using database = await open(kind);
    const by = (voter: string, serverPackId: number, direction: 1 | -1) =>
      voteAs(database, { serverPackId, voter, direction });
    await by('discord:1', 1, 1);
    await by('discord:1', 1, 1);
    await by('discord:2', 1, 1);
    await by('discord:1', 2, 1);
    expect(await confirmed(database)).toEqual([2, 1, 0, 0]);
    await by('discord:1', 1, -1);
    expect(await confirmed(database)).toEqual([0, 1, 0, 0]);
    await by('discord:1', 1, 1);
    expect(await confirmed(database)).toEqual([2, 1, 0, 0]);
    await expect(by('discord:1', 99, 1)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await database.db.$count(votes)).toBe(3);
  });

  it('stop at the ends of an integer, from where they go back', async () => {
    await using database = await open(kind);
    const { db } = database;
    const [most, least] = [2_147_483_647, -2_147_483_648];
    const set = (id: number, confirmedWorking: number) =>
      db.update(serverPacks).set({ confirmedWorking }).where(eq(serverPacks.id, id));
    await set(1, most);
    // Since the totals of a modpack are sums.
    await set(3, least);
    await vote(database, 1, 1);
    await voteAs(database, { serverPackId: 1, voter: 'a', direction: 1 });
    await vote(database, 3, -1);
    await voteAs(database, { serverPackId: 3, voter: 'a', direction: -1 });
    expect(await confirmed(database)).toEqual([most, 0, least, 0]);
    await vote(database, 1, -1);
    await vote(database, 3, 1);
    expect(await confirmed(database)).toEqual([most - 1, 0, least + 1, 0]);
  });
});

it('a voter has a name of printable characters that is no longer than can be kept', async () => {
  await using database = await open(databaseKind);
  const by = (voter: string) => voteAs(database, { serverPackId: 1, voter, direction: 1 });
  for (const voter of ['', 'a b', 'a\n', 'é', 'a\u007f', 'x'.repeat(201)])
    await expect(by(voter), voter).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      details: { field: 'voter' },
    });
  for (const voter of ['!', '~', 'x'.repeat(200)]) await by(voter);
  expect(await confirmed(database)).toEqual([3, 0, 0, 0]);
});

it.runIf(databaseKinds.includes('server'))(
  'a voter who votes twice at the same moment has voted once',
  async () => {
    await using database = await open('server');
    const voted = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    // The first vote is written, and not yet committed.
    const transaction: Queries['transaction'] = (run, config) =>
      database.db.transaction(async (tx) => {
        const result = await run(tx);
        voted.resolve();
        await goOn.promise;
        return result;
      }, config);
    const slow = new Proxy(database.db, {
      get: (target, property) =>
        property === 'transaction' ? transaction : Reflect.get(target, property, target),
    });
    const once = { serverPackId: 1, voter: 'discord:1', direction: 1 } as const;
    const first = voteAs({ db: slow }, once);
    await voted.promise;
    const second = voteAs(database, once);
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => rows(database.db, waiting)).toHaveLength(1);
    goOn.resolve();
    await Promise.all([first, second]);
    expect(await confirmed(database)).toEqual([1, 0, 0, 0]);
  },
);

it('of a database from before they were counted up and down are told by who is known, and by their sum', async () => {
  await using old = await migrationsBefore('votes_down');
  await using client = await PGlite.create({ fs: new CopiedFiles(await emptyFiles()) });
  const db = drizzle(client, { schema, casing: 'snake_case' });
  await migrate(db, { migrationsFolder: old.folder });
  await client.exec(`
    insert into files (sha256, size, storage_key) values ('a', 1, 'a'), ('b', 1, 'b');
    insert into mod_packs (file_id, name, status) values (1, 'built.zip', 'GENERATED');
    insert into run_configurations
      (mod_pack_id, game_version, modloader, modloader_version, start_args, client_mods, whitelisted_mods)
      select 1, '1.20.1', 'Forge', '47.2.0', '[]', '[]', '[]' from generate_series(1, 4);
    insert into server_packs (mod_pack_id, run_configuration_id, file_id, confirmed_working)
      values (1, 1, 2, 5), (1, 2, 2, -2), (1, 3, 2, -3), (1, 4, 2, 0);
    insert into votes (server_pack_id, voter, vote)
      values (1, 'a', 1), (1, 'b', 1), (1, 'c', -1), (2, 'a', 1);`);
  await migrate(db, { migrationsFolder });
  const found = await db.select().from(serverPacks).orderBy(asc(serverPacks.id));
  expect(found.map(voteCounts)).toEqual([
    { up: 6, down: 1 },
    { up: 1, down: 3 },
    { up: 0, down: 3 },
    { up: 0, down: 0 },
  ]);
});
