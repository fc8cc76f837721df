import type { LogFinding } from '../logs/log-finding.ts';

/** Outcomes of a boot. */
export const bootOutcomes = {
  STARTED: 'The server said that it is ready, and ended cleanly when it was told to stop.',
  STARTED_NOT_STOPPED: 'The server said that it is ready, but did not end when it was told to stop.',
  STARTED_REPAIRED:
    'The server pack itself does not start; without the jars of `repairs` the server was ready.',
  NOT_INSTALLED: 'The start script could not install the server, or found no Java for it.',
  FAILED: 'The server ended before it was ready.',
  TOO_SLOW: 'The server was not ready within the time that it may take.',
  TOO_MUCH_MEMORY: 'The server took more memory than it may.',
  TOO_MUCH_DISK: 'The server wrote more than it may, unpacks to more, or left too little of the disk.',
  TOO_MANY_PROCESSES: 'The server began more processes and threads than it may.',
} as const;

export type BootOutcome = keyof typeof bootOutcomes;

/** Outcomes of server packs that were shown to start as they are. */
export const startedOutcomes: readonly BootOutcome[] = ['STARTED', 'STARTED_NOT_STOPPED'];

export const showsStart = (outcome: BootOutcome): boolean => startedOutcomes.includes(outcome);

/** Steps of a boot. */
export const bootPhases = {
  UNPACKING: 'The server pack is unpacked.',
  INSTALLING: 'The start script installs the server.',
  STARTING: 'The server starts, without a network.',
  REPAIRING: 'The server did not start; jars that its log blames are left out, to try again.',
  STOPPING: 'The server was ready and has been told to stop.',
} as const;

export type BootPhase = keyof typeof bootPhases;

/** Jars that were left out, since a try had shown that the server does not start with them. */
export interface BootRepair {
  finding: LogFinding;
  /** Their names below `mods/`. */
  dropped: string[];
}

/** A server that was tried; figures, log and findings are of its last try. */
export interface BootResult {
  outcome: BootOutcome;
  /** From the start of the server until it was ready, or ended without that; null when it was not started. */
  seconds: number | null;
  /** Most bytes of memory that the server took, looked at several times a second; null when it was not started. */
  peakMemory: number | null;
  /** The version of Java that the start script chose, such as 17.0.15; null when it chose none. */
  java: string | null;
  /** Bytes of the world that the server made; null when it made none. */
  worldBytes: number | null;
  /** The end of what the server printed, without addresses, tokens and names of users. */
  log: string;
  /** Why it did not start, what matters most first; none when it did. */
  findings: LogFinding[];
  /** In the order in which they were made; none unless repairs were asked for. */
  repairs: BootRepair[];
}
