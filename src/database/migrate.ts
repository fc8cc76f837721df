import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { type Queries, rows } from './database.ts';
import { OldTables } from './old-tables.ts';
import { migrationsFolder } from './settings.ts';

const noted = sql`drizzle.__drizzle_migrations`;

/**
 * The number of migrations that create the same tables as the 44 earlier ones they replaced, and the date of the last
 * of those.
 */
const baselineLength = 2;
const lastBeforeBaseline = 1795795299820;

/**
 * Migrates the tables in one transaction. drizzle's own migrator works only with its own sessions; this one records
 * migrations in the same table.
 */
export async function migrate(db: Queries): Promise<void> {
  await db.execute(sql`create schema if not exists drizzle`);
  await db.execute(
    sql`create table if not exists ${noted} (id serial primary key, hash text not null, created_at bigint)`,
  );
  const [last] = await rows(db, sql`select created_at as at from ${noted} order by created_at desc limit 1`);
  const lastAt = last !== undefined && 'at' in last ? Number(last.at) : Number.NEGATIVE_INFINITY;
  const migrations = readMigrationFiles({ migrationsFolder });
  const there = lastAt === lastBeforeBaseline ? migrations.slice(0, baselineLength) : [];
  if (lastAt < lastBeforeBaseline && last !== undefined) throw new OldTables(wayFromOldTables);
  await db.transaction(async (tx) => {
    // Only earlier versions read this view.
    if (there.length > 0) await tx.execute(sql`drop view if exists list_revisions`);
    for (const migration of migrations.filter(({ folderMillis }) => folderMillis > lastAt)) {
      const { sql: statements, hash, folderMillis } = migration;
      if (!there.includes(migration))
        for (const statement of statements) await tx.execute(sql.raw(statement));
      await tx.execute(sql`insert into ${noted} (hash, created_at) values (${hash}, ${folderMillis})`);
    }
  });
}

const wayFromOldTables = `The service cannot start: an earlier version made this database, and this one does not know the way from its tables. \
Back the database up, start commit de103c9 of the service with it once, then this version (docs/operations.md, "Upgrading and rolling back").`;
