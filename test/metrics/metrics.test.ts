import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createMetrics } from '../../bot/metrics.ts';
import { createToken } from '../../src/access/tokens.ts';
import { openDatabase } from '../../src/database/open.ts';
import { openOperations } from '../../src/http/operations.ts';
import { fabricPack } from '../rest/contract/service.ts';
import { startTestApp } from '../support/app.ts';
import { createServerDatabase, databaseKind, databaseKinds } from '../support/database.ts';
import { openPassage } from '../support/passage.ts';

const page = new URL('../../docs/metrics.md', import.meta.url);
const dashboard = new URL('../../monitoring/dashboard.json', import.meta.url);
const alerts = new URL('../../monitoring/alerts.yaml', import.meta.url);

/** The names of figures, whatever part of a histogram is meant. */
function namesIn(text: string, form = /\bserverpacks_[a-z_]+/g): Set<string> {
  return new Set([...text.matchAll(form)].map(([name]) => name.replace(/_(bucket|sum|count)$/, '')));
}

/** Those of the process too. */
const allNames = /\b(?:serverpacks|bot|nodejs|process)_[a-z0-9_]+/g;
const namesOfBot = /\bbot_[a-z_]+/g;

/** What a bot that does nothing exposes. */
function figuresOfBot(): Promise<string> {
  const idle = {
    runs: () => 0,
    links: () => 0,
    servers: () => 0,
    isGatewayUp: () => true,
    isDiscordUp: () => true,
  };
  const metrics = createMetrics(idle);
  metrics.answered('/upload', 'done', 1);
  return metrics.text();
}

