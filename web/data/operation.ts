import { type AnyVariables, gql, type TypedDocumentNode } from 'urql';
import type { TypedDocumentString } from '../gql/graphql.ts';

/** An operation as urql wants it, with the types that were made for it from the schema. */
export function operation<Result, Variables extends AnyVariables>(
  document: TypedDocumentString<Result, Variables>,
): TypedDocumentNode<Result, Variables> {
  return gql<Result, Variables>(document.toString());
}
