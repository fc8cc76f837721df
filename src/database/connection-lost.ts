/** The connection is gone, silent, or cannot be opened; the statement itself may be right. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError';
}

/** The server did not answer a statement in time. */
export class SilentError extends ConnectionLostError {}
