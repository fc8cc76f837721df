import type { TokenState } from '../client/gateway/credential.ts';
import type { Gateway } from '../client/gateway/gateway.ts';
import { isUnauthenticated } from '../client/gateway/gateway-errors.ts';
import type { Permission } from '../client/gql/schema.ts';
import { graphql } from './gql/graphql.ts';
import type { Log } from './log.ts';
import { watchOn } from './watch-on.ts';

const viewerPermissions = graphql(`
  query ViewerPermissions {
    viewer {
      permissions
    }
  }
`);

const needed = ['READ', 'PUBLISH', 'VOTE_FOR_OTHERS'] as const satisfies Permission[];

/** Tells people which function is lost without each permission. */
const inabilities: Record<(typeof needed)[number], string> = {
  READ: 'follow or show anything, so no command works',
  PUBLISH: 'upload, generate or read logs, so /upload, /generate and /crash will say so',
  VOTE_FOR_OTHERS: 'vote in the names of Discord users, so /vote will say so and there are no vote buttons',
};

const causes: Record<TokenState, string> = {
  absent: 'GATEWAY_TOKEN is not set',
  accepted: 'GATEWAY_TOKEN does not allow everything',
  refused: 'The gateway refuses GATEWAY_TOKEN',
};

/** The rights of the bot's token at the gateway. */
export interface GatewayRights {
  /** True until the gateway has answered, so that buttons are not left out for a slow start. */
  mayVote(): boolean;
  /** Asks the gateway, once that is there, and writes a line into the log for all that it does not allow. */
  learn(): Promise<void>;
}

/** The rights of a bot with this gateway. Without a token it is known from the start that it cannot vote. */
export function createGatewayRights(
  gateway: Pick<Gateway, 'ask' | 'token'>,
  { log, stopping }: { log: Log; stopping: AbortSignal },
): GatewayRights {
  const unsaid = new Set<(typeof needed)[number]>(needed);
  let mayVote = gateway.token !== 'absent';
  const say = (permission: (typeof needed)[number]) => {
    unsaid.delete(permission);
    log.warn(`${causes[gateway.token]}: the bot cannot ${inabilities[permission]}`);
  };
  return {
    mayVote: () => mayVote && gateway.token !== 'refused',
    async learn() {
      if (gateway.token === 'absent') say('VOTE_FOR_OTHERS');
      const over = new AbortController();
      const look = async (signal: AbortSignal) => {
        const permissions = await permissionsOf(gateway, signal);
        mayVote = permissions.includes('VOTE_FOR_OTHERS');
        for (const permission of [...unsaid]) if (!permissions.includes(permission)) say(permission);
        over.abort();
      };
      await watchOn({ stopping }, look, over.signal);
    },
  };
}

async function permissionsOf(
  gateway: Pick<Gateway, 'ask'>,
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
