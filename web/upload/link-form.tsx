import { Button, Stack, Text, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useClient } from 'urql';
import { useLocation } from 'wouter';
import { operation } from '../data/operation.ts';
import { type FieldRefusal, refusalOf } from '../data/refusal.ts';
import { useServiceFacts } from '../data/service.ts';
import { graphql } from '../gql/graphql.ts';
import { useTexts } from '../language/speech.ts';
import { Duplicate, type StoredModPack } from '../packs/duplicate.tsx';
import { keepOwned } from '../packs/owned-packs.ts';
import { Outcome } from '../ui/outcome.tsx';
import { RefusalText } from '../ui/refusal-text.tsx';
import { noFileOverrides } from './file-overrides.ts';
import { noLists } from './lists.ts';
import { pageOf } from './to-own-page.tsx';
import { VersionFields } from './version-fields.tsx';
import { noVersions, toInput, type Versions } from './versions.ts';

const importByLink = operation(
  graphql(`
  mutation ImportByLink($url: String!, $runConfiguration: RunConfigurationInput!) {
    importModPack(input: { pack: { url: $url }, runConfiguration: $runConfiguration }) {
      __typename
      ... on RunStarted {
        modPack {
          databaseId
        }
        run {
          databaseId
        }
        ownerSecret
      }
      ... on UserError {
        code
        message
        field
        existing {
          ...StoredModPack
        }
      }
    }
  }
`),
);

type Refused = { existing: StoredModPack | null } & FieldRefusal;

/**
 * Has the service fetch a modpack by its link and build it; nothing where it fetches none. Versions that the pack does
 * not say are asked for once they are missed.
 */
export function LinkForm() {
  const { import: texts, upload } = useTexts();
  const facts = useServiceFacts();
  const [link, setLink] = useState('');
  const [versions, setVersions] = useState(noVersions);
  const { start, isBusy, refused } = useImport();
  const address = link.trim();
  const isLink = URL.canParse(address) && new URL(address).protocol === 'https:';
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isLink) void start(address, versions);
  };
  if (facts?.import === false) return null;
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <div className="toolbar">
          <TextInput
            className="grow"
            type="url"
            label={texts.link}
            placeholder="https://modrinth.com/modpack/…"
            value={link}
            onChange={({ currentTarget }) => setLink(currentTarget.value)}
            error={address === '' || isLink ? null : texts.linkForm}
          />
          <Button type="submit" variant="default" loading={isBusy} disabled={!isLink}>
            {upload.startLink}
          </Button>
        </div>
        {isBusy && (
          <Text size="sm" role="status">
            {texts.busy}
          </Text>
        )}
        {refused?.field != null && (
          <VersionFields value={versions} onChange={setVersions} problem={refused} />
        )}
        {refused !== null &&
          (refused.existing === null ? (
            <Outcome color="red" badge={upload.refused} role="alert">
              <RefusalText refusal={refused} />
            </Outcome>
          ) : (
            <Duplicate of={refused.existing} />
          ))}
      </Stack>
    </form>
  );
}

/** Has the service fetch a modpack, and leads to its page; else tells why not. */
function useImport() {
  const client = useClient();
  const [, go] = useLocation();
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const start = async (url: string, versions: Versions) => {
    setBusy(true);
    setRefused(null);
    const runConfiguration = toInput(versions, { lists: noLists, files: noFileOverrides });
    const { data, error } = await client.mutation(importByLink, { url, runConfiguration }).toPromise();
    setBusy(false);
    const result = data?.importModPack;
    if (result?.__typename === 'RunStarted') {
      const { databaseId } = result.modPack;
      keepOwned(databaseId, result.ownerSecret);
      go(pageOf({ databaseId, run: result.run.databaseId }));
    } else setRefused(result ?? { ...refusalOf(error), field: null, existing: null });
  };
  return { start, isBusy, refused };
}
