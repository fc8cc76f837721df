import { traceOfFrame } from './frames.ts';
import type { LogFinding, LogLine, LogRule, LogTrace } from './log-finding.ts';

/** The finding of a match; the reader adds the lines. */
export type Told = Omit<LogFinding, 'lines' | 'traces' | 'act'> & Partial<Pick<LogFinding, 'traces' | 'act'>>;

export interface LinePattern {
  /** A text that each such line has: cheap to look for. */
  has: string | readonly string[];
  /** A text that such a line has not. */
  unless?: string;
  pattern: RegExp;
  /** The finding of the line; null when it is none after all. */
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
/** Lines of a finding that are shown, when frames are among them. */
const mostLines = 4;

/** A frame, or what stands between those of one stack trace; a blank line may stand before the first. */
const ofStackTrace =
  /^\s*$|^\s*at\s|^\s*\.{3} \d+ (?:more|common frames)|^\s*(?:Caused by|Suppressed): |^[\w.$]{1,200}(?:Exception|Error)(?:: |$)/;

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
      /** Findings so far, as many as are remembered: most logs have few different ones. */
      const known = new Set<string>();
      let open: Open | null = null;
      return {
        take(line) {
          if (open !== null) open = goOn(open, line);
          for (const { has, unless, pattern, tell, lines = 0, traced = false } of forms) {
            if (!has.some((text) => line.text.includes(text))) continue;
            if (unless !== undefined && line.text.includes(unless)) continue;
            const match = pattern.exec(line.text);
            const told = match === null ? null : tell(match);
            if (told === null) continue;
            const key = `${told.cause}\0${told.message}`;
            if (known.has(key)) break;
            known.add(key);
            // The cause that stopped the server comes last, so the oldest finding is dropped.
            if (findings.length >= mostFindings) findings.shift();
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

/** Adds a line to a finding: one of its shown lines, or of its stack trace, which ends at the first other line. */
function goOn(open: Open, line: LogLine): Open | null {
  const { finding } = open;
  if (open.linesLeft > 0) {
    finding.lines.push(line);
    open.linesLeft -= 1;
    return open;
  }
  if (open.framesLeft === 0 || !ofStackTrace.test(line.text)) return null;
  open.framesLeft -= 1;
  const trace = traceOfFrame(line.text);
  if (
    trace !== null &&
    finding.traces.length < mostTraces &&
    !finding.traces.some((one) => isSame(one, trace))
  ) {
    finding.traces.push(trace);
    if (finding.lines.length < mostLines) finding.lines.push(line);
  }
  return open;
}

function isSame(one: LogTrace, other: LogTrace): boolean {
  if (one.file !== undefined && one.file === other.file) return true;
  if (one.modId !== undefined && one.modId === other.modId) return true;
  return one.className === other.className;
}
