import type { z } from 'zod';

/** An answer that Discord gives instead of what was asked for; sent as it is. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: number;
  readonly errors: FormErrors | undefined;

  constructor(status: number, code: number, message: string, errors?: FormErrors) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.errors = errors;
  }
}

/** The nested `errors` of an Invalid Form Body: keys lead to a field, `_errors` says what is wrong with it. */
export interface FormErrors {
  [key: string]: FormErrors | { code: string; message: string }[];
}

/** A single fault of a form and where it is. */
export interface FormFault {
  path: readonly PropertyKey[];
  code: string;
  message: string;
}

/** 50035 with every fault at its place. */
export function invalidForm(faults: readonly FormFault[]): ApiError {
  const errors: FormErrors = {};
  for (const fault of faults) {
    let place = errors;
    for (const key of fault.path) {
      const next = place[String(key)];
      if (next !== undefined && !Array.isArray(next)) place = next;
      else {
        const made: FormErrors = {};
        place[String(key)] = made;
        place = made;
      }
    }
    const here = place._errors;
    const found = { code: fault.code, message: fault.message };
    if (Array.isArray(here)) here.push(found);
    else place._errors = [found];
  }
  return new ApiError(400, 50035, 'Invalid Form Body', errors);
}

/** Parses a form by its schema; throws 50035 with Discord's own codes, the paths starting with `at`. */
export function parseForm<T extends z.ZodType>(
  schema: T,
  body: unknown,
  at: readonly string[] = [],
): z.infer<T> {
  const parsed = schema.safeParse(body ?? {});
  if (parsed.success) return parsed.data;
  throw invalidForm(parsed.error.issues.map((issue) => formFault(issue, at)));
}

function formFault(issue: z.core.$ZodIssue, at: readonly string[]): FormFault {
  const path = [...at, ...issue.path];
  switch (issue.code) {
    case 'custom': {
      const code: unknown = issue.params?.code;
      return { path, code: typeof code === 'string' ? code : 'BASE_TYPE_INVALID', message: issue.message };
    }
    case 'too_big':
      return issue.origin === 'number' || issue.origin === 'int'
        ? {
            path,
            code: 'NUMBER_TYPE_MAX',
            message: `int value should be less than or equal to ${issue.maximum}.`,
          }
        : {
            path,
            code: 'BASE_TYPE_MAX_LENGTH',
            message: `Must be ${issue.maximum} or fewer in length.`,
          };
    case 'too_small':
      if (issue.origin === 'number' || issue.origin === 'int')
        return {
          path,
          code: 'NUMBER_TYPE_MIN',
          message: `int value should be greater than or equal to ${issue.minimum}.`,
        };
      return issue.minimum === 1
        ? { path, code: 'BASE_TYPE_REQUIRED', message: 'This field is required' }
        : { path, code: 'BASE_TYPE_MIN_LENGTH', message: `Must be at least ${issue.minimum} in length.` };
    case 'invalid_value':
      return {
        path,
        code: 'BASE_TYPE_CHOICES',
        message: `Value must be one of {${issue.values.map(String).join(', ')}}.`,
      };
    case 'invalid_type':
      return issue.message.endsWith('received undefined')
        ? { path, code: 'BASE_TYPE_REQUIRED', message: 'This field is required' }
        : { path, code: 'BASE_TYPE_BAD_TYPE', message: `Expected ${issue.expected}.` };
    default:
      return { path, code: 'BASE_TYPE_INVALID', message: issue.message };
  }
}
