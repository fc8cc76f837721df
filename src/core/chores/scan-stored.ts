import { desc, lt, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { modPacks, scans, serverPacks } from '../../../drizzle/schema.ts';
import { formerReading } from '../../archive/zip/name-encoding.ts';
import type { Database, Queries } from '../../database/database.ts';
import type { Chore } from '../../jobs/chores.ts';
import type { Storage } from '../../storage/storage.ts';
import { listModPackFiles, openFetched } from '../packs/mod-pack-files.ts';
import { findModPacks, findReports } from '../packs/mod-packs.ts';
import { findScans } from '../packs/scans.ts';
import { ScannerAway, type Scanning, scanOnce } from '../runs/scanning.ts';

interface Needs {
  database: Pick<Database, 'db'>;
  storage: Pick<Storage, 'local'>;
  scanning: Scanning;
  log: Logger;
}

/** Modpacks that one statement checks: most have a scan. */
const batchSize = 200;
/**
 * Most packs in a row on which the scanner may fail: a single pack may be at fault itself, and must not keep the packs
 * behind it from being scanned.
 */
const mostFailures = 3;
/** Shorter than the time after which a chore counts as lost. */
const longestMs = 50 * 60 * 1000;

/**
 * Scans public modpacks in the background that have no scan yet, since their server packs were built before scanning
 * was switched on.
 */
export function scanChore(needs: Needs, signal: AbortSignal): Chore {
  return {
    name: 'scans',
    every: 60,
    at: 45,
    async run() {
      const scanned = await scanStored(needs, AbortSignal.any([signal, AbortSignal.timeout(longestMs)]));
      if (scanned > 0) needs.log.info({ scanned }, 'scanned modpacks that had no scan');
    },
  };
}

/**
 * Scans the modpacks one after the other, the newest first, until the signal aborts or the scanner fails on several in
 * a row; returns their number.
 */
export async function scanStored(needs: Needs, signal: AbortSignal): Promise<number> {
  const { database, log } = needs;
  let scanned = 0;
  let failures = 0;
  for (let before = 2 ** 31 - 1; ; ) {
    const batch = await batchBefore(database.db, before);
    const last = batch.at(-1);
    if (last === undefined) return scanned;
    for (const { id: modPackId, isOpen } of batch) {
      if (signal.aborted) return scanned;
      if (!isOpen) continue;
      try {
        if (await scanOne(needs, modPackId, signal)) scanned += 1;
        failures = 0;
      } catch (err) {
        if (signal.aborted) return scanned;
        log.warn({ err, modPackId }, 'a stored modpack could not be scanned; it is tried again in an hour');
        if (err instanceof ScannerAway) failures += 1;
        if (failures === mostFailures) return scanned;
      }
    }
    before = last.id;
  }
}

/** The next modpacks, and whether each is public without a scan, or has passed while the scanner was away. */
function batchBefore(db: Queries, before: number): Promise<{ id: number; isOpen: boolean }[]> {
  const isOpen = sql<boolean>`not exists (select from ${scans} where ${scans.modPackId} = ${modPacks.id} and ${scans.version} is not null)
    and exists (select from ${serverPacks} where ${serverPacks.modPackId} = ${modPacks.id})`;
  return db
    .select({ id: modPacks.id, isOpen })
    .from(modPacks)
    .where(lt(modPacks.id, before))
    .orderBy(desc(modPacks.id))
    .limit(batchSize);
}

/** Returns false for a modpack that was deleted meanwhile. */
async function scanOne(
  { database, storage, scanning, log }: Needs,
  modPackId: number,
  signal: AbortSignal,
): Promise<boolean> {
  const { db } = database;
  const [modPack] = await findModPacks({ db }, [modPackId]);
  const [known] = await findReports({ db }, [modPackId]);
  if (!modPack || !known) return false;
  const { report } = known;
  const names = report === null ? null : (report.names ?? formerReading);
  await using source = await storage.local(modPack.storageKey);
  await using fetched = await openFetched(storage, await listModPackFiles(db, modPackId));
  const [scan = null] = await findScans({ db }, [modPackId]);
  const archive = { name: modPack.name, sha256: modPack.sha256 };
  // No run waits for this scan, so an unavailable scanner is no reason to pass the pack unscanned.
  const held = { ...scanning, settings: { ...scanning.settings, whenAway: 'hold' as const } };
  await scanOnce(
    { database, scanning: held, log },
    { modPackId, archivePath: source.path, archive, names, fetched: fetched.files, known: scan },
    { signal, alone: false, prepare: (write) => db.transaction(write), run: null },
  );
  return true;
}
