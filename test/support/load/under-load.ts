import { expect } from 'vitest';
import { z } from 'zod';
import { smallPack, upload } from '../client.ts';
import { onConnection } from '../database.ts';
import type { PostgresServer } from '../postgres-server.ts';
import type { SmallDisk } from '../small-disk.ts';
import { download, follow, requestRun, uploadPack, vote, voteAs } from './callers.ts';
import { expectLedger } from './compare.ts';
import { heardAnswers, type Ledger, openLedger } from './ledger.ts';
import type { Place } from './place.ts';

/** What is done to a service while callers go on; `over` says that they have all been answered. A caller of its own is in the ledger too. */
export type Fault = (place: Place, over: AbortSignal, ledger: Ledger) => Promise<void>;

/** How often faults are gone through; more of them for a long run by hand: LOAD_ROUNDS=20 npm run test:heavy. */
export const rounds = Number(process.env.LOAD_ROUNDS ?? 1);

/** Faults as often as they are gone through. */
export function inRounds(faults: readonly Fault[]): Fault[] {
  return Array.from({ length: rounds }, () => faults).flat();
}

/** What the content of the modpack is made from that is there before anything is done to the service. */
const firstPack = 'the first';

const summary = z.object({
  data: z.object({
    modPacks: z.object({ totalCount: z.int() }),
    runs: z.object({ totalCount: z.int() }),
    serverPacks: z.object({ totalCount: z.int() }),
    events: z.object({ totalCount: z.int() }),
  }),
});
const listed = z.array(z.object({ id: z.int() }));

/**
 * Callers upload, generate, vote, download and listen at once, and meanwhile, burst by burst, one fault after the other. When
 * all has come to rest, everything is compared with what they were told.
 */
export async function underLoad(place: Place, faults: readonly Fault[]): Promise<void> {
  const ledger = openLedger(2);
  const heardAll = new AbortController();
  const followers = Promise.all(ledger.seen.map((seen) => follow(place, seen, heardAll.signal)));
  await uploadPack(place, ledger, { mark: firstPack, byToken: true });
  await atRest(place);
  for (const [index, fault] of faults.entries()) {
    const answered = new AbortController();
    const burst = callers(place, ledger, String(index)).finally(() => answered.abort());
    // Each begins somewhere else in the burst.
    const disturbed = heardAnswers(ledger, 2 + ((index * 3) % 8), answered.signal).then(() =>
      fault(place, answered.signal, ledger),
    );
    await Promise.all([burst, disturbed]);
  }
  const last = await atRest(place);
  const heard = () => Math.min(...ledger.seen.map(({ length }) => length));
  await expect.poll(heard).toBeGreaterThanOrEqual(last);
  heardAll.abort();
  await followers;
  await place.shutDown();
  await using left = await place.open();
  await expectLedger(left, ledger);
}

/** One burst of every kind of caller, which ends when each has been answered. */
async function callers(place: Place, ledger: Ledger, mark: string): Promise<void> {
  const modPackIds = ledger.packs.map(({ modPackId }) => modPackId);
  const serverPackIds = await serverPacksOf(place);
  const one = (ids: readonly number[], index: number) => ids[index % ids.length] ?? 0;
  await Promise.all([
    oneByOne(2, (index) =>
      uploadPack(place, ledger, {
        mark: `${mark} ${index}`,
        byToken: false,
        filling: index === 0 ? place.filling : 0,
      }),
    ),
    oneByOne(2, (index) => uploadPack(place, ledger, { mark: `${mark} token ${index}`, byToken: true })),
    oneByOne(2, (index) => requestRun(place, ledger, one(modPackIds, modPackIds.length - 1 + index))),
    oneByOne(6, (index) =>
      vote(place, ledger, { serverPackId: one(serverPackIds, index), word: index % 3 === 0 ? 'down' : 'up' }),
    ),
    oneByOne(3, (index) =>
      voteAs(place, ledger, {
        serverPackId: one(serverPackIds, index),
        voter: `discord:${index}`,
        direction: (Number(mark) + index) % 2 === 0 ? 1 : -1,
      }),
    ),
    oneByOne(4, (index) => download(place, ledger, 'serverPacks', one(serverPackIds, index))),
    oneByOne(2, (index) => download(place, ledger, 'modPacks', one(modPackIds, index))),
  ]);
}

async function oneByOne(count: number, run: (index: number) => Promise<void>): Promise<void> {
  for (let index = 0; index < count; index += 1) await run(index);
}

/** Those that are there, newest first. */
async function serverPacksOf(place: Place): Promise<number[]> {
  for (;;) {
    const answer = await fetch(`${await place.address()}/api/v2/serverpacks/all`);
    if (answer.ok) return listed.parse(await answer.json()).map(({ id }) => id);
  }
}

