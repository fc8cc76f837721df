import { AppError } from '../errors.ts';

/**
 * Reads untrusted JSON. Nesting beyond `maxDepth` is refused before parsing, because recursive functions could overflow
 * their stack on it. Fails with BAD_REQUEST and the service's own message; `what` names the text.
 */
export function readJson(what: string, text: string, maxDepth: number): unknown {
  if (text.trim() === '') throw new AppError('BAD_REQUEST', `${what} is empty; it should be JSON.`);
  if (isDeeperThan(text, maxDepth)) {
    throw new AppError('BAD_REQUEST', `${what} nests deeper than ${maxDepth} levels; no more are accepted.`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('BAD_REQUEST', `${what} is not JSON.`);
  }
}

const quote = 0x22;
const backslash = 0x5c;
const openingBracket = 0x5b;
const openingBrace = 0x7b;
const closingBracket = 0x5d;
const closingBrace = 0x7d;

/** Whether brackets outside strings are nested deeper than `most`. */
function isDeeperThan(text: string, most: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === quote) {
      at += 1;
      while (at < text.length && text.charCodeAt(at) !== quote)
        at += text.charCodeAt(at) === backslash ? 2 : 1;
    } else if (character === openingBracket || character === openingBrace) {
      depth += 1;
      if (depth > most) return true;
    } else if (character === closingBracket || character === closingBrace) depth -= 1;
  }
  return false;
}
