/** Limits of comparing texts, counted down over all texts of one comparison. */
export interface DifferenceBudget {
  /** Steps of the search: each looks at one line of either text. */
  steps: number;
  /** Characters of the differences. */
  characters: number;
}

/** Lines that are shown around a change. */
const around = 3;
/** Characters of a line that are shown. */
const longestLine = 500;
/** Characters of one difference; the rest is counted. */
const longestDifference = 16 * 1024;
/** Lines of both texts that may differ: the search keeps a trace of the square of them. */
const mostEdits = 1_000;

interface Line {
  sign: ' ' | '-' | '+';
  text: string;
  /** Number of the line in each text, from 1; where it is missing, that of the next one. */
  before: number;
  after: number;
}

/** Differences of two texts, line by line, as `diff -u` writes them without its head; null when they are too many or the budget is used up. */
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

/** All lines of both texts in one order (Myers' greedy search); null when that costs too much. */
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

/** For each number of edits, how far into `first` each diagonal leads, from -edits to +edits; null when there are too many. */
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

/** Where a diagonal begins with one more edit than `last`: an added line comes from the next diagonal, a removed one from that before. */
function startOf(last: Int32Array, edits: number, diagonal: number): { x: number; isAdded: boolean } {
  const at = (one: number) => (Math.abs(one) < edits ? (last[one + edits - 1] ?? -1) : -1);
  const isAdded = diagonal === -edits || (diagonal !== edits && at(diagonal - 1) < at(diagonal + 1));
  return { isAdded, x: isAdded ? at(diagonal + 1) : at(diagonal - 1) + 1 };
}

function readTrace(trace: Int32Array[], first: string[], second: string[], head: number): Line[] {
  const lines: Line[] = [];
  let x = first.length;
  let y = second.length;
  const place = () => ({ before: head + x + 1, after: head + y + 1 });
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const diagonal = x - y;
    const last = trace[edits - 1];
    const start = last === undefined ? null : startOf(last, edits, diagonal);
    while (x > (start?.x ?? 0)) {
      x -= 1;
      y -= 1;
      lines.push({ sign: ' ', text: first[x] ?? '', ...place() });
    }
    if (start === null) break;
    if (start.isAdded) {
      y -= 1;
      lines.push({ sign: '+', text: second[y] ?? '', ...place() });
    } else {
      x -= 1;
      lines.push({ sign: '-', text: first[x] ?? '', ...place() });
    }
  }
  return lines.reverse();
}
