import { z } from 'zod';
import type { Database } from '../../src/database/database.ts';
import { databaseOn, openClient } from '../../src/database/embedded.ts';
import type { EmbeddedClient, EmbeddedConnection } from '../../src/database/embedded-client.ts';
import { CopiedFiles } from './copied-files.ts';
import { embeddedFiles } from './embedded-files.ts';

/** An embedded database in memory that one test after the other has to itself. */
interface Kept {
  client: EmbeddedClient;
  close(): Promise<void>;
  /** What the template's tables hold, by their names. */
  rows: Map<string, string>;
  /** What only statements change that a test does not undo by ending: tables, triggers, statistics, settings. */
  shape: string;
  uses: number;
}

/** Each leaves rows in the catalogue that nobody sees, and log: after so many tests another is made. */
const mostUses = 50;
const spare: Kept[] = [];

/**
 * An embedded database as the template has it. Starting one on a copy of the template's files takes a tenth of a second and more of the
 * processor; so one that a test has done with is made as it was, and handed to the next, unless more than rows and settings has
 * changed. It does one thing after the other: what it was asked before it was closed is over by then.
 */
export async function openKept(): Promise<Database> {
  const kept = spare.pop() ?? (await openOne());
  const lent = lend(kept.client);
  let closed: Promise<void> | undefined;
  return databaseOn(lent.client, () => {
    closed ??= lent.end().then(() => takeBack(kept, lent.mayBeReshaped()));
    return closed;
  });
}

async function openOne(): Promise<Kept> {
  const { client, close } = await openClient({ memory: true, files: new CopiedFiles(await embeddedFiles()) });
  const names = (await filled(client)).map(({ name }) => name);
  const rows = await contentsOf(client, names);
  return { client, close, rows, shape: await shapeOf(client), uses: 0 };
}

/** What changes more than rows: where nothing of it was asked, no catalogue has to be looked through, which takes longer than the rest. */
const reshaping =
  /\b(create|alter|drop|truncate|grant|revoke)\s|(^|;)\s*(analyze|vacuum|reindex|cluster|refresh|comment|do|call)\b/i;

/** The client for one test: once that has closed it, it answers nobody who still holds it. */
function lend(client: EmbeddedClient): {
  client: EmbeddedClient;
  /** Whether more than rows may have changed. */
  mayBeReshaped(): boolean;
  end(): Promise<void>;
} {
  let over = false;
  let reshaped = false;
  const watched = (connection: EmbeddedConnection): EmbeddedConnection => ({
    query: (text, ...args) => {
      reshaped ||= reshaping.test(text);
      return connection.query(text, ...args);
    },
    exec: (statements) => {
      reshaped ||= reshaping.test(statements);
      return connection.exec(statements);
    },
  });
  const { query, exec } = watched(client);
  const listening: Promise<() => Promise<void>>[] = [];
  async function stillLent<Result>(ask: () => Promise<Result>): Promise<Result> {
    if (over) throw new Error('The embedded database is closed.');
    return ask();
  }
  return {
    client: {
      query: (...args) => stillLent(() => query(...args)),
      exec: (...args) => stillLent(() => exec(...args)),
      transaction: (work) => stillLent(() => client.transaction((held) => work(watched(held)))),
      listen: (channel, hear) =>
        stillLent(() => {
          const begun = client.listen(channel, hear);
          listening.push(begun);
          return begun;
        }),
      close: () => client.close(),
    },
    mayBeReshaped: () => reshaped,
    async end() {
      over = true;
      for (const begun of listening) await (await begun)();
    },
  };
}

async function takeBack(kept: Kept, mayBeReshaped: boolean): Promise<void> {
  kept.uses += 1;
  if (kept.uses >= mostUses) return kept.close();
  await restore(kept);
  if (mayBeReshaped && (await shapeOf(kept.client)) !== kept.shape) return kept.close();
  spare.push(kept);
}