/** The labels by which figures are told apart, or their values chosen, in what Prometheus is asked. */
function labelsIn(text: string): Set<string> {
  const grouped = [...text.matchAll(/\bby \(([a-z_, ]+)\)/g)].flatMap(([, names = '']) => names.split(', '));
  const chosen = [...text.matchAll(/[{,]([a-z_]+)=~?\\?"/g)].map(([, name = '']) => name);
  return new Set([...grouped, ...chosen]);
}

it('tell what has happened', async () => {
  await using service = await startTestApp();
  const { metrics } = service.app;
  await fetch(`${service.url}/api/v2/modpacks/7`);
  await fetch(`${service.url}/anything/at/all`);
  await fetch(`${service.url}/graphql?query={statistics{__typename}}`);
  await fetch(`${service.url}/graphql?query={nothing}`);
  await uploadAndWait(service.url);
  const shown = async () => (await fetch(`${service.url}/metrics`)).text();
  // A run is counted once its last event is recorded, which its uploader may hear of before.
  await expect.poll(shown).toMatch(/serverpacks_run_seconds_count\{outcome="generated"\} 1/);
  const text = await shown();
  for (const line of [
    /serverpacks_http_request_seconds_count\{method="GET",route="\/api\/v2\/modpacks\/:id",status="404"\} 1/,
    /serverpacks_http_request_seconds_count\{method="GET",route="none",status="404"\} 1/,
    /serverpacks_graphql_operation_seconds_count\{type="query",field="statistics",outcome="ok"\} 1/,
    /serverpacks_event_delivery_seconds_count [1-9]/,
    /serverpacks_queue_runs\{state="active"\} 0/,
    /serverpacks_queue_oldest_seconds 0/,
    /serverpacks_threads\{lane="work"\} 0/,
    /serverpacks_storage_free_bytes [1-9]/,
    /serverpacks_sockets 0/,
    /nodejs_eventloop_lag_seconds/,
    ...(databaseKind === 'server' ? [/serverpacks_database_waiting\{pool="requests"\} 0/] : []),
  ]) {
    expect(text).toMatch(line);
  }
  expect(text).not.toContain('field="nothing"');
  // Each is told on the page, and the page tells of nothing else; dashboard and alerts use what there is.
  const exposed = await metrics.text();
  const told = await readFile(page, 'utf8');
  expect(namesIn(told)).toEqual(namesIn(exposed));
  const ofBot = await figuresOfBot();
  expect(namesIn(told, namesOfBot)).toEqual(namesIn(ofBot, namesOfBot));
  const names = namesIn(`${exposed}\n${ofBot}`, allNames);
  for (const name of namesIn(told, allNames)) expect(names).toContain(name);
  // Labels of Prometheus itself, and those that the page tells of.
  const labels = new Set([
    'le',
    'instance',
    'job',
    ...[...told.matchAll(/`([a-z_]+)`/g)].map(([, label]) => label),
  ]);
  for (const file of [dashboard, alerts]) {
    const asked = await readFile(file, 'utf8');
    const used = namesIn(asked, allNames);
    expect(used.size).toBeGreaterThan(3);
    expect(namesIn(asked, namesOfBot).size).toBeGreaterThan(2);
    expect([...used].filter((name) => !names.has(name))).toEqual([]);
    expect(labelsIn(asked).size).toBeGreaterThan(3);
    expect([...labelsIn(asked)].filter((label) => !labels.has(label))).toEqual([]);
  }
});

it('are for callers who may read, and health is for anybody', async () => {
  await using service = await startTestApp({ environment: { ACCESS: 'closed', METRICS_PORT: '0' } });
  expect((await fetch(`${service.url}/metrics`)).status).toBe(401);
  const token = { name: 'collector', role: 'reader', voter: false, quota: null, expires: null } as const;
  const secret = await createToken(service.app.database, token);
  const asked = await fetch(`${service.url}/metrics`, { headers: { authorization: `Bearer ${secret}` } });
  expect(asked.status).toBe(200);
  expect(asked.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  expect(await (await fetch(`${service.url}/health/live`)).json()).toEqual({ status: 'live' });
  const storage = { name: 'storage', ok: true, message: 'The store has room.' };
  expect(await (await fetch(`${service.url}/health/ready`)).json()).toEqual({
    status: 'ready',
    checks: [{ name: 'database', ok: true, message: 'The database answers.' }, storage],
  });
  await using beside = await openOperations(service.app);
  if (beside === null) throw new Error('It was to be served on an address of its own.');
  expect(await (await fetch(`${beside.address}/metrics`)).text()).toContain('serverpacks_queue_runs');
  const told = await (await fetch(`${beside.address}/health/ready`)).text();
  expect(told).toMatch(/The store has room\. \d+ bytes are free/);
  expect((await fetch(`${beside.address}/api/v2/modpacks/all`)).status).toBe(404);
  // From then on it is not ready, and serves on until it is closed.
  await service.app.stopWork();
  for (const { address } of [beside, { address: service.url }]) {
    const answer = await fetch(`${address}/health/ready`);
    expect([answer.status, await answer.json()]).toEqual([503, { status: 'stopping', checks: [] }]);
  }
  expect((await fetch(`${service.url}/version`)).status).toBe(200);
});

it.runIf(databaseKinds.includes('server'))(
  'say in words what a node lacks, while it lives, and when it has it again',
  async () => {
    await using parts = new AsyncDisposableStack();
    const scratch = parts.use(await createServerDatabase());
    const passage = parts.use(await openPassage(scratch.url));
    const database = await openDatabase(passage.url, { memory: true });
    await using service = await startTestApp({ overrides: { database } });
    passage.cut();
    expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
    const answer = await fetch(`${service.url}/health/ready`);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({
      status: 'not ready',
      checks: [
        { name: 'database', ok: false, message: 'The database cannot be reached.' },
        { name: 'storage', ok: true },
      ],
    });
    await service.app.metrics.text();
    expect(await service.app.metrics.text()).toContain('unread_total{name="serverpacks_queue_runs"}');
    await passage.open();
    await expect.poll(async () => (await fetch(`${service.url}/health/ready`)).status).toBe(200);
  },
);

async function uploadAndWait(url: string): Promise<void> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(fabricPack())]), 'pack.zip');
  form.set('gameVersion', '1.20.1');
  form.set('modloader', 'Fabric');
  form.set('modloaderVersion', '0.15.6');
  await fetch(`${url}/api/v2/modpacks/upload`, { method: 'POST', body: form });
  const pack = z.object({ status: z.string() });
  await expect
    .poll(async () => pack.parse(await (await fetch(`${url}/api/v2/modpacks/1`)).json()).status)
    .toBe('GENERATED');
}
