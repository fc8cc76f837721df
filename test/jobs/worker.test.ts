import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type Database, rows } from '../../src/database/database.ts';
import {
  announceJob,
  demandJob,
  firstDue,
  type JobTable,
  keepJob,
  StaleAttempt,
} from '../../src/jobs/job-tables.ts';
import { type Attempting, startWorker, type WorkerOrder } from '../../src/jobs/worker.ts';
import { databaseKinds, openScratchDatabase } from '../support/database.ts';

const log = pino({ level: 'silent' });

const table: JobTable = {
  name: 'works',
  key: 'id',
  channel: 'works',
  due: 'due',
  open: sql`true`,
  order: sql`one.id`,
};

async function open(kind: (typeof databaseKinds)[number]): Promise<Database> {
  const database = await openScratchDatabase(kind);
  await database.db.execute(sql`create table works (id int primary key, due timestamptz not null default now(),
    claim uuid, claimed_until timestamptz)`);
  return database;
}

const taken = z.array(z.object({ id: z.int() }));

/** An attempt that ends when the test says so. */
interface Played extends Attempting {
  id: number;
  end: PromiseWithResolvers<void>;
}

const takeFrom =
  ({ db }: Database): WorkerOrder<{ id: number }>['take'] =>
  async (claim, own) => {
    const found = await rows(
      db,
      sql`update works set claim = ${claim}::uuid, claimed_until = now() + interval '10 seconds'
        where id = ${firstDue(table, undefined, own)} returning id`,
    );
    return taken.parse(found)[0] ?? null;
  };

/** A worker whose attempts are in `begun`, as they begin; each row goes with the end of its attempt. */
async function work(database: Database, order: Partial<WorkerOrder<{ id: number }>> = {}) {
  const begun: Played[] = [];
  const { db } = database;
  const worker = await startWorker(
    { database, log },
    {
      table,
      most: 1,
      pollMs: 60_000,
      take: takeFrom(database),
      async work({ id }, attempting) {
        const end = Promise.withResolvers<void>();
        attempting.signal.addEventListener('abort', () => end.resolve());
        begun.push({ ...attempting, id, end });
        await end.promise;
        await db.execute(sql`delete from works where id = ${id} and claim = ${attempting.held.claim}::uuid`);
      },
      ...order,
    },
  );
  return { begun, worker };
}

const add = ({ db }: Database, id: number, due = sql`now()`) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`insert into works (id, due) values (${id}, ${due})`);
    await announceJob(tx, table);
  });
const idsOf = (begun: readonly Played[]) => begun.map(({ id }) => id);

