import type { Problem } from '../../archive/report.ts';
import { noRoomFailure } from '../../database/no-room.ts';
import { doubled } from '../../jobs/retry-delay.ts';
import { NoRoomError, StoreAwayError, writeFailure } from '../../storage/storage.ts';
import { hasTimedOut, WorkProcessDied } from './archive-work.ts';
import type { Attempts } from './attempts.ts';
import { runProblem, unexpected } from './run-problems.ts';
import { ScannerAway } from './scanning.ts';

/** Limits for retries of a run; times are in seconds. */
export interface RetrySettings {
  /** Most retries of one run after unexpected failures. */
  retries: number;
  /** Most nodes that may die while they work on one run, before the run fails. */
  nodeDeaths: number;
  /** The delay before the first retry; it doubles with each retry, up to a minute. */
  retryDelaySeconds: number;
  room: {
    /** The delay before the first new check for disk space; it doubles with each check. */
    firstSeconds: number;
    mostSeconds: number;
    /** The longest total wait for disk space. */
    giveUpSeconds: number;
  };
}

/** The consequence of a failed attempt. */
export type Verdict =
  | { kind: 'again' | 'wait'; seconds: number; attempts: Partial<Attempts> }
  | { kind: 'end'; problem: Problem };

/** The limit of nodes that died while they worked on the run is reached. */
export class NodesDied extends Error {
  override readonly name = 'NodesDied';
}

/**
 * Process deaths that end a run. After the first death the run has a process to itself, so a second is its own fault.
 */
const mostDeaths = 2;

/** A timed-out task usually times out again and blocks a thread for as long; one retry covers a busy machine. */
const mostTimeoutRetries = 1;

/**
 * Judges a failed attempt. A full disk or an unreachable store or scanner is not the run's fault, so the run waits. The
 * first death of a process counts little, since another task may be the cause. A timeout is retried once, other
 * failures a few times. A run that ends quotes `reference`, under which the log has the details.
 */
export function judgeFailure(
  error: unknown,
  met: Attempts,
  settings: RetrySettings,
  { now, reference }: { now: Date; reference: string },
): Verdict {
  const lack = lackOf(error);
  if (lack !== null) return judgeWait(lack, met, settings.room, now);
  if (error instanceof NodesDied) {
    const sentence = `The service itself died while it worked on this modpack, ${settings.nodeDeaths} times, so it is not tried again. Check that the archive is as it should be; if it is, tell the operator the reference ${reference}.`;
    return { kind: 'end', problem: runProblem('WORK_PROCESS_DIED', sentence) };
  }
  if (error instanceof WorkProcessDied) {
    const deaths = met.deaths + 1;
    if (deaths < mostDeaths) return { kind: 'again', seconds: 0, attempts: { deaths } };
    const sentence = `The process that worked on this modpack died, twice, so it is not tried again. Check that the archive is as it should be; if it is, tell the operator the reference ${reference}.`;
    return { kind: 'end', problem: runProblem('WORK_PROCESS_DIED', sentence) };
  }
  const failures = met.failures + 1;
  if (hasTimedOut(error) && failures > Math.min(mostTimeoutRetries, settings.retries)) {
    const sentence = `A step of the work on this modpack took longer than it may, so it is not tried again. Check that the archive is as it should be; if it is, tell the operator the reference ${reference}.`;
    return { kind: 'end', problem: runProblem('TASK_TIMED_OUT', sentence) };
  }
  if (failures > settings.retries) return { kind: 'end', problem: unexpected(reference) };
  return { kind: 'again', seconds: retryDelay(failures, settings), attempts: { failures } };
}

function judgeWait(
  { code, sentence, lack }: Lack,
  met: Attempts,
  room: RetrySettings['room'],
  now: Date,
): Verdict {
  const since = met.waitingSince ?? now;
  const left = room.giveUpSeconds - (now.getTime() - since.getTime()) / 1000;
  if (left <= 0) {
    const text = `${sentence} since ${since.toISOString()}. Try again later, or tell the operator.`;
    return { kind: 'end', problem: runProblem(code, text) };
  }
  // The last check for disk space happens exactly when the wait ends.
  const seconds = Math.ceil(Math.min(doubled(room.firstSeconds, met.waits, room.mostSeconds), left));
  const nextTry = new Date(now.getTime() + seconds * 1000);
  return { kind: 'wait', seconds, attempts: { waits: met.waits + 1, waitingSince: since, lack, nextTry } };
}

function retryDelay(failures: number, { retryDelaySeconds }: RetrySettings): number {
  return doubled(retryDelaySeconds, failures - 1, Math.max(60, retryDelaySeconds));
}

interface Lack {
  code: Parameters<typeof runProblem>[0];
  sentence: string;
  lack: Attempts['lack'];
}

/** The missing resource, where the failure is not the run's fault; null for other failures. */
function lackOf(error: unknown): Lack | null {
  if (error instanceof StoreAwayError)
    return { code: 'STORAGE_AWAY', sentence: 'The store of this service has not been reached', lack: 'ROOM' };
  if (error instanceof ScannerAway)
    return {
      code: 'SCANNER_AWAY',
      sentence: 'The malware scanner of this service has not been reached',
      lack: 'SCANNER',
    };
  if (writeFailure(error) instanceof NoRoomError || noRoomFailure(error) !== null)
    return {
      code: 'STORAGE_FULL',
      sentence: 'The disk of this service has had no room for the server pack',
      lack: 'ROOM',
    };
  return null;
}
