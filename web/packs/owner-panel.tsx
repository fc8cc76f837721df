import { Button, Group, Text, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useClient } from 'urql';
import { useLocation } from 'wouter';
import { useViewer } from '../access/viewer.ts';
import { operation } from '../data/operation.ts';
import { type Refusal, refusalIn } from '../data/refusal.ts';
import { graphql } from '../gql/graphql.ts';
import { useTexts } from '../language/speech.ts';
import { ConfirmButton } from '../ui/confirm.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Section } from '../ui/page.tsx';
import { RefusalText } from '../ui/refusal-text.tsx';
import type { ModPackFacts } from './mod-pack.ts';
import { forgetOwned, ownerLink, useOwnerSecret } from './owned-packs.ts';

const updateModPack = operation(
  graphql(`
  mutation UpdateModPack($input: UpdateModPackInput!) {
    updateModPack(input: $input) {
      __typename
      ... on ModPack {
        id
        name
        title
        renamed
        hidden
      }
      ... on UserError {
        code
        message
      }
    }
  }
`),
);
/** Deletes a modpack with all that belongs to it. */
export const deleteModPack = operation(
  graphql(`
  mutation DeleteModPack($modPack: ID!, $ownerSecret: String) {
    deleteModPack(input: { modPack: $modPack, ownerSecret: $ownerSecret }) {
      __typename
      ... on UserError {
        code
        message
      }
    }
  }
`),
);

/** Renaming, hiding and deleting a modpack, for its uploader and operators. Nothing for others. */
export function OwnerPanel({ modPack }: { modPack: ModPackFacts }) {
  const { modPack: texts } = useTexts();
  const client = useClient();
  const [, go] = useLocation();
  const [isRenaming, setRenaming] = useState(false);
  const [problem, setProblem] = useState<Refusal | null>(null);
  const { id, databaseId, hidden, mayChange, status } = modPack;
  const ownerSecret = useOwnerSecret(databaseId);
  const viewer = useViewer();
  const isOwn = ownerSecret !== null || !viewer.may('OPERATE');
  if (!mayChange && ownerSecret === null) return null;
  const isUnderWay = status !== 'GENERATED' && status !== 'ERROR';
  const update = async (changes: { name?: string; hidden?: boolean }) => {
    const { data, error } = await client
      .mutation(updateModPack, { input: { modPack: id, ownerSecret, ...changes } })
      .toPromise();
    const refusal = refusalIn(data?.updateModPack, error);
    setProblem(refusal);
    if (refusal === null) setRenaming(false);
  };
  return (
    <Section title={isOwn ? texts.owner : texts.manage}>
      <Text size="sm">{hidden ? texts.isHidden : texts.isListed}</Text>
      {ownerSecret !== null && (
        <Group gap="xs">
          <Text size="sm">{texts.ownerLinkHint}</Text>
          <CopyButton value={ownerLink(databaseId, ownerSecret)} label={texts.ownerLink} />
        </Group>
      )}
      {problem !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" component="div">
          <RefusalText refusal={problem} />
        </Text>
      )}
      {isRenaming ? (
        <RenameForm
          name={modPack.title}
          rename={(name) => update({ name })}
          cancel={() => setRenaming(false)}
        />
      ) : (
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => setRenaming(true)}>
            {texts.rename}
          </Button>
          <Button size="xs" variant="default" onClick={() => void update({ hidden: !hidden })}>
            {hidden ? texts.show : texts.hide}
          </Button>
          {!isUnderWay && (
            <ConfirmButton
              label={texts.delete}
              title={texts.deleteTitle(modPack.title)}
              text={texts.deleteText}
              confirm={async () => {
                const { data, error } = await client
                  .mutation(deleteModPack, { modPack: id, ownerSecret })
                  .toPromise();
                const refusal = refusalIn(data?.deleteModPack, error);
                if (refusal === null) {
                  forgetOwned(databaseId);
                  go('/modpacks');
                }
                return refusal;
              }}
            />
          )}
        </Group>
      )}
    </Section>
  );
}

function RenameForm({
  name,
  rename,
  cancel,
}: {
  name: string;
  rename(name: string): Promise<void>;
  cancel(): void;
}) {
  const { modPack: texts, word } = useTexts();
  const [wanted, setWanted] = useState(name);
  const [isBusy, setBusy] = useState(false);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setBusy(true);
    void rename(wanted).finally(() => setBusy(false));
  };
  return (
    <form onSubmit={submit}>
      <Group gap="xs" align="flex-end">
        <TextInput
          label={texts.newName}
          value={wanted}
          onChange={({ currentTarget }) => setWanted(currentTarget.value)}
          maxLength={200}
          required
          data-autofocus
        />
        <Button type="submit" loading={isBusy} disabled={wanted.trim() === ''}>
          {texts.rename}
        </Button>
        <Button variant="default" onClick={cancel}>
          {word.cancel}
        </Button>
      </Group>
    </form>
  );
}
