import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { proxyList } from './access/client-address.ts';
import { type OidcSettings, oidcVariables, toOidcSettings } from './access/oidc-settings.ts';
import type { Access } from './access/permissions.ts';
import type { RateLimits } from './access/rate-limits.ts';
import { type ArchiveLimits, defaultArchiveLimits } from './archive/limits.ts';
import { type BootLimits, type BootQueueLimits, defaultBootLimits } from './boot/boot-limits.ts';
import type { Retention } from './core/chores/sweep.ts';
import type { TotalLimits } from './core/figures/totals.ts';
import type { FollowWorkSettings } from './core/packs/follow-work.ts';
import type { FollowLimits } from './core/packs/following.ts';
import { defaultFileWishLimits, type FileWishLimits } from './core/runs/file-wishes.ts';
import type { ScanSettings } from './core/runs/scanning.ts';
import { type SharedGoods, sharedGoods } from './core/shared-goods.ts';
import { defaultServerSettings, type ServerSettings } from './database/settings.ts';
import type { FactsSettings } from './facts/facts-store.ts';
import { readPublicKey } from './facts/signature.ts';
import { defaultHosts, parseHosts } from './fetching/hosts.ts';
import { defaultKeyHosts } from './fetching/key-hosts.ts';
import { defaultFetchSettings, type FetchSettings, type PlatformSettings } from './fetching/settings.ts';
import { type FixedValues, fixedValues } from './fixed-values.ts';
import { type ClamdAddress, defaultScanLimits } from './scan/scan-task.ts';
import { type SettingInForce, settingsInForce } from './settings-in-force.ts';
import { defaultS3Settings, leastPartBytes, mostPartBytes, type S3Settings } from './storage/s3-settings.ts';
import type { TracingSettings } from './tracing/settings.ts';
import type { VersionListSettings } from './version-lists/version-lists.ts';
import type { WebhookSettings } from './webhooks/settings.ts';

/** Everything an operator can set, read from the environment once; `.env.example` lists it. */
export interface Config extends FixedValues {
  host: string;
  port: number;
  /** Base address for links, without a trailing slash; null means: taken from each request. */
  publicUrl: string | null;
  dataDir: string;
  /** From where newer facts about mods come. */
  facts: Omit<FactsSettings, 'keptIn'>;
  /** How packs are scanned for malware; null: they are not. */
  scan: ScanSettings | null;
  /** Bytes of the disks of `dataDir` that uploads and server packs leave free. */
  reserveBytes: number;
  /** Further bytes that uploads without a token leave free. */
  tokenReserveBytes: number;
  /** The S3 server that stores files; null: `dataDir`. */
  s3: S3Settings | null;
  retention: Retention;
  /** Days without a download or a request after which a modpack is deleted; null keeps all. */
  retentionDays: number | null;
  /** Limits on goods that all callers share. */
  goods: SharedGoods;
  /** A PostgreSQL server, or null for the embedded database in `dataDir`. */
  databaseUrl: string | null;
  databaseServer: ServerSettings;
  /** Whether this process answers requests, works on jobs, or both. */
  role: 'all' | 'api' | 'worker';
  /** The separate address of health and metrics; a port of null: none. */
  metricsPort: number | null;
  metricsHost: string;
  /** The collector of spans; null: tracing is off. */
  tracing: TracingSettings | null;
  workerThreads: number;
  /** Megabytes of JavaScript heap a thread may use. */
  workerMemoryMb: number;
  /** Milliseconds one task of a thread may take. */
  taskTimeoutMs: number;
  /** Milliseconds without a task after which the process of the threads ends. */
  workerIdleMs: number;
  /** Milliseconds that a quick task, such as a preview, may take. */
  quickTaskTimeoutMs: number;
  /** Retries of a run that failed unexpectedly. */
  runRetries: number;
  /** Nodes that may die under one run before it ends in ERROR. */
  runNodeDeaths: number;
  /** Seconds before the first retry; they double from one to the next. */
  runRetryDelaySeconds: number;
  /** Milliseconds between two looks of a node at the queue, for work whose notification was lost. */
  queueLookMs: number;
  /** Seconds that a run waits for files that people have to bring. */
  missingFilesWaitSeconds: number;
  /** Seconds that a run waits for disk space: before the next look, first and at most, and in total. */
  roomWait: { firstSeconds: number; mostSeconds: number; giveUpSeconds: number };
  /** Checks of versions by the modloaders' public lists; null: by their form only. */
  versionLists: (VersionListSettings & { maxAgeMs: number }) | null;
  /** Fetching of files that packs only name; null: off. */
  fetching: FetchSettings | null;
  platforms: PlatformSettings;
  /** Bytes. */
  maxUploadBytes: number;
  /** Bytes of a request body that is not a form, and of a message on a WebSocket. */
  maxBodyBytes: number;
  /** Bytes of whole lists of the REST API that are kept in memory until they change; 0 keeps none. */
  listCacheBytes: number;
  /** Most nodes one page of a GraphQL connection may hold, and ids that `nodes` may be asked for. */
  maxPageSize: number;
  /** Up to where the whole list of a connection is counted; beyond, its total is estimated. */
  totalLimits: TotalLimits;
  /** Most a GraphQL operation may cost: every field costs 1, times the page sizes of the lists around it. */
  maxQueryCost: number;
  /** Milliseconds that a GraphQL query may take. */
  maxQueryMs: number;
  /** Whether the schema can be asked for. */
  introspection: boolean;
  /** Whether a browser that opens /graphql gets GraphiQL. */
  graphiql: boolean;
  /** Whether people get the web app. */
  web: boolean;
  /** A JSON file of GraphQL documents by their SHA-256, or null. */
  persistedOperations: string | null;
  /** Refuses documents outside the persisted ones. */
  persistedOnly: boolean;
  /** Milliseconds between two pings of a WebSocket; who has not answered one by the next is cut off. */
  socketPingMs: number;
  /** Milliseconds that a connection stays open after an answer for its next request. */
  keepAliveMs: number;
  /** Milliseconds within which a request body that is not a form has to arrive. */
  maxBodyMs: number;
  /** Milliseconds that a download waits, before its first byte, to be counted. */
  downloadCountMs: number;
  /** Milliseconds that a connection may stand still while bytes of a request or an answer are under way. */
  transferSilenceMs: number;
  /** Milliseconds that one upload, list or download may take. */
  maxTransferMs: number;
  /** Whether and how server packs may be tried; with `enabled` the operator has accepted the game's EULA. */
  boot: { enabled: boolean; mirror: string | null; limits: BootLimits; queue: BootQueueLimits };
  /** Looks for new versions of followed lines; times in milliseconds. */
  following: { limits: FollowLimits } & Pick<
    FollowWorkSettings,
    'everyMs' | 'looksPerMinute' | 'looks' | 'looksPerHost' | 'parallel'
  >;
  webhooks: WebhookSettings;
  archiveLimits: ArchiveLimits;
  /** Limits on the files and patterns of run configurations. */
  fileWishLimits: FileWishLimits;
  /** Milliseconds that requests and threads get to finish after SIGTERM. */
  shutdownGraceMs: number;
  /** Rights of callers without a token: everything public, reading, or nothing. */
  access: Access;
  /** Other sites whose pages may read answers, by their origins; '*': all of them. */
  corsOrigins: '*' | readonly string[];
  /** Addresses and networks whose X-Forwarded-* headers are trusted. */
  trustedProxies: string[];
  /** Requests allowed to each address; a token gets ten times as many. Null: no limits. */
  rateLimits: RateLimits | null;
  /** Issuer of accepted JSON web tokens beside our own; null: none. */
  oidc: OidcSettings | null;
  /** Seconds that a signed download link works. */
  downloadLinkSeconds: number;
  /** Seconds that an upload ticket works. */
  uploadTicketSeconds: number;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
}

