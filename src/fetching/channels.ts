/** Maturity of a version, as its author states it. A channel includes the versions of the channels before it. */
export const channels = ['RELEASE', 'BETA', 'ALPHA'] as const;
export type Channel = (typeof channels)[number];
