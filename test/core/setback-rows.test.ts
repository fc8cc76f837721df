import { afterAll, beforeAll, expect, it } from 'vitest';
import { queuedRuns, setbacks } from '../../drizzle/schema.ts';
import type { Run } from '../../src/core/events/events.ts';
import { beginAttempt, findWaiting, type Setbacks, saveSetbacks } from '../../src/core/runs/setbacks.ts';
import type { Database } from '../../src/database/database.ts';
import { databaseKind, openScratchDatabase } from '../support/database.ts';
import { insertRun } from '../support/rows.ts';

let database: Database;
beforeAll(async () => {
  database = await openScratchDatabase(databaseKind);
});
afterAll(() => database?.close());

const nothing: Setbacks = {
  failures: 0,
  deaths: 0,
  waits: 0,
  waitingSince: null,
  lack: null,
  missing: null,
  missingSince: null,
  nextTry: null,
};
const [since, nextTry] = [new Date('2026-01-02T03:04:05.000Z'), new Date('2026-01-02T03:05:00.000Z')];

/** A run that has not ended, of a modpack of its own unless told. */
async function enqueue(ofModPack?: number): Promise<Run> {
  const run = await insertRun(database, ofModPack);
  await database.db.insert(queuedRuns).values({ ...run, caller: 'a', turn: 0, state: 'BEGUN' });
  return run;
}

const save = ({ runConfigurationId }: Run, changed: Partial<Setbacks>) =>
  database.db.transaction((tx) => saveSetbacks(tx, runConfigurationId, changed));
const begin = ({ runConfigurationId }: Run) => beginAttempt(database.db, runConfigurationId);

it('a run has met with what was saved of it last, and with nothing before', async () => {
  const [run, other] = [await enqueue(), await enqueue()];
  expect(await begin(run)).toEqual(nothing);
  await save(run, { failures: 1 });
  await save(run, { deaths: 2 });
  expect(await begin(run)).toMatchObject({ ...nothing, failures: 1, deaths: 2 });
  expect(await begin(other)).toEqual(nothing);
});

it('a run that has ended meets with nothing more', async () => {
  const ended = await insertRun(database);
  await save(ended, { failures: 1 });
  expect(await begin(ended)).toEqual(nothing);
  expect(await database.db.$count(setbacks)).toBe(1);
});

it('a run waits from when it first found no room until an attempt at it begins', async () => {
  const run = await enqueue();
  const second = await enqueue(run.modPackId);
  const other = await enqueue();
  for (const one of [run, second, other])
    await save(one, { waits: 1, waitingSince: since, lack: 'ROOM', nextTry });
  const waiting = { ...run, since, nextTry, missing: null, lack: 'ROOM' };
  const of = (kind: 'runConfiguration' | 'modPack', ...ids: number[]) =>
    findWaiting(database, { of: kind, ids });
  expect(await of('runConfiguration', run.runConfigurationId, 999)).toEqual([waiting]);
  const ofModPack = await of('modPack', run.modPackId);
  expect(ofModPack.toSorted((a, b) => a.runConfigurationId - b.runConfigurationId)).toEqual([
    waiting,
    { ...waiting, ...second },
  ]);
  expect(await of('modPack')).toEqual([]);

  // Since when it has waited is kept for the next time.
  expect(await begin(run)).toMatchObject({ waits: 1, waitingSince: since, nextTry: null });
  expect(await of('modPack', run.modPackId)).toEqual([{ ...waiting, ...second }]);
  await save(second, { nextTry: null });
  expect(await of('modPack', run.modPackId)).toEqual([]);
  expect(await of('modPack', other.modPackId)).toEqual([{ ...waiting, ...other }]);
});
