/** What the exit code of the command says; a promise, as scripts rely on it. `docs/command-line.md` lists them. */
export const exitCodes = {
  done: 0,
  /** A fault of ours. */
  failed: 1,
  /** Arguments or settings that cannot be used. */
  usage: 2,
  /** The check refused the modpack, the work on it took too long or died, or its run ended in ERROR. */
  refusedPack: 3,
  /** The gateway does not do it: a limit, a missing right, an id that nobody has. */
  refusedRequest: 4,
  /** The gateway cannot be reached. */
  away: 5,
  /** A file of this machine cannot be read or written, or is there already. */
  file: 6,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** An end that is expected, with its exit code; the message is for whoever called the command. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
  readonly exitCode: ExitCode;
  /** Further lines, each about one thing that is wrong. */
  readonly details: readonly string[];

  constructor(exitCode: ExitCode, message: string, { details = [], cause }: FailureOptions = {}) {
    super(message, { cause });
    this.exitCode = exitCode;
    this.details = details;
  }
}

interface FailureOptions {
  details?: readonly string[];
  cause?: unknown;
}
