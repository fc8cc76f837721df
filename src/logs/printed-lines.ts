import type { LogLine } from './log-finding.ts';
import { anyHeader } from './log-header.ts';

/**
 * Restores the lines as the server printed them. Users submit logs with prefixes (compose, kubectl, journalctl, panels,
 * quotes), inside JSON or XML, wrapped by a terminal, or as one line. The form is decided once, from the first lines.
 */

/** Lines that are examined before the decision. */
const sampleLines = 400;
/** Characters of a line that are searched for a prefix. */
const longestBefore = 300;
/** Characters of a line that are read; the rest is skipped. */
export const longestLine = 2_000;

/** A frame of a stack trace, without a prefix. */
const frame =
  '(?:\\t| {4,8})?at (?:[\\w.@+-]{1,100}\\/){0,2}[\\w$.]{1,200}\\.[\\w$<>-]{1,100}\\([^)]{0,100}\\)';
/** Beginnings of a log's lines. */
const beginnings = new RegExp(
  `${anyHeader}|${frame}|Caused by: [\\w.$]+|-{2,4} [A-Z][\\w ]{2,40} -{2,4}|Exception in thread "|Description: |\\b(?:[a-z][\\w]{0,30}\\.){2,6}[A-Z]\\w{1,60}(?:Exception|Error)(?=:|$)`,
);

type Printed = (text: string) => string[];

/** Turns received lines into printed ones. Memory holds the sample, then one line. */
export function createPrintedLines(take: (line: LogLine) => void): {
  push(line: LogLine): void;
  end(): void;
} {
  const sample: LogLine[] = [];
  let read: ((line: LogLine) => void) | null = null;
  let flush = () => {};
  const begin = () => {
    const printed = findForm(sample.map(({ text }) => text));
    const lines = sample.flatMap(({ text }) => printed(text));
    const wrap = findWrap(lines);
    const join = wrap === null ? null : createJoiner(wrap, take);
    const give = join === null ? take : join.push;
    flush = join === null ? () => {} : join.end;
    // Lines that were pasted into one line are numbered separately.
    let more = 0;
    read = ({ number, text }) => {
      const lines = printed(text);
      for (const [index, one] of lines.entries())
        give({ number: number + more + index, text: one.slice(0, longestLine) });
      more += Math.max(0, lines.length - 1);
    };
    for (const line of sample) read(line);
    sample.length = 0;
  };
  return {
    push(line) {
      if (read !== null) return read(line);
      sample.push(line);
      if (sample.length === sampleLines) begin();
    },
    end() {
      if (read === null) begin();
      flush();
    },
  };
}

/** Decides from a sample how to read the lines. */
function findForm(sample: readonly string[]): Printed {
  const unpacked = findPacking(sample);
  const seen = unpacked === null ? sample : sample.flatMap(unpacked);
  const cut = findPrefix(seen);
  return (text) => {
    const lines = unpacked === null ? (isOneLine(text) ? splitOneLine(text) : [text]) : unpacked(text);
    return cut === null ? lines : lines.map(cut);
  };
}

/** The reader for JSON of Docker and log shippers, or for log4j's XML from launchers; null for neither. */
function findPacking(sample: readonly string[]): Printed | null {
  const filled = sample.filter((text) => text.trim() !== '');
  const share = (is: (text: string) => boolean) => filled.filter(is).length / Math.max(filled.length, 1);
  if (share((text) => textOfJson(text) !== null) > 0.5) return (text) => linesIn(textOfJson(text) ?? text);
  if (filled.some((text) => /^\s*<(?:log4j:)?Event /.test(text))) return createXmlReader();
  return null;
}

const jsonFields = ['log', 'message', 'msg', 'MESSAGE', 'line', 'text', 'textPayload'];

function textOfJson(text: string): string | null {
  const begin = text.indexOf('{"');
  if (begin === -1 || begin > longestBefore) return null;
  try {
    const value: unknown = JSON.parse(text.slice(begin));
    if (typeof value !== 'object' || value === null) return null;
    const fields = new Map<string, unknown>(Object.entries(value));
    const line = jsonFields.map((name) => fields.get(name)).find((one) => typeof one === 'string');
    return typeof line === 'string' ? line : null;
  } catch {
    return null;
  }
}

function linesIn(text: string): string[] {
  return text.replace(/\r?\n$/, '').split(/\r?\n/);
}

/** Turns log4j's XML into lines: a header of the event's thread and level, then its message and stack trace. */
function createXmlReader(): Printed {
  let header = '';
  return (text) => {
    const event = /<(?:log4j:)?Event ([^<>]{1,1000})>/.exec(text);
    if (event !== null) {
      const of = (name: string) => new RegExp(`\\b${name}="([^"]{0,200})"`).exec(event[1] ?? '')?.[1] ?? '';
      header = `[${of('thread').replaceAll(/[\][]/g, '') || 'main'}/${of('level') || 'INFO'}] [${of('logger').replaceAll(/[\][]/g, '')}]: `;
    }
    const rest = text
      .replaceAll(/<\/?(?:log4j:)?(?:Event|Message|Throwable)[^<>]{0,1000}>/g, '')
      .replaceAll(/<!\[CDATA\[|\]\]>/g, '');
    const isMessage = /<(?:log4j:)?Message>/.test(text);
    const line = isMessage ? `${header}${rest.trimStart()}` : rest;
    return line.trim() === '' ? [] : [line];
  };
}

