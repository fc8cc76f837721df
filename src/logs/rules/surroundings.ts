import type { LogRule } from '../log-rule.ts';

const worldInUse = 'Another server has this world open: stop it first.';

/** Causes around the server: the EULA, its port, its folder, the disk, its own files. */
export const surroundings: LogRule = [
  {
    has: ['agree to the EULA'],
    pattern: /You need to agree to the EULA/,
    report: () => ({
      cause: 'EULA_NOT_ACCEPTED',
      message: "The game's EULA has not been accepted: read it and write eula=true into eula.txt.",
    }),
    stops: true,
  },
  {
    has: ['FAILED TO BIND TO PORT'],
    pattern: /FAILED TO BIND TO PORT/,
    report: () => ({
      cause: 'PORT_IN_USE',
      message:
        'The server could not take its port: server-ip in server.properties is not empty, or another program, most likely a server that still runs, has the port. Empty server-ip, stop the other, or change server-port.',
    }),
    stops: true,
    lines: 1,
  },
  {
    // Netty on Linux has a message of its own: "bind(..) failed: Cannot assign requested address" (its Errors.java,
    // 2026-11-28).
    has: ['BindException', 'bind(..) failed'],
    pattern:
      /(?:BindException|bind\(\.\.\) failed(?: with error\(-\d{1,5}\))?): (?:Address already in use|Permission denied|Cannot assign requested address)/,
    report: (match) => ({
      cause: 'PORT_IN_USE',
      message: match.input.includes('Cannot assign')
        ? 'The address in server-ip is not one of this machine: leave server-ip empty.'
        : "Another program uses a port that the server, or one of its mods, wants: most likely a server that still runs. Stop it, or change the port: the server's is server-port, a mod's stands in its settings.",
    }),
    traced: true,
  },
  {
    has: ['AccessDeniedException', 'Permission denied', 'Read-only file system'],
    pattern:
      /(?:AccessDeniedException: (\S{1,300})|(?:FileNotFoundException|IOException): (\S{1,300}) \(Permission denied\)|(?<!\S)(\S{1,300}): Read-only file system)/,
    report: ([, ...files]) => ({
      cause: 'NO_RIGHTS',
      message: `The server may not write to ${files.find((file) => file !== undefined)}: give its user the rights to its folder.`,
    }),
  },
  {
    has: ['No space left on device', 'not enough space on the disk'],
    pattern: /No space left on device|not enough space on the disk/,
    report: () => ({ cause: 'NO_ROOM', message: 'The disk is full: free some room and start again.' }),
    stops: true,
  },
  {
    // Windows has a message of its own, and games up to 1.15 check differently.
    has: ['already locked', 'session.lock', 'being accessed from another location'],
    pattern:
      /session\.lock: already locked|session\.lock: The process cannot access the file|session\.lock.{0,80}(?:another process has locked|being used by another process)|save is being accessed from another location|another process has locked a portion of the file/,
    report: () => ({ cause: 'WORLD_IN_USE', message: worldInUse }),
    stops: true,
  },
  {
    has: ['another process has locked a portion'],
    pattern: /another process has locked a portion of the file/,
    report: () => ({ cause: 'WORLD_IN_USE', message: worldInUse }),
    stops: true,
  },
  {
    has: ['Unable to access jarfile', 'Could not find or load main class', 'Invalid or corrupt jarfile'],
    pattern:
      /(?:Unable to access jarfile|Could not find or load main class|Invalid or corrupt jarfile) ([^@\s]\S{0,200})/,
    report: ([, file = '']) => ({
      cause: 'NOT_INSTALLED',
      message: `The server software was not installed whole: ${file} is missing or damaged. Install it again.`,
    }),
    stops: true,
  },
];
