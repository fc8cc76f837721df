import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { BootLimits } from '../../src/boot/boot-limits.ts';
import type { BootRunner } from '../../src/core/boots/boot-work.ts';
import { privateFolder } from '../../src/private-modes.ts';
import { bootServerPack } from './boot-process.ts';
import { endSandboxes } from './end-sandboxes.ts';
import { removeFolder } from './folder-bytes.ts';
import { sandboxProblem } from './machine.ts';
import { NoServerPack } from './no-server-pack.ts';

/** Runs boots in folders of `folder`, which is this node's alone. */
export function createBootRunner(folder: string, limits: BootLimits): BootRunner {
  return {
    async sweep() {
      await mkdir(folder, { recursive: true, mode: privateFolder });
      await endSandboxes(folder);
      for (const name of await readdir(folder)) await removeFolder(path.join(folder, name));
    },
    async problem() {
      const probe = path.join(folder, 'probe');
      try {
        return await sandboxProblem(probe, limits);
      } finally {
        await removeFolder(probe);
      }
    },
    async run(order, hooks) {
      await mkdir(order.folder, { mode: privateFolder });
      try {
        return await bootServerPack(order, hooks);
      } catch (error) {
        if (!(error instanceof NoServerPack)) throw error;
        const nothing = { seconds: null, peakMemory: null, java: null, worldBytes: null };
        return { ...nothing, outcome: 'NOT_INSTALLED', log: error.message, findings: [], repairs: [] };
      }
    },
  };
}
