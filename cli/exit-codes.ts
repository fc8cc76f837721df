/** Scripts rely on these codes; `docs/command-line.md` lists them. */
export const exitCodes = {
  done: 0,
  /** A fault of this program. */
  failed: 1,
  /** Arguments or settings that cannot be used. */
  usage: 2,
  /** The check refused the modpack, the work on it took too long or died, or its run ended in ERROR. */
  refusedPack: 3,
  /** The gateway refuses: a limit, a missing right, an unknown id. */
  refusedRequest: 4,
  /** The gateway cannot be reached. */
  away: 5,
  /** A file of this machine cannot be read or written, or is there already. */
  file: 6,
  /** The server of a server pack was tried and did not start. */
  notStarted: 7,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** An expected failure with its exit code; the message is for the person who called the command. */
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

/** A refused modpack, with the codes of its problems for programs. */
export class ModPackRefused extends CommandFailed {
  readonly problems: readonly { code: string; error: string; link?: string }[];

  constructor(problems: ModPackRefused['problems']) {
    super(exitCodes.refusedPack, 'The modpack is refused:', { details: problems.flatMap(problemLines) });
    this.problems = problems;
  }
}

/** A problem in a line, and below it the command that takes its link; strangers choose the link's characters. */
export function problemLines({ error, link }: { error: string; link?: string | null }): string[] {
  return [error, ...(link ? [`server-pack build '${link}' builds it.`] : [])];
}

interface FailureOptions {
  details?: readonly string[];
  cause?: unknown;
}
