import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { proxyList } from './access/client-address.ts';
import { type OidcSettings, oidcVariables, toOidcSettings } from './access/oidc-settings.ts';
import type { Access } from './access/permissions.ts';
import type { RateLimits } from './access/rate-limits.ts';
import { type ArchiveLimits, defaultArchiveLimits } from './archive/limits.ts';
import type { VersionListSettings } from './version-lists/version-lists.ts';

/** Everything an operator can set, read from the environment once; `.env.example` lists it. */
export interface Config {
  host: string;
  port: number;
  /** Base address for links, without a trailing slash; null means: taken from each request. */
  publicUrl: string | null;
  dataDir: string;
  /** A PostgreSQL server, or null for the embedded database in `dataDir`. */
  databaseUrl: string | null;
  /** Whether this process answers requests, works on jobs, or both. */
  role: 'all' | 'api' | 'worker';
  workerThreads: number;
  /** Megabytes of JavaScript heap a thread may use. */
  workerMemoryMb: number;
  /** Milliseconds one task of a thread may take. */
  taskTimeoutMs: number;
  /** How often a run that failed unexpectedly is tried again. */
  runRetries: number;
  /** Before the first of these; it doubles from one to the next. */
  runRetryDelaySeconds: number;
  /** How versions are held against the modloaders' public lists; null: by their form only. */
  versionLists: (VersionListSettings & { maxAgeMs: number }) | null;
  /** Bytes. */
  maxUploadBytes: number;
  /** Most parts of one form. */
  maxFormParts: number;
  /** Bytes of all text parts of a form together. */
  maxFormFieldBytes: number;
  /** Bytes of a request body that is not a form, and of a message on a WebSocket. */
  maxBodyBytes: number;
  /** Bytes of whole lists of the REST API that are kept in memory until they change; 0 keeps none. */
  listCacheBytes: number;
  /** Most nodes one page of a GraphQL connection may hold. */
  maxPageSize: number;
  /** Most a GraphQL operation may cost: every field costs 1, times the page sizes of the lists around it. */
  maxQueryCost: number;
  /** Tokens of a GraphQL document. */
  maxQueryTokens: number;
  /** Levels of fields below each other in a GraphQL operation. */
  maxQueryDepth: number;
  /** Fields of a GraphQL operation under another name. */
  maxQueryAliases: number;
  /** Fields of the query or mutation type itself in one GraphQL operation. */
  maxRootFields: number;
  /** GraphQL operations in one request. */
  maxBatchOperations: number;
  /** Milliseconds that a GraphQL query may take. */
  maxQueryMs: number;
  /** Whether the schema can be asked for. */
  introspection: boolean;
  /** Whether a browser that opens /graphql gets GraphiQL. */
  graphiql: boolean;
  /** A JSON file of GraphQL documents by their SHA-256, or null. */
  persistedOperations: string | null;
  /** Whether nothing but these documents is accepted. */
  persistedOnly: boolean;
  /** WebSockets that are open at a time. */
  maxSockets: number;
  /** Operations under way on one WebSocket. */
  maxSocketOperations: number;
  /** Milliseconds after which a WebSocket without an operation is closed. */
  socketIdleMs: number;
  /** Milliseconds between two pings of a WebSocket; who has not answered one by the next is cut off. */
  socketPingMs: number;
  /** Live streams of server-sent events at a time. */
  maxStreams: number;
  archiveLimits: ArchiveLimits;
  /** Milliseconds that requests and threads get to finish after SIGTERM. */
  shutdownGraceMs: number;
  /** Most events that wait for one slow subscriber before it is cut off. */
  subscriberQueue: number;
  /** What callers without a token may do: all that the contract offers, read, or nothing. */
  access: Access;
  /** Addresses and networks whose X-Forwarded-* headers are believed. */
  trustedProxies: string[];
  /** What each address may do, in requests; a token may do ten times as much. Null: no limits. */
  rateLimits: RateLimits | null;
  /** Whose JSON web tokens are accepted beside our own; null: nobody's. */
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

const environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: whole(0, 65_535).default(8080),
  PUBLIC_URL: address(['http:', 'https:']).optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: address(['postgres:', 'postgresql:']).optional(),
  ROLE: oneOf(['all', 'api', 'worker']).default('all'),
  WORKER_THREADS: whole(1, 256).default(Math.max(1, os.availableParallelism())),
  WORKER_MEMORY_MB: whole(64, 65_536).default(512),
  TASK_TIMEOUT_MS: whole(1_000, 86_400_000).default(600_000),
  RUN_RETRIES: whole(0, 10).default(3),
  RUN_RETRY_DELAY_SECONDS: whole(0, 3_600).default(2),
  MODLOADER_VERSIONS: oneOf(['check', 'off']).default('check'),
  MODLOADER_VERSIONS_WAIT_MS: whole(1, 60_000).default(2_000),
  MODLOADER_VERSIONS_AGE_SECONDS: whole(0, 604_800).default(3_600),
  MODLOADER_VERSIONS_RETRY_SECONDS: whole(0, 604_800).default(300),
  MODLOADER_VERSIONS_MAX_BYTES: whole(1_024, 1_073_741_824).default(16_777_216),
  MODLOADER_VERSIONS_MIRROR: address(['http:', 'https:']).optional(),
  MAX_UPLOAD_BYTES: whole(1, Number.MAX_SAFE_INTEGER).default(5 * GiB),
  MAX_FORM_PARTS: whole(7, 100_000).default(100),
  MAX_FORM_FIELD_BYTES: whole(1_024, 1_073_741_824).default(1_048_576),
  MAX_BODY_BYTES: whole(1_024, 1_073_741_824).default(1_048_576),
  LIST_CACHE_BYTES: whole(0, 1_073_741_824).default(67_108_864),
  MAX_PAGE_SIZE: whole(1, 10_000).default(100),
  MAX_QUERY_COST: whole(100, 100_000_000).default(50_000),
  MAX_QUERY_TOKENS: whole(100, 1_000_000).default(2_000),
  MAX_QUERY_DEPTH: whole(2, 1_000).default(16),
  MAX_QUERY_ALIASES: whole(0, 10_000).default(50),
  MAX_ROOT_FIELDS: whole(1, 10_000).default(20),
  MAX_BATCH_OPERATIONS: whole(1, 1_000).default(10),
  MAX_QUERY_MS: whole(100, 3_600_000).default(10_000),
  INTROSPECTION: onOff.default('on'),
  GRAPHIQL: onOff.default('on'),
  PERSISTED_OPERATIONS: z.string().optional(),
  PERSISTED_ONLY: onOff.default('off'),
  MAX_SOCKETS: whole(1, 1_000_000).default(5_000),
  MAX_SOCKET_OPERATIONS: whole(1, 100_000).default(100),
  SOCKET_IDLE_MS: whole(100, 86_400_000).default(300_000),
  SOCKET_PING_MS: whole(100, 3_600_000).default(12_000),
  MAX_STREAMS: whole(1, 1_000_000).default(5_000),
  MAX_ARCHIVE_ENTRIES: whole(1, 10_000_000).default(defaultArchiveLimits.entries),
  MAX_ARCHIVE_BYTES: whole(1, Number.MAX_SAFE_INTEGER).default(defaultArchiveLimits.totalBytes),
  MAX_ENTRY_BYTES: whole(1, Number.MAX_SAFE_INTEGER).default(defaultArchiveLimits.entryBytes),
  MAX_ARCHIVE_RATIO: whole(2, 1_000_000).default(defaultArchiveLimits.ratio),
  MAX_DIRECTORY_BYTES: whole(1024, Number.MAX_SAFE_INTEGER).default(defaultArchiveLimits.directoryBytes),
  RATIO_FREE_BYTES: whole(0, Number.MAX_SAFE_INTEGER).default(defaultArchiveLimits.ratioFreeBytes),
  MAX_NAME_BYTES: whole(1, Number.MAX_SAFE_INTEGER).default(defaultArchiveLimits.nameBytes),
  MAX_NAME_PART_BYTES: whole(1, Number.MAX_SAFE_INTEGER).default(defaultArchiveLimits.segmentBytes),
  MAX_FOLDER_DEPTH: whole(1, Number.MAX_SAFE_INTEGER).default(defaultArchiveLimits.depth),
  MAX_MANIFEST_BYTES: whole(1024, Number.MAX_SAFE_INTEGER).default(defaultArchiveLimits.manifestBytes),
  MAX_WHOLE_ENTRY_BYTES: whole(1024, Number.MAX_SAFE_INTEGER).default(defaultArchiveLimits.wholeEntryBytes),
  MAX_PROBLEMS: whole(1, Number.MAX_SAFE_INTEGER).default(defaultArchiveLimits.problems),
  MAX_JAR_BYTES: whole(1024, Number.MAX_SAFE_INTEGER).default(defaultArchiveLimits.jarBytes),
  MAX_MODS_INFLATED_BYTES: whole(1048576, Number.MAX_SAFE_INTEGER).default(
    defaultArchiveLimits.modsInflatedBytes,
  ),
  MAX_JAR_DESCRIPTOR_BYTES: whole(1024, Number.MAX_SAFE_INTEGER).default(
    defaultArchiveLimits.jar.maxDescriptorBytes,
  ),
  MAX_JAR_INFLATED_BYTES: whole(1048576, Number.MAX_SAFE_INTEGER).default(
    defaultArchiveLimits.jar.maxInflatedBytes,
  ),
  MAX_JAR_ENTRIES: whole(1, Number.MAX_SAFE_INTEGER).default(defaultArchiveLimits.jar.maxEntries),
  MAX_NESTED_JARS: whole(0, Number.MAX_SAFE_INTEGER).default(defaultArchiveLimits.jar.maxNestedJars),
  SHUTDOWN_GRACE_MS: whole(0, 3_600_000).default(15_000),
  SUBSCRIBER_QUEUE: whole(1, 1_000_000).default(1_000),
  ACCESS: oneOf(['open', 'read-only', 'closed']).default('open'),
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
  if (!data || typeof oidc === 'string' || faults.length > 0) {
    throw new ConfigError(
      `These settings are not usable:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    );
  }
  return {
    host: data.HOST,
    port: data.PORT,
    publicUrl: data.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    dataDir: path.resolve(data.DATA_DIR),
    databaseUrl: data.DATABASE_URL ?? null,
    role: data.ROLE,
    workerThreads: data.WORKER_THREADS,
    workerMemoryMb: data.WORKER_MEMORY_MB,
    taskTimeoutMs: data.TASK_TIMEOUT_MS,
    runRetries: data.RUN_RETRIES,
    runRetryDelaySeconds: data.RUN_RETRY_DELAY_SECONDS,
    versionLists:
      data.MODLOADER_VERSIONS === 'off'
        ? null
        : {
            mirror: data.MODLOADER_VERSIONS_MIRROR?.replace(/\/+$/, '') ?? null,
            waitMs: data.MODLOADER_VERSIONS_WAIT_MS,
            maxAgeMs: data.MODLOADER_VERSIONS_AGE_SECONDS * 1000,
            retryMs: data.MODLOADER_VERSIONS_RETRY_SECONDS * 1000,
            maxBytes: data.MODLOADER_VERSIONS_MAX_BYTES,
          },
    maxUploadBytes: data.MAX_UPLOAD_BYTES,
    maxFormParts: data.MAX_FORM_PARTS,
    maxFormFieldBytes: data.MAX_FORM_FIELD_BYTES,
    maxBodyBytes: data.MAX_BODY_BYTES,
    listCacheBytes: data.LIST_CACHE_BYTES,
    maxPageSize: data.MAX_PAGE_SIZE,
    maxQueryCost: data.MAX_QUERY_COST,
    maxQueryTokens: data.MAX_QUERY_TOKENS,
    maxQueryDepth: data.MAX_QUERY_DEPTH,
    maxQueryAliases: data.MAX_QUERY_ALIASES,
    maxRootFields: data.MAX_ROOT_FIELDS,
    maxBatchOperations: data.MAX_BATCH_OPERATIONS,
    maxQueryMs: data.MAX_QUERY_MS,
    introspection: data.INTROSPECTION === 'on',
    graphiql: data.GRAPHIQL === 'on',
    persistedOperations: data.PERSISTED_OPERATIONS ?? null,
    persistedOnly: data.PERSISTED_ONLY === 'on',
    maxSockets: data.MAX_SOCKETS,
    maxSocketOperations: data.MAX_SOCKET_OPERATIONS,
    socketIdleMs: data.SOCKET_IDLE_MS,
    socketPingMs: data.SOCKET_PING_MS,
    maxStreams: data.MAX_STREAMS,
    archiveLimits: {
      entries: data.MAX_ARCHIVE_ENTRIES,
      totalBytes: data.MAX_ARCHIVE_BYTES,
      entryBytes: data.MAX_ENTRY_BYTES,
      ratio: data.MAX_ARCHIVE_RATIO,
      directoryBytes: data.MAX_DIRECTORY_BYTES,
      ratioFreeBytes: data.RATIO_FREE_BYTES,
      nameBytes: data.MAX_NAME_BYTES,
      segmentBytes: data.MAX_NAME_PART_BYTES,
      depth: data.MAX_FOLDER_DEPTH,
      manifestBytes: data.MAX_MANIFEST_BYTES,
      wholeEntryBytes: data.MAX_WHOLE_ENTRY_BYTES,
      problems: data.MAX_PROBLEMS,
      jarBytes: data.MAX_JAR_BYTES,
      modsInflatedBytes: data.MAX_MODS_INFLATED_BYTES,
      jar: {
        maxDescriptorBytes: data.MAX_JAR_DESCRIPTOR_BYTES,
        maxInflatedBytes: data.MAX_JAR_INFLATED_BYTES,
        maxEntries: data.MAX_JAR_ENTRIES,
        maxNestedJars: data.MAX_NESTED_JARS,
      },
    },
    shutdownGraceMs: data.SHUTDOWN_GRACE_MS,
    subscriberQueue: data.SUBSCRIBER_QUEUE,
    access: data.ACCESS,
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
