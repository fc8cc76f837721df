import { asc, eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { serverPacks, votes } from '../../drizzle/schema.ts';
import { vote, voteAs } from '../../src/core/packs/server-packs.ts';
import { voteCounts } from '../../src/core/packs/vote-counts.ts';
import { type Database, type Queries, rows } from '../../src/database/database.ts';
import { insertFinishedRuns } from '../graphql/rows.ts';
import { databaseKind, databaseKinds, openScratchDatabase } from '../support/database.ts';

/** What has been confirmed of each server pack. */
async function confirmed({ db }: Database): Promise<number[]> {
  const found = await db.select().from(serverPacks).orderBy(asc(serverPacks.id));
  return found.map(({ confirmedWorking }) => confirmedWorking);
}

/** Server packs of two modpacks, the first two of one, of which nothing has been confirmed. */
async function open(kind: 'embedded' | 'server'): Promise<Database> {
  const database = await openScratchDatabase(kind);
  await insertFinishedRuns(database.db, { modPacks: 2, runs: 2 });
  await database.db.update(serverPacks).set({ confirmedWorking: 0 });
  return database;
}

/** The votes up and down on each server pack. */
async function countsOf({ db }: Database): Promise<string[]> {
  const found = await db.select().from(serverPacks).orderBy(asc(serverPacks.id));
  return found.map(voteCounts).map(({ up, down }) => `${up}:${down}`);
}

describe.each(databaseKinds)('votes on the %s database', (kind) => {
  it('are told up and down, with those of strangers and those that took the place of others', async () => {
    await using database = await open(kind);
    const by = (voter: string, direction: 1 | -1) => voteAs(database, { serverPackId: 1, voter, direction });
    await vote(database, 1, 1);
    await vote(database, 1, -1);
    await by('discord:1', 1);
    await by('discord:2', -1);
    expect(await countsOf(database)).toEqual(['2:2', '0:0', '0:0', '0:0']);
    await by('discord:1', -1);
    await by('discord:1', -1);
    expect(await countsOf(database)).toEqual(['1:3', '0:0', '0:0', '0:0']);
    await by('discord:2', 1);
    expect(await countsOf(database)).toEqual(['2:2', '0:0', '0:0', '0:0']);
  });

  it('count for one server pack, whose row and file and run are answered', async () => {
    await using database = await open(kind);
    expect(await vote(database, 2, 1)).toMatchObject({
      id: 2,
      size: 501,
      confirmedWorking: 1,
      runConfiguration: { id: 2, gameVersion: '1.20.1' },
    });
    await vote(database, 3, -1);
    expect(await confirmed(database)).toEqual([0, 1, -1, 0]);
    await expect(vote(database, 99, 1)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('of a voter are one on each server pack, the last', async () => {
    await using database = await open(kind);
    const by = (voter: string, serverPackId: number, direction: 1 | -1) =>
      voteAs(database, { serverPackId, voter, direction });
    await by('discord:1', 1, 1);
    await by('discord:1', 1, 1);
    await by('discord:2', 1, 1);
    await by('discord:1', 2, 1);
    expect(await confirmed(database)).toEqual([2, 1, 0, 0]);
    await by('discord:1', 1, -1);
    expect(await confirmed(database)).toEqual([0, 1, 0, 0]);
    await by('discord:1', 1, 1);
    expect(await confirmed(database)).toEqual([2, 1, 0, 0]);
    await expect(by('discord:1', 99, 1)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await database.db.$count(votes)).toBe(3);
  });

  it('stop at the ends of an integer, from where they go back', async () => {
    await using database = await open(kind);
    const { db } = database;
    const [most, least] = [2_147_483_647, -2_147_483_648];
    const set = (id: number, confirmedWorking: number) =>
      db.update(serverPacks).set({ confirmedWorking }).where(eq(serverPacks.id, id));
    await set(1, most);
    // Since the totals of a modpack are sums.
    await set(3, least);
    await vote(database, 1, 1);
    await voteAs(database, { serverPackId: 1, voter: 'a', direction: 1 });
    await vote(database, 3, -1);
    await voteAs(database, { serverPackId: 3, voter: 'a', direction: -1 });
    expect(await confirmed(database)).toEqual([most, 0, least, 0]);
    await vote(database, 1, -1);
    await vote(database, 3, 1);
    expect(await confirmed(database)).toEqual([most - 1, 0, least + 1, 0]);
  });
});

it('a voter has a name of printable characters that is no longer than can be kept', async () => {
  await using database = await open(databaseKind);
  const by = (voter: string) => voteAs(database, { serverPackId: 1, voter, direction: 1 });
  for (const voter of ['', 'a b', 'a\n', 'é', 'a\u007f', 'x'.repeat(201)])
    await expect(by(voter), voter).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      details: { field: 'voter' },
    });
  for (const voter of ['!', '~', 'x'.repeat(200)]) await by(voter);
  expect(await confirmed(database)).toEqual([3, 0, 0, 0]);
});

it.runIf(databaseKinds.includes('server'))(
  'a voter who votes twice at the same moment has voted once',
  async () => {
    await using database = await open('server');
    const voted = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    // The first vote is written, and not yet committed.
    const transaction: Queries['transaction'] = (run, config) =>
      database.db.transaction(async (tx) => {
        const result = await run(tx);
        voted.resolve();
        await goOn.promise;
        return result;
      }, config);
    const slow = new Proxy(database.db, {
      get: (target, property) =>
        property === 'transaction' ? transaction : Reflect.get(target, property, target),
    });
    const once = { serverPackId: 1, voter: 'discord:1', direction: 1 } as const;
    const first = voteAs({ db: slow }, once);
    await voted.promise;
    const second = voteAs(database, once);
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => rows(database.db, waiting)).toHaveLength(1);
    goOn.resolve();
    await Promise.all([first, second]);
    expect(await confirmed(database)).toEqual([1, 0, 0, 0]);
  },
);
