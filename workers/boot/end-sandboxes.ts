import { readdir, readFile } from 'node:fs/promises';

/**
 * Ends the sandboxes whose folders lie in `folder`. A sandbox ends with the process that opened it, unless that is killed in the moment in
 * which it opens (https://github.com/containers/bubblewrap/issues/633), so what is left is looked for by its arguments.
 */
export async function endSandboxes(folder: string): Promise<void> {
  for (const id of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(id)) continue;
    // A process may end while its files are read.
    const [program, ...args] = (await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')).split('\0');
    if (program !== 'bwrap' && program !== 'prlimit') continue;
    if (!args.some((argument) => argument.startsWith(`${folder}/`))) continue;
    try {
      process.kill(Number(id), 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
}
