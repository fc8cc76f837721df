import { eq, sql } from 'drizzle-orm';
import {
  attempts,
  events,
  files,
  type ModPackReport,
  modPackFiles,
  modPacks,
  modPackTotals,
  mods,
  runConfigurations,
  type Status,
  scans,
} from '../../../drizzle/schema.ts';
import type { Queries } from '../../database/database.ts';
import { createStatements } from '../../database/statements.ts';
import { type ModPack, modPackColumns } from '../packs/mod-packs.ts';
import type { Scan } from '../packs/scans.ts';
import type { Attempts } from './attempts.ts';
import { type RunConfigurationRow, runConfigurationColumns } from './run-configurations.ts';

/** What an attempt at a run has to know of it. */
export interface RunToWork {
  modPack: ModPack;
  run: RunConfigurationRow;
  /** The check's facts; null before a check has passed. */
  report: ModPackReport | null;
  /** Whether a check has left mods, or files that the modpack names. */
  hasMods: boolean;
  hasFiles: boolean;
  scan: Scan | null;
  /** The statuses of the events that earlier attempts have recorded. */
  recorded: Status[];
  /** Null when no attempt has failed. */
  attempts: (Attempts & { runConfigurationId: number }) | null;
}

const kept = createStatements<RunToWork>();

/**
 * Reads a run that this process has taken. What it answers about events, mods and files holds on: only the attempt that
 * holds the run changes them. Null when the run was deleted.
 */
export async function findRunToWork({ db }: { db: Queries }, id: number): Promise<RunToWork | null> {
  const has = (table: typeof mods | typeof modPackFiles) =>
    sql<boolean>`exists (select from ${table} where ${table.modPackId} = ${modPacks.id})`;
  const [found] = await kept.rows(db, 'run', [id], (own) =>
    own
      .select({
        modPack: modPackColumns,
        run: runConfigurationColumns,
        report: modPacks.report,
        hasMods: has(mods),
        hasFiles: has(modPackFiles),
        scan: scans,
        recorded: sql<Status[]>`array(select ${events.status} from ${events}
          where ${events.runConfigurationId} = ${runConfigurations.id} order by ${events.id})`,
        attempts,
      })
      .from(runConfigurations)
      .innerJoin(modPacks, eq(modPacks.id, runConfigurations.modPackId))
      .innerJoin(files, eq(files.id, modPacks.fileId))
      .innerJoin(modPackTotals, eq(modPackTotals.modPackId, modPacks.id))
      .leftJoin(scans, eq(scans.modPackId, modPacks.id))
      .leftJoin(attempts, eq(attempts.runConfigurationId, runConfigurations.id))
      .where(eq(runConfigurations.id, id)),
  );
  return found ?? null;
}
