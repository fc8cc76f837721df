import { AppError } from '../errors.ts';
import type { Channel } from './channels.ts';
import type { CurseForge } from './curseforge.ts';
import { asPlatform, keyNeeded, type Platforms } from './find-pack.ts';
import type { Ftb } from './ftb.ts';
import type { Modrinth } from './modrinth.ts';
import type { PackLocation } from './pack-links.ts';
import { FetchError } from './problem-codes.ts';

/** A version in its platform's list. */
export interface PublishedVersion {
  /** The platform's own id; for an address, the validator of its content. */
  id: string;
  channel: Channel;
}

/** The versions of a modpack that a platform offers. */
export interface PublishedVersions {
  /** Newest first; a long list is cut to the newest. */
  versions: PublishedVersion[];
  /** Stored versions that the platform no longer offers. */
  withdrawn: string[];
}

export interface KnownVersions {
  /** Ids of versions that are stored. */
  stored: readonly string[];
  /** The validator that the host of an address sent with its last content. */
  validator: string | null;
}

/** Checks whether the content behind an address differs from the validator; null when it is the same. */
export type ReadValidator = (
  link: string,
  known: string | null,
  signal: AbortSignal,
) => Promise<{ validator: string } | null>;

type Needs = Platforms & { validatorOf: ReadValidator };

/**
 * Lists the versions of a modpack; null when nothing has changed. Fails as `findPack`, and with INVALID_INPUT for an
 * address whose host sends no validator.
 */
export async function publishedVersions(
  needs: Needs,
  location: PackLocation,
  known: KnownVersions,
  signal: AbortSignal,
): Promise<PublishedVersions | null> {
  switch (location.platform) {
    case 'MODRINTH':
      return onModrinth(needs.modrinth, location.project, known, signal).catch(asPlatform('Modrinth'));
    case 'CURSEFORGE':
      if (needs.curseForge === null) throw keyNeeded();
      return onCurseForge(needs.curseForge, Number(location.project), known, signal).catch(
        asPlatform('CurseForge'),
      );
    case 'FTB':
      return onFtb(needs.ftb, location.modPack, known, signal).catch(asPlatform('FTB'));
    case 'LINK': {
      const changed = await needs.validatorOf(location.url, known.validator, signal);
      return changed && { versions: [{ id: changed.validator, channel: 'RELEASE' }], withdrawn: [] };
    }
  }
}

/** The location of one version of a modpack, for an import. */
export function versionLocation(location: PackLocation, id: string): PackLocation {
  switch (location.platform) {
    case 'CURSEFORGE':
      return { ...location, file: Number(id) };
    case 'LINK':
      return location;
    default:
      return { ...location, version: id };
  }
}

/** The host behind this location: a platform, or the host of an address. */
export function hostOf(location: PackLocation): string {
  return location.platform === 'LINK' ? new URL(location.url).host : location.platform;
}

/** Whether a failure means that the host is away, so that other requests would fail, too. */
export function isAway(error: unknown, { platform }: PackLocation): boolean {
  if (!(error instanceof FetchError)) return false;
  // With an address, slowness and a required key may concern that address alone.
  if (platform === 'LINK') return error.code === 'FETCH_UNREACHABLE';
  return ['FETCH_UNREACHABLE', 'FETCH_TOO_SLOW', 'FETCH_KEY_REFUSED'].includes(error.code);
}

/** Modrinth does not support conditional requests (https://github.com/modrinth/code/issues/2595, read 2026-11-27). */
async function onModrinth(
  modrinth: Modrinth,
  project: string,
  { stored }: KnownVersions,
  signal: AbortSignal,
): Promise<PublishedVersions> {
  const all = await modrinth.listed(project, signal);
  if (all.length === 0) throw nothing(`project ${JSON.stringify(project)}`);
  const newestFirst = all.toSorted((one, other) => (other.published ?? 0) - (one.published ?? 0));
  return {
    versions: newestFirst.map(({ id, channel }) => ({ id, channel })),
    withdrawn: missing(stored, new Set(all.map(({ id }) => id))),
  };
}

async function onCurseForge(
  curseForge: CurseForge,
  project: number,
  { stored }: KnownVersions,
  signal: AbortSignal,
): Promise<PublishedVersions> {
  const newest = await curseForge.newestFiles(project, signal);
  if (newest === null || newest.length === 0) throw nothing(`project ${project}`);
  const offered = newest.filter(({ isAvailable }) => isAvailable);
  const listed = new Set(newest.map(({ id }) => String(id)));
  const older = stored.filter((id) => !listed.has(id));
  const still = older.length === 0 ? new Map() : await curseForge.files(older.map(Number), signal);
  const ids = new Set(offered.map(({ id }) => String(id)));
  for (const { id, isAvailable } of still.values()) if (isAvailable) ids.add(String(id));
  return {
    versions: offered
      .filter(({ isServerPack }) => !isServerPack)
      .toSorted((one, other) => other.id - one.id)
      .map(({ id, channel }) => ({ id: String(id), channel })),
    withdrawn: missing(stored, ids),
  };
}

async function onFtb(
  ftb: Ftb,
  modPack: number,
  { stored }: KnownVersions,
  signal: AbortSignal,
): Promise<PublishedVersions> {
  const pack = await ftb.modPack(modPack, signal);
  const offered = pack?.versions.flatMap(({ id, type, private: isPrivate }) => {
    const channel = ftbChannels.get(type.toLowerCase());
    return channel === undefined || isPrivate ? [] : [{ id, channel }];
  });
  if (offered === undefined || offered.length === 0) throw nothing(`modpack ${modPack}`);
  const newestFirst = offered
    .sort((one, other) => other.id - one.id)
    .map(({ id, channel }) => ({ id: String(id), channel }));
  return { versions: newestFirst, withdrawn: missing(stored, new Set(newestFirst.map(({ id }) => id))) };
}

/** Versions of other types, such as `archived`, are no longer offered. */
const ftbChannels: ReadonlyMap<string, Channel> = new Map([
  ['', 'RELEASE'],
  ['release', 'RELEASE'],
  ['beta', 'BETA'],
  ['alpha', 'ALPHA'],
]);

function missing(stored: readonly string[], offered: ReadonlySet<string>): string[] {
  return stored.filter((id) => !offered.has(id));
}

function nothing(what: string): AppError {
  return new AppError('NOT_FOUND', `There is no ${what} with a version there.`, { field: 'pack' });
}
