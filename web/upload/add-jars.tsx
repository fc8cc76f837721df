import { Button, type ComboboxRenderPillInput, Group, Pill, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useClient } from 'urql';
import { formContext } from '../data/form-context.ts';
import { operation } from '../data/operation.ts';
import { type Refusal, refusalOf } from '../data/refusal.ts';
import { graphql } from '../gql/graphql.ts';
import { useTexts } from '../language/speech.ts';
import { RefusalText } from '../ui/refusal-text.tsx';

const addJar = operation(
  graphql(`
  mutation AddJar($file: Upload!) {
    addModFile(input: { file: $file }) {
      __typename
      ... on ModFileAdded {
        entry
      }
      ... on UserError {
        code
        message
      }
    }
  }
`),
);

/** Sends jars that are chosen, one after the other, and hands over the entry of each for the mods to add. */
export function AddJars({ onAdded }: { onAdded(entry: string): void }) {
  const { files: texts } = useTexts();
  const client = useClient();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [refusals, setRefusals] = useState<Refusal[]>([]);
  const send = async (files: readonly File[]) => {
    setBusy(true);
    setRefusals([]);
    for (const file of files) {
      const { data, error } = await client.mutation(addJar, { file }, formContext).toPromise();
      const result = data?.addModFile;
      if (result?.__typename === 'ModFileAdded') onAdded(result.entry);
      else {
        const refusal = result ?? refusalOf(error);
        setRefusals((before) => [...before, refusal]);
      }
    }
    setBusy(false);
  };
  return (
    <Group gap="sm">
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept=".jar"
        aria-label={texts.chooseJars}
        onChange={({ currentTarget }) => {
          void send([...(currentTarget.files ?? [])]);
          // The same file may be chosen again.
          currentTarget.value = '';
        }}
      />
      <Button size="xs" variant="default" loading={isBusy} onClick={() => input.current?.click()}>
        {texts.chooseJars}
      </Button>
      {refusals.map((refusal) => (
        <Text key={refusal.message} component="div" size="xs" c="var(--mantine-color-error)" role="alert">
          <RefusalText refusal={refusal} />
        </Text>
      ))}
    </Group>
  );
}

/** A mod to add; of an uploaded jar its name, since its entry begins with a long hash. */
export function AddedModPill({ value = '', onRemove }: ComboboxRenderPillInput) {
  const [, name = value] = /^sha256:[0-9a-f]{64}\/(.+)$/.exec(value) ?? [];
  return (
    <Pill withRemoveButton {...(onRemove && { onRemove })} title={value}>
      {name}
    </Pill>
  );
}
