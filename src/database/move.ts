import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Database, type Queries, rows } from './database.ts';

/** The target database is in use already; the message says what to do. */
export class TargetNotEmpty extends Error {
  override readonly name = 'TargetNotEmpty';
}

/** The progress of a move: finished tables and copied rows. */
export interface Moved {
  tables: number;
  rows: number;
  modPacks: number;
}

/** Rows that are copied at once: the largest rows, with all their texts, amount to some megabytes. */
const rowsAtOnce = 200;

/** Tables that contain rows in every database that has been used. */
const signsOfUse = ['mod_packs', 'tokens', 'lines', 'webhooks'];

/**
 * Copies all rows of the service from one database to another in one transaction, so that all of them arrive or none.
 * Existing rows of the target are replaced; fails with `TargetNotEmpty` where the target has packs, tokens, lines or
 * webhooks. Both databases must have their tables already, as `openDatabase` leaves them, and no other process may use
 * either of them meanwhile.
 */
export async function moveDatabase(
  from: Database,
  to: Database,
  report: (sofar: Moved) => void = () => {},
): Promise<Moved> {
  await refuseUsed(to.patient);
  const moved: Moved = { tables: 0, rows: 0, modPacks: 0 };
  await from.patient.transaction(async (source) => {
    const tables = await findTables(source);
    await to.patient.transaction(async (target) => {
      await refuseUsed(target);
      const restore = await loosenRules(target, tables);
      const names = sql.join(tables.map(nameOf), sql`, `);
      await target.execute(sql`truncate ${names}`);
      for (const table of tables) {
        const count = await copyRows(source, target, table, (added) => {
          moved.rows += added;
          report(moved);
        });
        if (table.name === 'mod_packs') moved.modPacks = count;
        await copySequences(source, target, table);
        moved.tables += 1;
      }
      await restore();
    });
  });
  await to.patient.execute(sql`analyze`);
  return moved;
}

interface Table {
  schema: string;
  name: string;
  columns: { name: string; type: string }[];
}

const foundTables = z.array(
  z.object({
    schema: z.string(),
    name: z.string(),
    columns: z.array(z.object({ name: z.string(), type: z.string() })),
  }),
);

/** Tables of the service; a partitioned table counts as one. */
async function findTables(db: Queries): Promise<Table[]> {
  return foundTables.parse(
    await rows(
      db,
      sql`select n.nspname as schema, c.relname as name,
          json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
        from pg_class c
        join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
        group by 1, 2 order by 1, 2`,
    ),
  );
}

function nameOf({ schema, name }: Table) {
  return sql`${sql.identifier(schema)}.${sql.identifier(name)}`;
}

async function refuseUsed(target: Queries): Promise<void> {
  for (const name of signsOfUse) {
    const [used] = await rows(target, sql`select 1 from ${sql.identifier(name)} limit 1`);
    if (used === undefined) continue;
    throw new TargetNotEmpty(
      `The database at DATABASE_URL has rows in ${name}: a service has used it. Name an empty database, which "createdb" makes, for example. Nothing was changed.`,
    );
  }
}

const foundKeys = z.array(z.object({ table: z.string(), name: z.string() }));

/**
 * Disables the service's triggers, since the rows that they would write are copied too, and defers foreign keys, since
 * rows may refer to later rows. The returned function enables both again, and fails when a referenced row is missing.
 */
async function loosenRules(target: Queries, tables: readonly Table[]): Promise<() => Promise<void>> {
  const keys = foundKeys.parse(
    await rows(
      target,
      sql`select conrelid::regclass::text as table, quote_ident(conname) as name from pg_constraint
        where contype = 'f' and conparentid = 0 and not condeferrable
          and connamespace = 'public'::regnamespace`,
    ),
  );
  const alterKeys = async (when: string) => {
    for (const { table, name } of keys)
      await target.execute(sql.raw(`alter table ${table} alter constraint ${name} ${when}`));
  };
  for (const table of tables) await target.execute(sql`alter table ${nameOf(table)} disable trigger user`);
  await alterKeys('deferrable initially deferred');
  return async () => {
    await target.execute(sql`set constraints all immediate`);
    await alterKeys('not deferrable');
    for (const table of tables) await target.execute(sql`alter table ${nameOf(table)} enable trigger user`);
  };
}

const fetched = z.array(z.object({ values: z.string() }));

/**
 * Copies the rows and returns their number. Each value travels as its text, which every version of PostgreSQL parses to
 * the same value.
 */
async function copyRows(
  source: Queries,
  target: Queries,
  table: Table,
  report: (added: number) => void,
): Promise<number> {
  const { columns } = table;
  const read = sql.join(
    columns.map(({ name }) => sql`${sql.identifier(name)}::text`),
    sql`, `,
  );
  const written = sql.join(
    columns.map(({ name }) => sql.identifier(name)),
    sql`, `,
  );
  // The types come from the catalogue of the service's own tables, not from a client.
  const values = sql.raw(columns.map(({ type }, index) => `(one ->> ${index})::${type}`).join(', '));
  await source.execute(
    sql`declare moving no scroll cursor for select json_build_array(${read})::text as "values" from ${nameOf(table)}`,
  );
  let count = 0;
  for (;;) {
    const portion = fetched.parse(await rows(source, sql.raw(`fetch ${rowsAtOnce} from moving`)));
    if (portion.length === 0) break;
    const list = `[${portion.map((row) => row.values).join(',')}]`;
    await target.execute(
      sql`insert into ${nameOf(table)} (${written}) overriding system value
        select ${values} from json_array_elements(${list}::json) as one`,
    );
    count += portion.length;
    report(portion.length);
  }
  await source.execute(sql`close moving`);
  return count;
}

const foundSequence = z.array(z.object({ sequence: z.string().nullable() }));
const foundPlace = z.tuple([z.object({ last: z.string(), drawn: z.boolean() })]);

/** Continues the ids of the target where the ids of the source end. */
async function copySequences(source: Queries, target: Queries, table: Table): Promise<void> {
  for (const { name } of table.columns) {
    const of = sql`select pg_get_serial_sequence(${`"${table.schema}"."${table.name}"`}, ${name}) as sequence`;
    const [found] = foundSequence.parse(await rows(source, of));
    if (!found?.sequence) continue;
    const [{ last, drawn }] = foundPlace.parse(
      await rows(
        source,
        sql`select last_value::text as last, is_called as drawn from ${sql.raw(found.sequence)}`,
      ),
    );
    await target.execute(
      sql`select setval(pg_get_serial_sequence(${`"${table.schema}"."${table.name}"`}, ${name}), ${last}::bigint, ${drawn}::boolean)`,
    );
  }
}
