import { type BootLimits, mostOpenFiles, mostTasks } from './boot-limits.ts';

/** The folders of one boot on this machine. */
export interface BootFolders {
  /** The parent of all others. */
  home: string;
  /** The unpacked server pack. */
  server: string;
  /** The folder for the server's installation, without files of the pack. */
  install: string;
  /** The sandbox's own /tmp and /dev/shm, on disk so that they are measured. */
  temporary: string;
  shared: string;
}

/** Folders of this machine that a sandbox sees read-only. */
export interface Machine {
  /** Top-level links, for example /bin to usr/bin. */
  links: readonly { path: string; target: string }[];
  /** Existing folders and files. */
  shown: readonly string[];
}

/** A step of a boot. */
export interface SandboxStep {
  command: readonly string[];
  /** Whether this step is the installation, which has a network and sees no files of the pack. */
  installs: boolean;
  environment: Readonly<Record<string, string>>;
}

/** Seconds. */
const cpuGrace = 10;
/** The server's path within a sandbox. */
const serverFolder = '/server';

/** The path of a boot's folders for the changed user, who may not pass through their parents. */
const reachable = '/tmp';

/**
 * The program and arguments that run a step in a sandbox of bubblewrap (bwrap(1)): own namespaces for users, processes,
 * network, IPC and host names, no capability, write access only to its own folders, limits by prlimit(1).
 */
export function sandboxCommand(
  step: SandboxStep,
  { folders, machine, limits }: { folders: BootFolders; machine: Machine; limits: BootLimits },
): string[] {
  const { server, install, temporary, shared } = limits.uid === null ? folders : seenBy(folders);
  return [
    ...(limits.uid === null ? [] : becoming(limits.uid, folders.home)),
    'prlimit',
    `--data=${limits.memoryBytes}`,
    `--fsize=${limits.diskBytes}`,
    // The watch of the processes reports which limit was hit; this one is only a second line of defence.
    `--cpu=${limits.cpuSeconds + cpuGrace}`,
    `--nproc=${mostTasks}`,
    `--nofile=${mostOpenFiles}`,
    '--core=0',
    'bwrap',
    '--unshare-all',
    ...(step.installs ? ['--share-net'] : []),
    // Without nested user namespaces, less of the kernel is reachable.
    '--unshare-user',
    '--disable-userns',
    ...['--uid', '1000', '--gid', '1000', '--hostname', 'server'],
    ...['--cap-drop', 'ALL', '--new-session', '--die-with-parent', '--clearenv'],
    ...Object.entries(step.environment).flatMap(([name, value]) => ['--setenv', name, value]),
    ...machine.shown.flatMap((path) => ['--ro-bind', path, path]),
    ...machine.links.flatMap(({ path, target }) => ['--symlink', target, path]),
    // /proc/sys is read-only, because its owner can write its files without any capability, and some name programs that
    // the kernel runs.
    ...[
      '--proc',
      '/proc',
      '--ro-bind',
      '/proc/sys',
      '/proc/sys',
      '--dev',
      '/dev',
      '--bind',
      shared,
      '/dev/shm',
    ],
    ...['--bind', temporary, '/tmp', '--bind', step.installs ? install : server, serverFolder],
    // Files in these file systems are kept in memory that no limit counts.
    ...['--remount-ro', '/dev', '--remount-ro', '/'],
    ...['--chdir', serverFolder, '--', ...step.command],
  ];
}

/** The arguments that run a command as another user, with a private view of the folders (unshare(1), setpriv(1)). */
function becoming(uid: number, home: string): string[] {
  const mount = `mount --bind -- "$1" ${reachable} && shift && exec "$@"`;
  const user = ['--reuid', String(uid), '--regid', String(uid), '--clear-groups'];
  return ['unshare', '--mount', '--', 'sh', '-c', mount, 'sh', home, 'setpriv', ...user, '--'];
}

function seenBy({ home, ...folders }: BootFolders): BootFolders {
  const seen = (folder: string) => folder.replace(home, reachable);
  return {
    home: reachable,
    server: seen(folders.server),
    install: seen(folders.install),
    temporary: seen(folders.temporary),
    shared: seen(folders.shared),
  };
}

/** The share of the memory for Java's heap when the pack's arguments set none. */
const heapShare = 0.7;

/** The start script's environment. From the service's environment it gets only the mirror and the folders of Javas. */
export function stepEnvironment(
  { memoryBytes }: Pick<BootLimits, 'memoryBytes'>,
  { mirror, javas }: { mirror: string | null; javas: Readonly<Record<string, string>> },
): Record<string, string> {
  return {
    ...javas,
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: '/tmp',
    LANG: 'C.UTF-8',
    // The operator has accepted the EULA by BOOT=on.
    EULA: 'true',
    INSTALL_JAVA: 'true',
    RESTART: 'false',
    // The pack's own arguments follow and override this one.
    JAVA_TOOL_OPTIONS: `-Xmx${Math.floor((memoryBytes * heapShare) / 1024 ** 2)}m`,
    ...(mirror === null ? {} : { MIRROR: mirror }),
  };
}
