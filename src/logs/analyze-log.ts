import { isFrame, traceOfFrame } from './frames.ts';
import { type LogCause, type LogFinding, type LogLine, type LogTrace, logCauses } from './log-finding.ts';
import { type LogLevel, readHeader } from './log-header.ts';
import type { LinePattern, RuleFinding } from './log-rule.ts';
import { createPrintedLines } from './printed-lines.ts';
import { createLineReader } from './read-lines.ts';
import { logRules } from './rules/index.ts';

/** Most findings that are returned. */
const mostFindings = 20;
/** Most findings of one rule that are kept: a log may repeat one line a million times. */
const mostOfRule = 20;
/** Most frames read after a line, and most traces kept from them. */
const mostFrames = 120;
const mostTraces = 6;
/** Most lines shown of a finding, with frames among them. */
const mostLines = 4;
/** Lines before the last finding that belong to the same failure: the length of a crash report's stack traces. */
const linesOfFailure = 400;

/** Weights of findings: a warning, an error, or a cause that ends a server by itself. */
const weights = { warning: 1, error: 2, stops: 3 };

interface Found {
  finding: LogFinding;
  weight: number;
  /** The newest line with this finding. */
  last: number;
  /** The reading that goes on after the line; null when the finding counts fully without a stack trace. */
  trace: Open | null;
}

interface Open {
  finding: LogFinding;
  /** Lines and frames that may still be read. */
  linesLeft: number;
  framesLeft: number;
  hasFrames: boolean;
  refine: LinePattern['refine'];
}

/** A frame, or a line between the frames of a stack trace; a blank line may precede the first frame. */
const ofStackTrace =
  /^\s*$|^\s*at\s|^\s*\.{3} \d+ (?:more|common frames)|^\s*(?:Caused by|Suppressed): |^[\w.$]{1,200}(?:Exception|Error)(?:: |$)/;
/** The line of a started server, which earlier complaints did not stop. */
const isUp = /^Done \(\d[\d.,]{0,12}m?s\)!/;
/** The start of a server, perhaps not the first one in the log. */
const begins =
  /^(?:ModLauncher running: args|Loading Minecraft \S{1,40} with |Forge Mod Loader version |Starting minecraft server version )/;
