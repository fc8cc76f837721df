import { type SQL, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { lastOfRun } from '../../src/core/events/event-kinds.ts';
import { type Database, rows } from '../../src/database/database.ts';

const dayOf = (table: string): SQL =>
  sql`to_char(${sql.identifier(table)}.date_created at time zone 'UTC', 'YYYY-MM-DD')`;

/** What the figures say, and what counting the rows gives. */
export async function figuresAndCounts({ db }: Pick<Database, 'db'>) {
  const told = sql`select kind, key, sum(amount)::int as amount from figures group by kind, key having sum(amount) <> 0`;
  const counted = sql`
    select 'MOD_PACKS_BY_STATUS' as kind, status as key, count(*)::int as amount from mod_packs group by status
    union all select 'MOD_PACKS_BY_MODLOADER', modloader, count(distinct mod_pack_id)::int from run_configurations group by modloader
    union all select 'MOD_PACKS_BY_GAME_VERSION', game_version, count(distinct mod_pack_id)::int
      from run_configurations group by game_version
    union all select 'MOD_PACKS_BY_DAY', ${dayOf('mod_packs')}, count(*)::int from mod_packs group by 2
    union all select 'DOWNLOADS_BY_DAY', ${dayOf('downloads')}, count(*)::int from downloads group by 2
    union all select 'SERVER_PACKS_BY_DAY_AND_MODLOADER', ${dayOf('server_packs')} || ' ' || modloader, count(*)::int
      from server_packs join run_configurations on run_configurations.id = run_configuration_id group by 2
    union all select 'SERVER_PACKS_BY_DAY_AND_GAME_VERSION', ${dayOf('server_packs')} || ' ' || game_version, count(*)::int
      from server_packs join run_configurations on run_configurations.id = run_configuration_id group by 2
    union all select 'RUNS_BY_DAY_AND_END', figures_of_end(ended.status, ended.errors, ended.timestamp, begun.timestamp), count(*)::int
      from events as ended left join events as begun on begun.run_configuration_id = ended.run_configuration_id and begun.status = 'QUEUED'
      where ended.status = 'ERROR' or ended.message = ${lastOfRun} group by 2
    union all select 'SERVER_PACKS_BY_MODLOADER', modloader, count(*)::int
      from server_packs join run_configurations on run_configurations.id = run_configuration_id group by modloader
    union all select 'SERVER_PACKS_BY_GAME_VERSION', game_version, count(*)::int
      from server_packs join run_configurations on run_configurations.id = run_configuration_id group by game_version
    union all select 'RUN_CONFIGURATIONS_BY_GAME_VERSION', game_version, count(*)::int from run_configurations group by game_version
    union all select 'EVENTS', status, count(*)::int from events group by status
    union all select 'FILES', '', count(*)::int from files where removed is null having count(*) > 0
    union all select 'BYTES', '', sum(size)::int from files where removed is null having sum(size) > 0
    union all select 'BYTES_BY_DAY', ${dayOf('files')}, sum(size)::int
      from files where removed is null group by 2 having sum(size) > 0
    union all select 'WAITING_RUNS', '', count(*)::int from queued_runs where state in ('HELD', 'WAITING') having count(*) > 0`;
  const inOrder = sql`order by kind, key collate "C"`;
  return Promise.all([
    rows(db, sql`select * from (${told}) as figure ${inOrder}`),
    rows(db, sql`select * from (${counted}) as figure ${inOrder}`),
  ]);
}

/** Seconds that a run took, as a median tells them. */
export function about(seconds: number): unknown {
  return expect.toSatisfy((told: number) => Math.abs(told / seconds - 1) < 0.05);
}
