/** The parts of the operator's room, in their order. */
export const adminParts = [
  'overview',
  'queue',
  'events',
  'statistics',
  'storage',
  'tokens',
  'webhooks',
  'settings',
] as const;
export type AdminPart = (typeof adminParts)[number];
