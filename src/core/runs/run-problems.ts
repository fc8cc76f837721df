import type { Status } from '../../../drizzle/schema.ts';
import type { Problem } from '../../archive/report.ts';
import { stepOf } from '../events/event-kinds.ts';
import type { EventInput } from '../events/events.ts';

/** Every reason besides those of the check for which a run ends in ERROR, with its meaning; the codes are stable. */
export const runProblemCodes = {
  INTERNAL_ERROR: 'The service failed, more often than it tries again.',
  WORK_PROCESS_DIED: 'The process that worked on the run died repeatedly.',
  TASK_TIMED_OUT: 'A step of the work took too long, twice.',
  STORAGE_FULL: 'The disk had no room for as long as a run waits for it.',
  STORAGE_AWAY: 'The server that stores files was unavailable for as long as a run waits for it.',
  SCANNER_AWAY: 'The malware scanner was unavailable for as long as a run waits for it.',
  ADDED_MOD_REFUSED: 'A mod that the request adds could not be had, does not fit the run, or holds malware.',
  MALWARE_FOUND: 'The scan has found malware in the modpack.',
  CANCELLED: 'An operator has cancelled the run.',
} as const;

export type RunProblemCode = keyof typeof runProblemCodes;

export function runProblem(code: RunProblemCode, error: string): Problem {
  return { code, error, entry: null };
}

export function unexpected(reference: string): Problem {
  return runProblem(
    'INTERNAL_ERROR',
    `Something went wrong on our side, more than once. Try again later; if it stays, tell the operator the reference ${reference}.`,
  );
}

/** The last event of a failed run, after the events with these statuses. */
export function failed(recorded: readonly Status[], errors: Problem[]): EventInput {
  const checked = recorded.includes('CHECKED');
  return { ...stepOf(checked ? 'BUILD_FAILED' : 'CHECK_FAILED'), errors };
}
