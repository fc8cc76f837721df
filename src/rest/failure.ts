import type { ErrorCode } from '../../client/gql/schema.ts';
import { AppError } from '../errors.ts';

/** The fields of an expected failure that operations select. */
export interface FailureFields {
  code: ErrorCode;
  message: string;
  /** Seconds. */
  retryAfter?: number | null;
}

/** Restores the error of an expected failure that was answered as data. */
export function failureOf({ code, message, retryAfter }: FailureFields): AppError {
  return new AppError(code, message, retryAfter == null ? {} : { retryAfter });
}
