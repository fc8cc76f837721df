/** What webhooks may cost; `docs/webhooks.md` says what each is for. */
export interface WebhookSettings {
  /** How many there may be. */
  most: number;
  /** Deliveries under way at a time on one node; one of each webhook. */
  parallel: number;
  /** Milliseconds within which a receiver has to have answered. */
  timeoutMs: number;
  /** New attempts after the first. */
  retries: number;
  /** Seconds before the first of these; it about doubles from one to the next, up to six hours. */
  retrySeconds: number;
  /** Bytes of one body. */
  bodyBytes: number;
  /** Whether receivers may have addresses that are not public, and be asked by http. */
  privateAddresses: boolean;
}
