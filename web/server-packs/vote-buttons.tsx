import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useClient } from 'urql';
import type { Vote } from '../../client/gql/schema.ts';
import { useViewer } from '../access/viewer.ts';
import { operation } from '../data/operation.ts';
import { type Refusal, refusalIn } from '../data/refusal.ts';
import { graphql } from '../gql/graphql.ts';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import { votesText } from '../language/votes.ts';
import { RefusalText } from '../ui/refusal-text.tsx';
import type { ServerPackFacts } from './server-pack.ts';

const castVote = operation(
  graphql(`
  mutation CastVote($serverPack: ID!, $vote: Vote!) {
    voteServerPack(input: { serverPack: $serverPack, vote: $vote }) {
      __typename
      ... on ServerPack {
        id
        upVotes
        downVotes
      }
      ... on UserError {
        code
        message
      }
    }
  }
`),
);

/** Says whether a server pack works, and asks. */
export function VoteButtons({ serverPack }: { serverPack: ServerPackFacts }) {
  const { serverPack: texts, word } = useTexts();
  const format = useFormat();
  const viewer = useViewer();
  const { cast, isBusy, answer } = useVote(serverPack.id);
  return (
    <section aria-label={texts.voteQuestion}>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {texts.voteQuestion}
        </Text>
        {viewer.may('VOTE') && (
          <>
            <Button size="xs" variant="default" disabled={isBusy} onClick={() => cast('UP')}>
              {texts.voteUp}
            </Button>
            <Button size="xs" variant="default" disabled={isBusy} onClick={() => cast('DOWN')}>
              {texts.voteDown}
            </Button>
          </>
        )}
        <Text size="sm" c="dimmed">
          {votesText(serverPack, word, format)}
        </Text>
      </Group>
      <Text size="sm" role="status" component="div">
        {answer === 'counted' ? texts.voted : answer !== null && <RefusalText refusal={answer} />}
      </Text>
    </section>
  );
}

function useVote(serverPack: string) {
  const client = useClient();
  const [isBusy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<Refusal | 'counted' | null>(null);
  const cast = async (vote: Vote) => {
    setBusy(true);
    const { data, error } = await client.mutation(castVote, { serverPack, vote }).toPromise();
    setBusy(false);
    setAnswer(refusalIn(data?.voteServerPack, error) ?? 'counted');
  };
  return { cast: (vote: Vote) => void cast(vote), isBusy, answer };
}
