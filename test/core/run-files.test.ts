import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runConfigurations, runFiles } from '../../drizzle/schema.ts';
import { findRunFiles, keepRunFile, sweepRunFiles } from '../../src/core/runs/run-files.ts';
import type { Database } from '../../src/database/database.ts';
import { databaseKind, openScratchDatabase } from '../support/database.ts';
import { insertRun } from '../support/rows.ts';

let database: Database;
beforeAll(async () => {
  database = await openScratchDatabase(databaseKind);
});
afterAll(() => database?.close());

const sha256 = (content: Uint8Array | string) => createHash('sha256').update(content).digest('hex');
const later = () => new Date(Date.now() + 3_600_000);
const keep = (content: string | null, encoding: 'utf8' | 'base64' = 'utf8') =>
  database.db.transaction((tx) => keepRunFile(tx, content, encoding));

it('a file is kept once under the digest of its bytes, and none is nothing', async () => {
  expect(await keep(null)).toBeNull();
  const text = await keep('motd=é');
  expect(text).toBe(sha256('motd=é'));
  expect(await keep('motd=é')).toBe(text);
  const bytes = Buffer.from([0, 255, 1]);
  const icon = await keep(bytes.toString('base64'), 'base64');
  expect(icon).toBe(sha256(bytes));
  expect(await database.db.$count(runFiles)).toBe(2);
  expect(await findRunFiles(database.db, [icon, null, text, sha256('no such')])).toEqual(
    new Map([
      [icon, 'AP8B'],
      [text, 'motd=é'],
    ]),
  );
  expect(await findRunFiles(database.db, [null, text])).toEqual(new Map([[text, 'motd=é']]));
  expect(await findRunFiles(database.db, [null])).toEqual(new Map());
});

it('files go that no run configuration has, unless they were used of late', async () => {
  await database.db.delete(runFiles);
  const [icon, properties, unused, anew] = [
    await keep('icon'),
    await keep('properties'),
    await keep('b'),
    await keep('c'),
  ];
  const [one, other] = [await insertRun(database), await insertRun(database)];
  const set = (id: number, files: { serverIconHash?: string | null; serverPropertiesHash?: string | null }) =>
    database.db.update(runConfigurations).set(files).where(eq(runConfigurations.id, id));
  await set(one.runConfigurationId, { serverIconHash: icon });
  await set(other.runConfigurationId, { serverPropertiesHash: properties });
  expect(await sweepRunFiles(database, new Date(Date.now() - 3_600_000))).toBe(0);
  await database.db.update(runFiles).set({ used: sql`now() - interval '2 days'` });
  // Whoever gives the same again has it spared.
  await keep('c');
  expect(await sweepRunFiles(database, new Date(Date.now() - 3_600_000))).toBe(1);
  expect(
    [...(await findRunFiles(database.db, [icon, properties, unused, anew])).values()].toSorted(),
  ).toEqual(['c', 'icon', 'properties']);
  expect(await sweepRunFiles(database, later())).toBe(1);
});
