import { AppError } from '../errors.ts';
import type { Channel } from './channels.ts';
import type { CurseForge } from './curseforge.ts';
import { asPlatform, keyNeeded, type Platforms } from './find-pack.ts';
import type { Ftb } from './ftb.ts';
import type { Modrinth } from './modrinth.ts';
import type { PackPlace } from './pack-links.ts';
import { FetchError } from './problem-codes.ts';

/** A version as its platform lists it. */
export interface PublishedVersion {
  /** The platform's own id; for an address, what its host says of the content. */
  id: string;
  channel: Channel;
}

/** The versions of a modpack that a platform offers. */
export interface PublishedVersions {
  /** Newest first; of a long list the newest. */
  versions: PublishedVersion[];
  /** Which of the known versions it does not offer any more. */
  withdrawn: string[];
}

export interface KnownVersions {
  /** Ids of versions that are stored. */
  stored: readonly string[];
  /** The validators that the host of an address sent with its last content. */
  validator: string | null;
}

/** Asks the host of an address whether its content is another than the validator says; null when it is the same. */
export type AskValidator = (
  link: string,
  known: string | null,
  signal: AbortSignal,
) => Promise<{ validator: string } | null>;

type Needs = Platforms & { validatorOf: AskValidator };

/**
 * Asks for the versions of a modpack; null when nothing has changed. Fails as `findPack`, and with INVALID_INPUT for an
 * address whose host does not say when its content changes.
 */
export async function publishedVersions(
  needs: Needs,
  place: PackPlace,
  known: KnownVersions,
  signal: AbortSignal,
): Promise<PublishedVersions | null> {
  switch (place.platform) {
    case 'MODRINTH':
      return onModrinth(needs.modrinth, place.project, known, signal).catch(asPlatform('Modrinth'));
    case 'CURSEFORGE':
      if (needs.curseForge === null) throw keyNeeded();
      return onCurseForge(needs.curseForge, Number(place.project), known, signal).catch(
        asPlatform('CurseForge'),
      );
    case 'FTB':
      return onFtb(needs.ftb, place.modPack, known, signal).catch(asPlatform('FTB'));
    case 'LINK': {
      const changed = await needs.validatorOf(place.url, known.validator, signal);
      return changed && { versions: [{ id: changed.validator, channel: 'RELEASE' }], withdrawn: [] };
    }
  }
}

/** The place of one version of a modpack, as an import takes it. */
export function placeOfVersion(place: PackPlace, id: string): PackPlace {
  switch (place.platform) {
    case 'CURSEFORGE':
      return { ...place, file: Number(id) };
    case 'LINK':
      return place;
    default:
      return { ...place, version: id };
  }
}

/** Who is asked about this place: a platform, or the host of an address. */
export function hostOf(place: PackPlace): string {
  return place.platform === 'LINK' ? new URL(place.url).host : place.platform;
}

/** Whether the failure of a question tells that whoever was asked is away, so that other questions would fail, too. */
export function isAway(error: unknown, { platform }: PackPlace): boolean {
  if (!(error instanceof FetchError)) return false;
  // An address may be slow, or need a key, by itself.
  if (platform === 'LINK') return error.code === 'FETCH_UNREACHABLE';
  return ['FETCH_UNREACHABLE', 'FETCH_TOO_SLOW', 'FETCH_KEY_REFUSED'].includes(error.code);
}

/** Modrinth knows no conditional requests (https://github.com/modrinth/code/issues/2595, read 2026-11-27). */
async function onModrinth(
  modrinth: Modrinth,
  project: string,
  { stored }: KnownVersions,
  signal: AbortSignal,
): Promise<PublishedVersions> {
  const all = await modrinth.listed(project, signal);
  if (all === null || all.length === 0) throw nothing(`project ${JSON.stringify(project)}`);
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

/** Others, such as `archived`, are offered to nobody any more. */
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
