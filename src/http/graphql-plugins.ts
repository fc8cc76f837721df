import {
  type ExecutionArgs,
  GraphQLError,
  getOperationAST,
  NoSchemaIntrospectionCustomRule,
  OperationTypeNode,
  parse,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Config } from '../config.ts';
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
    onParams({ params, setParams }) {
      // What is no object at all is refused by the next check.
      if (typeof params !== 'object' || params === null) return;
      const query = documentOf(params, operations, only);
      if (query !== null && query !== params.query) setParams({ ...params, query });
    },
  };
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
        const message = `This document has ${length} characters; at most ${maxCharacters} are accepted.`;
        throw new GraphQLError(message, { extensions: { code: 'QUERY_TOO_COMPLEX', http: { status: 400 } } });
      }
      setParseFn((source, options) => parse(source, { ...options, maxTokens }));
    },
    onValidate({ addValidationRule }) {
      addValidationRule(rule);
      if (!limits.introspection) addValidationRule(NoSchemaIntrospectionCustomRule);
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
