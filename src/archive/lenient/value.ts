/** The value at a path of keys in a parsed document; undefined when the path is absent. Reads own keys only. */
export function member(value: unknown, ...path: string[]): unknown {
  let found = value;
  for (const key of path) {
    if (!isObject(found) || !Object.hasOwn(found, key)) return undefined;
    found = Reflect.get(found, key);
  }
  return found;
}

/** The elements of an array; a single value counts as an array of one, an absent one as empty. */
export function items(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}

/** The own keys and values of an object; none for anything else. */
export function members(value: unknown): [string, unknown][] {
  return isObject(value) && !Array.isArray(value) ? Object.entries(value) : [];
}

/** Whether the value is an object or an array. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/**
 * One line of text for people and the database: a string or number without control characters, direction characters and
 * broken surrogates, at most `maxLength` characters; empty for anything else. The result does not keep its document in
 * memory.
 */
export function label(value: unknown, maxLength = 200): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  const line = String(value)
    .slice(0, maxLength * 2)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  // A slice of a string keeps the whole string in memory, which may be megabytes; a decoded copy does not.
  return Buffer.from(line.slice(0, maxLength)).toString();
}

/** A boolean, or the words `true` and `false`; null for anything else. */
export function flag(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  const word = typeof value === 'string' ? value.trim().toLowerCase() : '';
  return word === 'true' ? true : word === 'false' ? false : null;
}
