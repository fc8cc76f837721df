import { Text } from '@mantine/core';
import { useSubscription } from 'urql';
import { operation } from '../data/operation.ts';
import { graphql } from '../gql/graphql.ts';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';

const followQueuePlace = operation(
  graphql(`
  subscription FollowQueuePlace($run: ID!) {
    run(by: { id: $run }) {
      queuePlace
      queueLength
    }
  }
`),
);

/** The place of a waiting run in the queue. */
export function QueuePlace({ run }: { run: string }) {
  const texts = useTexts();
  const format = useFormat();
  const [{ data }] = useSubscription({ query: followQueuePlace, variables: { run } });
  const { queuePlace, queueLength } = data?.run ?? {};
  if (queuePlace == null || queueLength == null) return null;
  return (
    <Text size="sm">{texts.modPack.queuePlace(format.number(queuePlace), format.number(queueLength))}</Text>
  );
}
