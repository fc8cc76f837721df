import { type BootLimits, mostOpenFiles, mostTasks } from './boot-limits.ts';

/** The folders of one boot on this machine. */
export interface BootFolders {
  /** The unpacked server pack. */
  server: string;
  /** The sandbox's own /tmp and /dev/shm: on the disk, where they are counted. */
  temporary: string;
  shared: string;
}

/** Folders of this machine that a sandbox shows, read-only. */
export interface Machine {
  /** Top folders that are links, such as /bin to usr/bin. */
  links: readonly { path: string; target: string }[];
  /** Folders and files; each is there. */
  shown: readonly string[];
}

/** A step of a boot. */
export interface SandboxStep {
  command: readonly string[];
  /** Only the installation reaches a network. */
  network: boolean;
  environment: Readonly<Record<string, string>>;
}

/** Seconds. */
const cpuGrace = 10;
/** Where a sandbox has the server. */
const serverFolder = '/server';

/**
 * The program and arguments that run a step in a sandbox of bubblewrap (bwrap(1)): namespaces of its own for users, processes, network,
 * IPC and names, no capability, nothing to write to but its own folders, limits by prlimit(1).
 */
export function sandboxCommand(
  step: SandboxStep,
  { folders, machine, limits }: { folders: BootFolders; machine: Machine; limits: BootLimits },
): string[] {
  return [
    'prlimit',
    `--data=${limits.memoryBytes}`,
    `--fsize=${limits.diskBytes}`,
    // Looking at the processes tells which limit it was; this one stands behind it.
    `--cpu=${limits.cpuSeconds + cpuGrace}`,
    `--nproc=${mostTasks}`,
    `--nofile=${mostOpenFiles}`,
    '--core=0',
    'bwrap',
    '--unshare-all',
    ...(step.network ? ['--share-net'] : []),
    // Without further namespaces of users less of the kernel can be reached.
    '--unshare-user',
    '--disable-userns',
    ...['--uid', '1000', '--gid', '1000', '--hostname', 'server'],
    ...['--cap-drop', 'ALL', '--new-session', '--die-with-parent', '--clearenv'],
    ...Object.entries(step.environment).flatMap(([name, value]) => ['--setenv', name, value]),
    ...machine.shown.flatMap((path) => ['--ro-bind', path, path]),
    ...machine.links.flatMap(({ path, target }) => ['--symlink', target, path]),
    ...['--proc', '/proc', '--dev', '/dev', '--bind', folders.shared, '/dev/shm'],
    ...['--bind', folders.temporary, '/tmp', '--bind', folders.server, serverFolder],
    // Both are kept in memory, which nothing counts.
    ...['--remount-ro', '/dev', '--remount-ro', '/'],
    ...['--chdir', serverFolder, '--', ...step.command],
  ];
}

/** The part of the memory that the heap of Java may take where the pack's own arguments name none. */
const heapShare = 0.7;

/** The environment of the start script: of the service's own it has a mirror and where Javas are, nothing else. */
export function stepEnvironment(
  { memoryBytes }: Pick<BootLimits, 'memoryBytes'>,
  { mirror, javas }: { mirror: string | null; javas: Readonly<Record<string, string>> },
): Record<string, string> {
  return {
    ...javas,
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: '/tmp',
    LANG: 'C.UTF-8',
    // BOOT=on has accepted it.
    EULA: 'true',
    INSTALL_JAVA: 'true',
    RESTART: 'false',
    // Arguments of the pack come after it, and win.
    JAVA_TOOL_OPTIONS: `-Xmx${Math.floor((memoryBytes * heapShare) / 1024 ** 2)}m`,
    ...(mirror === null ? {} : { MIRROR: mirror }),
  };
}
