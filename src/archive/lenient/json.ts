/** Real documents stay far below this; it keeps the reader's recursion bounded. */
const maxDepth = 200;

/**
 * Reads JSON as the loaders and launchers do: strictly when that works, else with comments, trailing and missing
 * commas, raw line breaks in strings, single quotes and bare words allowed. Throws SyntaxError, saying where, when
 * even that fails.
 */
export function parseJson(text: string): unknown {
  const body = text.startsWith('\ufeff') ? text.slice(1) : text;
  try {
    return JSON.parse(body);
  } catch {
    return readLeniently(body);
  }
}

function readLeniently(text: string): unknown {
  let at = 0;

  function fail(expected: string): never {
    const line = text.slice(0, at).split('\n').length;
    const found = at < text.length ? `found ${JSON.stringify(text[at])}` : 'the text ends';
    throw new SyntaxError(`expected ${expected} in line ${line}, ${found}`);
  }

  function skipBlank(): void {
    for (;;) {
      blank.lastIndex = at;
      blank.test(text);
      at = Math.max(at, blank.lastIndex);
      const opening =
        text.startsWith('//', at) || text[at] === '#' ? '\n' : text.startsWith('/*', at) ? '*/' : '';
      if (opening === '') return;
      const end = text.indexOf(opening, opening === '\n' ? at : at + 2);
      at = end < 0 ? text.length : end + opening.length;
    }
  }

  function readValue(depth: number): unknown {
    if (depth > maxDepth) fail(`at most ${maxDepth} levels of nesting`);
    skipBlank();
    const first = text[at];
    if (first === '{') return readObject(depth);
    if (first === '[') return readArray(depth);
    if (first === '"' || first === "'") return readString(first);
    return readWord();
  }

  function readObject(depth: number): unknown {
    const object: Record<string, unknown> = Object.create(null);
    at++;
    for (;;) {
      skipSeparators();
      if (text[at] === '}') break;
      const quote = text[at];
      const key = quote === '"' || quote === "'" ? readString(quote) : String(readWord());
      skipBlank();
      if (text[at] !== ':' && text[at] !== '=')
        fail(`a colon after the key ${JSON.stringify(key.slice(0, 40))}`);
      at++;
      object[key] = readValue(depth + 1);
    }
    at++;
    return object;
  }

  function readArray(depth: number): unknown {
    const array: unknown[] = [];
    at++;
    for (;;) {
      skipSeparators();
      if (text[at] === ']') break;
      array.push(readValue(depth + 1));
    }
    at++;
    return array;
  }

  function skipSeparators(): void {
    skipBlank();
    while (text[at] === ',' || text[at] === ';') {
      at++;
      skipBlank();
    }
    if (at >= text.length) fail('a closing bracket');
  }

  function readString(quote: string): string {
    let value = '';
    let from = ++at;
    for (;;) {
      const char = text[at];
      if (char === undefined) fail(`a closing ${quote}`);
      if (char === quote) break;
      if (char === '\\') {
        value += text.slice(from, at);
        value += readEscape();
        from = at;
      } else at++;
    }
    value += text.slice(from, at);
    at++;
    return value;
  }

  function readEscape(): string {
    const letter = text[at + 1] ?? '';
    const code = letter === 'u' ? text.slice(at + 2, at + 6) : '';
    if (/^[0-9a-fA-F]{4}$/.test(code)) {
      at += 6;
      return String.fromCharCode(Number.parseInt(code, 16));
    }
    at += 2;
    return escapes.get(letter) ?? letter;
  }

  function readWord(): unknown {
    word.lastIndex = at;
    const found = word.exec(text)?.[0] ?? fail('a value');
    at += found.length;
    if (found === 'true') return true;
    if (found === 'false') return false;
    if (found === 'null') return null;
    const number = Number(found);
    return Number.isNaN(number) ? found : number;
  }

  return readValue(0);
}

const blank = /[\s\ufeff]+/y;
const word = /[^\s{}[\],:;="'#/]+/y;
const escapes = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);
