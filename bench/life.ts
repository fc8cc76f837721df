/** Rows as years of use leave them, skewed as in life: for what has to stay quick however many there are. */
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Queries, rows } from '../src/database/database.ts';

/** Parts of names, as `fillAsInLife` spreads them. */
export const parts = {
  /** About half of all. */
  common: 'create',
  /** One in five thousand. */
  rare: 'zephyrine',
  absent: 'nowhere to be found',
  commonPair: 'er',
  rarePair: 'qv',
  absentPair: 'zx',
  commonLetter: 'e',
  rareLetter: 'ŧ',
  absentLetter: 'ß',
} as const;

const words =
  'Create,All,The,Mods,Better,Vanilla,Craft,Plus,Skyblock,Adventure,Magic,Tech,Survival,Lite,Enhanced,Ultimate,Farming,' +
  'Valley,RPG,Dungeons,Hardcore,Medieval,Horror,Optimized,Fabulous,Origins,Cobblemon,Industrial,Botany,Dragons,Sky,Stone,' +
  'Ocean,Void,Nether,Ender,Quest,Realm,Legends,Chronicles,Prominence,Expert,Gregtech,Nomifactory,Winter,Lost,Cities,Zombies,' +
  'Aether,Twilight,Forest,Journey,Beyond,Infinity,Revelation,Interactions,Sevtech,Ages,Enigmatica,Stacia';

const indexes = z.array(z.object({ name: z.string(), definition: z.string() }));

/**
 * Fills empty tables with so many modpacks, as many runs and server packs and eight times as many events. A few
 * modpacks have many runs. What triggers would do row by row is done at once, and indexes are made afterwards.
 */
