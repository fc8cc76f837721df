import pino from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { sweep } from '../../src/core/chores/sweep.ts';
import type { Queries } from '../../src/database/database.ts';
import { startTestApp } from '../support/app.ts';
import { smallPack, upload } from '../support/client.ts';
import { databaseKinds } from '../support/database.ts';
import { eventsUntilEnd, statusesOf, wholeRun } from '../support/runs.ts';

const log = pino({ level: 'silent' });

describe.each(databaseKinds)('a server pack on the %s database', (kind) => {
  it('is not swept between its storing and its row', async () => {
    await using service = await startTestApp({ database: kind });
    const { database, storage } = service.app;
    const publish = storage.publish.bind(storage);
    const sweeping = Promise.withResolvers<Promise<number>>();
    /** Sweeps up to where it would remove the server pack, and beyond if it may. */
    const sweepNow = async () => {
      const asked = Promise.withResolvers<void>();
      const exclusively = <Result>(name: string, work: (held: Queries) => Promise<Result>) => {
        asked.resolve();
        return database.exclusively(name, work);
      };
      const watched = { ...database, exclusively };
      // Files under way are kept by their dates, which a sweep from the future would not respect.
      const published = { ...storage, sweepUnpublished: async () => 0 };
      const swept = sweep({ database: watched, storage: published, log }, new Date(Date.now() + 60_000));
      sweeping.resolve(swept);
      await Promise.race([asked.promise, swept]);
      for (let turn = 0; turn < 10; turn += 1) await database.exclusively('another file', async () => {});
    };
    let published = 0;
    vi.spyOn(storage, 'publish').mockImplementation(async (file) => {
      const key = await publish(file);
      published += 1;
      // The first one is the modpack.
      if (published === 2) await sweepNow();
      return key;
    });
    const { body } = await upload(service.url, smallPack());
    expect(statusesOf(await eventsUntilEnd(service.app, body.modPackId ?? 0))).toEqual(wholeRun);
    expect(await await sweeping.promise).toBe(0);
    const download = await fetch(`${service.url}/api/v2/serverpacks/download/1`);
    expect(download.status).toBe(200);
    expect((await download.arrayBuffer()).byteLength).toBeGreaterThan(0);
    vi.restoreAllMocks();
  });
});
