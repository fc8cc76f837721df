import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Logger } from 'pino';
import type { BootLimits } from '../../boot/boot-limits.ts';
import type { BootPhase, BootResult } from '../../boot/boot-result.ts';
import type { Database } from '../../database/database.ts';
import { isUnreachable } from '../../database/unreachable.ts';
import { type Attempting, startWorker } from '../../jobs/worker.ts';
import type { Storage } from '../../storage/storage.ts';
import { findScans, problemsOfScan } from '../packs/scans.ts';
import { findServerPacks } from '../packs/server-packs.ts';
import { bootJobs, endBoot, giveBootBack, keepBoot, type TakenBoot, takeBoot } from './boots.ts';

/** Dependencies of boots. */
export interface BootRunner {
  /** The reason why this machine cannot run servers, as a sentence; null when it can. */
  problem(): Promise<string | null>;
  /** Ends boots that an earlier process has left behind, and starts to remove their files. */
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

/** This node's work on boots, one boot at a time. */
export interface BootWork {
  /** The reason why this node tries no servers, as a sentence; null when it does. */
  readonly problem: string | null;
  /** Ends the boot in progress, which returns to the queue, and takes no other. */
  close(): Promise<void>;
}

export interface BootWorkSettings {
  limits: BootLimits;
  mirror: string | null;
  /** The folder in which each boot gets a folder of its own. */
  folder: string;
  /** Milliseconds between two polls for waiting boots. */
  pollMs: number;
}

/** Starts working on boots, once the sandbox has been tested. */
export async function startBootWork(
  {
    database,
    storage,
    runner,
    log,
  }: {
    database: Pick<Database, 'db' | 'kind' | 'listen'>;
    storage: Pick<Storage, 'local'>;
    runner: BootRunner;
    log: Logger;
  },
  { limits, mirror, folder, pollMs }: BootWorkSettings,
): Promise<BootWork> {
  // The service starts even when the sandbox test fails.
  const problem = await runner
    .sweep()
    .then(() => runner.problem())
    .catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
  if (problem !== null) {
    log.error(`no server pack can be tried, although BOOT is on: ${problem}`);
    return { problem, close: async () => {} };
  }
  const phases = new Map<string, BootPhase>();

  const work = async ({ id: serverPackId, repair }: TakenBoot, { held, signal, lost, beat }: Attempting) => {
    try {
      const [serverPack] = await findServerPacks(database, [serverPackId]);
      if (!serverPack) return;
      const [scan] = await findScans(database, [serverPack.modPackId]);
      if (problemsOfScan(scan).length > 0) {
        log.warn({ serverPack: serverPackId }, 'a server pack in quarantine is not tried');
        return await endBoot(database, held, null);
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
      const onPhase = (now: BootPhase) => {
        phases.set(held.claim, now);
        beat();
      };
      const result = await runner.run(order, { signal, onPhase });
      await endBoot(database, held, result);
      log.info({ serverPack: serverPackId, outcome: result.outcome }, 'a server pack was tried');
    } catch (err) {
      if (lost.aborted) return;
      if (signal.aborted) return await giveBootBack(database, held);
      // The claim runs out, and the boot is taken again as that of a lost process is.
      if (isUnreachable(err)) throw err;
      log.error({ err, serverPack: serverPackId }, 'a boot failed');
      await endBoot(database, held, null);
    } finally {
      phases.delete(held.claim);
    }
  };

  const worker = await startWorker(
    { database, log },
    {
      table: bootJobs,
      most: 1,
      pollMs,
      take: (claim) => takeBoot(database, claim),
      work,
      keep: (held) => keepBoot(database, held, phases.get(held.claim) ?? 'UNPACKING'),
    },
  );
  return { problem: null, close: () => worker.close(0) };
}
