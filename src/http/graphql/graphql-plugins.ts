import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  getOperationAST,
  Kind,
  NoSchemaIntrospectionCustomRule,
  parse,
} from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import { z } from 'zod';
import type { Config } from '../../config.ts';
import { AppError } from '../../errors.ts';
import type { Context } from '../../graphql/context.ts';
import { operationFault, syntaxFault, validationFault } from '../../graphql/execution/error-words.ts';
import { type ExecutionLimits, executeWithin } from '../../graphql/execution/execution.ts';
import { charactersPerToken, faultsOfSize, type OperationLimits } from '../../graphql/execution/limits.ts';
import { parseOperation, withDocument } from '../../graphql/execution/params.ts';
import type { PersistedOperations } from '../../graphql/execution/persisted-operations.ts';
import type { Subscribe } from '../../graphql/subscriptions/shared-subscriptions.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { statusOf } from '../../rest/status.ts';
import type { Tracing } from '../../tracing/tracing.ts';
import type { RequestContext } from './graphql-request.ts';

/** Uses the operations that the server has already read from the request. */
export function useOperationsReadByServer(): Plugin<object, RequestContext> {
  return {
    onRequestParse({ serverContext, setRequestParser }) {
      setRequestParser(() => asFaultOfTheRequest(serverContext.operations));
    },
  };
}

/** Accepts documents by their hash, and drops unknown fields of requests. */
export function usePersistedOperations(operations: PersistedOperations, only: boolean): Plugin {
  return {
    onParams({ params, setParams }) {
      setParams(asFaultOfTheRequest(() => withDocument(parseOperation(params), operations, only)));
    },
  };
}

/** Reports a fault of the whole request by the status, whatever content types the caller accepts. */
function asFaultOfTheRequest<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message } = error;
    if (code !== 'BAD_REQUEST' && code !== 'UNSUPPORTED_MEDIA_TYPE') throw error;
    throw new GraphQLError(message, { extensions: { code, http: { status: statusOf[code] } } });
  }
}

/**
 * Refuses documents with too many tokens before they are parsed whole, and operations that are too wide or too deep.
 */
export function useOperationLimits(limits: OperationLimits & Pick<Config, 'introspection'>): Plugin {
  const maxTokens = limits.maxQueryTokens;
  const maxCharacters = maxTokens * charactersPerToken;
  return {
    onParse({ params, setParseFn }) {
      const { length } = String(params.source);
      if (length > maxCharacters) {
        throw tooComplex(
          `This document has ${length} characters; at most ${maxCharacters} are accepted.`,
          400,
        );
      }
      setParseFn((source, options) => {
        try {
          // The library accepts empty selections; the specification's grammar does not.
          return parse(source, { ...options, maxTokens, allowEmptySelectionSets: false });
        } catch (error) {
          // The parser reports its limit as a syntax error, and stops counting there.
          if (!(error instanceof GraphQLError)) throw error;
          if (!/more than \d+ tokens/.test(error.message)) throw syntaxFault(error);
          throw tooComplex(`This document has more than ${maxTokens} tokens; no more are accepted.`, 400);
        }
      });
      return ({ result, context: { request, params } }) => {
        if (!isDocument(result)) return;
        const fault = operationFault(result, params?.operationName, request?.method);
        if (fault) throw fault;
      };
    },
    onValidate({ validateFn, setValidationFn, addValidationRule }) {
      setValidationFn((schema, document, ...rest) => {
        const faults = faultsOfSize(document, limits);
        return faults.length > 0 ? faults : validateFn(schema, document, ...rest).map(validationFault);
      });
      if (!limits.introspection) addValidationRule(NoSchemaIntrospectionCustomRule);
    },
  };
}

function isDocument(parsed: unknown): parsed is DocumentNode {
  return typeof parsed === 'object' && parsed !== null && 'definitions' in parsed;
}

/** Refuses batches with too many operations, stating the numbers, and batches with subscriptions. */
export function useBatchLimit(most: number): Plugin<{ request: Request }> {
  const batches = new WeakSet<Request>();
  return {
    onRequestParse: ({ request }) => ({
      onRequestParseDone({ requestParserResult: operations }) {
        if (!Array.isArray(operations)) return;
        batches.add(request);
        if (operations.length <= most) return;
        throw tooComplex(
          `This request has ${operations.length} operations; at most ${most} are accepted.`,
          413,
        );
      },
    }),
    onSubscribe({ args }) {
      if (!batches.has(args.contextValue.request)) return;
      throw new AppError(
        'BAD_REQUEST',
        'A subscription has no place among other operations. Send it by itself.',
      );
    },
  };
}

/** Answers 200 if there is any data: failures of single fields are reported in the errors only. */
export function useOkWithData(): Plugin {
  return {
    onResultProcess({ result, setResult }) {
      if (isAsyncIterable(result)) return;
      if (Array.isArray(result)) {
        if (result.some(hasData)) setResult(result.map(withoutStatus));
      } else if (hasData(result)) setResult(withoutStatus(result));
    },
  };
}

