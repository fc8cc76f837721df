import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { openDownloadCounts } from '../../src/core/download-counts.ts';
import { type Database, type Queries, rows } from '../../src/database/database.ts';
import { insertFinishedRuns } from '../graphql/rows.ts';
import { databaseKinds, openScratchDatabase } from '../support/database.ts';

const log = pino({ level: 'silent' });

/** The counter and the rows of the first server pack, and the rows of the first modpack. */
async function counted({ db }: Database) {
  const [figures] = await rows(
    db,
    sql`select downloads as counter,
      (select count(*)::int from downloads where server_pack_id = 1) as "ofServerPack",
      (select count(*)::int from downloads where mod_pack_id = 1) as "ofModPack"
      from server_packs where id = 1`,
  );
  return figures;
}

/** What becomes of the statements in turn: they are not done, or done with the answer lost, or go well. */
function trouble(db: Queries, faults: readonly ('not done' | 'answer lost' | null)[]): void {
  const ask = db.execute.bind(db);
  const spy = vi.spyOn(db, 'execute');
  for (const fault of faults) {
    spy.mockImplementationOnce((query) => {
      const raw = ask(query);
      const { execute } = raw;
      if (fault !== null)
        vi.spyOn(raw, 'execute').mockImplementation(async () => {
          if (fault === 'answer lost') await execute();
          throw new Error('The connection was lost.');
        });
      return raw;
    });
  }
}

describe.each(databaseKinds)('counting downloads on the %s database', (kind) => {
  it('counts each once, though the database is away and its answers get lost', async () => {
    await using database = await openScratchDatabase(kind);
    await insertFinishedRuns(database.db, { modPacks: 1, runs: 1 });
    expect(await counted(database)).toEqual({ counter: 0, ofServerPack: 0, ofModPack: 0 });
    trouble(database.db, ['not done', 'answer lost', null, 'not done', 'answer lost', null]);
    const counts = openDownloadCounts({ db: database.db, log });
    await Promise.all([
      counts.count({ serverPackId: 1 }),
      counts.count({ serverPackId: 1 }),
      counts.count({ modPackId: 1 }),
    ]);
    expect(await counted(database)).toEqual({ counter: 2, ofServerPack: 2, ofModPack: 1 });
    await counts.count({ serverPackId: 1 });
    expect(await counted(database)).toEqual({ counter: 3, ofServerPack: 3, ofModPack: 1 });
  });

  it('writes down what is left before the database is closed', async () => {
    await using database = await openScratchDatabase(kind);
    await insertFinishedRuns(database.db, { modPacks: 1, runs: 1 });
    const counts = openDownloadCounts({ db: database.db, log });
    const served = Array.from({ length: 30 }, () => counts.count({ serverPackId: 1 }));
    await counts.close(60_000);
    expect(await counted(database)).toMatchObject({ counter: 30, ofServerPack: 30 });
    await Promise.all(served);
  });

  it('keeps so many for a database that is away, and lets go of the rest', async () => {
    await using database = await openScratchDatabase(kind);
    await insertFinishedRuns(database.db, { modPacks: 1, runs: 1 });
    trouble(database.db, ['not done']);
    const counts = openDownloadCounts({ db: database.db, log }, 20);
    await Promise.all(Array.from({ length: 30 }, () => counts.count({ serverPackId: 1 })));
    expect(await counted(database)).toMatchObject({ counter: 20, ofServerPack: 20 });
  });
});