/** Waits until every run has its server pack and its last event, and answers how many events there are. */
async function atRest(place: Place): Promise<number> {
  const counts = 'modPacks runs serverPacks events'.replaceAll(/\w+/g, '$& { totalCount }');
  let found = 0;
  const rest = async () => {
    const answer = await fetch(`${await place.address()}/graphql?query={${counts}}`).catch(() => null);
    const told = answer?.ok ? summary.safeParse(await answer.json()).data?.data : undefined;
    if (!told) return 'no answer';
    found = told.events.totalCount;
    const { runs, serverPacks } = told;
    return {
      unbuilt: runs.totalCount - serverPacks.totalCount,
      events: found - 8 * runs.totalCount,
    };
  };
  await expect.poll(rest, { interval: 200 }).toEqual({ unbuilt: 0, events: 0 });
  return found;
}

/** Ends a node as kill -9 does, and starts another, whose store fails from time to time if it is told so. */
export const killed =
  (index: number, environment: Record<string, string> = {}): Fault =>
  (place) =>
    place.replace(index, 'SIGKILL', environment);

/** Stops a node as an operator does, in the middle of its work, and starts another. */
export const restarted =
  (index: number): Fault =>
  (place) =>
    place.replace(index, 'SIGTERM');

/** Has a node stand still for a moment, in which one more caller comes. */
export const stoodStill =
  (index: number): Fault =>
  async (place) => {
    const node = place.nodes[index];
    const url = await node?.address;
    node?.child.process.kill('SIGSTOP');
    const asked = fetch(`${url}/health/live`);
    node?.child.process.kill('SIGCONT');
    expect((await asked).status).toBe(200);
  };

/** Has a node of two stand still in the middle of a run until the other has ended all runs, that one among them. */
export const stoodStillPastItsLease =
  (index: number): Fault =>
  async (place, _over, ledger) => {
    await place.replace(index, 'SIGTERM', { KILL_AT_STEP: 'amid check', KILL_WITH: 'SIGSTOP' });
    const [node, other] = [place.nodes[index], place.nodes[1 - index]];
    if (!node || !other) throw new Error('There are not two nodes.');
    await node.address;
    const last = () => node.child.lines.at(-1);
    const toOther = { ...place, address: () => other.address };
    // Either takes them.
    while (last() !== 'step amid check')
      await uploadPack(toOther, ledger, { mark: `still ${ledger.packs.length}`, byToken: false });
    await expect
      .poll(() => countIn(place, 'select count(*)::int as count from queued_runs'), { interval: 200 })
      .toBe(0);
    expect(last(), 'what it was at while the other ended its run').toBe('step amid check');
    node.child.process.kill('SIGCONT');
  };

/** Ends all connections to the database, again and again as long as callers wait for answers. */
export const cutConnections: Fault = async (place, over) => {
  const url = place.databaseUrl ?? '';
  for (let times = 0; times < 5 && !over.aborted; times += 1)
    await onConnection(url, (client) =>
      client.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`),
    );
};

/** The database is away, until the service has said so, and back again. */
export const databaseAway: Fault = async (place) => {
  place.passage?.cut();
  await expect.poll(() => readyOf(place)).toBe(503);
  await place.passage?.open();
};

async function readyOf(place: Place): Promise<number> {
  return (await fetch(`${await place.address()}/health/ready`)).status;
}

/** The database server is ended while it is written to, until the service has said so, and started again. */
export const serverStopped =
  (server: PostgresServer, how: 'immediate' | 'fast'): Fault =>
  async (place) => {
    await server.stop(how);
    await expect.poll(() => readyOf(place)).toBe(503);
    await server.start();
    await expect.poll(() => readyOf(place)).toBe(200);
  };

/** The disk of the store, and of an embedded database, is full until an upload, and a vote, has been refused for it. */
export const diskFull =
  (disk: SmallDisk): Fault =>
  async (place) => {
    await disk.fill(0);
    // One that is there already: it is taken by no means.
    const pack = smallPack(firstPack);
    await expect.poll(async () => (await upload(await place.address(), pack)).status).toBe(507);
    // There is none: 404 as long as the database can be written to.
    const vote = async () =>
      (await fetch(`${await place.address()}/api/v2/serverpacks/vote/2147483647&up`)).status;
    if (place.kind === 'embedded') await expect.poll(vote).toBe(507);
    await disk.clear();
  };

const figure = z.tuple([z.object({ count: z.int() })]);

function countIn(place: Place, statement: string): Promise<number> {
  return onConnection(place.databaseUrl ?? '', async (client) => {
    const { rows } = await client.query(statement);
    const [{ count }] = figure.parse(rows);
    return count;
  });
}
