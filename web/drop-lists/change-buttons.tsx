import { Button, Text } from '@mantine/core';
import { useClient } from 'urql';
import { useLocation } from 'wouter';
import { useViewer } from '../access/viewer.ts';
import { operation } from '../data/operation.ts';
import { refusalIn } from '../data/refusal.ts';
import { graphql } from '../gql/graphql.ts';
import { useTexts } from '../language/speech.ts';
import { useAct } from '../lines/use-act.ts';
import { ConfirmButton } from '../ui/confirm.tsx';
import { RefusalText } from '../ui/refusal-text.tsx';

const setDefault = operation(
  graphql(`
  mutation SetDefaultDropList($name: String!, $isDefault: Boolean!) {
    setDefaultDropList(input: { name: $name, isDefault: $isDefault }) {
      __typename
      ... on UserError {
        code
        message
      }
    }
  }
`),
);
const deleteDropList = operation(
  graphql(`
  mutation DeleteDropList($name: String!) {
    deleteDropList(input: { name: $name }) {
      __typename
      ... on UserError {
        code
        message
      }
    }
  }
`),
);

/** Makes a list the default, or no longer; nothing for people who are no operators. */
export function DefaultButton({
  list: { name, isDefault },
  onChange,
}: {
  list: { name: string; isDefault: boolean };
  onChange(): void;
}) {
  const { dropList: texts } = useTexts();
  const viewer = useViewer();
  const client = useClient();
  const { act, isBusy, refusal } = useAct(async (wanted: boolean) => {
    const { data, error } = await client.mutation(setDefault, { name, isDefault: wanted }).toPromise();
    const refused = refusalIn(data?.setDefaultDropList, error);
    if (refused === null) onChange();
    return refused;
  });
  if (!viewer.may('OPERATE')) return null;
  return (
    <>
      <Button size="xs" variant="default" loading={isBusy} onClick={() => act(!isDefault)}>
        {isDefault ? texts.noDefault : texts.makeDefault}
      </Button>
      <Text size="xs" role="status" component="div">
        {refusal !== null && <RefusalText refusal={refusal} />}
      </Text>
    </>
  );
}

/** Deletes a list, after asking. */
export function DeleteListButton({ name }: { name: string }) {
  const { dropList: texts } = useTexts();
  const client = useClient();
  const [, go] = useLocation();
  return (
    <ConfirmButton
      label={texts.delete}
      title={texts.deleteTitle}
      text={texts.deleteText}
      confirm={async () => {
        const { data, error } = await client.mutation(deleteDropList, { name }).toPromise();
        const refusal = refusalIn(data?.deleteDropList, error);
        if (refusal === null) go('/');
        return refusal;
      }}
    />
  );
}