/** The environment is not usable; the message names every fault. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Nodes that MAX_PAGE_SIZE may allow; only our own operations ask for more. */
export const largestPageSize = 10_000;

const GiB = 1024 ** 3;
const whole = (least: number, most: number) =>
  z
    .string()
    .refine((text) => /^\d{1,16}$/.test(text) && Number(text) >= least && Number(text) <= most, {
      error: ({ input }) => `must be a whole number from ${least} to ${most}, not ${JSON.stringify(input)}`,
    })
    .transform(Number);
const oneOf = <const Words extends readonly string[]>(words: Words) =>
  z.enum(words, {
    error: ({ input }) => `must be one of ${words.join(', ')}, not ${JSON.stringify(input)}`,
  });
const address = (protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `must be an address beginning with ${protocols.map((one) => `${one}//`).join(' or ')}`,
  });

const onOff = z.enum(['on', 'off']);
const withoutSlash = (text: string) => text.replace(/\/+$/, '');
/** Valid text for a header; never quoted in messages, as it may be secret. */
const headerText = z.string().regex(/^[\x20-\x27\x2a-\x7e]{1,200}$/, {
  error: 'must be at most 200 printable ASCII characters, without brackets',
});
/** As OpenTelemetry writes them, `name=value,name=value`; never quoted, as they may be secret. */
const headerPairs = z.string().transform((text, context) => {
  const pairs = text.split(',').map((pair) => pair.match(/^\s*([\w-]+)=([\x21-\x7e][\x20-\x7e]*)$/));
  const headers: Record<string, string> = {};
  for (const pair of pairs) {
    if (pair?.[1] === undefined || pair[2] === undefined) {
      context.addIssue('must be headers as name=value, separated by commas');
      return z.NEVER;
    }
    headers[pair[1]] = pair[2];
  }
  return headers;
});
const share = z
  .string()
  .refine((text) => /^(?:0|1|0?\.\d{1,9}|1\.0+)$/.test(text), {
    error: ({ input }) => `must be a number from 0 to 1, not ${JSON.stringify(input)}`,
  })
  .transform(Number);
const hostList = z.string().transform((text, context) => {
  const hosts = parseHosts(text);
  if (hosts !== null) return hosts;
  context.addIssue('must be names of hosts, each with a port or not, separated by commas');
  return z.NEVER;
});

