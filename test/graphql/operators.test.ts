import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  events,
  files,
  modPacks,
  runConfigurations,
  webhookDeliveries,
  webhooks,
} from '../../drizzle/schema.ts';
import { settingNames } from '../../src/config.ts';
import { version } from '../../src/version.ts';
import { headersOf, uploadForm } from '../access/callers.ts';
import { startTestApp } from '../support/app.ts';
import { databaseKind } from '../support/database.ts';
import { begin, send } from '../support/resumable.ts';
import { ask, globalId, operatorHeaders } from './client.ts';
import { insertFinishedRuns } from './rows.ts';

const created = z.object({
  createToken: z.object({ secret: z.string(), token: z.object({ id: z.string() }) }),
});

const inForce = z.object({
  settings: z.array(
    z.object({
      name: z.string(),
      value: z.string().nullable(),
      isSet: z.boolean(),
      isSecret: z.boolean(),
      source: z.string(),
    }),
  ),
});
const storedBytes = z.object({
  uploadedBytes: z.int(),
  fetchedBytes: z.int(),
  builtBytes: z.int(),
  bytes: z.int(),
});
const stored = z.object({
  storage: z.object({
    totalCount: z.int(),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string() }),
    nodes: z.array(
      z.object({
        name: z.string(),
        storage: storedBytes,
      }),
    ),
  }),
});

