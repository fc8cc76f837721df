import type { Problem } from '../../archive/report.ts';
import { noRoomFailure } from '../../database/no-room.ts';
import { NoRoomError, StoreAwayError, writeFailure } from '../../storage/storage.ts';
import { hasTimedOut, WorkProcessDied } from './archive-work.ts';
import { runProblem, unexpected } from './run-problems.ts';
import { ScannerAway } from './scanning.ts';
import type { Setbacks } from './setbacks.ts';

/** Retries of a run; times in seconds. */
export interface RetrySettings {
  /** Unexpected failures of one run that are tried again. */
  retries: number;
  /** Nodes that may die under one run before it ends. */
  nodeDeaths: number;
  /** Before the first new try; it doubles from one to the next, up to a minute. */
  retryDelaySeconds: number;
  room: {
    /** Before the first new look for room; it doubles from one to the next. */
    firstSeconds: number;
    mostSeconds: number;
    /** The longest total wait for room. */
    giveUpSeconds: number;
  };
}

/** The consequence of a failed attempt. */
export type Verdict =
  | { kind: 'again' | 'wait'; seconds: number; setbacks: Partial<Setbacks> }
  | { kind: 'end'; problem: Problem };

/** As many nodes have died while they worked on the run as may. */
export class NodesDied extends Error {
  override readonly name = 'NodesDied';
}

/** With the second, the run is to blame: since the first it has been worked on alone. */
const mostDeaths = 2;

/** A task that timed out usually does so again, holding a thread as long; one retry covers a busy machine. */
const mostTimeoutRetries = 1;

/**
 * Judges a failed attempt. A full disk, an unreachable store or scanner is not the run's fault, and the run waits. A process's
 * death counts little the first time, since another task may be the cause. A timeout is retried once, other failures a
 * few times. A run that ends quotes `reference`, under which the log has the details.
 */
export function judgeFailure(
  error: unknown,
  met: Setbacks,
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
    if (deaths < mostDeaths) return { kind: 'again', seconds: 0, setbacks: { deaths } };
    const sentence = `The process that worked on this modpack died, twice, so it is not tried again. Check that the archive is as it should be; if it is, tell the operator the reference ${reference}.`;
    return { kind: 'end', problem: runProblem('WORK_PROCESS_DIED', sentence) };
  }
  const failures = met.failures + 1;
  if (hasTimedOut(error) && failures > Math.min(mostTimeoutRetries, settings.retries)) {
    const sentence = `A step of the work on this modpack took longer than it may, so it is not tried again. Check that the archive is as it should be; if it is, tell the operator the reference ${reference}.`;
    return { kind: 'end', problem: runProblem('TASK_TIMED_OUT', sentence) };
  }
  if (failures > settings.retries) return { kind: 'end', problem: unexpected(reference) };
  return { kind: 'again', seconds: retryDelay(failures, settings), setbacks: { failures } };
}

function judgeWait(
  { code, sentence, lack }: Lack,
  met: Setbacks,
  room: RetrySettings['room'],
  now: Date,
): Verdict {
  const since = met.waitingSince ?? now;
  const left = room.giveUpSeconds - (now.getTime() - since.getTime()) / 1000;
  if (left <= 0) {
    const text = `${sentence} since ${since.toISOString()}. Try again later, or tell the operator.`;
    return { kind: 'end', problem: runProblem(code, text) };
  }
  // The last look is at the very end.
  const seconds = Math.ceil(Math.min(doubled(room.firstSeconds, met.waits, room.mostSeconds), left));
  const nextTry = new Date(now.getTime() + seconds * 1000);
  return { kind: 'wait', seconds, setbacks: { waits: met.waits + 1, waitingSince: since, lack, nextTry } };
}

function retryDelay(failures: number, { retryDelaySeconds }: RetrySettings): number {
  return doubled(retryDelaySeconds, failures - 1, Math.max(60, retryDelaySeconds));
}

function doubled(first: number, times: number, most: number): number {
  return Math.min(first * 2 ** times, most);
}

interface Lack {
  code: Parameters<typeof runProblem>[0];
  sentence: string;
  lack: Setbacks['lack'];
}

/** The resource that the service lacks, which is not the run's fault; null for other failures. */
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
