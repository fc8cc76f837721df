import { describe, expect, it } from 'vitest';
import { events, modPacks, runConfigurations } from '../../drizzle/schema.ts';
import { headersOf, uploadForm } from '../access/callers.ts';
import { startTestApp } from '../support/app.ts';
import { databaseKinds } from '../support/database.ts';
import { about } from '../support/figures-and-counts.ts';
import { begin, send } from '../support/resumable.ts';
import { ask } from './client.ts';
import { insertFinishedRuns } from './rows.ts';

describe.each(databaseKinds)('what operators see, on the %s database', (database) => {
  it('is the health of the service, its queue, and what is stored because of each token', async () => {
    await using service = await startTestApp({ database });
    const operator = await headersOf(service, { name: 'boss', role: 'operator' });
    const publisher = await headersOf(service, { name: 'builds', role: 'publisher', quota: 1_000_000 });
    const uploaded = await fetch(`${service.url}/api/v2/modpacks/upload`, {
      method: 'POST',
      headers: publisher,
      body: uploadForm('lithium'),
    });
    expect(uploaded.status).toBe(200);
    await expect
      .poll(() => ask(service.url, '{ serverPack(databaseId: 1) { size } }'))
      .toMatchObject({ data: { serverPack: { size: expect.any(Number) } } });
    const { url } = await begin(service, 100);
    await send(url, new Uint8Array(60), 0);
    const query = `{ service {
      health { name ok }
      queue { waiting active waitingForRoom oldestSeconds }
      tokens { name role quota stored mayVoteForOthers lastUsed }
      unfinishedUploadBytes
      freeBytes
    } }`;
    const { data, errors } = await ask(service.url, query, {}, operator);
    expect(errors).toBeUndefined();
    const stored = await ask(service.url, '{ viewer { stored } }', {}, publisher);
    expect(stored.data).toEqual({ viewer: { stored: expect.any(Number) } });
    expect(data).toMatchObject({
      service: {
        health: [
          { name: 'database', ok: true },
          { name: 'storage', ok: true },
        ],
        queue: { waiting: 0, active: 0, waitingForRoom: 0, oldestSeconds: null },
        tokens: [
          { name: 'boss', role: 'OPERATOR', quota: null, stored: 0, mayVoteForOthers: false },
          { name: 'builds', role: 'PUBLISHER', quota: 1_000_000, ...Object(stored.data?.viewer) },
        ],
        unfinishedUploadBytes: 60,
        freeBytes: expect.any(Number),
      },
    });
    for (const headers of [publisher, {}]) {
      const refused = await ask(service.url, '{ service { tokens { name } } }', {}, headers);
      expect(refused.data).toBeNull();
      expect(refused.errors?.[0]?.extensions?.code).toBeOneOf(['FORBIDDEN', 'UNAUTHENTICATED']);
    }
  });

  it('tells how the runs of each day went', async () => {
    await using service = await startTestApp({ database });
    const { db } = service.app.database;
    await insertFinishedRuns(db, { modPacks: 1, runs: 3 });
    await db.delete(events);
    const [pack] = await db.select({ id: modPacks.id }).from(modPacks);
    const runs = await db.select({ id: runConfigurations.id }).from(runConfigurations);
    const modPackId = pack?.id ?? 0;
    const at = (second: number) => new Date(Date.UTC(2025, 2, 1, 23, 59, second));
    const endings = [
      { seconds: 10, event: { status: 'GENERATED', message: 'Syncing ServerPack to database.' } },
      { seconds: 90, event: { status: 'ERROR', message: 'ModPack checks failed.', errors: [] } },
      {
        seconds: 20,
        event: {
          status: 'ERROR',
          message: 'ServerPack generation failed.',
          errors: [{ code: 'CANCELLED', error: 'An operator has cancelled the run.', entry: null }],
        },
      },
    ] as const;
    for (const [index, { seconds, event }] of endings.entries()) {
      const about = { modPackId, runConfigurationId: runs[index]?.id ?? 0 };
      await db
        .insert(events)
        .values({ ...about, status: 'QUEUED', message: 'Submitted task to queue.', timestamp: at(0) });
      await db.insert(events).values({
        ...about,
        ...event,
        errors: [...('errors' in event ? event.errors : [])],
        timestamp: at(seconds),
      });
    }
    const { data } = await ask(
      service.url,
      '{ statistics { runDays(last: 3, until: "2025-03-02") { date generated failed cancelled medianSeconds } } }',
    );
    const none = { generated: 0, failed: 0, cancelled: 0, medianSeconds: null };
    expect(data).toEqual({
      statistics: {
        runDays: [
          { date: '2025-02-28', ...none },
          { date: '2025-03-01', generated: 1, failed: 0, cancelled: 1, medianSeconds: about(10) },
          { date: '2025-03-02', ...none, failed: 1 },
        ],
      },
    });
  });
});
