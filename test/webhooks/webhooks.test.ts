import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Config } from '../../src/config.ts';
import { tidy } from '../../src/core/chores/sweep.ts';
import { openDatabase } from '../../src/database/open.ts';
import type { ConnectOverrides } from '../../src/fetching/connect.ts';
import { findDeliveries } from '../../src/webhooks/deliveries.ts';
import type { WebhookSettings } from '../../src/webhooks/settings.ts';
import { ask, operatorHeaders } from '../graphql/client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { smallPack, upload } from '../support/client.ts';
import { createServerDatabase, databaseKinds } from '../support/database.ts';
import { type DownloadHost, leadTo, openDownloadHost } from '../support/download-host.ts';
import { zipWith } from '../support/zip.ts';

const delivery = z.object({
  id: z.string(),
  databaseId: z.int(),
  messageId: z.string(),
  type: z.string(),
  state: z.string(),
  attempts: z.int(),
  responseStatus: z.int().nullable(),
  failure: z.string().nullable(),
  event: z.object({ databaseId: z.int() }).nullable(),
});
const registered = z.object({
  createWebhook: z.object({
    secret: z.string(),
    webhook: z.object({ id: z.string(), databaseId: z.int() }),
  }),
});
const page = z.object({
  administration: z.object({ webhookDeliveries: z.object({ nodes: z.array(delivery) }) }),
});

const register = `mutation($input: CreateWebhookInput!) {
  createWebhook(input: $input) {
    ... on WebhookWithSecret { secret webhook { id databaseId } }
    ... on UserError { code message field }
  }
}`;
const list = `query($webhook: ID!) {
  administration {
    webhookDeliveries(filter: { webhook: { id: $webhook } }, orderBy: CREATED_AT_ASC) {
      nodes { id databaseId messageId type state attempts responseStatus failure event { databaseId } }
    }
  }
}`;
const update = `mutation($input: UpdateWebhookInput!) {
  updateWebhook(input: $input) { ... on Webhook { enabled } ... on UserError { code } }
}`;
const resend = `mutation($input: WebhookDeliveryInput!) {
  resendWebhookDelivery(input: $input) {
    ... on WebhookDelivery { state }
    ... on UserError { code message }
  }
}`;
const test = `mutation($input: WebhookInput!) {
  testWebhook(input: $input) { ... on WebhookDelivery { id } ... on UserError { code message } }
}`;
const remove = 'mutation($input: WebhookInput!) { deleteWebhook(input: $input) { __typename } }';

/** What a receiver got. */
interface Received {
  body: string;
  headers: Record<string, string>;
}

const environment = {
  'config.webhooks.retries': '1',
  MAX_WEBHOOKS: '19',
  PUBLIC_URL: 'https://packs.example',
};
/** A receiver that answers is not taken for one that does not, however busy the machine. */
const patient = { retrySeconds: 0, timeoutMs: 300_000, parallel: 3 };

