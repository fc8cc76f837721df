import {
  type ExecutionArgs,
  GraphQLError,
  getOperationAST,
  NoSchemaIntrospectionCustomRule,
  OperationTypeNode,
  parse,
} from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import type { Context } from '../graphql/context.ts';
import { charactersPerToken, limitsRule, type OperationLimits } from '../graphql/limits.ts';
import { documentOf, type PersistedOperations } from '../graphql/persisted-operations.ts';
import { createSharedSubscribe } from '../graphql/shared-subscriptions.ts';
import type { RequestContext } from './yoga.ts';

/** Takes the operation of a form from the server, which has read the form itself. */
export function useParamsReadByServer(): Plugin<object, RequestContext> {
  return {
    onRequestParse({ serverContext, setRequestParser }) {
      const { params } = serverContext;
      if (params) setRequestParser(() => params);
    },
  };
}

/** Lets requests name their document by its hash. */
export function usePersistedOperations(operations: PersistedOperations, only: boolean): Plugin {
  return {
    onParams({ request, params, setParams }) {
      // What is no object at all is refused by the next check.
      if (typeof params !== 'object' || params === null) return;
      const query = documentOf({ ...inAddress(request), ...params }, operations, only);
      if (query !== null && query !== params.query) setParams({ ...params, query });
    },
  };
}

/** What a GET request names its document by, beside what Yoga reads itself. */
function inAddress({ method, url }: Pick<Request, 'method' | 'url'>): { documentId?: string } {
  const documentId =
    method === 'GET' ? new URL(url, 'http://localhost').searchParams.get('documentId') : null;
  return documentId === null ? {} : { documentId };
}

/** Refuses documents that are too large before they are parsed whole, and operations that are too wide or too deep. */
export function useOperationLimits(limits: OperationLimits & Pick<Config, 'introspection'>): Plugin {
  const rule = limitsRule(limits);
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
          return parse(source, { ...options, maxTokens });
        } catch (error) {
          // The parser tells of the limit as it tells of a wrong character, and counts no further.
          if (!(error instanceof GraphQLError && /more than \d+ tokens/.test(error.message))) throw error;
          throw tooComplex(`This document has more than ${maxTokens} tokens; no more are accepted.`, 400);
        }
      });
    },
    onValidate({ addValidationRule }) {
      addValidationRule(rule);
      if (!limits.introspection) addValidationRule(NoSchemaIntrospectionCustomRule);
    },
  };
}

/** Refuses requests that hold too many operations, with the figures, and subscriptions among several. */
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

function tooComplex(message: string, status: number): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'QUERY_TOO_COMPLEX', http: { status } } });
}

/** Counts subscriptions over HTTP, whatever a client says that it takes, and ends each with its request. */
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

/** Answers an event once for all subscribers who would be told the same. */
export function useSharedSubscriptions(): Plugin<Context> {
  const subscribe = createSharedSubscribe();
  return {
    onSubscribe({ args, setSubscribeFn }) {
      setSubscribeFn(() => subscribe(args));
    },
  };
}

/**
 * Ends queries that take too long. Mutations are let to their end: whoever is told that one failed must be able to
 * believe it.
 */
export function useTimeLimit(maxQueryMs: number): Plugin {
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const operation = getOperationAST(args.document, args.operationName);
      if (operation?.operation !== OperationTypeNode.QUERY) return;
      setExecuteFn(async (execution: ExecutionArgs) => {
        const late = Promise.withResolvers<{ errors: GraphQLError[] }>();
        const message = `This operation took longer than ${maxQueryMs} ms. Ask for smaller pages or fewer fields.`;
        const refusal = new GraphQLError(message, {
          extensions: { code: 'TIMED_OUT', http: { status: 503 } },
        });
        const stop = new AbortController();
        const timer = setTimeout(() => {
          late.resolve({ errors: [refusal] });
          stop.abort(refusal);
        }, maxQueryMs);
        try {
          const interruptible = { ...execution, signal: stop.signal };
          const executed = Promise.resolve(executeFn(interruptible));
          // Once it is too late, nobody hears of the interruption that follows.
          executed.catch(() => {});
          return await Promise.race([late.promise, executed]);
        } finally {
          clearTimeout(timer);
        }
      });
    },
  };
}
