/** A value of a TOML document. Numbers and dates stay text as written. */
export type TomlValue = string | boolean | TomlValue[] | TomlTable;

export interface TomlTable {
  [key: string]: TomlValue;
}

/** Deepest nesting, which bounds the recursion; real documents stay far below it. */
const maxDepth = 50;
const maxKeyParts = 20;
/** Most characters of a value as written, and of a part of a key; longer ones are cut. */
const longestValue = 4_096;
const longestKeyPart = 1_000;
const mostValues = 20_000;

/** The read part of a TOML document. */
export interface TomlReading {
  document: TomlTable;
  /** False when the document has more values than are kept; the rest was not read. */
  isWhole: boolean;
}

/**
 * Reads TOML as leniently as the loaders do, and more: accepts line breaks inside one-line strings, unknown escapes and
 * duplicate keys (the last counts), and skips invalid lines. Never throws; a document in another format gives an empty
 * table. Keeps at most `most` tables, elements and values, each cut at 4,096 characters.
 */
export function parseToml(text: string, most = mostValues): TomlReading {
  const root = emptyTable();
  let current = root;
  const cursor: Cursor = { text, at: 0, left: most };
  for (;;) {
    skipBlank(cursor);
    if (cursor.at >= text.length) return { document: root, isWhole: cursor.left >= 0 };
    // Lines after an unreadable header must not end up in the previous table.
    if (text[cursor.at] === '[') current = readHeader(cursor, root) ?? emptyTable();
    else readPair(cursor, current, 0);
    skipLine(cursor);
  }
}

interface Cursor {
  readonly text: string;
  at: number;
  /** Number of values that may still be kept. */
  left: number;
}

/** Counts one more value to keep; at the limit, reading ends. */
function mayKeep(cursor: Cursor): boolean {
  cursor.left--;
  if (cursor.left < 0) cursor.at = cursor.text.length;
  return cursor.left >= 0;
}

function emptyTable(): TomlTable {
  return Object.create(null);
}

function isTable(value: TomlValue | undefined): value is TomlTable {
  return typeof value === 'object' && !Array.isArray(value);
}

function skipBlank(cursor: Cursor): void {
  blank.lastIndex = cursor.at;
  if (blank.test(cursor.text)) cursor.at = blank.lastIndex;
}

function skipLine(cursor: Cursor): void {
  const end = cursor.text.indexOf('\n', cursor.at);
  cursor.at = end < 0 ? cursor.text.length : end + 1;
}

function skipSpaces(cursor: Cursor): void {
  while (cursor.text[cursor.at] === ' ' || cursor.text[cursor.at] === '\t') cursor.at++;
}

/** Opens the table of a `[header]` or `[[header]]`; null for an invalid header. */
function readHeader(cursor: Cursor, root: TomlTable): TomlTable | null {
  const isElement = cursor.text[cursor.at + 1] === '[';
  cursor.at += isElement ? 2 : 1;
  const path = readKey(cursor);
  const last = path?.pop();
  if (path === null || last === undefined || cursor.text[cursor.at] !== ']') return null;
  const parent = descend(cursor, root, path);
  if (!isElement) return parent && descend(cursor, parent, [last]);
  if (parent === null || !mayKeep(cursor)) return null;
  const element = emptyTable();
  const existing = parent[last];
  if (Array.isArray(existing)) existing.push(element);
  // `[[dependencies]]` after `[[dependencies.owner]]` is invalid in strict TOML, but real files mean both.
  else parent[last] = isTable(existing) ? [existing, element] : [element];
  return element;
}

/**
 * Descends from a table and creates missing tables; in an array of tables, it takes the last element. Null at the
 * limit.
 */
function descend(cursor: Cursor, from: TomlTable, path: string[]): TomlTable | null {
  let table = from;
  for (const key of path) {
    const existing = table[key];
    const next = Array.isArray(existing) ? existing.at(-1) : existing;
    if (isTable(next)) table = next;
    else {
      if (!mayKeep(cursor)) return null;
      const made = emptyTable();
      table[key] = made;
      table = made;
    }
  }
  return table;
}

/** Reads a dotted key; null when there is none. Bare parts may hold any character that does not end them. */
function readKey(cursor: Cursor): string[] | null {
  const parts: string[] = [];
  while (parts.length < maxKeyParts) {
    skipSpaces(cursor);
    const quote = cursor.text[cursor.at];
    if (quote === '"' || quote === "'") parts.push(readString(cursor, quote).slice(0, longestKeyPart));
    else {
      bareKey.lastIndex = cursor.at;
      const part = bareKey.exec(cursor.text)?.[0] ?? '';
      const name = part.slice(0, longestKeyPart).trim();
      if (name === '') return null;
      parts.push(name);
      cursor.at += part.length;
    }
    skipSpaces(cursor);
    if (cursor.text[cursor.at] !== '.') return parts;
    cursor.at++;
  }
  return null;
}

/** Reads `key = value` into the table; returns whether it did. */
function readPair(cursor: Cursor, table: TomlTable, depth: number): boolean {
  const path = readKey(cursor);
  const last = path?.pop();
  if (path === null || last === undefined || cursor.text[cursor.at] !== '=') return false;
  cursor.at++;
  skipSpaces(cursor);
  const value = readValue(cursor, depth);
  const parent = value === null ? null : descend(cursor, table, path);
  if (value === null || parent === null) return false;
  if (!(last in parent) && !mayKeep(cursor)) return false;
  parent[last] = value;
  return true;
}

