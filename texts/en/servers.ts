import { countsIn } from '../counts.ts';
import { actsOf, countsOf, factsOf, javasOf, type ServerTexts } from '../servers.ts';

const counted = countsIn('en');

export const servers: ServerTexts = {
  boots: {
    state: {
      WAITING: 'It waits for its turn.',
      INTERRUPTED: 'The service could not bring this to an end. Try again.',
      UNPACKING: 'The server pack is unpacked.',
      INSTALLING: 'The server is installed.',
      STARTING: 'The server starts.',
      REPAIRING: 'It did not start; jars that its log blames are left out.',
      STOPPING: 'The server is ready, and stops.',
    },
    outcome: {
      STARTED: 'It started.',
      STARTED_NOT_STOPPED: 'It started, but did not stop when it was told to.',
      STARTED_REPAIRED: 'It starts only without some of its jars.',
      NOT_INSTALLED: 'The server could not be installed.',
      FAILED: 'It ended before it was ready.',
      TOO_SLOW: 'It was not ready in time.',
      TOO_MUCH_MEMORY: 'It took more memory than it may here.',
      TOO_MUCH_DISK: 'It took more of the disk than it may here.',
      TOO_MANY_PROCESSES: 'It began more processes than it may here.',
    },
    dropped: (jars) => `Left out to try again: ${jars}`,
    facts: factsOf(', ', (memory) => `${memory} of memory`),
  },
  changes: {
    byRequest: 'added by request',
    setting: {
      gameVersion: 'Game version',
      javaVersion: 'Java',
      modloader: 'Modloader',
      modloaderVersion: 'Modloader version',
      startArgs: 'Start arguments',
      clientMods: 'Client mods to drop',
      whitelistedMods: 'Mods to keep',
      dropLists: 'Drop lists',
      addedMods: 'Mods to add',
      automaticSides: 'Look mods up in known lists',
      includeFiles: 'Files to include',
      excludeFiles: 'Files to exclude',
      includeWorld: 'Include worlds',
      serverIcon: 'Own server icon',
      serverProperties: 'Own server.properties',
      nameEncoding: 'Encoding of file names',
    },
    change: { UPDATED: 'Updated', ADDED: 'Added', REMOVED: 'Removed', RENAMED: 'Renamed' },
    act: actsOf({
      java: (java) => `Install Java ${java}: the server needs it now.`,
      mod: (mod) =>
        `${mod} is gone. What a world has of it, such as blocks or terrain, is lost once the server loads it: back the world up first.`,
      others: {
        BACK_UP_WORLD:
          'Back the world up: the newer Minecraft converts it, and the older one cannot load it afterwards.',
        KEEP_OLD_WORLD:
          'Take a world from a backup of the older Minecraft, or a new one: a world of the newer cannot be loaded.',
        OTHER_MODLOADER:
          'The modloader is another one. Back the world up: what mods of the old one have put into it may be lost.',
      },
    }),
    counts: countsOf({
      mods: {
        UPDATED: (count) => counted(count, { one: 'mod updated', other: 'mods updated' }),
        ADDED: (count) => counted(count, { one: 'mod added', other: 'mods added' }),
        REMOVED: (count) => counted(count, { one: 'mod removed', other: 'mods removed' }),
        RENAMED: (count) => counted(count, { one: 'mod renamed', other: 'mods renamed' }),
      },
      files: (count) => counted(count, { one: 'other file changed', other: 'other files changed' }),
    }),
  },
  java: (oldest: number, newest: number | null) => `Needs ${javasOf(oldest, newest, 'or newer', 'to')}.`,
  /** The service's own sentence. */
  logs: {
    cause: (_cause, message) => message,
    act: ({ kind, modId, version, java, files }, suspect) =>
      ({
        DROP_MOD: `Build again, without ${suspect ?? 'this mod'}.`,
        ADD_MOD: `Add the mod that is missing: ${[modId, version].filter((part) => part != null).join(', ')}.`,
        KEEP_ONE_OF: `Keep one of these and remove the others: ${files.join(', ')}.`,
        USE_JAVA: `Start the server with Java ${java ?? 'of another version'}.`,
        USE_LOADER: `Build again with the modloader in version ${version ?? 'that the log asks for'}.`,
        MORE_MEMORY: 'Give the server more memory: raise -Xmx in its start arguments.',
        DELETE_FILE: `Delete ${files[0] ?? 'the file'}; the server makes it again, or download it again.`,
      })[kind],
  },
};
