import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { globalId } from '../graphql/client.ts';
import {
  type FuzzedGateway,
  foreignWords,
  hangsAfterMs,
  longestMs,
  mostOfGateway,
  seconds,
  seed,
  startFuzzed,
} from './gateway.ts';
import { createPackGenerator, type GeneratedPack, hostilePacks, withComment } from './pack-generator.ts';
import { createRandom } from './random.ts';

const MiB = 1024 * 1024;

/** What docs/limits.md states of the process in which archives are read by two threads. */
const mostOfWork = (120 + 2 * 1_024) * MiB;
const threads = { WORKER_THREADS: '2' };

/** Packs under way at a time. */
const lanes = 3;
/** Of those that are hostile one a thread, and one in all outside CI and long runs: each takes seconds of the processor. */
const hostileLanes = process.env.CI || process.env.FUZZ_SECONDS ? Number(threads.WORKER_THREADS) : 1;

const runConfiguration = { gameVersion: '1.20.1', modloader: 'FABRIC', modloaderVersion: '0.15.6' };
const uploadMutation = `mutation ($file: Upload!, $run: RunConfigurationInput!) {
  uploadModPack(input: { archive: { file: $file }, runConfiguration: $run }) {
    __typename ... on RunStarted { modPack { databaseId } } ... on UserError { code message }
  }
}`;
const stateQuery =
  'query ($id: Int!) { modPack(by: { databaseId: $id }) { status events(last: 1) { nodes { errors { code message } } } } }';
const everythingQuery = `query ($id: Int!, $modPack: ID!, $run: RunConfigurationInput!) {
  modPack(by: { databaseId: $id }) {
    manifest { kind name version }
    mods(first: 100) { totalCount nodes { file } }
    warnings { code }
    serverPacks { nodes { keptCount droppedCount decisions(first: 100) { totalCount nodes { file kept evidence } } } }
  }
  previewServerPack(modPack: { id: $modPack }, runConfiguration: $run) {
    __typename
    ... on ServerPackPreview { keptCount droppedCount decisions(first: 100) { nodes { file kept evidence } } }
    ... on UserError { code message }
  }
}`;

const uploaded = z.union([
  z.object({ modPackId: z.int() }).transform(({ modPackId }) => modPackId),
  z
    .object({ data: z.object({ uploadModPack: z.object({ modPack: z.object({ databaseId: z.int() }) }) }) })
    .transform(({ data }) => data.uploadModPack.modPack.databaseId),
]);
const state = z.object({
  data: z.object({
    modPack: z.object({
      status: z.string(),
      events: z.object({
        nodes: z.array(z.object({ errors: z.array(z.object({ code: z.string(), message: z.string() })) })),
      }),
    }),
  }),
});

/** Counts anew, once all that is compiled as it runs has been; answers the bytes that the gateway has idle. */
async function countFromIdle({ watched }: FuzzedGateway): Promise<number> {
  await watched.countAnew();
  await expect.poll(() => watched.mostMemory()).toBeGreaterThan(0);
  return watched.mostMemory();
}

/** What docs/limits.md promises, of all that has happened since the counting began. */
async function expectPromised({ watched, mostMemoryOfWork }: FuzzedGateway, idle: number, what: string) {
  const seen = {
    what,
    turn: watched.longestTurn(),
    memory: watched.mostMemory() - idle,
    memoryOfWork: await mostMemoryOfWork(),
  };
  if (seen.turn > 100 || seen.memory > mostOfGateway || seen.memoryOfWork > mostOfWork)
    expect(seen).toBeNull();
}

