/** What every list and total costs the database with so many modpacks, skewed as in life. */
import { type Query, sql } from 'drizzle-orm';
import pg from 'pg';
import { z } from 'zod';
import { type Queries, rows } from '../src/database/database.ts';
import { openQueries } from '../src/database/drizzle-driver.ts';
import { openDatabase } from '../src/database/open.ts';
import { defaultServerSettings } from '../src/database/settings.ts';
import { everyQuestion } from './every-list.ts';
import { fillAsInLife } from './life.ts';

/** Milliseconds of the database that nothing may take. */
const most = 50;
/** The quickest counts: others use the machine. What takes four times too long is asked once. */
const rounds = 3;
const hour = 3_600_000;
const patient = {
  ...defaultServerSettings,
  statementTimeoutMs: hour,
  workStatementTimeoutMs: hour,
  idleTransactionTimeoutMs: hour,
};

interface Asked extends Query {
  /** Whether it is kept, so that one plan serves all values. */
  isKept: boolean;
}

interface Cost {
  name: string;
  milliseconds: number;
  pages: number;
}

const filled = z.tuple([z.object({ filled: z.boolean() })]);
const explained = z.tuple([
  z.object({
    'QUERY PLAN': z.tuple([
      z.object({
        Plan: z.object({ 'Shared Hit Blocks': z.number(), 'Shared Read Blocks': z.number() }),
        'Planning Time': z.number(),
        'Execution Time': z.number(),
      }),
    ]),
  }),
]);

/** Fills the database at `url` unless it has rows, and prints what its lists cost. */
export async function measureRows(url: string, size: number): Promise<void> {
  await using database = await openDatabase(url, { memory: true }, { server: patient });
  const [{ filled: isFilled }] = filled.parse(
    await rows(database.db, sql`select exists (select from mod_packs) as filled`),
  );
  if (!isFilled) await fillAsInLife(database.patient, size);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    console.log(`with ${size} modpacks: milliseconds of the database, planning and all, and pages looked at`);
    const questions = await everyQuestion(database, size);
    for (const [group, all] of Map.groupBy(questions, (question) => question.group)) {
      const costs: Cost[] = [];
      for (const { name, ask } of all) {
        const asked: Asked[] = [];
        await ask(noting(database.db, asked));
        costs.push({ name, ...(await costOf(client, asked)) });
      }
      print(group, costs);
    }
  } finally {
    await client.end();
  }
}

function print(group: string, costs: readonly Cost[]): void {
  const slowest = costs.toSorted((a, b) => b.milliseconds - a.milliseconds);
  const [worst, middle] = [slowest[0], slowest[Math.floor(slowest.length / 2)]];
  const above = slowest.filter(({ milliseconds }) => milliseconds > most);
  console.log(
    `${group}: ${costs.length} asked, half within ${middle?.milliseconds.toFixed(1)}, all within ${worst?.milliseconds.toFixed(1)} (${worst?.name}), ${above.length} above ${most}`,
  );
  for (const { name, milliseconds, pages } of above)
    console.log(`    ${milliseconds.toFixed(0).padStart(6)} ${String(pages).padStart(8)}  ${name}`);
}

/** What the database does for these statements; of one that changes something, this would have to be undone. */
async function costOf(
  client: pg.Client,
  asked: readonly Asked[],
): Promise<{ milliseconds: number; pages: number }> {
  const costs: Pick<Cost, 'milliseconds' | 'pages'>[] = [];
  do {
    let [milliseconds, pages] = [0, 0];
    for (const statement of asked) {
      const { rows: plans } = await explain(client, statement);
      const [{ Plan, 'Planning Time': planning, 'Execution Time': execution }] =
        explained.parse(plans)[0]['QUERY PLAN'];
      milliseconds += execution + planning;
      pages += Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
    }
    costs.push({ milliseconds, pages });
  } while (costs.length < rounds && (costs[0]?.milliseconds ?? 0) < 4 * most);
  const [cost] = costs.toSorted((a, b) => a.milliseconds - b.milliseconds);
  if (!cost) throw new Error('Nothing was measured.');
  return cost;
}

/** A statement that is kept by the plan that serves all values, and any other by the plan for its own. */
async function explain(client: pg.Client, { sql: text, params, isKept }: Asked): Promise<pg.QueryResult> {
  const how = 'explain (analyze, timing off, buffers, format json)';
  if (text.startsWith('explain'))
    return client.query(`${how} ${text.replace('explain (format json)', '')} limit 0`, params);
  if (!isKept) return client.query(`${how} ${text}`, params);
  await client.query('set plan_cache_mode = force_generic_plan');
  await client.query(`prepare kept as ${text}`);
  const values = params.map((value) => client.escapeLiteral(String(value)));
  try {
    return await client.query(`${how} execute kept${values.length === 0 ? '' : ` (${values.join(', ')})`}`);
  } finally {
    await client.query('deallocate kept; reset plan_cache_mode');
  }
}

/** Queries that are noted on their way to the database. */
function noting(db: Queries, asked: Asked[]): Queries {
  return openQueries(
    {
      query(text, values = [], how = {}) {
        asked.push({ sql: text, params: [...values], isKept: how.name !== undefined });
        return db.sqlClient.query(text, values, how);
      },
    },
    () => Promise.reject(new Error('What is asked changes nothing.')),
  );
}
