import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Logger } from 'pino';
import type { BootLimits } from '../../boot/boot-limits.ts';
import type { BootPhase, BootResult } from '../../boot/boot-result.ts';
import type { Database } from '../../database/database.ts';
import type { Storage } from '../../storage/storage.ts';
import { findScans, problemsOfScan } from '../packs/scans.ts';
import { findServerPacks } from '../packs/server-packs.ts';
import { endBoot, giveBootBack, keepBoot, releaseBoots, type TakenBoot, takeBoot } from './boots.ts';

/** Dependencies of boots. */
export interface BootRunner {
  /** Why this machine cannot run any, in a sentence; null when it can. */
  problem(): Promise<string | null>;
  /** Ends and removes what an earlier process has left. */
  sweep(): Promise<void>;
  run(
    order: {
      archive: string;
      folder: string;
      limits: BootLimits;
      mirror: string | null;
      keepLog: null;
      repair: boolean;
    },
    hooks: { signal: AbortSignal; onPhase(phase: BootPhase): void },
  ): Promise<BootResult>;
}

/** The work on boots of this node: one at a time. */
export interface BootWork {
  /** Why this node tries no server, in a sentence; null when it does. */
  readonly problem: string | null;
  /** A boot waits. */
  nudge(): void;
  /** Ends the boot under way, which waits again, and takes no other. */
  close(): Promise<void>;
}

export interface BootWorkSettings {
  limits: BootLimits;
  mirror: string | null;
  /** A boot gets a folder in it. */
  folder: string;
  /** Milliseconds between two looks for what waits. */
  lookMs: number;
}

/** Milliseconds between two signs of life. */
const keepMs = 3_000;

/** Begins to work on boots, once the sandbox has been tried. */
export async function startBootWork(
  {
    database,
    storage,
    runner,
    log,
  }: {
    database: Pick<Database, 'db' | 'kind'>;
    storage: Pick<Storage, 'local'>;
    runner: BootRunner;
    log: Logger;
  },
  { limits, mirror, folder, lookMs }: BootWorkSettings,
): Promise<BootWork> {
  const claim = randomUUID();
  await runner.sweep();
  const problem = await runner.problem();
  if (problem !== null) {
    log.error(`no server pack can be tried, although BOOT is on: ${problem}`);
    return { problem, nudge() {}, close: async () => {} };
  }
  // Only one process can have an embedded database open.
  if (database.kind === 'embedded') await releaseBoots(database);
  const ending = new AbortController();
  let nudged = Promise.withResolvers<void>();

  const work = async ({ serverPackId, repair }: TakenBoot) => {
    const cancelling = new AbortController();
    let phase: BootPhase = 'UNPACKING';
    const keep = async () => {
      try {
        if (!(await keepBoot(database, { serverPackId, claim, phase })))
          cancelling.abort(new Error('The boot was cancelled.'));
      } catch (err) {
        log.warn({ err, serverPack: serverPackId }, 'a boot could not say that it goes on');
      }
    };
    const timer = setInterval(keep, keepMs);
    try {
      const [serverPack] = await findServerPacks(database, [serverPackId]);
      if (!serverPack) return;
      const [scan] = await findScans(database, [serverPack.modPackId]);
      if (problemsOfScan(scan).length > 0) {
        log.warn({ serverPack: serverPackId }, 'a server pack in quarantine is not tried');
        return await endBoot(database, { serverPackId, claim, result: null });
      }
      await using archive = await storage.local(serverPack.storageKey);
      const order = {
        archive: archive.path,
        folder: path.join(folder, randomUUID()),
        limits,
        mirror,
        keepLog: null,
        repair,
      };
      const signal = AbortSignal.any([ending.signal, cancelling.signal]);
      const onPhase = (now: BootPhase) => {
        phase = now;
        void keep();
      };
      const result = await runner.run(order, { signal, onPhase });
      await endBoot(database, { serverPackId, claim, result });
      log.info({ serverPack: serverPackId, outcome: result.outcome }, 'a server pack was tried');
    } catch (err) {
      if (cancelling.signal.aborted) return;
      if (ending.signal.aborted) return await giveBootBack(database, { serverPackId, claim });
      log.error({ err, serverPack: serverPackId }, 'a boot failed');
      await endBoot(database, { serverPackId, claim, result: null });
    } finally {
      clearInterval(timer);
    }
  };

  const loop = async () => {
    while (!ending.signal.aborted) {
      nudged = Promise.withResolvers<void>();
      const next = await takeBoot(database, claim).catch((err: unknown) => {
        log.warn({ err }, 'no boot could be taken');
        return null;
      });
      if (next !== null) {
        await work(next).catch((err: unknown) => log.error({ err }, 'what became of a boot is not recorded'));
        continue;
      }
      const timer = setTimeout(nudged.resolve, lookMs);
      await nudged.promise;
      clearTimeout(timer);
    }
  };
  const looping = loop();
  return {
    problem: null,
    nudge: () => nudged.resolve(),
    async close() {
      ending.abort(new Error('The service stops.'));
      nudged.resolve();
      await looping;
    },
  };
}
