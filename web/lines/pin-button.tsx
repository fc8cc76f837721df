import { Button, Text } from '@mantine/core';
import { useClient } from 'urql';
import { operation } from '../data/operation.ts';
import { type Refusal, refusalIn } from '../data/refusal.ts';
import { graphql } from '../gql/graphql.ts';
import { useTexts } from '../language/speech.ts';
import { RefusalText } from '../ui/refusal-text.tsx';
import { useAct } from './use-act.ts';
import './line.ts';

const pinLine = operation(
  graphql(`
  mutation PinLine($line: String!, $modPack: ID) {
    pinLine(input: { line: $line, modPack: $modPack }) {
      __typename
      ... on Line {
        ...LinePinned
      }
      ... on UserError {
        code
        message
      }
    }
  }
`),
);

/** Has a line hand out a version alone, or again its newest. */
export function PinButton({
  line,
  modPack,
  isPinned,
  onChange,
}: {
  line: string;
  modPack: { id: string; name: string };
  isPinned: boolean;
  /** The line hands out something else. */
  onChange: () => void;
}) {
  const { line: texts } = useTexts();
  const client = useClient();
  const { act, isBusy, refusal } = useAct(async (wanted: string | null): Promise<Refusal | null> => {
    const { data, error } = await client.mutation(pinLine, { line, modPack: wanted }).toPromise();
    const refused = refusalIn(data?.pinLine, error);
    if (refused === null) onChange();
    return refused;
  });
  const label = isPinned ? texts.unpin : texts.pin;
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        loading={isBusy}
        aria-label={`${label}: ${modPack.name}`}
        onClick={() => act(isPinned ? null : modPack.id)}
      >
        {label}
      </Button>
      <Text size="xs" role="status" component="div">
        {refusal !== null && <RefusalText refusal={refusal} />}
      </Text>
    </>
  );
}
