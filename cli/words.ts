import type { Status, WebhookDeliveryState, WebhookFormat } from '../client/gql/schema.ts';

/** The words of the command line for those of the service, in options and in tables. */
export const statusWords = {
  queued: 'QUEUED',
  checking: 'CHECKING',
  checked: 'CHECKED',
  building: 'GENERATING',
  ready: 'GENERATED',
  failed: 'ERROR',
} as const satisfies Record<string, Status>;
export type StatusWord = keyof typeof statusWords;

export const deliveryWords = {
  pending: 'PENDING',
  delivered: 'DELIVERED',
  failed: 'FAILED',
} as const satisfies Record<string, WebhookDeliveryState>;

export const formatWords = { standard: 'STANDARD', discord: 'DISCORD' } as const satisfies Record<
  string,
  WebhookFormat
>;

/** The word for a value of the service. */
export function wordFor(words: Readonly<Record<string, string>>, value: string): string {
  return Object.entries(words).find(([, one]) => one === value)?.[0] ?? value.toLowerCase();
}
