import path from 'node:path';
import { z } from 'zod';
import type { OidcSettings } from './access/oidc-settings.ts';
import { defaultArchiveLimits } from './archive/limits.ts';
import type { PlaceAddress } from './backup/place-address.ts';
import { defaultBootLimits } from './boot/boot-limits.ts';
import { defaultOverrideLimits } from './core/runs/parse-overrides.ts';
import { defaultServerSettings } from './database/settings.ts';
import { readPublicKey } from './facts/signature.ts';
import { defaultFetchSettings, defaultPlatformSettings } from './fetching/settings.ts';
import { sharedLimits } from './limits/shared-limits.ts';
import { defaultScanLimits } from './scan/scan-task.ts';
import { fixedValues } from './settings/fixed-values.ts';
import { removedNames } from './settings/removed-names.ts';
import { groups } from './settings/schema.ts';
import { settings } from './settings/setting.ts';
import { type SettingInForce, settingsInForce } from './settings/settings-in-force.ts';
import { defaultS3Settings, folderOf, type S3Server, type S3Settings } from './storage/s3-settings.ts';
import { defaultWebhookSettings } from './webhooks/settings.ts';

/** All settings and fixed values, read from the environment once. */
export type Config = ReturnType<typeof toConfig>;

/** The environment is invalid; the message names every fault. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** The largest page that the service's own GraphQL operations may request. */
export const largestPageSize = 10_000;

/** All settings as they are documented, by their group. */
export const documented = Object.entries(groups).flatMap(([group, { shape }]) =>
  Object.entries(shape).flatMap(([field, schema]) => {
    const about = settings.get(schema);
    return about === undefined ? [] : [{ group, field, ...about }];
  }),
);

/** The names of all settings. */
export const settingNames: readonly string[] = documented.map(({ name }) => name);

/** The settings in force, with their sources; `file` holds the lines that Node has read into the environment. */
export function readSettings(
  file: Record<string, string | undefined> = {},
  variables: Record<string, string | undefined> = process.env,
): SettingInForce[] {
  return settingsInForce(documented, { variables, file });
}

/** Returns the removed settings that are still set, which have no effect. */
export function findRemovedSettings(
  variables: Record<string, string | undefined> = process.env,
): readonly string[] {
  return [...removedNames].filter((name) => variables[name]?.trim());
}

/** Reports settings that contradict each other, on the field that has to change. */
function fault(context: z.RefinementCtx, field: string, message: string) {
  context.addIssue({ code: 'custom', path: [field], message });
  return z.NEVER;
}

/** The S3 server, and the store on it; a null store when files are stored on disk. */
function toS3Settings(
  {
    storage,
    bucket,
    prefix,
    accessKeyId,
    secretAccessKey,
    pathStyle,
    downloads,
    ...set
  }: z.infer<typeof groups.s3>,
  context: z.RefinementCtx,
): { server: S3Server; store: S3Settings | null } {
  if (storage === 's3' && bucket === null) return fault(context, 'bucket', 'must be set with STORAGE=s3');
  if ((accessKeyId === null) !== (secretAccessKey === null))
    return fault(context, 'accessKeyId', 'goes together with S3_SECRET_ACCESS_KEY: both or neither');
  const { linkSeconds, ...fixed } = defaultS3Settings;
  const server = {
    ...fixed,
    ...set,
    credentials: accessKeyId === null || secretAccessKey === null ? null : { accessKeyId, secretAccessKey },
    pathStyle: pathStyle ?? set.endpoint !== null,
    redirectSeconds: downloads === 'redirect' ? linkSeconds : null,
  };
  const store =
    storage === 'disk' || bucket === null ? null : { ...server, bucket, prefix: folderOf(prefix ?? '') };
  return { server, store };
}

/** The source of updates to the facts about mods. */
function toFactsSettings(
  { folder, address, publicKey: key }: z.infer<typeof groups.facts>,
  context: z.RefinementCtx,
) {
  if (folder !== null && address !== null)
    return fault(context, 'address', 'cannot be set together with FACTS_FOLDER');
  const publicKey = key === null ? null : readPublicKey(key);
  if (key !== null && publicKey === null)
    return fault(
      context,
      'publicKey',
      'must be an Ed25519 public key in base64, as "openssl pkey -pubout -outform DER" writes it',
    );
  if (address !== null && publicKey === null)
    return fault(context, 'address', 'needs FACTS_PUBLIC_KEY, by which its signature is checked');
  const source = folder !== null ? { folder: path.resolve(folder) } : address === null ? null : { address };
  return { source, publicKey };
}

/** Where backups go, and when they are made without being asked for. */
function toBackupSettings({ place, everyHours, keep }: z.infer<typeof groups.backups>, dataDir: string) {
  const standard: PlaceAddress = { kind: 'folder', folder: path.join(dataDir, 'backups') };
  return {
    place: place ?? standard,
    everyHours: everyHours === 0 ? null : everyHours,
    keep,
  };
}

