/** Limits of a boot's server, for all of its processes together. */
export interface BootLimits {
  /** Bytes. */
  memoryBytes: number;
  /** Bytes of the server's folder, with unpacked files. */
  diskBytes: number;
  /** Files and folders in the server's folder. */
  entries: number;
  /** Bytes that must stay free on the disk: a server may write files outside the measured folder. */
  spareBytes: number;
  /** Bytes of memory that must stay free on the machine: sockets, pipes and the like belong to no process. */
  spareMemoryBytes: number;
  /** Seconds from the start of the boot to its end. */
  wallSeconds: number;
  /** Seconds of processor time. */
  cpuSeconds: number;
  /** Seconds in which a server has to end after the stop command. */
  stopSeconds: number;
  /** Seconds for explaining a failed server from its log and jars. */
  explainSeconds: number;
  /** The user that root changes to for a sandbox; null: root boots no server. */
  uid: number | null;
}

/** Limits without settings; most packs need less. */
export const defaultBootLimits: BootLimits = {
  memoryBytes: 6_144 * 1024 ** 2,
  diskBytes: 8_192 * 1024 ** 2,
  // Room for a server pack and the files that its server adds.
  entries: 300_000,
  spareBytes: 512 * 1024 ** 2,
  spareMemoryBytes: 256 * 1024 ** 2,
  wallSeconds: 900,
  cpuSeconds: 1_800,
  stopSeconds: 60,
  explainSeconds: 60,
  uid: null,
};

/** Files that the disk must still have room for after a boot: open files without a name lie in no folder. */
export const spareFiles = 10_000;

/** Most processes and threads at one time; a server with many mods has some 200. */
export const mostTasks = 2_048;
/** Most open files and sockets of one process. */
export const mostOpenFiles = 16_384;
/** Bytes of the server's output that are kept; the rest is skipped. */
export const mostPrinted = 50 * 1024 * 1024;
