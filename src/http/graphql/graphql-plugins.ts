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
import type { App } from '../../app.ts';
import type { Config } from '../../config.ts';
import type { Context } from '../../graphql/context.ts';
import { operationFault, syntaxFault, validationFault } from '../../graphql/execution/error-words.ts';
import { executeWithin } from '../../graphql/execution/execution.ts';
import { charactersPerToken, faultsOfSize, type OperationLimits } from '../../graphql/execution/limits.ts';
import type { Subscribe } from '../../graphql/subscriptions/shared-subscriptions.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import { hasData } from './graphql-answer.ts';
import type { RequestContext } from './graphql-request.ts';

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
        throw tooComplex(`This document has ${length} characters; at most ${maxCharacters} are accepted.`);
      }
      setParseFn((source, options) => {
        try {
          // The library accepts empty selections; the specification's grammar does not.
          return parse(source, { ...options, maxTokens, allowEmptySelectionSets: false });
        } catch (error) {
          // The parser reports its limit as a syntax error, and stops counting there.
          if (!(error instanceof GraphQLError)) throw error;
          if (!/more than \d+ tokens/.test(error.message)) throw syntaxFault(error);
          throw tooComplex(`This document has more than ${maxTokens} tokens; no more are accepted.`);
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

function tooComplex(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'QUERY_TOO_COMPLEX', http: { status: 400 } } });
}

/** Executes queries and mutations within their limits, measured and traced. */
export function useExecution({
  config,
  metrics,
  tracing,
}: Pick<App, 'config' | 'metrics' | 'tracing'>): Plugin<Context> {
  return {
    onExecute({ args, setExecuteFn }) {
      const subject = subjectOf(args);
      const end = beginOperation(metrics, subject);
      const name = `graphql ${subject.type} ${subject.field}`;
      setExecuteFn(() => tracing.within(name, {}, () => executeWithin(config, args)));
      return {
        onExecuteDone: ({ result }) => end(isAsyncIterable(result) || (result.errors?.length ?? 0) > 0),
      };
    },
  };
}

/**
 * Serves what the library alone answers: streams. Its requests have been read by the server; a subscription counts as a
 * stream, whatever content types the client accepts, and ends with its request.
 */
export function useStreams(subscribe: Subscribe): Plugin<Context & RequestContext, RequestContext> {
  return {
    onRequestParse({ serverContext: { operation }, setRequestParser }) {
      setRequestParser(() => operation);
    },
    onSubscribe({ args, setSubscribeFn }) {
      const stopped = Promise.withResolvers<void>();
      args.contextValue.admitStream(stopped.resolve);
      setSubscribeFn(() => subscribe(args));
      return {
        onSubscribeResult({ result }) {
          if (!isAsyncIterable(result)) return;
          const stream = result[Symbol.asyncIterator]();
          void stopped.promise.then(() => stream.return?.());
        },
      };
    },
    onResultProcess({ result, setResult }) {
      // Beside data, failures of single fields do not set the status.
      if (!isAsyncIterable(result) && !Array.isArray(result) && hasData(result.data))
        setResult(withoutStatus(result));
    },
  };
}

/** The result with errors that set no status and headers. */
function withoutStatus(result: ExecutionResult): ExecutionResult {
  if (result.errors === undefined) return result;
  const errors = result.errors.map(({ message, nodes, source, positions, path, extensions }) => {
    const { http: _http, ...shown } = extensions;
    return new GraphQLError(message, { nodes, source, positions, path, extensions: shown });
  });
  return { ...result, errors };
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
