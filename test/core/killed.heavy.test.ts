import { readdir } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { like } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { webhooks } from '../../drizzle/schema.ts';
import type { Database } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/open.ts';
import { createWebhook } from '../../src/webhooks/webhooks.ts';
import type { Child } from '../support/child.ts';
import { eventsOf, requestAnother, smallPack, upload } from '../support/client.ts';
import { databaseKinds } from '../support/database.ts';
import { addressOf, openPlace, startInPlace } from '../support/killed-service.ts';

/** The other steps change nothing that outlives the process. */
const telling = new Set([
  'before publish',
  'before the commit',
  'after transaction',
  'amid check',
  'amid generate',
  'after generate',
]);

const serverPacks = z.array(z.object({ id: z.int(), sha256: z.string(), size: z.int() }));
const listed = z.array(z.object({ id: z.int() }));
const modPack = z.object({ id: z.int(), status: z.string(), serverPacks });

/** What a run leaves behind, without what is different by nature: times. */
interface Outcome {
  events: [string, number | null, string][];
  status: string;
  serverPacks: { sha256: string; size: number }[];
}

async function finishedRun(child: Child, pack: Buffer): Promise<Outcome> {
  const url = await addressOf(child);
  // The upload that was cut off is sent again; it may have been stored before.
  const { status, body } = await upload(url, pack);
  expect(status).toBeOneOf([200, 409]);
  const id = body.modPackId ?? 0;
  let events = await eventsOf(url, id);
  const last = async () => {
    events = await eventsOf(url, id);
    return events.find(
      ({ status, message }) => status === 'ERROR' || message === 'Syncing ServerPack to database.',
    )?.message;
  };
  await expect.poll(last, { interval: 200 }).toBeDefined();
  expect(events.map(({ status }) => status)).not.toContain('ERROR');
  const answer = await fetch(`${url}/api/v2/modpacks/${id}`);
  const row = modPack.parse(await answer.json());
  // A transaction that was cut off has used up its numbers.
  const serverPackIds = row.serverPacks.map((serverPack) => serverPack.id);
  return {
    events: events.map(({ status, serverPackId, message }) => [
      status,
      serverPackId === null ? null : serverPackIds.indexOf(serverPackId),
      message,
    ]),
    status: row.status,
    serverPacks: row.serverPacks.map(({ sha256, size }) => ({ sha256, size })),
  };
}

/** That nothing half-received or half-built is left; an upload that is refused is answered a moment before it goes. */
async function expectNothingAside(dataDir: string): Promise<void> {
  const aside = async () => {
    const folders = ['incoming', 'scratch'].map((folder) => readdir(path.join(dataDir, 'store', folder)));
    return (await Promise.all(folders)).flat();
  };
  await expect.poll(aside).toEqual([]);
}

interface Whole {
  outcome: Outcome;
  steps: number[];
  /** The number of the step at which the run publishes its server pack. */
  publishing: number;
}

const whole = new Map<string, Promise<Whole>>();

/** One run to its end, without a kill: its outcome, and the numbers of the steps that are worth dying at. */
function uninterrupted(kind: 'embedded' | 'server'): Promise<Whole> {
  const known = whole.get(kind) ?? runWhole(kind);
  whole.set(kind, known);
  return known;
}

async function runWhole(kind: 'embedded' | 'server'): Promise<Whole> {
  await using place = await openPlace(kind);
  await using child = startInPlace(place.environment);
  const outcome = await finishedRun(child, smallPack());
  const names = child.lines.flatMap((line) => (line.startsWith('step ') ? [line.slice(5)] : []));
  return {
    outcome,
    steps: [...names.keys()].filter((step) => telling.has(names[step] ?? '')),
    publishing: names.lastIndexOf('before publish'),
  };
}

type Way = 'SIGKILL' | 'SIGTERM';
/** How a process ends that was killed in this way. */
const endings = { SIGKILL: 'SIGKILL', SIGTERM: 0 } as const;

/** One folder, and a process after the other: each ends the run that the last one left, and dies in a new one. */
async function killedOneByOne(way: Way, steps: readonly number[]): Promise<void> {
  await using place = await openPlace('embedded');
  let left: Buffer | null = null;
  for (const step of steps) {
    await using child = startInPlace({
      ...place.environment,
      KILL_AT: String(step),
      KILL_WITH: way,
      ON_SIGNAL: 'yes',
    });
    if (left) await expectWhole(child, place.dataDir, left);
    else await addressOf(child);
    child.process.kill('SIGUSR2');
    await child.line(/^counting/);
    left = smallPack(String(step));
    await upload(await addressOf(child), left).catch(() => null);
    expect(await child.ended).toBe(endings[way]);
    expect(child.errors()).toBe('');
  }
  await using last = startInPlace(place.environment);
  if (left) await expectWhole(last, place.dataDir, left);
}

