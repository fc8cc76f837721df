import { Button, Stack, Text, Textarea } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useClient } from 'urql';
import { operation } from '../data/operation.ts';
import { refusalIn } from '../data/refusal.ts';
import { graphql } from '../gql/graphql.ts';
import { useTexts } from '../language/speech.ts';
import { useAct } from '../lines/use-act.ts';
import { RefusalText } from '../ui/refusal-text.tsx';
import type { DropListVersion } from './drop-list.ts';

const saveDropList = operation(
  graphql(`
  mutation SaveDropList($input: SaveDropListInput!) {
    saveDropList(input: $input) {
      __typename
      ... on UserError {
        code
        message
      }
    }
  }
`),
);

/** Saves a version of a drop list, its first one too: one prefix a line. */
export function EditForm({
  name,
  before,
  onSaved,
}: {
  name: string;
  before?: Pick<DropListVersion, 'clientOnly' | 'keep'>;
  onSaved(): void;
}) {
  const { dropList: texts, word } = useTexts();
  const client = useClient();
  const [clientOnly, setClientOnly] = useState(before?.clientOnly.join('\n') ?? '');
  const [keep, setKeep] = useState(before?.keep.join('\n') ?? '');
  const { act, isBusy, refusal } = useAct(async () => {
    const input = { name, clientOnly: clientOnly.split(/\r?\n/), keep: keep.split(/\r?\n/) };
    const { data, error } = await client.mutation(saveDropList, { input }).toPromise();
    const refused = refusalIn(data?.saveDropList, error);
    if (refused === null) onSaved();
    return refused;
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    act(undefined);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm" align="stretch">
        <Textarea
          label={word.clientMods}
          description={texts.hint}
          value={clientOnly}
          onChange={({ currentTarget }) => setClientOnly(currentTarget.value)}
          rows={10}
          spellCheck={false}
        />
        <Textarea
          label={word.whitelist}
          value={keep}
          onChange={({ currentTarget }) => setKeep(currentTarget.value)}
          rows={4}
          spellCheck={false}
        />
        <Button type="submit" loading={isBusy} w="fit-content">
          {texts.save}
        </Button>
        <Text size="sm" role="status" component="div">
          {refusal !== null && <RefusalText refusal={refusal} />}
        </Text>
      </Stack>
    </form>
  );
}
