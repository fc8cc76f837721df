import { useClient } from 'urql';
import { useLocation } from 'wouter';
import { operation } from '../data/operation.ts';
import { refusalIn } from '../data/refusal.ts';
import { graphql } from '../gql/graphql.ts';
import { useTexts } from '../language/speech.ts';
import { ConfirmButton } from '../ui/confirm.tsx';
import type { ServerPackFacts } from './server-pack.ts';

const deleteServerPack = operation(
  graphql(`
  mutation DeleteServerPack($serverPack: ID!) {
    deleteServerPack(input: { serverPack: $serverPack }) {
      __typename
      ... on UserError {
        code
        message
      }
    }
  }
`),
);

/** Deletes a server pack, after asking. */
export function DeleteButton({ serverPack }: { serverPack: ServerPackFacts }) {
  const { serverPack: texts } = useTexts();
  const client = useClient();
  const [, go] = useLocation();
  return (
    <ConfirmButton
      label={texts.delete}
      title={texts.deleteTitle}
      text={texts.deleteText}
      confirm={async () => {
        const { data, error } = await client
          .mutation(deleteServerPack, { serverPack: serverPack.id })
          .toPromise();
        const refusal = refusalIn(data?.deleteServerPack, error);
        if (refusal === null) go(`/modpacks/${serverPack.modPack.databaseId}`);
        return refusal;
      }}
    />
  );
}
