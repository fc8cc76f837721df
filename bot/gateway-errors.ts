/** The gateway cannot be reached, or does not answer as itself; the cause is for the log. */
export class GatewayAway extends Error {
  override readonly name = 'GatewayAway';
}

/** The gateway answered with errors; `code` is its word for the first one, the message is the gateway's. */
export class GatewayRefusal extends Error {
  override readonly name = 'GatewayRefusal';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