/** That a run which was killed has left what one without a kill leaves, which the same modpack then goes through. */
async function expectWhole(child: Child, dataDir: string, pack: Buffer): Promise<void> {
  const killed = await finishedRun(child, pack);
  expect(killed.status).toBe('GENERATED');
  await expectNothingAside(dataDir);
  expect(killed.events).toHaveLength(8);
  const url = await addressOf(child);
  const { body } = await upload(url, pack);
  await requestAnother(url, body.modPackId ?? 0);
  await expect.poll(() => eventsOf(url, body.modPackId ?? 0), { interval: 100 }).toHaveLength(16);
  const both = await finishedRun(child, pack);
  expect(both.serverPacks).toHaveLength(2);
  expect(both.serverPacks[0]).toEqual(both.serverPacks[1]);
  expect(both.events.slice(8).map(([status, , message]) => [status, message])).toEqual(
    killed.events.map(([status, , message]) => [status, message]),
  );
}

async function killedAt(way: Way, step: number): Promise<Outcome> {
  await using place = await openPlace('server');
  await using first = startInPlace({ ...place.environment, KILL_AT: String(step), KILL_WITH: way });
  await upload(await addressOf(first), smallPack()).catch(() => null);
  expect(await first.ended).toBe(endings[way]);
  await place.takenForDead();
  await using second = startInPlace(place.environment);
  const outcome = await finishedRun(second, smallPack());
  // What a killed node was receiving or building is left to the sweep: it could be another node's.
  if (way === 'SIGTERM') await expectNothingAside(place.dataDir);
  return outcome;
}

/** Answers in the order of the inputs; at most `most` are under way at a time. */
async function inParallel<Input, Result>(
  inputs: readonly Input[],
  most: number,
  run: (input: Input) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = inputs.entries();
  const work = async () => {
    for (const [index, input] of queue) results[index] = await run(input);
  };
  await Promise.all(Array.from({ length: most }, work));
  return results;
}

/** Every twelfth step, others in each test; KILLS=all: every one in each. */
function someOf(steps: readonly number[], from: number): readonly number[] {
  return process.env.KILLS === 'all' ? steps : steps.filter((_step, index) => index % 12 === from);
}

describe.each([
  ['killed with -9', 'SIGKILL', { embedded: 0, server: 6 }],
  ['told to stop', 'SIGTERM', { embedded: 9, server: 3 }],
] as const)('a service %s', (_how, way, from) => {
  const sentence = 'ends in the same rows and bytes with no doubled event, whatever the step, on';
  const options = { timeout: process.env.KILLS === 'all' ? 1_800_000 : 600_000 };

  it(`${sentence} the embedded database`, options, async () => {
    const { outcome, steps } = await uninterrupted('embedded');
    expect(outcome.events).toHaveLength(8);
    expect(steps.length).toBeGreaterThan(10);
    await killedOneByOne(way, someOf(steps, from.embedded));
  });

  it.runIf(databaseKinds.includes('server'))(`${sentence} a server`, options, async () => {
    const { outcome, steps } = await uninterrupted('server');
    expect(steps.length).toBeGreaterThan(10);
    const some = someOf(steps, from.server);
    const outcomes = await inParallel(some, 2, (step) => killedAt(way, step));
    for (const [index, killed] of outcomes.entries()) expect(killed, `step ${some[index]}`).toEqual(outcome);
  });
});

