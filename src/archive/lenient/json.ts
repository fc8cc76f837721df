import { printable } from '../problem-list.ts';
import { asUtf8 } from './text.ts';

/**
 * The wanted parts of a value. Other parts are skipped and not kept, which bounds memory for any document. An object or
 * array without wanted parts becomes an empty one.
 */
export interface Wanted {
  /** Most characters of a text or a word, by default 2,000; longer ones are cut. */
  longest?: number;
  /** The kept members of an object, by name; of several with one name the last counts. */
  members?: Readonly<Record<string, Wanted>>;
  /** All members of an object, when `members` does not list any. */
  entries?: Many;
  /** The elements of an array. */
  items?: Many;
}

/** Many values of one form: kept up to a limit, or passed on one by one and not kept. */
export type Many =
  | { of: Wanted; most: number }
  /** `name` is the member's name, cut like a text. A single value counts as an array of one. */
  | { of: Wanted; take(value: unknown, name: string): void };

/** Deepest nesting, which bounds the recursion; real documents stay far below it. */
const maxDepth = 200;
const defaultLongest = 2_000;
/** The longest form of one character, in bytes: `\u0041`. */
const longestEscape = 6;

/**
 * Reads the wanted parts of a JSON document as tolerantly as loaders and launchers do: comments, trailing and missing
 * commas, raw line breaks in strings, single quotes and bare words are allowed, in any encoding of `asUtf8`. Objects
 * have no prototype. Throws SyntaxError with the position when the document is invalid even so.
 */
export function readJson(document: Uint8Array, wanted: Wanted): unknown {
  const bytes = asUtf8(document);
  let at = 0;

  function fail(expected: string): never {
    let line = 1;
    for (let next = bytes.indexOf(10); next >= 0 && next < at; next = bytes.indexOf(10, next + 1)) line++;
    const [character] = bytes.toString('utf8', at, at + 4);
    const found = character === undefined ? 'the text ends' : `found ${quoted(character)}`;
    throw new SyntaxError(`expected ${expected} in line ${line}, ${found}`);
  }

  function skipBlank(): void {
    for (;;) {
      for (let width = blankAt(bytes, at); width > 0; width = blankAt(bytes, at)) at += width;
      const isBlock = bytes[at] === slash && bytes[at + 1] === star;
      const isLine = bytes[at] === hash || (bytes[at] === slash && bytes[at + 1] === slash);
      if (!isBlock && !isLine) return;
      const end = isBlock ? bytes.indexOf('*/', at + 2) : bytes.indexOf(10, at);
      at = end < 0 ? bytes.length : end + (isBlock ? 2 : 1);
    }
  }

  /** Reads a value and returns its wanted parts; skips it when `of` is null. */
  function readValue(of: Wanted | null, depth: number): unknown {
    if (depth > maxDepth) fail(`at most ${maxDepth} levels of nesting`);
    skipBlank();
    const first = bytes[at];
    if (first === bracketOpen) return readArray(of, depth);
    const one = of?.items?.of ?? of;
    const value = first === braceOpen ? readObject(one, depth) : readScalar(one);
    if (value !== null) handOut(of?.items, value, '');
    return value;
  }

  function readObject(of: Wanted | null, depth: number): unknown {
    const object: Record<string, unknown> = Object.create(null);
    const { members, entries } = of ?? {};
    const namesMatter = members !== undefined || entries !== undefined;
    let kept = 0;
    at++;
    for (;;) {
      skipSeparators();
      if (bytes[at] === braceClose) break;
      const nameAt = at;
      const name = readName(namesMatter);
      skipBlank();
      if (bytes[at] !== colon && bytes[at] !== equals) failAtName(nameAt);
      at++;
      if (members !== undefined) {
        const member = Object.hasOwn(members, name) ? members[name] : undefined;
        const value = readValue(member ?? null, depth + 1);
        if (member !== undefined) object[name] = value;
      } else {
        const value = readValue(entries?.of ?? null, depth + 1);
        if (keepsMore(entries, kept)) object[name] = value;
        else handOut(entries, value, name);
        kept++;
      }
    }
    at++;
    return object;
  }

  function readArray(of: Wanted | null, depth: number): unknown {
    const array: unknown[] = [];
    const items = of?.items;
    at++;
    for (;;) {
      skipSeparators();
      if (bytes[at] === bracketClose) break;
      const isFull = items !== undefined && 'most' in items && array.length >= items.most;
      const value = readValue(isFull ? null : (items?.of ?? null), depth + 1);
      if (keepsMore(items, array.length)) array.push(value);
      else if (!isFull) handOut(items, value, '');
    }
    at++;
    return array;
  }

  function skipSeparators(): void {
    skipBlank();
    while (bytes[at] === comma || bytes[at] === semicolon) {
      at++;
      skipBlank();
    }
    if (at >= bytes.length) fail('a closing bracket');
  }

  function readName(isKept: boolean): string {
    const longest = isKept ? defaultLongest : 0;
    const isQuoted = bytes[at] === doubleQuote || bytes[at] === singleQuote;
    return isQuoted ? readString(longest) : String(readWord(longest));
  }

  function failAtName(nameAt: number): never {
    const foundAt = at;
    at = nameAt;
    const name = readName(true);
    at = foundAt;
    fail(`a colon after the key ${quoted(name.slice(0, 40))}`);
  }

  function readScalar(of: Wanted | null): unknown {
    const longest = of === null ? 0 : (of.longest ?? defaultLongest);
    const first = bytes[at];
    return first === doubleQuote || first === singleQuote ? readString(longest) : readWord(longest);
  }

  /** Reads a string and returns at most `longest` of its characters. */
  function readString(longest: number): string {
    const quote = bytes[at];
    const from = ++at;
    let isEscaped = false;
    for (; bytes[at] !== quote; at++) {
      if (at >= bytes.length) fail(`a closing ${quote === doubleQuote ? '"' : "'"}`);
      if (bytes[at] === backslash) {
        isEscaped = true;
        at++;
      }
    }
    const text = textOf(from, at++, longest);
    return (isEscaped ? text.replaceAll(escapeSequence, resolveEscape) : text).slice(0, longest);
  }

  function readWord(longest: number): unknown {
    const from = at;
    while (at < bytes.length && !endsWord.has(bytes[at] ?? 0) && blankAt(bytes, at) === 0) at++;
    if (at === from) fail('a value');
    const word = textOf(from, at, longest).slice(0, longest);
    if (word === 'true') return true;
    if (word === 'false') return false;
    if (word === 'null' || word === '') return null;
    const number = Number(word);
    return Number.isNaN(number) ? word : number;
  }

  function textOf(from: number, to: number, longest: number): string {
    if (longest === 0) return '';
    return bytes.toString('utf8', from, Math.min(to, from + longestEscape * (longest + 1)));
  }

  return readValue(wanted, 0);
}

