import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import { GraphQLError } from 'graphql';
import { createYoga } from 'graphql-yoga';
import type { App } from '../app.ts';
import { AppError, type ErrorCode } from '../errors.ts';
import type { Context } from '../graphql/context.ts';
import {
  documentOf,
  type PersistedOperations,
  readPersistedOperations,
} from '../graphql/persisted-operations.ts';
import { schema } from '../graphql/schema.ts';
import { statusOf } from '../rest/status.ts';
import { exampleOperations } from './graphiql-examples.ts';
import type { OperationParams } from './graphql-form.ts';
import {
  useBatchLimit,
  useOperationLimits,
  useParamsReadByServer,
  usePersistedOperations,
  useSharedSubscriptions,
  useStreamLimit,
  useTimeLimit,
} from './graphql-plugins.ts';

/** What the server hands to each GraphQL request. */
export interface RequestContext {
  context: Context;
  /** The operations, where the server has read them itself: a form with files. */
  params?: OperationParams;
  /** Counts this request as a live stream, ended when nobody can read it any more. Fails with UNAVAILABLE. */
  admitStream?: (end: () => void) => void;
}

/** All that is told of a fault of ours. */
const unexpected = 'Unexpected error.';

/** GraphQL over HTTP: parsing, validating, masking, GraphiQL, server-sent events. */
export function createGraphQL({ log, config }: Pick<App, 'log' | 'config'>) {
  const operations: PersistedOperations =
    config.persistedOperations === null ? new Map() : readPersistedOperations(config.persistedOperations);
  const server = createYoga<RequestContext, Context>({
    schema,
    graphqlEndpoint: '/graphql',
    logging: false,
    // Forms are read by the one parser that streams files; CORS is set for all faces alike.
    multipart: false,
    cors: false,
    landingPage: false,
    graphiql: config.graphiql
      ? { title: 'Server packs', subscriptionsProtocol: 'WS', defaultQuery: exampleOperations }
      : false,
    // The page as one document, so that it loads nothing from anywhere else.
    renderGraphiQL,
    batching: { limit: config.maxBatchOperations },
    // The parser of bodies has a limit of its own.
    maxRequestBodySize: false,
    extraParamNames: ['documentId'],
    context: ({ context }) => ({ ...context }),
    plugins: [
      useParamsReadByServer(),
      useBatchLimit(config.maxBatchOperations),
      usePersistedOperations(operations, config.persistedOnly),
      useOperationLimits(config),
      useTimeLimit(config.maxQueryMs),
      useStreamLimit(),
      useSharedSubscriptions(),
    ],
    maskedErrors: { errorMessage: unexpected, maskError: (error, message) => maskError(log, error, message) },
  });
  return {
    fetch: server.fetch,
    getEnveloped: server.getEnveloped,
    /** What a caller is told of a failure: of its own fault all, of ours that there was one. */
    mask: (error: unknown) => maskError(log, error, unexpected),
    /** The document that a request on a socket means. Fails with NOT_FOUND or FORBIDDEN. */
    documentOf: (params: object) => documentOf(params, operations, config.persistedOnly) ?? '',
  };
}

export type GraphQLServer = ReturnType<typeof createGraphQL>;

/** Shows expected failures and faults of the request as they are; anything else is logged once and hidden. */
function maskError(log: App['log'], error: unknown, message: string): GraphQLError {
  const original = error instanceof GraphQLError ? error.originalError : error;
  if (original instanceof AppError) {
    return new GraphQLError(original.message, {
      ...(error instanceof GraphQLError ? { nodes: error.nodes, path: error.path } : {}),
      extensions: { code: original.code, ...httpOf(original) },
    });
  }
  const isOfTheRequest = error instanceof GraphQLError && (!original || original instanceof GraphQLError);
  if (isOfTheRequest) return error.extensions.code ? error : withCode(error, 'INVALID_INPUT');
  log.error({ err: original ?? error }, 'a resolver failed');
  return new GraphQLError(message, { extensions: { code: 'INTERNAL_ERROR' } });
}

/** The same error with a code, which the library leaves out where a variable or an id does not fit. */
function withCode(error: GraphQLError, code: ErrorCode): GraphQLError {
  const { message, nodes, source, positions, path, extensions } = error;
  return new GraphQLError(message, { nodes, source, positions, path, extensions: { ...extensions, code } });
}

/** Callers that look at the status alone shall see these too. */
function httpOf({ code, details }: AppError): object {
  const status = statusOf[code];
  if (![401, 403, 429, 503].includes(status)) return {};
  const headers = {
    ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    ...(details.retryAfter === undefined ? {} : { 'retry-after': String(details.retryAfter) }),
  };
  return { http: { status, headers } };
}
