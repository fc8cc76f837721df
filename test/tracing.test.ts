import { expect, it } from 'vitest';
import { startTestApp } from './support/app.ts';
import { startCollector } from './support/collector.ts';
import { databaseKind, openScratchDatabase } from './support/database.ts';
import { openDownloadHost } from './support/download-host.ts';
import { mrpackWith } from './support/exports.ts';
import { fabricModJson, jarWith } from './support/jar.ts';
import { eventsUntilEnd } from './support/runs.ts';
import { openTemporaryStorage } from './support/temporary-storage.ts';

it('what a request and a run take is sent to a collector, as part of the trace of who asked', async () => {
  await using collector = await startCollector();
  await using host = await openDownloadHost();
  const trace = { id: 'ab'.repeat(16), parent: 'cd'.repeat(8) };
  const headers = { traceparent: `00-${trace.id}-${trace.parent}-01` };
  {
    await using service = await startTestApp({
      database: 'its own',
      environment: {
        FETCH: 'on',
        FETCH_HOSTS: host.host,
        OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
        OTEL_EXPORTER_OTLP_HEADERS: 'x-team=packs',
        OTEL_SERVICE_NAME: 'packs-test',
      },
      overrides: { connect: host.connect },
    });
    for (const [index, id] of ['one', 'other'].entries()) {
      const mod = host.serve(`/${id}.jar`, jarWith({ 'fabric.mod.json': fabricModJson(id) }));
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(mrpackWith([mod]))]), 'pack.mrpack');
      form.set('gameVersion', '1.20.1');
      form.set('modloader', 'Fabric');
      form.set('modloaderVersion', '0.15.6');
      const upload = `${service.url}/api/v2/modpacks/upload`;
      expect((await fetch(upload, { method: 'POST', headers, body: form })).status).toBe(200);
      await eventsUntilEnd(service.app, index + 1);
    }
    // The same operation has the same span each time.
    for (const _time of ['first', 'second']) {
      const body = JSON.stringify({ query: '{ modPacks { totalCount } }' });
      const json = { ...headers, 'content-type': 'application/json' };
      await fetch(`${service.url}/graphql`, { method: 'POST', headers: json, body });
    }
  }
  const spans = collector.spans();
  const byId = new Map(spans.map((span) => [span.spanId, span]));
  const told = spans.map((span) => [
    byId.get(span.parentSpanId ?? '')?.name ?? (span.parentSpanId === trace.parent ? 'caller' : 'nobody'),
    span.name,
  ]);
  expect(told).toEqual(
    expect.arrayContaining([
      ['caller', 'POST'],
      ['POST', 'storage receive'],
      ['POST', 'storage publish'],
      ['nobody', 'run'],
      ['run', 'check'],
      ['check', 'storage local'],
      ['check', 'fetch'],
      ['run', 'generate'],
      ['run', 'storage publish'],
      ['POST', 'with files'],
      ['run', 'insert events'],
      ['run', 'with files'],
    ]),
  );
  const asked = told.filter(([, name]) => name === 'graphql query modPacks');
  expect(asked).toEqual([
    ['POST', 'graphql query modPacks'],
    ['POST', 'graphql query modPacks'],
  ]);
  // What the queue asks by itself is part of nothing, and nothing that anybody has sent is in a name.
  expect(told.filter(([parent, name]) => parent === 'nobody' && name !== 'run')).toEqual([]);
  expect(told.filter(([, name]) => /1\.20\.1|pack\.mrpack|\$|'/.test(name ?? ''))).toEqual([]);
  // Each check has fetched its own mod.
  const idsOf = (name: string, id: 'spanId' | 'parentSpanId') =>
    spans.flatMap((span) => (span.name === name ? [span[id]] : [])).sort();
  expect(idsOf('fetch', 'parentSpanId')).toEqual(idsOf('check', 'spanId'));
  const request = spans.find(({ name }) => name === 'POST');
  expect(request?.traceId).toBe(trace.id);
  expect(request?.attributes).toContainEqual({
    key: 'http.route',
    value: { stringValue: '/api/v2/modpacks/upload' },
  });
  expect(new Set(collector.asked.map((one) => one.join(' ')))).toEqual(new Set(['/v1/traces packs']));
  expect(collector.received[0]?.resource.attributes).toContainEqual({
    key: 'service.name',
    value: { stringValue: 'packs-test' },
  });
});

it('puts nothing around the database and the store where no collector is named', async () => {
  await using database = await openScratchDatabase(databaseKind);
  await using store = await openTemporaryStorage();
  await using service = await startTestApp({ overrides: { database, storage: store.storage } });
  expect(service.app.database).toBe(database);
  expect(service.app.storage).toBe(store.storage);
});
