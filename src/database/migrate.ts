import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { type Queries, rows } from './database.ts';
import { migrationsFolder } from './settings.ts';

const noted = sql`drizzle.__drizzle_migrations`;

/** Brings the tables up to date, in one transaction. drizzle's own does the same with its own sessions alone, and notes it in this very table. */
export async function migrate(db: Queries, folder = migrationsFolder): Promise<void> {
  await db.execute(sql`create schema if not exists drizzle`);
  await db.execute(
    sql`create table if not exists ${noted} (id serial primary key, hash text not null, created_at bigint)`,
  );
  const [last] = await rows(db, sql`select created_at as at from ${noted} order by created_at desc limit 1`);
  const lastAt = last !== undefined && 'at' in last ? Number(last.at) : Number.NEGATIVE_INFINITY;
  const missing = readMigrationFiles({ migrationsFolder: folder }).filter(
    ({ folderMillis }) => folderMillis > lastAt,
  );
  await db.transaction(async (tx) => {
    for (const { sql: statements, hash, folderMillis } of missing) {
      for (const statement of statements) await tx.execute(sql.raw(statement));
      await tx.execute(sql`insert into ${noted} (hash, created_at) values (${hash}, ${folderMillis})`);
    }
  });
}
