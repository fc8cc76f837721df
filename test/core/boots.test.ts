import { eq, sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { boots, runConfigurations } from '../../drizzle/schema.ts';
import { defaultBootLimits } from '../../src/boot/boot-limits.ts';
import type { BootPhase, BootResult } from '../../src/boot/boot-result.ts';
import type { BootRunner } from '../../src/core/boots/boot-work.ts';
import { keepBoot, requestBoot, takeBoot } from '../../src/core/boots/boots.ts';
import type { Database } from '../../src/database/database.ts';
import { headersOf } from '../access/callers.ts';
import { ask, globalId, operatorHeaders } from '../graphql/client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { requestAnother, smallPack, upload } from '../support/client.ts';
import { openKept } from '../support/kept-databases.ts';
import { eventsUntilEnd } from '../support/runs.ts';

const failed: BootResult = {
  outcome: 'FAILED',
  seconds: 41.3,
  peakMemory: 3_000_000_000,
  java: '21.0.1',
  worldBytes: null,
  log: 'a line \0 \ud800',
  findings: [
    {
      cause: 'CLIENT_ONLY_MOD',
      message: 'A mod is for clients.',
      lines: [{ number: 1, text: 'x' }],
      traces: [{ file: 'hud.jar' }],
      act: { kind: 'DROP_MOD' },
    },
  ],
  repairs: [],
};

/** A boot that does what the test says. */
interface Played {
  signal: AbortSignal;
  repair: boolean;
  phase(phase: BootPhase): void;
  end: PromiseWithResolvers<BootResult>;
}

function playedRunner(problem: string | null = null) {
  const begun: Played[] = [];
  const runner: BootRunner = {
    problem: async () => problem,
    sweep: async () => {},
    run({ repair }, { signal, onPhase }) {
      const end = Promise.withResolvers<BootResult>();
      signal.addEventListener('abort', () => end.reject(signal.reason));
      begun.push({ signal, repair, phase: onPhase, end });
      return end.promise;
    },
  };
  return { runner, begun };
}

let service: TestApp | undefined;
afterEach(async () => {
  await service?.[Symbol.asyncDispose]();
  service = undefined;
});

async function open(
  runner: BootRunner,
  packs: number,
  environment: Record<string, string> = {},
  values: NonNullable<Parameters<typeof startTestApp>[0]>['values'] = {},
  database?: Database,
): Promise<TestApp> {
  const opened = await startTestApp({
    values,
    environment: { BOOT: 'on', 'config.queuePollMs': '100', ...environment },
    overrides: { boots: runner, ...(database && { database }) },
  });
  service = opened;
  if (packs > 0) await upload(opened.url, smallPack());
  if (packs > 0) await eventsUntilEnd(opened.app, 1);
  for (let nth = 2; nth <= packs; nth++) {
    await requestAnother(opened.url, 1);
    await eventsUntilEnd(opened.app, 1, nth);
  }
  return opened;
}

const fields =
  'state outcome seconds peakMemory java log findings { cause suspects { file } act { kind } } repairs { dropped finding { cause } }';
const bootOf = async ({ url }: TestApp, id = 1) =>
  Object(
    (await ask(url, `{ serverPack(by: { databaseId: ${id} }) { boot { ${fields} } } }`)).data?.serverPack,
  ).boot;
const boot = async (
  { url }: TestApp,
  serverPack: string,
  repair = false,
  headers: Record<string, string> = {},
) =>
  (
    await ask(
      url,
      'mutation ($serverPack: ID!, $repair: Boolean!) { bootServerPack(input: { serverPack: $serverPack, repair: $repair }) { __typename ... on UserError { code message } } }',
      { serverPack, repair },
      headers,
    )
  ).data?.bootServerPack;
const pack = (id: number) => globalId('ServerPack', id);
const follow = ({ url }: TestApp, id: number, signal: AbortSignal | null = null) =>
  fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({
      query: `subscription { boot(serverPack: "${pack(id)}") { state outcome } }`,
    }),
    signal,
  });

