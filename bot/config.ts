import { z } from 'zod';
import {
  gatewayOf,
  gatewayVariables,
  httpAddress,
  parsed,
  token,
  type Variables,
  webAddress,
  wholeNumber,
} from '../client/gateway/settings.ts';

/** The bot's settings; see docs/discord.md. */
export interface BotConfig {
  discordToken: string;
  /** Without `/v10`, which discord.js appends. */
  discordApiUrl: string;
  /** The one guild to register commands in; null registers them everywhere. */
  guildId: string | null;
  /** The gateway's address for the bot. */
  gatewayUrl: URL;
  /** Without a token the bot cannot vote. */
  gatewayToken: string | null;
  /** Milliseconds to wait for an answer of the gateway, and for one that suggestions are made from. */
  patience: { gatewayMs: number; proposalsMs: number };
  /** The gateway's address for people, for links that it does not give itself. */
  gatewayPublicUrl: URL | null;
  /** Folder of servers' settings and of followed messages. */
  dataDir: string;
  /** Address of `/health` and `/metrics`; null serves neither. */
  http: { host: string; port: number } | null;
  /** Limits on what one person, and the people of one server, have under way. */
  underWay: { perUser: number; perServer: number };
  /** In hours: how old what an earlier process followed may be to be taken up. */
  takeUpHours: number;
  /** Seconds after which the end of a run is told to the person who started it. */
  longRunSeconds: number;
  logLevel: (typeof logLevels)[number];
  /** The collector that spans are sent to, which the gateway's settings name, and the share of traces that are noted; null notes none. */
  tracing: { endpoint: string; headers: Record<string, string>; serviceName: string; ratio: number } | null;
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** OpenTelemetry writes headers as `name=value,name=value`. */
const headerPairs = z
  .string()
  .transform((text) => text.split(',').map((pair) => /^\s*([\w-]+)=([\x21-\x7e][\x20-\x7e]*)$/.exec(pair)))
  .refine((pairs) => !pairs.includes(null), 'must be headers as name=value, separated by commas')
  .transform((pairs) => Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? ''])));

const share = z
  .string()
  .regex(/^(?:0|1|0?\.\d{1,9}|1\.0+)$/, 'must be a number from 0 to 1')
  .transform(Number);

const environment = z.object({
  DISCORD_TOKEN: z
    .string({ error: 'is missing; it is shown once in the Discord developer portal, under Bot' })
    .pipe(token),
  DISCORD_API_URL: webAddress.default(new URL('https://discord.com/api/')),
  DISCORD_GUILD_ID: z
    .string()
    .regex(/^\d{17,20}$/, 'must be the number of a Discord server (17 to 20 digits)')
    .optional(),
  ...gatewayVariables,
  GATEWAY_PUBLIC_URL: webAddress.optional(),
  PUBLIC_URL: webAddress.optional(),
  BOT_DATA_DIR: z.string().default('./bot-data'),
  BOT_HOST: z.string().default('127.0.0.1'),
  BOT_PORT: wholeNumber(0, 65_535).optional(),
  BOT_USER_RUNS: wholeNumber(1, 10_000).default(5),
  BOT_SERVER_RUNS: wholeNumber(1, 10_000).default(50),
  BOT_GATEWAY_MS: wholeNumber(1, 3_600_000).default(10_000),
  BOT_PROPOSALS_MS: wholeNumber(1, 3_600_000).default(2_000),
  BOT_TAKE_UP_HOURS: wholeNumber(0, 720).default(6),
  BOT_LONG_RUN_SECONDS: wholeNumber(0, 86_400).default(120),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpAddress.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headerPairs.default({}),
  OTEL_SERVICE_NAME: z.string().default('server-packs'),
  OTEL_TRACES_SAMPLER_ARG: share.default(1),
  LOG_LEVEL: z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }).default('info'),
});

/** The names of all settings that the bot reads. */
export const settingNames: readonly string[] = Object.keys(environment.shape);

/** Reads the bot's settings; blank ones count as absent. Throws one `ConfigError` with all faults. */
export function readConfig(env: Variables): BotConfig {
  const settings = parsed(environment, env, 'The bot cannot start with these settings:');
  return {
    discordToken: settings.DISCORD_TOKEN,
    discordApiUrl: settings.DISCORD_API_URL.href.replace(/\/$/, ''),
    guildId: settings.DISCORD_GUILD_ID ?? null,
    ...gatewayOf(settings),
    gatewayPublicUrl: settings.GATEWAY_PUBLIC_URL ?? settings.PUBLIC_URL ?? null,
    dataDir: settings.BOT_DATA_DIR,
    http: settings.BOT_PORT === undefined ? null : { host: settings.BOT_HOST, port: settings.BOT_PORT },
    underWay: { perUser: settings.BOT_USER_RUNS, perServer: settings.BOT_SERVER_RUNS },
    patience: { gatewayMs: settings.BOT_GATEWAY_MS, proposalsMs: settings.BOT_PROPOSALS_MS },
    takeUpHours: settings.BOT_TAKE_UP_HOURS,
    longRunSeconds: settings.BOT_LONG_RUN_SECONDS,
    logLevel: settings.LOG_LEVEL,
    tracing: tracingOf(settings),
  };
}

function tracingOf(settings: z.infer<typeof environment>): BotConfig['tracing'] {
  if (settings.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return null;
  return {
    endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, ''),
    headers: settings.OTEL_EXPORTER_OTLP_HEADERS,
    // The settings are mostly shared with a gateway, which has the name itself.
    serviceName: `${settings.OTEL_SERVICE_NAME}-bot`,
    ratio: settings.OTEL_TRACES_SAMPLER_ARG,
  };
}
