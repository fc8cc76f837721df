import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  getOperationAST,
  OperationTypeNode,
} from 'graphql';
import { AppError } from '../../errors.ts';
import type { Context } from '../../graphql/context.ts';
import type { DocumentCache } from '../../graphql/execution/document-cache.ts';
import { type ExecutionLimits, executeWithin } from '../../graphql/execution/execution.ts';
import { isOfDatabaseAlone } from '../../graphql/execution/of-database-alone.ts';
import type { AskedOperation, KnownOperation } from '../../graphql/execution/params.ts';
import { spellingOfSchema, toText } from '../../graphql/execution/written.ts';
import { schema } from '../../graphql/schema.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { Tracing } from '../../tracing/tracing.ts';
import type { AskedOperations } from './graphql-form.ts';
import { beginOperation, subjectOf } from './graphql-plugins.ts';

/** One request, as far as it has been read. */
export interface DirectRequest {
  method: string;
  accept: string | undefined;
  /** Fails with BAD_REQUEST or UNSUPPORTED_MEDIA_TYPE. */
  operations: () => AskedOperations;
  context: Context;
  /** Awaited before an answer that is of the database alone is read. */
  beforeReading?: (() => Promise<void>) | undefined;
}

/**
 * An answer, ready to be sent, or what became of an operation that has to be told in other words; null where nothing
 * was done.
 */
export type DirectAnswer = { type: string; body: string } | { executed: ExecutionResult } | null;

/** What is answered to the headers that clients send; all others are weighed with care. */
const typeOfAccept = new Map<string | undefined, string>([
  [undefined, 'application/json'],
  ['*/*', 'application/json'],
  ['application/json', 'application/json'],
  ['application/graphql-response+json', 'application/graphql-response+json'],
  ['application/graphql-response+json, application/json', 'application/graphql-response+json'],
  ['application/json, application/graphql-response+json', 'application/json'],
  ['application/graphql-response+json, application/json;q=0.9', 'application/graphql-response+json'],
]);

interface Needs {
  /** Parsed documents by their text. */
  documents: DocumentCache;
  /** Those of them that were found valid. */
  known: WeakSet<DocumentNode>;
  metrics: Metrics;
  tracing: Tracing;
  limits: ExecutionLimits;
  /** Fails as `withDocument` does. */
  withDocument(asked: AskedOperation): KnownOperation;
}

/**
 * Answers what is asked most often without the detours that everything else needs: one operation, no subscription, of a
 * document that was asked for before and found valid. Nothing but success is told here: whatever is wrong with a request or
 * an answer is for the server of the library, which has one place for it.
 */
export function createDirectAnswers({ documents, known, metrics, tracing, limits, withDocument }: Needs) {
  const read = (operations: () => AskedOperations): KnownOperation | null => {
    try {
      const asked = operations();
      return Array.isArray(asked) ? null : withDocument(asked);
    } catch (error) {
      if (error instanceof AppError) return null;
      throw error;
    }
  };
  return async ({
    method,
    accept,
    operations,
    context,
    beforeReading,
  }: DirectRequest): Promise<DirectAnswer> => {
    const type = typeOfAccept.get(accept);
    const operation = type === undefined ? null : read(operations);
    if (type === undefined || operation === null) return null;
    const { query, operationName, variables: variableValues } = operation;
    const document = documents.get(query);
    if (!document || !known.has(document)) return null;
    const kind = getOperationAST(document, operationName)?.operation;
    const isMeant =
      kind === OperationTypeNode.QUERY || (kind === OperationTypeNode.MUTATION && method === 'POST');
    if (!isMeant) return null;
    if (beforeReading && isOfDatabaseAlone(schema, document)) await beforeReading();
    const asText = { isUsed: false, spelling: spellingOfSchema };
    const contextValue = { ...context, asText };
    const args = { schema, document, operationName, variableValues, contextValue };
    const subject = subjectOf(args);
    const end = beginOperation(metrics, subject);
    const executed = await tracing
      .within(`graphql ${subject.type} ${subject.field}`, {}, () => executeWithin(limits, args))
      .catch(failed);
    end(executed.errors !== undefined);
    if (executed.errors !== undefined) return { executed };
    return { type, body: asText.isUsed ? toText(executed) : JSON.stringify(executed) };
  };
}

function failed(error: unknown): ExecutionResult {
  const originalError = error instanceof Error ? error : new Error(String(error));
  return { errors: [new GraphQLError(originalError.message, { originalError })] };
}
