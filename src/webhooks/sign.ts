import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

/** A new secret, in the form of Standard Webhooks: 256 random bits. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/**
 * The Standard Webhooks headers by which a receiver verifies a message and its sender. Every valid secret adds a
 * signature.
 */
export function signedHeaders(
  secrets: readonly string[],
  { messageId, at, body }: { messageId: string; at: Date; body: string },
): Record<string, string> {
  const signatures = secrets.map((secret) => new Webhook(secret).sign(messageId, at, body));
  return {
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}
