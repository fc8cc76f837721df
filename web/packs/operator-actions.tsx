import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useClient } from 'urql';
import { operation } from '../data/operation.ts';
import { refusalIn } from '../data/refusal.ts';
import { graphql } from '../gql/graphql.ts';
import { useTexts } from '../language/speech.ts';
import { ConfirmButton } from '../ui/confirm.tsx';
import type { ModPackFacts } from './mod-pack.ts';

const cancelRun = operation(
  graphql(`
  mutation CancelRun($run: ID!) {
    cancelRun(input: { run: $run }) {
      __typename
      ... on UserError {
        code
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
      ... on UserError {
        code
        message
      }
    }
  }
`),
);

const releaseModPack = operation(
  graphql(`
  mutation ReleaseModPack($modPack: ID!, $reason: String!) {
    releaseModPack(input: { modPack: $modPack, reason: $reason }) {
      __typename
      ... on ModPack {
        id
        scan {
          quarantined
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

/** Retry, cancel and release, for operators. */
export function OperatorActions({ modPack }: { modPack: ModPackFacts }) {
  const { modPack: texts } = useTexts();
  const client = useClient();
  const { id, status, runs } = modPack;
  const [run] = runs.nodes;
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
            return refusalIn(data?.retryModPack, error);
          }}
        />
      )}
      {modPack.scan?.quarantined && <Release modPack={id} />}
      {isUnderWay && run !== undefined && <CancelRunButton run={run.id} />}
    </>
  );
}

/** Cancels a run, after asking. */
export function CancelRunButton({ run, done }: { run: string; done?: () => void }) {
  const { modPack: texts } = useTexts();
  const client = useClient();
  return (
    <ConfirmButton
      label={texts.cancelRun}
      title={texts.cancelTitle}
      text={texts.cancelText}
      confirm={async () => {
        const { data, error } = await client.mutation(cancelRun, { run }).toPromise();
        const refusal = refusalIn(data?.cancelRun, error);
        if (refusal === null) done?.();
        return refusal;
      }}
    />
  );
}

/** Lets a modpack out of quarantine, for a reason that is kept. */
function Release({ modPack }: { modPack: string }) {
  const { modPack: texts } = useTexts();
  const client = useClient();
  const [reason, setReason] = useState('');
  return (
    <ConfirmButton
      label={texts.release}
      title={texts.releaseTitle}
      text={texts.releaseText}
      confirm={async () => {
        const { data, error } = await client.mutation(releaseModPack, { modPack, reason }).toPromise();
        return refusalIn(data?.releaseModPack, error);
      }}
    >
      <TextInput
        label={texts.releaseReason}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        maxLength={1_000}
      />
    </ConfirmButton>
  );
}
