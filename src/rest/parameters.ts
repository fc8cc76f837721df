import { AppError } from '../errors.ts';

const largestId = 2_147_483_647;

/** A path's or form's id. Fails with INVALID_INPUT; an id too large to exist becomes 0, which nothing has. */
export function databaseId(name: string, text: string | undefined): number {
  if (text === undefined || !/^0*[1-9]\d*$/.test(text)) {
    throw new AppError('INVALID_INPUT', `${name} must be a positive integer.`, { field: name });
  }
  const id = Number(text);
  return id <= largestId ? id : 0;
}

/** The global id of the node with this number. */
export function globalId(typename: string, id: number): string {
  return Buffer.from(`${typename}:${id}`).toString('base64');
}

/**
 * Finds the allowed value that a word spells, with or without regard to case. Fails with INVALID_INPUT, listing what
 * is allowed.
 */
export function oneOf<Value extends string>(
  name: string,
  word: string | undefined,
  values: readonly Value[],
  compare: 'exact' | 'any case',
): Value {
  const folded = (one: string) => (compare === 'exact' ? one : one.toLowerCase());
  const found = values.find((value) => folded(value) === folded(word ?? ''));
  if (found !== undefined) return found;
  const wrong = word ? 'must be' : 'is missing or blank; it must be';
  throw new AppError('INVALID_INPUT', `${name} ${wrong} one of ${values.join(', ')}.`, { field: name });
}
