import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findQueuePlaces } from '../../src/core/runs/queue-places.ts';
import { queueRun } from '../../src/core/runs/queued-runs.ts';
import { cancelRun } from '../../src/core/runs/run-control.ts';
import { type Database, rows } from '../../src/database/database.ts';
import { databaseKinds, openScratchDatabase } from '../support/database.ts';

const made = z.array(z.object({ modPackId: z.int(), runConfigurationId: z.int() }));
const limits = { all: 5_000, caller: 5_000, strangers: 5_000 };

/** Makes a modpack with as many run configurations, none of them in line. */
async function newRuns({ db }: Database, count: number) {
  const content = crypto.randomUUID();
  const found = await rows(
    db,
    sql`
      with file as (insert into files (sha256, size, storage_key) values (${content}, 1, ${content}) returning id),
      pack as (insert into mod_packs (file_id, name, status) select id, 'Pack.zip', 'QUEUED' from file returning id)
      insert into run_configurations
        (mod_pack_id, game_version, modloader, modloader_version, start_args, client_mods, whitelisted_mods)
      select id, '1.20.1', 'Fabric', '0.15.7', '[]', '[]', '[]' from pack, generate_series(1, ${count}::integer)
      returning mod_pack_id as "modPackId", id as "runConfigurationId"`,
  );
  return made.parse(found).toSorted((one, other) => one.runConfigurationId - other.runConfigurationId);
}

const ask = ({ db }: Database, caller: string, runs: z.infer<typeof made>) =>
  db.transaction(async (tx) => {
    for (const run of runs) await queueRun(tx, run, { caller, limits });
  });

async function placeOf(database: Database, [run]: z.infer<typeof made>): Promise<number> {
  const id = run?.runConfigurationId ?? 0;
  return (await findQueuePlaces(database, { of: 'runConfiguration', ids: [id] })).get(id)?.place ?? 0;
}

describe.each(databaseKinds)('turns on the %s database', (kind) => {
  it('who stands behind a hundred runs of one modpack does so there alone', async () => {
    await using database = await openScratchDatabase(kind);
    const ofAnn = await newRuns(database, 101);
    await ask(database, 'ann', ofAnn.slice(0, 100));
    const behind = ofAnn.slice(100);
    await ask(database, 'bob', behind);
    expect(await placeOf(database, behind)).toBe(101);
    const [first, second] = [await newRuns(database, 1), await newRuns(database, 1)];
    await ask(database, 'bob', first);
    await ask(database, 'bob', second);
    expect(await placeOf(database, first)).toBe(3);
    expect(await placeOf(database, second)).toBe(5);
    const ofCas = await newRuns(database, 1);
    await ask(database, 'cas', ofCas);
    expect(await placeOf(database, ofCas)).toBe(2);
  });

  it('a caller has one run in a turn, also after some have left the line', async () => {
    await using database = await openScratchDatabase(kind);
    const runs = await Promise.all(Array.from({ length: 7 }, () => newRuns(database, 1)));
    const turns = async () =>
      z
        .array(z.object({ turn: z.int() }))
        .parse(await rows(database.db, sql`select turn from queued_runs order by turn`))
        .map(({ turn }) => turn);
    await ask(database, 'ann', runs.slice(0, 5).flat());
    expect(await turns()).toEqual([0, 1, 2, 3, 4]);
    const gone = runs[2]?.[0]?.runConfigurationId ?? 0;
    await cancelRun(database, gone);
    await ask(database, 'ann', runs.slice(5).flat());
    expect(await turns()).toEqual([0, 1, 2, 3, 4, 5]);
  });
});
