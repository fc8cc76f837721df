/** What is removed by its age goes after the time that its own setting says, and no other's. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import {
  chores,
  files,
  heldUploads,
  resumableUploads,
  webhookDeliveries,
  webhooks,
} from '../../drizzle/schema.ts';
import { tidyChore } from '../../src/core/chores/sweep.ts';
import { vacuumChore } from '../../src/core/chores/vacuum.ts';
import { rows } from '../../src/database/database.ts';
import { startTestApp } from '../support/app.ts';
import { eventsOf, upload } from '../support/client.ts';
import { openScratchDatabase } from '../support/database.ts';
import { filesIn } from '../support/everything-stored.ts';
import { begin } from '../support/resumable.ts';
import { zipWith } from '../support/zip.ts';

const seconds = { unfinished: 1_000, resumable: 2_000, deliveries: 4_000, refused: 5_000 };

afterEach(() => void vi.useRealTimers());

describe('tidying', () => {
  it('removes each thing after its own time', async () => {
    const environment = {
      'config.retention.unfinishedMs': String(seconds.unfinished * 1_000),
      'config.retention.resumableMs': String(seconds.resumable * 1_000),
      'config.retention.deliveriesMs': String(seconds.deliveries * 1_000),
      ERROR_RETENTION: String(seconds.refused),
    };
    await using service = await startTestApp({ environment });
    const { app, dataDir, url } = service;
    const { db } = app.database;
    const incoming = path.join(dataDir, 'store', 'incoming');

    const refused = await upload(url, zipWith({ 'config/a.txt': 'nothing to play' }));
    const id = refused.body.modPackId ?? 0;
    await expect.poll(async () => (await eventsOf(url, id)).at(-1)?.status).toBe('ERROR');
    await begin(service, 1_000);
    const [webhook] = await db
      .insert(webhooks)
      .values({ url: 'https://localhost/', format: 'STANDARD', statuses: [], secret: 'a', lastEventId: 0 })
      .returning();
    const delivery = { webhookId: webhook?.id ?? 0, type: 'test', body: '{}', state: 'DELIVERED' as const };
    await db.insert(webhookDeliveries).values(delivery);
    await db.insert(heldUploads).values({ caller: 'address:192.0.2.1', bytes: 1 });
    await writeFile(path.join(incoming, crypto.randomUUID()), 'half of it');

    const began = Date.now();
    vi.useFakeTimers({ toFake: ['Date'] });
    /** What is there once so many seconds have gone by. */
    const leftAfter = async (passed: number) => {
      vi.setSystemTime(began + passed * 1_000);
      await tidyChore(app, app.config.retention).run();
      return {
        received: (await filesIn(incoming)).length,
        held: (await db.select().from(heldUploads)).length,
        uploads: (await db.select().from(resumableUploads)).length,
        deliveries: (await db.select().from(webhookDeliveries)).length,
        archive: (await fetch(`${url}/api/v2/modpacks/download/${id}`)).status,
      };
    };
    const all = { received: 1, held: 1, uploads: 1, deliveries: 1, archive: 200 };
    expect(await leftAfter(seconds.unfinished - 60)).toEqual(all);
    const received = { ...all, received: 0, held: 0 };
    expect(await leftAfter(seconds.unfinished + 60)).toEqual(received);
    expect(await leftAfter(seconds.resumable - 60)).toEqual(received);
    const given = { ...received, uploads: 0 };
    expect(await leftAfter(seconds.resumable + 60)).toEqual(given);
    expect(await leftAfter(seconds.deliveries - 60)).toEqual(given);
    const deliveries = { ...given, deliveries: 0 };
    expect(await leftAfter(seconds.deliveries + 60)).toEqual(deliveries);
    expect(await leftAfter(seconds.refused - 60)).toEqual(deliveries);
    expect(await leftAfter(seconds.refused + 60)).toEqual({ ...deliveries, archive: 410 });
  });
});

it('the running service sweeps and vacuums several times a day, and tidies every quarter of an hour', async () => {
  await using service = await startTestApp({ database: 'embedded' });
  const found = await service.app.database.db.select().from(chores);
  const minutes = found.map(({ name, due }) => [
    name,
    (due.getTime() / 60_000) % (name === 'tidy' ? 15 : 360),
  ]);
  expect(minutes.toSorted()).toEqual([
    ['sweep', 30],
    ['tidy', 0],
    ['vacuum', 15],
  ]);
  expect(found.every(({ due }) => due.getTime() > Date.now())).toBe(true);
});

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
  expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['mods', 'events', 'queued_runs']));
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
