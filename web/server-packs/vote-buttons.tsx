import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useClient } from 'urql';
import { useViewer } from '../access/viewer.ts';
import { operation } from '../data/operation.ts';
import { graphql } from '../gql/gql.ts';
import type { Vote } from '../gql/graphql.ts';
import { useFormat } from '../texts/format.ts';
import { useTexts } from '../texts/language.ts';
import { Section } from '../ui/page.tsx';
import { messageOf } from '../ui/states.tsx';
import type { ServerPackFacts } from './server-pack.ts';

const castVote = operation(
  graphql(`
  mutation CastVote($serverPack: ID!, $vote: Vote!) {
    voteServerPack(input: { serverPack: $serverPack, vote: $vote }) {
      __typename
      ... on VoteCounted {
        serverPack {
          id
          confirmedWorking
        }
      }
      ... on Error {
        message
      }
    }
  }
`),
);

/** Says whether a server pack works, and asks. */
export function VoteButtons({ serverPack }: { serverPack: ServerPackFacts }) {
  const { serverPack: texts } = useTexts();
  const format = useFormat();
  const viewer = useViewer();
  const { cast, isBusy, answer } = useVote(serverPack.id);
  return (
    <Section title={texts.voteQuestion}>
      <Text size="sm">{texts.confirmed(format.number(serverPack.confirmedWorking))}</Text>
      {viewer.may('VOTE') && (
        <Group gap="xs">
          <Button size="xs" variant="default" disabled={isBusy} onClick={() => cast('UP')}>
            {texts.voteUp}
          </Button>
          <Button size="xs" variant="default" disabled={isBusy} onClick={() => cast('DOWN')}>
            {texts.voteDown}
          </Button>
        </Group>
      )}
      <Text size="sm" role="status">
        {answer}
      </Text>
    </Section>
  );
}

function useVote(serverPack: string) {
  const { serverPack: texts, state } = useTexts();
  const client = useClient();
  const [isBusy, setBusy] = useState(false);
  const [answer, setAnswer] = useState('');
  const cast = async (vote: Vote) => {
    setBusy(true);
    const { data, error } = await client.mutation(castVote, { serverPack, vote }).toPromise();
    setBusy(false);
    const result = data?.voteServerPack;
    if (result === undefined) setAnswer(error ? messageOf(error, state.network) : state.network);
    else setAnswer(result.__typename === 'VoteCounted' ? texts.voted : result.message);
  };
  return { cast: (vote: Vote) => void cast(vote), isBusy, answer };
}
