/** What is removed by its age goes after the time that its own setting says, and no other's. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { heldUploads, resumableUploads, webhookDeliveries, webhooks } from '../../drizzle/schema.ts';
import { tidyChore } from '../../src/core/chores/sweep.ts';
import { startTestApp } from '../support/app.ts';
import { eventsOf, upload } from '../support/client.ts';
import { databaseKinds } from '../support/database.ts';
import { filesIn } from '../support/everything-stored.ts';
import { begin } from '../support/resumable.ts';
import { zipWith } from '../support/zip.ts';

const seconds = {
  UNFINISHED_SECONDS: 1_000,
  RESUMABLE_SECONDS: 2_000,
  WEBHOOK_RETENTION_SECONDS: 4_000,
  ERROR_RETENTION: 5_000,
};

afterEach(() => void vi.useRealTimers());

describe.each(databaseKinds)('tidying, on the %s database', (database) => {
  it('removes each thing after its own time', async () => {
    const environment = Object.fromEntries(
      Object.entries(seconds).map(([name, value]) => [name, String(value)]),
    );
    await using service = await startTestApp({ database, environment });
    const { app, dataDir, url } = service;
    const { db } = app.database;
    const incoming = path.join(dataDir, 'store', 'incoming');

    const refused = await upload(url, zipWith({ 'config/a.txt': 'nothing to play' }));
    const id = refused.body.modPackId ?? 0;
    await expect.poll(async () => (await eventsOf(url, id)).at(-1)?.status).toBe('ERROR');
    await begin(service, 1_000);
    const [webhook] = await db
      .insert(webhooks)
      .values({ url: 'https://localhost/', format: 'STANDARD', statuses: [], secret: 'a', lastEventId: 0 })
      .returning();
    const delivery = { webhookId: webhook?.id ?? 0, type: 'test', body: '{}', state: 'DELIVERED' as const };
    await db.insert(webhookDeliveries).values(delivery);
    await db.insert(heldUploads).values({ caller: 'address:192.0.2.1', bytes: 1 });
    await writeFile(path.join(incoming, crypto.randomUUID()), 'half of it');

    const began = Date.now();
    vi.useFakeTimers({ toFake: ['Date'] });
    /** What is there once so many seconds have gone by. */
    const leftAfter = async (passed: number) => {
      vi.setSystemTime(began + passed * 1_000);
      await tidyChore(app, app.config.retention).run();
      return {
        received: (await filesIn(incoming)).length,
        held: (await db.select().from(heldUploads)).length,
        uploads: (await db.select().from(resumableUploads)).length,
        deliveries: (await db.select().from(webhookDeliveries)).length,
        archive: (await fetch(`${url}/api/v2/modpacks/download/${id}`)).status,
      };
    };
    const all = { received: 1, held: 1, uploads: 1, deliveries: 1, archive: 200 };
    expect(await leftAfter(seconds.UNFINISHED_SECONDS - 60)).toEqual(all);
    const received = { ...all, received: 0, held: 0 };
    expect(await leftAfter(seconds.UNFINISHED_SECONDS + 60)).toEqual(received);
    expect(await leftAfter(seconds.RESUMABLE_SECONDS - 60)).toEqual(received);
    const given = { ...received, uploads: 0 };
    expect(await leftAfter(seconds.RESUMABLE_SECONDS + 60)).toEqual(given);
    expect(await leftAfter(seconds.WEBHOOK_RETENTION_SECONDS - 60)).toEqual(given);
    const deliveries = { ...given, deliveries: 0 };
    expect(await leftAfter(seconds.WEBHOOK_RETENTION_SECONDS + 60)).toEqual(deliveries);
    expect(await leftAfter(seconds.ERROR_RETENTION - 60)).toEqual(deliveries);
    expect(await leftAfter(seconds.ERROR_RETENTION + 60)).toEqual({ ...deliveries, archive: 410 });
  });
});
