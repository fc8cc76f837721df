/** A connection that is gone, silent, or cannot be had: this says nothing against the statement. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError';
}

/** It was asked something, and did not answer in time. */
export class SilentError extends ConnectionLostError {}
