import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { describe, expect, it } from 'vitest';
import { takeRun } from '../../src/core/runs/queued-runs.ts';
import { rows } from '../../src/database/database.ts';
import { RefusedTables } from '../../src/database/refused-tables.ts';
import { migrationsFolder } from '../../src/database/settings.ts';
import { version } from '../../src/version.ts';
import { takeDelivery } from '../../src/webhooks/deliveries.ts';
import { type BareDatabase, openBareDatabase } from '../support/bare-database.ts';
import { createServerDatabase, databaseKinds } from '../support/database.ts';

const migrations = readMigrationFiles({ migrationsFolder });
const baseline = migrations.slice(0, 2);
const emptied = 'drop schema drizzle cascade; drop schema public cascade; create schema public';

/** A database whose tables earlier migrations made, the last of which was written at this time; it has a file. */
async function openOld(kind: 'embedded' | 'server', lastMigration: number): Promise<BareDatabase> {
  await using parts = new AsyncDisposableStack();
  const place = kind === 'server' ? parts.use(await createServerDatabase()) : null;
  const bare = parts.use(await openBareDatabase(place ? { url: place.url } : {}));
  if (place) await bare.exec(emptied);
  for (const { sql: statements } of baseline) for (const statement of statements) await bare.exec(statement);
  await bare.exec(`create schema drizzle;
    create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
    insert into drizzle.__drizzle_migrations (hash, created_at) values ('first', 1), ('last', ${lastMigration});
    create view list_revisions as select 1;
    insert into files (sha256, size, storage_key) values ('a', 1, 'a')`);
  const moved = parts.move();
  return { ...bare, [Symbol.asyncDispose]: () => moved.disposeAsync() };
}

describe.each(databaseKinds)('the %s database of a version before the baseline', (kind) => {
  it('is used as it is where that version had all its migrations run', async () => {
    await using old = await openOld(kind, 1795795299820);
    await old.migrate();
    await old.migrate();
    const noted = await rows(old.db, sql`select hash from drizzle.__drizzle_migrations order by created_at`);
    expect(noted).toEqual(['first', 'last', ...migrations.map(({ hash }) => hash)].map((hash) => ({ hash })));
    expect(await rows(old.db, sql`select sha256 from files`)).toEqual([{ sha256: 'a' }]);
    expect(await rows(old.db, sql`select to_regclass('list_revisions')::text as view`)).toEqual([
      { view: null },
    ]);
  });

  it('is refused in words and left as it is where it is of a release before 0.3.0', async () => {
    await using old = await openOld(kind, 1795355060134);
    await expect(old.migrate()).rejects.toThrow(RefusedTables);
    await expect(old.migrate()).rejects.toThrow(/Back the database up, start commit \w+/);
    expect(await rows(old.db, sql`select hash from drizzle.__drizzle_migrations`)).toHaveLength(2);
  });
});

describe.each(databaseKinds)('the %s database of a newer version', (kind) => {
  it('is refused in words that name the version, and left as it is', async () => {
    await using parts = new AsyncDisposableStack();
    const place = kind === 'server' ? parts.use(await createServerDatabase()) : null;
    await using bare = await openBareDatabase(place ? { url: place.url } : {});
    if (place) await bare.exec(emptied);
    await bare.migrate();
    const noted = () =>
      rows(
        bare.db,
        sql`select created_at::float as at, version from drizzle.__drizzle_migrations order by created_at desc limit 2`,
      );
    const { folderMillis } = migrations.at(-1) ?? { folderMillis: 0 };
    expect(await noted()).toMatchObject([{ at: folderMillis, version }, { version: null }]);
    await bare.exec(`insert into drizzle.__drizzle_migrations (hash, created_at, version)
      values ('next', ${folderMillis + 1}, '9.8.7')`);
    const before = await noted();
    await expect(bare.migrate()).rejects.toThrow(RefusedTables);
    await expect(bare.migrate()).rejects.toThrow(
      `version 9.8.7 has brought this database up to date, and this is version ${version}`,
    );
    await bare.exec('alter table drizzle.__drizzle_migrations drop column version');
    await expect(bare.migrate()).rejects.toThrow('Install the newer version, or restore the backup');
    await bare.exec('alter table drizzle.__drizzle_migrations add column version text');
    expect(await noted()).toEqual([before[0], before[1]].map((row) => ({ ...row, version: null })));
  });
});

describe.each(databaseKinds)('what a queue of pg-boss had to do, on the %s database,', (kind) => {
  it('is done by the claims of the tables themselves, and nothing of it is lost', async () => {
    const before = migrations.slice(
      0,
      migrations.findIndex(({ sql: statements }) =>
        statements.join().includes('DROP SCHEMA IF EXISTS pgboss'),
      ),
    );
    await using parts = new AsyncDisposableStack();
    const place = kind === 'server' ? parts.use(await createServerDatabase()) : null;
    await using bare = await openBareDatabase(place ? { url: place.url } : {});
    if (place) await bare.exec(emptied);
    await bare.db.transaction(async (tx) => {
      for (const { sql: statements } of before)
        for (const statement of statements) await tx.execute(sql.raw(statement));
    });
    await bare.exec(`create schema drizzle;
      create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
      insert into drizzle.__drizzle_migrations (hash, created_at) values ('last', ${before.at(-1)?.folderMillis});
      create schema pgboss;
      create table pgboss.job (id uuid, name text) partition by list (name);
      create table pgboss.job_common partition of pgboss.job default;
      insert into files (sha256, size, storage_key) select i, i, i from generate_series(1, 3) i;
      insert into mod_packs (file_id, name, status) select i, i, 'QUEUED' from generate_series(1, 3) i;
      insert into run_configurations
        (mod_pack_id, game_version, modloader, modloader_version, start_args, client_mods, whitelisted_mods)
        select i, '1.20.1', 'Forge', '1', '[]', '[]', '[]' from unnest(array[1, 2, 2, 3]) i;
      insert into queued_runs (run_configuration_id, mod_pack_id, caller, turn, state, sent_by) values
        (1, 1, 'ann', 0, 'BEGUN', gen_random_uuid()), (2, 2, 'ann', 1, 'SENT', gen_random_uuid()),
        (3, 2, 'ann', 2, 'HELD', null), (4, 3, 'ann', 3, 'WAITING', null);
      insert into webhooks (url, format, statuses, secret, last_event_id) values ('https://a', 'STANDARD', '["ERROR"]', 's', 0);
      insert into webhook_deliveries (webhook_id, event_id, type, body, state) values
        (1, 1, 'run.failed', '{}', 'DELIVERED'), (1, 2, 'run.failed', '{}', 'PENDING')`);
    await bare.migrate();
    const { db } = bare;
    const take = async () => (await takeRun(db, crypto.randomUUID()))?.id;
    expect([await take(), await take(), await take(), await take()]).toEqual([1, 2, 4, undefined]);
    const deliver = async () => (await takeDelivery({ db }, crypto.randomUUID(), []))?.eventId;
    expect([await deliver(), await deliver()]).toEqual([2, undefined]);
    expect(await rows(db, sql`select from pg_namespace where nspname = 'pgboss'`)).toEqual([]);
  });
});
