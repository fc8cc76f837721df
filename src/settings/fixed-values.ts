/**
 * Values without a setting, since no operator has a reason to change them. They are fields of `Config`, so that tests
 * can start the service with other values. Some modules keep defaults of their own, such as `defaultArchiveLimits`.
 */
export const fixedValues = {
  /** Most parts of one form. */
  maxFormParts: 100,
  /** Most header lines of one part of a form. */
  maxPartHeaders: 32,
  /** Most bytes of all header lines of one part of a form. */
  maxPartHeaderBytes: 16_384,
  /** Most bytes of all text parts of a form. */
  maxFormFieldBytes: 1_048_576,
  /** Milliseconds within which the request line and the headers of a request have to arrive. */
  maxHeadersMs: 30_000,
  /** Most tokens of a GraphQL document. */
  maxQueryTokens: 2_000,
  /** Most levels of nested fields in a GraphQL operation. */
  maxQueryDepth: 16,
  /** Most aliases in a GraphQL operation. */
  maxQueryAliases: 50,
  /** Most fields of the query or mutation type in one GraphQL operation. */
  maxRootFields: 20,
  /** Most GraphQL operations in one request. */
  maxBatchOperations: 10,
  /** Most bytes of the answers to one GraphQL request, or of one event of a subscription. */
  maxAnswerBytes: 4_194_304,
  /** Most levels of nested lists and objects in the JSON of a GraphQL request. */
  maxJsonDepth: 64,
  /** Most characters of GraphQL documents in the cache of parsed documents. */
  documentCacheCharacters: 262_144,
  /** Most events that wait for one slow subscriber before it is cut off. */
  subscriberQueue: 1_000,
  /** Most operations in progress on one WebSocket. */
  maxSocketOperations: 100,
  /** Milliseconds after which a WebSocket without an operation is closed. */
  socketIdleMs: 300_000,
  /** Most messages, pings and unsolicited pongs of one WebSocket within a minute. */
  maxSocketMessages: 6_000,
  /** Unsent bytes of one WebSocket beyond which no further message is read from it. */
  socketUnsentBytes: 1_048_576,
  /** Milliseconds within which a client has to answer the closing of a WebSocket. */
  socketCloseMs: 2_000,
  /** Milliseconds within which `connection_init` has to arrive on a WebSocket. */
  socketInitMs: 10_000,
  /** Most characters of a subscription's document and of its variables. */
  maxSubscriptionBytes: 16_384,
  /** Most bytes of running subscriptions in memory, for all callers and for one caller. */
  maxSubscribedBytes: 134_217_728,
  maxCallerSubscribedBytes: 33_554_432,
  /** Most bytes of a request body that is not a form, and of a message on a WebSocket. */
  maxBodyBytes: 1_048_576,
  /** Bytes of whole lists of the REST API that are kept in memory until the lists change; 0 disables this cache. */
  listCacheBytes: 67_108_864,
  /** Most nodes on one page of a GraphQL connection, and most ids in one query of `nodes`. */
  maxPageSize: 100,
  /**
   * Limits up to which a connection's total is counted exactly; beyond them it is estimated. `cost` is the planner's
   * cost of finding all rows.
   */
  totalLimits: { rows: 10_000, cost: 1_000 },
  /** The highest cost of a GraphQL operation: every field costs 1, times the page sizes of the lists around it. */
  maxQueryCost: 50_000,
  /** Milliseconds that a GraphQL query may take. */
  maxQueryMs: 10_000,
  /** Milliseconds between two pings of a WebSocket; a client that has not answered one by the next is disconnected. */
  socketPingMs: 12_000,
  /** Milliseconds that a connection stays open for a next request. */
  keepAliveMs: 65_000,
  /** Milliseconds within which a request body that is not a form has to arrive. */
  maxBodyMs: 30_000,
  /** Most milliseconds that the first byte of a download waits for the download to be counted. */
  downloadCountMs: 1_000,
  /** Milliseconds without any progress after which a transfer's connection is closed. */
  transferSilenceMs: 60_000,
  /** Milliseconds that one upload, list or download may take. */
  maxTransferMs: 43_200_000,
  /** Seconds for which a signed download link is valid. */
  downloadLinkSeconds: 86_400,
  /** Seconds for which an upload ticket is valid. */
  uploadTicketSeconds: 3_600,
  /** Milliseconds after which unneeded data is removed, besides those that have settings. */
  retention: { unfinishedMs: 1_800_000, resumableMs: 86_400_000, deliveriesMs: 1_209_600_000 },
  /** Milliseconds without a task after which the worker process ends. */
  workerIdleMs: 60_000,
  /** Milliseconds that a quick task, such as a preview, may take. */
  quickTaskTimeoutMs: 10_000,
  /** Most retries of a run that failed unexpectedly. */
  runRetries: 3,
  /** Most nodes that may die during one run before it ends in ERROR. */
  runNodeDeaths: 20,
  /** Seconds before the first retry; they double with each retry. */
  runRetryDelaySeconds: 2,
  /** Milliseconds after which a node polls the queue, for work whose notification was lost. */
  queuePollMs: 2_000,
  /** Seconds that a run waits for files that users have to supply. */
  missingFilesWaitSeconds: 86_400,
  /** Seconds that a run waits for disk space: before the first new check, between two checks at most, and in total. */
  roomWait: { firstSeconds: 60, mostSeconds: 300, giveUpSeconds: 86_400 },
  /** Polls for new versions of followed lines; times in milliseconds. */
  following: {
    limits: { token: 50, all: 1_000 },
    everyMs: 3_600_000,
    pollsPerMinute: 30,
    polls: 16,
    pollsPerHost: 2,
    parallel: 4,
  },
  /** Checks of requested versions against the modloaders' public lists. */
  versionLists: { waitMs: 1_000, maxAgeMs: 3_600_000, retryMs: 60_000, maxBytes: 16_777_216 },
};