describe('a boot on a service', () => {
  it('is queued, told of while it runs, kept with its result, and filtered by', async () => {
    const { runner, begun } = playedRunner();
    const app = await open(runner, 1);
    expect(await bootOf(app)).toBeNull();
    expect(await boot(app, pack(1))).toEqual({ __typename: 'ServerPack' });
    await expect.poll(() => begun.length).toBe(1);
    begun[0]?.phase('STARTING');
    await expect.poll(() => bootOf(app)).toMatchObject({ state: 'STARTING', outcome: null });
    expect(await boot(app, pack(1))).toMatchObject({ code: 'CONFLICT' });
    begun[0]?.end.resolve(failed);
    const { traces: _, ...finding } = { ...failed.findings[0] };
    await expect
      .poll(() => bootOf(app))
      .toEqual({
        state: 'ENDED',
        outcome: 'FAILED',
        seconds: 41.3,
        peakMemory: 3_000_000_000,
        java: '21.0.1',
        log: failed.log,
        findings: [{ cause: finding.cause, suspects: [{ file: 'hud.jar' }], act: { kind: 'DROP_MOD' } }],
        repairs: [],
      });
    // Logs of hundreds of boots would be held at once.
    const many = '{ modPacks(first: 2) { nodes { serverPacks(first: 100) { nodes { boot { log } } } } } }';
    expect((await ask(app.url, many)).errors?.[0]?.extensions?.code).toBe('QUERY_TOO_COMPLEX');
    const listed = async (started: boolean) =>
      Object(
        (
          await ask(
            app.url,
            `{ serverPacks(filter: { started: ${started} }) { totalCount nodes { databaseId } } }`,
          )
        ).data?.serverPacks,
      );
    const none = { totalCount: 0, nodes: [] };
    const one = { totalCount: 1, nodes: [{ databaseId: 1 }] };
    expect([await listed(true), await listed(false)]).toEqual([none, one]);
    const { db } = app.app.database;
    await db.update(runConfigurations).set({ format: 'MRPACK' });
    expect(await boot(app, pack(1))).toMatchObject({ code: 'INVALID_INPUT' });
    await db.update(runConfigurations).set({ format: 'ZIP' });
    // It may be tried again.
    expect(await boot(app, pack(1))).toEqual({ __typename: 'ServerPack' });
    await expect.poll(() => begun.length).toBe(2);
    begun[1]?.end.resolve({ ...failed, outcome: 'STARTED' });
    await expect.poll(() => bootOf(app)).toMatchObject({ outcome: 'STARTED' });
    expect([await listed(true), await listed(false)]).toEqual([one, none]);
    // With repairs: as it is, it does not start.
    expect(await boot(app, pack(1), true)).toEqual({ __typename: 'ServerPack' });
    await expect.poll(() => begun.map(({ repair }) => repair)).toEqual([false, false, true]);
    const repairs = failed.findings.map((one) => ({ finding: one, dropped: ['hud.jar'] }));
    begun[2]?.end.resolve({ ...failed, outcome: 'STARTED_REPAIRED', findings: [], repairs });
    await expect
      .poll(() => bootOf(app))
      .toMatchObject({
        outcome: 'STARTED_REPAIRED',
        repairs: [{ dropped: ['hud.jar'], finding: { cause: 'CLIENT_ONLY_MOD' } }],
      });
    expect([await listed(true), await listed(false)]).toEqual([none, one]);
  });

  it('is refused in words where there is nothing to try, too much waits, or this service tries none', async () => {
    const { runner } = playedRunner();
    const app = await open(runner, 4);
    expect(await boot(app, pack(99))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await boot(app, globalId('ModPack', 1))).toMatchObject({ code: 'INVALID_INPUT' });
    for (const id of [1, 2, 3]) expect(await boot(app, pack(id))).toEqual({ __typename: 'ServerPack' });
    expect(await boot(app, pack(4))).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    await app[Symbol.asyncDispose]();
    const off = await open(runner, 0, { BOOT: 'off' });
    expect(await boot(off, pack(1))).toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('BOOT=on'),
    });
    await off[Symbol.asyncDispose]();
    const unable = await open(playedRunner('There is no bubblewrap.').runner, 0);
    expect(await boot(unable, pack(1))).toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('is queued for a caller with a token when callers without one have all that they may', async () => {
    const app = await open(playedRunner().runner, 4, { TRUSTED_PROXIES: 'loopback' }, ({ sharedLimits }) => ({
      sharedLimits: { ...sharedLimits, boots: { caller: 2, all: 3, anonymous: 2 } },
    }));
    const from = (address: number) => ({ 'x-forwarded-for': `192.0.2.${address}` });
    const queued = { __typename: 'ServerPack' };
    for (const id of [1, 2]) expect(await boot(app, pack(id), false, from(id))).toEqual(queued);
    expect(await boot(app, pack(3), false, from(3))).toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('kept for callers with a token'),
    });
    const token = await headersOf(app, { name: 'publisher', role: 'publisher' });
    expect(await boot(app, pack(3), false, token)).toEqual(queued);
    expect(await boot(app, pack(4), false, token)).toMatchObject({ code: 'UNAVAILABLE' });
    expect(app.app.config.sharedLimits.boots.all).toBe(3);
  });

  it('ends when an operator cancels it or the server pack is deleted, and waits again when the service stops', async () => {
    const { runner, begun } = playedRunner();
    const app = await open(runner, 2);
    const operator = await operatorHeaders(app.app.database);
    const cancel = `mutation { cancelBoot(input: { serverPack: "${pack(1)}" }) { __typename ... on UserError { code } } }`;
    await boot(app, pack(1));
    await expect.poll(() => begun.length).toBe(1);
    expect((await ask(app.url, cancel)).data?.cancelBoot).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect((await ask(app.url, cancel, {}, operator)).data?.cancelBoot).toEqual({
      __typename: 'ServerPack',
    });
    expect(await bootOf(app)).toBeNull();
    begun[0]?.phase('STARTING');
    await expect.poll(() => begun[0]?.signal.aborted).toBe(true);
    expect((await ask(app.url, cancel, {}, operator)).data?.cancelBoot).toMatchObject({ code: 'NOT_FOUND' });
    await boot(app, pack(2));
    await expect.poll(() => begun.length).toBe(2);
    await app.app.stopWork();
    expect(begun[1]?.signal.aborted).toBe(true);
    expect(await bootOf(app, 2)).toMatchObject({ state: 'WAITING' });
  });

  it('is begun again when its process was lost, three times at most, and callers take turns', async () => {
    const app = await open(playedRunner().runner, 4, { BOOT: 'off' });
    const { database } = app.app;
    const limits = { caller: 10, all: 10, anonymous: 10 };
    for (const [serverPackId, caller] of [
      [1, 'a'],
      [2, 'a'],
      [3, 'b'],
    ] as const)
      await requestBoot(database, { serverPackId, caller, repair: false, limits });
    const claim = crypto.randomUUID();
    const take = async (by: string) => (await takeBoot(database, by))?.id ?? null;
    expect([await take(claim), await take(claim), await take(claim)]).toEqual([1, 3, 2]);
    expect(await take(claim)).toBeNull();
    const lose = () =>
      database.db
        .update(boots)
        .set({ claimedUntil: sql`now() - interval '1 second'` })
        .where(eq(boots.serverPackId, 1));
    const other = crypto.randomUUID();
    for (const taken of [1, 1]) {
      await lose();
      expect(await take(other)).toBe(taken);
    }
    expect(await keepBoot(database, { id: 1, claim }, 'STARTING')).toBe(false);
    await lose();
    expect(await take(other)).toBeNull();
    expect(await bootOf(app)).toMatchObject({ state: 'INTERRUPTED', outcome: null });
  });

  it('is begun again when the database could not take its end', async () => {
    const { runner, begun } = playedRunner();
    const app = await open(runner, 1);
    const { db } = app.app.database;
    await db.execute(sql`create sequence ends`);
    await db.execute(sql`create function cut() returns trigger language plpgsql as $$ begin
      if nextval('ends') = 1 then raise 'terminating connection' using errcode = '57P01'; end if;
      return new;
    end $$`);
    await db.execute(sql`create trigger cut before update on boots for each row
      when (new.date_ended is not null) execute function cut()`);
    await boot(app, pack(1));
    await expect.poll(() => begun.length).toBe(1);
    begun[0]?.end.resolve(failed);
    await expect
      .poll(async () => {
        // In place of the seconds after which a claim runs out.
        await db.update(boots).set({ claimedUntil: sql`now()` }).where(eq(boots.state, 'RUNNING'));
        return [begun.length, (await bootOf(app)).state];
      })
      .toEqual([2, 'UNPACKING']);
    begun[1]?.end.resolve(failed);
    await expect.poll(() => bootOf(app)).toMatchObject({ state: 'ENDED', outcome: 'FAILED' });
  });

  it('is followed until it has ended', async () => {
    const { runner, begun } = playedRunner();
    const app = await open(runner, 1);
    await boot(app, pack(1));
    await expect.poll(() => begun.length).toBe(1);
    const response = await follow(app, 1);
    begun[0]?.end.resolve({ ...failed, outcome: 'STARTED' });
    const told = await response.text();
    expect(told).toContain('"state":"ENDED","outcome":"STARTED"');
    expect(told.trimEnd()).toMatch(/event: complete\ndata:?\s*$/);
  });

  it('is not looked at any more for a follower that has left', async () => {
    const { runner, begun } = playedRunner();
    let looks: unknown[] = [];
    const database = await openKept((text, [first] = []) => {
      if (/^select.* from "boots"/.test(text)) looks.push(first);
    });
    const app = await open(runner, 2, {}, {}, database);
    for (const id of [1, 2]) await boot(app, pack(id));
    await expect.poll(() => begun.length).toBe(1);
    const looksAt = (id: number) => looks.filter((one) => one === id);
    const leaving = new AbortController();
    const left = await follow(app, 1, leaving.signal);
    await left.body?.getReader().read();
    leaving.abort();
    await expect.poll(() => app.app.access.slots.streams.taken().all).toBe(0);
    looks = [];
    const other = await follow(app, 2);
    begun[0]?.end.resolve(failed);
    await expect.poll(() => begun.length).toBe(2);
    begun[1]?.phase('STARTING');
    await expect.poll(() => looksAt(2).length).toBeGreaterThan(2);
    begun[1]?.end.resolve(failed);
    await other.text();
    expect(looksAt(1)).toEqual([]);
  });

  it('has settings for what it may take', async () => {
    const app = await open(playedRunner().runner, 0, { BOOT_MEMORY_MB: '512', BOOT_SECONDS: '60' });
    expect(app.app.config.boot.limits).toEqual({
      ...defaultBootLimits,
      memoryBytes: 512 * 1024 ** 2,
      wallSeconds: 60,
    });
  });
});
