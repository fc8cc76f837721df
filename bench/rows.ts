/** What the benchmarks of the service have in common: a database of their own, and rows as years of use leave them. */
import { type SQL, sql } from 'drizzle-orm';
import pg from 'pg';

/** A database on the server at `url` that goes when the measuring ends; none without a server. */
export async function ownDatabase(url: string | undefined) {
  if (!url) return { url: undefined, drop: async () => {} };
  const name = `bench_${crypto.randomUUID().replaceAll('-', '')}`;
  const own = new URL(url);
  own.pathname = `/${name}`;
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await run(`create database ${name}`);
  return { url: own.href, drop: () => run(`drop database ${name} with (force)`) };
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

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** In another order each round: whoever comes after a server that has more to tidy up pays for it, too. */
export function shuffled<Side>(sides: readonly Side[]): Side[] {
  return sides
    .map((side) => ({ side, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ side }) => side);
}
