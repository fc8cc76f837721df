import type { Gateway } from '../client/gateway/gateway.ts';
import { graphql } from './gql/graphql.ts';
import type { Store } from './store.ts';

const unfollowPack = graphql(`
  mutation UnfollowPack($line: String!) {
    unfollowLine(input: { line: $line }) {
      __typename
    }
  }
`);

/**
 * A channel is told of a line no more. With the last one ends what the bot had asked the gateway for; that it has ended
 * already, or is not the bot's any more, is as good.
 */
export async function leaveLine(
  { gateway, store, stopping }: { gateway: Pick<Gateway, 'ask'>; store: Store; stopping: AbortSignal },
  channelId: string,
  line: string,
): Promise<void> {
  if (store.isAskedFor(channelId, line)) await gateway.ask(unfollowPack, { line }, stopping);
  await store.unfollowLine(channelId, line);
}