const clamdAddress = z.string().transform((text, context): ClamdAddress => {
  if (path.isAbsolute(text)) return { path: text };
  const [, host = '', digits = ''] =
    /^(?:\[([0-9a-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(text)?.filter(Boolean) ?? [];
  const port = Number(digits);
  if (host !== '' && port >= 1 && port <= 65_535) return { host, port };
  context.addIssue(
    'must be the path of a socket, such as /run/clamav/clamd.ctl, or a host and a port, such as 127.0.0.1:3310',
  );
  return z.NEVER;
});

const originList = z.string().transform((text, context) => {
  const origins = text.split(/[\s,]+/).filter((one) => one !== '');
  if (origins.every((one) => URL.canParse(one) && new URL(one).origin === one)) return origins;
  context.addIssue('must be origins such as https://tools.example:8443, separated by commas');
  return z.NEVER;
});

/** The variables, their ranges and defaults: a variable here is a field of `Config`, which `readConfig` fills. */
const environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: whole(0, 65_535).default(8080),
  PUBLIC_URL: address(['http:', 'https:']).optional(),
  DATA_DIR: z.string().default('./data'),
  RESERVE_BYTES: whole(0, Number.MAX_SAFE_INTEGER).default(536_870_912),
  RESERVE_BYTES_FOR_TOKENS: whole(0, Number.MAX_SAFE_INTEGER).default(1_073_741_824),
  UNFINISHED_SECONDS: whole(300, 604_800).default(1_800),
  RESUMABLE_SECONDS: whole(300, 2_592_000).default(86_400),
  ERROR_RETENTION: whole(0, 3_153_600_000).default(604_800),
  RETENTION_DAYS: whole(0, 36_500).default(0),
  STORAGE: oneOf(['disk', 's3']).default('disk'),
  S3_ENDPOINT: address(['https:', 'http:']).optional(),
  S3_REGION: z.string().default(defaultS3Settings.region),
  S3_BUCKET: z.string().optional(),
  S3_PREFIX: z
    .string()
    .regex(/^[\w.-]+(?:\/[\w.-]+)*\/?$/, {
      error: 'must be letters, digits, ".", "_" and "-", in parts between "/"',
    })
    .optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PATH_STYLE: onOff.optional(),
  S3_CACHE_BYTES: whole(0, Number.MAX_SAFE_INTEGER).default(defaultS3Settings.cacheBytes),
  S3_PART_BYTES: whole(leastPartBytes, mostPartBytes).default(defaultS3Settings.partBytes),
  S3_RETRIES: whole(0, 20).default(defaultS3Settings.retries),
  S3_DOWNLOADS: oneOf(['stream', 'redirect']).default('stream'),
  S3_LINK_SECONDS: whole(1, 604_800).default(defaultS3Settings.linkSeconds),
  DATABASE_URL: address(['postgres:', 'postgresql:']).optional(),
  DATABASE_DIRECT_URL: address(['postgres:', 'postgresql:']).optional(),
  DATABASE_POOL: whole(1, 1_000).default(defaultServerSettings.pool),
  DATABASE_WORK_POOL: whole(1, 1_000).default(defaultServerSettings.workPool),
  DATABASE_LOCK_POOL: whole(1, 1_000).default(defaultServerSettings.lockPool),
  DATABASE_CONNECT_TIMEOUT_MS: whole(10, 600_000).default(defaultServerSettings.connectTimeoutMs),
  DATABASE_STATEMENT_TIMEOUT_MS: whole(10, 3_600_000).default(defaultServerSettings.statementTimeoutMs),
  DATABASE_IDLE_TRANSACTION_TIMEOUT_MS: whole(10, 86_400_000).default(
    defaultServerSettings.idleTransactionTimeoutMs,
  ),
  METRICS_PORT: whole(0, 65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: address(['http:', 'https:']).transform(withoutSlash).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headerPairs.default({}),
  OTEL_SERVICE_NAME: z.string().default('server-packs'),
  OTEL_TRACES_SAMPLER_ARG: share.default(1),
  ROLE: oneOf(['all', 'api', 'worker']).default('all'),
  WORKER_THREADS: whole(1, 256).default(Math.max(1, os.availableParallelism())),
  WORKER_MEMORY_MB: whole(64, 65_536).default(512),
  TASK_TIMEOUT_MS: whole(1_000, 86_400_000).default(600_000),
  WORKER_IDLE_MS: whole(1_000, 86_400_000).default(60_000),
  QUICK_TASK_TIMEOUT_MS: whole(100, 3_600_000).default(10_000),
  MAX_QUICK_TASKS: whole(1, 10_000).default(32),
  RUN_RETRIES: whole(0, 10).default(3),
  RUN_NODE_DEATHS: whole(1, 1_000).default(20),
  RUN_RETRY_DELAY_SECONDS: whole(0, 3_600).default(2),
  QUEUE_LOOK_MS: whole(100, 60_000).default(2_000),
  QUEUE_LIMIT: whole(1, 1_000_000).default(10_000),
  QUEUE_LIMIT_PER_CALLER: whole(1, 1_000_000).default(1_000),
  ROOM_RETRY_SECONDS: whole(1, 86_400).default(60),
  ROOM_WAIT_SECONDS: whole(0, 2_592_000).default(86_400),
  MISSING_FILES_WAIT_SECONDS: whole(0, 86_400).default(86_400),
  MODLOADER_VERSIONS: oneOf(['check', 'off']).default('check'),
  MODLOADER_VERSIONS_MIRROR: address(['http:', 'https:']).optional(),
  FETCH: onOff.default('on'),
  FETCH_HOSTS: hostList.default([...defaultHosts]),
  FETCH_PRIVATE_ADDRESSES: onOff.default('off'),
  FETCH_CONTACT: headerText.optional(),
  MAX_FETCH_BYTES: whole(1, Number.MAX_SAFE_INTEGER).default(defaultFetchSettings.packBytes),
  MAX_FETCH_FILE_BYTES: whole(1, Number.MAX_SAFE_INTEGER).default(defaultFetchSettings.fileBytes),
  MAX_FETCH_MS: whole(1_000, 86_400_000).default(defaultFetchSettings.packMs),
  FETCH_RETRIES: whole(0, 20).default(defaultFetchSettings.retries),
  MODRINTH_API_URL: address(['https:']).default('https://api.modrinth.com/v2'),
  CURSEFORGE_API_URL: address(['https:']).default('https://api.curseforge.com/v1'),
  CURSEFORGE_API_KEY: headerText.optional(),
  CURSEFORGE_KEY_HOSTS: hostList.default([...defaultKeyHosts]),
  FTB_API_URL: address(['https:']).default('https://api.feed-the-beast.com/v1/modpacks/public'),
  CATALOGUE: onOff.default('on'),
  FACTS_FOLDER: z.string().optional(),
  FACTS_URL: address(['https:']).optional(),
  FACTS_PUBLIC_KEY: z.string().optional(),
  SCAN: onOff.default('off'),
  SCAN_CLAMD: clamdAddress.optional(),
  SCAN_HASHES: z.string().optional(),
  SCAN_WHEN_AWAY: z.enum(['hold', 'pass']).default('hold'),
  BOOT: onOff.default('off'),
  BOOT_MEMORY_MB: whole(256, 1_048_576).default(defaultBootLimits.memoryBytes / 1024 ** 2),
  BOOT_DISK_MB: whole(64, 16_777_216).default(defaultBootLimits.diskBytes / 1024 ** 2),
  BOOT_SECONDS: whole(10, 86_400).default(defaultBootLimits.wallSeconds),
  BOOT_CPU_SECONDS: whole(10, 604_800).default(defaultBootLimits.cpuSeconds),
  BOOT_MIRROR: address(['http:', 'https:']).optional(),
  FOLLOW_MINUTES: whole(5, 10_080).default(60),
  MAX_FOLLOWED_LINES: whole(0, 100_000).default(1_000),
  MAX_WEBHOOKS: whole(0, 1_000).default(20),
  WEBHOOK_RETRIES: whole(0, 20).default(12),
  WEBHOOK_RETENTION_SECONDS: whole(3_600, 31_536_000).default(1_209_600),
  WEBHOOK_PRIVATE_ADDRESSES: onOff.default('off'),
  MAX_UPLOAD_BYTES: whole(1, Number.MAX_SAFE_INTEGER).default(5 * GiB),
  MAX_IMPORTS: whole(1, 1_000_000).default(100),
  MAX_CALLER_IMPORTS: whole(1, 1_000_000).default(20),
  MAX_UNFINISHED_BYTES: whole(1, Number.MAX_SAFE_INTEGER).default(50 * GiB),
  MAX_UNFINISHED_BYTES_PER_CALLER: whole(1, Number.MAX_SAFE_INTEGER).default(10 * GiB),
  MAX_BODY_BYTES: whole(1_024, 1_073_741_824).default(1_048_576),
  LIST_CACHE_BYTES: whole(0, 1_073_741_824).default(67_108_864),
  PREVIEW_CACHE_BYTES: whole(0, 1_073_741_824).default(33_554_432),
  MAX_PAGE_SIZE: whole(1, largestPageSize).default(100),
  TOTAL_COUNT_LIMIT: whole(1, 100_000_000).default(10_000),
  MAX_QUERY_COST: whole(100, 100_000_000).default(50_000),
  MAX_QUERY_MS: whole(100, 3_600_000).default(10_000),
  INTROSPECTION: onOff.default('on'),
  GRAPHIQL: onOff.default('on'),
  WEB: onOff.default('on'),
  PERSISTED_OPERATIONS: z.string().optional(),
  PERSISTED_ONLY: onOff.default('off'),
  MAX_SOCKETS: whole(1, 1_000_000).default(5_000),
  MAX_CALLER_SOCKETS: whole(1, 1_000_000).default(50),
  SOCKET_PING_MS: whole(100, 3_600_000).default(12_000),
  MAX_STREAMS: whole(1, 1_000_000).default(5_000),
  MAX_CALLER_STREAMS: whole(1, 1_000_000).default(250),
  KEEP_ALIVE_MS: whole(0, 3_600_000).default(65_000),
  MAX_BODY_MS: whole(100, 3_600_000).default(30_000),
  DOWNLOAD_COUNT_MS: whole(0, 600_000).default(1_000),
  TRANSFER_SILENCE_MS: whole(100, 3_600_000).default(60_000),
  MAX_TRANSFER_MS: whole(1_000, 604_800_000).default(43_200_000),
  MAX_DOWNLOADS: whole(1, 1_000_000).default(1_000),
  MAX_CALLER_DOWNLOADS: whole(1, 1_000_000).default(250),
  MAX_ARCHIVE_ENTRIES: whole(1, 10_000_000).default(defaultArchiveLimits.entries),
  MAX_ARCHIVE_BYTES: whole(1, Number.MAX_SAFE_INTEGER).default(defaultArchiveLimits.totalBytes),
  MAX_ENTRY_BYTES: whole(1, Number.MAX_SAFE_INTEGER).default(defaultArchiveLimits.entryBytes),
  MAX_ARCHIVE_RATIO: whole(2, 1_000_000).default(defaultArchiveLimits.ratio),
  MAX_JAR_BYTES: whole(1024, Number.MAX_SAFE_INTEGER).default(defaultArchiveLimits.jarBytes),
  MAX_MODS: whole(1, 1_000_000).default(defaultArchiveLimits.mods),
  MAX_NAMED_FILES: whole(1, 1_000_000).default(defaultArchiveLimits.namedFiles),
  SHUTDOWN_GRACE_MS: whole(0, 3_600_000).default(15_000),
  ACCESS: oneOf(['open', 'read-only', 'closed']).default('open'),
  CORS_ORIGINS: originList.default([]),
  TRUSTED_PROXIES: proxyList,
  RATE_LIMIT: oneOf(['on', 'off']).default('on'),
  RATE_LIMIT_UPLOADS_PER_HOUR: whole(1, 1_000_000).default(300),
  RATE_LIMIT_GENERATES_PER_HOUR: whole(1, 1_000_000).default(600),
  RATE_LIMIT_MEGABYTES_PER_DAY: whole(1, 100_000_000).default(100_000),
  RATE_LIMIT_VOTES_PER_HOUR: whole(1, 1_000_000).default(300),
  RATE_LIMIT_READS_PER_MINUTE: whole(1, 10_000_000).default(6_000),
  ...oidcVariables,
  DOWNLOAD_LINK_SECONDS: whole(60, 31_536_000).default(86_400),
  UPLOAD_TICKET_SECONDS: whole(1, 31_536_000).default(3_600),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(environment.shape);

/** The defaults as they would be written; null for what is then not set. */
const defaults: ReadonlyMap<string, string | null> = new Map(
  Object.entries<unknown>({
    ...Object.fromEntries(settingNames.map((name) => [name, ''])),
    ...environment.parse({}),
  }).map(([name, value]) => [
    name,
    (typeof value === 'object' && !Array.isArray(value) ? '' : String(value ?? '')) || null,
  ]),
);

/** The settings as they are in force; `file` are the lines that Node has read into the environment. */
export function readSettings(
  file: Record<string, string | undefined> = {},
  variables: Record<string, string | undefined> = process.env,
): SettingInForce[] {
  return settingsInForce(defaults, { variables, file });
}

/** Settings of earlier releases that have no effect now; a start warns of them. One that comes back leaves this list. */
const removedNames: readonly string[] = [
  'CATALOGUE_AGE_HOURS',
  'CATALOGUE_UNKNOWN_HOURS',
  'CATALOGUE_WAIT_MS',
  'DATABASE_PING_MS',
  'DATABASE_QUEUE_POOL',
  'DATABASE_SILENCE_MS',
  'DATABASE_WORK_STATEMENT_TIMEOUT_MS',
  'DOCUMENT_CACHE_CHARACTERS',
  'FETCH_PARALLEL',
  'FETCH_SILENCE_MS',
  'MAX_ANSWER_BYTES',
  'MAX_BATCH_OPERATIONS',
  'MAX_CALLER_SUBSCRIBED_BYTES',
  'MAX_DIRECTORY_BYTES',
  'MAX_FETCH_FILE_MS',
  'MAX_FILE_PATTERNS',
  'MAX_FILE_PATTERN_LENGTH',
  'MAX_FOLDER_DEPTH',
  'MAX_FORM_FIELD_BYTES',
  'MAX_FORM_PARTS',
  'MAX_HEADERS_MS',
  'MAX_INVENTORY_BYTES',
  'MAX_JAR_DESCRIPTOR_BYTES',
  'MAX_JAR_ENTRIES',
  'MAX_JAR_INFLATED_BYTES',
  'MAX_JAR_MODS',
  'MAX_JAR_PROVIDES',
  'MAX_JAR_REPORT_BYTES',
  'MAX_JAR_REQUIRES',
  'MAX_JSON_DEPTH',
  'MAX_MANIFEST_BYTES',
  'MAX_MANIFEST_FILES',
  'MAX_MODS_INFLATED_BYTES',
  'MAX_MOD_ID_LENGTH',
  'MAX_NAME_BYTES',
  'MAX_NAME_PART_BYTES',
  'MAX_NESTED_JARS',
  'MAX_PART_HEADERS',
  'MAX_PART_HEADER_BYTES',
  'MAX_PROBLEMS',
  'MAX_PROBLEM_BYTES',
  'MAX_QUERY_ALIASES',
  'MAX_QUERY_DEPTH',
  'MAX_QUERY_TOKENS',
  'MAX_ROOT_FIELDS',
  'MAX_SERVER_ICON_BYTES',
  'MAX_SERVER_PROPERTIES_BYTES',
  'MAX_SOCKET_MESSAGES_PER_MINUTE',
  'MAX_SOCKET_OPERATIONS',
  'MAX_SUBSCRIBED_BYTES',
  'MAX_SUBSCRIPTION_BYTES',
  'MAX_WARNINGS',
  'MAX_WEBHOOK_BYTES',
  'MAX_WHOLE_ENTRY_BYTES',
  'MODLOADER_VERSIONS_AGE_SECONDS',
  'MODLOADER_VERSIONS_MAX_BYTES',
  'MODLOADER_VERSIONS_RETRY_SECONDS',
  'MODLOADER_VERSIONS_WAIT_MS',
  'PLATFORM_ANSWER_MS',
  'RATIO_FREE_BYTES',
  'ROOM_RETRY_MAX_SECONDS',
  'S3_CONNECT_TIMEOUT_MS',
  'S3_COPY_BYTES',
  'S3_PARALLEL',
  'S3_SILENCE_MS',
  'SOCKET_CLOSE_MS',
  'SOCKET_IDLE_MS',
  'SOCKET_INIT_MS',
  'SOCKET_UNSENT_BYTES',
  'SUBSCRIBER_QUEUE',
  'TOTAL_COUNT_COST',
  'WEBHOOK_PARALLEL',
  'WEBHOOK_RETRY_SECONDS',
  'WEBHOOK_TIMEOUT_MS',
];

/** Returns the removed settings that are still set, which have no effect. */
export function findRemovedSettings(
  variables: Record<string, string | undefined> = process.env,
): readonly string[] {
  return removedNames.filter((name) => variables[name]?.trim());
}

/** Settings of the bucket; null for the disk, a sentence when they do not fit together. */
function toS3Settings(data: z.infer<typeof environment>): S3Settings | null | string {
  if (data.STORAGE === 'disk') return null;
  if (data.S3_BUCKET === undefined) return 'S3_BUCKET: must be set with STORAGE=s3';
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = data;
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    return 'S3_ACCESS_KEY_ID: goes together with S3_SECRET_ACCESS_KEY: both or neither';
  return {
    ...defaultS3Settings,
    endpoint: data.S3_ENDPOINT ?? null,
    region: data.S3_REGION,
    bucket: data.S3_BUCKET,
    prefix: data.S3_PREFIX?.replace(/\/?$/, '/') ?? '',
    credentials:
      accessKeyId === undefined || secretAccessKey === undefined ? null : { accessKeyId, secretAccessKey },
    pathStyle: (data.S3_PATH_STYLE ?? (data.S3_ENDPOINT === undefined ? 'off' : 'on')) === 'on',
    cacheBytes: data.S3_CACHE_BYTES,
    partBytes: data.S3_PART_BYTES,
    retries: data.S3_RETRIES,
    redirectSeconds: data.S3_DOWNLOADS === 'redirect' ? data.S3_LINK_SECONDS : null,
  };
}

/** A caller has half of them, but always the nine previews that one query may ask for. */
function quickTasksOf(all: number): { caller: number; all: number } {
  return { caller: Math.max(9, all / 2), all };
}

/** Limits of one caller and of all callers together. */
function toSharedGoods(data: z.infer<typeof environment>): SharedGoods {
  const sockets = { caller: data.MAX_CALLER_SOCKETS, all: data.MAX_SOCKETS };
  const unfinished = { caller: data.MAX_UNFINISHED_BYTES_PER_CALLER, all: data.MAX_UNFINISHED_BYTES };
  return sharedGoods({
    sockets,
    introductions: sockets,
    streams: { caller: data.MAX_CALLER_STREAMS, all: data.MAX_STREAMS },
    downloads: { caller: data.MAX_CALLER_DOWNLOADS, all: data.MAX_DOWNLOADS },
    imports: { caller: data.MAX_CALLER_IMPORTS, all: data.MAX_IMPORTS },
    logs: { caller: 2, all: 8 },
    quickTasks: quickTasksOf(data.MAX_QUICK_TASKS),
    innerArchives: { caller: 8, all: 32 },
    keptPreviews: { caller: data.PREVIEW_CACHE_BYTES / 2, all: data.PREVIEW_CACHE_BYTES },
    keptComparisons: { caller: 8 * 1024 * 1024, all: 16 * 1024 * 1024 },
    keptUpdates: { caller: 16 * 1024 * 1024, all: 32 * 1024 * 1024 },
    queue: { caller: data.QUEUE_LIMIT_PER_CALLER, all: data.QUEUE_LIMIT },
    unfinished,
    parked: unfinished,
  });
}

/** The source of newer facts about mods; what is wrong with it as a sentence. */
function toFactsSettings(data: z.infer<typeof environment>): Omit<FactsSettings, 'keptIn'> | string {
  const { FACTS_FOLDER: folder, FACTS_URL: address, FACTS_PUBLIC_KEY: key } = data;
  if (folder !== undefined && address !== undefined)
    return 'FACTS_URL: cannot be set together with FACTS_FOLDER';
  const publicKey = key === undefined ? null : readPublicKey(key);
  if (key !== undefined && publicKey === null)
    return 'FACTS_PUBLIC_KEY: must be an Ed25519 public key in base64, as "openssl pkey -pubout -outform DER" writes it';
  if (address !== undefined && publicKey === null)
    return 'FACTS_URL: needs FACTS_PUBLIC_KEY, by which its signature is checked';
  const source =
    folder !== undefined ? { folder: path.resolve(folder) } : address === undefined ? null : { address };
  return { source, publicKey };
}

/** Reads and checks all settings; throws one `ConfigError` that names every fault. */
export function readConfig(variables: Record<string, string | undefined> = process.env): Config {
  // An empty variable, as in a copied .env.example, means "not set".
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()));
  const { data, error } = environment.safeParse(given);
  const faults = (error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  if ((given.ROLE === 'api' || given.ROLE === 'worker') && given.DATABASE_URL === undefined) {
    faults.push(
      `ROLE: ${given.ROLE} needs DATABASE_URL, since only one process can open the embedded database`,
    );
  }
  const oidc = data ? toOidcSettings(data) : null;
  if (typeof oidc === 'string') faults.push(oidc);
  const facts = data ? toFactsSettings(data) : null;
  if (typeof facts === 'string') faults.push(facts);
  const s3 = data ? toS3Settings(data) : null;
  if (typeof s3 === 'string') faults.push(s3);
  if (
    !data ||
    facts === null ||
    typeof facts === 'string' ||
    typeof oidc === 'string' ||
    typeof s3 === 'string' ||
    faults.length > 0
  ) {
    throw new ConfigError(
      `These settings are not usable:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    );
  }
  return {
    ...fixedValues,
    host: data.HOST,
    port: data.PORT,
    publicUrl: data.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    dataDir: path.resolve(data.DATA_DIR),
    facts,
    scan:
      data.SCAN === 'off'
        ? null
        : {
            means: {
              clamd: data.SCAN_CLAMD ?? null,
              hashFile: data.SCAN_HASHES === undefined ? null : path.resolve(data.SCAN_HASHES),
            },
            limits: defaultScanLimits,
            whenAway: data.SCAN_WHEN_AWAY,
          },
    reserveBytes: data.RESERVE_BYTES,
    tokenReserveBytes: data.RESERVE_BYTES_FOR_TOKENS,
    s3,
    retentionDays: data.RETENTION_DAYS === 0 ? null : data.RETENTION_DAYS,
    retention: {
      unfinishedMs: data.UNFINISHED_SECONDS * 1000,
      resumableMs: data.RESUMABLE_SECONDS * 1000,
      refusedMs: data.ERROR_RETENTION * 1000,
      deliveriesMs: data.WEBHOOK_RETENTION_SECONDS * 1000,
    },
    goods: toSharedGoods(data),
    databaseUrl: data.DATABASE_URL ?? null,
    databaseServer: {
      ...defaultServerSettings,
      directUrl: data.DATABASE_DIRECT_URL ?? null,
      pool: data.DATABASE_POOL,
      workPool: data.DATABASE_WORK_POOL,
      lockPool: data.DATABASE_LOCK_POOL,
      connectTimeoutMs: data.DATABASE_CONNECT_TIMEOUT_MS,
      statementTimeoutMs: data.DATABASE_STATEMENT_TIMEOUT_MS,
      idleTransactionTimeoutMs: data.DATABASE_IDLE_TRANSACTION_TIMEOUT_MS,
    },
    role: data.ROLE,
    metricsPort: data.METRICS_PORT ?? null,
    metricsHost: data.METRICS_HOST,
    tracing:
      data.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? null
        : {
            endpoint: data.OTEL_EXPORTER_OTLP_ENDPOINT,
            headers: data.OTEL_EXPORTER_OTLP_HEADERS,
            serviceName: data.OTEL_SERVICE_NAME,
            ratio: data.OTEL_TRACES_SAMPLER_ARG,
          },
    workerThreads: data.WORKER_THREADS,
    workerMemoryMb: data.WORKER_MEMORY_MB,
    taskTimeoutMs: data.TASK_TIMEOUT_MS,
    workerIdleMs: data.WORKER_IDLE_MS,
    quickTaskTimeoutMs: data.QUICK_TASK_TIMEOUT_MS,
    runRetries: data.RUN_RETRIES,
    runNodeDeaths: data.RUN_NODE_DEATHS,
    runRetryDelaySeconds: data.RUN_RETRY_DELAY_SECONDS,
    queueLookMs: data.QUEUE_LOOK_MS,
    missingFilesWaitSeconds: data.MISSING_FILES_WAIT_SECONDS,
    roomWait: {
      firstSeconds: data.ROOM_RETRY_SECONDS,
      mostSeconds: Math.max(300, data.ROOM_RETRY_SECONDS),
      giveUpSeconds: data.ROOM_WAIT_SECONDS,
    },
    versionLists:
      data.MODLOADER_VERSIONS === 'off'
        ? null
        : {
            mirror: data.MODLOADER_VERSIONS_MIRROR?.replace(/\/+$/, '') ?? null,
            waitMs: 1_000,
            maxAgeMs: 3_600_000,
            retryMs: 60_000,
            maxBytes: 16_777_216,
          },
    fetching:
      data.FETCH === 'off'
        ? null
        : {
            ...defaultFetchSettings,
            hosts: data.FETCH_HOSTS,
            privateAddresses: data.FETCH_PRIVATE_ADDRESSES === 'on',
            contact: data.FETCH_CONTACT ?? null,
            packBytes: data.MAX_FETCH_BYTES,
            fileBytes: data.MAX_FETCH_FILE_BYTES,
            packMs: data.MAX_FETCH_MS,
            retries: data.FETCH_RETRIES,
          },
    platforms: {
      modrinthApiUrl: withoutSlash(data.MODRINTH_API_URL),
      curseForgeApiUrl: withoutSlash(data.CURSEFORGE_API_URL),
      curseForgeApiKey: data.CURSEFORGE_API_KEY ?? null,
      curseForgeKeyHosts: data.CURSEFORGE_KEY_HOSTS,
      ftbApiUrl: withoutSlash(data.FTB_API_URL),
      answerMs: 15_000,
      catalogueWaitMs: 1_000,
      catalogueAgeMs: data.CATALOGUE === 'off' ? null : 7 * 24 * 3_600_000,
      catalogueUnknownAgeMs: 12 * 3_600_000,
    },
    boot: {
      enabled: data.BOOT === 'on',
      queue: { caller: 3, all: 100 },
      mirror: data.BOOT_MIRROR === undefined ? null : withoutSlash(data.BOOT_MIRROR),
      limits: {
        ...defaultBootLimits,
        memoryBytes: data.BOOT_MEMORY_MB * 1024 ** 2,
        diskBytes: data.BOOT_DISK_MB * 1024 ** 2,
        spareBytes: data.RESERVE_BYTES,
        wallSeconds: data.BOOT_SECONDS,
        cpuSeconds: data.BOOT_CPU_SECONDS,
      },
    },
    following: {
      limits: { token: 50, all: data.MAX_FOLLOWED_LINES },
      everyMs: data.FOLLOW_MINUTES * 60_000,
      looksPerMinute: 30,
      looks: 16,
      looksPerHost: 2,
      parallel: 4,
    },
    webhooks: {
      most: data.MAX_WEBHOOKS,
      bodyBytes: 65_536,
      parallel: 4,
      timeoutMs: 15_000,
      retries: data.WEBHOOK_RETRIES,
      retrySeconds: 10,
      privateAddresses: data.WEBHOOK_PRIVATE_ADDRESSES === 'on',
    },
    maxUploadBytes: data.MAX_UPLOAD_BYTES,
    maxBodyBytes: data.MAX_BODY_BYTES,
    listCacheBytes: data.LIST_CACHE_BYTES,
    maxPageSize: data.MAX_PAGE_SIZE,
    totalLimits: { rows: data.TOTAL_COUNT_LIMIT, cost: 1_000 },
    maxQueryCost: data.MAX_QUERY_COST,
    maxQueryMs: data.MAX_QUERY_MS,
    introspection: data.INTROSPECTION === 'on',
    graphiql: data.GRAPHIQL === 'on',
    web: data.WEB === 'on',
    persistedOperations: data.PERSISTED_OPERATIONS ?? null,
    persistedOnly: data.PERSISTED_ONLY === 'on',
    socketPingMs: data.SOCKET_PING_MS,
    keepAliveMs: data.KEEP_ALIVE_MS,
    maxBodyMs: data.MAX_BODY_MS,
    downloadCountMs: data.DOWNLOAD_COUNT_MS,
    transferSilenceMs: data.TRANSFER_SILENCE_MS,
    maxTransferMs: data.MAX_TRANSFER_MS,
    fileWishLimits: defaultFileWishLimits,
    archiveLimits: {
      ...defaultArchiveLimits,
      entries: data.MAX_ARCHIVE_ENTRIES,
      totalBytes: data.MAX_ARCHIVE_BYTES,
      entryBytes: data.MAX_ENTRY_BYTES,
      ratio: data.MAX_ARCHIVE_RATIO,
      namedFiles: data.MAX_NAMED_FILES,
      mods: data.MAX_MODS,
      jarBytes: data.MAX_JAR_BYTES,
    },
    shutdownGraceMs: data.SHUTDOWN_GRACE_MS,
    access: data.ACCESS,
    corsOrigins: data.ACCESS === 'open' ? '*' : data.CORS_ORIGINS,
    trustedProxies: data.TRUSTED_PROXIES,
    rateLimits:
      data.RATE_LIMIT === 'off'
        ? null
        : {
            uploads: { points: data.RATE_LIMIT_UPLOADS_PER_HOUR, seconds: 3_600 },
            generates: { points: data.RATE_LIMIT_GENERATES_PER_HOUR, seconds: 3_600 },
            megabytes: { points: data.RATE_LIMIT_MEGABYTES_PER_DAY, seconds: 86_400 },
            votes: { points: data.RATE_LIMIT_VOTES_PER_HOUR, seconds: 3_600 },
            reads: { points: data.RATE_LIMIT_READS_PER_MINUTE, seconds: 60 },
          },
    oidc,
    downloadLinkSeconds: data.DOWNLOAD_LINK_SECONDS,
    uploadTicketSeconds: data.UPLOAD_TICKET_SECONDS,
    logLevel: data.LOG_LEVEL,
  };
}
