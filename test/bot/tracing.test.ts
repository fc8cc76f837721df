import { expect, test } from 'vitest';
import { startCollector } from '../support/collector.ts';
import { attachedModPack, isDone, startScene } from './scene.ts';

test('what a command and a button take is one trace through the bot and the gateway, without what people typed', async () => {
  await using collector = await startCollector();
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'packs' };
  {
    await using scene = await startScene({ environment: settings, botEnvironment: settings });
    const ada = scene.discord.user('Ada');
    await ada.runs('/status', { modpack: 4711 }).nextReply();
    const run = ada.runs('/upload', { file: attachedModPack('secret.zip') });
    const { message } = await run.replyThat(isDone);
    await ada.clicks(message, 'Works').nextReply();
  }
  const spans = collector.spansOf('packs-bot');
  const outcomes = spans.map(({ name, attributes }) => [
    name,
    ...attributes.flatMap(({ key, value }) => [key, value.stringValue]),
  ]);
  expect(outcomes).toEqual([
    ['/status', 'outcome', 'refused'],
    ['/upload', 'outcome', 'done'],
    // Whose answer is there before it is over, and then the bot stops.
    ['button vote', 'outcome', expect.toBeOneOf(['done', 'left'])],
  ]);
  expect(JSON.stringify(spans)).not.toMatch(/secret|Ada|4711/);
  const requests = collector.spansOf('packs').filter(({ name }) => name === 'POST');
  const upload = collector.spansOf('packs').find(({ name }) => name === 'graphql mutation uploadModPack');
  for (const { name, spanId, traceId } of spans) {
    const its = requests.filter(({ parentSpanId }) => parentSpanId === spanId);
    expect(its.length, name).toBeGreaterThan(0);
    expect(new Set(its.map((request) => request.traceId)), name).toEqual(new Set([traceId]));
  }
  expect(upload?.traceId).toBe(spans[1]?.traceId);
});

test('a request says nothing of a trace where no collector is named', async () => {
  await using collector = await startCollector();
  {
    await using scene = await startScene({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
    await scene.discord.user('Ada').runs('/status', { modpack: 4711 }).nextReply();
  }
  const requests = collector.spansOf('server-packs').filter(({ name }) => name === 'POST');
  expect(requests.length).toBeGreaterThan(0);
  expect(requests.filter(({ parentSpanId }) => parentSpanId)).toEqual([]);
});
