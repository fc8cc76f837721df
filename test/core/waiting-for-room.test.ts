import { symlink } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cancelRun } from '../../src/core/runs/run-control.ts';
import { type Database, rows } from '../../src/database/database.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { eventsOf, requestAnother, smallPack, upload } from '../support/client.ts';
import { databaseKind, openLastingDatabase, openScratchDatabase } from '../support/database.ts';
import { eventsUntilEnd, statusesOf, wholeRun } from '../support/runs.ts';
import { openTemporaryStorage } from '../support/temporary-storage.ts';

const waiting = z
  .object({
    for: z.literal('ROOM'),
    since: z.coerce.date(),
    nextTry: z.coerce.date(),
    until: z.coerce.date(),
  })
  .nullable();
const answer = z.object({
  data: z.object({
    modPack: z.object({
      status: z.string(),
      runs: z.object({ nodes: z.array(z.object({ databaseId: z.int(), waiting })) }),
    }),
  }),
});
const document = `query ($id: Int!) { modPack(by: { databaseId: $id }) { status
  runs { nodes { databaseId waiting { for since nextTry until } } } } }`;

async function waitingOf({ url }: TestApp, id: number) {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: document, variables: { id } }),
  });
  const { status, runs } = answer.parse(await response.json()).data.modPack;
  const run = runs.nodes.find((one) => one.waiting !== null);
  return { status, waiting: run?.waiting ?? null, run: run?.databaseId ?? null };
}

/** What the modpack waits for, once it does. */
async function untilWaiting(service: TestApp, id: number) {
  let found = await waitingOf(service, id);
  await expect
    .poll(async () => {
      found = await waitingOf(service, id);
      return found.waiting;
    })
    .not.toBeNull();
  // Asked once more, it could be at its next attempt.
  return found;
}

/** Parts that outlive the service. */
interface Kept {
  storage?: Storage;
  database?: Database;
}

/** A store on a disk that is full for server packs, in truth: their files are /dev/full. */
const filling = (storage: Storage, isFull: () => boolean): Storage => ({
  ...storage,
  async scratch(expected) {
    const file = await storage.scratch(expected);
    if (expected !== undefined && isFull()) await symlink('/dev/full', file.path);
    return file;
  },
});

