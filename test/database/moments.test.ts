import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { createMoments } from '../../src/database/moments.ts';
import { databaseKinds, openScratchDatabase } from '../support/database.ts';

/** The first to ask may open a connection, so that it cannot tell. */
async function momentOf(database: Database): Promise<string | null> {
  return (await database.moment()) ?? database.moment();
}

describe.each(databaseKinds)('a moment of the %s database', (kind) => {
  it('is another one after every commit', async () => {
    await using database = await openScratchDatabase(kind);
    const { db, patient } = database;
    const moments = [await momentOf(database)];
    for (const change of [
      () => db.execute(sql`insert into files (sha256, size, storage_key) values ('a', 1, 'a')`),
      () => patient.execute(sql`update files set size = 2`),
      () => db.transaction((tx) => tx.execute(sql`delete from files`)),
    ]) {
      await change();
      moments.push(await momentOf(database));
    }
    expect(moments).not.toContain(null);
    expect(new Set(moments).size).toBe(moments.length);
  });
});

describe.runIf(databaseKinds.includes('server'))('a moment of a server', () => {
  it('is another one while a transaction is under way, and again once it is committed', async () => {
    await using database = await openScratchDatabase('server');
    const before = await momentOf(database);
    const during = await database.db.transaction(async (tx) => {
      await tx.execute(sql`insert into files (sha256, size, storage_key) values ('a', 1, 'a')`);
      return momentOf(database);
    });
    expect(new Set([before, during, await momentOf(database)]).size).toBe(3);
  });

  it('is not told where a connection was opened to ask for it: it may be that of a server that began again', async () => {
    await using database = await openScratchDatabase('server');
    expect(await database.moment()).toBeNull();
    expect(await database.moment()).not.toBeNull();
  });

  it('is another one after connections were lost: numbers of transactions may have begun again', async () => {
    await using database = await openScratchDatabase('server');
    const numberOf = (moment: string | null) => moment?.split(' ')[0];
    const before = numberOf(await momentOf(database));
    await database.patient.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await expect.poll(() => database.moment().catch(() => null)).not.toBeNull();
    expect(numberOf(await database.moment())).not.toBe(before);
  });
});

describe('moments that are asked for at once', () => {
  it('come by one question, and never by one that was sent before they were asked for', async () => {
    const sent: PromiseWithResolvers<string>[] = [];
    const moment = createMoments(() => {
      const question = Promise.withResolvers<string>();
      sent.push(question);
      return question.promise;
    });
    const first = moment();
    await expect.poll(() => sent.length).toBe(1);
    const together = [moment(), moment(), moment()];
    sent[0]?.resolve('before');
    expect(await first).toBe('before');
    await expect.poll(() => sent.length).toBe(2);
    sent[1]?.resolve('after');
    expect(await Promise.all(together)).toEqual(['after', 'after', 'after']);
    expect(sent).toHaveLength(2);
  });

  it('are asked for again after a question that failed', async () => {
    const sent: PromiseWithResolvers<string>[] = [];
    const moment = createMoments(() => {
      const question = Promise.withResolvers<string>();
      sent.push(question);
      return question.promise;
    });
    const failed = expect(moment()).rejects.toThrow('away');
    await expect.poll(() => sent.length).toBe(1);
    const second = moment();
    sent[0]?.reject(new Error('away'));
    await failed;
    await expect.poll(() => sent.length).toBe(2);
    sent[1]?.resolve('there');
    expect(await second).toBe('there');
  });
});
