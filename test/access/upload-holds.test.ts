import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { gt } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { files, heldUploads, runConfigurations, serverPacks } from '../../drizzle/schema.ts';
import { openUploadHolds } from '../../src/access/upload-holds.ts';
import { tidy } from '../../src/core/chores/sweep.ts';
import { cancelRun } from '../../src/core/runs/run-control.ts';
import { openDatabase } from '../../src/database/open.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { smallPack, upload } from '../support/client.ts';
import { createServerDatabase, databaseKinds, onConnection } from '../support/database.ts';
import { headersOf } from './callers.ts';

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
async function held({ app }: TestApp): Promise<number[]> {
  const rows = await app.database.db.select({ bytes: heldUploads.bytes }).from(heldUploads);
  return rows.map(({ bytes }) => bytes);
}

/** Waits until so many bytes at least are held. */
async function holding(service: TestApp, bytes: number): Promise<void> {
  const sum = async () => (await held(service)).reduce((all, one) => all + one, 0);
  await expect.poll(sum).toBeGreaterThanOrEqual(bytes);
}

/** Waits until nothing is held any more. */
async function free(service: TestApp): Promise<void> {
  await expect.poll(() => held(service)).toEqual([]);
}

async function generate(
  { url }: TestApp,
  modPackId: number,
  headers: Record<string, string>,
): Promise<number> {
  const form = new FormData();
  form.set('id', String(modPackId));
  form.set('gameVersion', '1.20.1');
  form.set('modloader', 'fabric');
  form.set('modloaderVersion', '0.15.6');
  return (await fetch(`${url}/api/v2/modpacks/generate`, { method: 'POST', headers, body: form })).status;
}

describe.each(databaseKinds)('what is half-received, on the %s database', (database) => {
  it('is bounded for one caller, and goes on for others', async () => {
    await using service = await startTestApp({
      database,
      environment: { MAX_UNFINISHED_BYTES_PER_CALLER: String(20 * MB), TRUSTED_PROXIES: 'loopback' },
    });
    const uploads = ['192.0.2.1', '192.0.2.1', '192.0.2.2'].map((address) =>
      beginUpload(service, { 'x-forwarded-for': address }),
    );
    const [first, second, other] = uploads;
    first?.send(12 * MB);
    await holding(service, 12 * MB);
    second?.send(12 * MB);
    expect(await second?.status).toBe(429);
    other?.send(12 * MB);
    await holding(service, 24 * MB);
    for (const one of uploads) one.hangUp();
    await free(service);
  });

  it('is bounded for all together', async () => {
    await using service = await startTestApp({
      database,
      environment: { MAX_UNFINISHED_BYTES: String(20 * MB), TRUSTED_PROXIES: 'loopback' },
    });
    const first = beginUpload(service, { 'x-forwarded-for': '192.0.2.1' });
    first.send(12 * MB);
    await holding(service, 12 * MB);
    const second = beginUpload(service, { 'x-forwarded-for': '192.0.2.2' });
    second.send(12 * MB);
    expect(await second.status).toBe(503);
    for (const one of [first, second]) one.hangUp();
    await free(service);
    expect((await upload(service.url, smallPack())).status).toBe(200);
  });

  it('counts against the megabytes of the day while it arrives, and no more once it is refused', async () => {
    await using service = await startTestApp({
      database,
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

  it('counts against the quota of its token', async () => {
    await using service = await startTestApp({ database });
    const headers = await headersOf(service, { name: 'small', role: 'publisher', quota: 9 * MB });
    const first = beginUpload(service, headers);
    first.send(6 * MB);
    await holding(service, 6 * MB);
    const second = beginUpload(service, headers);
    second.send(6 * MB);
    expect(await second.status).toBe(507);
    for (const one of [first, second]) one.hangUp();
    await free(service);
  });

  it('is no longer held once it is stored, or refused as no zip', async () => {
    await using service = await startTestApp({ database });
    expect((await upload(service.url, smallPack())).status).toBe(200);
    expect((await upload(service.url, Buffer.from('no zip'))).status).toBe(400);
    await free(service);
  });

  it('is forgotten when its node has died', async () => {
    await using service = await startTestApp({ database });
    const { db } = service.app.database;
    const long = new Date(Date.now() - 3_600_000);
    await db.insert(heldUploads).values({ caller: 'address:127.0.0.1', bytes: 10 ** 15, touched: long });
    expect((await upload(service.url, smallPack())).status).toBe(200);
    await tidy(service.app, {
      unfinishedMs: 1_800_000,
      resumableMs: 1_800_000,
      refusedMs: 1_800_000,
      deliveriesMs: 1_800_000,
    });
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
    const form = new FormData();
    form.set('gameVersion', '1.20.1');
    form.set('modloader', 'fabric');
    form.set('modloaderVersion', '0.15.6');
    form.set('file', new Blob([new Uint8Array(pack)]), 'pack.zip');
    const answer = await fetch(`${service.url}/api/v2/modpacks/upload`, {
      method: 'POST',
      headers,
      body: form,
    });
    const { modPackId } = z.object({ modPackId: z.int() }).parse(await answer.json());
    const { db } = service.app.database;
    const built = async () => (await db.select({ id: serverPacks.id }).from(serverPacks)).length;
    await expect.poll(built).toBe(1);
    // Nothing is worked on meanwhile.
    await service.app.stopWork();
    const asked = await Promise.all(Array.from({ length: 8 }, () => generate(service, modPackId, headers)));
    expect(asked.filter((status) => status === 200).length).toBeLessThanOrEqual(3);
    expect(asked.filter((status) => status === 200).length).toBeGreaterThanOrEqual(2);
    expect(asked.filter((status) => status === 507).length).toBeGreaterThanOrEqual(5);
    const waiting = await db
      .select({ id: runConfigurations.id })
      .from(runConfigurations)
      .where(gt(runConfigurations.id, 1));
    for (const { id } of waiting) await cancelRun(service.app.database, id);
    expect(await generate(service, modPackId, headers)).toBe(200);
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
    const node = async () =>
      startTestApp({
        environment: { MAX_UNFINISHED_BYTES_PER_CALLER: String(20 * MB) },
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
    const good = { caller: 20 * MB, all: 20 * MB, strangers: 20 * MB };
    const limits = { unfinished: good, parked: good, forgetAfterMs: 1_800_000, tokenReserveBytes: 0 };
    const asked = await onConnection(shared.url, async (client) => {
      await client.query(`select pg_advisory_lock(${key})`);
      const taken = [one, other].map((database) =>
        openUploadHolds(database, limits)
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
