/** The database server's own account of the statements of a call. */
import type { Query } from 'drizzle-orm';
import type pg from 'pg';
import { z } from 'zod';
import type { Queries } from '../src/database/database.ts';
import { openQueries } from '../src/database/drizzle-driver.ts';

/** Milliseconds of planning and running, and the pages of tables and indexes that were looked at. */
export interface Cost {
  planning: number;
  running: number;
  pages: number;
}

interface Asked extends Query {
  /** Whether it is prepared, so that one plan serves all values. */
  isKept: boolean;
}

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
const rounds = 3;
/** Milliseconds from which on a call is measured once. */
const slow = 200;

/** Notes the statements of a call, and measures the quickest of some rounds. All that they change is undone. */
export async function costOf(
  client: pg.Client,
  db: Queries,
  call: (db: Queries) => Promise<unknown>,
): Promise<Cost> {
  const asked: Asked[] = [];
  const undone = new Error('undone');
  const noted = db.transaction(async (tx) => {
    await call(noting(tx, asked));
    throw undone;
  });
  await noted.catch((error: unknown) => {
    if (error !== undone) throw error;
  });
  if (asked.length === 0) throw new Error('The call has asked the database nothing.');
  const costs: Cost[] = [];
  do {
    const cost = { planning: 0, running: 0, pages: 0 };
    for (const statement of asked) {
      await client.query('begin');
      const { rows } = await explain(client, statement);
      await client.query('rollback');
      const [plan] = explained.parse(rows)[0]['QUERY PLAN'];
      cost.planning += plan['Planning Time'];
      cost.running += plan['Execution Time'];
      cost.pages += plan.Plan['Shared Hit Blocks'] + plan.Plan['Shared Read Blocks'];
    }
    costs.push(cost);
  } while (costs.length < rounds && (costs[0]?.running ?? 0) < slow);
  const [quickest] = costs.toSorted((a, b) => a.planning + a.running - b.planning - b.running);
  if (!quickest) throw new Error('Nothing was measured.');
  return quickest;
}

/** A prepared statement by the plan that serves all values, and any other by the plan for its own. */
async function explain(client: pg.Client, { sql: text, params, isKept }: Asked): Promise<pg.QueryResult> {
  const how = 'explain (analyze, timing off, buffers, format json)';
  // A call that estimates asks for a plan, whose making is all that it costs.
  if (text.startsWith('explain'))
    return client.query(`${how} ${text.replace('explain (format json)', '')} limit 0`, params);
  if (!isKept) return client.query(`${how} ${text}`, params);
  const values = params.map((value) => (value === null ? 'null' : client.escapeLiteral(String(value))));
  await client.query('set local plan_cache_mode = force_generic_plan');
  await client.query(`prepare kept as ${text}`);
  const plans = await client.query(
    `${how} execute kept${values.length > 0 ? ` (${values.join(', ')})` : ''}`,
  );
  await client.query('deallocate kept');
  return plans;
}

/** Queries whose statements are noted on their way to the database. */
function noting(db: Queries, asked: Asked[]): Queries {
  const query: Queries['sqlClient']['query'] = (text, values = [], how = {}) => {
    asked.push({ sql: text, params: [...values], isKept: how.name !== undefined });
    return db.sqlClient.query(text, values, how);
  };
  return openQueries({ query }, () => Promise.reject(new Error('A measured call begins no transaction.')));
}