describe.each(databaseKinds)('on the %s database, a run', (kind) => {
  it('under which the service dies again and again ends in ERROR, and does not end it once more', async () => {
    await using place = await openPlace(kind);
    const environment = { ...place.environment, 'config.runNodeDeaths': '2', KILL_AT_STEP: 'amid check' };
    {
      await using first = startInPlace(environment);
      await upload(await addressOf(first), smallPack()).catch(() => null);
      expect(await first.ended).toBe('SIGKILL');
    }
    await place.takenForDead();
    {
      await using second = startInPlace(environment);
      expect(await second.ended).toBe('SIGKILL');
    }
    await place.takenForDead();
    await using third = startInPlace(environment);
    const url = await addressOf(third);
    const [{ id = 0 } = {}] = listed.parse(await (await fetch(`${url}/api/v2/modpacks/all`)).json());
    const last = async () => (await eventsOf(url, id)).at(-1);
    await expect.poll(last, { interval: 200 }).toMatchObject({
      status: 'ERROR',
      message: 'ModPack checks failed.',
      errors: [
        {
          code: 'WORK_PROCESS_DIED',
          error: expect.stringContaining('died while it worked on this modpack, 2 times'),
        },
      ],
    });
    expect(third.lines).not.toContain('step amid check');
  });

  it('with which the service was told to stop ends as any other, where not one node may die under it', async () => {
    await using place = await openPlace(kind);
    const environment = { ...place.environment, 'config.runNodeDeaths': '1' };
    const stopped = { ...environment, KILL_AT_STEP: 'amid check', KILL_WITH: 'SIGTERM' };
    {
      await using first = startInPlace(stopped);
      await upload(await addressOf(first), smallPack()).catch(() => null);
      expect(await first.ended).toBe(0);
    }
    await using last = startInPlace(environment);
    expect((await finishedRun(last, smallPack())).events).toHaveLength(8);
  });
});

describe.runIf(databaseKinds.includes('server'))('a node that stands still while it publishes', () => {
  it('holds up no other: its run ends elsewhere in the same rows and bytes, and is not its own when it goes on', async () => {
    const { outcome, publishing } = await uninterrupted('server');
    await using place = await openPlace('server');
    const environment = { ...place.environment, 'config.databaseServer.idleTransactionTimeoutMs': '2000' };
    await using still = startInPlace({ ...environment, KILL_AT: String(publishing), KILL_WITH: 'SIGSTOP' });
    const sent = await upload(await addressOf(still), smallPack());
    expect(sent.status).toBe(200);
    await expect.poll(() => still.lines.at(-1)).toBe('step before publish');
    await using other = startInPlace(environment);
    expect(await finishedRun(other, smallPack())).toEqual(outcome);
    const heard = still.lines.length;
    still.process.kill('SIGCONT');
    await still.nextLine(/^step after publish/, heard);
    expect(await finishedRun(still, smallPack('the next'))).toMatchObject({ status: 'GENERATED' });
    expect(await finishedRun(other, smallPack())).toEqual(outcome);
  });
});

it('what a webhook had not been told, or had not answered, when its service was killed with -9 is posted after the next start', async () => {
  await using place = await openPlace('embedded');
  const environment = { ...place.environment, WEBHOOK_PRIVATE_ADDRESSES: 'on' };
  const posts: { path: string | undefined; id: unknown; body: string; response: ServerResponse }[] = [];
  const receiver = createServer(async (request, response) => {
    const body = await text(request);
    posts.push({ path: request.url, id: request.headers['webhook-id'], body, response });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const listening = receiver.address();
  const port = typeof listening === 'object' ? listening?.port : 0;
  const inDatabase = async (change: (database: Database) => Promise<unknown>) => {
    await using database = await openDatabase(null, { folder: path.join(place.dataDir, 'database') });
    await change(database);
  };
  const register = (database: Database, name: string) =>
    createWebhook(
      database,
      { url: `http://127.0.0.1:${port}/${name}`, format: 'STANDARD', statuses: ['GENERATED'] },
      { most: 2, privateAddresses: true },
    );
  await inDatabase((database) => register(database, 'told'));
  {
    await using child = startInPlace(environment);
    await upload(await addressOf(child), smallPack());
    await expect.poll(() => posts).toHaveLength(1);
    child.process.kill('SIGKILL');
    await child.ended;
  }
  // As if the process had died between the commit of the event and its handing out.
  await inDatabase(async (database) => {
    await register(database, 'untold');
    await database.db.update(webhooks).set({ lastEventId: 0 }).where(like(webhooks.url, '%/untold'));
  });
  await using child = startInPlace(environment);
  await addressOf(child);
  await expect.poll(() => posts).toHaveLength(3);
  for (const { response } of posts) response.writeHead(204).end();
  const [before, ...after] = posts;
  expect(after.map((post) => post.path).sort()).toEqual(['/told', '/untold']);
  for (const post of after) expect([post.id, post.body]).toEqual([before?.id, before?.body]);
  receiver.closeAllConnections();
  receiver.close();
});
