import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { describe, expect, it } from 'vitest';
import { rows } from '../../src/database/database.ts';
import { OldTables } from '../../src/database/old-tables.ts';
import { migrationsFolder } from '../../src/database/settings.ts';
import { type BareDatabase, openBareDatabase } from '../support/bare-database.ts';
import { createServerDatabase, databaseKinds } from '../support/database.ts';

const migrations = readMigrationFiles({ migrationsFolder });
const baseline = migrations.slice(0, 2);
const emptied =
  'drop schema drizzle cascade; drop schema pgboss cascade; drop schema public cascade; create schema public';

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

  it('is refused in words and left as it is where one is missing', async () => {
    await using old = await openOld(kind, 1795792634267);
    await expect(old.migrate()).rejects.toThrow(OldTables);
    await expect(old.migrate()).rejects.toThrow(/Back the database up, start commit \w+/);
    expect(await rows(old.db, sql`select hash from drizzle.__drizzle_migrations`)).toHaveLength(2);
  });
});