describe('for operators alone', async () => {
  const service = await startTestApp({
    environment: {
      CURSEFORGE_API_KEY: 'a-key',
      MAX_WEBHOOKS: '7',
    },
  });
  const operator: Record<string, string> = await operatorHeaders(service.app.database);
  await insertFinishedRuns(service.app.database.db, { modPacks: 1, runs: 1 });
  afterAll(() => service[Symbol.asyncDispose]());
  const asked = (query: string, variables = {}, headers = operator) =>
    ask(service.url, query, variables, headers);

  it('there is administration, whose refusal leaves the rest of the answer', async () => {
    const query = `{
      modPack(by: { databaseId: 1 }) { name }
      administration { waitingRuns webhooks { url } webhookDeliveries { totalCount } }
    }`;
    expect((await asked(query)).data).toEqual({
      modPack: { name: 'Pack 0.zip' },
      administration: {
        waitingRuns: 0,
        webhooks: [],
        webhookDeliveries: { totalCount: 0 },
      },
    });
    const refused = [{ extensions: { code: 'UNAUTHENTICATED' } }];
    const data = { modPack: { name: 'Pack 0.zip' }, administration: null };
    expect(await asked(query, {}, {})).toMatchObject({ status: 200, data, errors: refused });
    // Where nothing is left of the answer, the status says so to callers that look at it alone.
    const alone = '{ administration { webhooks { url } } }';
    expect(await asked(alone, {}, {})).toMatchObject({ status: 401, errors: refused });
  });

  it('mutations do what they do; for others each answers its own refusal, and the rest goes on', async () => {
    const { data, errors } = await asked(
      `mutation ($modPack: ID!, $serverPack: ID!) {
        deleteModPack(input: { modPack: $modPack }) { __typename ... on UserError { code } }
        voteServerPack(input: { serverPack: $serverPack, vote: UP }) { __typename }
      }`,
      { modPack: globalId('ModPack', 1), serverPack: globalId('ServerPack', 1) },
      {},
    );
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      deleteModPack: { __typename: 'UserError', code: 'UNAUTHENTICATED' },
      voteServerPack: { __typename: 'ServerPack' },
    });
  });

  it('the version that runs is told, with what the changelog says of it', async () => {
    const { data, errors } = await asked('{ administration { version changes } }');
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      administration: { version, changes: expect.stringMatching(/^\S.*\n\nWhen upgrading/) },
    });
  });

  it('settings tell their value and where it comes from, and of secrets no more than that they are set', async () => {
    const { data, errors } = await asked(
      '{ administration { settings { name value isSet isSecret source } } }',
    );
    expect(errors).toBeUndefined();
    const { settings } = inForce.parse(data?.administration);
    expect(settings.map(({ name }) => name)).toEqual(settingNames);
    const told = Object.fromEntries(settings.map(({ name, ...rest }) => [name, Object.values(rest)]));
    expect(told).toMatchObject({
      MAX_WEBHOOKS: ['7', true, false, 'ENVIRONMENT'],
      DATABASE_POOL: ['10', true, false, 'DEFAULT'],
      PUBLIC_URL: [null, false, false, 'DEFAULT'],
      CURSEFORGE_API_KEY: [null, true, true, 'ENVIRONMENT'],
    });
  });

  it('a backup is made, and listed with what it holds and what the store has lost before', async () => {
    const { db } = service.app.database;
    await db.update(files).set({ storageKey: sql`encode(sha256(${files.sha256}::bytea), 'hex')` });
    const fields = 'name place state reason modPacks lostFiles endedAt';
    const { data } = await asked(`mutation { createBackup { ... on Backup { ${fields} } } }`);
    const place = path.join(service.dataDir, 'backups');
    const begun = { name: expect.any(String), place, state: 'RUNNING', reason: null, endedAt: null };
    expect(data).toMatchObject({ createBackup: begun });
    const listed = async () => (await asked(`{ administration { backups { ${fields} } } }`)).data;
    const whole = { ...begun, state: 'WHOLE', modPacks: 1, lostFiles: 2, endedAt: expect.any(String) };
    await expect.poll(listed).toEqual({ administration: { backups: [whole] } });
  });

  it('parts and platforms tell how they are, and the database how large it is', async () => {
    const { data, errors } = await asked(`{ administration {
      health { name ok message state since retryAt }
      database { kind version bytes lastArchivedAt }
    } }`);
    expect(errors).toBeUndefined();
    const notAsked = { since: null, retryAt: null };
    const works = { ok: true, message: expect.any(String), state: null, ...notAsked };
    const off = { ok: true, message: 'The settings switch the platform off.', state: 'OFF', ...notAsked };
    expect(data?.administration).toEqual({
      health: [
        ...['database', 'storage'].map((name) => ({ name, ...works })),
        ...['modrinth', 'curseforge', 'curseforge_files', 'ftb'].map((name) => ({ name, ...off })),
      ],
      database: {
        kind: databaseKind === 'embedded' ? 'EMBEDDED' : 'POSTGRESQL',
        version: expect.stringMatching(/^\d+\.\d+/),
        bytes: expect.any(Number),
        lastArchivedAt: null,
      },
    });
  });

  it('storage is listed by modpack, the largest with all that belongs to it first, page by page', async () => {
    const { db } = service.app.database;
    await insertFinishedRuns(db, { modPacks: 1, runs: 2, from: 1 });
    const page = async (args: string) => {
      const { data, errors } = await asked(`{ administration { storage(${args}) {
        totalCount pageInfo { hasNextPage endCursor }
        nodes { name storage { uploadedBytes fetchedBytes builtBytes bytes } }
      } } }`);
      expect(errors).toBeUndefined();
      return stored.parse(data?.administration).storage;
    };
    const first = await page('first: 1');
    const second = await page(`first: 1, after: "${first.pageInfo.endCursor}"`);
    expect([first.totalCount, first.pageInfo.hasNextPage, second.pageInfo.hasNextPage]).toEqual([
      2,
      true,
      false,
    ]);
    expect([...first.nodes, ...second.nodes].map(({ name }) => name)).toEqual(['Pack 1.zip', 'Pack 0.zip']);
    for (const { storage } of first.nodes) {
      expect(storage.builtBytes).toBeGreaterThan(0);
      expect(storage.bytes).toBe(storage.uploadedBytes + storage.fetchedBytes + storage.builtBytes);
    }
    const one =
      '{ modPack(by: { databaseId: 2 }) { storage { uploadedBytes fetchedBytes builtBytes bytes } } }';
    expect((await asked(one)).data).toEqual({ modPack: { storage: first.nodes[0]?.storage } });
    expect((await asked(one, {}, {})).data).toEqual({ modPack: { storage: null } });
  });

  it('the days until the disk is full are told by what was stored of late, and reasons by the packs that still fail', async () => {
    const { db } = service.app.database;
    const query = '{ administration { freeBytes daysUntilFull failuresAlike { code message modPacks } } }';
    const shape = z.object({
      freeBytes: z.number(),
      daysUntilFull: z.number(),
      failuresAlike: z.array(z.object({ code: z.string(), message: z.string(), modPacks: z.int() })),
    });
    const told = async () => shape.parse((await asked(query)).data?.administration);
    const before = await told();
    expect(before.failuresAlike).toEqual([]);
    // What was stored before the week makes no pace, and twice as much in it halves the days.
    const size = 1_000_000_000;
    const old = new Date(Date.now() - 30 * 86_400_000);
    const stored = (name: string) => ({ sha256: name.padEnd(64, '0'), size, storageKey: name });
    await db.insert(files).values({ ...stored('a'), dateCreated: old });
    expect((await told()).daysUntilFull).toBeCloseTo(before.daysUntilFull, -6);
    await db.insert(files).values(stored('b'));
    const room = before.freeBytes - service.app.config.reserveBytes;
    expect((await told()).daysUntilFull / ((room * 7) / size)).toBeCloseTo(1, 1);
    await db.insert(files).values(stored('c'));
    expect((await told()).daysUntilFull / ((room * 3.5) / size)).toBeCloseTo(1, 1);

    await insertFinishedRuns(db, { modPacks: 4, runs: 1, from: 10 });
    const runs = (await db.select().from(runConfigurations)).slice(-4);
    const failed = async (index: number, code: string) => {
      const { id: runConfigurationId = 0, modPackId = 0 } = runs[index] ?? {};
      const errors = [{ code, error: `${code} of ${index}`, entry: null }];
      await db.insert(events).values({ modPackId, runConfigurationId, status: 'ERROR', message: '', errors });
      await db.update(modPacks).set({ status: 'ERROR' }).where(eq(modPacks.id, modPackId));
      return modPackId;
    };
    await failed(0, 'NO_MODS');
    // One pack that fails again is one pack.
    for (const index of [1, 1, 2]) await failed(index, 'FETCH_AWAY');
    expect((await told()).failuresAlike).toEqual([]);
    const third = await failed(3, 'FETCH_AWAY');
    const alike = [{ code: 'FETCH_AWAY', message: 'FETCH_AWAY of 3', modPacks: 3 }];
    expect((await told()).failuresAlike).toEqual(alike);
    await db.update(modPacks).set({ status: 'GENERATED' }).where(eq(modPacks.id, third));
    expect((await told()).failuresAlike).toEqual([]);
  });

  it('webhooks tell what became of their newest messages', async () => {
    const { db } = service.app.database;
    const [webhook] = await db
      .insert(webhooks)
      .values({
        url: 'https://h.example/',
        format: 'STANDARD',
        statuses: ['ERROR'],
        secret: '',
        lastEventId: 0,
      })
      .returning();
    const webhookId = webhook?.id ?? 0;
    const made = (day: number) => new Date(Date.UTC(2026, 0, day));
    const [one, two, three] = [made(1), made(2), made(3)] as const;
    const common = { webhookId, type: 'webhook.test', body: '{}' };
    await db.insert(webhookDeliveries).values([
      { ...common, state: 'DELIVERED', lastAttempt: one, dateCreated: one },
      { ...common, state: 'DELIVERED', lastAttempt: two, dateCreated: one },
      { ...common, state: 'FAILED', lastAttempt: three, dateCreated: two },
      { ...common, state: 'PENDING', dateCreated: three },
      { ...common, state: 'PENDING', dateCreated: two },
    ]);
    const health = 'waitingDeliveries failedDeliveries waitingSince lastDeliveredAt';
    const { data } = await asked(`{ administration { webhooks { ${health} } } }`);
    expect(data?.administration).toEqual({
      webhooks: [
        {
          waitingDeliveries: 2,
          failedDeliveries: 1,
          waitingSince: two.toISOString(),
          lastDeliveredAt: two.toISOString(),
        },
      ],
    });
    await db.delete(webhooks);
  });

  it('tokens are made, listed, limited and revoked by their ids', async () => {
    const create = `mutation ($input: CreateTokenInput!) { createToken(input: $input) {
      ... on TokenCreated { secret token { id } } ... on UserError { code field }
    } }`;
    const input = { name: 'builds', role: 'PUBLISHER', quota: 1_000, expiresAt: '2099-01-01T00:00:00Z' };
    const { createToken: made } = created.parse((await asked(create, { input })).data);
    const own = { authorization: `Bearer ${made.secret}` };
    expect((await asked('{ viewer { name role quota expiresAt } }', {}, own)).data).toEqual({
      viewer: { name: 'builds', role: 'PUBLISHER', quota: 1_000, expiresAt: '2099-01-01T00:00:00.000Z' },
    });
    for (const [field, value] of [
      ['name', 'builds'],
      ['name', 'two words'],
      ['quota', 0],
      ['expiresAt', '2001-01-01T00:00:00Z'],
    ] as const)
      expect((await asked(create, { input: { ...input, name: 'other', [field]: value } })).data).toEqual({
        createToken: { code: 'INVALID_INPUT', field },
      });

    const vote = `mutation ($serverPack: ID!) { voteServerPack(input: { serverPack: $serverPack, vote: DOWN }) {
      ... on ServerPack { upVotes downVotes myVote }
    } }`;
    const voted = await asked(vote, { serverPack: globalId('ServerPack', 1) }, own);
    expect(voted.data?.voteServerPack).toMatchObject({ downVotes: 1, myVote: 'DOWN' });
    const voteOf = '{ serverPack(by: { databaseId: 1 }) { myVote } }';
    expect((await asked(voteOf)).data).toEqual({ serverPack: { myVote: null } });

    const { id } = made.token;
    const limited = await asked(
      `mutation ($id: ID!) { updateToken(input: { token: $id }) { ... on Token { quota } } }`,
      { id },
    );
    expect(limited.data).toEqual({ updateToken: { quota: null } });
    const list = '{ administration { tokens { name stored quota } } }';
    expect((await asked(list)).data?.administration).toEqual({
      tokens: [
        { name: expect.stringContaining('operator-'), stored: 0, quota: null },
        { name: 'builds', stored: 0, quota: null },
      ],
    });
    const revoke = `mutation ($id: ID!) { revokeToken(input: { token: $id }) {
      ... on Token { name } ... on UserError { code }
    } }`;
    expect((await asked(revoke, { id })).data).toEqual({ revokeToken: { name: 'builds' } });
    expect((await asked(revoke, { id })).data).toEqual({ revokeToken: { code: 'NOT_FOUND' } });
    expect((await asked('{ viewer { name } }', {}, own)).status).toBe(401);
    const node = 'query ($id: ID!) { node(id: $id) { __typename } }';
    expect((await asked(node, { id })).data).toEqual({ node: null });
  });
});

