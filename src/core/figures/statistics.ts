import { type Status, statuses } from '../../../drizzle/schema.ts';
import type { Queries } from '../../database/database.ts';
import { compareGameVersions } from '../../modloaders/game-version.ts';
import { type ModloaderName, modloaderNames } from '../../modloaders/modloader.ts';
import { daysOf, keysOf, type Span } from './daily-figures.ts';
import { readFigures, readFiguresOfDays, readTotal } from './figures.ts';

/** Counts of one day, in UTC. */
export interface DayCount {
  day: Date;
  uploads: number;
  downloads: number;
}

interface Needs {
  db: Queries;
}

/** Requests may name any game version, so the answer is bounded. */
const mostGameVersions = 500;

/** The number of modpacks in each state that has any. */
export async function countByStatus({ db }: Needs): Promise<{ status: Status; count: number }[]> {
  const counts = new Map(
    (await readFigures({ db }, 'MOD_PACKS_BY_STATUS')).map((row) => [row.key, row.amount]),
  );
  return statuses
    .toSorted()
    .flatMap((status) => (counts.has(status) ? [{ status, count: counts.get(status) ?? 0 }] : []));
}

/** The number of server packs built for each modloader, in total or within a span, highest first. */
export async function countByModloader(
  { db }: Needs,
  span: Span | null,
): Promise<{ modloader: ModloaderName; count: number }[]> {
  const figures = await (span === null
    ? readFigures({ db }, 'SERVER_PACKS_BY_MODLOADER')
    : readFiguresOfDays({ db }, 'SERVER_PACKS_BY_DAY_AND_MODLOADER', keysOf(span)));
  return figures.flatMap(({ key, amount: count }) => {
    const modloader = modloaderNames.find((name) => name === key);
    return modloader ? [{ modloader, count }] : [];
  });
}

/** The number of server packs built for each game version, in total or within a span, highest first. */
export async function countByGameVersion(
  { db }: Needs,
  span: Span | null,
): Promise<{ gameVersion: string; count: number }[]> {
  const figures = await (span === null
    ? readFigures({ db }, 'SERVER_PACKS_BY_GAME_VERSION')
    : readFiguresOfDays({ db }, 'SERVER_PACKS_BY_DAY_AND_GAME_VERSION', keysOf(span)));
  return figures
    .filter(({ key }) => key !== '')
    .slice(0, mostGameVersions)
    .map(({ key: gameVersion, amount: count }) => ({ gameVersion, count }));
}

/** All requested game versions, the newest first. */
export async function listGameVersions({ db }: Needs): Promise<string[]> {
  const found = await readFigures({ db }, 'RUN_CONFIGURATIONS_BY_GAME_VERSION');
  return found
    .slice(0, mostGameVersions)
    .map(({ key }) => key)
    .sort((a, b) => compareGameVersions(b, a));
}

/** Uploads and downloads of each day of a span, including days without any. */
export async function countByDay({ db }: Needs, span: Span): Promise<DayCount[]> {
  const perDay = async (kind: 'MOD_PACKS_BY_DAY' | 'DOWNLOADS_BY_DAY') =>
    new Map((await readFigures({ db }, kind, keysOf(span))).map(({ key, amount }) => [key, amount]));
  const uploaded = await perDay('MOD_PACKS_BY_DAY');
  const downloaded = await perDay('DOWNLOADS_BY_DAY');
  return daysOf(span, (key) => ({ uploads: uploaded.get(key) ?? 0, downloads: downloaded.get(key) ?? 0 }));
}

/** Stored files and bytes, each content once. */
export async function storageUsed({ db }: Needs): Promise<{ files: number; bytes: number }> {
  const [stored, bytes] = await Promise.all([readTotal({ db }, 'FILES'), readTotal({ db }, 'BYTES')]);
  return { files: stored, bytes };
}
