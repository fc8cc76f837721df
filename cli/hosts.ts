import type { HostFileKind } from '../client/gql/schema.ts';

/** The argument of `host`, and the service's word for it. */
export const hosts = {
  linux: 'LINUX_COMMANDS',
  windows: 'WINDOWS_COMMANDS',
  compose: 'COMPOSE',
  pterodactyl: 'PTERODACTYL_EGG',
  pelican: 'PELICAN_EGG',
  systemd: 'SYSTEMD_UNIT',
  packwiz: 'PACKWIZ',
} as const satisfies Record<string, HostFileKind>;
