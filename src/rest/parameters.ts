import { AppError } from '../errors.ts';

const largestId = 2_147_483_647;

/**
 * Reads the id in a path. Fails with INVALID_INPUT. Numbers that cannot exist become 0, which no row has; numbers with
 * leading zeros do, too, because each object has one address.
 */
export function databaseId(name: string, text: string | undefined): number {
  if (text === undefined || !/^0*[1-9]\d*$/.test(text)) {
    throw new AppError('INVALID_INPUT', `${name} must be a positive integer.`, { field: name });
  }
  const id = Number(text);
  return id <= largestId && !text.startsWith('0') ? id : 0;
}

/** Reads the id in a form, where leading zeros also fail with INVALID_INPUT. */
export function databaseIdInForm(name: string, text: string): number {
  if (!text.startsWith('0')) return databaseId(name, text);
  throw new AppError('INVALID_INPUT', `${name} must be a positive integer, without leading zeros.`, {
    field: name,
  });
}

/** The global id of the node with this number. */
export function globalId(typename: string, id: number): string {
  return Buffer.from(`${typename}:${id}`).toString('base64');
}

/**
 * Finds the allowed value that a text spells, optionally without regard to case. Fails with INVALID_INPUT, listing the
 * allowed values.
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
