import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Logger } from 'pino';
import { withoutIds } from '../logging/without-ids.ts';
import type { TracingSettings } from './settings.ts';
import type { OpenSpan, Tracing } from './tracing.ts';

/** Milliseconds in which a collector has to accept a batch of spans; a stop waits as long for the last batch. */
const collectorMs = 5_000;

/**
 * Sends spans to a collector by OTLP. The library is loaded only here. Spans that the collector refuses are lost; only
 * the end of the process waits for the sending.
 */
export async function openTracing(
  { endpoint, headers, serviceName, ratio }: TracingSettings,
  log: Logger,
): Promise<Tracing> {
  const [{ W3CTraceContextPropagator }, { resourceFromAttributes }, sdk, { OTLPTraceExporter }] =
    await Promise.all([
      import('@opentelemetry/core'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
    ]);
  const sender = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers,
    timeoutMillis: collectorMs,
  });
  const share = new sdk.TraceIdRatioBasedSampler(ratio);
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    // A caller's trace may continue here, but its sampling flag is ignored: the ratio decides what is recorded.
    sampler: new sdk.ParentBasedSampler({
      root: share,
      remoteParentSampled: share,
      remoteParentNotSampled: share,
    }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: {
          export: (spans, done) =>
            sender.export(spans, (result) => {
              if (result.error) log.warn({ err: result.error }, 'spans could not be sent to the collector');
              done(result);
            }),
          forceFlush: () => sender.forceFlush(),
          shutdown: () => sender.shutdown(),
        },
        exportTimeoutMillis: collectorMs,
      }),
    ],
  });
  const tracer = provider.getTracer('server-packs');
  const propagator = new W3CTraceContextPropagator();
  const contexts = new AsyncLocalStorage<Context>();
  const opened = (span: Span, parent: Context): OpenSpan => ({
    around: (work) => contexts.run(trace.setSpan(parent, span), work),
    end(notes, failure) {
      if (notes) span.setAttributes({ ...notes });
      if (failure !== undefined) {
        const message = failure instanceof Error ? failure.message : String(failure);
        span.setStatus({ code: SpanStatusCode.ERROR, message: withoutIds(message) });
      }
      span.end();
    },
  });
  const within: Tracing['within'] = async (name, notes, work) => {
    const parent = contexts.getStore() ?? ROOT_CONTEXT;
    const span = opened(tracer.startSpan(name, { attributes: { ...notes } }, parent), parent);
    try {
      const result = await span.around(work);
      span.end();
      return result;
    } catch (error) {
      span.end({}, error);
      throw error;
    }
  };
  return {
    within,
    below: (name, notes, work) => (contexts.getStore() === undefined ? work() : within(name, notes, work)),
    attach: (name, work) =>
      AsyncLocalStorage.bind((...args: Parameters<typeof work>) => within(name, {}, () => work(...args))),
    receive(name, requestHeaders) {
      const parent = propagator.extract(ROOT_CONTEXT, requestHeaders, {
        keys: (carrier) => Object.keys(carrier),
        get(carrier, key) {
          const value = carrier[key];
          return typeof value === 'string' ? value : undefined;
        },
      });
      return opened(tracer.startSpan(name, { kind: SpanKind.SERVER }, parent), parent);
    },
    async [Symbol.asyncDispose]() {
      await provider.shutdown();
    },
  };
}
