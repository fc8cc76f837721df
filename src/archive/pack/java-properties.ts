/** A setting in a properties file, as `java.util.Properties` reads it. */
export interface Property {
  name: string;
  value: string;
  /** The setting's range in the text: from the preceding blanks to the last character, without the line end. */
  start: number;
  end: number;
}

/**
 * All settings of a text, in order; the last setting of a name counts. `isComment` decides how a `#` after a line with
 * only a backslash is read: part of a setting up to Java 8, a comment later.
 */
export function* readProperties(text: string, isComment: boolean): Generator<Property> {
  let at = /^(?:\ufeff|\u00ef\u00bb\u00bf)/.exec(text)?.[0].length ?? 0;
  while (at < text.length) {
    const line = readLogicalLine(text, at, isComment);
    if (line.characters !== '') yield { ...split(line.characters), start: at, end: line.end };
    at = line.end;
    if (at < text.length) at += 1;
  }
}

/** The characters of a setting without continued line ends; none for a blank line or a comment. */
function readLogicalLine(
  text: string,
  start: number,
  isComment: boolean,
): { characters: string; end: number } {
  let characters = '';
  let at = start;
  for (let isFirst = true; ; isFirst = false) {
    while (isBlank(text[at])) at += 1;
    const end = endOfLine(text, at);
    const mayBeComment = isFirst || (isComment && characters === '');
    if (mayBeComment && (text[at] === '#' || text[at] === '!')) return { characters: '', end };
    const part = text.slice(at, end);
    if (!endsInBackslash(part)) return { characters: characters + part, end };
    characters += part.slice(0, -1);
    if (end >= text.length) return { characters, end };
    at = end + (text.startsWith('\r\n', end) ? 2 : 1);
  }
}

/** Whether the last character is a backslash that is not itself escaped. */
function endsInBackslash(part: string): boolean {
  let backslashes = 0;
  while (part[part.length - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t' || character === '\f';
}

function endOfLine(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at += 1;
  return at;
}

/** The name ends at the first unescaped `=`, `:` or blank. */
function split(characters: string): { name: string; value: string } {
  const [, name = '', value = ''] =
    /^((?:\\.|[^\\=: \t\f])*)[ \t\f]*[=:]?[ \t\f]*(.*)$/s.exec(characters) ?? [];
  return { name: unescaped(name), value: unescaped(value) };
}

const escapes: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f' };

/** Resolves the escapes of a text. */
function unescaped(text: string): string {
  return text.replace(/\\(?:u([\da-fA-F]{4})|(.))/gs, (_, digits?: string, character = '') =>
    digits === undefined
      ? (escapes[character] ?? character)
      : String.fromCharCode(Number.parseInt(digits, 16)),
  );
}
