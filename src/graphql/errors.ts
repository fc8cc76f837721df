import type { ErrorCode } from '../errors.ts';
import { fetchProblemCodes, isFetchProblemCode } from '../fetching/problem-codes.ts';
import { builder } from './builder.ts';
import type { Failure } from './failure.ts';

const codeWords: Record<ErrorCode, { description: string }> = {
  BAD_REQUEST: { description: 'The request as a whole cannot be read.' },
  INVALID_INPUT: { description: 'A value of the request cannot be accepted; the field is named.' },
  EMPTY_FILE: { description: 'The uploaded file has no bytes.' },
  NOT_A_ZIP: { description: 'The uploaded file is no zip archive, or a truncated one.' },
  NOT_FOUND: { description: 'The object does not exist.' },
  NOT_READY: { description: 'The object exists, but its content does not yet.' },
  DUPLICATE_MOD_PACK: { description: 'The same content is stored already as a modpack.' },
  DUPLICATE_SERVER_PACK: { description: 'The same server pack exists already.' },
  CONFLICT: { description: 'The object is not in a state in which this can be done.' },
  GONE: { description: 'The content was stored once and no longer is, or it is in quarantine.' },
  TOO_LARGE: { description: 'The upload is larger than the limit.' },
  STORAGE_FULL: { description: 'The storage is full.' },
  UPLOAD_INTERRUPTED: { description: 'The upload was interrupted.' },
  NOT_FETCHED: { description: 'A file that the request names cannot be fetched; the reason is given.' },
  UNSUPPORTED_MEDIA_TYPE: { description: 'The body is of a kind that is not accepted here.' },
  METHOD_NOT_ALLOWED: { description: 'The method is not answered here.' },
  TOO_MANY_REQUESTS: { description: 'There were too many requests; try again later.' },
  UNAUTHENTICATED: { description: 'The request needs a token.' },
  FORBIDDEN: { description: 'The given token does not allow the request.' },
  UNAVAILABLE: { description: 'The service cannot answer now; try again later.' },
  QUERY_TOO_COMPLEX: { description: 'The operation is larger or costs more than the limit.' },
};

export const ErrorCodeEnum = builder.enumType('ErrorCode', {
  description: 'The stable codes of expected failures.',
  values: codeWords,
});

const FetchProblem = builder.enumType('FetchProblem', {
  description: 'Why a file cannot be fetched.',
  values: Object.fromEntries(
    Object.entries(fetchProblemCodes).map(([code, description]) => [code, { description }]),
  ),
});

export const ErrorInterface = builder.interfaceRef<Failure>('Error').implement({
  description: 'An expected failure.',
  fields: (t) => ({
    code: t.field({
      type: ErrorCodeEnum,
      description: 'Stable, for programs.',
      resolve: (error) => error.code,
    }),
    message: t.exposeString('message', {
      description: 'A sentence for people: what was wrong and what to do.',
    }),
  }),
});

export const InvalidInputError = builder.objectRef<Failure>('InvalidInputError').implement({
  description: 'The request holds an invalid value.',
  interfaces: [ErrorInterface],
  fields: (t) => ({
    field: t.string({
      nullable: true,
      description: 'The input field concerned, if there is one.',
      resolve: (error) => error.details.field ?? null,
    }),
  }),
});

export const NotFoundError = builder.objectRef<Failure>('NotFoundError').implement({
  description: 'The object that the request names does not exist.',
  interfaces: [ErrorInterface],
});

export const UnavailableError = builder.objectRef<Failure>('UnavailableError').implement({
  description:
    'The request is fine but cannot be served now: no room left, too many requests, shutting down.',
  interfaces: [ErrorInterface],
  fields: (t) => ({
    retryAfter: t.int({
      nullable: true,
      description: 'Seconds after which to retry, if known.',
      resolve: (error) => error.details.retryAfter ?? null,
    }),
  }),
});

export const NotFetchedError = builder.objectRef<Failure>('NotFetchedError').implement({
  description: 'A file that the request names cannot be fetched from where it is published.',
  interfaces: [ErrorInterface],
  fields: (t) => ({
    reason: t.field({
      type: FetchProblem,
      nullable: true,
      description: 'Why.',
      resolve: ({ details: { reason = '' } }) => (isFetchProblemCode(reason) ? reason : null),
    }),
  }),
});

export const ConflictError = builder.objectRef<Failure>('ConflictError').implement({
  description: "The object's state does not allow this.",
  interfaces: [ErrorInterface],
});

export const ForbiddenError = builder.objectRef<Failure>('ForbiddenError').implement({
  description: 'The caller may not do this: the request needs a token, or one with another role.',
  interfaces: [ErrorInterface],
});

/** The schema's error type for each code. */
const typeOfCode: Record<ErrorCode, ErrorTypeName> = {
  BAD_REQUEST: 'InvalidInputError',
  INVALID_INPUT: 'InvalidInputError',
  EMPTY_FILE: 'InvalidInputError',
  NOT_A_ZIP: 'InvalidInputError',
  TOO_LARGE: 'InvalidInputError',
  UPLOAD_INTERRUPTED: 'InvalidInputError',
  NOT_FETCHED: 'NotFetchedError',
  UNSUPPORTED_MEDIA_TYPE: 'InvalidInputError',
  METHOD_NOT_ALLOWED: 'InvalidInputError',
  NOT_FOUND: 'NotFoundError',
  NOT_READY: 'NotFoundError',
  DUPLICATE_MOD_PACK: 'DuplicateModPackError',
  DUPLICATE_SERVER_PACK: 'InvalidInputError',
  CONFLICT: 'ConflictError',
  GONE: 'ConflictError',
  STORAGE_FULL: 'UnavailableError',
  TOO_MANY_REQUESTS: 'UnavailableError',
  UNAVAILABLE: 'UnavailableError',
  QUERY_TOO_COMPLEX: 'InvalidInputError',
  UNAUTHENTICATED: 'ForbiddenError',
  FORBIDDEN: 'ForbiddenError',
};

type ErrorTypeName =
  | 'InvalidInputError'
  | 'NotFoundError'
  | 'UnavailableError'
  | 'ForbiddenError'
  | 'ConflictError'
  | 'DuplicateModPackError'
  | 'NotFetchedError';

/** The type name in a result union: the error's type for a failure, else `success`. */
export function resultType(value: object | Failure, success: string): string {
  return 'code' in value ? typeOfCode[value.code] : success;
}
