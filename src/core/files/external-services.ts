import type { HostTrouble } from '../../fetching/optional-host.ts';
import type { PlatformState } from '../../fetching/platform-troubles.ts';

/** The state of a service outside, as this node has seen it. */
export const serviceStates = ['OFF', 'NOT_ASKED', 'ANSWERS', 'AWAY', 'KEY_REFUSED', 'NO_SENSE'] as const;

/** A platform, or a host of public lists. */
export interface ExternalService {
  name: string;
  state: (typeof serviceStates)[number];
  /** Since when the state has held; null without a request. */
  since: Date | null;
  /** Until when the service is not sent requests after a failure; null where the next request is sent. */
  retryAt: Date | null;
}

/** All services outside that runs use: the platforms, and the hosts of version lists that are away. */
export function externalServices({
  platforms,
  isOff,
  catalogue,
  lists,
}: {
  platforms: readonly PlatformState[];
  /** Whether the settings switch a platform off. */
  isOff(platform: PlatformState['platform']): boolean;
  /** Modrinth's pause for requests whose answers are only useful, not needed. */
  catalogue: HostTrouble | null;
  lists: readonly ({ host: string } & HostTrouble)[];
}): ExternalService[] {
  const named = platforms.map(({ platform, state, since }): ExternalService => {
    if (isOff(platform)) return { name: platform, state: 'OFF', since: null, retryAt: null };
    const rest = platform === 'modrinth' ? catalogue : null;
    // Optional requests time out after a second, so they may fail while the platform slowly answers required ones.
    if (rest !== null && (state === 'ANSWERS' || state === 'NOT_ASKED'))
      return { name: platform, state: 'AWAY', since: rest.since, retryAt: later(rest.restsUntil) };
    return { name: platform, state, since, retryAt: rest && later(rest.restsUntil) };
  });
  const away = lists.map(({ host, since, restsUntil }): ExternalService => {
    return { name: host, state: 'AWAY', since, retryAt: later(restsUntil) };
  });
  return [...named, ...away];
}

function later(date: Date): Date | null {
  return date.getTime() > Date.now() ? date : null;
}
