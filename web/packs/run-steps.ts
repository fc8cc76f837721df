import type { Status } from '../../client/gql/schema.ts';

/** The steps of a run as people see them. */
const stepNames = ['received', 'checked', 'built', 'ready'] as const;
export type StepName = (typeof stepNames)[number];

/** One step: whether it is done, and how long it took. */
export interface RunStep {
  name: StepName;
  state: 'done' | 'active' | 'failed' | 'ahead';
  /** The first step counts the time in the queue, the last the whole run. Null until it is over. */
  seconds: number | null;
}

/** The fields of an event that the steps are read from. */
export interface StepEvent {
  status: Status;
  createdAt: string;
}

/** The newest run of a modpack in four steps, by the modpack's events from old to new. */
export function runStepsOf(events: readonly StepEvent[]): RunStep[] {
  const run = events.slice(
    Math.max(
      0,
      events.findLastIndex(({ status }) => status === 'QUEUED'),
    ),
  );
  // A run that lost its worker begins its check again: the last time counts.
  const last = (...wanted: Status[]) => run.findLast(({ status }) => wanted.includes(status));
  const [queued] = run;
  const checking = last('CHECKING');
  const checked = last('CHECKED', 'GENERATING');
  const ended = run.find(({ status }) => status === 'GENERATED');
  const error = last('ERROR');
  const built = last('GENERATING') ?? checked;
  const step = (name: StepName, from: StepEvent | undefined, to: StepEvent | undefined): RunStep => ({
    name,
    state:
      to !== undefined ? 'done' : from === undefined ? 'ahead' : error === undefined ? 'active' : 'failed',
    seconds: from !== undefined && to !== undefined ? secondsBetween(from, to) : null,
  });
  const checkedStep = step('checked', checking, last('CHECKED') ?? checked);
  return [
    { ...step('received', queued, checking ?? ended), state: queued === undefined ? 'ahead' : 'done' },
    // A run that failed before its check began has failed in the check.
    error !== undefined && checking === undefined ? { ...checkedStep, state: 'failed' } : checkedStep,
    step('built', built, ended),
    ended === undefined
      ? { name: 'ready', state: 'ahead', seconds: null }
      : { ...step('ready', queued, ended), state: 'done' },
  ];
}

function secondsBetween(from: StepEvent, to: StepEvent): number {
  return Math.max(0, (Date.parse(to.createdAt) - Date.parse(from.createdAt)) / 1_000);
}
