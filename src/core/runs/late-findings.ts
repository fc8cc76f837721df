import { and, desc, eq, exists, sql } from 'drizzle-orm';
import { runConfigurations, serverPacks } from '../../../drizzle/schema.ts';
import type { Problem } from '../../archive/report.ts';
import type { Queries } from '../../database/database.ts';
import { stepOf } from '../events/event-kinds.ts';
import { recordEvents } from '../events/events.ts';
import type { RunConfigurationRow } from './run-configurations.ts';

/**
 * Reports malware found in a modpack whose server packs are already public, as a new failed run with the same events as
 * a run whose own scan finds malware, so that every subscriber to runs is notified. The run's configuration is a copy
 * of the last built one, in the modpack's line if the line offers a server pack. A run in which malware is found
 * reports it by its own end, so only followers of another line are notified here. The caller holds the modpack's row
 * lock. Must come last in its transaction, as `recordEvents`.
 */
export async function recordLateFinding(
  tx: Queries,
  modPackId: number,
  problems: readonly Problem[],
  foundIn: Pick<RunConfigurationRow, 'lineId'> | null,
): Promise<void> {
  const isBuilt = exists(
    tx
      .select({ one: sql`1` })
      .from(serverPacks)
      .where(eq(serverPacks.runConfigurationId, runConfigurations.id)),
  );
  const [built] = await tx
    .select()
    .from(runConfigurations)
    .where(and(eq(runConfigurations.modPackId, modPackId), isBuilt))
    .orderBy(sql`${runConfigurations.lineId} is null`, desc(runConfigurations.id))
    .limit(1);
  // Nothing of this modpack was ever public.
  if (built === undefined) return;
  if (foundIn !== null && (built.lineId === null || built.lineId === foundIn.lineId)) return;
  const { id: _id, dateCreated: _date, tokenId: _token, ...copied } = built;
  const [run] = await tx
    .insert(runConfigurations)
    .values(copied)
    .returning({ runConfigurationId: runConfigurations.id });
  if (run === undefined) throw new Error('The database answered no row for an insert.');
  const steps = (['QUEUED', 'CHECK_STARTED', 'CHECK_PASSED'] as const).map(stepOf);
  const { status, message } = stepOf('BUILD_FAILED');
  await recordEvents(tx, { modPackId, ...run }, [...steps, { status, message, errors: [...problems] }]);
}
