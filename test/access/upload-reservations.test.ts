import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { gt } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  files,
  heldUploads,
  resumableUploads,
  runConfigurations,
  serverPacks,
} from '../../drizzle/schema.ts';
import { cancelRun } from '../../src/core/runs/run-control.ts';
import type { Database, Queries } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/open.ts';
import type { SharedLimit } from '../../src/limits/shared-limits.ts';
import { sharedLimits } from '../../src/limits/shared-limits.ts';
import {
  heldBytes,
  openUploadReservations,
  type ReservationOwner,
} from '../../src/limits/upload-reservations.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { smallPack, upload } from '../support/client.ts';
import {
  createServerDatabase,
  databaseKind,
  databaseKinds,
  onConnection,
  openScratchDatabase,
} from '../support/database.ts';
import { generate, headersOf, tokenIn } from './callers.ts';

const MB = 1_000_000;
const boundary = 'a-boundary';

/** An upload that sends what it is told to and goes on being under way. */
interface SlowUpload {
  send(bytes: number): void;
  /** The status, if the service answers. */
  status: Promise<number>;
  hangUp(): void;
}

function beginUpload({ url }: TestApp, headers: Record<string, string> = {}): SlowUpload {
  const answered = Promise.withResolvers<number>();
  const outgoing: ClientRequest = request(`${url}/api/v2/modpacks/upload`, {
    method: 'POST',
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  outgoing.on('response', (answer: IncomingMessage) => {
    answer.resume();
    answered.resolve(answer.statusCode ?? 0);
  });
  outgoing.on('error', () => answered.resolve(0));
  outgoing.write(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\nContent-Type: application/zip\r\n\r\n`,
  );
  return {
    send: (bytes) => void outgoing.write(Buffer.alloc(bytes)),
    status: answered.promise,
    hangUp: () => outgoing.destroy(),
  };
}

/** What is held now, in bytes, by each upload. */
async function heldIn({ app }: TestApp): Promise<number[]> {
  const rows = await app.database.db.select({ bytes: heldUploads.bytes }).from(heldUploads);
  return rows.map(({ bytes }) => bytes);
}

/** Waits until so many bytes at least are held. */
async function holding(service: TestApp, bytes: number): Promise<void> {
  const sum = async () => (await heldIn(service)).reduce((all, one) => all + one, 0);
  await expect.poll(sum).toBeGreaterThanOrEqual(bytes);
}

/** Waits until nothing is held any more. */
async function free(service: TestApp): Promise<void> {
  await expect.poll(() => heldIn(service)).toEqual([]);
}

describe('what is half-received', () => {
  it('counts against the megabytes of the day while it arrives, and no more once it is refused', async () => {
    await using service = await startTestApp({
      environment: { RATE_LIMIT: 'on', RATE_LIMIT_MEGABYTES_PER_DAY: '6' },
    });
    const slow = [1, 2, 3].map(() => beginUpload(service));
    for (const one of slow) one.send(4 * MB);
    const refused = await Promise.race(slow.map(({ status }) => status));
    expect(refused).toBe(429);
    for (const one of slow) one.hangUp();
    await free(service);
    // All of it has been given back: as much as before fits.
    const again = beginUpload(service);
    again.send(5 * MB);
    await holding(service, 5 * MB);
    again.hangUp();
    await free(service);
    expect((await upload(service.url, smallPack())).status).toBe(200);
  });

  it('is no longer held once it is stored, or refused as no zip', async () => {
    await using service = await startTestApp();
    expect((await upload(service.url, smallPack())).status).toBe(200);
    expect((await upload(service.url, Buffer.from('no zip'))).status).toBe(400);
    await free(service);
  });
});

describe.each(databaseKinds)('server packs that a token asks for, on the %s database', (database) => {
  it('cannot pass its quota together, and give back what they did not take', async () => {
    await using service = await startTestApp({ database });
    const pack = smallPack('x'.repeat(1000));
    // Room for two or three server packs, with what they hold of ours.
    const quota = pack.length + 900_000;
    const headers = await headersOf(service, { name: 'small', role: 'publisher', quota });
    const { body } = await upload(service.url, pack, headers);
    const modPackId = body.modPackId ?? 0;
    const { db } = service.app.database;
    const another = async (id: number) => (await generate(service, id, headers)).status;
    const built = async () => (await db.select({ id: serverPacks.id }).from(serverPacks)).length;
    await expect.poll(built).toBe(1);
    // Nothing is worked on meanwhile.
    await service.app.stopWork();
    const asked = await Promise.all(Array.from({ length: 8 }, () => another(modPackId)));
    expect(asked.filter((status) => status === 200).length).toBeLessThanOrEqual(3);
    expect(asked.filter((status) => status === 200).length).toBeGreaterThanOrEqual(2);
    expect(asked.filter((status) => status === 507).length).toBeGreaterThanOrEqual(5);
    const waiting = await db
      .select({ id: runConfigurations.id })
      .from(runConfigurations)
      .where(gt(runConfigurations.id, 1));
    for (const { id } of waiting) await cancelRun(service.app.database, id);
    expect(await another(modPackId)).toBe(200);
    const stored = (await db.select({ size: files.size }).from(files)).reduce(
      (sum, { size }) => sum + size,
      0,
    );
    expect(stored).toBeLessThan(quota);
  });
});

describe.each(databaseKinds.filter((kind) => kind === 'server'))('with two nodes on one %s', () => {
  it('what is half-received at one node counts at the other', async () => {
    await using shared = await createServerDatabase();
    const unfinished = { caller: 20 * MB, all: 1_000 * MB };
    const node = async () =>
      startTestApp({
        values: { sharedLimits: sharedLimits({ unfinished, parked: unfinished }) },
        overrides: { database: await openDatabase(shared.url, { memory: true }) },
      });
    await using one = await node();
    await using other = await node();
    const first = beginUpload(one);
    first.send(12 * MB);
    await holding(other, 12 * MB);
    const second = beginUpload(other);
    second.send(12 * MB);
    expect(await second.status).toBe(429);
    for (const one of [first, second]) one.hangUp();
    await free(other);
  });

  it('what little is left goes to one of two that ask for it at the same moment', async () => {
    await using shared = await createServerDatabase();
    await using one = await openDatabase(shared.url, { memory: true });
    await using other = await openDatabase(shared.url, { memory: true });
    const key = 7_302_114;
    const good = { caller: 20 * MB, all: 20 * MB, anonymous: 20 * MB };
    const limits = { unfinished: good, parked: good, forgetAfterMs: 1_800_000, tokenReserveBytes: 0 };
    const asked = await onConnection(shared.url, async (client) => {
      await client.query(`select pg_advisory_lock(${key})`);
      const taken = [one, other].map((database) =>
        openUploadReservations(database, limits)
          .open({ caller: 'somebody', tokenId: null, quota: null })
          .take(12 * MB, 12 * MB),
      );
      const waiting = async () =>
        (
          await client.query(`select from pg_locks where objid = ${key} and not granted
            and database = (select oid from pg_database where datname = current_database())`)
        ).rowCount;
      await expect.poll(waiting).toBe(2);
      await client.query(`select pg_advisory_unlock(${key})`);
      return Promise.allSettled(taken);
    });
    expect(asked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('what arrives', () => {
  const piece = 8 * 1024 * 1024;
  const half = 1_800_000;
  const plenty: SharedLimit = { caller: 10 ** 12, all: 10 ** 12, anonymous: 10 ** 12 };
  const somebody = { caller: 'somebody', tokenId: null, quota: null };

  let database: Database;
  beforeEach(async () => {
    database = await openScratchDatabase(databaseKind);
  });
  afterEach(async () => {
    vi.useRealTimers();
    await database?.close();
  });

  const open = (limits: Partial<SharedLimit> = {}, owner: ReservationOwner = somebody) => {
    const good = { ...plenty, ...limits };
    const holds = { unfinished: good, parked: good, forgetAfterMs: half, tokenReserveBytes: 0 };
    return openUploadReservations(database, holds).open(owner);
  };

  it('is counted ahead by pieces, as far as more can come, and gone with its form', async () => {
    const bytes = async () => (await database.db.select().from(heldUploads)).map((row) => row.bytes);
    const hold = open();
    // How many bytes come, how many may come then, and what is held after that.
    for (const [taken, left, held] of [
      [0, 100, []],
      [1, 3 * piece, [piece]],
      [piece - 1, 3 * piece, [piece]],
      [1, 100, [piece + 100]],
      // More than was said to come, and more than a piece.
      [3 * piece, 0, [piece + 1 + 3 * piece]],
    ] as const) {
      await hold.take(taken, left);
      expect(await bytes()).toEqual(held);
    }
    for (let time = 0; time < 2; time++) await hold.release();
    expect(await bytes()).toEqual([]);
    await hold.take(1, 5);
    await hold.take(10, 8);
    expect(await bytes()).toEqual([11]);
    await database.close();
    // Without a word.
    await hold.release();
  });

  it('may fill the limit of its caller, that of all, and the quota of its token to the last byte', async () => {
    await tokenIn(database, 'ci', { quota: 1_000 });
    const ofToken = { caller: 'token:1', tokenId: 1, quota: 1_000 };
    const another = { ...somebody, caller: 'another' };
    // Whoever holds some bytes already, and who fills what is left.
    for (const [limits, first, second, code, words] of [
      [
        { caller: 1_000 },
        somebody,
        somebody,
        'TOO_MANY_REQUESTS',
        'hold 1000 bytes already, of 1000 at a time',
      ],
      // With what the first still holds.
      [{ all: 2_000 }, somebody, another, 'UNAVAILABLE', 'hold 2000 bytes, of 2000 at a time'],
      [
        {},
        ofToken,
        { ...ofToken, caller: 'its ticket' },
        'STORAGE_FULL',
        '1000 bytes stored, and has 0 left',
      ],
    ] as const) {
      await open(limits, first).take(10, 10);
      const hold = open(limits, second);
      await hold.take(980, 5_000);
      await hold.take(10, 4_000);
      const refused = { code, message: expect.stringContaining(words) };
      await expect(hold.take(1, 3_000)).rejects.toMatchObject(refused);
    }
    // Without a quota there is no end.
    await open({}, { ...ofToken, quota: null }).take(5_000, 5_000);
  });

  it('is refused for the reason that lies nearest to the caller', async () => {
    await tokenIn(database, 'ci', { quota: 9 });
    const ofToken = { ...somebody, tokenId: 1, quota: 9 };
    for (const [limits, owner, bytes, code] of [
      [{ caller: 9, all: 9 }, ofToken, 10, 'STORAGE_FULL'],
      [{ caller: 9, all: 9 }, somebody, 10, 'TOO_MANY_REQUESTS'],
      // What fits to the last byte is no reason.
      [{ caller: 8 }, ofToken, 9, 'TOO_MANY_REQUESTS'],
      [{ caller: 9, all: 8 }, ofToken, 9, 'UNAVAILABLE'],
    ] as const)
      await expect(open(limits, owner).take(bytes, bytes)).rejects.toMatchObject({ code });
  });

  it('is summed up by caller and by token, with what pauses', async () => {
    for (const name of ['one', 'two']) await tokenIn(database, name);
    await database.db.insert(heldUploads).values([
      { caller: 'a', bytes: 1 },
      { caller: 'a', tokenId: 1, bytes: 10 },
      { caller: 'b', tokenId: 2, bytes: 100 },
      { caller: 'a', tokenId: 1, bytes: 1_000_000, touched: new Date(Date.now() - half - 1_000) },
    ]);
    const beganBy = { kind: 'token', tokenId: 1, name: 'one', address: '::1' } as const;
    const paused = { caller: 'b', beganBy, tokenId: 1, filename: 'a.zip', size: 5_000, received: 1_000 };
    await database.db.insert(resumableUploads).values({ id: crypto.randomUUID(), ...paused });
    const of = (caller: string, tokenId: number | null) => heldBytes(database.db, { caller, tokenId }, half);
    expect(await of('a', 1)).toEqual({ caller: 11, all: 1_111, anonymous: 0, token: 1_010 });
    expect(await of('b', 2)).toEqual({ caller: 1_100, all: 1_111, anonymous: 0, token: 100 });
    expect(await of('c', null)).toEqual({ caller: 0, all: 1_111, anonymous: 0, token: 0 });
  });

  it('shows once a minute that its node lives, growing too', async () => {
    const start = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    const hold = open();
    const touchedAfter = async (ms: number, bytes = 1) => {
      vi.setSystemTime(start + ms);
      await hold.take(bytes, 3 * piece);
      const [row] = await database.db.select().from(heldUploads);
      return (row?.touched.getTime() ?? 0) - start;
    };
    await touchedAfter(0);
    expect(await touchedAfter(60_000)).toBeLessThan(60_000);
    expect(await touchedAfter(60_001)).toBe(60_001);
    expect(await touchedAfter(100_000)).toBe(60_001);
    expect(await touchedAfter(100_000, piece)).toBe(100_000);
    expect(await touchedAfter(160_000)).toBe(100_000);
  });

  it('waits for others only where little is left', async () => {
    /** How many statements it took to know what is left: one, or three with a wait and a second look. */
    async function statementsOf(take: () => Promise<void>): Promise<number> {
      let asked = 0;
      const count = (queries: Queries) => {
        const execute = queries.execute.bind(queries);
        return vi.spyOn(queries, 'execute').mockImplementation((query) => {
          asked += 1;
          return execute(query);
        });
      };
      const { db } = database;
      const transaction = db.transaction.bind(db);
      const spies = [
        count(db),
        vi.spyOn(db, 'transaction').mockImplementationOnce((work) =>
          transaction((tx) => {
            count(tx);
            return work(tx);
          }),
        ),
      ];
      await take();
      for (const spy of spies) spy.mockRestore();
      return asked;
    }
    // While more than 64 pieces are left beyond the one that is taken, nobody waits for anybody.
    const hold = open({ caller: 66 * piece });
    expect(await statementsOf(() => hold.take(piece, piece))).toBe(1);
    expect(await statementsOf(() => hold.take(piece, piece))).toBe(1);
    expect(await statementsOf(() => hold.take(1, 1))).toBe(3);
  });
});
