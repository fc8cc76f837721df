/** What the package server-pack-client offers: a client, the documents with their types, and the enums and inputs of the schema. */
export * from './gql/graphql.ts';
export type * from './gql/schema.ts';
export * from './service.ts';
