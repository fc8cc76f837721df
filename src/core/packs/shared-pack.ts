import { showsStart } from '../../boot/boot-result.ts';
import type { Database } from '../../database/database.ts';
import { findBoots } from '../boots/boots.ts';
import { titleOf } from '../files/file-name.ts';
import { findModPacks, findReports, type ModPack } from './mod-packs.ts';
import { findScans, type Scan } from './scans.ts';
import { findServerPacks, type ServerPack } from './server-packs.ts';
import { titleOfModPack } from './titles.ts';

/** A server pack with what a card, a picture and a badge tell about it where its link is shared. */
export interface SharedPack {
  serverPack: ServerPack;
  modPack: ModPack;
  /** The pack's name, mostly with its version. */
  title: string;
  /** The author's label for the version; null without one. */
  version: string | null;
  scan: Scan | null;
  /** Figures of the newest boot; null unless it showed that the server pack starts. */
  start: Start | null;
}

export interface Start {
  /** The major version of Java; null when unknown. */
  java: number | null;
  seconds: number | null;
  /** In bytes. */
  peakMemory: number | null;
}

/** A server pack as its shared links show it; null when there is none. */
export async function findSharedPack(database: Pick<Database, 'db'>, id: number): Promise<SharedPack | null> {
  const [serverPack] = await findServerPacks(database, [id]);
  if (!serverPack) return null;
  const ids = [serverPack.modPackId];
  const [modPack] = await findModPacks(database, ids);
  if (!modPack) return null;
  const [known] = await findReports(database, ids);
  const [scan] = await findScans(database, ids);
  const [boot] = await findBoots(database, [id]);
  const result = boot?.result ?? null;
  return {
    serverPack,
    modPack,
    title: titleOf(titleOfModPack(modPack)),
    version: known?.report?.manifest?.version ?? null,
    scan: scan ?? null,
    start:
      result !== null && showsStart(result.outcome)
        ? { java: majorOf(result.java), seconds: result.seconds, peakMemory: result.peakMemory }
        : null,
  };
}

/** The 17 in 17.0.15, and the 8 in 1.8.0_392. */
function majorOf(java: string | null): number | null {
  const [, major] = /^(?:1\.)?(\d{1,3})(?!\d)/.exec(java ?? '') ?? [];
  return major === undefined ? null : Number(major);
}
