import { Progress, Stack, Text } from '@mantine/core';
import { useSubscription } from 'urql';
import { operation } from '../data/operation.ts';
import { graphql } from '../gql/graphql.ts';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';

const followProgress = operation(
  graphql(`
  subscription FollowProgress($modPack: ID!) {
    progress(modPack: $modPack) {
      phase
      bytesDone
      bytesTotal
      entriesDone
      entriesTotal
    }
  }
`),
);

/** Progress of the work on a modpack, updated a few times a second. */
export function ProgressBar({ modPack }: { modPack: string }) {
  const texts = useTexts();
  const format = useFormat();
  const [{ data }] = useSubscription({ query: followProgress, variables: { modPack } });
  const progress = data?.progress;
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
