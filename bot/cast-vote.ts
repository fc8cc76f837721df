import { GatewayRefusal } from './gateway-errors.ts';
import { graphql } from './gql/gql.ts';
import type { Vote } from './gql/graphql.ts';
import { Refusal } from './refusal.ts';
import type { Services } from './services.ts';

const serverPackId = graphql(`
  query ServerPackId($databaseId: Int!) {
    serverPack(databaseId: $databaseId) {
      id
    }
  }
`);

const voteServerPack = graphql(`
  mutation VoteServerPack($input: VoteServerPackInput!) {
    voteServerPack(input: $input) {
      __typename
      ... on VoteCounted {
        serverPack {
          confirmedWorking
        }
      }
      ... on Error {
        code
        message
      }
    }
  }
`);

/** Votes for a server pack in a Discord user's name and answers what to tell them; a later vote replaces this one. */
export async function castVote(
  { gateway, mayVote, stopping }: Services,
  { userId, serverPack, vote }: { userId: string; serverPack: number; vote: Vote },
): Promise<string> {
  if (!mayVote)
    throw new Refusal(
      'Votes cannot be counted yet: whoever runs this bot has to set GATEWAY_TOKEN, so that each person votes once.',
    );
  const { serverPack: found } = await gateway.ask(serverPackId, { databaseId: serverPack }, stopping);
  if (found === null) throw new Refusal(`There is no server pack ${serverPack}.`);
  const input = { serverPack: found.id, vote, voter: `discord:${userId}` };
  const { voteServerPack: result } = await gateway.ask(voteServerPack, { input }, stopping);
  if (result.__typename !== 'VoteCounted') throw new GatewayRefusal(result.code, result.message);
  const said = vote === 'UP' ? 'works' : 'does not work';
  return `You say that server pack ${serverPack} ${said}. Confirmed working: ${result.serverPack.confirmedWorking}.`;
}
