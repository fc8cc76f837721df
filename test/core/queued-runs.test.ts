import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ArchiveWork } from '../../src/core/runs/pipeline.ts';
import { queueRun } from '../../src/core/runs/queued-runs.ts';
import { cancelRun } from '../../src/core/runs/run-control.ts';
import { rows } from '../../src/database/database.ts';
import { sharedLimits } from '../../src/limits/shared-limits.ts';
import { globalId } from '../graphql/client.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '../support/app.ts';
import { smallPack } from '../support/client.ts';
import { databaseKinds } from '../support/database.ts';
import { eventsUntilEnd } from '../support/runs.ts';

/** Threads that pass no pack, and look at none until they are let go. */
function heldUpWork() {
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const work: ArchiveWork = {
    async check() {
      begun.resolve();
      await goOn.promise;
      const problems = [{ code: 'NO_MODS', error: 'No.', entry: null }];
      return { summary: null, warnings: [], modCount: 0, problems };
    },
    generate: () => Promise.reject(new Error('not reached')),
  };
  return { work, begun: begun.promise, goOn: goOn.resolve };
}

const taken = z.object({ modPackId: z.int(), runConfigId: z.int() });

/** Callers, each at an address of its own. */
function callersOf({ url }: TestApp) {
  const send = (address: string, path: string, part: [string, string | Blob]) => {
    const form = new FormData();
    form.set(...part);
    for (const [name, value] of [
      ['gameVersion', '1.20.1'],
      ['modloader', 'Fabric'],
      ['modloaderVersion', '0.15.7'],
    ] as const)
      form.set(name, value);
    const headers = { 'x-forwarded-for': address };
    return fetch(`${url}/api/v2/modpacks/${path}`, { method: 'POST', body: form, headers });
  };
  const outcome =
    '__typename ... on RunStarted { modPack { databaseId } } ... on UserError { code retryAfter }';
  const version = '{ gameVersion: "1.20.1", modloader: FABRIC, modloaderVersion: "0.15.7" }';
  /** Both ways to start a run by GraphQL; the upload is a form of the multipart request specification. */
  const byGraphQL = {
    generate: (address: string, id: number) =>
      fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify({
          query: `mutation ($id: ID!) { run: generateServerPack(input: { modPack: $id, runConfiguration: ${version} }) { ${outcome} } }`,
          variables: { id: globalId('ModPack', id) },
        }),
      }),
    upload(address: string) {
      packs += 1;
      const form = new FormData();
      const query = `mutation ($file: Upload!) { run: uploadModPack(input: { archive: { file: $file }, runConfiguration: ${version} }) { ${outcome} } }`;
      form.set('operations', JSON.stringify({ query, variables: { file: null } }));
      form.set('map', JSON.stringify({ 0: ['variables.file'] }));
      form.set('0', new Blob([new Uint8Array(smallPack(String(packs)))]), 'Pack.zip');
      const headers = { 'x-forwarded-for': address, 'graphql-require-preflight': 'yes' };
      return fetch(`${url}/graphql`, { method: 'POST', body: form, headers });
    },
  };
  let packs = 0;
  const upload = (address: string) => {
    packs += 1;
    return send(address, 'upload', ['file', new Blob([new Uint8Array(smallPack(String(packs)))])]);
  };
  return {
    upload,
    byGraphQL,
    generate: (address: string, id: number) => send(address, 'generate', ['id', String(id)]),
    uploadTaken: async (address: string) => taken.parse(await (await upload(address)).json()),
  };
}

const placesAnswer = z.object({
  data: z.object({
    modPack: z.object({
      runs: z.object({
        nodes: z.array(
          z.object({
            databaseId: z.int(),
            queuePlace: z.int().nullable(),
            queueLength: z.int().nullable(),
          }),
        ),
      }),
    }),
  }),
});

async function placesOf({ url }: TestApp, id: number) {
  const query = `query ($id: Int!) { modPack(by: { databaseId: $id }) {
    runs(first: 10) { nodes { databaseId queuePlace queueLength } } } }`;
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { id } }),
  });
  return placesAnswer.parse(await response.json()).data.modPack.runs.nodes;
}

const madeRuns = z.array(z.object({ modPackId: z.int(), runConfigurationId: z.int() }));
const callerRows = z.tuple([z.object({ caller: z.string() })]);
const begunRows = z.array(z.object({ run: z.int() }));

/** The runs in the order in which somebody began to work on them. */
async function begunRuns({ app }: TestApp): Promise<number[]> {
  const found = await rows(
    app.database.db,
    sql`select run_configuration_id as run from events where status = 'CHECKING' order by id`,
  );
  return begunRows.parse(found).map(({ run }) => run);
}

async function openLine(kind: 'embedded' | 'server', values: TestAppOptions['values'] = {}) {
  const { work, begun, goOn } = heldUpWork();
  const service = await startTestApp({
    database: kind,
    environment: { WORKER_THREADS: '1', TRUSTED_PROXIES: '127.0.0.1,::1' },
    values,
    overrides: { work },
  });
  return {
    service,
    callers: callersOf(service),
    begun,
    goOn,
    [Symbol.asyncDispose]() {
      // Also where an expectation failed: a stop waits for what is under way.
      goOn();
      return service[Symbol.asyncDispose]();
    },
  };
}

const [ann, bob, cas, dan] = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'];