describe('what operators see', () => {
  it('is the health of the service, its queue, and what is stored because of each token', async () => {
    await using service = await startTestApp();
    const operator = await headersOf(service, { name: 'boss', role: 'operator' });
    const publisher = await headersOf(service, { name: 'builds', role: 'publisher', quota: 1_000_000 });
    const uploaded = await fetch(`${service.url}/api/v2/modpacks/upload`, {
      method: 'POST',
      headers: publisher,
      body: uploadForm('lithium'),
    });
    expect(uploaded.status).toBe(200);
    await expect
      .poll(() => ask(service.url, '{ serverPack(by: { databaseId: 1 }) { size } }'))
      .toMatchObject({ data: { serverPack: { size: expect.any(Number) } } });
    const { url } = await begin(service, 100);
    await send(url, new Uint8Array(60), 0);
    const query = `{ administration {
      health { name ok }
      waitingRuns runningRuns runsWaitingForRoom oldestWaitSeconds
      unfinishedUploadBytes
      freeBytes
      tokens { name role quota stored mayVoteForOthers lastUsedAt }
    } }`;
    const { data, errors } = await ask(service.url, query, {}, operator);
    expect(errors).toBeUndefined();
    const stored = await ask(service.url, '{ viewer { stored } }', {}, publisher);
    expect(stored.data).toEqual({ viewer: { stored: expect.any(Number) } });
    expect(data?.administration).toMatchObject({
      health: [
        { name: 'database', ok: true },
        { name: 'storage', ok: true },
        ...['modrinth', 'curseforge', 'curseforge_files', 'ftb'].map((name) => ({ name, ok: true })),
      ],
      waitingRuns: 0,
      runningRuns: 0,
      runsWaitingForRoom: 0,
      oldestWaitSeconds: null,
      unfinishedUploadBytes: 60,
      freeBytes: expect.any(Number),
      tokens: [
        { name: 'boss', role: 'OPERATOR', quota: null, stored: 0, mayVoteForOthers: false },
        { name: 'builds', role: 'PUBLISHER', quota: 1_000_000, ...Object(stored.data?.viewer) },
      ],
    });
    for (const headers of [publisher, {}]) {
      const refused = await ask(service.url, '{ administration { tokens { name } } }', {}, headers);
      expect(refused.data).toEqual({ administration: null });
      expect(refused.errors?.[0]?.extensions?.code).toBeOneOf(['FORBIDDEN', 'UNAUTHENTICATED']);
    }
  });
});
