import { and, count, desc, gte, isNull, lt, sql } from 'drizzle-orm';
import {
  downloads,
  files,
  modPacks,
  runConfigurations,
  type Status,
  serverPacks,
} from '../../drizzle/schema.ts';
import type { Queries } from '../database/database.ts';
import { compareGameVersions } from '../modloaders/game-version.ts';
import type { ModloaderName } from '../modloaders/modloader.ts';
import { daysOf, type Span } from './daily-figures.ts';

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
export function countByStatus({ db }: Needs): Promise<{ status: Status; count: number }[]> {
  return db
    .select({ status: modPacks.status, count: count() })
    .from(modPacks)
    .groupBy(modPacks.status)
    .orderBy(modPacks.status);
}

/** How many server packs were built for each modloader, ever or within a span, the most first. */
export function countByModloader(
  { db }: Needs,
  span: Span | null,
): Promise<{ modloader: ModloaderName; count: number }[]> {
  return db
    .select({ modloader: runConfigurations.modloader, count: count() })
    .from(serverPacks)
    .innerJoin(runConfigurations, sql`${runConfigurations.id} = ${serverPacks.runConfigurationId}`)
    .where(builtWithin(span))
    .groupBy(runConfigurations.modloader)
    .orderBy(desc(count()), runConfigurations.modloader);
}

/** How many server packs were built for each game version, ever or within a span, the most first. */
export function countByGameVersion(
  { db }: Needs,
  span: Span | null,
): Promise<{ gameVersion: string; count: number }[]> {
  return db
    .select({ gameVersion: runConfigurations.gameVersion, count: count() })
    .from(serverPacks)
    .innerJoin(runConfigurations, sql`${runConfigurations.id} = ${serverPacks.runConfigurationId}`)
    .where(builtWithin(span))
    .groupBy(runConfigurations.gameVersion)
    .orderBy(desc(count()), runConfigurations.gameVersion)
    .limit(mostGameVersions);
}

function builtWithin(span: Span | null) {
  if (span === null) return undefined;
  return and(gte(serverPacks.dateCreated, span.since), lt(serverPacks.dateCreated, span.until));
}

/** All game versions that were ever asked for, the newest version first. */
export async function listGameVersions({ db }: Needs): Promise<string[]> {
  const rows = await db
    .select({ gameVersion: runConfigurations.gameVersion })
    .from(runConfigurations)
    .groupBy(runConfigurations.gameVersion)
    .orderBy(desc(count()))
    .limit(mostGameVersions);
  return rows.map(({ gameVersion }) => gameVersion).sort((a, b) => compareGameVersions(b, a));
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
  const [row] = await db
    .select({ files: count(), bytes: sql`coalesce(sum(${files.size}), 0)`.mapWith(Number) })
    .from(files)
    .where(isNull(files.removed));
  return row ?? { files: 0, bytes: 0 };
}
