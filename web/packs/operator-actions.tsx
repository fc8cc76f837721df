import { useClient } from 'urql';
import { useLocation } from 'wouter';
import { operation } from '../data/operation.ts';
import { graphql } from '../gql/gql.ts';
import { useTexts } from '../texts/language.ts';
import { ConfirmButton } from '../ui/confirm.tsx';
import { messageOf } from '../ui/states.tsx';
import type { ModPackFacts } from './mod-pack.ts';

const deleteModPack = operation(
  graphql(`
  mutation DeleteModPack($modPack: ID!) {
    deleteModPack(input: { modPack: $modPack }) {
      __typename
      ... on Error {
        message
      }
    }
  }
`),
);
const cancelRun = operation(
  graphql(`
  mutation CancelRun($runConfiguration: ID!) {
    cancelRun(input: { runConfiguration: $runConfiguration }) {
      __typename
      ... on Error {
        message
      }
    }
  }
`),
);
const retryModPack = operation(
  graphql(`
  mutation RetryModPack($modPack: ID!) {
    retryModPack(input: { modPack: $modPack }) {
      __typename
      ... on Error {
        message
      }
    }
  }
`),
);

/** What an operator can do with a modpack: try again, cancel, delete. */
export function OperatorActions({ modPack }: { modPack: ModPackFacts }) {
  const { modPack: texts, state } = useTexts();
  const client = useClient();
  const [, go] = useLocation();
  const { id, name, status, runConfigurations } = modPack;
  const [run] = runConfigurations.nodes;
  const isUnderWay = status !== 'GENERATED' && status !== 'ERROR';
  return (
    <>
      {status === 'ERROR' && (
        <ConfirmButton
          label={texts.retry}
          title={texts.retryTitle}
          text={texts.retryText}
          color="teal"
          confirm={async () => {
            const { data, error } = await client.mutation(retryModPack, { modPack: id }).toPromise();
            if (error) return messageOf(error, state.network);
            return data?.retryModPack && 'message' in data.retryModPack ? data.retryModPack.message : null;
          }}
        />
      )}
      {isUnderWay && run !== undefined && (
        <ConfirmButton
          label={texts.cancelRun}
          title={texts.cancelTitle}
          text={texts.cancelText}
          confirm={async () => {
            const { data, error } = await client
              .mutation(cancelRun, { runConfiguration: run.id })
              .toPromise();
            if (error) return messageOf(error, state.network);
            return data?.cancelRun && 'message' in data.cancelRun ? data.cancelRun.message : null;
          }}
        />
      )}
      {!isUnderWay && (
        <ConfirmButton
          label={texts.delete}
          title={texts.deleteTitle(name)}
          text={texts.deleteText}
          confirm={async () => {
            const { data, error } = await client.mutation(deleteModPack, { modPack: id }).toPromise();
            if (error) return messageOf(error, state.network);
            if (data?.deleteModPack && 'message' in data.deleteModPack) return data.deleteModPack.message;
            go('/modpacks');
            return null;
          }}
        />
      )}
    </>
  );
}
