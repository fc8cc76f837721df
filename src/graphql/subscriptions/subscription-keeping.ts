import { type DocumentNode, GraphQLError, type ValidatedSubscriptionArgs } from 'graphql';
import type { Caller } from '../../access/caller.ts';
import { AppError } from '../../errors.ts';
import { limitKey } from '../../limits/rate-limits.ts';

/** Limits on the memory of running subscriptions. */
export interface KeepingLimits {
  /** Characters of a subscription's document, and of its values as JSON. */
  maxSubscriptionBytes: number;
  /** Estimated bytes that all subscriptions together keep. */
  maxSubscribedBytes: number;
  /** Estimated bytes that the subscriptions of one caller keep. */
  maxCallerSubscribedBytes: number;
}

/** Estimated bytes of a subscription itself: its queue, its iterators, and its entries in maps. */
const bytesOfOne = 8_192;
/**
 * Estimated bytes of a parsed document: for each token with its node and location, and for each character of the text.
 */
const bytesOfToken = 256;
const bytesOfCharacter = 2;
/** Estimated bytes of a value for each character of its JSON: lists of small values take that much. */
const bytesOfJson = 8;

type Subscription = Pick<ValidatedSubscriptionArgs, 'document'> & {
  variableValues: Pick<ValidatedSubscriptionArgs['variableValues'], 'coerced'>;
};

/**
 * Reserves the memory that a subscription keeps while it runs; returns a function that releases the memory, or the
 * error if a limit is reached.
 */
export type Keep = (subscription: Subscription, caller: Caller) => (() => void) | GraphQLError;

/**
 * Limits the memory of running subscriptions, for one, for one caller and for all: each keeps its document and its
 * values, maybe for days. Subscribers with equal texts share one parsed document, so it counts once for each caller and
 * once in all.
 */
export function createKeeping(limits: KeepingLimits): Keep {
  const all = createShelf();
  const byCaller = new Map<string, Shelf>();
  return ({ document, variableValues }, caller) => {
    const text = document.loc?.source.body.length ?? 0;
    const values = JSON.stringify(variableValues.coerced).length;
    const { maxSubscriptionBytes, maxCallerSubscribedBytes, maxSubscribedBytes } = limits;
    if (text + values > maxSubscriptionBytes) {
      const message = `The document of this subscription and its variables have ${text + values} characters; at most ${maxSubscriptionBytes} are accepted, for they are kept as long as it runs.`;
      return new GraphQLError(message, { extensions: { code: 'QUERY_TOO_COMPLEX', http: { status: 400 } } });
    }
    const own = bytesOfOne + values * bytesOfJson;
    const shared = text * bytesOfCharacter + tokensOf(document) * bytesOfToken;
    const key = limitKey(caller);
    const ofCaller = byCaller.get(key) ?? createShelf();
    if (ofCaller.with(document, own, shared) > maxCallerSubscribedBytes) {
      const message = `Your subscriptions keep as much as they may, ${maxCallerSubscribedBytes} bytes. End one first.`;
      return failure(new AppError('TOO_MANY_REQUESTS', message, { retryAfter }));
    }
    if (all.with(document, own, shared) > maxSubscribedBytes) {
      const message = `All subscriptions together keep as much as they may, ${maxSubscribedBytes} bytes. Try again later.`;
      return failure(new AppError('UNAVAILABLE', message, { retryAfter }));
    }
    byCaller.set(key, ofCaller);
    for (const shelf of [all, ofCaller]) shelf.put(document, own, shared);
    return () => {
      for (const shelf of [all, ofCaller]) shelf.take(document, own, shared);
      if (ofCaller.isEmpty()) byCaller.delete(key);
    };
  };
}

/** Seconds that a refused caller is told to wait. */
const retryAfter = 10;

function failure(originalError: AppError): GraphQLError {
  return new GraphQLError(originalError.message, { originalError });
}

function tokensOf({ loc }: DocumentNode): number {
  let tokens = 0;
  for (let token = loc?.startToken; token; token = token.next ?? undefined) tokens += 1;
  return tokens;
}

/** Memory that several subscriptions share. */
interface Shelf {
  /** The total after adding one subscription. */
  with(document: DocumentNode, own: number, shared: number): number;
  put(document: DocumentNode, own: number, shared: number): void;
  take(document: DocumentNode, own: number, shared: number): void;
  isEmpty(): boolean;
}

function createShelf(): Shelf {
  const documents = new Map<DocumentNode, number>();
  let bytes = 0;
  return {
    with: (document, own, shared) => bytes + own + (documents.has(document) ? 0 : shared),
    put(document, own, shared) {
      const users = documents.get(document) ?? 0;
      bytes += own + (users === 0 ? shared : 0);
      documents.set(document, users + 1);
    },
    take(document, own, shared) {
      const users = (documents.get(document) ?? 1) - 1;
      bytes -= own + (users === 0 ? shared : 0);
      if (users === 0) documents.delete(document);
      else documents.set(document, users);
    },
    isEmpty: () => documents.size === 0,
  };
}
