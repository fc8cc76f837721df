import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, ROOT_CONTEXT, SpanStatusCode, trace } from '@opentelemetry/api';
import type { BotConfig } from './config.ts';
import type { Log } from './log.ts';
import { noTracing, type Tracing } from './tracing.ts';

/** Milliseconds that a collector has for a batch of spans; a stop has little more. */
const collectorMs = 1_000;

/**
 * Sends spans to a collector by OTLP, if the settings name one. The library is loaded only then. Spans that the collector does
 * not take are lost.
 */
export async function openTracing(settings: BotConfig['tracing'], log: Log): Promise<Tracing> {
  if (settings === null) return noTracing;
  const [{ W3CTraceContextPropagator }, { resourceFromAttributes }, sdk, { OTLPTraceExporter }] =
    await Promise.all([
      import('@opentelemetry/core'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
    ]);
  const { endpoint, headers, serviceName, ratio } = settings;
  const sender = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers,
    timeoutMillis: collectorMs,
  });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    // By the trace's number, as the gateway does: of a trace, both note all or nothing.
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: {
          export: (spans, done) =>
            sender.export(spans, (result) => {
              if (result.error) log.warn({ err: result.error }, 'Spans could not be sent to the collector');
              done(result);
            }),
          forceFlush: () => sender.forceFlush(),
          shutdown: () => sender.shutdown(),
        },
        exportTimeoutMillis: collectorMs,
      }),
    ],
  });
  const tracer = provider.getTracer('server-packs-bot');
  const propagator = new W3CTraceContextPropagator();
  const contexts = new AsyncLocalStorage<Context>();
  return {
    async within(name, work) {
      const parent = contexts.getStore() ?? ROOT_CONTEXT;
      const span = tracer.startSpan(name, {}, parent);
      try {
        return await contexts.run(trace.setSpan(parent, span), work);
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR, message: kindOf(error) });
        throw error;
      } finally {
        span.end();
      }
    },
    ended(outcome, failure) {
      const span = trace.getSpan(contexts.getStore() ?? ROOT_CONTEXT);
      span?.setAttribute('outcome', outcome);
      if (outcome === 'failed') span?.setStatus({ code: SpanStatusCode.ERROR, message: kindOf(failure) });
    },
    headers() {
      const carrier: Record<string, string> = {};
      propagator.inject(contexts.getStore() ?? ROOT_CONTEXT, carrier, {
        set(into: typeof carrier, key, value) {
          into[key] = value;
        },
      });
      return carrier;
    },
    [Symbol.asyncDispose]: () => provider.shutdown(),
  };
}

function kindOf(failure: unknown): string {
  return failure instanceof Error ? failure.name : typeof failure;
}
