import type { Context } from '../../graphql/context.ts';
import type { KnownOperation } from '../../graphql/execution/params.ts';

/** What the library gets with a request that it answers by a stream. */
export interface RequestContext {
  context: Context;
  operation: KnownOperation;
  /**
   * Counts this request as a live stream, and ends it with its connection. Fails with TOO_MANY_REQUESTS or
   * UNAVAILABLE.
   */
  admitStream: (end: () => void) => void;
}
