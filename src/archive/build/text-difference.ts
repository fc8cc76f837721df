/** Limits of comparing texts, counted down over all texts of one comparison. */
export interface DifferenceBudget {
  /** Steps of the search; a step reads one line of either text. */
  steps: number;
  /** Characters of the differences. */
  characters: number;
}

/** Lines shown around a change. */
const around = 3;
/** Most characters shown of a line. */
const longestLine = 500;
/** Most characters of one difference; the rest is only counted. */
const longestDifference = 16 * 1024;
/** Most lines that may differ in both texts together: the search keeps a trace quadratic in them. */
const mostEdits = 1_000;

interface Line {
  sign: ' ' | '-' | '+';
  text: string;
  /** Line number in each text, from 1; for a line missing there, the number of the next line. */
  before: number;
  after: number;
}

/**
 * The differing lines of two texts, as `diff -u` writes them without the header; null when there are too many or the
 * budget is used up.
 */
export function textDifference(before: string, after: string, budget: DifferenceBudget): string | null {
  const lines = editedLines(before.split(/\r?\n/), after.split(/\r?\n/), budget);
  if (lines === null || budget.characters <= 0) return null;
  const most = Math.min(longestDifference, budget.characters);
  const shown: string[] = [];
  let length = 0;
  for (const text of hunks(lines)) {
    length += text.length + 1;
    if (length > most) {
      shown.push('…');
      break;
    }
    shown.push(text);
  }
  budget.characters -= Math.min(length, most);
  return shown.join('\n');
}

function* hunks(lines: readonly Line[]): Generator<string> {
  const changed = lines.flatMap(({ sign }, index) => (sign === ' ' ? [] : [index]));
  let at = 0;
  while (at < changed.length) {
    const first = changed[at] ?? 0;
    let last = first;
    while (at < changed.length && (changed[at] ?? 0) - last <= 2 * around) last = changed[at++] ?? last;
    const hunk = lines.slice(Math.max(0, first - around), last + around + 1);
    const count = (sign: Line['sign']) => hunk.filter((line) => line.sign !== sign).length;
    yield `@@ -${hunk[0]?.before},${count('+')} +${hunk[0]?.after},${count('-')} @@`;
    for (const { sign, text } of hunk)
      yield sign + (text.length > longestLine ? `${text.slice(0, longestLine)}…` : text);
  }
}

/** All lines of both texts in one order (Myers' greedy search); null when the search costs too much. */
function editedLines(before: string[], after: string[], budget: DifferenceBudget): Line[] | null {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const first = before.slice(head, before.length - tail);
  const second = after.slice(head, after.length - tail);
  const trace = searchEdits(first, second, budget);
  if (trace === null) return null;
  const middle = readTrace(trace, first, second, head);
  const same = (index: number, shift: number): Line => ({
    sign: ' ',
    text: before[index] ?? '',
    before: index + 1,
    after: index + 1 + shift,
  });
  const shift = after.length - before.length;
  return [
    ...before.slice(0, head).map((_line, index) => same(index, 0)),
    ...middle,
    ...before.slice(before.length - tail).map((_line, index) => same(before.length - tail + index, shift)),
  ];
}

/**
 * For each number of edits, how far each diagonal from -edits to +edits reaches into `first`; null when there are too
 * many edits.
 */
function searchEdits(first: string[], second: string[], budget: DifferenceBudget): Int32Array[] | null {
  const trace: Int32Array[] = [];
  let last = new Int32Array([0]);
  for (let edits = 0; edits <= mostEdits; edits++) {
    const reached = new Int32Array(2 * edits + 1);
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = edits === 0 ? 0 : startOf(last, edits, diagonal).x;
      while (x < first.length && x - diagonal < second.length && first[x] === second[x - diagonal]) {
        x += 1;
        budget.steps -= 1;
      }
      budget.steps -= 1;
      reached[diagonal + edits] = x;
      if (x >= first.length && x - diagonal >= second.length) return [...trace, reached];
    }
    if (budget.steps <= 0) return null;
    trace.push(reached);
    last = reached;
  }
  return null;
}

/**
 * The start of a diagonal with one more edit than `last`: an added line comes from the next diagonal, a removed line
 * from the previous one.
 */
function startOf(last: Int32Array, edits: number, diagonal: number): { x: number; isAdded: boolean } {
  const at = (one: number) => (Math.abs(one) < edits ? (last[one + edits - 1] ?? -1) : -1);
  const isAdded = diagonal === -edits || (diagonal !== edits && at(diagonal - 1) < at(diagonal + 1));
  return { isAdded, x: isAdded ? at(diagonal + 1) : at(diagonal - 1) + 1 };
}

function readTrace(trace: Int32Array[], first: string[], second: string[], head: number): Line[] {
  const lines: Line[] = [];
  let x = first.length;
  let y = second.length;
  const lineNumbers = () => ({ before: head + x + 1, after: head + y + 1 });
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const diagonal = x - y;
    const last = trace[edits - 1];
    const start = last === undefined ? null : startOf(last, edits, diagonal);
    while (x > (start?.x ?? 0)) {
      x -= 1;
      y -= 1;
      lines.push({ sign: ' ', text: first[x] ?? '', ...lineNumbers() });
    }
    if (start === null) break;
    if (start.isAdded) {
      y -= 1;
      lines.push({ sign: '+', text: second[y] ?? '', ...lineNumbers() });
    } else {
      x -= 1;
      lines.push({ sign: '-', text: first[x] ?? '', ...lineNumbers() });
    }
  }
  return lines.reverse();
}
