import { and, count, desc, gte, lt, sql } from 'drizzle-orm';
import {
  downloads,
  modPacks,
  runConfigurations,
  type Status,
  serverPacks,
  statuses,
} from '../../drizzle/schema.ts';
import type { Queries } from '../database/database.ts';
import { compareGameVersions } from '../modloaders/game-version.ts';
import { type ModloaderName, modloaderNames } from '../modloaders/modloader.ts';
import { daysOf, type Span } from './daily-figures.ts';
import { readFigures, readTotal } from './figures.ts';

/** What happened on one day, in UTC. */
export interface DayCount {
  day: Date;
  uploads: number;
  downloads: number;
}

interface Needs {
  db: Queries;
}

/** Most game versions that are told of: requests may name any, so the number has to be bounded. */
const mostGameVersions = 500;

/** How many modpacks are in each state; states that none is in are left out. */
export async function countByStatus({ db }: Needs): Promise<{ status: Status; count: number }[]> {
  const counts = new Map(
    (await readFigures({ db }, 'MOD_PACKS_BY_STATUS')).map((row) => [row.key, row.amount]),
  );
  return statuses
    .toSorted()
    .flatMap((status) => (counts.has(status) ? [{ status, count: counts.get(status) ?? 0 }] : []));
}

/** How many server packs were built for each modloader, ever or within a span, the most first. */
export async function countByModloader(
  { db }: Needs,
  span: Span | null,
): Promise<{ modloader: ModloaderName; count: number }[]> {
  if (span === null) {
    const figures = await readFigures({ db }, 'SERVER_PACKS_BY_MODLOADER');
    return figures.flatMap(({ key, amount: count }) => {
      const modloader = modloaderNames.find((name) => name === key);
      return modloader ? [{ modloader, count }] : [];
    });
  }
  return db
    .select({ modloader: runConfigurations.modloader, count: count() })
    .from(serverPacks)
    .innerJoin(runConfigurations, sql`${runConfigurations.id} = ${serverPacks.runConfigurationId}`)
    .where(builtWithin(span))
    .groupBy(runConfigurations.modloader)
    .orderBy(desc(count()), runConfigurations.modloader);
}

/** How many server packs were built for each game version, ever or within a span, the most first. */
export async function countByGameVersion(
  { db }: Needs,
  span: Span | null,
): Promise<{ gameVersion: string; count: number }[]> {
  if (span === null) {
    const figures = await readFigures({ db }, 'SERVER_PACKS_BY_GAME_VERSION');
    return figures
      .filter(({ key }) => key !== '')
      .slice(0, mostGameVersions)
      .map(({ key: gameVersion, amount: count }) => ({ gameVersion, count }));
  }
  return db
    .select({ gameVersion: runConfigurations.gameVersion, count: count() })
    .from(serverPacks)
    .innerJoin(runConfigurations, sql`${runConfigurations.id} = ${serverPacks.runConfigurationId}`)
    .where(builtWithin(span))
    .groupBy(runConfigurations.gameVersion)
    .orderBy(desc(count()), runConfigurations.gameVersion)
    .limit(mostGameVersions);
}

function builtWithin(span: Span) {
  return and(gte(serverPacks.dateCreated, span.since), lt(serverPacks.dateCreated, span.until));
}

/** All game versions that were ever asked for, the newest version first. */
export async function listGameVersions({ db }: Needs): Promise<string[]> {
  const found = await readFigures({ db }, 'RUN_CONFIGURATIONS_BY_GAME_VERSION');
  return found
    .slice(0, mostGameVersions)
    .map(({ key }) => key)
    .sort((a, b) => compareGameVersions(b, a));
}

/** Uploads and downloads of each day of a span; days without any are there too. */
export async function countByDay({ db }: Needs, span: Span): Promise<DayCount[]> {
  const perDay = async (table: typeof modPacks | typeof downloads) => {
    const day = sql<string>`to_char(${table.dateCreated} at time zone 'UTC', 'YYYY-MM-DD')`;
    const rows = await db
      .select({ day, count: count() })
      .from(table)
      .where(and(gte(table.dateCreated, span.since), lt(table.dateCreated, span.until)))
      .groupBy(sql`1`);
    return new Map(rows.map((row) => [row.day, row.count]));
  };
  const uploaded = await perDay(modPacks);
  const downloaded = await perDay(downloads);
  return daysOf(span, (key) => ({ uploads: uploaded.get(key) ?? 0, downloads: downloaded.get(key) ?? 0 }));
}

/** How much is stored: contents, each counted once, and their bytes. */
export async function storageUsed({ db }: Needs): Promise<{ files: number; bytes: number }> {
  const [stored, bytes] = await Promise.all([readTotal({ db }, 'FILES'), readTotal({ db }, 'BYTES')]);
  return { files: stored, bytes };
}
