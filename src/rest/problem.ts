import { STATUS_CODES } from 'node:http';
import type { AppError } from '../errors.ts';
import { statusOf } from './status.ts';

/** An error answer in the format of RFC 9457, with the stable code. */
export interface ProblemDetails {
  type: 'about:blank';
  title: string;
  status: number;
  detail: string;
  code: string;
  /** The single problems, where there are several. */
  errors?: AppError['details']['errors'];
}

export const problemMediaType = 'application/problem+json';

export function problem(status: number, code: string, detail: string): ProblemDetails {
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail, code };
}

/** The answer to an expected failure. */
export function problemOf(error: AppError): ProblemDetails {
  const { errors } = error.details;
  return { ...problem(statusOf[error.code], error.code, error.message), ...(errors && { errors }) };
}
