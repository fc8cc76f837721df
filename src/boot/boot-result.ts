import type { LogFinding } from '../logs/log-finding.ts';

/** Outcomes of a boot. */
export const bootOutcomes = {
  STARTED: 'The server reported that it was ready, and stopped cleanly on command.',
  STARTED_NOT_STOPPED: 'The server reported that it was ready, but did not stop on command.',
  STARTED_REPAIRED:
    'The server pack itself does not start; without the jars of `repairs` the server was ready.',
  NOT_INSTALLED: 'The start script could not install the server, or found no Java for it.',
  FAILED: 'The server ended before it was ready.',
  TOO_SLOW: 'The server was not ready within the time limit.',
  TOO_MUCH_MEMORY: 'The server took more memory than the limit, or the machine had too little left.',
  TOO_MUCH_DISK:
    'The server wrote more bytes or files than the limits, unpacks to more, or left too little of the disk.',
  TOO_MANY_PROCESSES: 'The server started more processes and threads than the limit.',
} as const;

export type BootOutcome = keyof typeof bootOutcomes;

/** Outcomes that prove that a server pack starts unchanged. */
export const startedOutcomes: readonly BootOutcome[] = ['STARTED', 'STARTED_NOT_STOPPED'];

export const showsStart = (outcome: BootOutcome): boolean => startedOutcomes.includes(outcome);

/** Steps of a boot. */
export const bootPhases = {
  UNPACKING: 'The server pack is being unpacked.',
  INSTALLING: 'The start script installs the server.',
  STARTING: 'The server starts, without a network.',
  REPAIRING: 'The server did not start; jars that its log blames are excluded for the next try.',
  STOPPING: 'The server was ready and is being stopped.',
} as const;

export type BootPhase = keyof typeof bootPhases;

/** Jars that were removed, since a try had shown that the server does not start with them. */
export interface BootRepair {
  finding: LogFinding;
  /** Names of the jars below `mods/`. */
  dropped: string[];
}

/** The result of a boot; figures, log and findings describe the last try. */
export interface BootResult {
  outcome: BootOutcome;
  /** Seconds from the server's start until it was ready or ended; null when it was not started. */
  seconds: number | null;
  /** Peak memory of the server in bytes, sampled several times a second; null when it was not started. */
  peakMemory: number | null;
  /** The version of Java that the start script chose, for example 17.0.15; null when it chose none. */
  java: string | null;
  /** Bytes of the world that the server created; null without a world. */
  worldBytes: number | null;
  /** The end of the server's output, without addresses, tokens and names of users. */
  log: string;
  /** Why the server did not start, the most important cause first; empty when it did. */
  findings: LogFinding[];
  /** Repairs in the order of the tries; empty unless requested. */
  repairs: BootRepair[];
}
