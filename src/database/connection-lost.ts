/** The connection was closed, does not answer, or cannot be opened; the statement itself may be valid. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError';
}

/** The server did not answer a statement in time. */
export class SilentError extends ConnectionLostError {}

/** The server accepts no encrypted connections, but the address requires one. */
export class NotEncrypted extends ConnectionLostError {}
