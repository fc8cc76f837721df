import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite';
import { migrate as migrateEmbedded } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { countModPacks } from '../../src/core/packs/mod-packs.ts';
import { openDatabase } from '../../src/database/open.ts';
import { migrationsFolder } from '../../src/database/settings.ts';
import { CopiedFiles } from '../support/copied-files.ts';
import { createServerDatabase, databaseKinds, onConnection } from '../support/database.ts';
import { emptyFiles } from '../support/embedded-files.ts';
import { migrationsBefore } from '../support/old-migrations.ts';

const emptied =
  'drop schema drizzle cascade; drop schema pgboss cascade; drop schema public cascade; create schema public';
const someRun = `insert into files (sha256, size, storage_key) values ('ab', 1, 'ab');
  insert into mod_packs (file_id, name, status) values (1, 'pack.zip', 'QUEUED');
  insert into run_configurations
  (mod_pack_id, game_version, modloader, modloader_version, start_args, client_mods, whitelisted_mods)
  values (1, '1.20.1', 'Forge', '47.2.0', '[]', '[]', '[]')`;

async function connect(connectionString: string): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

describe.runIf(databaseKinds.includes('server'))('a change of tables at the start of a node', () => {
  it('that waits for a node of the release before, which waits for it, is undone by the server and done again', async () => {
    await using place = await createServerDatabase();
    await using writer = await connect(place.url);
    await using bystander = await connect(place.url);
    await writer.query(emptied);
    // What comes then locks modpacks, server packs and run configurations, in this order.
    await using old = await migrationsBefore('totals');
    await migrate(drizzle(writer), { migrationsFolder: old.folder });
    await writer.query(someRun);
    const waiting = async () =>
      onConnection(place.url, async (client) => {
        const { rowCount } = await client.query(`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`);
        return rowCount;
      });

    // Whoever has waited for a while is undone if it waits in a circle: the writer shall not look whether it does.
    await writer.query(`set deadlock_timeout = '1h'`);
    await writer.query(`begin; update run_configurations set modloader = 'Quilt'`);
    await bystander.query('begin; lock table server_packs in row exclusive mode');
    const opened = openDatabase(place.url, { memory: true });
    await expect.poll(waiting).toBe(1);
    const written = writer.query(`update mod_packs set name = 'renamed.zip'; commit`);
    await expect.poll(waiting).toBe(2);
    // From here on the change of tables waits for the writer.
    await bystander.query('commit');

    await Promise.all([opened, written]);
    await using database = await opened;
    // What was written meanwhile has been counted.
    expect(await countModPacks(database, { modloader: 'Quilt' }, { rows: 0, cost: 0 })).toEqual({
      count: 1,
      isEstimated: false,
    });
    expect((await writer.query('select name from mod_packs')).rows).toEqual([{ name: 'renamed.zip' }]);
  });
});

it('a file that was fetched before knows the SHA-1 that stood in a row of its own', async () => {
  await using old = await migrationsBefore('fetched_origins');
  await using client = await PGlite.create({ fs: new CopiedFiles(await emptyFiles()) });
  const db = drizzleEmbedded(client);
  await migrateEmbedded(db, { migrationsFolder: old.folder });
  await client.exec(`
    insert into files (sha256, size, storage_key) values ('a', 1, 'a'), ('b', 1, 'b');
    insert into fetched_files (algorithm, hash, file_id, crc32)
      values ('sha512', 'a5', 1, 1), ('sha1', 'a1', 1, 1), ('sha512', 'b5', 2, 1);`);
  await migrateEmbedded(db, { migrationsFolder });
  const { rows } = await client.query('select hash, sha1 from fetched_files order by hash');
  expect(rows).toEqual([
    { hash: 'a1', sha1: null },
    { hash: 'a5', sha1: 'a1' },
    { hash: 'b5', sha1: null },
  ]);
});

it('a run that was held back by one which had been cancelled in line gets its turn', async () => {
  await using old = await migrationsBefore('held_runs');
  await using client = await PGlite.create({ fs: new CopiedFiles(await emptyFiles()) });
  const db = drizzleEmbedded(client);
  await migrateEmbedded(db, { migrationsFolder: old.folder });
  await client.exec(`
    insert into files (sha256, size, storage_key) values ('a', 1, 'a'), ('b', 1, 'b');
    insert into mod_packs (file_id, name, status) values (1, 'stuck.zip', 'QUEUED'), (2, 'well.zip', 'QUEUED');
    insert into run_configurations
      (mod_pack_id, game_version, modloader, modloader_version, start_args, client_mods, whitelisted_mods)
      select pack, '1.20.1', 'Forge', '47.2.0', '[]', '[]', '[]' from unnest(array[1, 1, 2, 2]) as pack;
    insert into queued_runs (run_configuration_id, mod_pack_id, caller, turn, state)
      values (1, 1, 'a', 1, 'HELD'), (2, 1, 'a', 2, 'HELD'), (3, 2, 'a', 3, 'BEGUN'), (4, 2, 'a', 4, 'HELD');`);
  await migrateEmbedded(db, { migrationsFolder });
  const { rows } = await client.query('select state from queued_runs order by run_configuration_id');
  expect(rows).toEqual([{ state: 'WAITING' }, { state: 'HELD' }, { state: 'BEGUN' }, { state: 'HELD' }]);
});
