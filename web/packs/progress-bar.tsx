import { Progress, Stack, Text } from '@mantine/core';
import { useSubscription } from 'urql';
import { operation } from '../data/operation.ts';
import { graphql } from '../gql/graphql.ts';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';

const followProgress = operation(
  graphql(`
  subscription FollowProgress($run: ID!) {
    run(by: { id: $run }) {
      progress {
        phase
        bytesDone
        bytesTotal
        entriesDone
        entriesTotal
      }
    }
  }
`),
);

/** Progress of the work of a run, updated a few times a second. */
export function ProgressBar({ run }: { run: string }) {
  const texts = useTexts();
  const format = useFormat();
  const [{ data }] = useSubscription({ query: followProgress, variables: { run } });
  const progress = data?.run.progress;
  const part = progress && progress.bytesTotal > 0 ? (progress.bytesDone / progress.bytesTotal) * 100 : 0;
  const words = progress
    ? `${texts.phase[progress.phase]} · ${texts.modPack.entries(format.number(progress.entriesDone), format.number(progress.entriesTotal))}`
    : '\u00a0';
  return (
    <Stack gap={4}>
      <Progress.Root size="lg">
        <Progress.Section value={part} aria-label={texts.modPack.progress} />
      </Progress.Root>
      <Text size="xs" c="dimmed">
        {words}
      </Text>
    </Stack>
  );
}