function hasData({ data }: ExecutionResult): boolean {
  return Object.values(data ?? {}).some((value) => value !== null);
}

/** The result with errors that carry no status and headers. */
function withoutStatus<Result extends ExecutionResult>(result: Result): Result {
  if (result.errors === undefined) return result;
  const errors = result.errors.map(({ message, nodes, source, positions, path, extensions }) => {
    const { http: _http, ...shown } = extensions;
    return new GraphQLError(message, { nodes, source, positions, path, extensions: shown });
  });
  return { ...result, errors };
}

/**
 * Gives a batch the status of an operation that failed because the service is unavailable, as a single operation would
 * get. The library answers every batch with 200.
 */
export function useUnavailableBatches(): Plugin {
  const unavailable = new WeakMap<Request, Record<string, string>>();
  return {
    onResultProcess({ request, result }) {
      if (!Array.isArray(result)) return;
      const away = result
        .flatMap((one) => ('errors' in one ? (one.errors ?? []) : []))
        .map(({ extensions }) => httpOfError.safeParse(extensions.http).data)
        .find((http) => http?.status === statusOf.UNAVAILABLE);
      if (away) unavailable.set(request, away.headers);
    },
    async onResponse({ request, response, setResponse, fetchAPI }) {
      const extra = unavailable.get(request);
      if (!extra) return;
      const headers = { ...Object.fromEntries(response.headers), ...extra };
      const { UNAVAILABLE: status } = statusOf;
      setResponse(new fetchAPI.Response(await response.text(), { status, headers }));
    },
  };
}

/** HTTP status and headers that an error sets on its answer. */
const httpOfError = z.object({ status: z.number(), headers: z.record(z.string(), z.string()).default({}) });

function tooComplex(message: string, status: number): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'QUERY_TOO_COMPLEX', http: { status } } });
}

/** Counts subscriptions over HTTP, whatever content types the client accepts, and ends each with its request. */
export function useStreamLimit(): Plugin<RequestContext> {
  return {
    onSubscribe({ args }) {
      const stopped = Promise.withResolvers<void>();
      args.contextValue.admitStream?.(stopped.resolve);
      return {
        onSubscribeResult({ result }) {
          if (!isAsyncIterable(result)) return;
          const stream = result[Symbol.asyncIterator]();
          void stopped.promise.then(() => stream.return?.());
        },
      };
    },
  };
}

/** Computes one answer to an event for all subscribers with the same subscription. */
export function useSharedSubscriptions(subscribe: Subscribe): Plugin<Context> {
  return {
    onSubscribe({ args, setSubscribeFn }) {
      setSubscribeFn(() => subscribe(args));
    },
  };
}

/** Executes queries and mutations within their limits. */
export function useExecutionLimits(
  limits: ExecutionLimits,
  tracing: Tracing,
): Plugin<Context & RequestContext> {
  return {
    onExecute({ args, setExecuteFn }) {
      const { onResult } = args.contextValue;
      const { type, field } = subjectOf(args);
      setExecuteFn(() => tracing.within(`graphql ${type} ${field}`, {}, () => executeWithin(limits, args)));
      return { onExecuteDone: ({ result }) => (isAsyncIterable(result) ? undefined : onResult?.(result)) };
    },
  };
}

/** Counts operations by type and first field, and measures their time. */
export function useMetrics(metrics: Metrics): Plugin<Context & RequestContext> {
  return {
    onExecute({ args }) {
      const end = beginOperation(metrics, subjectOf(args));
      return {
        onExecuteDone: ({ result }) => end(isAsyncIterable(result) || (result.errors?.length ?? 0) > 0),
      };
    },
    onSubscribe({ args }) {
      const end = beginOperation(metrics, subjectOf(args));
      return { onSubscribeResult: ({ result }) => end(!isAsyncIterable(result)) };
    },
  };
}

/** The labels of an operation in metrics: its type and its first field. */
export interface OperationSubject {
  type: string;
  field: string;
}

export function subjectOf(args: Pick<ExecutionArgs, 'document' | 'operationName'>): OperationSubject {
  const operation = getOperationAST(args.document, args.operationName);
  const first = operation?.selectionSet.selections[0];
  const type = operation?.operation ?? 'none';
  // Documents are validated by now, so the fields exist in the schema.
  return { type, field: first?.kind === Kind.FIELD ? first.name.value : 'fragment' };
}

/** Counts a started operation; the returned function records its outcome. */
export function beginOperation(
  metrics: Metrics,
  { type, field }: OperationSubject,
): (failed: boolean) => void {
  const startedAt = performance.now();
  return (failed) =>
    metrics.executed({
      type,
      field,
      outcome: failed ? 'error' : 'ok',
      seconds: (performance.now() - startedAt) / 1_000,
    });
}
