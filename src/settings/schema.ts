import os from 'node:os';
import { z } from 'zod';
import { defaultHosts } from '../fetching/hosts.ts';
import {
  address,
  backupPlace,
  base,
  clamdAddress,
  headerPairs,
  headerText,
  hostList,
  objectPrefix,
  oneOf,
  onOff,
  originList,
  proxyList,
  setting,
  share,
  text,
  whole,
} from './setting.ts';

// Each setting once: its name, its valid values, its default, and its effect. `npm run settings` prints
// docs/settings.md and .env.example from here.

const nodes = z.object({
  host: setting('HOST', text, {
    standard: '127.0.0.1',
    isCommon: true,
    says: 'Address to listen on; 0.0.0.0 for all.',
  }),
  port: setting('PORT', whole(0, 65_535), { standard: '8080', isCommon: true, says: 'Port to listen on.' }),
  publicUrl: setting('PUBLIC_URL', base('http:', 'https:'), {
    isCommon: true,
    says: 'Base address of links; without it, that of each request.',
  }),
  role: setting('ROLE', oneOf('all', 'api', 'worker'), {
    standard: 'all',
    says: 'api answers requests, worker works on runs; both need `DATABASE_URL`.',
  }),
  metricsPort: setting('METRICS_PORT', whole(0, 65_535), {
    says: 'Serves health and metrics on a port of their own, without a token.',
  }),
  metricsHost: setting('METRICS_HOST', text, { standard: '127.0.0.1', says: 'Address of that port.' }),
  logLevel: setting('LOG_LEVEL', oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'), {
    standard: 'info',
    says: 'Least severe lines that are logged; the bot reads it, too.',
  }),
  shutdownGraceMs: setting('SHUTDOWN_GRACE_MS', whole(0, 3_600_000), {
    standard: '15000',
    unit: 'ms',
    says: 'Time for requests and threads to finish after SIGTERM.',
  }),
});

const tracing = z.object({
  endpoint: setting('OTEL_EXPORTER_OTLP_ENDPOINT', base('http:', 'https:'), {
    says: 'OpenTelemetry collector (OTLP over HTTP), such as `http://127.0.0.1:4318` ([traces](metrics.md#traces)).',
  }),
  headers: setting('OTEL_EXPORTER_OTLP_HEADERS', headerPairs, { isSecret: true, says: 'Headers for it.' }),
  serviceName: setting('OTEL_SERVICE_NAME', text, {
    standard: 'server-packs',
    says: 'Name of the service there; the bot adds -bot.',
  }),
  ratio: setting('OTEL_TRACES_SAMPLER_ARG', share, {
    standard: '1',
    says: 'Share of traces that are recorded.',
  }),
});

const callers = z.object({
  access: setting('ACCESS', oneOf('open', 'read-only', 'closed'), {
    standard: 'open',
    isCommon: true,
    says: 'What callers without a token may do ([access](access.md)).',
  }),
  corsOrigins: setting('CORS_ORIGINS', originList, {
    says: 'Sites (https://tools.example:8443) whose pages may call the service when `ACCESS` is not open.',
  }),
  trustedProxies: setting('TRUSTED_PROXIES', proxyList, {
    isCommon: true,
    says: 'Proxies whose X-Forwarded headers are believed.',
  }),
});

const rates = z.object({
  isOn: setting('RATE_LIMIT', onOff, {
    standard: 'on',
    isCommon: true,
    says: 'Limits requests by address or token.',
  }),
  uploads: setting('RATE_LIMIT_UPLOADS_PER_HOUR', whole(1, 1_000_000), {
    standard: '300',
    says: 'Uploads of an address; a token has ten times as much, here and below.',
  }),
  megabytes: setting('RATE_LIMIT_MEGABYTES_PER_DAY', whole(1, 100_000_000), {
    standard: '100000',
    unit: 'MB',
    says: 'Megabytes of modpacks uploaded or built.',
  }),
  reads: setting('RATE_LIMIT_READS_PER_MINUTE', whole(1, 10_000_000), {
    standard: '6000',
    says: 'All other requests.',
  }),
});

