import type { Logger } from 'pino';
import type { RunConfiguration } from '../../archive/run-configuration.ts';
import { AppError } from '../../errors.ts';
import { isGameVersion, isWeekly } from '../../modloaders/game-version.ts';
import { modloaders } from '../../modloaders/index.ts';
import type { ListedVersions } from '../../modloaders/modloader.ts';
import type { VersionLists } from '../../version-lists/version-lists.ts';

/** The versions that a request names, in a valid form. */
export type RequestedVersions = Pick<RunConfiguration, 'gameVersion' | 'modloader' | 'modloaderVersion'>;

/** Checks a request's versions before anything of the request is stored. */
export interface ModloaderVersions {
  /**
   * Fails with INVALID_INPUT, naming the field and close matches, when a public list lacks the version. When the list
   * cannot be reached, the version is accepted and logged as not verified.
   */
  verify(run: RequestedVersions): Promise<void>;
  /** The versions that public lists name for a modloader; lists that cannot be reached are skipped. */
  listed(about: Pick<RequestedVersions, 'modloader' | 'gameVersion'>): Promise<KnownVersions>;
}

/** Versions to choose from, unordered; empty when the lists are not available. */
export interface KnownVersions {
  /** Versions of the game that the modloader supports. */
  gameVersions: readonly string[];
  /** Versions of the modloader for the requested game version. */
  modloaderVersions: readonly string[];
}

/** Accepts every version in a valid form, without public lists. */
export const formOnly: ModloaderVersions = {
  verify: async () => undefined,
  listed: async () => ({ gameVersions: [], modloaderVersions: [] }),
};

/** A version missing from a list may be new, so a list older than this is loaded again. */
const newsMs = 60_000;

/** Checks versions against public lists that are at most `maxAgeMs` milliseconds old. */
export function listedVersions(
  { lists, log }: { lists: Pick<VersionLists, 'get'>; log: Logger },
  maxAgeMs: number,
): ModloaderVersions {
  return {
    async verify(run) {
      const { gameVersion, modloader, modloaderVersion } = run;
      const isIn = (list: ListedVersions) => list.listed(gameVersion, modloaderVersion);
      const found = await Promise.all(
        modloaders[modloader].versionFeeds(gameVersion).map(async (feed) => {
          const list = await lists.get(feed, maxAgeMs);
          return list === null || isIn(list) ? list : lists.get(feed, Math.min(newsMs, maxAgeMs));
        }),
      );
      const lacking = found.find((list) => list !== null && !isIn(list));
      if (lacking) throw unlisted(run, lacking);
      if (found.includes(null)) log.info(run, 'the versions of a request are not verified');
    },
    async listed({ modloader, gameVersion }) {
      const feeds = modloaders[modloader].versionFeeds(gameVersion);
      const found = await Promise.all(feeds.map((feed) => lists.get(feed, maxAgeMs)));
      const named = found.flatMap((list) => (list === null ? [] : [list.instead(gameVersion)]));
      const of = (what: 'gameVersion' | 'version') =>
        named.flatMap((list) => (list.of === what ? list.versions : []));
      return {
        // Hundreds of old snapshots would be more than the releases.
        gameVersions: of('gameVersion').filter((version) => isGameVersion(version) && !isWeekly(version)),
        modloaderVersions: of('version').filter(modloaders[modloader].isVersion),
      };
    },
  };
}

function unlisted(
  { gameVersion, modloader, modloaderVersion }: RequestedVersions,
  list: ListedVersions,
): AppError {
  const { of, versions } = list.instead(gameVersion);
  if (of === 'gameVersion') {
    const near = nearest(gameVersion, versions.filter(isGameVersion));
    const message = `${modloader} has nothing for game version ${gameVersion}. ${near}`;
    return new AppError('INVALID_INPUT', message, { field: 'gameVersion' });
  }
  const near = nearest(modloaderVersion, versions.filter(modloaders[modloader].isVersion));
  const message = `There is no ${modloader} ${modloaderVersion} for game version ${gameVersion}. ${near}`;
  return new AppError('INVALID_INPUT', message, { field: 'modloaderVersion' });
}

const { compare } = new Intl.Collator('en', { numeric: true });

/** A sentence with up to five versions of a list, in order, that are closest to `wanted`, and the newest. */
function nearest(wanted: string, versions: readonly string[]): string {
  if (versions.length === 0) return 'The public list names none.';
  const ordered = [...new Set(versions)].sort(compare);
  const above = ordered.findIndex((version) => compare(version, wanted) > 0);
  const index = above < 0 ? ordered.length : above;
  const first = Math.max(0, Math.min(index - 3, ordered.length - 5));
  const near = ordered.slice(first, first + 5);
  const newest = first + 5 < ordered.length ? `; the newest is ${ordered.at(-1)}` : '';
  return `Near it are ${near.join(', ')}${newest}.`;
}
