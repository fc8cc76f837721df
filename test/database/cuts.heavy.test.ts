import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Child, startChild } from '../support/child.ts';
import { smallPack } from '../support/client.ts';
import { createServerDatabase, databaseKinds, onConnection } from '../support/database.ts';
import { follow } from '../support/load/callers.ts';
import type { Ledger } from '../support/load/ledger.ts';

/** More of them by an environment variable, for a long run by hand: DATABASE_CUTS=2000 npm run test:heavy. */
const cuts = Number(process.env.DATABASE_CUTS ?? 60);

/**
 * What tells the load of the cutting, and the cutting of the load: "answer" with each request that was answered as if
 * nothing were wrong, "cut" with each cut. So connections are cut in the middle of work on any machine, and what takes
 * the service long is asked for no faster than it is disturbed.
 */
type Course = EventEmitter<{ answer: []; cut: [] }>;

/** What happens to the service until the cutting is over. */
type Load = (url: string, course: Course, over: AbortSignal) => Promise<void>;

/** Waits for so many of them, or until it is over. */
async function heardOf(
  course: Course,
  event: 'answer' | 'cut',
  times: number,
  over: AbortSignal,
): Promise<void> {
  for (let left = times; left > 0 && !over.aborted; left -= 1) {
    await once(course, event, { signal: over }).catch((error: unknown) => {
      if (!over.aborted) throw error;
    });
  }
}

const runAnswer = z.object({ modPackId: z.int().nullish(), runConfigId: z.int().nullish() });

/** Asks for a run as a legacy caller does; 503 promises nothing, so such a caller tries again. */
async function requestRun(url: string, action: 'upload' | 'generate', part: Record<string, string | Blob>) {
  const form = new FormData();
  form.set('gameVersion', '1.20.1');
  form.set('modloader', 'fabric');
  form.set('modloaderVersion', '0.15.6');
  for (const [name, value] of Object.entries(part)) form.set(name, value);
  const answer = await fetch(`${url}/api/v2/modpacks/${action}`, { method: 'POST', body: form });
  return { status: answer.status, ...runAnswer.parse(await answer.json()) };
}

const uploads =
  (taken: Set<string>, modPacks: Set<number>, writer: string): Load =>
  async (url, course, over) => {
    for (let number = 0; !over.aborted; number += 1) {
      const mark = `${writer} ${number}`;
      // A second try may find what the first, whose answer was lost, has stored.
      while (!taken.has(mark)) {
        const file = new Blob([new Uint8Array(smallPack(mark))]);
        const { status, modPackId } = await requestRun(url, 'upload', { file });
        expect([200, 409, 503]).toContain(status);
        if (status !== 503) taken.add(mark);
        if (modPackId != null) modPacks.add(modPackId);
      }
      await heardOf(course, 'cut', 2, over);
    }
  };

const generates =
  (modPacks: Set<number>, accepted: Set<number>): Load =>
  async (url, course, over) => {
    while (!over.aborted) {
      const known = [...modPacks];
      const one = known[Math.floor(Math.random() * known.length)];
      if (one !== undefined) {
        const { status, runConfigId } = await requestRun(url, 'generate', { id: String(one) });
        expect([200, 503]).toContain(status);
        if (status === 200 && runConfigId != null) accepted.add(runConfigId);
      }
      await heardOf(course, 'cut', 3, over);
    }
  };

/** Votes whose answer says that they were counted, and those of which nobody knows. */
interface Votes {
  counted: number;
  unknown: number;
}

const votes =
  (votes: Votes): Load =>
  async (url, course, over) => {
    while (!over.aborted) {
      const { status } = await fetch(`${url}/api/v2/serverpacks/vote/1&up`);
      expect([200, 404, 503]).toContain(status);
      if (status === 200) votes.counted += 1;
      if (status === 503) votes.unknown += 1;
      else course.emit('answer');
    }
  };

const reads =
  (statuses: Set<number>): Load =>
  async (url, course, over) => {
    const query = '{ modPacks(first: 20) { totalCount nodes { status serverPacks { nodes { id } } } } }';
    for (;;) {
      for (const path of ['modpacks/all', 'modpacks/1', 'events/all', `graphql?query=${query}`]) {
        const base = path.startsWith('graphql') ? url : `${url}/api/v2`;
        const answer = await fetch(`${base}/${path}`);
        statuses.add(answer.status);
        const text = await answer.text().catch(() => '');
        // GraphQL says it in its status as all else does, whatever else it has to tell.
        if (answer.status !== 503) expect(text).not.toMatch(/INTERNAL_ERROR|UNAVAILABLE/);
        if (answer.status !== 503) course.emit('answer');
        if (over.aborted) return;
      }
    }
  };

