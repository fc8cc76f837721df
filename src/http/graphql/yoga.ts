import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  getOperationAST,
  OperationTypeNode,
} from 'graphql';
import { createYoga, isAsyncIterable } from 'graphql-yoga';
import type { App } from '../../app.ts';
import { BoundedMap } from '../../bounded-map.ts';
import { noRoomFailure } from '../../database/no-room.ts';
import { unreachableFailure } from '../../database/unreachable.ts';
import { AppError, type ErrorCode } from '../../errors.ts';
import type { Context } from '../../graphql/context.ts';
import { withCost } from '../../graphql/execution/cost.ts';
import { executionFault } from '../../graphql/execution/error-words.ts';
import type { OurExecutionArgs } from '../../graphql/execution/execution.ts';
import {
  type KnownOperation,
  type RequestedOperation,
  withDocument,
} from '../../graphql/execution/params.ts';
import {
  type PersistedOperations,
  readPersistedOperations,
} from '../../graphql/execution/persisted-operations.ts';
import { schema } from '../../graphql/schema.ts';
import { createSharedSubscribe, type Subscribe } from '../../graphql/subscriptions/shared-subscriptions.ts';
import { secondsToWait, statusOf } from '../../rest/status.ts';
import {
  beginOperation,
  subjectOf,
  useExecution,
  useOperationLimits,
  useStreams,
} from './graphql-plugins.ts';
import type { RequestContext } from './graphql-request.ts';

/** The message for faults of the service. */
const unexpected = 'Unexpected error.';

/**
 * GraphQL for HTTP, sockets and forms. An operation is prepared by the library's `getEnveloped`: parsed, validated and
 * executed through the plugins, without the library's own requests and responses. Streams over HTTP are the library's.
 */
export function createGraphQL(app: Pick<App, 'log' | 'config' | 'metrics' | 'tracing'>) {
  const { log, config, metrics } = app;
  const operations: PersistedOperations =
    config.persistedOperations === null ? new Map() : readPersistedOperations(config.persistedOperations);
  const mask = (error: unknown) => maskError(log, error, unexpected);
  const subscribe = createSharedSubscribe(config, mask);
  const yoga = createYoga<RequestContext, Context>({
    schema,
    graphqlEndpoint: '/graphql',
    logging: false,
    // The service's own parser streams files of forms; CORS headers are set for the whole server.
    multipart: false,
    cors: false,
    landingPage: false,
    // The server serves GraphiQL's page itself.
    graphiql: false,
    // Weighed by the characters of its text, since a parsed document takes a few hundred bytes for each token. Documents
    // with syntax errors are not cached.
    parserAndValidationCache: {
      documentCache: new BoundedMap<string, DocumentNode>(
        config.documentCacheCharacters,
        (_document, text) => text.length,
      ),
      errorCache: { get: () => undefined, set: () => {} },
    },
    // The server limits bodies itself.
    maxRequestBodySize: false,
    context: ({ context }) => context,
    plugins: [useOperationLimits(config), useExecution(app), useStreams(subscribe)],
    maskedErrors: { errorMessage: unexpected, maskError: mask },
  });
  const countedSubscribe = counted(subscribe, metrics);

  /** Finds the document of an operation, or returns the fault of the request. */
  function findDocument(requested: RequestedOperation): KnownOperation | GraphQLError {
    try {
      return withDocument(requested, operations, config.persistedOnly);
    } catch (error) {
      return faultOfRequest(error) ?? mask(error);
    }
  }

  /** Parses and validates an operation. Returns its faults instead, if it has any. */
  async function prepare(
    context: Context,
    { query, operationName, variables = {}, extensions }: KnownOperation,
    method = 'POST',
  ): Promise<PreparedOperation | readonly GraphQLError[]> {
    try {
      // The plugins look there for the method and the name.
      const initial = { context, params: { operationName }, request: { method } };
      const { parse, validate, contextFactory, execute } = yoga.getEnveloped(initial);
      const document: DocumentNode = parse(query);
      const faults: readonly GraphQLError[] = validate(schema, document);
      if (faults.length > 0) return faults;
      const args: OurExecutionArgs = {
        schema,
        document,
        operationName: operationName ?? null,
        variableValues: variables,
        contextValue: await contextFactory(),
      };
      return {
        args,
        isSubscription:
          getOperationAST(document, operationName)?.operation === OperationTypeNode.SUBSCRIPTION,
        execute: async () => {
          const result = await execute(args);
          return extensions?.cost ? withCost(result, args, config.maxQueryCost) : result;
        },
        subscribe: () => countedSubscribe(args),
      };
    } catch (error) {
      return [mask(error)];
    }
  }
  return { findDocument, prepare, mask, fetch: yoga.fetch, fetchAPI: yoga.fetchAPI };
}

