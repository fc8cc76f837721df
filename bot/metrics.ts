import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Figures about the bot, for Prometheus. */
export interface Metrics {
  /** Counts an answer; `seconds` from the question to its end. */
  answered(what: string, outcome: string, seconds: number): void;
  /** Everything in Prometheus' text form. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** Gauges, read when Prometheus asks. */
export interface Measured {
  runs(): number;
  links(): number;
  servers(): number;
  /** The connection for subscriptions is up. */
  isGatewayUp(): boolean;
  isDiscordUp(): boolean;
}

/** Figures of one bot, and of its process. */
export function createMetrics(measured: Measured): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const answers = new Counter({
    name: 'bot_answers_total',
    help: 'Commands and clicks that were answered',
    labelNames: ['what', 'outcome'],
    registers,
  });
  const durations = new Histogram({
    name: 'bot_answer_seconds',
    help: 'From a command or click to the end of its answer; those that follow a run end with it',
    labelNames: ['what'],
    buckets: [0.1, 0.5, 1, 5, 15, 60, 300, 900, 3600],
    registers,
  });
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge('bot_followed_runs', 'Runs that messages follow', measured.runs);
  gauge('bot_waiting_links', 'Upload links that messages wait for', measured.links);
  gauge('bot_servers', 'Discord servers that the bot is in', measured.servers);
  gauge('bot_gateway_up', 'Whether the gateway answered last', () => Number(measured.isGatewayUp()));
  gauge('bot_discord_up', 'Whether the connection to Discord is up', () => Number(measured.isDiscordUp()));
  return {
    answered(what, outcome, seconds) {
      answers.inc({ what, outcome });
      durations.observe({ what }, seconds);
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
