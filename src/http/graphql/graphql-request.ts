import type { ExecutionResult } from 'graphql';
import type { Context } from '../../graphql/context.ts';
import type { AskedOperations } from './graphql-form.ts';

export interface RequestContext {
  context: Context;
  /** Reads the operations of the request. Fails with BAD_REQUEST or UNSUPPORTED_MEDIA_TYPE. */
  operations: () => AskedOperations;
  /**
   * Counts this request as a live stream, and ends it with its connection. Fails with TOO_MANY_REQUESTS or
   * UNAVAILABLE.
   */
  admitStream?: (end: () => void) => void;
  /** Hears what became of the operation, once it has been executed. */
  told?: (result: ExecutionResult) => void;
}
