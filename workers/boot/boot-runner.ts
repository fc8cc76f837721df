import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import type { BootLimits } from '../../src/boot/boot-limits.ts';
import type { BootRunner } from '../../src/core/boots/boot-work.ts';
import { privateFolder } from '../../src/storage/private-modes.ts';
import { bootServerPack } from './boot-process.ts';
import { endSandboxes } from './end-sandboxes.ts';
import { sandboxProblem } from './machine.ts';
import { NoServerPack } from './no-server-pack.ts';
import { removeFolder } from './removal.ts';

const leftBehind = 'what a boot left could not be removed';

/** Runs boots in subfolders of `folder`, which only this node uses. */
export function createBootRunner(folder: string, limits: BootLimits, log: Logger): BootRunner {
  /** A folder that cannot be removed has a unique name, so it disturbs no other boot; the next start tries again. */
  const remove = async (folder: string) => {
    if (!(await removeFolder(folder))) log.warn({ folder }, leftBehind);
  };
  return {
    async sweep() {
      await mkdir(folder, { recursive: true, mode: privateFolder });
      await endSandboxes(folder);
      const left = await readdir(folder);
      // The removal may take minutes, so the start does not wait for it.
      void left.reduce(
        (before, name) => before.then(() => remove(path.join(folder, name))),
        Promise.resolve(),
      );
    },
    async problem() {
      const probe = path.join(folder, `probe-${randomUUID()}`);
      try {
        return await sandboxProblem(probe, limits);
      } finally {
        await remove(probe);
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
      } finally {
        if (existsSync(order.folder)) log.warn({ folder: order.folder }, leftBehind);
      }
    },
  };
}
