/** Limits of webhooks; `docs/webhooks.md` explains them. */
export interface WebhookSettings {
  /** The number of webhooks. */
  most: number;
  /** Deliveries in progress at a time on one node; at most one for each webhook. */
  parallel: number;
  /** Milliseconds within which a receiver has to answer. */
  timeoutMs: number;
  /** Attempts after the first. */
  retries: number;
  /** Seconds before the first retry; they about double with each retry, up to six hours. */
  retrySeconds: number;
  /** Bytes of one body. */
  bodyBytes: number;
  /** Whether receivers may have private addresses and use http. */
  privateAddresses: boolean;
}

export const defaultWebhookSettings = {
  parallel: 4,
  timeoutMs: 15_000,
  retries: 12,
  retrySeconds: 10,
  bodyBytes: 65_536,
} satisfies Partial<WebhookSettings>;
