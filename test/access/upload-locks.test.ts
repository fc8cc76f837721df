import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { resumableUploads } from '../../drizzle/schema.ts';
import { openUploadLocks } from '../../src/access/upload-locks.ts';
import { type Database, rows } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/open.ts';
import {
  createServerDatabase,
  databaseKinds,
  onConnection,
  openScratchDatabase,
} from '../support/database.ts';

afterEach(() => {
  // First, since what was spied on is put back: here, timers that are not real.
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const never = new AbortController().signal;

/** An upload of which nothing has come. */
async function begun({ db }: Database): Promise<string> {
  const id = randomUUID();
  const beganBy = { kind: 'anonymous', tokenId: null, name: 'nobody', address: '::1' } as const;
  await db.insert(resumableUploads).values({
    id,
    caller: 'address:::1',
    beganBy,
    tokenId: null,
    ticketId: null,
    filename: 'a.zip',
    size: 9,
  });
  return id;
}

/** Who has it, and for how many milliseconds from now. */
async function holderOf({ db }: Database): Promise<{ writer: string | null; leftMs: number }> {
  const [row] = await db
    .select({
      writer: resumableUploads.writer,
      leftMs: sql`extract(epoch from ${resumableUploads.writerUntil} - now()) * 1000`.mapWith(Number),
    })
    .from(resumableUploads);
  return row ?? expect.fail('There is no upload.');
}

const another = randomUUID();
const steal = ({ db }: Database) =>
  db.update(resumableUploads).set({ writer: another, writerUntil: sql`now() + interval '1 hour'` });

describe.each(databaseKinds)('who adds to an upload, on the %s database,', (kind) => {
  it('is asked to let go when somebody else wants to, and has it alone until then', async () => {
    await using database = await openScratchDatabase(kind);
    await using locks = await openUploadLocks(database);
    const id = await begun(database);
    const [first, second] = [locks.newLock(id), locks.newLock(id)];
    const asked = Promise.withResolvers<void>();
    await first.lock(never, asked.resolve);
    const { writer } = await holderOf(database);
    expect(writer).not.toBeNull();
    const wanted = second.lock(never, () => {});
    await asked.promise;
    expect((await holderOf(database)).writer).toBe(writer);
    await first.unlock();
    await wanted;
    expect((await holderOf(database)).writer).not.toBe(writer);
    // Whoever was before is asked no more.
    const third = locks.newLock(id);
    const last = third.lock(AbortSignal.abort(), () => {});
    await expect(last).rejects.toMatchObject({ code: 'CONFLICT', details: { retryAfter: 2 } });
    await second.unlock();
    expect((await holderOf(database)).writer).toBeNull();
  });

  it('is asked, though whoever had it before, for too long, lets go only then', async () => {
    await using database = await openScratchDatabase(kind);
    await using locks = await openUploadLocks(database);
    const id = await begun(database);
    const [late, holder, next] = [locks.newLock(id), locks.newLock(id), locks.newLock(id)];
    await late.lock(never, () => {});
    await database.db.update(resumableUploads).set({ writerUntil: sql`now() - interval '1 second'` });
    const asked = Promise.withResolvers<void>();
    await holder.lock(never, asked.resolve);
    await late.unlock();
    const wanted = next.lock(never, () => {});
    await asked.promise;
    await holder.unlock();
    await wanted;
    await next.unlock();
  });

  it('is not waited for by whoever is gone, nor for ever', async () => {
    await using database = await openScratchDatabase(kind);
    await using locks = await openUploadLocks(database);
    const id = await begun(database);
    await steal(database);
    await expect(locks.newLock(id).lock(AbortSignal.abort(), () => {})).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    vi.useFakeTimers({ toFake: ['Date'] });
    const asked = Promise.withResolvers<void>();
    const unlisten = await database.listen('uploads_wanted', () => asked.resolve(), asked.reject);
    const waiting = locks.newLock(id).lock(never, () => {});
    const ended = expect(waiting).rejects.toMatchObject({ code: 'CONFLICT' });
    await asked.promise;
    vi.setSystemTime(Date.now() + 20_001);
    await ended;
    await unlisten();
    await expect(locks.newLock(randomUUID()).lock(never, () => {})).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('shows that it lives, and stops before somebody else may have it', async () => {
    await using database = await openScratchDatabase(kind);
    await using locks = await openUploadLocks(database);
    const id = await begun(database);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const set = vi.spyOn(globalThis, 'setTimeout');
    // The time after which it stops begins anew with each sign of life that was heard.
    const begunAnew = () => set.mock.calls.filter(([, ms]) => ms === 12_000).length;
    const release = vi.fn();
    const lock = locks.newLock(id);
    await lock.lock(never, release);
    expect((await holderOf(database)).leftMs).toBeLessThanOrEqual(15_000);
    for (let sign = 1; sign <= 6; sign += 1) {
      await database.db.update(resumableUploads).set({ writerUntil: sql`now() + interval '1 second'` });
      await vi.advanceTimersByTimeAsync(4_000);
      await expect.poll(async () => (await holderOf(database)).leftMs).toBeGreaterThan(2_000);
      await expect.poll(begunAnew).toBe(1 + sign);
    }
    expect(release).not.toHaveBeenCalled();
    await steal(database);
    await vi.advanceTimersByTimeAsync(8_000);
    expect(release).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(release).toHaveBeenCalledOnce();
    await lock.unlock();
    expect((await holderOf(database)).writer).toBe(another);
    // From then on it shows nothing any more, and stops nobody.
    await database.db.update(resumableUploads).set({ writer: null, writerUntil: null });
    await vi.advanceTimersByTimeAsync(24_000);
    for (let look = 0; look < 3; look += 1) expect((await holderOf(database)).writer).toBeNull();
    expect(release).toHaveBeenCalledOnce();
  });
});

it('what a process has had of uploads it has no more after its end, where it is the only one', async () => {
  await using database = await openScratchDatabase('embedded');
  await begun(database);
  await steal(database);
  await using _locks = await openUploadLocks(database);
  expect((await holderOf(database)).writer).toBeNull();
});

describe.runIf(databaseKinds.includes('server'))('who adds to an upload, on a server,', () => {
  it('asks others on all nodes, and takes nothing away from them at its start', async () => {
    await using place = await createServerDatabase();
    await using here = await openDatabase(place.url, { memory: true });
    await using there = await openDatabase(place.url, { memory: true });
    await using locks = await openUploadLocks(here);
    const id = await begun(here);
    const asked = Promise.withResolvers<void>();
    const lock = locks.newLock(id);
    await lock.lock(never, asked.resolve);
    await using others = await openUploadLocks(there);
    expect((await holderOf(here)).writer).not.toBeNull();
    const wanted = others.newLock(id).lock(never, () => {});
    await asked.promise;
    await lock.unlock();
    await wanted;
  });

  it('lets go of it for good, though a sign of life was on its way', async () => {
    await using place = await createServerDatabase();
    await using database = await openDatabase(place.url, { memory: true });
    await using locks = await openUploadLocks(database);
    const { db } = database;
    const id = await begun(database);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const lock = locks.newLock(id);
    await lock.lock(never, () => {});
    // The server lets a sign of life, which asks for rows, wait before it looks for the upload.
    await db.execute(sql`create function wait() returns trigger language plpgsql as $$ begin
      if current_query() like '%returning%' then perform pg_advisory_xact_lock(1); end if; return null; end $$`);
    await db.execute(
      sql`create trigger wait before update on resumable_uploads for each statement execute function wait()`,
    );
    await onConnection(place.url, async (client) => {
      await client.query('select pg_advisory_lock(1)');
      const asked = vi.spyOn(db, 'update');
      vi.advanceTimersByTime(4_000);
      const waits = sql`select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`;
      await expect.poll(async () => (await rows(db, waits)).length).toBe(1);
      // No second one joins it.
      vi.advanceTimersByTime(8_000);
      expect(asked).toHaveBeenCalledOnce();
      const unlocked = lock.unlock();
      await rows(db, sql`select 1`);
      await rows(db, sql`select 1`);
      await client.query('select pg_advisory_unlock(1)');
      await unlocked;
      await expect.poll(async () => (await rows(db, waits)).length).toBe(0);
    });
    await rows(db, sql`select 1 from resumable_uploads for update`);
    expect((await holderOf(database)).writer).toBeNull();
  });
});
