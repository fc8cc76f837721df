import { eq, inArray, sql } from 'drizzle-orm';
import { modPacks, scans, serverPacks } from '../../../drizzle/schema.ts';
import type { Problem } from '../../archive/report.ts';
import type { Database, Queries } from '../../database/database.ts';
import { AppError } from '../../errors.ts';
import { defaultScanLimits, type ScanFinding } from '../../scan/scan-task.ts';

/** The newest scan of a modpack. */
export type Scan = typeof scans.$inferSelect;

/** The scans of these modpacks, in no particular order; a modpack that was never scanned has none. */
export function findScans({ db }: { db: Queries }, modPackIds: readonly number[]): Promise<Scan[]> {
  return db
    .select()
    .from(scans)
    .where(inArray(scans.modPackId, [...modPackIds]));
}

type NewScan = Pick<Scan, 'modPackId' | 'version' | 'findings' | 'notScanned' | 'notScannedCount'>;

/**
 * Replaces the previous scan of a modpack. Its findings stay: a later scan may have read less, and only an operator
 * ends a quarantine. A released modpack stays released while nothing else is found. Returns whether the quarantine
 * begins.
 */
export async function saveScan(tx: Queries, scan: NewScan): Promise<{ scan: Scan; begins: boolean }> {
  const [before] = await tx.select().from(scans).where(eq(scans.modPackId, scan.modPackId)).for('update');
  const earlier = before?.findings ?? [];
  const others = scan.findings.filter((one) => !earlier.some((old) => isSame(one, old)));
  const values = {
    ...scan,
    findings: [...others, ...earlier].slice(0, defaultScanLimits.findings),
    dateScanned: new Date(),
    quarantined: before?.quarantined === true || others.length > 0,
    ...(others.length > 0 ? { releaseReason: null, releasedBy: null, dateReleased: null } : {}),
  };
  const [saved] = await tx
    .insert(scans)
    .values(values)
    .onConflictDoUpdate({ target: scans.modPackId, set: values })
    .returning();
  if (!saved) throw new Error('The database answered no row for an insert.');
  return { scan: saved, begins: saved.quarantined && before?.quarantined !== true };
}

function isSame(one: ScanFinding, other: ScanFinding): boolean {
  return one.entry === other.entry && one.signature === other.signature;
}

/** The findings for which a modpack with this scan is in quarantine; empty when it is not. */
export function problemsOfScan(scan: Pick<Scan, 'findings' | 'quarantined'> | null | undefined): Problem[] {
  if (!scan?.quarantined) return [];
  return scan.findings.map(({ entry, signature }) => ({
    code: 'MALWARE_FOUND',
    error: `"${entry}" holds malware: ${signature}. The modpack is in quarantine; if that is wrong, ask the operator to release it.`,
    entry,
  }));
}

/** Fails with GONE for a modpack in quarantine, whose files are neither offered nor run. */
export async function refuseQuarantined({ db }: { db: Queries }, modPackId: number): Promise<void> {
  const [scan] = await findScans({ db }, [modPackId]);
  refuseByScan(scan);
}

/** Fails with GONE for a modpack that is in quarantine by this scan. */
export function refuseByScan(scan: Scan | null | undefined): void {
  const errors = problemsOfScan(scan);
  const [first] = errors;
  if (scan && first) throw new AppError('GONE', first.error, { modPackId: scan.modPackId, errors });
}

/**
 * Fails with GONE for a modpack in quarantine, and with NOT_READY for a modpack that has to be scanned before its
 * download: one without a scan and without a server pack built before scans existed.
 */
export async function refuseUnscanned({ db }: { db: Queries }, modPackId: number): Promise<void> {
  const [scan] = await findScans({ db }, [modPackId]);
  if (scan) return refuseQuarantined({ db }, modPackId);
  const [built] = await db
    .select({ id: serverPacks.id })
    .from(serverPacks)
    .where(eq(serverPacks.modPackId, modPackId))
    .limit(1);
  if (built) return;
  throw new AppError(
    'NOT_READY',
    `Modpack ${modPackId} has not been scanned for malware, and is not handed out before. It is scanned once it has passed its check.`,
    { modPackId },
  );
}

const longestReason = 1_000;

/**
 * Releases a modpack from quarantine. Fails with NOT_FOUND, with CONFLICT when it is not in quarantine, or with
 * INVALID_INPUT without a reason.
 */
export async function releaseModPack(
  { db }: Pick<Database, 'db'>,
  { modPackId, reason: given, by }: { modPackId: number; reason: string; by: string },
): Promise<void> {
  const reason = given.trim();
  if (reason === '' || reason.length > longestReason) {
    const message = `reason must say in 1 to ${longestReason} characters why the modpack is released.`;
    throw new AppError('INVALID_INPUT', message, { field: 'reason' });
  }
  await db.transaction(async (tx) => {
    const [modPack] = await tx
      .select({ id: modPacks.id })
      .from(modPacks)
      .where(eq(modPacks.id, modPackId))
      .for('no key update');
    if (!modPack) throw new AppError('NOT_FOUND', `There is no modpack ${modPackId}.`);
    const released = await tx
      .update(scans)
      .set({ quarantined: false, releaseReason: reason, releasedBy: by, dateReleased: new Date() })
      .where(sql`${scans.modPackId} = ${modPackId} and ${scans.quarantined}`)
      .returning({ id: scans.modPackId });
    if (released.length === 0)
      throw new AppError('CONFLICT', `Modpack ${modPackId} is not in quarantine.`, { modPackId });
  });
}
