/** The gateway cannot be reached, or does not answer as itself; the cause is for the log. */
export class GatewayAway extends Error {
  override readonly name = 'GatewayAway';
}

/** The gateway does not do it; `code` is its word for why, or that of the first error, the message is the gateway's. */
export class GatewayRefusal extends Error {
  override readonly name = 'GatewayRefusal';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The gateway wants a token, or does not accept this one. */
export function isUnauthenticated(error: unknown): boolean {
  return error instanceof GatewayRefusal && error.code === 'UNAUTHENTICATED';
}
