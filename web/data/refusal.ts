import type { CombinedError } from 'urql';
import { isRecord } from './service.ts';

/** Why the service has not done something: its stable code, and its sentence. */
export interface Refusal {
  code: string;
  message: string;
}

/** One that names the field of the input that it is about, if it is about one. */
export interface FieldRefusal extends Refusal {
  field: string | null;
}

/** The service was not reached, or somebody before it has answered: the page says so in its own words. */
export const notReached: Refusal = { code: 'NOT_REACHED', message: '' };

/** What is wrong with a GraphQL request as a whole. */
export function refusalOf(error: CombinedError | undefined): Refusal {
  const [first] = error?.graphQLErrors ?? [];
  return first ? { code: String(first.extensions.code), message: first.message } : notReached;
}

/** What a mutation answers in place of what it does, or what is wrong with it as a whole; null when it was done. */
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
