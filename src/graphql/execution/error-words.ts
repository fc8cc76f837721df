import { type DocumentNode, GraphQLError, getOperationAST, Kind, OperationTypeNode } from 'graphql';

/** Most characters of a message: some quote names and values of any length. */
const mostCharacters = 500;

/** Most locations in a document that one error names. */
const mostLocations = 10;

/**
 * Messages of the libraries about a request's own values, which are safe for callers. Other messages of theirs are
 * about our resolvers.
 */
const ofValues = /^(Argument "|Variable "|Invalid global ID: |ID: )/;

/** The error for a document that cannot be parsed, with the location. */
export function syntaxFault(error: GraphQLError): GraphQLError {
  const { source, positions } = error;
  const [location] = error.locations ?? [];
  const [position = 0] = positions ?? [];
  const [found] = /^\S{1,20}/.exec(source?.body.slice(position, position + 20) ?? '') ?? [];
  const message =
    found === undefined || !location
      ? 'The document breaks off before it is complete.'
      : `The document is no GraphQL from line ${location.line}, column ${location.column} on: ${JSON.stringify(found)} has no place there.`;
  return new GraphQLError(message, { source, positions, extensions: { http: { spec: true, status: 400 } } });
}

/** The error for a request with an unclear operation or a mutation by GET; null for any other request. */
export function operationFault(
  document: DocumentNode,
  operationName: string | null | undefined,
  method: string | undefined,
): GraphQLError | null {
  const operation = getOperationAST(document, operationName);
  if (!operation) {
    const extensions = { code: 'OPERATION_RESOLUTION_FAILURE', http: { status: 400 } };
    return shortened(new GraphQLError(unclearOperation(document, operationName), { extensions }));
  }
  if (method !== 'GET' || operation.operation !== OperationTypeNode.MUTATION) return null;
  const http = { status: 405, headers: { Allow: 'POST' } };
  return new GraphQLError('A mutation has to be sent by POST; what comes by GET can only read.', {
    extensions: { code: 'METHOD_NOT_ALLOWED', http },
  });
}

function unclearOperation(document: DocumentNode, operationName: string | null | undefined): string {
  const operations = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION).length;
  if (operations === 0)
    return 'The document holds fragments alone: add the query, mutation or subscription that is meant.';
  if (operationName) return `The document holds no operation named ${JSON.stringify(operationName)}.`;
  return `The document holds ${operations} operations: say in operationName which of them is meant.`;
}

/**
 * The error for a document that does not fit the schema, in the words of the specification's rules, cut to a length.
 */
export function validationFault(error: GraphQLError): GraphQLError {
  if (!error.message.endsWith('Validation aborted.')) return shortened(error);
  const message =
    'This document has more faults or more fields that must be compared with each other than are looked at.';
  return new GraphQLError(message, { extensions: { code: 'QUERY_TOO_COMPLEX', http: { status: 400 } } });
}

/** A request's fault that appeared during execution, cut to a length; null for faults of the service. */
export function executionFault(error: GraphQLError): GraphQLError | null {
  const { code, http } = error.extensions;
  if (error.message.endsWith('Execution aborted.')) return tooManyFaults();
  const isOfTheRequest = code !== undefined || http !== undefined || error.path === undefined;
  return isOfTheRequest || ofValues.test(error.message) ? shortened(error) : null;
}

/** The library stops after 50 faulty variables; this error says so. */
function tooManyFaults(): GraphQLError {
  const message = 'The variables have more faults than these; mend them first.';
  return new GraphQLError(message, { extensions: { code: 'INVALID_INPUT', http: { status: 400 } } });
}

function shortened(error: GraphQLError): GraphQLError {
  const { message, nodes, source, positions, path, extensions } = error;
  if (message.length <= mostCharacters && (error.locations?.length ?? 0) <= mostLocations) return error;
  return new GraphQLError(
    message.length > mostCharacters ? `${message.slice(0, mostCharacters)}…` : message,
    {
      nodes: nodes?.slice(0, mostLocations),
      source,
      positions: nodes ? undefined : positions?.slice(0, mostLocations),
      path,
      extensions,
    },
  );
}
