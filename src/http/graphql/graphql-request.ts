import type { ExecutionResult } from 'graphql';
import type { Context } from '../../graphql/context.ts';
import type { RequestedOperations } from './graphql-form.ts';

export interface RequestContext {
  context: Context;
  /** Reads the operations of the request. Fails with BAD_REQUEST or UNSUPPORTED_MEDIA_TYPE. */
  operations: () => RequestedOperations;
  /**
   * Counts this request as a live stream, and ends it with its connection. Fails with TOO_MANY_REQUESTS or
   * UNAVAILABLE.
   */
  admitStream?: (end: () => void) => void;
  /** Called with the operation's result after its execution. */
  onResult?: (result: ExecutionResult) => void;
}
