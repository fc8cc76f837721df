import { sql } from 'drizzle-orm';
import { type Database, rows } from '../../src/database/database.ts';

/** What the figures say, and what counting the rows gives. */
export async function figuresAndCounts({ db }: Database) {
  const told = sql`select kind, key, sum(amount)::int as amount from figures group by kind, key having sum(amount) <> 0`;
  const counted = sql`
    select 'MOD_PACKS_BY_STATUS' as kind, status as key, count(*)::int as amount from mod_packs group by status
    union all select 'MOD_PACKS_BY_MODLOADER', modloader, count(distinct mod_pack_id)::int from run_configurations group by modloader
    union all select 'MOD_PACKS_BY_GAME_VERSION', game_version, count(distinct mod_pack_id)::int
      from run_configurations group by game_version
    union all select 'SERVER_PACKS_BY_MODLOADER', modloader, count(*)::int
      from server_packs join run_configurations on run_configurations.id = run_configuration_id group by modloader
    union all select 'SERVER_PACKS_BY_GAME_VERSION', game_version, count(*)::int
      from server_packs join run_configurations on run_configurations.id = run_configuration_id group by game_version
    union all select 'RUN_CONFIGURATIONS_BY_GAME_VERSION', game_version, count(*)::int from run_configurations group by game_version
    union all select 'EVENTS', status, count(*)::int from events group by status
    union all select 'FILES', '', count(*)::int from files where removed is null having count(*) > 0
    union all select 'BYTES', '', sum(size)::int from files where removed is null having sum(size) > 0
    union all select 'BYTES_BY_DAY', to_char(date_created at time zone 'UTC', 'YYYY-MM-DD'), sum(size)::int
      from files where removed is null group by 2 having sum(size) > 0
    union all select 'WAITING_RUNS', '', count(*)::int from queued_runs where state in ('HELD', 'WAITING') having count(*) > 0`;
  const inOrder = sql`order by kind, key collate "C"`;
  return Promise.all([
    rows(db, sql`select * from (${told}) as figure ${inOrder}`),
    rows(db, sql`select * from (${counted}) as figure ${inOrder}`),
  ]);
}
