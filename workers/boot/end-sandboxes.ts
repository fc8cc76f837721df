import { readdir, readFile } from 'node:fs/promises';
import { folderVariable } from './machine.ts';

/**
 * Ends the sandboxes whose folders are `folder` or lie in it. A sandbox ends with its parent, unless the parent is
 * killed while the sandbox opens (https://github.com/containers/bubblewrap/issues/633), so remaining processes are
 * found by their environment.
 */
export async function endSandboxes(folder: string): Promise<void> {
  for (const id of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(id)) continue;
    // A process may end while its files are read.
    const variables = (await readFile(`/proc/${id}/environ`, 'utf8').catch(() => '')).split('\0');
    if (!variables.some((variable) => `${variable}/`.startsWith(`${folderVariable}=${folder}/`))) continue;
    try {
      process.kill(Number(id), 'SIGKILL');
    } catch {
      // The process has ended meanwhile.
    }
  }
}
