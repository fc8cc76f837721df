import type { LogFinding } from './log-finding.ts';

/** The finding of a match, to which the reader adds the lines. */
export type RuleFinding = Omit<LogFinding, 'lines' | 'traces' | 'act'> &
  Partial<Pick<LogFinding, 'traces' | 'act'>>;

/** Recognises single lines of a log, without headers, with the lines and the stack trace after each. */
export interface LinePattern {
  /** Texts of which each such line contains one, for a cheap first search. */
  has: readonly string[];
  pattern: RegExp;
  /** The finding of the line, if it is one. */
  report: (match: RegExpExecArray) => RuleFinding | null;
  /** Whether the finding ends a server by itself at any level. By default the line's level decides its weight. */
  stops?: true;
  /** Number of following lines to show with the finding, besides frames of its stack trace; by default none. */
  lines?: number;
  /** The more exact finding that a later frame shows, if any. */
  refine?: (frame: string) => Pick<RuleFinding, 'message' | 'act'> | null;
  /** Whether the following frames name the culprit. */
  traced?: true;
}

/** Patterns of one kind: the first match recognises a line. */
export type LogRule = readonly LinePattern[];
