import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { files } from '../../drizzle/schema.ts';
import { vacuumChore } from '../../src/core/chores/vacuum.ts';
import { rows } from '../../src/database/database.ts';
import { startTestApp } from '../support/app.ts';
import { openScratchDatabase } from '../support/database.ts';

const looked = z.array(z.object({ name: z.string(), vacuumed: z.int(), analyzed: z.int() }));
const nameOf = z.tuple([z.object({ setting: z.string() })]);

// A server looks after its tables by itself.
it('the embedded database is tidied table by table, since others wait for the end of a statement', async () => {
  await using database = await openScratchDatabase('embedded');
  const asked = vi.spyOn(database.db, 'execute');
  await vacuumChore({ database, log: pino({ level: 'silent' }) }).run();
  const statements = asked.mock.calls.length;
  asked.mockRestore();

  const tables = looked.parse(
    await rows(
      database.db,
      sql`select relid::regclass::text as name, vacuum_count::integer as vacuumed, analyze_count::integer as analyzed
        from pg_stat_all_tables join pg_class c on c.oid = relid
        where schemaname <> 'pg_toast' and relkind <> 'p' and c.relname <> 'pg_statistic' order by relid`,
    ),
  );
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['mods', 'events', 'pgboss.job_common']),
  );
  expect(tables.filter(({ vacuumed, analyzed }) => vacuumed !== 1 || analyzed !== 1)).toEqual([]);
  // Two for each, that of what is learnt among them, and one that asked which there are.
  expect(statements).toBe(2 * (tables.length + 1) + 1);
});

it('what a table holds is learnt from so few rows that others wait a moment only', async () => {
  await using database = await openScratchDatabase('embedded');
  const [{ setting }] = nameOf.parse(
    await rows(database.db, sql`select current_setting('default_statistics_target') as setting`),
  );
  expect(setting).toBe('25');
});

it('the embedded database is tidied, and knows afterwards how much it holds', async () => {
  await using database = await openScratchDatabase('embedded');
  const content = (n: number) => ({ sha256: `${n}`, size: 1, storageKey: `${n}` });
  await database.db.insert(files).values(Array.from({ length: 50 }, (_, n) => content(n)));
  await database.db.delete(files).where(sql`size = 1 and sha256 <> '7'`);
  const told: string[] = [];
  const log = pino({ base: null }, { write: (line) => told.push(JSON.parse(line).msg) });
  const { run } = vacuumChore({ database, log });
  await run();
  const known = sql`select reltuples::int as estimated,
    (select count(*)::int from pg_stats where tablename = 'files' and attname = 'sha256') as analysed
    from pg_class where relname = 'files'`;
  expect(await rows(database.db, known)).toEqual([{ estimated: 1, analysed: 1 }]);
  expect(told).toEqual(['vacuumed the embedded database']);
});

it('a service with the embedded database tidies it several times a day', async () => {
  await using service = await startTestApp({ database: 'embedded' });
  const schedules = await service.app.database.boss.getSchedules();
  expect(schedules).toContainEqual(expect.objectContaining({ name: 'vacuum', cron: '15 */6 * * *' }));
});
