import type { ObjectRef } from '@pothos/core';
import type { ErrorCode } from '../errors.ts';
import { isFetchProblemCode } from '../fetching/problem-codes.ts';
import { builder } from './builder.ts';
import { Failure } from './failure.ts';
import { ModPack, modPackLoader } from './objects.ts';

type Types = typeof builder.$inferSchemaTypes;

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

/** The failure of a result union, or of a file that was refused without a request. */
export const UserError = builder.objectRef<Failure>('UserError').implement({
  description: 'An expected failure: why the request was not carried out.',
  fields: (t) => ({
    code: t.field({
      type: ErrorCodeEnum,
      description: 'Stable, for programs.',
      resolve: ({ code }) => code,
    }),
    message: t.exposeString('message', {
      description: 'A sentence for people: what was wrong and what to do.',
    }),
    field: t.string({
      nullable: true,
      description: 'The name of the wrong value of the request. Null where there is none.',
      resolve: ({ details }) => details.field ?? null,
    }),
    retryAfter: t.int({
      nullable: true,
      description: 'Seconds after which to retry. Null where a retry is of no use.',
      resolve: ({ details }) => details.retryAfter ?? null,
    }),
    reason: t.string({
      nullable: true,
      description:
        'Why a file cannot be fetched, a FETCH_… code of docs/fetching.md. Null where `code` is not ' +
        'NOT_FETCHED.',
      resolve: ({ details: { reason = '' } }) => (isFetchProblemCode(reason) ? reason : null),
    }),
    link: t.string({
      nullable: true,
      description:
        'Where the pack lies that an uploaded installer fetches, for `importModPack`. Null for all else.',
      resolve: ({ details }) => details.link ?? null,
    }),
    existing: t.field({
      type: ModPack,
      nullable: true,
      description: 'The modpack with the same content. Null where `code` is not DUPLICATE_MOD_PACK.',
      resolve: ({ details }, _args, context) =>
        details.modPackId === undefined ? null : modPackLoader(context).load(details.modPackId),
    }),
  }),
});

/** The union of a success and the failure, named after the success. */
export function resultOf<Success extends object>(success: ObjectRef<Types, Success>, description: string) {
  return builder.unionType(`${success.name}Result`, {
    description,
    types: [success, UserError],
    resolveType: (value) => (value instanceof Failure ? UserError : success),
  });
}
