import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { ArchiveWork } from '../../src/core/runs/pipeline.ts';
import { knownSchemaVersion } from '../../src/core/runs/queue-tables.ts';
import { rows } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/open.ts';
import { startTestApp } from '../support/app.ts';
import { smallPack, upload } from '../support/client.ts';
import { createServerDatabase, databaseKinds, openScratchDatabase } from '../support/database.ts';
import { eventsUntilEnd, statusesOf, wholeRun } from '../support/runs.ts';
import { sharedWorkerPool } from '../support/worker-pool.ts';

const writing =
  /\b(?:insert\s+into|update|delete\s+from|truncate(?:\s+table)?|alter\s+table|merge\s+into)\s+(?:only\s+)?"?pgboss\b/i;

it('no statement of ours writes to the tables of the queue library', async () => {
  const found: string[] = [];
  for (const folder of ['src', 'drizzle', 'workers']) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.(ts|sql)$/.test(entry.name)) continue;
      const file = `${entry.parentPath}/${entry.name}`;
      if (writing.test(await readFile(file, 'utf8'))) found.push(file);
    }
  }
  expect(found).toEqual([]);
  await using database = await openScratchDatabase('embedded');
  const functions = await rows(
    database.db,
    sql`select proname from pg_proc where pronamespace = 'public'::regnamespace and prosrc ilike '%pgboss%'`,
  );
  expect(functions).toEqual([]);
});

it('one file of ours reads the tables of the queue library, and knows the version that they have', async () => {
  const readers: string[] = [];
  for (const entry of await readdir('src', { recursive: true, withFileTypes: true })) {
    const file = `${entry.parentPath}/${entry.name}`;
    if (entry.isFile() && /\bpgboss\./.test(await readFile(file, 'utf8'))) readers.push(file);
  }
  expect(readers).toEqual(['src/core/runs/queue-tables.ts']);
  await using database = await openScratchDatabase('embedded');
  // Of another version it has to be seen whether the statements in that file still say the same.
  expect(await database.boss.schemaVersion()).toBe(knownSchemaVersion);
});

describe.runIf(databaseKinds.includes('server'))('a node that comes to a server', () => {
  it('leaves alone what another works on, and works on what waits', async () => {
    await using place = await createServerDatabase();
    const pool = sharedWorkerPool();
    const begun = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const begunBy: string[] = [];
    const workOf = (node: string): ArchiveWork => ({
      async check(task, hooks) {
        begunBy.push(node);
        begun.resolve();
        if (node === 'first') await goOn.promise;
        return pool.check(task, hooks);
      },
      generate: (task, hooks) => pool.generate(task, hooks),
    });
    const start = async (node: string) =>
      startTestApp({
        environment: { WORKER_THREADS: '1', RUN_RETRIES: '0' },
        overrides: { database: await openDatabase(place.url, { memory: true }), work: workOf(node) },
      });
    await using first = await start('first');
    const held = await upload(first.url, smallPack('held'));
    await begun.promise;
    await using second = await start('second');
    const { body } = await upload(second.url, smallPack('waiting'));
    const other = await eventsUntilEnd(second.app, body.modPackId ?? 0);
    expect(begunBy).toEqual(['first', 'second']);
    expect(statusesOf(other)).toEqual(wholeRun);
    goOn.resolve();
    expect(statusesOf(await eventsUntilEnd(first.app, held.body.modPackId ?? 0))).toEqual(wholeRun);
    expect(begunBy).toEqual(['first', 'second']);
    const jobs = await rows(
      second.app.database.db,
      sql`select retry_count from pgboss.job where name = 'runs'`,
    );
    expect(jobs).toEqual([{ retry_count: 0 }, { retry_count: 0 }]);
  });
});