const oidc = z.object({
  issuer: setting('OIDC_ISSUER', address('http:', 'https:'), {
    says: 'Issuer whose JSON web tokens are accepted.',
  }),
  audience: setting('OIDC_AUDIENCE', text, {
    says: 'Audience of these tokens; required with `OIDC_ISSUER`.',
  }),
  jwksUrl: setting('OIDC_JWKS_URL', address('http:', 'https:'), {
    says: "The issuer's keys; without it, as its discovery document says.",
  }),
  roleClaim: setting('OIDC_ROLE_CLAIM', text, {
    standard: 'roles',
    says: 'Claim with the roles; dots lead into objects.',
  }),
  reader: setting('OIDC_READER', text, {
    standard: 'reader',
    says: 'Name of the role reader in that claim.',
  }),
  publisher: setting('OIDC_PUBLISHER', text, { standard: 'publisher', says: 'Name of the role publisher.' }),
  operator: setting('OIDC_OPERATOR', text, { standard: 'operator', says: 'Name of the role operator.' }),
  clientId: setting('OIDC_CLIENT_ID', text, {
    says: 'Public client for signing in to the web app; without it, no signing in.',
  }),
  scope: setting('OIDC_SCOPE', text, { standard: 'openid', says: 'Scopes that the web app asks for.' }),
});

const files = z.object({
  dataDir: setting('DATA_DIR', text, {
    standard: './data',
    isCommon: true,
    says: "Folder of files, embedded database and compiled code, for the service's user alone.",
  }),
  reserveBytes: setting('RESERVE_BYTES', whole(0, Number.MAX_SAFE_INTEGER), {
    standard: '536870912',
    unit: 'bytes',
    isCommon: true,
    says: 'Room left free on the disks of `DATA_DIR`: uploads get 507, server packs wait. 0: none.',
  }),
  tokenReserveBytes: setting('RESERVE_BYTES_FOR_TOKENS', whole(0, Number.MAX_SAFE_INTEGER), {
    standard: '1073741824',
    unit: 'bytes',
    says: 'Further room that callers without a token leave free. 0: none.',
  }),
  errorRetention: setting('ERROR_RETENTION', whole(0, 3_153_600_000), {
    standard: '604800',
    unit: 's',
    says: 'Age at which a refused archive is removed; its row and events stay.',
  }),
  retentionDays: setting('RETENTION_DAYS', whole(0, 36_500), {
    standard: '0',
    unit: 'days',
    says: 'Days without a download or a request after which a modpack is deleted with its server packs; the pages tell. 0: never. What a line hands out that is pinned, followed or has an update link stays.',
  }),
  maxUploadBytes: setting('MAX_UPLOAD_BYTES', whole(1, Number.MAX_SAFE_INTEGER), {
    standard: '5368709120',
    unit: 'bytes',
    isCommon: true,
    says: 'Largest modpack.',
  }),
});

const s3 = z.object({
  storage: setting('STORAGE', oneOf('disk', 's3'), {
    standard: 'disk',
    isCommon: true,
    says: 'Where files are kept: in `DATA_DIR`, or on an S3 server that nodes share.',
  }),
  endpoint: setting('S3_ENDPOINT', address('http:', 'https:'), {
    says: "Address of the S3 server; without it, Amazon's in `S3_REGION`.",
  }),
  region: setting('S3_REGION', text, { standard: 'us-east-1', says: 'Region of the bucket.' }),
  bucket: setting('S3_BUCKET', text, { says: 'The bucket; it must exist.' }),
  prefix: setting('S3_PREFIX', objectPrefix, { says: 'Begins the names of all objects, to share a bucket.' }),
  accessKeyId: setting('S3_ACCESS_KEY_ID', text, {
    isSecret: true,
    says: "The key; without it, the environment's (`AWS_ACCESS_KEY_ID`, a role of the machine).",
  }),
  secretAccessKey: setting('S3_SECRET_ACCESS_KEY', text, { isSecret: true, says: 'Its secret.' }),
  pathStyle: setting('S3_PATH_STYLE', onOff, {
    says: 'on: the bucket stands in the path; off: in the host. Without it, on with `S3_ENDPOINT`.',
  }),
  cacheBytes: setting('S3_CACHE_BYTES', whole(0, Number.MAX_SAFE_INTEGER), {
    standard: '10737418240',
    unit: 'bytes',
    says: 'Cache of files in `DATA_DIR`; the least recently used go.',
  }),
  downloads: setting('S3_DOWNLOADS', oneOf('stream', 'redirect'), {
    standard: 'stream',
    says: 'stream: downloads pass through the gateway; redirect: clients are sent to the S3 server.',
  }),
});

