import { GatewayRefusal } from '../client/gateway/gateway-errors.ts';
import type { Vote } from '../client/gql/schema.ts';
import { graphql, type ServerPackCardFragment } from './gql/graphql.ts';
import { Refusal } from './refusal.ts';
import type { Services } from './services.ts';
import './format/cards.ts';

const serverPackToVoteFor = graphql(`
  query ServerPackToVoteFor($databaseId: Int!) {
    serverPack(by: { databaseId: $databaseId }) {
      id
    }
  }
`);

const voteServerPack = graphql(`
  mutation VoteServerPack($input: VoteServerPackInput!) {
    voteServerPack(input: $input) {
      __typename
      ... on ServerPack {
        ...ServerPackCard
      }
      ... on UserError {
        code
        message
      }
    }
  }
`);

/** Votes for a server pack in a Discord user's name and answers it as it now is; a later vote replaces this one. */
export async function castVote(
  { gateway, stopping }: Pick<Services, 'gateway' | 'stopping'>,
  { userId, serverPack, vote }: { userId: string; serverPack: number; vote: Vote },
): Promise<ServerPackCardFragment> {
  if (gateway.token === 'absent') throw new Refusal(({ votes }) => votes.impossible);
  const { serverPack: found } = await gateway.ask(serverPackToVoteFor, { databaseId: serverPack }, stopping);
  if (found === null) throw new Refusal(({ refused }) => refused.noServerPack(serverPack));
  const input = { serverPack: found.id, vote, voter: `discord:${userId}` };
  const { voteServerPack: result } = await gateway.ask(voteServerPack, { input }, stopping);
  if (result.__typename !== 'ServerPack') throw new GatewayRefusal(result.code, result.message);
  return result;
}
