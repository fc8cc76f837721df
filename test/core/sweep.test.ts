import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { fileLock, insertFile } from '../../src/core/files.ts';
import { sweep } from '../../src/core/sweep.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { databaseKinds, openScratchDatabase } from '../support/database.ts';
import { openTemporaryStorage } from '../support/temporary-storage.ts';

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
        exclusively: <Result>(name: string, work: () => Promise<Result>) => {
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