async function cut(client: pg.Client, all: boolean): Promise<number> {
  const { rowCount } = await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
      order by random() limit $1`,
    [all ? 1_000 : 1],
  );
  return rowCount ?? 0;
}

const figure = z.object({ figure: z.coerce.number() });

async function count(client: pg.Client, text: string): Promise<number> {
  const { rows } = await client.query(text);
  return figure.parse(rows[0]).figure;
}

const unfinished = `select count(*) as figure from run_configurations r where not exists (
  select from events e where e.run_configuration_id = r.id and (e.status = 'ERROR'
    or e.message = 'Syncing ServerPack to database.'))`;

describe.runIf(databaseKinds.includes('server'))('a service whose connections are cut under load', () => {
  it('does not end, does all of everything or nothing, and tells every event once', {
    timeout: 300_000 + cuts * 10_000,
  }, async () => {
    await using scratch = await createServerDatabase();
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'cuts-'));
    await using cleaning = new AsyncDisposableStack();
    cleaning.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
    await using service: Child = startChild('test/support/service-process.ts', {
      PORT: '0',
      LOG_LEVEL: 'fatal',
      DATA_DIR: dataDir,
      DATABASE_URL: scratch.url,
      WORKER_THREADS: '1',
      'config.runRetryDelaySeconds': '0',
      'config.queuePollMs': '200',
      MODLOADER_VERSIONS: 'off',
      CATALOGUE: 'off',
      RATE_LIMIT: 'off',
    });
    const url = (await service.line(/^listening (.*)/))[1] ?? '';
    const course: Course = new EventEmitter();
    const over = new AbortController();
    const heardAll = new AbortController();
    const taken = new Set<string>();
    const modPacks = new Set<number>();
    const accepted = new Set<number>();
    const voted = { counted: 0, unknown: 0 };
    const readStatuses = new Set<number>();
    const seen: Ledger['seen'] = [[], [], []];
    const load = Promise.all(
      [
        uploads(taken, modPacks, 'one'),
        uploads(taken, modPacks, 'two'),
        generates(modPacks, accepted),
        votes(voted),
        reads(readStatuses),
      ].map((one) => one(url, course, over.signal)),
    );
    const followers = Promise.all(
      seen.map((told) => follow({ address: async () => url }, told, heardAll.signal)),
    );
    await onConnection(scratch.url, async (client) => {
      let done = 0;
      const cutting = async () => {
        while (done < cuts) {
          done += await cut(client, Math.random() < 0.1);
          course.emit('cut');
          await heardOf(course, 'answer', Math.ceil(Math.random() * 20), over.signal);
        }
      };
      // Whatever of the load fails is told at once.
      await Promise.race([cutting(), load.then(() => cutting())]);
      over.abort();
      await load;
      await expect.poll(() => count(client, unfinished), { interval: 200 }).toBe(0);

      const { rows } = await client.query('select id from events order by id');
      const ids = rows.map((row) => z.object({ id: z.coerce.number() }).parse(row).id);
      await expect.poll(() => seen.map(({ length }) => length)).toEqual(seen.map(() => ids.length));
      expect(seen.map((told) => told.map(({ id }) => id))).toEqual(seen.map(() => ids));
      heardAll.abort();
      await followers;

      // The service is the very process that was started.
      expect([service.process.exitCode, service.process.signalCode]).toEqual([null, null]);
      expect([...readStatuses].filter((status) => ![200, 304, 404, 503].includes(status))).toEqual([]);
      expect(taken.size).toBeGreaterThan(0);
      expect(await count(client, 'select count(*) as figure from mod_packs')).toBe(taken.size);
      // Each modpack came with one run, and each accepted request made one more.
      const runs = await count(client, 'select count(*) as figure from run_configurations');
      expect(runs).toBeGreaterThanOrEqual(taken.size + accepted.size);
      expect(await count(client, `select count(*) as figure from events where status = 'QUEUED'`)).toBe(runs);
      expect(await count(client, `select count(*) as figure from events where status = 'ERROR'`)).toBe(0);
      expect(await count(client, 'select count(*) as figure from events')).toBe(runs * 8);
      expect(await count(client, 'select count(*) as figure from server_packs')).toBe(runs);
      const confirmed = await count(
        client,
        // The first number goes with a transaction that is cut off; then nobody could vote.
        'select coalesce(max(confirmed_working), 0) as figure from server_packs where id = 1',
      );
      expect(confirmed).toBeGreaterThanOrEqual(voted.counted);
      expect(confirmed).toBeLessThanOrEqual(voted.counted + voted.unknown);
      const total = 'select sum(confirmed_working) as figure from';
      expect(await count(client, `${total} mod_pack_totals`)).toBe(
        await count(client, `${total} server_packs`),
      );
      const left = `select count(*) as figure from queued_runs`;
      await expect.poll(() => count(client, left)).toBe(0);
    });
  });
});
