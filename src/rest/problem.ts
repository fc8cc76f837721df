import { STATUS_CODES } from 'node:http';
import type { AppError } from '../errors.ts';
import { statusOf } from './status.ts';

/** An error answer as RFC 9457 shapes it, with the stable code beside. */
export interface ProblemDetails {
  type: 'about:blank';
  title: string;
  status: number;
  detail: string;
  code: string;
  /** What is wrong, problem by problem, where there is more to say. */
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
