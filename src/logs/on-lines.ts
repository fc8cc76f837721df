import { traceOfFrame } from './frames.ts';
import type { LogFinding, LogLine, LogRule, LogTrace } from './log-finding.ts';

/** What a match tells; the lines are the reader's to add. */
export type Told = Omit<LogFinding, 'lines' | 'traces' | 'act'> & Partial<Pick<LogFinding, 'traces' | 'act'>>;

/** How one kind of line is recognised. */
export interface LinePattern {
  /** A text that each such line has: cheap to look for. */
  has: string | readonly string[];
  pattern: RegExp;
  /** What the line tells; null when it tells nothing after all. */
  tell: (match: RegExpExecArray) => Told | null;
  /** Lines after it that belong to it and are shown; frames of its stack trace come beside them. Without it: none. */
  lines?: number;
  /** Whether the frames after it name who is at fault. */
  traced?: boolean;
}

/** Findings of one rule at most: a log may repeat one line a million times. */
const mostFindings = 20;
/** Frames after a line that are looked at, and traces that are kept of them. */
const mostFrames = 120;
const mostTraces = 6;

interface Open {
  finding: LogFinding;
  /** Lines that are still taken, and frames that are still looked at. */
  linesLeft: number;
  framesLeft: number;
}

/** A rule that recognises single lines, with the lines and the stack trace after each. */
export function onLines(patterns: readonly LinePattern[]): LogRule {
  const forms = patterns.map((one) => ({ ...one, has: typeof one.has === 'string' ? [one.has] : one.has }));
  return {
    begin() {
      const findings: LogFinding[] = [];
      const known = new Set<string>();
      let open: Open | null = null;
      return {
        take(line) {
          if (open !== null) open = goOn(open, line);
          for (const { has, pattern, tell, lines = 0, traced = false } of forms) {
            if (!has.some((text) => line.text.includes(text))) continue;
            const match = pattern.exec(line.text);
            const told = match === null ? null : tell(match);
            if (told === null) continue;
            const key = `${told.cause}\0${told.message}`;
            if (known.has(key) || findings.length >= mostFindings) break;
            known.add(key);
            const finding: LogFinding = { traces: [], act: null, ...told, lines: [line] };
            findings.push(finding);
            open = { finding, linesLeft: lines, framesLeft: traced ? mostFrames : 0 };
            break;
          }
        },
        end: () => findings,
      };
    },
  };
}

function goOn(open: Open, line: LogLine): Open | null {
  const { finding } = open;
  if (open.linesLeft > 0) {
    finding.lines.push(line);
    open.linesLeft -= 1;
  }
  if (open.framesLeft > 0) {
    open.framesLeft -= 1;
    const trace = traceOfFrame(line.text);
    if (
      trace !== null &&
      finding.traces.length < mostTraces &&
      !finding.traces.some((one) => isSame(one, trace))
    ) {
      finding.traces.push(trace);
      if (open.linesLeft === 0 && finding.lines.length < 4) finding.lines.push(line);
    }
  }
  return open.linesLeft > 0 || open.framesLeft > 0 ? open : null;
}

function isSame(one: LogTrace, other: LogTrace): boolean {
  if (one.file !== undefined && one.file === other.file) return true;
  if (one.modId !== undefined && one.modId === other.modId) return true;
  return one.className === other.className;
}
