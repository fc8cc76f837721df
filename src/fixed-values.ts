/**
 * Limits of requests, forms, queries and sockets without a setting: no operator has a reason to change them. They are
 * fields of `Config`, so that tests can start the service with smaller ones. Other rooms keep theirs in defaults of
 * their own, such as `defaultArchiveLimits`.
 */
export const fixedValues = {
  /** Most parts of one form. */
  maxFormParts: 100,
  /** Most header lines of one part of a form. */
  maxPartHeaders: 32,
  /** Bytes of the names and values of these lines together. */
  maxPartHeaderBytes: 16_384,
  /** Bytes of all text parts of a form together. */
  maxFormFieldBytes: 1_048_576,
  /** Milliseconds within which the request line and the headers of a request have to arrive. */
  maxHeadersMs: 30_000,
  /** Tokens of a GraphQL document. */
  maxQueryTokens: 2_000,
  /** Levels of fields below each other in a GraphQL operation. */
  maxQueryDepth: 16,
  /** Fields of a GraphQL operation under another name. */
  maxQueryAliases: 50,
  /** Fields of the query or mutation type itself in one GraphQL operation. */
  maxRootFields: 20,
  /** GraphQL operations in one request. */
  maxBatchOperations: 10,
  /** Bytes of the answers to one GraphQL request, or to one event of a subscription. */
  maxAnswerBytes: 4_194_304,
  /** Levels of lists and objects within each other in the JSON of a GraphQL request. */
  maxJsonDepth: 64,
  /** Characters of GraphQL documents that are kept parsed. */
  documentCacheCharacters: 262_144,
  /** Most events that wait for one slow subscriber before it is cut off. */
  subscriberQueue: 1_000,
  /** Operations under way on one WebSocket. */
  maxSocketOperations: 100,
  /** Milliseconds after which a WebSocket without an operation is closed. */
  socketIdleMs: 300_000,
  /** Messages, pings and unsolicited pongs of one WebSocket within a minute. */
  maxSocketMessages: 6_000,
  /** Unsent bytes of one WebSocket beyond which nothing more is read from it. */
  socketUnsentBytes: 1_048_576,
  /** Milliseconds for the answer to a closing of a WebSocket. */
  socketCloseMs: 2_000,
  /** Milliseconds until `connection_init` of a WebSocket. */
  socketInitMs: 10_000,
  /** Characters of a subscription's document and of its values. */
  maxSubscriptionBytes: 16_384,
  /** Bytes that running subscriptions keep, of all callers and of one. */
  maxSubscribedBytes: 134_217_728,
  maxCallerSubscribedBytes: 33_554_432,
};

export type FixedValues = Readonly<typeof fixedValues>;