/** Quotes part of a document for a message; JSON by itself does not escape all unprintable characters. */
function quoted(text: string): string {
  return printable(JSON.stringify(text));
}

function keepsMore(many: Many | undefined, kept: number): boolean {
  return many !== undefined && 'most' in many && kept < many.most;
}

function handOut(many: Many | undefined, value: unknown, name: string): void {
  if (many !== undefined && 'take' in many) many.take(value, name);
}

function resolveEscape(_: string, code: string | undefined, letter: string): string {
  return code === undefined
    ? (escapes.get(letter) ?? letter)
    : String.fromCharCode(Number.parseInt(code, 16));
}

/** Bytes of white space, or of a byte-order mark, at this position. */
function blankAt(bytes: Buffer, at: number): number {
  const first = bytes[at] ?? 0;
  if (first <= 0x20) return first === 0x20 || (first >= 0x09 && first <= 0x0d) ? 1 : 0;
  if (first < 0xc2) return 0;
  const second = bytes[at + 1] ?? 0;
  if (first === 0xc2) return second === 0xa0 ? 2 : 0;
  return wideBlanks.has((first << 16) | (second << 8) | (bytes[at + 2] ?? 0)) ? 3 : 0;
}

const [doubleQuote, hash, singleQuote, star, comma, slash, colon, semicolon, equals] =
  Buffer.from('"#\'*,/:;=');
const [bracketOpen, backslash, bracketClose, braceOpen, braceClose] = Buffer.from('[\\]{}');
const endsWord = new Set(Buffer.from('{}[],:;="\'#/'));
/** White space of three bytes, and the byte-order mark. */
const wideBlanks = new Set(
  [
    0x1680,
    0x2028,
    0x2029,
    0x202f,
    0x205f,
    0x3000,
    0xfeff,
    ...Array.from({ length: 11 }, (_, n) => 0x2000 + n),
  ].map((code) => Buffer.from(String.fromCharCode(code)).readUIntBE(0, 3)),
);
const escapeSequence = /\\(?:u([0-9a-fA-F]{4})|([\s\S]))/g;
const escapes = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);
