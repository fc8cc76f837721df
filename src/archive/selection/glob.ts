import { collisionKey } from '../zip/entry-names.ts';

/** Compiled patterns of paths. */
export interface Globs {
  /** The first pattern that matches the path itself or one of its folders, if any. */
  firstOf(path: string): string | undefined;
}

/** Compiles patterns that `globFault` accepts. Case is ignored, as for folders. */
export function compileGlobs(patterns: readonly string[]): Globs {
  const compiled = patterns.map((pattern) => ({ pattern, names: compile(collisionKey(pattern)) }));
  return {
    firstOf(path) {
      if (compiled.length === 0) return undefined;
      const key = collisionKey(path);
      return compiled.find(({ names }) => names(key))?.pattern;
    },
  };
}

/** Whether a pattern matches one path only. */
export function isLiteral(pattern: string): boolean {
  return !/[*?]/.test(pattern);
}

/** A pattern's fault as the end of a sentence; null for a valid pattern. */
export function globFault(pattern: string): string | null {
  if (pattern.includes('\\')) return 'has a backslash; folders are separated by /';
  if (/[{}]/.test(pattern)) return 'has a brace; give two patterns in place of alternatives';
  if (pattern.startsWith('!')) return 'begins with !; what stays out goes into excludeFiles';
  if (pattern.startsWith('/')) return 'begins with /; paths begin in the folder that holds mods/';
  const parts = pattern.replace(/\/$/, '').split('/');
  if (parts.some((part) => part === '' || /^[. ]+$/.test(part)))
    return 'has an empty part, . or .. in its path';
  return null;
}

const slash = 47;

/**
 * A pattern as a nondeterministic automaton, one bit for each position. The automaton reads each character of a path
 * once, so no pattern is slow.
 */
function compile(pattern: string): (path: string) => boolean {
  const tokens = tokensOf(pattern);
  const words = Math.ceil((tokens.length + 1) / 32);
  const set = () => new Uint32Array(words);
  const literal = new Map<number, Uint32Array>();
  const [anyCharacter, star, everything, folders] = [set(), set(), set(), set()];
  const sets = { anyCharacter, star, everything, folders };
  for (const [index, token] of tokens.entries()) {
    const into = typeof token === 'number' ? (literal.get(token) ?? set()) : sets[token];
    if (typeof token === 'number') literal.set(token, into);
    raise(into, index);
  }
  const none = set();
  const begin = set();
  // A star may match nothing, so its position also reaches the next one; three stars in a row cannot occur.
  for (let index = 0, open = true; open; index += 1) {
    raise(begin, index);
    open = typeof tokens[index] === 'string' && tokens[index] !== 'anyCharacter';
  }
  const endWord = tokens.length >>> 5;
  const endBit = 1 << (tokens.length & 31);

  /** Advances by one character; returns whether any state is left. */
  const advance = (state: Uint32Array, code: number): boolean => {
    const isSlash = code === slash;
    const exact = literal.get(code) ?? none;
    const passing = isSlash ? folders : anyCharacter;
    let carried = 0;
    let alive = 0;
    for (let word = 0; word < words; word += 1) {
      const now = state[word] ?? 0;
      const stars = star[word] ?? 0;
      const wholes = everything[word] ?? 0;
      const spans = folders[word] ?? 0;
      const moved = now & ((exact[word] ?? 0) | (passing[word] ?? 0));
      const stayed = now & (wholes | spans | (isSlash ? 0 : stars));
      const arrived = (moved << 1) | carried;
      const skipped = (arrived & (stars | wholes | spans)) | (stayed & (stars | wholes));
      const onward = skipped << 1;
      const further = onward & (stars | wholes | spans);
      const next = arrived | stayed | onward | (further << 1);
      carried = ((moved | skipped | further) >>> 31) & 1;
      state[word] = next;
      alive |= next;
    }
    return alive !== 0;
  };
  const isThrough = (state: Uint32Array) => ((state[endWord] ?? 0) & endBit) !== 0;

  return (path) => {
    const state = Uint32Array.from(begin);
    for (let at = 0; at < path.length; at += 1) {
      const code = path.charCodeAt(at);
      // A pattern that matches a folder matches everything in it.
      if (code === slash && isThrough(state)) return true;
      if (!advance(state, code)) return false;
    }
    return isThrough(state);
  };
}

/** A character code, or a wildcard: one character but a slash, any but slashes, anything, or any folders. */
type Token = number | 'anyCharacter' | 'star' | 'everything' | 'folders';

function tokensOf(pattern: string): Token[] {
  const tokens: Token[] = [];
  const parts = pattern.split('/');
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    if (part === '**') {
      // `a/**/**/b` equals `a/**/b`, and at the end "everything" covers any folders.
      if (tokens.at(-1) === 'folders') tokens.pop();
      tokens.push(isLast ? 'everything' : 'folders');
      continue;
    }
    for (let at = 0; at < part.length; at += 1) {
      if (part[at] === '?') tokens.push('anyCharacter');
      else if (part[at] !== '*') tokens.push(part.charCodeAt(at));
      else if (part[at - 1] !== '*') tokens.push('star');
    }
    if (!isLast) tokens.push(slash);
  }
  return tokens;
}

function raise(set: Uint32Array, index: number): void {
  set[index >>> 5] = (set[index >>> 5] ?? 0) | (1 << (index & 31));
}