/** Takes packs to a gateway, and holds each to its end; with the bytes that it has idle, to its promises too. */
function createJudge(gateway: FuzzedGateway, idle: number | null) {
  const { url, watched } = gateway;
  const answered = async (what: string, to: string, request: RequestInit) => {
    try {
      const response = await fetch(to, {
        method: 'POST',
        signal: AbortSignal.timeout(hangsAfterMs),
        ...request,
      });
      return { status: response.status, text: await response.text() };
    } catch (error) {
      throw new Error(`${what}: ${to} gave no answer to ${String(request.body).slice(0, 300)}`, {
        cause: error,
      });
    }
  };
  const graphql = async (what: string, query: string, variables: object) => {
    const { status, text } = await answered(what, `${url}/graphql`, {
      headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json' },
      body: JSON.stringify({ query, variables }),
    });
    if (status !== 200 || foreignWords.test(text))
      expect({ what, status, text: text.slice(0, 2_000), log: gateway.fault() }).toBeNull();
    return text;
  };

  const send = async ({ what, bytes }: GeneratedPack, byGraphql: boolean) => {
    const form = new FormData();
    const file = new Blob([new Uint8Array(bytes)]);
    if (byGraphql) {
      const variables = { file: null, run: runConfiguration };
      form.set('operations', JSON.stringify({ query: uploadMutation, variables }));
      form.set('map', JSON.stringify({ file: ['variables.file'] }));
    } else {
      form.set('gameVersion', runConfiguration.gameVersion);
      form.set('modloader', 'Fabric');
      form.set('modloaderVersion', runConfiguration.modloaderVersion);
    }
    form.set('file', file, 'pack.zip');
    const to = byGraphql ? `${url}/graphql` : `${url}/api/v2/modpacks/upload`;
    return await answered(what, to, { headers: { 'graphql-preflight': 'fuzz' }, body: form });
  };

  /** Sends a pack and waits for its end, which is GENERATED, ERROR in words, or a refusal in words. */
  return async (pack: GeneratedPack, byGraphql: boolean): Promise<string> => {
    const { what } = pack;
    const { status, text } = await send(pack, byGraphql);
    if (status >= 500 || foreignWords.test(text))
      expect({ what, status, text, log: gateway.fault() }).toBeNull();
    const id = uploaded.safeParse(JSON.parse(text)).data;
    if (id === undefined) {
      // REST has no code for it, but a sentence.
      const refusal = /EMPTY_FILE|NOT_A_ZIP|DUPLICATE|"message":"[^"]+","success":false/;
      expect({ what, text }).toMatchObject({ text: expect.stringMatching(refusal) });
      return 'refused';
    }
    const variables = { id, modPack: globalId('ModPack', id), run: runConfiguration };
    const read = async () => state.parse(JSON.parse(await graphql(what, stateQuery, { id }))).data.modPack;
    await expect
      .poll(async () => ['GENERATED', 'ERROR'].includes((await read()).status), { message: what })
      .toBe(true);
    const modPack = await read();
    const errors = modPack.events.nodes.flatMap((event) => event.errors);
    expect({ what, errors: errors.length > 0 }).toEqual({ what, errors: modPack.status === 'ERROR' });
    // Its process may neither have died nor have run out of heap or time.
    const ours = errors.filter(({ code }) =>
      ['INTERNAL_ERROR', 'WORK_PROCESS_DIED', 'TASK_TIMED_OUT'].includes(code),
    );
    expect({ what, ours }).toEqual({ what, ours: [] });
    await graphql(what, everythingQuery, variables);
    expect({ what, ended: watched.process.exitCode }).toEqual({ what, ended: null });
    if (idle !== null) await expectPromised(gateway, idle, what);
    return modPack.status;
  };
}

/** How many packs ended in each way. */
type Ends = Record<string, number>;

/** Takes packs from `next` to the gateway, so many at a time, until there are none; answers how they ended. */
async function sendAll(
  gateway: FuzzedGateway,
  next: (ends: Ends) => GeneratedPack | undefined,
  idle: number | null,
  most = lanes,
): Promise<Ends> {
  const judge = createJudge(gateway, idle);
  const ends: Ends = {};
  let sent = 0;
  const lane = async () => {
    for (let pack = next(ends); pack !== undefined; pack = next(ends)) {
      sent += 1;
      const end = await judge(pack, sent % 2 === 0);
      ends[end] = (ends[end] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: most }, lane));
  return ends;
}

const next = createPackGenerator(createRandom(seed));
// One gateway for all packs, and one count of what it has idle: what the first of them leave behind counts with the others.
let warmed: Promise<{ gateway: FuzzedGateway; idle: number }> | null = null;
afterAll(async () => (await warmed)?.gateway[Symbol.asyncDispose]());

async function startWarmed(): Promise<{ gateway: FuzzedGateway; idle: number }> {
  const gateway = await startFuzzed(threads);
  // The first of each kind is compiled as it runs.
  let warm = 10;
  await sendAll(gateway, () => (warm-- > 0 ? next() : undefined), null);
  return { gateway, idle: await countFromIdle(gateway) };
}

it(`brings mutated packs to an end in words, without a turn over 100 ms (FUZZ_SEED=${seed})`, {
  timeout: seconds * 1_000 + longestMs,
}, async () => {
  warmed ??= startWarmed();
  const { gateway, idle } = await warmed;
  const until = Date.now() + seconds * 1_000;
  // A machine that is busy with others may have ended next to nothing by then.
  const isOn = (ends: Ends) => Date.now() < until || !ends.GENERATED || !ends.ERROR;
  await sendAll(gateway, (ends) => (isOn(ends) ? next() : undefined), idle);
  expect(gateway.watched.errors()).toBe('');
});

it(`brings packs as hostile as the limits allow to an end in words, likewise (FUZZ_SEED=${seed})`, {
  timeout: seconds * 1_000 + longestMs,
}, async () => {
  warmed ??= startWarmed();
  const { gateway, idle } = await warmed;
  await gateway.watched.countAnew();
  // In CI as many as there is time for, and others each time; all of them, and again, in a long run.
  const from = createRandom(seed).below(hostilePacks.length);
  const until = Date.now() + seconds * 1_000;
  let number = 0;
  await sendAll(
    gateway,
    () => {
      const [what, make] = hostilePacks[(from + number) % hostilePacks.length] ?? [];
      number += 1;
      if (Date.now() >= until || what === undefined || make === undefined) return;
      // Content that was sent before would be a duplicate.
      return { what, bytes: withComment(make(), String(number)) };
    },
    idle,
    hostileLanes,
  );
  expect(gateway.watched.errors()).toBe('');
});