describe.each(databaseKinds)('the line of runs on the %s database', (kind) => {
  it('is fair between callers, tells them their places, and refuses what is beyond its limits', async () => {
    // Six of eight, as far as they are callers without a token.
    await using line = await openLine(kind, { sharedLimits: sharedLimits({ queue: { caller: 4, all: 8 } }) });
    const { service, callers } = line;
    const first = await callers.uploadTaken(ann);
    await line.begun;
    const ofAnn = [];
    for (let waiting = 0; waiting < 4; waiting += 1) ofAnn.push(await callers.uploadTaken(ann));
    for (const refused of [await callers.upload(ann), await callers.generate(ann, first.modPackId)]) {
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await refused.text()).toContain('4 runs that you have asked for wait');
    }
    const tooMany = { __typename: 'UserError', code: 'TOO_MANY_REQUESTS', retryAfter: 30 };
    const refusedRun = await callers.byGraphQL.generate(ann, first.modPackId);
    expect(await refusedRun.json()).toEqual({ data: { run: tooMany } });
    const refusedUpload = await callers.byGraphQL.upload(ann);
    expect([refusedUpload.status, refusedUpload.headers.get('retry-after')]).toEqual([429, '30']);
    const ofBob = await callers.uploadTaken(bob);
    const followed = service.app.queueBoard.follow(ofBob.runConfigId);
    expect((await followed.next()).value?.place).toEqual({ place: 2, waiting: 5 });
    const ofCas = await callers.uploadTaken(cas);
    const full = await callers.upload(dan);
    expect(full.status).toBe(503);
    expect(Number(full.headers.get('retry-after'))).toBeGreaterThan(0);
    const fullByGraphQL = await callers.byGraphQL.upload(dan);
    expect([fullByGraphQL.status, fullByGraphQL.headers.get('retry-after')]).toEqual([503, '30']);
    const refusedByAll = await callers.byGraphQL.generate(dan, first.modPackId);
    expect(await refusedByAll.json()).toEqual({ data: { run: { ...tooMany, code: 'UNAVAILABLE' } } });
    const uploads = await rows(service.app.database.db, sql`select from mod_packs`);
    expect(uploads).toHaveLength(7);

    expect(await placesOf(service, ofCas.modPackId)).toMatchObject([{ queuePlace: 3, queueLength: 6 }]);
    expect(await placesOf(service, ofAnn[1]?.modPackId ?? 0)).toMatchObject([
      { queuePlace: 4, queueLength: 6 },
    ]);
    expect(await placesOf(service, first.modPackId)).toMatchObject([{ queuePlace: null, queueLength: null }]);

    line.goOn();
    let told: unknown;
    do told = (await followed.next()).value?.place;
    while (told !== null);
    const last = ofAnn.at(-1)?.modPackId ?? 0;
    await eventsUntilEnd(service.app, last);
    const order = [first, ofAnn[0], ofBob, ofCas, ...ofAnn.slice(1)].map((run) => run?.runConfigId);
    expect(await begunRuns(service)).toEqual(order);
    expect(await rows(service.app.database.db, sql`select from queued_runs`)).toEqual([]);
  });

  it('has a hundred runs of one caller not delay the upload of another by more than a few', async () => {
    await using line = await openLine(kind);
    const { db } = line.service.app.database;
    const first = await line.callers.uploadTaken(ann);
    await line.begun;
    const made = await rows(
      db,
      sql`
        with own as (
          insert into files (sha256, size, storage_key)
          select number || '', size, storage_key from files, generate_series(1, 100) as number
          returning id
        ), packs as (
          insert into mod_packs (file_id, name, status) select id, 'Pack.zip', 'QUEUED' from own returning id
        )
        insert into run_configurations
          (mod_pack_id, game_version, modloader, modloader_version, start_args, client_mods, whitelisted_mods)
        select id, '1.20.1', 'Fabric', '0.15.7', '[]', '[]', '[]' from packs
        returning mod_pack_id as "modPackId", id as "runConfigurationId"`,
    );
    const [{ caller }] = callerRows.parse(await rows(db, sql`select caller from queued_runs`));
    await db.transaction(async (tx) => {
      for (const run of madeRuns.parse(made))
        await queueRun(tx, run, { caller, limits: { all: 2_000, caller: 2_000, anonymous: 2_000 } });
    });
    const ofBob = await line.callers.uploadTaken(bob);
    line.goOn();
    await eventsUntilEnd(line.service.app, ofBob.modPackId);
    const begun = await begunRuns(line.service);
    expect(begun[0]).toBe(first.runConfigId);
    expect(begun.indexOf(ofBob.runConfigId)).toBe(2);
  });

  it('works the runs of a modpack one after the other, past those that leave it', async () => {
    await using line = await openLine(kind);
    const { service, callers } = line;
    const { modPackId, runConfigId } = await callers.uploadTaken(ann);
    await line.begun;
    const later = [];
    for (const caller of [bob, cas, dan]) {
      later.push(taken.parse(await (await callers.generate(caller, modPackId)).json()).runConfigId);
    }
    expect(await placesOf(service, modPackId)).toEqual([
      { databaseId: runConfigId, queuePlace: null, queueLength: null },
      ...later.map((databaseId, index) => ({ databaseId, queuePlace: index + 1, queueLength: 3 })),
    ]);
    const [second = 0, third = 0, fourth = 0] = later;
    await cancelRun(service.app.database, second);
    await expect(cancelRun(service.app.database, second)).rejects.toThrow('has ended already');
    await cancelRun(service.app.database, fourth);
    line.goOn();
    await eventsUntilEnd(service.app, modPackId, 4);
    expect(await begunRuns(service)).toEqual([runConfigId, third]);
  });
});
