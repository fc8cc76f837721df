import { count, desc, gte, sql } from 'drizzle-orm';
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

/** How many server packs were built for each modloader, the most first. */
export function countByModloader({ db }: Needs): Promise<{ modloader: ModloaderName; count: number }[]> {
  return db
    .select({ modloader: runConfigurations.modloader, count: count() })
    .from(serverPacks)
    .innerJoin(runConfigurations, sql`${runConfigurations.id} = ${serverPacks.runConfigurationId}`)
    .groupBy(runConfigurations.modloader)
    .orderBy(desc(count()), runConfigurations.modloader);
}

/** How many server packs were built for each game version, the most first. */
export function countByGameVersion({ db }: Needs): Promise<{ gameVersion: string; count: number }[]> {
  return db
    .select({ gameVersion: runConfigurations.gameVersion, count: count() })
    .from(serverPacks)
    .innerJoin(runConfigurations, sql`${runConfigurations.id} = ${serverPacks.runConfigurationId}`)
    .groupBy(runConfigurations.gameVersion)
    .orderBy(desc(count()), runConfigurations.gameVersion)
    .limit(mostGameVersions);
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

/** Uploads and downloads of each of the last days, today last; days without any are there too. */
export async function countByDay({ db }: Needs, days: number, now: Date): Promise<DayCount[]> {
  const dayMs = 24 * 60 * 60 * 1000;
  const today = Math.floor(now.getTime() / dayMs);
  const since = new Date((today - days + 1) * dayMs);
  const perDay = async (table: typeof modPacks | typeof downloads) => {
    const day = sql<string>`to_char(${table.dateCreated} at time zone 'UTC', 'YYYY-MM-DD')`;
    const rows = await db
      .select({ day, count: count() })
      .from(table)
      .where(gte(table.dateCreated, since))
      .groupBy(sql`1`);
    return new Map(rows.map((row) => [row.day, row.count]));
  };
  const uploaded = await perDay(modPacks);
  const downloaded = await perDay(downloads);
  return Array.from({ length: days }, (_, index) => {
    const day = new Date((today - days + 1 + index) * dayMs);
    const key = day.toISOString().slice(0, 10);
    return { day, uploads: uploaded.get(key) ?? 0, downloads: downloaded.get(key) ?? 0 };
  });
}

/** How much is stored: contents, each counted once, and their bytes. */
export async function storageUsed({ db }: Needs): Promise<{ files: number; bytes: number }> {
  const [row] = await db
    .select({ files: count(), bytes: sql`coalesce(sum(${files.size}), 0)`.mapWith(Number) })
    .from(files);
  return row ?? { files: 0, bytes: 0 };
}