export async function fillAsInLife(db: Queries, modPacks: number): Promise<void> {
  const all = sql`generate_series(1, ${modPacks}::int) i`;
  const word = sql`(string_to_array(${words}, ','))[1 + floor(power(random(), 3) * 60)::int]`;
  const hash = sql`encode(sha256(i::text::bytea), 'hex')`;
  const when = sql`date_trunc('milliseconds', now() - make_interval(secs => (${modPacks} - i)::float8 / ${modPacks} * 1000 * 86400))`;
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`set local maintenance_work_mem = '1GB'`);
    await tx.execute(sql`select setseed(0.39)`);
    const made = indexes.parse(
      await rows(
        tx,
        sql`select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
          where indrelid = any (array['files', 'mod_packs', 'mod_pack_totals', 'run_configurations', 'server_packs', 'events']::regclass[])
            and not exists (select from pg_constraint where conindid = indexrelid)`,
      ),
    );
    for (const { name } of made) await tx.execute(sql.raw(`drop index ${name}`));
    for (const statement of [
      // Of modpacks first, then of server packs, which are smaller.
      sql`insert into files (sha256, size, storage_key, date_created)
        select ${hash}, (5e6 * exp(power(random(), 2) * 6))::bigint, ${hash}, ${when} from ${all}`,
      sql`insert into files (sha256, size, storage_key, date_created)
        select encode(sha256(('s' || i)::bytea), 'hex'), (size * (0.4 + random() * 0.5))::bigint, 's' || i, ${when}
        from ${all} join files on files.id = i order by i`,
      // One in twenty has failed, and a handful is on its way.
      sql`insert into mod_packs (file_id, file_size, name, status, date_created)
        select i, size, ${word} || ' ' || ${word} || case when random() < 0.4 then ' ' || ${word} else '' end
            || case when i % 5000 = 7 then ' Zephyrine' when i % 300000 = 11 then ' qv' when i % 200000 = 13 then ' ŧ' else '' end
            || ' ' || (random() * 9)::int || '.' || (random() * 20)::int || '.zip',
          case when i > ${modPacks} - 40 then (array['QUEUED', 'CHECKING', 'CHECKED', 'GENERATING'])[1 + i % 4]
            when random() < 0.05 then 'ERROR' else 'GENERATED' end,
          ${when}
        from ${all} join files on files.id = i order by i`,
      // Nine in ten are the first of their modpack; the others are of a few that many want.
      sql`insert into run_configurations
          (mod_pack_id, game_version, modloader, modloader_version, start_args, client_mods, whitelisted_mods, date_created)
        select case when i % 10 > 0 then i else least(${modPacks}::int, 1 + (power(random(), 4) * i)::int) end,
          (array['1.20.1', '1.19.2', '1.16.5', '1.18.2', '1.12.2', '1.21.1', '1.20.4', '1.7.10', '1.19.4', '1.20.6', '1.21', '1.18', '1.17.1', '1.15.2',
            '1.14.4', '1.16.4', '1.10.2', '1.13.2', '1.6.4', '1.5.2'])[1 + floor(power(random(), 2.5) * 20)::int],
          (array['Forge', 'Fabric', 'NeoForge', 'Quilt', 'LegacyFabric'])[case when i % 1000 = 3 then 5 when i % 50 = 4 then 4 when i % 8 = 5 then 3
            else 1 + (random() < 0.4)::int end],
          '47.2.0', '["-Xmx4G"]', '[]', '[]', ${when} from ${all}`,
      sql`insert into server_packs (mod_pack_id, run_configuration_id, file_id, file_size, date_created, downloads, confirmed_working)
        select mod_pack_id, i, files.id, files.size, ${when}, floor(power(random(), 12) * 50000)::int, floor(power(random(), 20) * 400)::int - 1
        from ${all} join run_configurations run on run.id = i join files on files.id = ${modPacks}::int + i order by i`,
      sql`insert into mod_pack_totals (mod_pack_id, downloads, confirmed_working)
        select pack.id, coalesce(sum(server_packs.downloads), 0), coalesce(sum(server_packs.confirmed_working), 0)
        from mod_packs pack left join server_packs on server_packs.mod_pack_id = pack.id group by pack.id`,
      sql`insert into events (mod_pack_id, run_configuration_id, server_pack_id, status, message, errors, timestamp)
        select run.mod_pack_id, run.id, case when j > 5 and pack.status <> 'ERROR' then run.id end,
          case when pack.status = 'ERROR' and j = 8 then 'ERROR'
            else (array['QUEUED', 'CHECKING', 'CHECKED', 'GENERATING', 'GENERATED', 'GENERATED', 'GENERATED', 'GENERATED'])[j] end,
          case when j = 8 and pack.status <> 'ERROR' then 'Syncing ServerPack to database.' else 'A step of a run, as it is told.' end,
          case when j = 8 and pack.status = 'ERROR' and run.id % 20 > 0 then '[{"code": "NO_MODS", "error": "There are no mods.", "entry": null}]'::jsonb
            else '[]'::jsonb end,
          run.date_created
        from run_configurations run join mod_packs pack on pack.id = run.mod_pack_id, generate_series(1, 8) j order by run.id, j`,
      // What a check has refused goes after a week.
      sql`update files set removed = now() from mod_packs pack where pack.file_id = files.id and pack.status = 'ERROR' and pack.id % 20 > 0
        and pack.date_created < now() - interval '7 days'`,
      sql`insert into figures (kind, key, amount)
        select 'MOD_PACKS_BY_STATUS', status, count(*) from mod_packs group by 2
        union all select 'MOD_PACKS_BY_MODLOADER', modloader, count(distinct mod_pack_id) from run_configurations group by 2
        union all select 'MOD_PACKS_BY_GAME_VERSION', game_version, count(distinct mod_pack_id) from run_configurations group by 2
        union all select 'RUN_CONFIGURATIONS_BY_GAME_VERSION', game_version, count(*) from run_configurations group by 2
        union all select 'SERVER_PACKS_BY_MODLOADER', modloader, count(*) from server_packs join run_configurations run on run.id = run_configuration_id group by 2
        union all select 'SERVER_PACKS_BY_GAME_VERSION', game_version, count(*) from server_packs join run_configurations run on run.id = run_configuration_id group by 2
        union all select 'EVENTS', status, count(*) from events group by 2`,
    ])
      await tx.execute(statement);
    for (const { definition } of made) await tx.execute(sql.raw(definition));
  });
  await db.execute(sql`vacuum analyze`);
}
