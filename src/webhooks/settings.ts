/** Limits of webhooks; `docs/webhooks.md` explains them. */
export interface WebhookSettings {
  /** The number of webhooks. */
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
  /** Receivers may have private addresses and use http. */
  privateAddresses: boolean;
}
