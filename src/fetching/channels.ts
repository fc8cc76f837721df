/** How finished a version is, by its author. A channel takes the versions of those before it, too. */
export const channels = ['RELEASE', 'BETA', 'ALPHA'] as const;
export type Channel = (typeof channels)[number];
