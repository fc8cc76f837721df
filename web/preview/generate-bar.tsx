import { Button, Progress, Text } from '@mantine/core';
import { useState } from 'react';
import { useClient } from 'urql';
import { useLocation } from 'wouter';
import type { RunConfigurationInput } from '../../client/gql/schema.ts';
import { useViewer } from '../access/viewer.ts';
import { operation } from '../data/operation.ts';
import { type Refusal, refusalIn } from '../data/refusal.ts';
import { graphql } from '../gql/graphql.ts';
import { useFormat } from '../language/format.ts';
import { useTexts } from '../language/speech.ts';
import { RefusalText } from '../ui/refusal-text.tsx';
import type { sumUp } from './rows.ts';

const generate = operation(
  graphql(`
  mutation Generate($input: GenerateServerPackInput!) {
    generateServerPack(input: $input) {
      __typename
      ... on RunStarted {
        modPack {
          databaseId
        }
        run {
          databaseId
        }
      }
      ... on UserError {
        code
        message
      }
    }
  }
`),
);

/** The sum of the decisions, and the button that builds the server pack. It stays in sight. */
export function GenerateBar({
  modPack,
  input,
  sum,
  isReady,
  isTouched,
  onReset,
}: {
  modPack: { id: string; databaseId: number };
  input: RunConfigurationInput;
  sum: ReturnType<typeof sumUp>;
  isReady: boolean;
  isTouched: boolean;
  onReset(): void;
}) {
  const { preview, word, upload } = useTexts();
  const format = useFormat();
  const viewer = useViewer();
  const { start, isBusy, problem } = useGenerate(modPack, input);
  const all = Math.max(1, sum.kept + sum.dropped);
  // One text, so that no part moves when another grows.
  const figures = [
    `${preview.kept}: ${word.mods(sum.kept)} (${format.bytes(sum.keptBytes)})`,
    `${preview.dropped}: ${word.mods(sum.dropped)}`,
    ...(sum.changed > 0 ? [preview.changes(sum.changed)] : []),
  ].join(' · ');
  return (
    <section className="sticky-bar" aria-label={preview.configuration}>
      <div className="grow">
        <Text size="sm" role="status">
          {figures}
        </Text>
        <Progress.Root size="sm" mt={4} aria-hidden="true">
          <Progress.Section value={(sum.kept / all) * 100} color="teal" withAria={false} />
          <Progress.Section value={(sum.dropped / all) * 100} color="gray" withAria={false} />
        </Progress.Root>
        {problem !== null && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert" component="div">
            <RefusalText refusal={problem} />
          </Text>
        )}
      </div>
      {isTouched && (
        <Button variant="default" onClick={onReset}>
          {preview.reset}
        </Button>
      )}
      {viewer.may('PUBLISH') ? (
        <Button disabled={!isReady} loading={isBusy} onClick={start}>
          {preview.generate}
        </Button>
      ) : (
        viewer.isKnown && <Text size="sm">{upload.mayNot}</Text>
      )}
    </section>
  );
}

function useGenerate(modPack: { id: string }, runConfiguration: RunConfigurationInput) {
  const client = useClient();
  const [, go] = useLocation();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Refusal | null>(null);
  const start = async () => {
    setBusy(true);
    const { data, error } = await client
      .mutation(generate, { input: { modPack: modPack.id, runConfiguration } })
      .toPromise();
    setBusy(false);
    const result = data?.generateServerPack;
    setProblem(refusalIn(result, error));
    if (result?.__typename === 'RunStarted') {
      const { modPack, run } = result;
      go(`/modpacks/${modPack.databaseId}?run=${run.databaseId}`);
    }
  };
  return { start: () => void start(), isBusy, problem };
}
