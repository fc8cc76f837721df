import type { GraphQLParams } from 'graphql-yoga';
import { z } from 'zod';
import { AppError } from '../../errors.ts';
import { hashOf, type PersistedOperations, plainHash } from './persisted-operations.ts';

/** One operation as requested, in one of the known formats. */
export type RequestedOperation = z.infer<typeof operationShape>;

/** An operation with its document. `extensions.cost` asks for what the operation costs. */
export type KnownOperation = Required<Pick<GraphQLParams, 'query'>> &
  GraphQLParams<Record<string, unknown>, { cost: true }>;

const operationShape = z.strictObject({
  query: z.string().exactOptional(),
  operationName: z.string().exactOptional(),
  variables: z.record(z.string(), z.unknown()).exactOptional(),
  /** The key for a known document in the GraphQL over HTTP working draft. */
  documentId: z.string().exactOptional(),
  /** Clients add extensions of their own, so unknown keys pass; the key that names a document is read strictly. */
  extensions: z
    .looseObject({
      /** The format of Apollo's and urql's clients. */
      persistedQuery: z.strictObject({ version: z.literal(1).optional(), sha256Hash: z.string() }).nullish(),
      /** True asks for the cost of the operation. */
      cost: z.unknown().optional(),
    })
    .exactOptional(),
});

/**
 * Reads one operation, or several in a batch. Unknown keys are refused: a key that two parts of the service read
 * differently could bypass the checks of one. Fails with BAD_REQUEST, naming the field.
 */
export function parseOperations(value: unknown): RequestedOperation | RequestedOperation[] {
  if (!Array.isArray(value)) return parseOperation(value);
  if (value.length === 0) throw bad('This batch holds no operation.');
  return value.map((one, index) => parseOperation(one, `Operation ${index} of the batch: `));
}

/** Reads one operation. Fails with BAD_REQUEST, naming the field. */
export function parseOperation(value: unknown, where = ''): RequestedOperation {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw bad(`${where}an operation is a JSON object such as {"query": "{ modloaders }"}.`);
  }
  // Clients may write absent values as null.
  const given = Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null));
  const { data, error } = operationShape.safeParse(given);
  if (data) return data;
  const [issue] = error.issues;
  if (issue?.code === 'unrecognized_keys') {
    throw bad(`${where}${JSON.stringify(issue.keys[0]?.slice(0, 100))} is no part of a GraphQL request.`);
  }
  throw bad(
    `${where}${issue?.path.join('.')} ${shapes[String(issue?.path[0])] ?? 'has another shape than expected.'}`,
  );
}

const shapes: Record<string, string> = {
  query: 'must be the text of a document.',
  operationName: 'must be the name of an operation, as a text.',
  variables: 'must be an object with the variables by their names.',
  documentId: 'must be the SHA-256 of a document, as a text.',
  extensions:
    'must be an object; persistedQuery in it holds version 1 and sha256Hash, a text, and nothing else.',
};

/**
 * Resolves an operation's document: its own, or the one it names by hash. With `only`, unknown documents are refused,
 * by hash or in full. Fails with BAD_REQUEST, NOT_FOUND or FORBIDDEN.
 */
export function withDocument(
  { query, operationName, variables, documentId, extensions }: RequestedOperation,
  operations: PersistedOperations,
  only: boolean,
): KnownOperation {
  const id = documentId ?? extensions?.persistedQuery?.sha256Hash ?? undefined;
  const rest = {
    ...(operationName ? { operationName } : {}),
    ...(variables ? { variables } : {}),
    ...(extensions?.cost === true ? { extensions: { cost: true as const } } : {}),
  };
  if (query) {
    if (id !== undefined && plainHash(id) !== hashOf(query)) {
      throw bad('The document has another SHA-256 than the request says.');
    }
    if (only && !operations.has(hashOf(query))) {
      throw new AppError('FORBIDDEN', 'Only operations that this service knows beforehand are accepted.');
    }
    return { query, ...rest };
  }
  if (id === undefined) throw bad('The request holds no query.');
  const document = operations.get(plainHash(id));
  if (document === undefined) {
    throw new AppError('NOT_FOUND', 'PersistedQueryNotFound: no operation has this hash.');
  }
  return { query: document, ...rest };
}

function bad(message: string): AppError {
  return new AppError('BAD_REQUEST', message);
}
