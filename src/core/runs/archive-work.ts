/**
 * The work process died during a task, together with its other tasks: V8 aborted, the system ran out of memory, or the
 * process was killed. The cause may be any of the tasks or none.
 */
export class WorkProcessDied extends Error {
  override readonly name = 'WorkProcessDied';
  /** The end of what the process wrote to its standard error. */
  readonly lastWords: string;

  /** `end` is the signal or exit code with which the process ended. */
  constructor(end: string, lastWords: string) {
    super(`The process that worked on it died (${end}).`);
    this.lastWords = lastWords;
  }
}

/** The work process was ended in the middle of a task, or is not started any more because the service stops. */
export class WorkProcessEnded extends Error {
  override readonly name = 'WorkProcessEnded';

  constructor(message = 'The process for the work was ended.') {
    super(message);
  }
}

/**
 * Whether a task exceeded its time limit. Such an error crosses a thread or process boundary and is recognised by its
 * name only (`workers/failure.ts`).
 */
export function hasTimedOut(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimedOut';
}
