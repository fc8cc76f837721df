/**
 * The work process died during a task, together with its other tasks: V8 aborted, the system ran out of memory, or the
 * process was killed. The cause may be any of the tasks or none.
 */
export class WorkProcessDied extends Error {
  override readonly name = 'WorkProcessDied';
  /** The last that it wrote to its standard error. */
  readonly lastWords: string;

  /** `end` is the signal or the exit code. */
  constructor(end: string, lastWords: string) {
    super(`The process that worked on it died (${end}).`);
    this.lastWords = lastWords;
  }
}

/** The process was ended in the middle of a task, or is not started any more, as at the stop of the service. */
export class WorkProcessEnded extends Error {
  override readonly name = 'WorkProcessEnded';

  constructor(message = 'The process for the work was ended.') {
    super(message);
  }
}

/**
 * Whether a task went beyond its time. Such an error comes from a thread or from another process, and is known by its name alone
 * (`workers/failure.ts`).
 */
export function hasTimedOut(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimedOut';
}
