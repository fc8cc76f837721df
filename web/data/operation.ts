import { type AnyVariables, gql, type TypedDocumentNode } from 'urql';
import type { Operation } from '../../client/gateway/operation.ts';

/** An operation as urql wants it, with the types that were made for it from the schema. */
export function operation<Result, Variables extends AnyVariables>(
  document: Operation<Result, Variables>,
): TypedDocumentNode<Result, Variables> {
  return gql<Result, Variables>(document.toString());
}
