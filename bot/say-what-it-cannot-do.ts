import type { TokenState } from './credential.ts';
import { isUnauthenticated } from './gateway-errors.ts';
import { graphql } from './gql/gql.ts';
import type { Permission } from './gql/graphql.ts';
import type { Services } from './services.ts';
import { watchOn } from './watch-on.ts';

const viewerPermissions = graphql(`
  query ViewerPermissions {
    viewer {
      permissions
    }
  }
`);

const needed = ['READ', 'PUBLISH', 'VOTE_FOR_OTHERS'] as const satisfies Permission[];

/** What is impossible without each permission. */
const inabilities: Record<(typeof needed)[number], string> = {
  READ: 'follow or show anything, so no command works',
  PUBLISH: 'upload or generate, so /upload and /generate will say so',
  VOTE_FOR_OTHERS: 'vote in the names of Discord users, so /vote and the vote buttons will say so',
};

const causes: Record<TokenState, string> = {
  absent: 'GATEWAY_TOKEN is not set',
  accepted: 'GATEWAY_TOKEN does not allow everything',
  refused: 'The gateway refuses GATEWAY_TOKEN',
};

/**
 * Writes a line into the log for all that the gateway does not let this bot do. Without a token the votes are known to
 * be among it; for the rest it asks the gateway, once that is there.
 */
export async function sayWhatItCannotDo({
  gateway,
  log,
  stopping,
}: Pick<Services, 'gateway' | 'log' | 'stopping'>): Promise<void> {
  const unsaid = new Set<(typeof needed)[number]>(needed);
  const say = (permission: (typeof needed)[number]) => {
    unsaid.delete(permission);
    log.warn(`${causes[gateway.token]}: the bot cannot ${inabilities[permission]}`);
  };
  if (gateway.token === 'absent') say('VOTE_FOR_OTHERS');

  const over = new AbortController();
  const look = async (signal: AbortSignal) => {
    const permissions = await permissionsOf(gateway, signal);
    for (const permission of [...unsaid]) if (!permissions.includes(permission)) say(permission);
    over.abort();
  };
  await watchOn({ stopping }, look, over.signal);
}

async function permissionsOf(
  gateway: Services['gateway'],
  signal: AbortSignal,
): Promise<readonly Permission[]> {
  try {
    return (await gateway.ask(viewerPermissions, {}, signal)).viewer.permissions;
  } catch (error) {
    // A gateway that is closed does not even tell a stranger what it may do.
    if (isUnauthenticated(error)) return [];
    throw error;
  }
}