/** On a server, two nodes that both hand out and send. */
async function startNodes(
  kind: 'embedded' | 'server',
  receiver: DownloadHost,
  webhooks: Partial<WebhookSettings> = {},
) {
  const values = (config: Config) => ({ webhooks: { ...config.webhooks, ...patient, ...webhooks } });
  await using opened = new AsyncDisposableStack();
  const connect: ConnectOverrides = {
    ...receiver.connect,
    isPublic: (address) => address === '127.0.0.1',
    lookup: (name, options, callback) => {
      if (name !== 'private.test') return leadTo('127.0.0.1')(name, options, callback);
      if (options.all) callback(null, [{ address: '192.168.0.1', family: 4 }]);
      else callback(null, '192.168.0.1', 4);
    },
  };
  const nodes: TestApp[] = [];
  if (kind === 'embedded')
    nodes.push(opened.use(await startTestApp({ environment, values, overrides: { connect } })));
  else {
    const { url } = opened.use(await createServerDatabase());
    for (const _node of ['one', 'other']) {
      const database = await openDatabase(url, { memory: true });
      // Their store is one, too.
      const shared: Record<string, string> = nodes[0] ? { DATA_DIR: nodes[0].dataDir } : {};
      const options = {
        environment: { ...environment, ...shared },
        values,
        overrides: { connect, database },
      };
      nodes.push(opened.use(await startTestApp(options)));
    }
  }
  const [first] = nodes;
  if (!first) throw new Error('There is no node.');
  const parts = opened.move();
  return {
    first,
    all: nodes,
    headers: await operatorHeaders(first.app.database),
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}

describe.each(databaseKinds)('webhooks on the %s database', async (kind) => {
  const received = new Map<string, Received[]>();

  const receiver = await openDownloadHost();
  const nodes = await startNodes(kind, receiver);
  afterAll(async () => {
    await nodes[Symbol.asyncDispose]();
    await receiver[Symbol.asyncDispose]();
  });

  /** Answers what is posted to the path with these, the last of them from then on; null never answers. */
  function receive(path: string, ...answers: (number | null)[]): string {
    const list: Received[] = [];
    received.set(path, list);
    receiver.answer(path, async (request, response) => {
      const status = answers[Math.min(list.length, answers.length - 1)];
      list.push({
        body: await text(request),
        headers: z.record(z.string(), z.string()).parse(request.headers),
      });
      if (status) response.writeHead(status, { location: `https://${receiver.host}/elsewhere` }).end();
    });
    return `https://${receiver.host}${path}`;
  }
  const receivedAt = (path: string) => received.get(path) ?? [];

  const asked = async (query: string, variables: Record<string, unknown>, of = nodes) =>
    (await ask(of.first.url, query, variables, of.headers)).data;
  const registerAt = async (url: string, input: Record<string, unknown> = {}) =>
    registered.parse(await asked(register, { input: { url, ...input } })).createWebhook;
  const deliveriesOf = async ({ webhook }: { webhook: { id: string } }) =>
    page.parse(await asked(list, { webhook: webhook.id })).administration.webhookDeliveries.nodes;
  const settled = async (one: { webhook: { id: string } }, states: string[]) => {
    await expect.poll(async () => (await deliveriesOf(one)).map(({ state }) => state)).toEqual(states);
    return deliveriesOf(one);
  };

  it('are told of the end of each run once, signed, with what it made', async () => {
    const hook = await registerAt(receive('/good', 204));
    const { body } = await upload(nodes.first.url, smallPack('good'));
    await upload(nodes.first.url, zipWith({ 'mods/none.txt': 'no mod' }));
    const told = await settled(hook, ['DELIVERED', 'DELIVERED']);
    const [failed, generated] = told.toSorted((a, b) => (a.type < b.type ? -1 : 1));
    expect(receivedAt('/good')).toHaveLength(2);
    const first = receivedAt('/good').find((one) => one.headers['webhook-id'] === generated?.messageId);
    if (!first || !generated) throw new Error('The end of the first run was not posted.');
    expect(generated).toMatchObject({
      type: 'run.generated',
      attempts: 1,
      responseStatus: 204,
      failure: null,
    });
    expect(generated.messageId).toBe(`event_${generated.event?.databaseId}`);
    expect(failed).toMatchObject({ type: 'run.error' });
    expect(new Webhook(hook.secret).verify(first.body, first.headers)).toEqual({
      type: 'run.generated',
      timestamp: expect.any(String),
      data: {
        event: {
          id: generated.event?.databaseId,
          modPackId: body.modPackId,
          serverPackId: expect.any(Number),
          status: 'GENERATED',
          message: 'Syncing ServerPack to database.',
          timestamp: expect.any(Number),
          errors: [],
          errorsLeftOut: 0,
        },
        modPack: {
          id: body.modPackId,
          name: 'pack.zip',
          size: expect.any(Number),
          sha256: expect.any(String),
        },
        line: null,
        runConfiguration: {
          id: body.runConfigId,
          gameVersion: '1.20.1',
          modloader: 'Fabric',
          modloaderVersion: '0.15.6',
        },
        serverPack: {
          id: expect.any(Number),
          size: expect.any(Number),
          sha256: expect.any(String),
          downloadUrl: expect.stringMatching(
            /^https:\/\/packs\.example\/api\/v2\/serverpacks\/download\/\d+$/,
          ),
        },
      },
    });
    expect(() => new Webhook('whsec_AAAA').verify(first.body, first.headers)).toThrow(
      'No matching signature',
    );
  });

  it('are tried again with the same id and body, given up in the end, and sent again when asked to', async () => {
    const flaky = await registerAt(receive('/flaky', 500, 200));
    const away = await registerAt(receive('/moved', 302, 302, 200));
    const inside = await registerAt(`https://private.test:${new URL(`https://${receiver.host}`).port}/`);
    const gone = await registerAt(receive('/gone', 410));
    await upload(nodes.first.url, smallPack('flaky'));
    const [taken] = await settled(flaky, ['DELIVERED']);
    expect(taken).toMatchObject({ attempts: 2, responseStatus: 200, failure: null });
    const [before, after] = receivedAt('/flaky');
    expect(after?.headers['webhook-id']).toBe(before?.headers['webhook-id']);
    expect(after?.body).toBe(before?.body);

    const [late] = await settled(away, ['FAILED']);
    expect(late).toMatchObject({
      attempts: 2,
      responseStatus: 302,
      failure: 'answers 302, and redirects are not followed',
    });
    expect(receiver.requests.map(({ path }) => path)).not.toContain('/elsewhere');
    expect((await settled(inside, ['FAILED']))[0]).toMatchObject({
      responseStatus: null,
      failure: expect.stringContaining('not a public one'),
    });
    await settled(gone, ['FAILED']);
    expect(receivedAt('/gone')).toHaveLength(1);
    expect(await asked(test, { input: { webhook: gone.webhook.id } })).toMatchObject({
      testWebhook: { code: 'CONFLICT', message: expect.stringContaining('switched off') },
    });

    const again = { input: { delivery: late?.id } };
    expect(await asked(resend, again)).toEqual({ resendWebhookDelivery: { state: 'PENDING' } });
    expect((await settled(away, ['DELIVERED']))[0]).toMatchObject({ attempts: 3 });
    expect(new Set(receivedAt('/moved').map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set([late?.messageId]),
    );
  });

  it('are given up where a receiver does not answer in time', async () => {
    await using impatient = await startNodes('embedded', receiver, { timeoutMs: 100 });
    const input = { url: receive('/slow', null) };
    const slow = registered.parse(await asked(register, { input }, impatient)).createWebhook;
    await upload(impatient.first.url, smallPack('slow'));
    const found = async () =>
      page.parse(await asked(list, { webhook: slow.webhook.id }, impatient)).administration.webhookDeliveries
        .nodes;
    await expect.poll(async () => (await found()).map(({ state }) => state)).toEqual(['FAILED']);
    expect((await found())[0]).toMatchObject({
      attempts: 2,
      responseStatus: null,
      failure: 'has not answered within 100 ms',
    });
  });

  it('are sent so many messages at a time as are set, each of them one', async () => {
    const sent = new Map<string, number>();
    const most = { all: 0, each: 0 };
    const held: (() => void)[] = [];
    const hooks: Awaited<ReturnType<typeof registerAt>>[] = [];
    const count = (path: string, by: number) => {
      sent.set(path, (sent.get(path) ?? 0) + by);
      most.each = Math.max(most.each, sent.get(path) ?? 0);
      most.all = Math.max(
        most.all,
        [...sent.values()].reduce((sum, one) => sum + one, 0),
      );
    };
    const taken = () => held.splice(0);
    for (let number = 0; number < 6; number += 1) {
      const path = `/many/${number}`;
      receiver.answer(path, (_request, response) => {
        count(path, 1);
        response.once('close', () => count(path, -1));
        held.push(() => void response.writeHead(200).end());
        if (held.length < 3) return;
        const all = taken();
        // One more would have come by then.
        void Promise.allSettled(hooks.map(deliveriesOf)).then(() => {
          for (const answer of all) answer();
        });
      });
      hooks.push(await registerAt(`https://${receiver.host}${path}`));
    }
    const tests = [...hooks, ...hooks].map(({ webhook }) => asked(test, { input: { webhook: webhook.id } }));
    await Promise.all(tests);
    const unsent = async () => {
      const all = await Promise.all(hooks.map(deliveriesOf));
      const waiting = all.filter((ofHook) => ofHook.some(({ state }) => state === 'PENDING'));
      // One webhook gets one at a time: where fewer than three have anything left, no third will come.
      if (held.length >= waiting.length) for (const answer of taken()) answer();
      return waiting.length;
    };
    await expect.poll(unsent).toBe(0);
    // Each node counts by itself. The receiver answers none before three are there, as long as there may be three.
    const { length: senders } = nodes.all;
    expect(most.all).toBeGreaterThanOrEqual(3);
    expect(most.all).toBeLessThanOrEqual(3 * senders);
    expect(most.each).toBeLessThanOrEqual(senders);
    for (const { webhook } of hooks) await asked(remove, { input: { webhook: webhook.id } });
  });

  it('are left alone for as long as they ask, six hours at most', async () => {
    const inSeconds = (seconds: number) => Date.now() + seconds * 1000;
    const early = [inSeconds(3_600), inSeconds(21_600)];
    const hooks = [];
    for (const [path, asked] of [
      ['/busy', '3600'],
      ['/for-days', new Date(inSeconds(200_000)).toUTCString()],
    ] as const) {
      receiver.answer(path, (_request, response) => {
        response.writeHead(503, { 'retry-after': asked }).end();
      });
      hooks.push(await registerAt(`https://${receiver.host}${path}`));
    }
    for (const [index, { webhook }] of hooks.entries()) {
      await asked(test, { input: { webhook: webhook.id } });
      await expect
        .poll(async () => (await deliveriesOf({ webhook }))[0])
        .toMatchObject({ state: 'PENDING', attempts: 1, responseStatus: 503 });
      const id = Number((await deliveriesOf({ webhook }))[0]?.databaseId);
      const [delivery] = await findDeliveries(nodes.first.app.database, [id]);
      const due = delivery?.nextAttempt.getTime() ?? 0;
      expect(due).toBeGreaterThanOrEqual(early[index] ?? 0);
      expect(due).toBeLessThan(inSeconds(21_601));
      await asked(update, { input: { webhook: webhook.id, enabled: false } });
    }
    const metrics = await nodes.first.app.metrics.text();
    expect(metrics).toContain('serverpacks_webhook_deliveries{state="retry"} 2');
  });

  it('are told of the events they ask for, of none while switched off, and signed with both secrets after a rotation', async () => {
    const hook = await registerAt(receive('/steps', 200), { statuses: ['QUEUED', 'CHECKED', 'GENERATED'] });
    await upload(nodes.first.url, smallPack('steps'));
    const told = await settled(hook, ['DELIVERED', 'DELIVERED', 'DELIVERED']);
    expect(told.map(({ type }) => type)).toEqual(['run.queued', 'run.checked', 'run.generated']);
    const set = (enabled: boolean) => asked(update, { input: { webhook: hook.webhook.id, enabled } });
    expect(await set(false)).toEqual({ updateWebhook: { enabled: false } });
    const other = await registerAt(receive('/other', 200));
    await upload(nodes.first.url, smallPack('unheard'));
    await settled(other, ['DELIVERED']);
    await set(true);
    const rotate = `mutation($input: WebhookInput!) {
      rotateWebhookSecret(input: $input) { ... on WebhookWithSecret { secret } }
    }`;
    const rotated = z
      .object({ rotateWebhookSecret: z.object({ secret: z.string() }) })
      .parse(await asked(rotate, { input: { webhook: hook.webhook.id } }));
    await asked(test, { input: { webhook: hook.webhook.id } });
    const all = await settled(hook, ['DELIVERED', 'DELIVERED', 'DELIVERED', 'DELIVERED']);
    expect(all.at(-1)).toMatchObject({ type: 'webhook.test', event: null });
    const last = receivedAt('/steps').at(-1);
    if (!last) throw new Error('The test was not posted.');
    for (const secret of [hook.secret, rotated.rotateWebhookSecret.secret]) {
      expect(new Webhook(secret).verify(last.body, last.headers)).toMatchObject({ type: 'webhook.test' });
    }
  });

  it('of Discord get a message that formats and mentions nothing of what a stranger wrote', async () => {
    const hook = await registerAt(receive('/discord', 204), { format: 'DISCORD' });
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(smallPack('discord'))]), '@everyone **pack**.zip');
    for (const [name, value] of [
      ['gameVersion', '1.20.1'],
      ['modloader', 'fabric'],
      ['modloaderVersion', '0.15.6'],
    ] as const)
      form.set(name, value);
    await fetch(`${nodes.first.url}/api/v2/modpacks/upload`, { method: 'POST', body: form });
    await settled(hook, ['DELIVERED']);
    const message: unknown = JSON.parse(receivedAt('/discord')[0]?.body ?? '');
    expect(message).toMatchObject({
      allowed_mentions: { parse: [] },
      embeds: [
        {
          title: 'A server pack is ready',
          description: '**\\@everyone \\*\\*pack\\*\\*\\.zip**',
          url: expect.stringContaining('https://packs.example/'),
        },
      ],
    });
  });

  it('are refused in words where they lead nowhere that may be asked, and beyond their number', async () => {
    const refused = async (url: string, input: Record<string, unknown> = {}) =>
      asked(register, { input: { url, ...input } });
    for (const [url, words] of [
      ['nowhere', 'must be an address'],
      ['http://hooks.example/', 'must begin with https://'],
      ['https://name:secret@hooks.example/', 'no user name'],
      ['https://127.0.0.1/', 'not a public address'],
      ['https://[::1]/', 'not a public address'],
      ['https://0x7f000001/', 'not a public address'],
      [`https://hooks.example/${'a'.repeat(2_048)}`, 'at most 2048 characters'],
    ] as const) {
      expect(await refused(url), url).toMatchObject({
        createWebhook: { code: 'INVALID_INPUT', field: 'url', message: expect.stringContaining(words) },
      });
    }
    expect(await refused('https://hooks.example/', { statuses: [] })).toMatchObject({
      createWebhook: { field: 'statuses' },
    });
    const count = `{ administration { webhooks { url } } }`;
    const there = z
      .object({ administration: z.object({ webhooks: z.array(z.object({ url: z.string() })) }) })
      .parse(await asked(count, {})).administration.webhooks;
    for (let more = there.length; more < 19; more += 1) await registerAt('https://hooks.example/');
    expect(await refused('https://hooks.example/')).toMatchObject({
      createWebhook: { code: 'CONFLICT', message: expect.stringContaining('MAX_WEBHOOKS') },
    });
    const [{ webhook } = { webhook: { id: '' } }] = [await deleteOne()];
    expect(await deliveriesOf({ webhook })).toEqual([]);
  });

  async function deleteOne() {
    const first = z
      .object({
        administration: z.object({ webhooks: z.array(z.object({ id: z.string() })) }),
      })
      .parse(await asked('{ administration { webhooks { id } } }', {})).administration.webhooks[0];
    expect(await asked(remove, { input: { webhook: first?.id } })).toEqual({
      deleteWebhook: { __typename: 'Deleted' },
    });
    return { webhook: { id: first?.id ?? '' } };
  }

  it('are counted: what was taken, what failed, and what was given up', async () => {
    const metrics = (await Promise.all(nodes.all.map(({ app }) => app.metrics.text()))).join('\n');
    expect(metrics).toMatch(/serverpacks_webhook_attempt_seconds_count\{outcome="taken"\} [1-9]/);
    expect(metrics).toMatch(/serverpacks_webhook_attempt_seconds_count\{outcome="failed"\} [1-9]/);
    expect(metrics).toMatch(/serverpacks_webhook_given_up_total [1-9]/);
  });

  it('have their old deliveries removed', async () => {
    const { app } = nodes.first;
    const hour = 3_600_000;
    const ages = { unfinishedMs: hour, resumableMs: hour, refusedMs: hour, deliveriesMs: -60_000 };
    // Of a run that has just ended, one may come after a sweep.
    const left = async () => {
      await tidy(app, ages);
      return asked('{ administration { webhookDeliveries { totalCount } } }', {});
    };
    await expect.poll(left).toEqual({ administration: { webhookDeliveries: { totalCount: 0 } } });
  });
});
