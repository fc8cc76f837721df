import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { uploadTickets } from '../../drizzle/schema.ts';
import { type RunConfiguration, runDefaults } from '../../src/archive/run-configuration.ts';
import { fileLock, insertFile } from '../../src/core/files.ts';
import { sweep } from '../../src/core/sweep.ts';
import type { Queries } from '../../src/database/database.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { startTestApp } from '../support/app.ts';
import { databaseKinds, openScratchDatabase } from '../support/database.ts';
import { openTemporaryStorage } from '../support/temporary-storage.ts';

const runConfiguration: RunConfiguration = {
  gameVersion: '1.20.1',
  modloader: 'Fabric',
  modloaderVersion: '0.15.6',
  startArgs: [],
  clientMods: [],
  whitelistedMods: [],
  ...runDefaults,
};
const log = pino({ level: 'silent' });
const later = () => new Date(Date.now() + 60_000);

async function publish(
  storage: Storage,
  text: string,
): Promise<{ sha256: string; size: number; storageKey: string }> {
  const file = await storage.receive(Readable.from([Buffer.from(text)]), { maxBytes: 100 });
  return { sha256: file.sha256, size: file.size, storageKey: await storage.publish(file) };
}

describe.each(databaseKinds)('the sweep on the %s database', (kind) => {
  it('removes what no row speaks of and what was never published, and nothing else', async () => {
    await using database = await openScratchDatabase(kind);
    await using place = await openTemporaryStorage();
    const { storage } = place;
    const kept = await publish(storage, 'kept');
    await insertFile(database.db, kept);
    const orphan = await publish(storage, 'orphan');
    await storage.receive(Readable.from([Buffer.from('half')]), { maxBytes: 100 });
    expect(await sweep({ database, storage, log }, new Date(Date.now() - 60_000))).toBe(0);
    expect(await sweep({ database, storage, log }, later())).toBe(2);
    expect(await storage.open(orphan.storageKey)).toBeNull();
    const file = await storage.open(kept.storageKey);
    expect(file).not.toBeNull();
    await file?.close();
  });

  it('removes upload tickets that were used or have expired a while ago, and no other', async () => {
    await using database = await openScratchDatabase(kind);
    await using place = await openTemporaryStorage();
    const now = Date.now();
    const ticket = (expiresIn: number, usedIn: number | null) => ({
      runConfiguration,
      expires: new Date(now + expiresIn),
      used: usedIn === null ? null : new Date(now + usedIn),
    });
    await database.db
      .insert(uploadTickets)
      .values([
        ticket(3_600_000, null),
        ticket(3_600_000, -3_600_000),
        ticket(-3_600_000, null),
        ticket(-1_000, null),
        ticket(3_600_000, -1_000),
      ]);
    expect(await sweep({ database, storage: place.storage, log }, new Date(now - 60_000))).toBe(2);
    const left = await database.db.select({ id: uploadTickets.id }).from(uploadTickets);
    expect(left.map(({ id }) => id).toSorted()).toEqual([1, 4, 5]);
  });

  it('keeps an orphan that is uploaded again while it sweeps', async () => {
    await using database = await openScratchDatabase(kind);
    await using place = await openTemporaryStorage();
    const { storage } = place;
    await publish(storage, 'again');
    const sha256 = createHash('sha256').update('again').digest('hex');
    const asked = Promise.withResolvers<void>();
    let sweeping: Promise<number> | null = null;
    // It has found no row when it comes to the lock, or to the removal.
    const watched = {
      database: {
        ...database,
        exclusively: <Result>(name: string, work: (held: Queries) => Promise<Result>) => {
          asked.resolve();
          return database.exclusively(name, work);
        },
      },
      storage: {
        ...storage,
        async remove(key: string) {
          await storage.remove(key);
          asked.resolve();
        },
      },
    };
    await database.exclusively(fileLock(sha256), async () => {
      const file = await publish(storage, 'again');
      sweeping = sweep({ ...watched, log }, later());
      await asked.promise;
      await database.db.transaction((tx) => insertFile(tx, file));
    });
    expect(await sweeping).toBe(0);
    const file = await storage.open(sha256);
    expect(file).not.toBeNull();
    await file?.close();
  });
});

it('the running service sweeps several times a day', async () => {
  await using service = await startTestApp();
  const schedules = await service.app.database.boss.getSchedules();
  expect(schedules).toContainEqual(expect.objectContaining({ name: 'sweep', cron: '30 */6 * * *' }));
});
