import { parentPort } from 'node:worker_threads';
import { defaultArchiveLimits as limits } from '../../src/archive/limits.ts';
import { checkArchive } from '../../src/archive/pack/check.ts';

/** What is left of a check outside of its thread. */
export interface CheckInThread {
  problems: string[];
  mods: number;
  /** Bytes of the inventory as JSON. */
  inventoryBytes: number;
  /** The notes at the mods, each once. */
  notes: (string | null)[];
}

// Entry of a thread: checks the archive at each path that it is sent.
parentPort?.on('message', async (path: string) => {
  const { problems, report } = await checkArchive({ path, limits });
  const mods = report?.mods ?? [];
  const result: CheckInThread = {
    problems: problems.map(({ code }) => code),
    mods: mods.length,
    inventoryBytes: Buffer.byteLength(JSON.stringify(mods)),
    notes: [...new Set(mods.map(({ note }) => note))],
  };
  parentPort?.postMessage(result);
});
