import { onLines } from '../on-lines.ts';

/** Causes around the server: the EULA, its port, its folder, the disk, its own files. */
export const surroundings = onLines([
  {
    has: 'agree to the EULA',
    pattern: /You need to agree to the EULA/,
    tell: () => ({
      cause: 'EULA_NOT_ACCEPTED',
      message: "The game's EULA has not been accepted: read it and write eula=true into eula.txt.",
    }),
  },
  {
    has: ['FAILED TO BIND TO PORT', 'BindException'],
    pattern:
      /FAILED TO BIND TO PORT|BindException: (?:Address already in use|Permission denied|Cannot assign requested address)/,
    tell: (match) => ({
      cause: 'PORT_IN_USE',
      message: match.input.includes('Cannot assign')
        ? 'The address in server-ip is not one of this machine: leave server-ip empty.'
        : "Another program uses the server's port, most likely a server that still runs: stop it, or change server-port.",
    }),
  },
  {
    has: ['AccessDeniedException', 'Permission denied', 'Read-only file system'],
    pattern:
      /(?:AccessDeniedException: (\S{1,300})|(?:FileNotFoundException|IOException): (\S{1,300}) \(Permission denied\)|(?<!\S)(\S{1,300}): Read-only file system)/,
    tell: ([, ...files]) => ({
      cause: 'NO_RIGHTS',
      message: `The server may not write to ${files.find((file) => file !== undefined)}: give its user the rights to its folder.`,
    }),
  },
  {
    has: ['No space left on device', 'not enough space on the disk'],
    pattern: /No space left on device|not enough space on the disk/,
    tell: () => ({ cause: 'NO_ROOM', message: 'The disk is full: free some room and start again.' }),
  },
  {
    has: 'already locked',
    pattern: /session\.lock: already locked/,
    tell: () => ({
      cause: 'WORLD_IN_USE',
      message: 'Another server has this world open: stop it first.',
    }),
  },
  {
    has: ['Unable to access jarfile', 'Could not find or load main class', 'Invalid or corrupt jarfile'],
    pattern:
      /(?:Unable to access jarfile|Could not find or load main class|Invalid or corrupt jarfile) ([^@\s]\S{0,200})/,
    tell: ([, file = '']) => ({
      cause: 'NOT_INSTALLED',
      message: `The server software was not installed whole: ${file} is missing or damaged. Install it again.`,
    }),
  },
]);