const backups = z.object({
  place: setting('BACKUP_DIR', backupPlace, {
    says: 'Where [backups](operations.md#backing-up) go, of this service alone: a folder, best on another disk, or a bucket of the S3 server of the `S3_*` settings. Without it, `backups` in `DATA_DIR`.',
  }),
  everyHours: setting('BACKUP_EVERY_HOURS', whole(0, 8_760), {
    standard: '0',
    unit: 'h',
    isCommon: true,
    says: 'Hours between two backups, counted from midnight in UTC. 0: none by itself.',
  }),
  keep: setting('BACKUP_KEEP', whole(1, 10_000), {
    standard: '7',
    says: 'Number of backups that are kept in `BACKUP_DIR`; each new one removes the oldest beyond.',
  }),
});

const database = z.object({
  url: setting('DATABASE_URL', address('postgres:', 'postgresql:'), {
    isSecret: true,
    isCommon: true,
    says: 'A PostgreSQL server, postgres://user:password@host:5432/name, to survive a power cut; without it, the embedded database ([moving](operations.md#moving)).',
  }),
  directUrl: setting('DATABASE_DIRECT_URL', address('postgres:', 'postgresql:'), {
    isSecret: true,
    says: 'The server without its transaction pooler: notifications, locks and migrations need it.',
  }),
  pool: setting('DATABASE_POOL', whole(1, 1_000), { standard: '10', says: 'Connections for requests.' }),
});

const runs = z.object({
  workerThreads: setting('WORKER_THREADS', whole(1, 256), {
    standard: String(Math.max(1, os.availableParallelism())),
    isOfMachine: true,
    isCommon: true,
    says: 'Threads that check and build, and runs at a time; without it, one for each processor.',
  }),
  workerMemoryMb: setting('WORKER_MEMORY_MB', whole(64, 65_536), {
    standard: '512',
    unit: 'MB',
    says: 'JavaScript heap of a thread.',
  }),
  taskTimeoutMs: setting('TASK_TIMEOUT_MS', whole(1_000, 86_400_000), {
    standard: '600000',
    unit: 'ms',
    says: "Time of a thread's task; beyond it, a run is tried once more.",
  }),
});

const fetching = z.object({
  isOn: setting('FETCH', onOff, { standard: 'on', says: 'Whether files that packs only name are fetched.' }),
  hosts: setting('FETCH_HOSTS', hostList, {
    standard: defaultHosts.join(','),
    says: 'Hosts of such files and of logs, with a port other than 443.',
  }),
  privateAddresses: setting('FETCH_PRIVATE_ADDRESSES', onOff, {
    standard: 'off',
    says: 'Whether these hosts may have private addresses.',
  }),
  contact: setting('FETCH_CONTACT', headerText, {
    isCommon: true,
    says: 'An e-mail address or page by which hosts can reach you.',
  }),
});

const platforms = z.object({
  modrinthApiUrl: setting('MODRINTH_API_URL', base('https:'), {
    standard: 'https://api.modrinth.com/v2',
    says: "Modrinth's API.",
  }),
  curseForgeApiUrl: setting('CURSEFORGE_API_URL', base('https:'), {
    standard: 'https://api.curseforge.com/v1',
    says: "CurseForge's API.",
  }),
  curseForgeApiKey: setting('CURSEFORGE_API_KEY', headerText, {
    isSecret: true,
    isCommon: true,
    says: 'Key from console.curseforge.com; without it, CurseForge exports are refused.',
  }),
  catalogue: setting('CATALOGUE', onOff, {
    standard: 'on',
    says: 'Whether Modrinth is asked about the sides of mods; never with `FETCH=off`.',
  }),
  versions: setting('MODLOADER_VERSIONS', oneOf('check', 'off'), {
    standard: 'check',
    says: "Whether versions are checked against the modloaders' public lists. A number that says another game version is refused with `off`, too.",
  }),
  versionsMirror: setting('MODLOADER_VERSIONS_MIRROR', base('http:', 'https:'), {
    says: 'A copy of the lists, each below its own host and path.',
  }),
});