/** Marks before logs that are pasted into one line, for example options of Discord and JSON texts. */
const insideOneLine =
  / (?=at (?:[\w.@-]{1,100}\/){0,2}[\w$.<>]{1,200}\([^)]{1,100}\)|Caused by: |[\w.$]{1,100}(?:Exception|Error)\b|\[\d|---- |-- )/g;

function isOneLine(text: string): boolean {
  if (!text.includes(' at ') && !text.includes('\\tat ')) return false;
  return (
    !/^\s*at /.test(text) &&
    (text.includes('\\n\\tat ') || / at [\w.$<>/@-]{3,200}\([\w$]{1,100}\.(?:java|kt|scala):\d/.test(text))
  );
}

function splitOneLine(text: string): string[] {
  return text.includes('\\n\\tat ')
    ? text.replaceAll('\\t', '\t').split(/(?:\\r)?\\n/)
    : text.replaceAll(insideOneLine, '\n').split('\n');
}

/** The end of a line for each beginning: a code mark, a quote, a cell of a table. */
const closings: Readonly<Record<string, RegExp>> = {
  '`': /`\s*$/,
  '"': /",?\s*$/,
  "'": /',?\s*$/,
  '|': /\s*\|\s*$/,
};

/** The common prefix of most lines that otherwise begin like a log's line; null without one. */
function findPrefix(sample: readonly string[]): ((text: string) => string) | null {
  const shapes = new Map<string, number>();
  let begun = 0;
  for (const text of sample) {
    const match = beginnings.exec(text.slice(0, longestBefore + longestBefore));
    if (match === null || match.index > longestBefore) continue;
    begun += 1;
    const shape = shapeOf(text.slice(0, match.index));
    shapes.set(shape, (shapes.get(shape) ?? 0) + 1);
  }
  const common = [...shapes]
    .filter(([shape, count]) => shape !== '' && count > 1 && count >= begun / 10)
    .toSorted(([a], [b]) => b.length - a.length);
  const cutLines = common.reduce((sum, [, count]) => sum + count, 0);
  if (cutLines === 0 || cutLines < begun / 2) return null;
  const prefix = new RegExp(`^(?:${common.map(([shape]) => shape).join('|')})`);
  const closing = common
    .map(([shape]) => closings[shape.replaceAll(/ \*|\\/g, '').at(-1) ?? ''])
    .find((one) => one !== undefined);
  return (text) => {
    const rest = text.replace(prefix, '');
    return closing === undefined || rest === text ? rest : rest.replace(closing, '');
  };
}

/** A pattern for a prefix, in which numbers and runs of spaces may vary. */
function shapeOf(prefix: string): string {
  return prefix
    .replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
    .replaceAll(/\d+/g, '\\d+')
    .replaceAll(/ +/g, ' *')
    .replaceAll(/\b(?:am|pm)\b/gi, '[aApP][mM]');
}

/** The beginning of a new line, which ends a wrapped one. */
const fresh = new RegExp(
  `^(?:${anyHeader}|\\s*at |Caused by: |\\s*\\.{3} \\d+ more|\\s*-|[\\w.$]{1,200}(?:Exception|Error)(?::|$)|\\s*$)`,
);

/**
 * How a terminal wrapped the lines: the width, and whether it cut words (`isHard`). A tab counts as eight columns, or
 * as one.
 */
interface Wrap {
  width: number;
  isHard: boolean;
  widthOf: (text: string) => number;
}

const measures: readonly Wrap['widthOf'][] = [
  (text) => (text.startsWith('\t') ? text.length + 7 : text.length),
  (text) => text.length,
];

/** How the lines are wrapped, if they are. */
function findWrap(lines: readonly string[]): Wrap | null {
  for (const widthOf of measures) {
    const widths = lines.map(widthOf);
    const width = widths.reduce((most, one) => Math.max(most, one), 0);
    if (width < 60 || width > 200) continue;
    const isFull = widths.filter((one) => one === width).length;
    if (isFull >= 3 && isFull >= lines.length / 10) return { width, isHard: true, widthOf };
    const soft = { width, isHard: false, widthOf };
    const pairs = lines.flatMap((text, index) => {
      const next = lines[index + 1];
      return next === undefined || text.trim() === '' || fresh.test(next) ? [] : [fits(text, next, soft)];
    });
    if (pairs.length >= 3 && pairs.every((one) => !one)) return soft;
  }
  return null;
}

/** Whether the next line's first word would have fitted. */
function fits(text: string, next: string, { width, widthOf }: Wrap): boolean {
  return widthOf(text.trimEnd()) + 1 + (next.trimStart().split(' ', 1)[0]?.length ?? 0) <= width;
}

function createJoiner(wrap: Wrap, take: (line: LogLine) => void) {
  const { width, isHard, widthOf } = wrap;
  let open: LogLine | null = null;
  let last = '';
  return {
    push(line: LogLine) {
      // Text copied from a terminal lacks the space at the end of a line.
      const goesOn = isHard ? widthOf(last) >= width - 1 : last !== '' && !fits(last, line.text, wrap);
      if (open !== null && goesOn && !fresh.test(line.text) && open.text.length < longestLine) {
        const between = (isHard && widthOf(last) === width) || /\s$/.test(open.text) ? '' : ' ';
        open = {
          number: open.number,
          text: `${open.text}${between}${isHard ? line.text : line.text.trimStart()}`,
        };
      } else {
        if (open !== null) take(open);
        open = line;
      }
      last = line.text;
    },
    end() {
      if (open !== null) take(open);
    },
  };
}
