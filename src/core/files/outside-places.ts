import type { HostTrouble } from '../../fetching/optional-host.ts';
import type { PlatformState } from '../../fetching/platform-troubles.ts';

/** How a place outside answers, as this node has found. */
export const placeStates = ['OFF', 'NOT_ASKED', 'ANSWERS', 'AWAY', 'KEY_REFUSED', 'NO_SENSE'] as const;

/** A platform, or a host of public lists. */
export interface OutsidePlace {
  name: string;
  state: (typeof placeStates)[number];
  /** Since when it has been so; null where it was not asked. */
  since: Date | null;
  /** Until when it is left alone after a failure; null where the next question asks it. */
  retryAt: Date | null;
}

/** All places outside that runs ask: the platforms, and the hosts of version lists that are away. */
export function outsidePlaces({
  platforms,
  isOff,
  catalogue,
  lists,
}: {
  platforms: readonly PlatformState[];
  /** Whether the settings keep a platform from being asked. */
  isOff(platform: PlatformState['platform']): boolean;
  /** The rest that Modrinth gets from questions whose answers only help. */
  catalogue: HostTrouble | null;
  lists: readonly ({ host: string } & HostTrouble)[];
}): OutsidePlace[] {
  const named = platforms.map(({ platform, state, since }): OutsidePlace => {
    if (isOff(platform)) return { name: platform, state: 'OFF', since: null, retryAt: null };
    const rest = platform === 'modrinth' ? catalogue : null;
    // A question that only helps waits a second: the platform may answer those that matter, and slowly.
    if (rest !== null && (state === 'ANSWERS' || state === 'NOT_ASKED'))
      return { name: platform, state: 'AWAY', since: rest.since, retryAt: later(rest.restsUntil) };
    return { name: platform, state, since, retryAt: rest && later(rest.restsUntil) };
  });
  const away = lists.map(({ host, since, restsUntil }): OutsidePlace => {
    return { name: host, state: 'AWAY', since, retryAt: later(restsUntil) };
  });
  return [...named, ...away];
}

function later(moment: Date): Date | null {
  return moment.getTime() > Date.now() ? moment : null;
}