const facts = z.object({
  folder: setting('FACTS_FOLDER', text, {
    range: 'folder',
    says: 'Where newer [facts about mods](recognised.md#facts-about-mods) are looked for.',
  }),
  address: setting('FACTS_URL', address('https:'), {
    says: 'The same at an address; needs `FACTS_PUBLIC_KEY`.',
  }),
  publicKey: setting('FACTS_PUBLIC_KEY', text, {
    range: 'base64',
    says: 'The Ed25519 key that signs them: `openssl pkey -in KEY -pubout -outform DER | base64 -w0`.',
  }),
});

const boot = z.object({
  enabled: setting('BOOT', onOff, {
    standard: 'off',
    says: '`on`: you agree to the [Minecraft EULA](https://aka.ms/MinecraftEULA) for servers that are tried, and callers may try server packs.',
  }),
  memoryMb: setting('BOOT_MEMORY_MB', whole(256, 1_048_576), {
    standard: '6144',
    unit: 'MiB',
    says: 'Memory of a server that is tried.',
  }),
  diskMb: setting('BOOT_DISK_MB', whole(64, 16_777_216), {
    standard: '8192',
    unit: 'MiB',
    says: 'Disk that it may fill, what is unpacked included.',
  }),
  wallSeconds: setting('BOOT_SECONDS', whole(10, 86_400), {
    standard: '900',
    unit: 's',
    says: 'Time of a boot, its installation included; of each further try of a repair.',
  }),
  uid: setting('BOOT_UID', whole(1, 4_294_967_294), {
    says: 'User and group that root becomes to have a server tried; without it, root tries none.',
  }),
  mirror: setting('BOOT_MIRROR', base('http:', 'https:'), {
    says: 'Takes the place of scheme and host of what start scripts download.',
  }),
});

const scan = z.object({
  isOn: setting('SCAN', onOff, {
    standard: 'off',
    says: 'Whether modpacks are scanned before they are handed out; services that anybody may use should.',
  }),
  clamd: setting('SCAN_CLAMD', clamdAddress, {
    says: 'clamd, which is sent the files; not set: lists and rules alone.',
  }),
  hashFile: setting('SCAN_HASHES', text, {
    range: 'file',
    says: 'Hashes of malware: a SHA-256 or SHA-1 and a name on each line.',
  }),
  whenAway: setting('SCAN_WHEN_AWAY', oneOf('hold', 'pass'), {
    standard: 'hold',
    says: 'What a run does while the scanner is away: `hold` waits, `pass` goes on without a scan and says so.',
  }),
});

const webhooks = z.object({
  most: setting('MAX_WEBHOOKS', whole(0, 1_000), {
    standard: '20',
    says: 'Number of [webhooks](webhooks.md).',
  }),
  privateAddresses: setting('WEBHOOK_PRIVATE_ADDRESSES', onOff, {
    standard: 'off',
    says: 'Whether receivers may have private addresses and plain http.',
  }),
});

const pages = z.object({
  introspection: setting('INTROSPECTION', onOff, {
    standard: 'on',
    says: 'Whether the schema may be asked for.',
  }),
  graphiql: setting('GRAPHIQL', onOff, {
    standard: 'on',
    says: 'Whether browsers get GraphiQL at /graphql.',
  }),
  web: setting('WEB', onOff, { standard: 'on', says: 'Whether browsers get the web app.' }),
  persistedOperations: setting('PERSISTED_OPERATIONS', text, {
    says: 'File of operations known by their hash ([GraphQL](graphql-more.md#persisted-operations)).',
  }),
  persistedOnly: setting('PERSISTED_ONLY', onOff, {
    standard: 'off',
    says: 'Whether only those are answered.',
  }),
});

/** All settings, in the order of the documentation. */
export const groups = {
  nodes,
  tracing,
  callers,
  rates,
  oidc,
  files,
  s3,
  backups,
  database,
  runs,
  fetching,
  platforms,
  facts,
  boot,
  scan,
  webhooks,
  pages,
};
