/** Limits of a boot's server, for all of its processes together. */
export interface BootLimits {
  /** Bytes. */
  memoryBytes: number;
  /** Bytes of its folder, what is unpacked included. */
  diskBytes: number;
  /** Bytes that its disk keeps free for others: what a server has written need not lie where it is found. */
  spareBytes: number;
  /** Seconds from the start of the boot to its end. */
  wallSeconds: number;
  /** Seconds of processor time. */
  cpuSeconds: number;
  /** Seconds within which a server that was told to stop has to end. */
  stopSeconds: number;
}

/** Unless settings say otherwise; most packs need less. */
export const defaultBootLimits: BootLimits = {
  memoryBytes: 6_144 * 1024 ** 2,
  diskBytes: 8_192 * 1024 ** 2,
  spareBytes: 512 * 1024 ** 2,
  wallSeconds: 900,
  cpuSeconds: 1_800,
  stopSeconds: 60,
};

/** Processes and threads at one time; a server with many mods has some 200. */
export const mostTasks = 2_048;
/** Files and sockets that one process may have open. */
export const mostOpenFiles = 16_384;
/** Bytes of what the server prints that are kept to be read; what follows is passed over. */
export const mostPrinted = 50 * 1024 * 1024;

/** Boots that wait or run: of one caller, and of all. */
export interface BootQueueLimits {
  caller: number;
  all: number;
}
