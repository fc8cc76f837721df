import { sql } from 'drizzle-orm';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { recordEvents } from '../../src/core/events/events.ts';
import { WorkProcessDied } from '../../src/core/runs/archive-work.ts';
import { saveAttempts } from '../../src/core/runs/attempts.ts';
import type { ArchiveWork } from '../../src/core/runs/pipeline.ts';
import { cancelRun } from '../../src/core/runs/run-control.ts';
import { type Database, rows } from '../../src/database/database.ts';
import { startTestApp } from '../support/app.ts';
import { eventsOf, smallPack, upload } from '../support/client.ts';
import { databaseKinds } from '../support/database.ts';
import { eventsUntilEnd, statusesOf, wholeRun } from '../support/runs.ts';
import { sharedWorkerPool } from '../support/worker-pool.ts';

type Check = ArchiveWork['check'];

/** Threads of which each check does what is next in the list. */
function workOf(checks: Check[]): ArchiveWork {
  const left = checks.values();
  return {
    check: (task, hooks) => (left.next().value ?? sharedWorkerPool().check)(task, hooks),
    generate: (order, hooks) => sharedWorkerPool().generate(order, hooks),
  };
}

const died: Check = () => Promise.reject(new WorkProcessDied('SIGKILL', ''));
const refused: Check = async () => ({
  summary: null,
  warnings: [],
  modCount: 0,
  problems: [{ code: 'NO_MODS', error: 'No mods.', entry: null }],
});

/** A check that goes on until it is told to end, and says when it has begun and when it was told. */
function endlessCheck() {
  const begun = Promise.withResolvers<void>();
  const aborted = Promise.withResolvers<void>();
  const check: Check = (_task, { signal }) => {
    begun.resolve();
    return new Promise((_resolve, reject) => {
      const end = () => {
        aborted.resolve();
        reject(new Error('told to end'));
      };
      if (signal.aborted) end();
      else signal.addEventListener('abort', end, { once: true });
    });
  };
  return { check, begun: begun.promise, aborted: aborted.promise };
}

/** A check that waits until it is let go, and then is as any other. */
function heldCheck(check: Check = (task, hooks) => sharedWorkerPool().check(task, hooks)) {
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const held: Check = async (task, hooks) => {
    begun.resolve();
    await goOn.promise;
    return check(task, hooks);
  };
  return { check: held, begun: begun.promise, goOn: goOn.resolve };
}

/** A check that is over, which is told once it is let go. */
function heldVerdict(check: Check = (task, hooks) => sharedWorkerPool().check(task, hooks)) {
  const over = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const held: Check = async (task, hooks) => {
    const verdict = check(task, hooks);
    await Promise.allSettled([verdict]);
    over.resolve();
    await goOn.promise;
    return verdict;
  };
  return { check: held, over: over.promise, goOn: goOn.resolve };
}

/** As after the death of the node that works on it: another takes the run. */
async function takeAway({ db, notify }: Database): Promise<void> {
  await rows(db, sql`update queued_runs set claim = null, claimed_until = null returning 1`);
  await notify('waiting_runs', '');
}

const attemptsIn = ({ db }: Database) => rows(db, sql`select failures, deaths from setbacks`);