describe.each(databaseKinds)('a worker on the %s database', (kind) => {
  it('takes jobs in order, as many at a time as it may, and hears of new ones', async () => {
    await using database = await open(kind);
    for (const id of [3, 1, 2]) await add(database, id);
    const { begun, worker } = await work(database, { most: 2 });
    await expect.poll(() => idsOf(begun)).toEqual([1, 2]);
    begun[1]?.end.resolve();
    await expect.poll(() => idsOf(begun)).toEqual([1, 2, 3]);
    for (const { end } of begun) end.resolve();
    await add(database, 4);
    await expect.poll(() => idsOf(begun)).toEqual([1, 2, 3, 4]);
    await worker.close(0);
  });

  it('takes a job when its time has come, without a word of it', async () => {
    await using database = await open(kind);
    await add(database, 1, sql`now() + interval '1 second'`);
    const { begun, worker } = await work(database);
    // A look of its own would be a minute away.
    await expect.poll(() => idsOf(begun)).toEqual([1]);
    await worker.close(0);
  });

  it('takes a job at once that becomes due while it asks for one', async () => {
    await using database = await open(kind);
    await add(database, 1, sql`clock_timestamp() + interval '300 milliseconds'`);
    const isDue = () => rows(database.db, sql`select 1 from works where due <= clock_timestamp()`);
    const take = vi.fn(takeFrom(database)).mockImplementationOnce(async () => {
      await expect.poll(isDue).toHaveLength(1);
      return null;
    });
    const { begun, worker } = await work(database, { take, pollMs: 3_600_000 });
    await expect.poll(() => idsOf(begun)).toEqual([1]);
    await worker.close(0);
  });

  it('leaves a job of another process alone until that is not heard of', async () => {
    await using database = await open(kind);
    let isHeard = false;
    const other = await work(database, {
      keep: async (held) => !isHeard || (await keepJob(database.db, table, held)),
    });
    await add(database, 1);
    await expect.poll(() => idsOf(other.begun)).toEqual([1]);
    const [first] = other.begun;
    if (!first) throw new Error('No attempt has begun.');
    // Its signs of life do not come; by then it must not write any more.
    await database.db.execute(sql`update works set claimed_until = now() + interval '1 second'`);
    const server = { ...database, kind: 'server' as const };
    const { begun, worker } = await work(server, { keep: async () => true });
    await expect.poll(() => idsOf(begun)).toEqual([1]);
    await expect(database.db.transaction((tx) => demandJob(tx, table, first.held))).rejects.toThrow(
      StaleAttempt,
    );
    isHeard = true;
    await expect.poll(() => first.lost.aborted).toBe(true);
    await other.worker.close(0);
    await worker.close(0);
  });

  it('does not take what it works on itself, though its signs of life came too late', async () => {
    await using database = await open(kind);
    await add(database, 1);
    const { begun, worker } = await work(database, { most: 3, keep: async () => true });
    await expect.poll(() => idsOf(begun)).toEqual([1]);
    await database.db.execute(sql`update works set claimed_until = now()`);
    await add(database, 2);
    await expect.poll(() => idsOf(begun)).toContain(2);
    expect(idsOf(begun)).toEqual([1, 2]);
    await worker.close(0);
  });

  it('has those under way end by themselves within its grace, and aborts them after it', async () => {
    await using database = await open(kind);
    await add(database, 1);
    const { begun, worker } = await work(database);
    await expect.poll(() => idsOf(begun)).toEqual([1]);
    const closed = worker.close(600_000);
    await add(database, 2);
    expect([begun[0]?.signal.aborted, begun[0]?.isStopping()]).toEqual([false, true]);
    begun[0]?.end.resolve();
    await closed;
    expect(idsOf(begun)).toEqual([1]);
    const next = await work(database);
    await expect.poll(() => idsOf(next.begun)).toEqual([2]);
    await next.worker.close(10);
    expect([next.begun[0]?.signal.aborted, next.begun[0]?.lost.aborted]).toEqual([true, false]);
  });

  it('ends an attempt that is beyond its time, and gives no more signs of life for it', async () => {
    await using database = await open(kind);
    await add(database, 1);
    const kept = vi.fn(async () => true);
    const { begun, worker } = await work(database, { longestMs: 1, keep: kept });
    await expect.poll(() => begun[0]?.overtime.aborted).toBe(true);
    expect([begun[0]?.signal.aborted, begun[0]?.lost.aborted]).toEqual([true, false]);
    begun[0]?.beat();
    await worker.close(0);
    expect(kept).not.toHaveBeenCalled();
  });

  it('goes on after jobs could not be taken', async () => {
    await using database = await open(kind);
    const take = vi.fn(async () => null).mockRejectedValueOnce(new Error('away'));
    const { worker } = await work(database, { pollMs: 100, take });
    await expect.poll(() => take.mock.calls.length).toBeGreaterThan(1);
    await worker.close(0);
  });
});

it('the only process of an embedded database takes at once what an earlier one had', async () => {
  await using database = await open('embedded');
  await add(database, 1);
  await database.db.execute(
    sql`update works set claim = gen_random_uuid(), claimed_until = now() + interval '1 hour'`,
  );
  const { begun, worker } = await work(database);
  await expect.poll(() => idsOf(begun)).toEqual([1]);
  await worker.close(0);
});
