import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';

/** A GraphQL operation as `gql/` makes it, with the types of its result and its variables. */
export type Operation<Result, Variables> = DocumentTypeDecoration<Result, Variables> & { toString(): string };
