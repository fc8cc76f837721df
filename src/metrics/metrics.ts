import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Counts events on this node; docs/metrics.md lists the figures. Times are in seconds. */
export interface Metrics {
  /** An HTTP request was answered. */
  answered(request: { method: string; route: string; status: number; seconds: number }): void;
  /** A GraphQL operation was executed, or a subscription started; `field` is its first field. */
  executed(operation: { type: string; field: string; outcome: 'ok' | 'error'; seconds: number }): void;
  /** An attempt at a run ended on this node; only the last attempt ends the run. */
  runWorkedOn(attempt: { outcome: RunOutcome; seconds: number }): void;
  /** An event reached the subscribers of this node, this long after it was recorded. */
  eventHandedOut(seconds: number): void;
  /** A scan for malware ended on this node. */
  scanned(scan: { outcome: ScanOutcome; seconds: number }): void;
  /** A message was posted to the receiver of a webhook, which accepted it or failed. */
  webhookAttempted(attempt: { outcome: 'taken' | 'failed'; seconds: number }): void;
  /** A delivery to a webhook was given up. */
  webhookGivenUp(): void;
  /** A stored file was found damaged. */
  cameDamaged(): void;
  /** Adds a gauge, or replaces the gauge of this name. The gauge is read for each scrape. */
  watch(gauge: WatchedGauge): void;
  /** All figures in Prometheus' text format. */
  text(): Promise<string>;
  contentType: string;
}

export type RunOutcome = 'generated' | 'error' | 'again';
export type ScanOutcome = 'clean' | 'found' | 'away';

/** A gauge that is read for each scrape. */
export interface WatchedGauge {
  name: string;
  help: string;
  /** The label's name, for a figure with several values. */
  label?: string;
  /** One value, or one for each value of the label. A gauge that cannot be read is omitted. */
  read(): number | ReadonlyMap<string, number> | Promise<number | ReadonlyMap<string, number>>;
}

/** Buckets from a fast answer to a long upload. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60, 600];
/** Buckets from a small modpack to the longest that a task may take. */
const runBuckets = [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1_800];
/** Buckets up to the usual time limit of a receiver's answer. */
const webhookBuckets = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const deliveryBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30];

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: 'serverpacks_http_request_seconds',
    help: 'HTTP requests by method, route and status, from the first byte to the end of the answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: requestBuckets,
    registers,
  });
  const operations = new Histogram({
    name: 'serverpacks_graphql_operation_seconds',
    help: 'GraphQL operations by type, first field and outcome; subscriptions until they stand.',
    labelNames: ['type', 'field', 'outcome'],
    buckets: requestBuckets,
    registers,
  });
  const runs = new Histogram({
    name: 'serverpacks_run_seconds',
    help: 'Attempts at runs by outcome: generated, error, or again when it is tried once more.',
    labelNames: ['outcome'],
    buckets: runBuckets,
    registers,
  });
  const deliveries = new Histogram({
    name: 'serverpacks_event_delivery_seconds',
    help: 'From the recording of an event to its hand-over to the subscribers of this node.',
    buckets: deliveryBuckets,
    registers,
  });
  const attempts = new Histogram({
    name: 'serverpacks_webhook_attempt_seconds',
    help: 'Attempts at deliveries to webhooks by outcome: taken, or failed, however often it is tried again.',
    labelNames: ['outcome'],
    buckets: webhookBuckets,
    registers,
  });
  const scans = new Histogram({
    name: 'serverpacks_scan_seconds',
    help: 'Scans of modpacks for malware by outcome: clean, found, or away when the scanner could not be asked.',
    labelNames: ['outcome'],
    buckets: runBuckets,
    registers,
  });
  const givenUp = new Counter({
    name: 'serverpacks_webhook_given_up_total',
    help: 'Deliveries to webhooks that are not tried any more, or whose webhook was switched off.',
    registers,
  });
  const damaged = new Counter({
    name: 'serverpacks_storage_damaged_total',
    help: 'Times that a file came from the S3 server and was not what was stored.',
    registers,
  });
  const failures = new Counter({
    name: 'serverpacks_metrics_unread_total',
    help: 'Figures that could not be looked up when they were asked for, by name.',
    labelNames: ['name'],
    registers,
  });
  let watchesProcess = false;
  return {
    answered: ({ method, route, status, seconds }) =>
      requests.observe({ method, route, status: String(status) }, seconds),
    executed: ({ type, field, outcome, seconds }) => operations.observe({ type, field, outcome }, seconds),
    runWorkedOn: ({ outcome, seconds }) => runs.observe({ outcome }, seconds),
    scanned: ({ outcome, seconds }) => scans.observe({ outcome }, seconds),
    eventHandedOut: (seconds) => deliveries.observe(Math.max(0, seconds)),
    webhookAttempted: ({ outcome, seconds }) => attempts.observe({ outcome }, seconds),
    webhookGivenUp: () => givenUp.inc(),
    cameDamaged: () => damaged.inc(),
    watch({ name, help, label, read }) {
      // A part that is opened again replaces its gauge.
      registry.removeSingleMetric(name);
      new Gauge({
        name,
        help,
        labelNames: label === undefined ? [] : [label],
        registers,
        async collect() {
          this.reset();
          try {
            const found = await read();
            if (typeof found === 'number') this.set(found);
            else if (label !== undefined) {
              for (const [value, figure] of found) this.set({ [label]: value }, figure);
            }
          } catch {
            // An unreachable database must not hide the other figures.
            failures.inc({ name });
          }
        },
      });
    },
    text() {
      // Watching the event loop costs processor time, so it starts with the first scrape.
      if (!watchesProcess) collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 20 });
      watchesProcess = true;
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}