function readValue(cursor: Cursor, depth: number): TomlValue | null {
  const first = cursor.text[cursor.at];
  if (first === '"' || first === "'") return readString(cursor, first);
  if (first === '[') return depth < maxDepth ? readArray(cursor, depth) : null;
  if (first === '{') return depth < maxDepth ? readInlineTable(cursor, depth) : null;
  bareValue.lastIndex = cursor.at;
  const found = bareValue.exec(cursor.text)?.[0] ?? '';
  cursor.at += found.length;
  const word = found.slice(0, longestValue).trim();
  if (word === '') return null;
  const lower = word.toLowerCase();
  return lower === 'true' ? true : lower === 'false' ? false : word;
}

function readArray(cursor: Cursor, depth: number): TomlValue[] {
  const array: TomlValue[] = [];
  cursor.at++;
  for (;;) {
    skipSeparators(cursor);
    if (cursor.text[cursor.at] === ']') {
      cursor.at++;
      return array;
    }
    const value = readValue(cursor, depth + 1);
    if (value === null || !mayKeep(cursor)) return array;
    array.push(value);
  }
}

function readInlineTable(cursor: Cursor, depth: number): TomlTable {
  const table = emptyTable();
  cursor.at++;
  for (;;) {
    skipSeparators(cursor);
    if (cursor.text[cursor.at] === '}') {
      cursor.at++;
      return table;
    }
    if (!readPair(cursor, table, depth + 1)) return table;
  }
}

function skipSeparators(cursor: Cursor): void {
  skipBlank(cursor);
  while (cursor.text[cursor.at] === ',') {
    cursor.at++;
    skipBlank(cursor);
  }
}

function readString(cursor: Cursor, quote: string): string {
  const triple = quote.repeat(3);
  if (cursor.text.startsWith(triple, cursor.at)) return readMultiLine(cursor, triple);
  const from = cursor.at + 1;
  let end = closingQuote(cursor.text, from, quote);
  // A string with line breaks counts only if its last line ends after the quote; otherwise a quote is missing. The end
  // of the line is searched only for such strings: a line of a million strings would else be searched a million times.
  const runsOn = end >= 0 && cursor.text.slice(from, end).includes('\n');
  if (end < 0 || (runsOn && !lineEndsBehind(cursor.text, end))) end = endOfLine(cursor.text, from);
  cursor.at = cursor.text[end] === quote ? end + 1 : end;
  const body = cursor.text.slice(from, Math.min(end, from + longestValue));
  return quote === '"' ? resolveEscapes(body) : body;
}

function readMultiLine(cursor: Cursor, triple: string): string {
  const from = cursor.at + 3;
  let end = triple === "'''" ? cursor.text.indexOf(triple, from) : closingTriple(cursor.text, from);
  const isClosed = end >= 0;
  if (!isClosed) end = endOfLine(cursor.text, from);
  // Up to two more quotes directly before the closing three belong to the text.
  for (let extra = 0; isClosed && extra < 2 && cursor.text[end + 3] === triple[0]; extra++) end++;
  cursor.at = isClosed ? end + 3 : end;
  const body = cursor.text.slice(from, Math.min(end, from + longestValue)).replace(/^\r?\n/, '');
  return triple === "'''"
    ? body
    : resolveEscapes(body.replaceAll(/(?<!\\)((?:\\\\)*)\\[ \t]*\r?\n\s*/g, '$1'));
}

/** The end of the line with `from`, which follows a quote. */
function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  if (end < 0) return text.length;
  return text[end - 1] === '\r' ? end - 1 : end;
}

function closingQuote(text: string, from: number, quote: string): number {
  if (quote === "'") return text.indexOf(quote, from);
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === quote) return at;
  }
  return -1;
}

function closingTriple(text: string, from: number): number {
  for (let at = closingQuote(text, from, '"'); at >= 0; at = closingQuote(text, at + 1, '"'))
    if (text.startsWith('"""', at)) return at;
  return -1;
}

function lineEndsBehind(text: string, quoteAt: number): boolean {
  lineRest.lastIndex = quoteAt + 1;
  return lineRest.test(text);
}

function resolveEscapes(body: string): string {
  if (!body.includes('\\')) return body;
  return body.replaceAll(escapeSequence, (whole, short?: string, long?: string, letter?: string) => {
    const code = Number.parseInt(short ?? long ?? '', 16);
    if (code <= 0x10ffff) return String.fromCodePoint(code);
    return escapes.get(letter ?? '') ?? whole;
  });
}

/** Blanks and comments, including byte-order marks. */
const blank = /(?:[\s\ufeff]|#[^\n]*)+/y;
const bareKey = /[^\n\r.=\]#"'[,]+/y;
const bareValue = /[^\n\r,\]}#]+/y;
const lineRest = /[ \t]*(?:[,\]}]|#|\r?\n|$)/y;
const escapeSequence = /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([\s\S]))/g;
const escapes = new Map([
  ['b', '\b'],
  ['t', '\t'],
  ['n', '\n'],
  ['f', '\f'],
  ['r', '\r'],
  ['e', '\u001b'],
  ['"', '"'],
  ['\\', '\\'],
]);