/** Makes the rows and settings of the database what they are in its template. */
async function restore({ client, rows }: Kept): Promise<void> {
  await client.exec(
    'reset all; unlisten *; discard temp; discard sequences; select pg_advisory_unlock_all()',
  );
  const now = await contentsOf(client, [...rows.keys()]);
  const changed = [...rows.keys()].filter((table) => rows.get(table) !== now.get(table));
  const emptied = (await filled(client)).filter(({ name }) => !rows.has(name) || changed.includes(name));
  // To make tables anew takes longer than all the rest. The planner takes a new one to have ten pages: up to there it sees no difference.
  const large = emptied.filter(({ pages }) => pages > 10).map(({ name }) => name);
  const small = emptied.filter(({ pages }) => pages <= 10).map(({ name }) => name);
  // Triggers of ours, and those of foreign keys that mind a deletion. To leave them out takes all plans of the session along.
  const quiet = emptied.some(({ isMinded }) => isMinded);
  await client.exec(
    [
      ...(quiet ? ['set session_replication_role = replica'] : []),
      ...(large.length > 0 ? [`truncate ${large.join(', ')} cascade`] : []),
      ...small.map((table) => `delete from ${table}`),
    ].join(';'),
  );
  for (const table of changed) {
    const content = rows.get(table);
    await client.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
      content,
    ]);
  }
  await client.exec(`
    select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
    from pg_sequences where last_value is not null and schemaname <> 'drizzle'`);
  if (quiet) await client.exec('set session_replication_role = origin');
}

const tables = z.array(z.object({ name: z.string(), pages: z.int(), isMinded: z.boolean() }));

/** The tables that have had a row since they were made, and how many pages they take up. */
async function filled(client: EmbeddedClient): Promise<z.infer<typeof tables>> {
  const { rows } = await client.query(`
    select format('%I.%I', nspname, relname) as name, (size / 8192)::int as pages,
      exists (select from pg_trigger where tgrelid = pg_class.oid and (tgtype & 8 > 0 or not tgisinternal)) as "isMinded"
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace, pg_relation_size(pg_class.oid) as size
    where relkind = 'r' and nspname in ('public', 'pgboss', 'drizzle') and size > 0`);
  return tables.parse(rows);
}

const contents = z.array(z.object({ name: z.string(), content: z.string() }));

/** What these tables hold, by their names. */
async function contentsOf(client: EmbeddedClient, names: readonly string[]): Promise<Map<string, string>> {
  const each = names.map(
    (name) => `select '${name}' as name, coalesce(json_agg(one), '[]')::text as content from ${name} one`,
  );
  const { rows } = await client.query(each.join(' union all '));
  return new Map(contents.parse(rows).map(({ name, content }) => [name, content]));
}

const catalogues = [
  ...['pg_attribute', 'pg_attrdef', 'pg_proc', 'pg_trigger', 'pg_constraint', 'pg_type', 'pg_namespace'],
  ...[
    'pg_rewrite',
    'pg_index',
    'pg_sequence',
    'pg_statistic',
    'pg_db_role_setting',
    'pg_extension',
    'pg_depend',
  ],
];
const shapes = z.tuple([z.object({ shape: z.string() })]);

/** Tells a database from one whose tables, or what belongs to them, someone has changed since. */
async function shapeOf(client: EmbeddedClient): Promise<string> {
  const counted = catalogues.map(
    (name) =>
      `select '${name}' as name, count(*) as entries, age('3'::xid) - nullif(min(age(xmin)), 2147483647) as latest from ${name}`,
  );
  const { rows } = await client.query(`
    select json_build_object(
      'catalogues', (select json_agg(one) from (${counted.join(' union all ')}) one),
      'analysed', (select count(*) from pg_class where relkind in ('r', 'i') and reltuples > 0 and relnamespace >= 16384),
      'sequences', (select json_agg(one) from (select * from pg_sequences order by schemaname, sequencename) one)
    )::text as shape`);
  return shapes.parse(rows)[0].shape;
}
