import type { Status } from '../../../drizzle/schema.ts';
import type { Problem } from '../../archive/report.ts';

/** A step that a run records, with its status and the message by which REST's clients know it. */
interface Step {
  kind: Exclude<EventKind, 'CANCELLED'>;
  status: Status;
  message: string;
}

/** Kinds of events; a cancelled run ends with the status and the message of a failed one. */
export type EventKind =
  | 'QUEUED'
  | 'CHECK_STARTED'
  | 'CHECK_PASSED'
  | 'BUILD_STARTED'
  | 'BUILT'
  | 'STORE_QUEUED'
  | 'MOD_PACK_STORED'
  | 'READY'
  | 'CHECK_FAILED'
  | 'BUILD_FAILED'
  | 'CANCELLED';

/** The message of the last event of a successful run; its server pack is available by then. */
export const lastOfRun = 'Syncing ServerPack to database.';

const steps: readonly Step[] = [
  { kind: 'QUEUED', status: 'QUEUED', message: 'Submitted task to queue.' },
  { kind: 'CHECK_STARTED', status: 'CHECKING', message: 'Checking ModPack for errors.' },
  { kind: 'CHECK_PASSED', status: 'CHECKED', message: 'ModPack checks passed.' },
  { kind: 'BUILD_STARTED', status: 'GENERATING', message: 'Generating ServerPack.' },
  { kind: 'BUILT', status: 'GENERATED', message: 'Generated ServerPack.' },
  { kind: 'STORE_QUEUED', status: 'GENERATED', message: 'Submitted task to queue.' },
  { kind: 'MOD_PACK_STORED', status: 'GENERATED', message: 'Syncing ModPack to database.' },
  { kind: 'READY', status: 'GENERATED', message: lastOfRun },
  { kind: 'CHECK_FAILED', status: 'ERROR', message: 'ModPack checks failed.' },
  { kind: 'BUILD_FAILED', status: 'ERROR', message: 'ServerPack generation failed.' },
];

/** The status and the message of a step. */
export function stepOf(kind: Step['kind']): Pick<Step, 'status' | 'message'> {
  const { status, message } = found(steps.find((step) => step.kind === kind));
  return { status, message };
}

/** The fields that determine an event's kind. */
interface EventFields {
  status: Status;
  message: string;
  errors: readonly Pick<Problem, 'code'>[];
}

/** The kind of an event. An event with another message has the first kind with its status. */
export function kindOf({ status, message, errors }: EventFields): EventKind {
  if (isCancelled(errors)) return 'CANCELLED';
  const fitting = steps.filter((step) => step.status === status);
  return found(fitting.find((step) => step.message === message) ?? fitting[0]).kind;
}

/** Whether an event is the last of its run. */
export function isFinal({ status, message }: Pick<EventFields, 'status' | 'message'>): boolean {
  return status === 'ERROR' || (status === 'GENERATED' && message === lastOfRun);
}

/** Whether a run that ended with these errors was cancelled. */
export function isCancelled(errors: readonly Pick<Problem, 'code'>[]): boolean {
  return errors.some(({ code }) => code === 'CANCELLED');
}

function found(step: Step | undefined): Step {
  if (step === undefined) throw new Error('Every kind and every status has a step.');
  return step;
}