describe('what a run has met with', () => {
  async function start(checks: Check[]) {
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
    const service = await startTestApp({
      environment: { 'config.runRetryDelaySeconds': '0' },
      overrides: { work: workOf(checks), log },
    });
    const { modPackId, runConfigId } = (await upload(service.url, smallPack())).body;
    return { service, lines, modPackId: modPackId ?? 0, run: runConfigId ?? 0 };
  }

  it.each([
    ['its server pack', undefined, wholeRun],
    ['a refusal', refused, ['QUEUED', 'CHECKING', 'ERROR']],
    ['a second death', died, ['QUEUED', 'CHECKING', 'ERROR']],
  ])('is forgotten with the end of the run by %s', async (_end, second, statuses) => {
    const held = heldCheck(second);
    const started = await start([died, held.check]);
    await using service = started.service;
    await held.begun;
    expect(await attemptsIn(service.app.database)).toEqual([{ failures: 0, deaths: 1 }]);
    held.goOn();
    expect(statusesOf(await eventsUntilEnd(service.app, started.modPackId))).toEqual(statuses);
    expect(await attemptsIn(service.app.database)).toEqual([]);
  });

  it('is forgotten when the run is cancelled, and its work ends', async () => {
    const endless = endlessCheck();
    const started = await start([died, endless.check]);
    await using service = started.service;
    const { database } = service.app;
    await endless.begun;
    await cancelRun(database, started.run);
    expect(await attemptsIn(database)).toEqual([]);
    await endless.aborted;
    await expect.poll(() => started.lines.join()).toContain('this run was cancelled');
  });

  it('is nothing once the run has ended elsewhere, which its attempt here hears late', async () => {
    const endless = endlessCheck();
    const { service: started, lines, run } = await start([endless.check]);
    await using service = started;
    const { database } = service.app;
    await endless.begun;
    const of = { modPackId: 1, runConfigurationId: run };
    await database.db.transaction((tx) => recordEvents(tx, of, [{ status: 'ERROR', message: 'Cancelled.' }]));
    await endless.aborted;
    await expect.poll(() => lines.join()).toContain('another worker has taken it over');
    expect(await attemptsIn(database)).toEqual([]);
    await database.db.transaction((tx) => saveAttempts(tx, run, { failures: 1 }));
    expect(await attemptsIn(database)).toEqual([]);
  });

  it('has no failure in it because a node stood still until another took the run over', async () => {
    const [late, other] = [endlessCheck(), heldCheck()];
    const { service: started, lines, modPackId } = await start([late.check, other.check]);
    await using service = started;
    const { database } = service.app;
    await late.begun;
    await takeAway(database);
    await other.begun;
    await late.aborted;
    await expect.poll(() => lines.join()).toContain('another worker has taken it over');
    expect(await attemptsIn(database)).toEqual([]);
    other.goOn();
    expect(statusesOf(await eventsUntilEnd(service.app, modPackId))).toEqual(wholeRun);
  });

  it.each([
    ['a pass', undefined],
    ['a refusal', refused],
    ['a failure', () => Promise.reject(new Error('odd'))],
  ] satisfies [string, Check | undefined][])(
    'has nothing in it of an attempt that ends with %s once another has taken the run over',
    async (_end, check) => {
      // Its next word is that of its end: with more to do it could hear before from its heartbeat.
      const [late, other] = [heldVerdict(check), heldCheck()];
      const { service: started, lines, modPackId } = await start([late.check, other.check]);
      await using service = started;
      const { database } = service.app;
      await late.over;
      await takeAway(database);
      await other.begun;
      late.goOn();
      await expect.poll(() => lines.join()).toContain('another worker has taken it over');
      const sofar = await eventsOf(service.url, modPackId);
      expect(sofar.map(({ status }) => status)).toEqual(['QUEUED', 'CHECKING']);
      expect(await attemptsIn(database)).toEqual([]);
      other.goOn();
      expect(statusesOf(await eventsUntilEnd(service.app, modPackId))).toEqual(wholeRun);
    },
  );
});

describe.runIf(databaseKinds.includes('server'))('what is written about a run while it ends', () => {
  it('is waited for, and forgotten', async () => {
    const endless = endlessCheck();
    await using service = await startTestApp({
      database: 'server',
      overrides: { work: workOf([endless.check]) },
    });
    const { database } = service.app;
    const run = (await upload(service.url, smallPack())).body.runConfigId ?? 0;
    await endless.begun;
    const written = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const late = database.db.transaction(async (tx) => {
      await saveAttempts(tx, run, { failures: 1 });
      written.resolve();
      await goOn.promise;
    });
    await written.promise;
    const cancelled = cancelRun(database, run);
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => rows(database.db, waiting)).toHaveLength(1);
    goOn.resolve();
    await Promise.all([late, cancelled]);
    expect(await attemptsIn(database)).toEqual([]);
  });
});
