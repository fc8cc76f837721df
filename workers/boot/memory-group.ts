import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * A control group of the kernel that limits the memory of a boot, including files, sockets and pipes, which no process
 * maps.
 */
export interface MemoryGroup extends AsyncDisposable {
  /** A command prefix that runs the command in the group; outside of it if this user may not move processes there. */
  enter: readonly string[];
  /** Whether the kernel has killed a process for its memory. */
  wasFull(): Promise<boolean>;
}

const prefix = 'server-pack-boot-';
const enter = 'echo $$ 2>/dev/null >"$1/cgroup.procs"; shift; exec "$@"';

/**
 * The files of the two versions of control groups (https://docs.kernel.org/admin-guide/cgroup-v2.html,
 * cgroup-v1/memory.html).
 */
const kinds = [
  { line: /^0::(\/.*)$/m, mount: '/sys/fs/cgroup', limit: 'memory.max', events: 'memory.events' },
  {
    line: /^\d+:memory:(\/.*)$/m,
    mount: '/sys/fs/cgroup/memory',
    limit: 'memory.limit_in_bytes',
    events: 'memory.oom_control',
  },
];

/** Makes a group with this memory limit; null if this process may make none, as most without root. */
export async function openMemoryGroup(bytes: number): Promise<MemoryGroup | null> {
  const own = await readFile('/proc/self/cgroup', 'utf8').catch(() => '');
  for (const { line, mount, limit, events } of kinds) {
    const folder = line.exec(own)?.[1];
    if (folder === undefined || folder.split('/').includes('..')) continue;
    // In version 2, a group with processes may not have subgroups with limits, so a group beside this one is tried as
    // well.
    for (const parent of new Set([path.join(mount, folder), path.dirname(path.join(mount, folder))])) {
      const group = path.join(parent, `${prefix}${process.pid}`);
      try {
        await removeOld(parent);
        await mkdir(group);
      } catch {
        continue;
      }
      try {
        await writeFile(path.join(group, limit), String(bytes), { flag: 'r+' });
        await writeFile(path.join(group, 'memory.swap.max'), '0', { flag: 'r+' }).catch(() => {});
        return {
          enter: ['sh', '-c', enter, 'sh', group],
          async wasFull() {
            const counts = await readFile(path.join(group, events), 'utf8').catch(() => '');
            return /^oom_kill [1-9]/m.test(counts);
          },
          [Symbol.asyncDispose]: () => rmdir(group).catch(() => {}),
        };
      } catch {
        await rmdir(group).catch(() => {});
      }
    }
  }
  return null;
}

/** Removes groups whose processes were killed. */
async function removeOld(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix) || existsSync(`/proc/${name.slice(prefix.length)}`)) continue;
    await rmdir(path.join(parent, name)).catch(() => {});
  }
}
