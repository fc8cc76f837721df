/** The service within this process, and rows for it. */
import { type SQL, sql } from 'drizzle-orm';
import { type Config, readConfig } from '../src/config.ts';

/** Its configuration with a data folder; without a URL, on the embedded database. */
export function configOf(dataDir: string, url: string | null, more: Record<string, string> = {}): Config {
  return readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    RATE_LIMIT: 'off',
    WEB: 'off',
    ...(url === null ? {} : { DATABASE_URL: url }),
    ...more,
  });
}

/** Two server packs a modpack, eight events a run, and as many prefixes of client mods in each run configuration. */
export async function fill(
  execute: (statement: SQL) => Promise<unknown>,
  { modPacks, clientMods }: { modPacks: number; clientMods: number },
): Promise<void> {
  const runs = modPacks * 2;
  const hash = sql`encode(sha256(i::text::bytea), 'hex')`;
  const mods = JSON.stringify(Array.from({ length: clientMods }, (_, index) => `SomeClientMod${index}-`));
  await execute(sql`insert into files (sha256, size, storage_key)
    select ${hash}, 500000000 + i, ${hash} from generate_series(1, ${modPacks + runs}::int) i`);
  await execute(sql`insert into mod_packs (file_id, name, status)
    select i, 'Some modpack ' || i || '.zip', 'GENERATED' from generate_series(1, ${modPacks}::int) i`);
  await execute(sql`insert into run_configurations
    (mod_pack_id, game_version, modloader, modloader_version, start_args, client_mods, whitelisted_mods)
    select (i + 1) / 2, '1.20.1', 'Forge', '47.2.0', '["-Xmx4G", "-Xms2G"]', ${mods}::jsonb, '["Ping-Wheel-"]'
    from generate_series(1, ${runs}::int) i`);
  await execute(sql`insert into server_packs (mod_pack_id, run_configuration_id, file_id)
    select (i + 1) / 2, i, ${modPacks}::int + i from generate_series(1, ${runs}::int) i`);
  await execute(sql`insert into events (mod_pack_id, run_configuration_id, server_pack_id, status, message)
    select (i + 1) / 2, i, i, 'GENERATED', 'Generated ServerPack.' from generate_series(1, ${runs}::int) i,
    generate_series(1, 8)`);
  await execute(sql`analyze`);
}
