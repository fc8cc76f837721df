import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { heldUploads, resumableUploads } from '../../drizzle/schema.ts';
import { createToken } from '../../src/access/tokens.ts';
import { type HoldOwner, heldBytes, openUploadHolds } from '../../src/access/upload-holds.ts';
import type { SharedGood } from '../../src/core/shared-goods.ts';
import type { Database } from '../../src/database/database.ts';
import { databaseKind, openScratchDatabase } from '../support/database.ts';

const piece = 8 * 1024 * 1024;
/** While more than this is left beyond a piece, nobody waits for anybody. */
const ample = 64 * piece;
const half = 1_800_000;
const plenty: SharedGood = { caller: 10 ** 12, all: 10 ** 12, strangers: 10 ** 12 };
const somebody = { caller: 'somebody', tokenId: null, quota: null };

let database: Database;
beforeEach(async () => {
  database = await openScratchDatabase(databaseKind);
});
afterEach(async () => {
  vi.useRealTimers();
  await database?.close();
});

const open = (limits: Partial<SharedGood> = {}, owner: HoldOwner = somebody) => {
  const good = { ...plenty, ...limits };
  return openUploadHolds(database, {
    unfinished: good,
    parked: good,
    forgetAfterMs: half,
    tokenReserveBytes: 0,
  }).open(owner);
};

/** What is held, by whom, for which token, in the order in which it was begun. */
const held = async () =>
  (await database.db.select().from(heldUploads).orderBy(heldUploads.id)).map(({ caller, tokenId, bytes }) => [
    caller,
    tokenId,
    bytes,
  ]);

describe('what arrives', () => {
  it('is counted ahead by pieces, as far as more can come, and gone with its form', async () => {
    const hold = open();
    await hold.take(0, 100);
    expect(await held()).toEqual([]);
    await hold.take(1, 3 * piece);
    expect(await held()).toEqual([['somebody', null, piece]]);
    await hold.take(piece - 1, 3 * piece);
    expect(await held()).toEqual([['somebody', null, piece]]);
    await hold.take(1, 100);
    expect(await held()).toEqual([['somebody', null, piece + 100]]);
    // More than was said to come, and more than a piece.
    await hold.take(3 * piece, 0);
    expect(await held()).toEqual([['somebody', null, piece + 1 + 3 * piece]]);
    await hold.release();
    expect(await held()).toEqual([]);
    await hold.release();
  });

  it('is counted ahead no further than what is to come', async () => {
    const hold = open();
    await hold.take(1, 5);
    await hold.take(10, 8);
    expect(await held()).toEqual([['somebody', null, 11]]);
  });

  it('is counted anew after its form was over', async () => {
    const hold = open();
    await hold.take(1, 1);
    await hold.release();
    await hold.take(1, 1);
    expect(await held()).toEqual([['somebody', null, 1]]);
  });

  it('may fill the limit of its caller to the last byte', async () => {
    const hold = open({ caller: 1_000 });
    await hold.take(990, 5_000);
    expect(await held()).toEqual([['somebody', null, 1_000]]);
    await hold.take(10, 4_000);
    await expect(hold.take(1, 3_000)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message:
        'Your uploads that are under way hold 1000 bytes already, of 1000 at a time. Wait for one of them to end.',
      details: { retryAfter: 60 },
    });
    // Others have limits of their own.
    await open({ caller: 1_000 }, { ...somebody, caller: 'another' }).take(1_000, 1_000);
  });

  it('may fill the limit of all to the last byte', async () => {
    await open({ all: 1_000 }, { ...somebody, caller: 'another' }).take(400, 400);
    const hold = open({ all: 1_000 });
    await hold.take(600, 600);
    await expect(hold.take(1, 1)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'All uploads that are under way hold 1000 bytes, of 1000 at a time. Try again in a while.',
      details: { retryAfter: 60 },
    });
  });

  it('may fill the quota of its token to the last byte, with what is half-received for it elsewhere', async () => {
    await createToken(database, {
      name: 'ci',
      role: 'publisher',
      voter: false,
      quota: 1_000,
      expires: null,
    });
    const owner = { caller: 'token:1', tokenId: 1, quota: 1_000 };
    await open({}, owner).take(300, 300);
    const hold = open({}, { ...owner, caller: 'somebody with its ticket' });
    await hold.take(700, 900);
    expect(await held()).toEqual([
      ['token:1', 1, 300],
      ['somebody with its ticket', 1, 700],
    ]);
    await expect(hold.take(1, 1)).rejects.toMatchObject({
      code: 'STORAGE_FULL',
      message: expect.stringContaining('may keep 1000 bytes stored, and has 0 left'),
    });
    // Without a quota there is no end.
    await open({}, { ...owner, quota: null }).take(5_000, 5_000);
  });

  it('is refused for the reason that lies nearest to the caller', async () => {
    await createToken(database, { name: 'ci', role: 'publisher', voter: false, quota: 9, expires: null });
    const tight = { caller: 9, all: 9 };
    await expect(open(tight, { ...somebody, tokenId: 1, quota: 9 }).take(10, 10)).rejects.toMatchObject({
      code: 'STORAGE_FULL',
    });
    await expect(open(tight).take(10, 10)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    // What fits to the last byte is no reason.
    const ofToken = { ...somebody, tokenId: 1, quota: 9 };
    await expect(open({ caller: 8 }, ofToken).take(9, 9)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    });
    await expect(open({ caller: 9, all: 8 }, ofToken).take(9, 9)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
  });
});

