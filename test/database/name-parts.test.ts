import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { countModPacks } from '../../src/core/packs/mod-packs.ts';
import { rows } from '../../src/database/database.ts';
import { openBareDatabase } from '../support/bare-database.ts';

/** As services refuse extensions that rent out databases. */
const refusal = `
  create function refuse() returns event_trigger language plpgsql as $$
  begin raise insufficient_privilege using message = 'permission denied to create extension'; end $$;
  create event trigger refuse on ddl_command_start when tag in ('CREATE EXTENSION') execute function refuse()`;
const otherSchema = 'create schema extensions; create extension pg_trgm schema extensions';

it.each([
  ['has no index without the extension', {}, '', null],
  ['has no index where the extension may not be created', { pg_trgm }, refusal, null],
  ['has an index with the extension', { pg_trgm }, '', 'public'],
  ['has an index with an extension that was there, wherever that is', { pg_trgm }, otherSchema, 'extensions'],
] as const)(
  'a database %s, and finds the same by parts of names',
  async (_what, extensions, before, place) => {
    await using bare = await openBareDatabase({ extensions });
    if (before !== '') await bare.exec(before);
    const { db } = bare;
    await bare.migrate();
    await db.execute(
      sql`insert into files (sha256, size, storage_key) select i, 1, i from generate_series(1, 40) i`,
    );
    await db.execute(sql`insert into mod_packs (file_id, name, status)
    select i, case i when 7 then 'Über 100%_\\ Ölmühle' else 'Some pack ' || i end, 'GENERATED' from generate_series(1, 40) i`);
    await db.execute(sql`set enable_seqscan = off`);
    const find = async (nameContains: string) =>
      (await countModPacks({ db }, { nameContains }, { rows: 100, cost: Number.MAX_SAFE_INTEGER })).count;
    expect(await find('some PACK')).toBe(39);
    // The words stand in this order, with anything in between.
    expect([await find('pack 1'), await find('so 1'), await find('1 pack')]).toEqual([13, 13, 0]);
    expect(await find('pack_1')).toBe(0);
    expect(await find('k%1')).toBe(0);
    expect(await find('100%_\\')).toBe(1);
    expect(await find('lm')).toBe(1);
    for (const short of ['LM', 'ö', ' ö', '%', '%_', '_', '\\'])
      expect([short, await find(short)]).toEqual([short, 1]);
    expect([await find('7'), await find('E '), await find('-'), await find('p_')]).toEqual([3, 39, 0, 0]);
    const installed = await rows(
      db,
      sql`select nspname as place from pg_extension join pg_namespace on pg_namespace.oid = extnamespace where extname = 'pg_trgm'`,
    );
    expect(installed).toEqual(place === null ? [] : [{ place }]);
    const found = JSON.stringify(
      await rows(
        db,
        sql`explain select 1 from mod_packs where lower(coalesce(title || chr(10), '') || name) collate "C" like lower('%ack 1%')`,
      ),
    );
    expect(found.includes('mod_packs_name_parts')).toBe(place !== null);
  },
);
