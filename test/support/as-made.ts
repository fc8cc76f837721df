import { z } from 'zod';

/** Somebody whom a database can be asked through. */
export interface SqlClient {
  query(text: string, values?: unknown[]): Promise<{ rows: object[] }>;
  /** Several statements without values. */
  exec(statements: string): Promise<unknown>;
}

/** What a database had when it was a copy of its template. */
export interface AsMade {
  /** What the template's tables hold, by their names. */
  rows: ReadonlyMap<string, string>;
  /** What only statements change that a test does not undo by ending: tables, triggers, statistics, settings. */
  shape: string;
}

/** Looks at a database that nobody has used yet. */
export async function asMade(sqlClient: SqlClient): Promise<AsMade> {
  const names = (await filled(sqlClient)).map(({ name }) => name);
  return { rows: await contentsOf(sqlClient, names), shape: await shapeOf(sqlClient) };
}

/** Makes the rows and sequences of a database what they were. */
export async function restoreRows(sqlClient: SqlClient, { rows }: AsMade): Promise<void> {
  const now = await contentsOf(sqlClient, [...rows.keys()]);
  const changed = [...rows.keys()].filter((table) => rows.get(table) !== now.get(table));
  const emptied = (await filled(sqlClient)).filter(({ name }) => !rows.has(name) || changed.includes(name));
  // To make tables anew takes longer than all the rest. The planner takes a new one to have ten pages: up to there it sees no difference.
  const large = emptied.filter(({ pages }) => pages > 10).map(({ name }) => name);
  const small = emptied.filter(({ pages }) => pages <= 10).map(({ name }) => name);
  // Triggers of ours, and those of foreign keys that mind a deletion. To leave them out takes all plans of the session along.
  const quiet = emptied.some(({ isMinded }) => isMinded);
  await sqlClient.exec(
    [
      ...(quiet ? ['set session_replication_role = replica'] : []),
      ...(large.length > 0 ? [`truncate ${large.join(', ')} cascade`] : []),
      ...small.map((table) => `delete from ${table}`),
    ].join(';'),
  );
  for (const table of changed) {
    const content = rows.get(table);
    await sqlClient.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
      content,
    ]);
  }
  await sqlClient.exec(`
    select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
    from pg_sequences where last_value is not null and schemaname <> 'drizzle'`);
  if (quiet) await sqlClient.exec('set session_replication_role = origin');
}

const tables = z.array(z.object({ name: z.string(), pages: z.int(), isMinded: z.boolean() }));

/** The tables that have had a row since they were made, and how many pages they take up. */
async function filled(sqlClient: SqlClient): Promise<z.infer<typeof tables>> {
  const { rows } = await sqlClient.query(`
    select format('%I.%I', nspname, relname) as name, (size / 8192)::int as pages,
      exists (select from pg_trigger where tgrelid = pg_class.oid and (tgtype & 8 > 0 or not tgisinternal)) as "isMinded"
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace, pg_relation_size(pg_class.oid) as size
    where relkind = 'r' and nspname in ('public', 'drizzle') and size > 0`);
  return tables.parse(rows);
}

const contents = z.array(z.object({ name: z.string(), content: z.string() }));

/** What these tables hold, by their names. */
async function contentsOf(sqlClient: SqlClient, names: readonly string[]): Promise<Map<string, string>> {
  const each = names.map(
    (name) => `select '${name}' as name, coalesce(json_agg(one), '[]')::text as content from ${name} one`,
  );
  const { rows } = await sqlClient.query(each.join(' union all '));
  return new Map(contents.parse(rows).map(({ name, content }) => [name, content]));
}

const catalogues = [
  ...['pg_attribute', 'pg_attrdef', 'pg_proc', 'pg_trigger', 'pg_constraint', 'pg_type', 'pg_namespace'],
  ...['pg_rewrite', 'pg_index', 'pg_sequence', 'pg_statistic', 'pg_extension', 'pg_depend'],
  // Of a server all databases have this one in common.
  '(select xmin, * from pg_db_role_setting where setdatabase in (0, (select oid from pg_database where datname = current_database()))) settings',
];
const shapes = z.tuple([z.object({ shape: z.string() })]);

/** Tells a database from one whose tables, or what belongs to them, someone has changed since. */
export async function shapeOf(sqlClient: SqlClient): Promise<string> {
  const counted = catalogues.map(
    (from, number) =>
      `select ${number} as catalogue, count(*) as entries, age('3'::xid) - nullif(min(age(xmin)), 2147483647) as latest from ${from}`,
  );
  const { rows } = await sqlClient.query(`
    select json_build_object(
      'catalogues', (select json_agg(one) from (${counted.join(' union all ')}) one),
      'analysed', (select count(*) from pg_class where relkind in ('r', 'i') and reltuples > 0 and oid >= 16384),
      'options', (select md5(string_agg(concat_ws(' ', oid, relname, relacl, reloptions, relpersistence, relrowsecurity), ',' order by oid))
        from pg_class where oid >= 16384),
      'connections', (select concat_ws(' ', datallowconn, datconnlimit) from pg_database where datname = current_database()),
      'sequences', (select json_agg(one) from (select * from pg_sequences order by schemaname, sequencename) one)
    )::text as shape`);
  return shapes.parse(rows)[0].shape;
}