describe.runIf(process.platform === 'linux')('a run', () => {
  /** A service with one worker and no retries, whose disk is full until it is told otherwise. */
  async function openFull(environment: Record<string, string> = {}, kept: Kept = {}) {
    await using opened = new AsyncDisposableStack();
    const store = kept.storage ?? opened.use(await openTemporaryStorage()).storage;
    let full = true;
    let looks = 0;
    const lines: string[] = [];
    const storage = filling(store, () => {
      looks += 1;
      return full;
    });
    const service = opened.use(
      await startTestApp({
        environment: {
          WORKER_THREADS: '1',
          'config.runRetries': '0',
          'config.roomWait.firstSeconds': '1',
          ...environment,
        },
        overrides: {
          storage,
          database: kept.database ?? (await openScratchDatabase(databaseKind)),
          log: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
        },
      }),
    );
    const parts = opened.move();
    return {
      service,
      lines,
      looks: () => looks,
      makeRoom: () => {
        full = false;
      },
      [Symbol.asyncDispose]: () => parts.disposeAsync(),
    };
  }

  it('that meets a full disk waits for room, in sight, and holds up nobody but the next of its modpack', async () => {
    await using disk = await openFull({ 'config.roomWait.firstSeconds': '2' });
    const { service } = disk;
    const { body } = await upload(service.url, smallPack('first'));
    const id = body.modPackId ?? 0;
    const seen = await untilWaiting(service, id);
    expect(seen).toMatchObject({
      status: 'GENERATING',
      run: body.runConfigId,
      waiting: { for: 'ROOM' },
    });
    const { since, nextTry, until } = seen.waiting ?? {};
    expect(Number(nextTry)).toBeGreaterThan(Number(since));
    expect(Number(until) - Number(since)).toBe(86_400_000);
    expect(disk.lines.some((line) => line.includes('waits for room') && line.includes('ENOSPC'))).toBe(true);
    // The one worker is free: a check that fails needs no room.
    await requestAnother(service.url, id);
    const broken = await upload(service.url, smallPack('broken').fill(0, 20, 60));
    const brokenEvents = await eventsUntilEnd(service.app, broken.body.modPackId ?? 0);
    expect(statusesOf(brokenEvents)).toEqual(['QUEUED', 'CHECKING', 'ERROR']);
    expect((await eventsOf(service.url, id)).at(-1)?.status).toBe('QUEUED');
    disk.makeRoom();
    const events = await eventsUntilEnd(service.app, id, 2);
    const runs = [body.runConfigId, (body.runConfigId ?? 0) + 1];
    const ofRun = runs.map((run) =>
      statusesOf(events.filter(({ runConfigurationId }) => runConfigurationId === run)),
    );
    expect(ofRun).toEqual([wholeRun, wholeRun]);
    const begun = events.filter(({ status }) => status !== 'QUEUED').map((event) => event.runConfigurationId);
    expect(begun).toEqual(begun.toSorted((one, other) => one - other));
    expect(await waitingOf(service, id)).toEqual({ status: 'GENERATED', waiting: null, run: null });
  });

  it('that has waited as long as it may ends in ERROR with a plain sentence', async () => {
    await using disk = await openFull({ 'config.roomWait.giveUpSeconds': '1' });
    const { body } = await upload(disk.service.url, smallPack());
    const events = await eventsUntilEnd(disk.service.app, body.modPackId ?? 0);
    expect(statusesOf(events)).toEqual(['QUEUED', 'CHECKING', 'CHECKED', 'GENERATING', 'ERROR']);
    expect(events.at(-1)).toMatchObject({
      message: 'ServerPack generation failed.',
      errors: [{ code: 'STORAGE_FULL', entry: null, error: expect.stringContaining('no room') }],
    });
    expect(disk.looks()).toBe(2);
    expect((await waitingOf(disk.service, body.modPackId ?? 0)).waiting).toBeNull();
    disk.makeRoom();
    await requestAnother(disk.service.url, body.modPackId ?? 0);
    const all = await eventsUntilEnd(disk.service.app, body.modPackId ?? 0, 2);
    expect(statusesOf(all.slice(events.length))).toEqual(wholeRun);
  });

  it('that waits survives a restart, with the time it has waited', async () => {
    await using place = await openLastingDatabase(databaseKind);
    await using store = await openTemporaryStorage();
    const open = async () =>
      openFull(
        { 'config.roomWait.firstSeconds': '3' },
        { storage: store.storage, database: await place.open() },
      );
    let since: Date | undefined;
    let id = 0;
    {
      await using disk = await open();
      id = (await upload(disk.service.url, smallPack())).body.modPackId ?? 0;
      since = (await untilWaiting(disk.service, id)).waiting?.since;
    }
    await using disk = await open();
    expect((await untilWaiting(disk.service, id)).waiting?.since).toEqual(since);
    disk.makeRoom();
    expect(statusesOf(await eventsUntilEnd(disk.service.app, id))).toEqual(wholeRun);
  });

  it('that waits can be cancelled', async () => {
    await using disk = await openFull({
      'config.roomWait.firstSeconds': '3600',
      'config.roomWait.mostSeconds': '3600',
    });
    const { body } = await upload(disk.service.url, smallPack());
    const id = body.modPackId ?? 0;
    await untilWaiting(disk.service, id);
    // No node has it, so none will have died with it.
    const { db } = disk.service.app.database;
    expect(await rows(db, sql`select claim from queued_runs`)).toEqual([{ claim: null }]);
    // And none will before its time, which is not the pause after a failure.
    const jobs = sql`select next_attempt > now() + interval '30 minutes' as later from queued_runs`;
    expect(await rows(db, jobs)).toEqual([{ later: true }]);
    await cancelRun(disk.service.app.database, body.runConfigId ?? 0);
    const events = await eventsUntilEnd(disk.service.app, id);
    expect(events.at(-1)?.errors).toMatchObject([{ code: 'CANCELLED' }]);
    expect(await waitingOf(disk.service, id)).toEqual({ status: 'ERROR', waiting: null, run: null });
    disk.makeRoom();
    await requestAnother(disk.service.url, id);
    const all = await eventsUntilEnd(disk.service.app, id, 2);
    expect(statusesOf(all.slice(events.length))).toEqual(wholeRun);
  });
});
