import path from 'node:path';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { version } from '../version.ts';
import { type Queries, rows } from './database.ts';
import { RefusedTables } from './refused-tables.ts';
import { migrationsFolder } from './settings.ts';

const noted = sql`drizzle.__drizzle_migrations`;

/** The number of migrations that create the same tables as the 44 earlier ones they replaced. */
const baselineLength = 2;
/** Those of the 44 that came after release 0.3.0, and the dates of the one before them and of their last. */
const beforeBaseline = path.join(migrationsFolder, 'before');
const lastOfOldest = 1795372436897;
const lastBeforeBaseline = 1795795299820;

/** The newest migration that a database has had, and the version that brought it, where that is known. */
interface Newest {
  at: number;
  version: string | null;
}

/** The dates of all migrations that this release knows, in their order. */
export function migrationDates(): number[] {
  return readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis);
}

/** The date of the last migration of a database that has tables. */
export async function lastMigration(db: Queries): Promise<number> {
  return (await findLast(db))?.at ?? 0;
}

/**
 * Migrates the tables in one transaction, or fails with RefusedTables before it changes anything. drizzle's own migrator
 * works only with its own sessions; this one records migrations in the same table, with the version that brought them.
 * Migrations after `until` are left for another time.
 */
export async function migrate(db: Queries, until = Number.POSITIVE_INFINITY): Promise<void> {
  const known = readMigrationFiles({ migrationsFolder });
  const migrations = known.filter(({ folderMillis }) => folderMillis <= until);
  const newest = migrations.at(-1)?.folderMillis ?? 0;
  const last = await findLast(db);
  if (last !== null && last.at > newest) throw new RefusedTables(ofNewer(last.version));
  if (last !== null && last.at < lastOfOldest) throw new RefusedTables(ofOlder);
  if (last?.at === newest && last.version !== null) return;
  const isBefore = last !== null && last.at <= lastBeforeBaseline;
  const before = isBefore ? readMigrationFiles({ migrationsFolder: beforeBaseline }) : [];
  const there = isBefore ? migrations.slice(0, baselineLength) : [];
  await db.transaction(async (tx) => {
    await tx.execute(sql`create schema if not exists drizzle`);
    await tx.execute(
      sql`create table if not exists ${noted} (id serial primary key, hash text not null, created_at bigint)`,
    );
    await tx.execute(sql`alter table ${noted} add column if not exists version text`);
    // Only earlier versions read this view.
    if (isBefore) await tx.execute(sql`drop view if exists list_revisions`);
    const wanted = [...before, ...migrations].filter(({ folderMillis }) => folderMillis > (last?.at ?? 0));
    for (const migration of wanted) {
      const { sql: statements, hash, folderMillis } = migration;
      if (!there.includes(migration))
        for (const statement of statements) await tx.execute(sql.raw(statement));
      await tx.execute(sql`insert into ${noted} (hash, created_at) values (${hash}, ${folderMillis})`);
    }
    // A template has them without a version, and so have the releases before the column.
    await tx.execute(
      sql`update ${noted} set version = ${version} where created_at = ${newest} and version is null`,
    );
  });
}

async function findLast(db: Queries): Promise<Newest | null> {
  const [table] = await rows(
    db,
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as is_there`,
  );
  if (table === undefined || !('is_there' in table) || table.is_there !== true) return null;
  // A table of before has no column for the version.
  const [last] = await rows(
    db,
    sql`select created_at as at, to_jsonb(noted) ->> 'version' as version from ${noted} as noted order by created_at desc limit 1`,
  );
  if (last === undefined || !('at' in last) || !('version' in last)) return null;
  return { at: Number(last.at), version: typeof last.version === 'string' ? last.version : null };
}

const inDocs = '(docs/operations.md, "Upgrading and rolling back")';

const ofOlder = `The service cannot start: a version before 0.3.0 made this database, and this one does not know the way from its tables. \
Nothing was changed. Back the database up, start commit de103c9 of the service with it once, then this version ${inDocs}.`;

function ofNewer(made: string | null): string {
  return `The service cannot start: ${made === null ? 'a newer version' : `version ${made}`} has brought this database up to date, \
and this is version ${version}, which does not know its tables. Nothing was changed. Install ${made === null ? 'the newer version' : `version ${made} or a newer one`}, \
or restore the backup that was made before the update ${inDocs}.`;
}
