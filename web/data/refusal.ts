import type { CombinedError } from 'urql';
import { isRecord } from './service.ts';

/** Why the service has not done something: its stable code, and its sentence. */
export interface Refusal {
  code: string;
  message: string;
}

/** A refusal that may name a field of the input. */
export interface FieldRefusal extends Refusal {
  field: string | null;
}

/** No answer, or one of a proxy: the page uses its own words. */
export const notReached: Refusal = { code: 'NOT_REACHED', message: '' };

/** The refusal of a whole GraphQL request. */
export function refusalOf(error: CombinedError | undefined): Refusal {
  const [first] = error?.graphQLErrors ?? [];
  return first ? { code: String(first.extensions.code), message: first.message } : notReached;
}

/** The refusal of a mutation or of the whole request; null on success. */
export function refusalIn(
  result: object | null | undefined,
  error: CombinedError | undefined,
): Refusal | null {
  if (!result) return refusalOf(error);
  return readRefusal(result);
}

/** The refusal that a value tells of: a failure of GraphQL's schema, or problem details of the other routes. */
export function readRefusal(value: unknown): Refusal | null {
  if (!isRecord(value) || typeof value.code !== 'string') return null;
  const message = value.detail ?? value.message;
  return typeof message === 'string' ? { code: value.code, message } : null;
}