/** An operation that is ready to run. */
export interface PreparedOperation {
  args: OurExecutionArgs;
  isSubscription: boolean;
  /** Executes a query or a mutation. */
  execute(): Promise<ExecutionResult>;
  subscribe: () => ReturnType<Subscribe>;
}

/** A fault of the whole request, which is told by the status whatever content types the caller accepts; else null. */
export function faultOfRequest(error: unknown): GraphQLError | null {
  if (!(error instanceof AppError)) return null;
  const { code, message } = error;
  if (code !== 'BAD_REQUEST' && code !== 'UNSUPPORTED_MEDIA_TYPE') return null;
  return new GraphQLError(message, { extensions: { code, http: { status: statusOf[code] } } });
}

/** Counts subscriptions without plugins: a plugin would add one step for each answer to each subscriber. */
function counted(subscribe: Subscribe, metrics: App['metrics']): Subscribe {
  return async (args) => {
    const end = beginOperation(metrics, subjectOf(args));
    const result = await subscribe(args);
    end(!isAsyncIterable(result));
    return result;
  };
}

export type GraphQLServer = ReturnType<typeof createGraphQL>;

/** Shows expected failures and faults of the request as they are; any other error is logged once and hidden. */
function maskError(log: App['log'], error: unknown, message: string): GraphQLError {
  const thrown = error instanceof GraphQLError ? error.originalError : error;
  const original = noRoomFailure(thrown) ?? awayFailure(log, thrown) ?? thrown;
  if (original instanceof AppError) {
    return new GraphQLError(original.message, {
      ...(error instanceof GraphQLError ? { nodes: error.nodes, path: error.path } : {}),
      extensions: { code: original.code, ...httpOf(original) },
    });
  }
  const isOfGraphQL = error instanceof GraphQLError && (!original || original instanceof GraphQLError);
  const fault = isOfGraphQL ? executionFault(error) : null;
  if (fault) return fault.extensions.code ? fault : withCode(fault, 'INVALID_INPUT');
  log.error({ err: original ?? error }, 'a resolver failed');
  return new GraphQLError(message, { extensions: { code: 'INTERNAL_ERROR' } });
}

/** Logs an unreachable database and returns the failure to show; null for other errors. */
function awayFailure(log: App['log'], error: unknown): AppError | null {
  const away = error instanceof AppError ? null : unreachableFailure(error);
  if (away) log.error({ err: error }, 'the database cannot be reached');
  return away;
}

/** Adds a code to an error: the library sets none for an unfitting variable or id. */
function withCode(error: GraphQLError, code: ErrorCode): GraphQLError {
  const { message, nodes, source, positions, path, extensions } = error;
  return new GraphQLError(message, { nodes, source, positions, path, extensions: { ...extensions, code } });
}

/** Some clients read the HTTP status only, so the error sets the status, too. */
function httpOf({ code, details }: AppError): object {
  const status = statusOf[code];
  if (![401, 403, 429, 503, 507].includes(status)) return {};
  const retryAfter = secondsToWait(status, details.retryAfter);
  const headers = {
    ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
  };
  return { http: { status, headers } };
}