describe('what is half-received', () => {
  it('is summed up by caller and by token, with what pauses', async () => {
    for (const name of ['one', 'two'])
      await createToken(database, { name, role: 'publisher', voter: false, quota: null, expires: null });
    await database.db.insert(heldUploads).values([
      { caller: 'a', bytes: 1 },
      { caller: 'a', tokenId: 1, bytes: 10 },
      { caller: 'b', tokenId: 2, bytes: 100 },
      { caller: 'a', tokenId: 1, bytes: 1_000_000, touched: new Date(Date.now() - half - 1_000) },
    ]);
    const beganBy = { kind: 'token', tokenId: 1, name: 'one', address: '::1' } as const;
    await database.db.insert(resumableUploads).values({
      id: crypto.randomUUID(),
      caller: 'b',
      beganBy,
      tokenId: 1,
      ticketId: null,
      filename: 'a.zip',
      size: 5_000,
      received: 1_000,
    });
    const of = (caller: string, tokenId: number | null) => heldBytes(database.db, { caller, tokenId }, half);
    expect(await of('a', 1)).toEqual({ caller: 11, all: 1_111, strangers: 0, token: 1_010 });
    expect(await of('b', 2)).toEqual({ caller: 1_100, all: 1_111, strangers: 0, token: 100 });
    expect(await of('c', null)).toEqual({ caller: 0, all: 1_111, strangers: 0, token: 0 });
  });

  it('shows once a minute that its node lives, while it arrives', async () => {
    const start = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    const hold = open();
    const touched = async () => {
      const [row] = await database.db.select().from(heldUploads);
      return (row?.touched.getTime() ?? 0) - start;
    };
    await hold.take(1, piece);
    vi.setSystemTime(start + 60_000);
    await hold.take(1, piece);
    expect(await touched()).toBeLessThan(60_000);
    vi.setSystemTime(start + 60_001);
    await hold.take(1, piece);
    expect(await touched()).toBe(60_001);
    vi.setSystemTime(start + 100_000);
    await hold.take(1, piece);
    expect(await touched()).toBe(60_001);
    // Growing shows it too, and the minute begins anew.
    await hold.take(piece, 3 * piece);
    expect(await touched()).toBe(100_000);
    vi.setSystemTime(start + 160_000);
    await hold.take(1, piece);
    expect(await touched()).toBe(100_000);
  });

  it('is given back without a word when the database is away', async () => {
    const hold = open();
    await hold.take(1, 1);
    await database.close();
    await hold.release();
  });
});

describe('one waits for another', () => {
  /** How many statements it took to know what is left: one, or three with a wait and a second look. */
  async function statementsOf(take: () => Promise<void>): Promise<number> {
    let asked = 0;
    const { db } = database;
    const transaction = db.transaction.bind(db);
    vi.spyOn(db, 'transaction').mockImplementationOnce((work) =>
      transaction((tx) => {
        const execute = tx.execute.bind(tx);
        vi.spyOn(tx, 'execute').mockImplementation((query) => {
          asked += 1;
          return execute(query);
        });
        return work(tx);
      }),
    );
    await take();
    return asked;
  }

  it('only where little is left', async () => {
    const hold = open({ caller: ample + 2 * piece });
    expect(await statementsOf(() => hold.take(piece, piece))).toBe(1);
    expect(await statementsOf(() => hold.take(piece, piece))).toBe(1);
    expect(await statementsOf(() => hold.take(1, 1))).toBe(3);
  });
});
