import type { ErrorCode } from '../../client/gql/schema.ts';
import { AppError } from '../errors.ts';

/** The fields that operations select of an expected failure. */
export interface FailureFields {
  code: ErrorCode;
  message: string;
  /** Seconds. */
  retryAfter?: number | null;
}

/** An expected failure that was answered as data, as the error it was. */
export function failureOf({ code, message, retryAfter }: FailureFields): AppError {
  return new AppError(code, message, retryAfter == null ? {} : { retryAfter });
}