/** The external issuer whose JSON web tokens are accepted; null when there is none. */
function toOidcSettings(
  { issuer, audience, jwksUrl, roleClaim, clientId, scope, ...roleNames }: z.infer<typeof groups.oidc>,
  context: z.RefinementCtx,
): OidcSettings | null {
  if (issuer === null)
    return clientId === null
      ? null
      : fault(context, 'clientId', 'needs OIDC_ISSUER, at which it is a client');
  if (audience === null)
    return fault(
      context,
      'audience',
      'must be set with OIDC_ISSUER, or tokens made for other services would be accepted',
    );
  const web = clientId === null ? null : { clientId, scope };
  return { issuer, audience, jwksUrl, roleClaim: roleClaim.split('.'), roleNames, web };
}

const environment = z.object({
  ...groups,
  s3: groups.s3.transform(toS3Settings),
  facts: groups.facts.transform(toFactsSettings),
  oidc: groups.oidc.transform(toOidcSettings),
});

/** Combines the parsed settings with the fixed values. */
function toConfig(set: z.infer<typeof environment>) {
  const { callers, files, database, fetching, platforms, boot, scan, tracing } = set;
  const { isOn: isLimited, ...rates } = set.rates;
  return {
    ...fixedValues,
    ...set.nodes,
    ...set.runs,
    ...set.pages,
    ...callers,
    maxUploadBytes: files.maxUploadBytes,
    dataDir: path.resolve(files.dataDir),
    reserveBytes: files.reserveBytes,
    tokenReserveBytes: files.tokenReserveBytes,
    retentionDays: files.retentionDays === 0 ? null : files.retentionDays,
    retention: { ...fixedValues.retention, refusedMs: files.errorRetention * 1000 },
    s3: set.s3.store,
    s3Server: set.s3.server,
    backups: toBackupSettings(set.backups, path.resolve(files.dataDir)),
    facts: set.facts,
    oidc: set.oidc,
    databaseUrl: database.url,
    databaseServer: { ...defaultServerSettings, directUrl: database.directUrl, pool: database.pool },
    tracing:
      tracing.endpoint === null
        ? null
        : { ...tracing, endpoint: tracing.endpoint, headers: tracing.headers ?? {} },
    corsOrigins: callers.access === 'open' ? ('*' as const) : (callers.corsOrigins ?? []),
    trustedProxies: callers.trustedProxies ?? [],
    rateLimits: isLimited
      ? {
          uploads: { points: rates.uploads, seconds: 3_600 },
          generates: { points: 600, seconds: 3_600 },
          megabytes: { points: rates.megabytes, seconds: 86_400 },
          votes: { points: 300, seconds: 3_600 },
          reads: { points: rates.reads, seconds: 60 },
        }
      : null,
    sharedLimits: sharedLimits(),
    fetching: fetching.isOn ? { ...defaultFetchSettings, ...fetching } : null,
    platforms: {
      ...defaultPlatformSettings,
      modrinthApiUrl: platforms.modrinthApiUrl,
      curseForgeApiUrl: platforms.curseForgeApiUrl,
      curseForgeApiKey: platforms.curseForgeApiKey,
      catalogueAgeMs: platforms.catalogue ? defaultPlatformSettings.catalogueAgeMs : null,
    },
    versionLists:
      platforms.versions === 'off' ? null : { ...fixedValues.versionLists, mirror: platforms.versionsMirror },
    boot: {
      enabled: boot.enabled,
      mirror: boot.mirror,
      limits: {
        ...defaultBootLimits,
        memoryBytes: boot.memoryMb * 1024 ** 2,
        diskBytes: boot.diskMb * 1024 ** 2,
        spareBytes: files.reserveBytes,
        wallSeconds: boot.wallSeconds,
        uid: boot.uid,
      },
    },
    scan: scan.isOn
      ? {
          means: {
            clamd: scan.clamd,
            hashFile: scan.hashFile === null ? null : path.resolve(scan.hashFile),
          },
          limits: defaultScanLimits,
          whenAway: scan.whenAway,
        }
      : null,
    webhooks: { ...defaultWebhookSettings, ...set.webhooks },
    archiveLimits: defaultArchiveLimits,
    overrideLimits: defaultOverrideLimits,
  };
}

/** Reads and checks all settings; throws one `ConfigError` that names every fault. */
export function readConfig(variables: Record<string, string | undefined> = process.env): Config {
  // An empty variable, as in a copied .env.example, means "not set".
  const given = (name: string) => (variables[name]?.trim() ? variables[name] : undefined);
  const texts: Record<string, Record<string, string | undefined>> = {};
  for (const { group, field, name } of documented) texts[group] = { ...texts[group], [field]: given(name) };
  const { data, error } = environment.safeParse(texts);
  const nameOf = ([group, field]: readonly PropertyKey[]) =>
    documented.find((one) => one.group === group && one.field === field)?.name;
  const faults = (error?.issues ?? []).map((issue) => `${nameOf(issue.path)}: ${issue.message}`);
  const role = given('ROLE');
  if ((role === 'api' || role === 'worker') && given('DATABASE_URL') === undefined)
    faults.push(`ROLE: ${role} needs DATABASE_URL, since only one process can open the embedded database`);
  if (!data || faults.length > 0)
    throw new ConfigError(`These settings are not usable:\n${faults.map((one) => `  ${one}`).join('\n')}`);
  return toConfig(data);
}
