import { Text } from '@mantine/core';
import { useSubscription } from 'urql';
import { operation } from '../data/operation.ts';
import { graphql } from '../gql/graphql.ts';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';

const followQueuePlace = operation(
  graphql(`
  subscription FollowQueuePlace($modPack: ID!) {
    queuePlace(modPack: $modPack) {
      place
      waiting
    }
  }
`),
);

/** The place of a waiting modpack in the queue. */
export function QueuePlace({ modPack }: { modPack: string }) {
  const texts = useTexts();
  const format = useFormat();
  const [{ data }] = useSubscription({ query: followQueuePlace, variables: { modPack } });
  const line = data?.queuePlace;
  if (!line) return null;
  return (
    <Text size="sm">{texts.modPack.queuePlace(format.number(line.place), format.number(line.waiting))}</Text>
  );
}
