/** An error as plain data: an error that crosses to another thread or process loses its code and its class. */
export interface Failure {
  name: string;
  message: string;
  /** Code of the failed system call, such as ENOSPC; null without one. */
  code: string | null;
  stack: string | null;
  cause: Failure | null;
}

/** Most characters of a message or a stack that cross, since untrusted archives influence their length. */
const longest = 4_096;
/** Most causes of an error that cross. */
const deepest = 4;

export function toFailure(error: unknown, depth = deepest): Failure {
  if (!(error instanceof Error)) {
    return { name: 'Error', message: cut(String(error)), code: null, stack: null, cause: null };
  }
  const { name, message, stack, cause } = error;
  return {
    name: cut(name),
    message: cut(message),
    code: 'code' in error && typeof error.code === 'string' ? cut(error.code) : null,
    stack: stack === undefined ? null : cut(stack),
    cause: cause instanceof Error && depth > 1 ? toFailure(cause, depth - 1) : null,
  };
}

/** A failed task, with the details of its error. */
export class TaskFailed extends Error {
  /** Code of the failed system call, such as ENOSPC; null without one. */
  readonly code: string | null;

  constructor({ name, message, code, stack, cause }: Failure) {
    super(message, cause === null ? {} : { cause: new TaskFailed(cause) });
    this.name = name;
    this.code = code;
    if (stack !== null) this.stack = stack;
  }
}

/** A task took longer than its limit; in another process it is recognised by its name. */
export class TimedOut extends Error {
  override readonly name = 'TimedOut';

  constructor(timeoutMs: number) {
    super(`The task went beyond its timeout of ${timeoutMs} ms.`);
  }
}

function cut(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