const crashed =
  /Encountered an unexpected exception|Minecraft Crash Report|Preparing crash report|rash report has been saved|Exception in server tick loop|Failed to start the minecraft server|Exception in thread "main"|fatal error has been detected/;

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** Matches a line that any rule may recognise. */
const mayBeKnown = new RegExp([...new Set(logRules.flat().flatMap(({ has }) => has))].map(escaped).join('|'));
const marks =
  /Done \(|ModLauncher|Loading Minecraft|Mod Loader|Starting minecraft|rash|xception|Failed to start|fatal error/;

/**
 * Reads a log in pieces of UTF-8 and explains why the server did not start, or stopped: the causes by importance, each
 * with its lines. Takes time proportional to the log's length and memory for some hundred lines.
 */
export async function analyzeLog(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<LogFinding[]> {
  const reading = createReading();
  const printed = createPrintedLines(reading.take);
  const lines = createLineReader(printed.push);
  for await (const piece of pieces) lines.push(piece);
  lines.end();
  printed.end();
  return reading.end();
}

/** Collects the findings in a log's lines, without those that later lines refute. */
function createReading(): { take(line: LogLine): void; end(): LogFinding[] } {
  let found = logRules.map(() => new Map<string, Found>());
  let open: (Open | null)[] = logRules.map(() => null);
  /** The level of the newest header, which applies to the following lines. */
  let headed: LogLevel | null = null;
  let wasUp = false;
  let crash: number | null = null;
  const forgetAll = () => {
    found = logRules.map(() => new Map());
    open = logRules.map(() => null);
  };
  return {
    take({ number, text }) {
      const { level, message, isHeaded } = readHeader(text);
      if (isHeaded) headed = level;
      const line = { number, text };
      for (const [index, one] of open.entries()) if (one !== null) open[index] = goOn(one, line, message);
      if (marks.test(message)) {
        if (isUp.test(message)) {
          forgetAll();
          wasUp = true;
          crash = null;
        } else if (begins.test(message)) wasUp = false;
        if (crashed.test(message)) crash = number;
      }
      if (!mayBeKnown.test(message)) return;
      const weight = weightOf(isHeaded ? level : headed, isHeaded);
      for (const [index, rule] of logRules.entries()) {
        const known = recognise(rule, message, weight);
        const ofRule = found[index];
        if (known === null || ofRule === undefined) continue;
        open[index] = remember(ofRule, known, line);
      }
    },
    end() {
      const all = found.flatMap((ofRule) => [...ofRule.values()]).map(weighed);
      return rankedFindings(
        wasUp && crash === null ? all.filter(({ weight }) => weight === weights.stops) : all,
        crash,
      );
    },
  };
}

/** A line below a header has its level, but output past the logger may follow any line of level INFO. */
function weightOf(level: LogLevel | null, isHeaded: boolean): number {
  if (level === 'ERROR' || level === null) return weights.error;
  if (level === 'WARN') return weights.warning;
  return level === 'INFO' && !isHeaded ? weights.error : 0;
}

function recognise(
  rule: readonly LinePattern[],
  message: string,
  weight: number,
): { finding: RuleFinding; form: LinePattern; weight: number } | null {
  for (const form of rule) {
    if (form.stops === undefined && weight === 0) continue;
    if (!form.has.some((text) => message.includes(text))) continue;
    const match = form.pattern.exec(message);
    const finding = match === null ? null : form.report(match);
    if (finding !== null) return { finding, form, weight: form.stops === undefined ? weight : weights.stops };
  }
  return null;
}

/** An error that is only mentioned, without a stack trace, counts as a warning. */
function weighed(one: Found): Found {
  const isMentioned = one.weight === weights.error && one.trace?.hasFrames === false;
  return isMentioned ? { ...one, weight: weights.warning } : one;
}

/** Keeps a finding or notes its repetition; returns the reading to go on with for a new one. */
function remember(
  ofRule: Map<string, Found>,
  {
    finding: one,
    form: { lines = 0, traced, refine },
    weight,
  }: { finding: RuleFinding; form: LinePattern; weight: number },
  line: LogLine,
): Open | null {
  const key = `${one.cause}\0${one.message}`;
  const before = ofRule.get(key);
  if (before !== undefined) {
    before.last = line.number;
    before.weight = Math.max(before.weight, weight);
    return null;
  }
  // The oldest finding is dropped, because the cause that stopped the server comes last.
  const [oldest] = ofRule.keys();
  if (oldest !== undefined && ofRule.size >= mostOfRule) ofRule.delete(oldest);
  const finding: LogFinding = { act: null, ...one, traces: [...(one.traces ?? [])], lines: [line] };
  const framesLeft = traced || refine ? mostFrames : 0;
  const open: Open = { finding, linesLeft: lines, framesLeft, hasFrames: false, refine };
  ofRule.set(key, { finding, weight, last: line.number, trace: traced ? open : null });
  return open;
}

/** Adds a line to a finding as one of its shown lines or of its stack trace, which ends at the first other line. */
function goOn(open: Open, line: LogLine, message: string): Open | null {
  const { finding } = open;
  if (open.linesLeft > 0) {
    finding.lines.push(line);
    open.linesLeft -= 1;
    return open;
  }
  if (open.framesLeft === 0 || !ofStackTrace.test(message)) return null;
  open.framesLeft -= 1;
  open.hasFrames ||= isFrame(message);
  Object.assign(finding, open.refine?.(message));
  const trace = traceOfFrame(message);
  if (
    trace !== null &&
    finding.traces.length < mostTraces &&
    !finding.traces.some((one) => isOfOneMod(one, trace))
  ) {
    finding.traces.push(trace);
    if (finding.lines.length < mostLines) finding.lines.push(line);
  }
  return open;
}

const order = new Map(Object.keys(logCauses).map((cause, index) => [cause, index]));
const orderOf = (cause: LogCause) => order.get(cause) ?? order.size;

/**
 * The final findings by importance. Warnings count only without worse findings. After a crash, the findings near the
 * end count, in the order of the causes.
 */
function rankedFindings(all: readonly Found[], crash: number | null): LogFinding[] {
  const worst = Math.max(0, ...all.map(({ weight }) => weight));
  const serious = worst === weights.warning ? all : all.filter(({ weight }) => weight > weights.warning);
  const end = Math.max(crash ?? 0, ...serious.map(({ last }) => last));
  const isNear = ({ last }: Found) => last >= end - linesOfFailure;
  const counting = withoutConsequences(
    crash === null ? serious : serious.filter((one) => one.weight === weights.stops || isNear(one)),
  );
  const warnings = all.filter(({ weight }) => weight === weights.warning).map(({ finding }) => finding);
  return merged(
    counting
      .toSorted(
        (a, b) =>
          Number(isNear(b)) - Number(isNear(a)) ||
          orderOf(a.finding.cause) - orderOf(b.finding.cause) ||
          firstLine(a.finding) - firstLine(b.finding),
      )
      .map(({ finding }) => withConflicts(finding, warnings)),
  ).slice(0, mostFindings);
}

/** Drops consequences: after the watchdog or a full heap stopped a server, its classes can no longer be loaded. */
function withoutConsequences(all: readonly Found[]): Found[] {
  const stop = all.find(({ finding: { cause } }) => cause === 'TOO_SLOW' || cause === 'OUT_OF_MEMORY');
  if (stop === undefined) return [...all];
  const from = firstLine(stop.finding);
  return all.filter((one) => one.weight === weights.stops || firstLine(one.finding) < from);
}

/** Adds the other mod of a conflict, as named in an earlier warning. */
function withConflicts(finding: LogFinding, warnings: readonly LogFinding[]): LogFinding {
  const others = warnings
    .filter((one) => one !== finding && one.cause === finding.cause && shareTrace(one, finding))
    .flatMap(({ traces }) => traces)
    .filter((trace) => !finding.traces.some((one) => isOfOneMod(one, trace)));
  return others.length === 0
    ? finding
    : { ...finding, traces: [...finding.traces, ...others].slice(0, mostTraces) };
}

/**
 * Merges the findings of one failure: a "failed" finding joins the finding with its reason, and names the mod if that
 * one does not.
 */
function merged(all: readonly LogFinding[]): LogFinding[] {
  const findings = all.filter(
    (one) =>
      one.traces.length > 0 || !all.some(({ cause, traces }) => cause === one.cause && traces.length > 0),
  );
  const failed = findings.filter(({ cause }) => cause === 'MOD_FAILED');
  const reasons = findings.filter(({ cause }) => cause !== 'MOD_FAILED');
  const used = new Set<LogFinding>();
  const named = reasons.map((reason) => {
    if (!mayNeedName.has(reason.cause)) return reason;
    const owner = failed.find(
      (one) => shareTrace(one, reason) || (reason.traces.length === 0 && areOfOneFailure(one, reason)),
    );
    if (owner === undefined) return reason;
    used.add(owner);
    const [first] = owner.traces;
    const isNamed = reason.traces[0]?.file !== undefined || reason.traces[0]?.modId !== undefined;
    return isNamed || first === undefined
      ? reason
      : { ...reason, traces: [first, ...reason.traces].slice(0, mostTraces) };
  });
  const rest = failed.filter(
    (one) =>
      !used.has(one) &&
      !reasons.some((reason) => reason.cause !== 'TOO_SLOW' && shareTrace(one, reason)) &&
      (one.traces.length > 0 || findings.length === 1),
  );
  const kept = [...named, ...(rest.length === 0 && named.length === 0 ? failed.slice(0, 1) : rest)];
  // Without a suspect, no jar can be removed.
  return kept.map((one) =>
    one.act?.kind === 'DROP_MOD' && one.traces.length === 0 ? { ...one, act: null } : one,
  );
}

const mayNeedName: ReadonlySet<LogCause> = new Set([
  'CLIENT_ONLY_MOD',
  'CODE_MISSING',
  'MIXIN_FAILED',
  'WRONG_JAVA',
  'BROKEN_CONFIG',
]);

function areOfOneFailure(one: LogFinding, other: LogFinding): boolean {
  return Math.abs(firstLine(one) - firstLine(other)) <= mostFrames;
}

function shareTrace(one: LogFinding, other: LogFinding): boolean {
  return one.traces.some((trace) => other.traces.some((of) => isOfOneMod(trace, of)));
}

function isOfOneMod(one: LogTrace, other: LogTrace): boolean {
  return (
    (one.modId !== undefined && one.modId === other.modId) ||
    (one.file !== undefined && one.file === other.file) ||
    (one.className !== undefined && one.className === other.className) ||
    (one.mixins !== undefined && one.mixins === other.mixins)
  );
}

function firstLine({ lines }: LogFinding): number {
  return lines[0]?.number ?? 0;
}
